"""Policies from outside play in the arena and in simulations, see nothing hidden, and fail with a word."""

import numpy as np
import pytest

from elftafel import games
from elftafel.bots.levels import read_bot
from elftafel.bots.outside import OutsideBot, PolicyFailed, source_of, summon
from elftafel.errors import BadInput
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.lab.arena import play_deal, prepare
from elftafel.lab.simulate import simulate
from tests.rl.outside_policies import First

GAME = games.NAMES[0]
HERE = "tests.rl.outside_policies"


def bot(name: str) -> OutsideBot:
    return OutsideBot(games.load(GAME), read_bot(f"{HERE}:{name}", yardstick=True))


def position() -> record.Record:
    game = games.load(GAME)
    return game.new_round(game.facts.read_options({}, 4), 4, 0, bytes(32), 0)[0]


def test_a_policy_plays_in_the_arena_beside_levels() -> None:
    game = games.load(GAME)
    setup = prepare(game, game.facts.read_options({}, 2), [f"{HERE}:First", "random"], 2)
    one, again = play_deal(setup, 0), play_deal(setup, 0)
    assert one.points == again.points
    assert len(one.points) == 2
    assert setup.sources != prepare(game, game.facts.read_options({}, 2), ["random"], 2).sources


@pytest.mark.parametrize("text", [f"{HERE}:First", "easy", "strong@10"])
def test_every_level_and_a_policy_play_in_a_simulation(text: str) -> None:
    game = games.load(GAME)
    spec = read_bot(text, yardstick=True)
    figures = simulate(game, game.facts.read_options({}, 3), 3, 6, bot=spec).figures
    assert figures.policy == text
    assert figures.length.value > 10
    assert sum(seat.win_share.value for seat in figures.seats) == pytest.approx(1)
    assert figures.branching.value > 1


def test_a_policy_is_asked_about_many_rounds_at_once() -> None:
    First.asked.clear()
    game = games.load(GAME)
    simulate(game, game.facts.read_options({}, 2), 2, 30, bot=read_bot(f"{HERE}:First", yardstick=True))
    assert max(len(rows) for rows in First.asked) > 10


def test_what_a_policy_is_given_does_not_depend_on_hidden_cards() -> None:
    state, policy, luck = position(), bot("First"), new_luck(1)
    for _ in range(20):
        other = record.copy(state)
        verbs.redeal(other, int(state.seat), luck)
        First.asked.clear()
        assert policy.choose(state) == policy.choose(other)
        assert (First.asked[0] == First.asked[1]).all()
        verbs.apply(state, policy.choose(state), None)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Raises", "act raised ZeroDivisionError: no idea"),
        ("Illegal", r"act returned \d+ for row 0; legal are \["),
        ("Nonsense", r"act returned float64\(2, 2\), not 1 whole numbers"),
        ("Mute", r"it has no method act\(features, mask\)"),
        ("Nobody", "it cannot be made: AttributeError"),
        ("Hangs@0.3s", "no answer within 0.3 seconds"),
        ("Raises@20s", "act raised ZeroDivisionError: no idea"),
        ("Dies@20s", "its process has ended"),
    ],
)
def test_a_policy_that_fails_says_how(name: str, says: str) -> None:
    with pytest.raises(PolicyFailed, match=f"the policy {HERE}:{name.split('@')[0]}: {says}"):
        bot(name).choose(position())


def test_in_its_own_process_it_answers_the_same() -> None:
    state = position()
    assert bot("First@20s").choose(state) == bot("First").choose(state)
    apart = summon(bot("First@20s").spec, GAME, 4)
    rows = np.eye(3, games.facts(GAME).action_count, dtype=np.int8)
    assert np.asarray(apart.act(rows, rows)).tolist() == [0, 1, 2]


def test_bad_input_says_what_would_be_right() -> None:
    with pytest.raises(BadInput, match="the limit of a policy is a time"):
        read_bot(f"{HERE}:First@500", yardstick=True)
    with pytest.raises(BadInput, match="the levels are"):
        read_bot(f"{HERE}:First")  # at a table of people
    with pytest.raises(PolicyFailed, match="there is no module nowhere_at_all"):
        source_of("nowhere_at_all:Policy")
