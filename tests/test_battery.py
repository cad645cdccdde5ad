"""One battery over every game in the registry: a sixth game is tested by being registered.

The soak plays every setting. The other tests play a few in which every player count and every value of every option
occurs, and every setting in `make test-all`.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.journal import ROWS
from elftafel.kernel.playout import play_randomly, play_sensibly
from elftafel.lab.simulate import KINDS
from elftafel.match import Match, Seat, export_log, import_log, replay, verify
from tests.conftest import MORE
from tests.evenness import tail
from tests.rule_ids import ids_of
from tests.settings import Setting, covering, label, parts, settings_of
from tests.soak import soak

ALL = [setting for name in games.NAMES for setting in settings_of(name)]
CHOSEN = ALL if MORE > 1 else [setting for name in games.NAMES for setting in covering(name)]


def start(setting: Setting, seed: int, number: int = 0) -> tuple[Game, Any, list[Any]]:
    name, players, options = setting
    game = games.load(name)
    key = hashlib.sha256(str(seed).encode()).digest()
    starter = seed % players
    state, steps = game.new_round(game.facts.read_options(options, players), players, starter, key, number)
    return game, state, steps


def random_action(game: Game, state: Any, luck: Any) -> int:
    legal = game.legal(state)
    return legal[int(pick(luck, len(legal)))]


seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("setting", ALL, ids=label)
def test_rounds_are_sound_end_and_redeal(setting: Setting) -> None:
    rounds = -(-int(os.environ.get("ELFTAFEL_SOAK_ROUNDS", "0")) // len(settings_of(setting[0]))) or 200
    soak(setting[0], setting[1], setting[2], rounds)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_chosen_settings_have_every_player_count_and_every_value_of_every_option(name: str) -> None:
    every = {part for setting in settings_of(name) for part in parts(setting)}
    assert {part for setting in covering(name) for part in parts(setting)} == every
    low, high = games.facts(name).players
    assert {("players", str(count)) for count in range(low, high + 1)} <= every


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
@given(seed=seeds)
@settings(max_examples=2 * MORE, deadline=None)
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(setting: Setting, seed: int) -> None:
    game, state, _ = start(setting, seed)
    luck = new_luck(seed)
    known = ids_of(setting[0])
    # Every action is looked at then, and some games have many.
    rarely = 8 if MORE > 1 else 8 + game.facts.action_count // 50
    while not state.over:
        if pick(luck, rarely) == 0:
            legal = set(game.legal(state))
            before = record.save(state)
            for action in range(game.facts.action_count):
                rule = game.why_not(state, int(state.seat), game.move_of(action))
                assert (rule is None) == (action in legal)
                if action not in legal:
                    assert rule in known, f"{game.move_of(action)}: {rule}"
                    if pick(luck, 20) == 0:
                        with pytest.raises(IllegalMove):
                            game.apply(state, action)
            assert record.save(state) == before
            other = (int(state.seat) + 1) % int(state.players)
            assert game.why_not(state, other, game.move_of(min(legal))) == "AL-3"
        game.apply(state, random_action(game, state, luck))
    assert game.legal(state) == []
    assert game.why_not(state, int(state.seat), game.move_of(0)) in known
    with pytest.raises(IllegalMove):
        game.apply(state, 0)
    with pytest.raises(BadInput):
        game.apply(state, game.facts.action_count)


@pytest.mark.parametrize("seed", range(7, 7 + MORE))
@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(setting: Setting, seed: int) -> None:
    witness = import_module(f"tests.games.{setting[0]}.witness")
    game, state, steps = start(setting, seed)
    luck = new_luck(seed)
    seats = range(setting[1])
    witnesses = [witness.Witness(game, s, game.view(state, s), game.events(steps, s)) for s in seats]
    changed = 0
    features, again = (np.full(game.facts.observation_length, fill, np.int8) for fill in (77, -77))
    while not state.over:
        for seat in seats:
            if pick(luck, 4):
                continue
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            assert verbs.sound(other)
            assert game.view(other, seat) == game.view(state, seat)
            assert game.view(other, None) == game.view(state, None)
            verbs.observe(state, seat, features)
            verbs.observe(other, seat, again)
            assert (features == again).all()
            witnesses[seat].check(other)
            changed += witness.arrangement(other, seat) != witness.arrangement(state, seat)
            assert bytes(other.key.tobytes()) != bytes(state.key.tobytes())
        witnesses[int(state.seat)].check(state)
        steps = game.apply(state, random_action(game, state, luck))
        assert len(steps) < ROWS
        assert all(row[0] in game.people.FIRES and row[0] < KINDS for row in steps)
        for seat in seats:
            witnesses[seat].see(game.view(state, seat), game.events(steps, seat))
    assert changed, "redeal never changed what is hidden"


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_redeal_does_not_depend_on_what_it_replaces(setting: Setting) -> None:
    game, state, _ = start(setting, 5)
    luck = new_luck(5)
    while not state.over:
        seat = int(pick(luck, setting[1]))
        other = record.copy(state)
        verbs.redeal(other, seat, luck)
        word = int(luck.word)
        same = [record.copy(state), other]
        for one in same:
            verbs.redeal(one, seat, new_luck(word))
        assert record.save(same[0]) == record.save(same[1])
        game.apply(state, random_action(game, state, luck))


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_what_a_seat_believes_is_possible_and_depends_on_nothing_that_it_cannot_know(setting: Setting) -> None:
    witness = import_module(f"tests.games.{setting[0]}.witness")
    game, state, steps = start(setting, 9)
    luck = new_luck(9)
    seats = range(setting[1])
    witnesses = [witness.Witness(game, s, game.view(state, s), game.events(steps, s)) for s in seats]
    while not state.over:
        seat = int(state.seat)
        if pick(luck, 4) == 0:
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            word = int(luck.word)
            lucks, minds = (new_luck(word), new_luck(word)), record.empty(game.mind, 2)
            for _ in range(3):
                deals = record.copy(state), record.copy(other)
                for deal, mind, own in zip(deals, minds, lucks, strict=True):
                    verbs.believe(deal, mind, seat, own)
                assert record.save(deals[0]) == record.save(deals[1])
                assert verbs.sound(deals[0])
                assert game.view(deals[0], seat) == game.view(state, seat)
                witnesses[seat].check(deals[0])
        steps = game.apply(state, random_action(game, state, luck))
        for one in seats:
            witnesses[one].see(game.view(state, one), game.events(steps, one))


@pytest.mark.parametrize("name", games.NAMES)
def test_redeal_is_even_over_everything_possible(name: str) -> None:
    witness = import_module(f"tests.games.{name}.witness")
    tried = 0
    for state, seat, ways in witness.small_positions():
        assert len(ways) > 1
        luck = new_luck(99)
        draws = max(4000, 25 * len(ways))
        found: Counter[Any] = Counter()
        true = witness.arrangement(state, seat)
        for _ in range(draws):
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            found[witness.arrangement(other, seat)] += 1
        assert set(found) <= set(ways), "an impossible arrangement"
        total = sum(ways.values())
        expected = {way: draws * weight / total for way, weight in ways.items()}
        statistic = sum((found[way] - expected[way]) ** 2 / expected[way] for way in ways)
        assert tail(statistic, len(ways) - 1) > 1e-4, f"uneven: {statistic:.1f} over {len(ways)} ways"
        share = expected[true]
        assert abs(found[true] - share) < 5 * share**0.5 + 5, "the true arrangement comes too often or too rarely"
        tried += 1
    assert tried >= 2


@pytest.mark.parametrize("policy", [verbs.prefer, verbs.stumble], ids=["prefer", "stumble"])
@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_quick_choices_are_legal_and_do_not_peek(setting: Setting, policy: Callable[[Any, Any], Any]) -> None:
    game, state, _ = start(setting, 3)
    luck = new_luck(3)
    while not state.over:
        other = record.copy(state)
        verbs.redeal(other, int(state.seat), luck)
        word = int(luck.word)
        before = record.save(state)
        chosen = int(policy(state, new_luck(word)))
        assert record.save(state) == before
        assert chosen == policy(other, new_luck(word))
        game.apply(state, chosen)


@pytest.mark.parametrize("name", games.NAMES)
def test_playouts_are_what_single_steps_give(name: str) -> None:
    setting = settings_of(name)[0]
    for playout in (play_randomly, play_sensibly):
        game, state, _ = start(setting, 17)
        other, luck, twin = record.copy(state), new_luck(17), new_luck(17)
        out = record.new_out()
        count = play_sensibly(state, luck) if playout is play_sensibly else play_randomly(state, luck, out)
        while not other.over:
            sensible = playout is play_sensibly
            action = verbs.prefer(other, twin) if sensible else out.actions[pick(twin, verbs.legal(other, out))]
            game.apply(other, int(action))
        assert count == other.ply
        assert record.save(state) == record.save(other)


@pytest.mark.parametrize("name", games.NAMES)
def test_actions_and_moves_mean_each_other(name: str) -> None:
    game = games.load(name)
    for action in range(game.facts.action_count):
        move = game.move_of(action)
        assert game.people.action_of(move) == action
        assert game.read_move(json.loads(msgspec.json.encode(move))) == move
    with pytest.raises(BadInput):
        game.read_move({"move": "fly"})
    with pytest.raises(BadInput):
        game.move_of(-1)


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_al_7_reveals_grow_when_chance_decides_or_the_turn_passes_on(setting: Setting) -> None:
    """Undo goes back only while `reveals` stands still, so it must move whenever the generator or the turn does."""
    game, state, _ = start(setting, 13)
    luck = new_luck(13)
    stood_still = 0
    while not state.over:
        before = record.copy(state)
        game.apply(state, random_action(game, state, luck))
        drawn = (state.counter, state.left) != (before.counter, before.left)
        if drawn or (state.seat != before.seat and not state.over):
            assert state.reveals > before.reveals
        stood_still += state.reveals == before.reveals
    assert stood_still, "some steps can be taken back"


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
def test_a_saved_position_goes_on_equally(setting: Setting) -> None:
    game, state, _ = start(setting, 11)
    luck = new_luck(11)
    twin = None
    while not state.over:
        if twin is None and pick(luck, 10) == 0:
            twin = record.load(game.record, record.save(state))
        action = random_action(game, state, luck)
        steps = game.apply(state, action)
        if twin is not None:
            assert game.apply(twin, action) == steps
            assert record.save(twin) == record.save(state)


def play_match(setting: Setting, seed: int) -> Match:
    name, players, options = setting
    game = games.load(name)
    seats = tuple(Seat(f"Seat {i}") for i in range(players))
    key = hashlib.sha256(str(seed).encode()).digest()
    match = Match(game, game.facts.read_options(options, players), seats, key, rounds=2, draw_lots=bool(seed % 2))
    luck = new_luck(seed)
    while not match.over:
        if match.state.over:
            match.next_round()
        match.apply(random_action(game, match.state, luck), len(match.actions))
    return match


@pytest.mark.parametrize("setting", CHOSEN, ids=label)
@given(seed=seeds)
@settings(max_examples=MORE, deadline=None)
def test_a_log_replays_to_identical_bytes(setting: Setting, seed: int) -> None:
    match = play_match(setting, seed)
    text = export_log(match.log())
    log = import_log(text)
    again = verify(log)
    assert record.save(again.state) == record.save(match.state)
    assert export_log(again.log()) == text
    middle = replay(log, len(log.actions) // 2)
    assert middle.actions == match.actions[: len(log.actions) // 2]


def digest(name: str) -> str:
    """A fingerprint of some rounds of a game, redeals and observations included."""
    told = hashlib.sha256()
    for setting in settings_of(name) if MORE > 1 else covering(name):
        game, state, steps = start(setting, 5)
        luck = new_luck(5)
        out = np.zeros(game.facts.observation_length, np.int8)
        told.update(repr(steps).encode())
        while not state.over:
            action = verbs.prefer(state, luck) if pick(luck, 2) else random_action(game, state, luck)
            told.update(repr(game.apply(state, int(action))).encode())
            if pick(luck, 10) == 0:
                other = record.copy(state)
                verbs.redeal(other, pick(luck, setting[1]), luck)
                told.update(record.save(other))
                verbs.observe(other, int(state.seat), out)
                told.update(out.tobytes())
            if state.ply == 20 and setting[1] == 4 and not setting[2]:  # slow in plain Python
                verbs.believe(other := record.copy(state), record.empty(game.mind)[0], int(state.seat), luck)
                told.update(record.save(other))
        told.update(record.save(state))
        told.update(repr(game.scores(state)).encode())
    return told.hexdigest()


@pytest.mark.parametrize("name", games.NAMES)
def test_compiled_and_plain_python_agree(name: str) -> None:
    code = f"from tests.test_battery import digest; print(digest({name!r}))"
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr[-2000:]
    assert plain.stdout.strip() == digest(name)
