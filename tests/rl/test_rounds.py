"""The fast path: a step of many rounds is what single steps give, in every form, on any number of threads."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.kernel import record, steps, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.rl.rounds import Rounds, new_arrays, unpack, unpack_mask
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms

COUNT = 6
FIRST = games.NAMES[0]  # what does not depend on the game is tested with one that compiles quickly


def any_actions(rounds: Rounds, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action in each round; 0 where none is legal."""
    mask = unpack_mask(rounds.terms.game.facts, rounds.mask) if rounds.packed else rounds.mask
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask], np.int64)


def tables_of(terms: Terms, seed: int) -> list[EpisodeTable]:
    tables = [EpisodeTable(terms) for _ in range(COUNT)]
    for i, table in enumerate(tables):
        table.begin(seed + i)
    return tables


@pytest.mark.parametrize("name", games.NAMES)
def test_a_step_of_all_is_what_single_steps_give(name: str) -> None:
    terms = Terms.of(name, reward="mixed")
    rounds = Rounds(terms, COUNT, seed=5, arrays=new_arrays(terms, COUNT, last=True))
    tables, rng, ended = tables_of(terms, 5), np.random.default_rng(5), 0
    while ended < 3:
        for i, table in enumerate(tables):
            assert rounds.seats[i] == table.seat
            assert (rounds.mask[i] == table.mask(table.seat)).all()
            assert (rounds.features[i] == table.observe(table.seat)).all()
        actions = any_actions(rounds, rng)
        rounds.step(actions)
        for i, table in enumerate(tables):
            table.play(int(actions[i]))
            assert rounds.rewards[i] == pytest.approx(table.rewards)
            assert rounds.ended[i] == table.over
            if table.over:
                assert rounds.arrays.last is not None
                for seat in range(terms.players):
                    assert (rounds.arrays.last[i, seat] == table.observe(seat)).all()
                assert table.rewards.sum() == pytest.approx(0, abs=1e-5)
                table.begin()
                ended += 1


@pytest.mark.parametrize("name", games.NAMES)
def test_packed_rows_hold_the_same(name: str) -> None:
    facts = games.facts(name)
    game = games.load(name)
    low, high = facts.players
    words, row = np.zeros(facts.packed_words, np.uint64), np.zeros(facts.observation_length, np.int8)
    at = facts.offsets._asdict()
    bits = [at[feature.name.replace(" ", "_")] for feature in facts.observation if feature.bits]
    luck = new_luck(3)
    for players in (low, high):
        state, _ = game.new_round(facts.read_options({}, players), players, 0, bytes(range(32)), 0)
        while not state.over:
            for seat in {int(state.seat), int(state.ply) % players}:
                words[:] = 0
                verbs.observe(state, seat, words)
                verbs.observe(state, seat, row)
                assert (unpack(facts, words.view(np.uint8)) == row).all()
                assert ((row[bits] >= 0) & (row[bits] <= 1)).all()
            game.apply(state, verbs.prefer(state, luck))


@pytest.mark.skipif(PLAIN, reason="shares are counted by machine code")
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_bits_and_threads_change_nothing(threads: int) -> None:
    terms = Terms.of(FIRST)
    count = 3 * steps.SHARE + 1
    plain, packed = Rounds(terms, count, seed=1), Rounds(terms, count, seed=1, packed=True, threads=threads)
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = any_actions(plain, rng)
        plain.step(actions)
        packed.step(actions)
        assert (unpack_mask(terms.game.facts, packed.mask) == plain.mask).all()
        assert (unpack(terms.game.facts, packed.features) == plain.features).all()
        for name in ("seats", "rewards", "ended"):
            assert (getattr(packed, name) == getattr(plain, name)).all()
    assert plain.dealt.tolist() == packed.dealt.tolist()


@pytest.mark.parametrize("at_end", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("episode", ["round", "match"])
def test_what_happens_to_an_episode_that_has_ended(at_end: str, episode: str) -> None:
    terms = Terms.of(FIRST, players=2, episode=episode)
    rounds = Rounds(terms, COUNT, seed=9, at_end=at_end, arrays=new_arrays(terms, COUNT, last=True))
    tables, rng, seen = tables_of(terms, 9), np.random.default_rng(9), 0
    while seen < 4:
        running = [not table.over for table in tables]
        actions = any_actions(rounds, rng)
        rounds.step(actions)
        for i, table in enumerate(tables):
            if running[i]:
                table.play(int(actions[i]))
            elif at_end == "next_step":
                table.begin()
            if table.over and at_end == "same_step":
                assert rounds.arrays.last is not None
                assert (rounds.arrays.last[i, 1] == table.observe(1)).all()
                seen += 1
                assert rounds.ended[i]
                assert rounds.rewards[i] == pytest.approx(table.rewards)
                table.begin()
            else:
                assert rounds.ended[i] == (table.over and running[i])
                seen += int(rounds.ended[i])
            assert (rounds.features[i] == table.observe(table.seat)).all()
            assert (rounds.mask[i] == table.mask(table.seat)).all()
        if at_end == "disabled" and all(table.over for table in tables):
            rounds.reset()
            for table in tables:
                table.begin()


def test_a_reset_of_some_leaves_the_others() -> None:
    rounds = Rounds(Terms.of(FIRST), 4, seed=1)
    rounds.step(any_actions(rounds, np.random.default_rng(1)))
    before = [record.save(state) for state in rounds.states]
    rounds.reset(which=np.array([False, True, False, False]))
    same = [old == record.save(state) for old, state in zip(before, rounds.states, strict=True)]
    assert same == [True, False, True, True]
    assert rounds.dealt.tolist() == [1, 2, 1, 1]
    again = Rounds(Terms.of(FIRST), 4, seed=1)
    rounds.reset(1)
    assert (again.features == rounds.features).all()


def test_seats_that_are_not_at_turn_can_be_observed() -> None:
    terms = Terms.of(FIRST)
    rounds, tables = Rounds(terms, COUNT, seed=2), tables_of(terms, 2)
    for seat in range(terms.players):
        assert (rounds.observe(seat) == [table.observe(seat) for table in tables]).all()
    packed = Rounds(terms, COUNT, seed=2, packed=True)
    assert (unpack(terms.game.facts, packed.observe(1)) == rounds.observe(1)).all()


def test_the_callers_own_arrays_are_written() -> None:
    terms = Terms.of(FIRST)
    arrays = new_arrays(terms, COUNT)
    rounds = Rounds(terms, COUNT, arrays=arrays)
    features = arrays.features
    rounds.step(any_actions(rounds, np.random.default_rng(1)))
    assert rounds.features is features
    assert features.any()


def test_an_illegal_action_says_where_and_changes_nothing() -> None:
    rounds = Rounds(Terms.of(FIRST), COUNT)
    actions = any_actions(rounds, np.random.default_rng(1))
    before = rounds.states.tobytes()
    actions[3] = games.facts(FIRST).action_count - 1
    with pytest.raises(IllegalMove, match=r"actions\[3\] = 80, .* is not allowed: ER-4"):
        rounds.step(actions)
    for wrong in (-1, 5000):
        actions[3] = wrong
        with pytest.raises(BadInput, match=rf"actions\[3\] is {wrong}: actions of .* are 0 to 80"):
            rounds.step(actions)
    assert rounds.states.tobytes() == before


def with_arrays(**wrong: Any) -> Callable[[], Any]:
    def make() -> Rounds:
        terms = Terms.of(FIRST)
        arrays = new_arrays(terms, 2)
        for name, array in wrong.items():
            setattr(arrays, name, array)
        return Rounds(terms, 2, arrays=arrays)

    return make


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Terms.of("chess"), "game is 'chess': the games are"),
        (lambda: Terms.of(FIRST, players=9), "players is 9"),
        (lambda: Terms.of(FIRST, options={"opening": "x"}), "options"),
        (lambda: Terms.of(FIRST, reward="money"), "reward is 'money': one of win, points, mixed"),
        (lambda: Terms.of(FIRST, episode="day"), "episode is 'day': one of round, match"),
        (lambda: Terms.of(FIRST, rounds=3), "rounds is 3"),
        (lambda: Rounds(Terms.of(FIRST), 0), "count is 0"),
        (lambda: Rounds(Terms.of(FIRST), 2, threads=0), "threads is 0"),
        (lambda: Rounds(Terms.of(FIRST), 2, at_end="never"), "at_end is 'never': one of same_step"),
        (lambda: Rounds(Terms.of(FIRST), 2, seed=-1), "seed is -1"),
        (lambda: Rounds(Terms.of(FIRST), 2).reset([1, 2, 3]), "seed is 3: one number, or 2 of them"),
        (lambda: Rounds(Terms.of(FIRST), 2).reset(which=np.ones(3, np.bool_)), "which is"),
        (lambda: Rounds(Terms.of(FIRST), 2).step([1, 2, 3]), r"actions is 'int64\(3,\)': 2 whole numbers"),
        (lambda: Rounds(Terms.of(FIRST), 2).step(np.zeros(2)), "whole numbers"),
        (lambda: Rounds(Terms.of(FIRST), 2).observe(4), "the seats are 0 to 3"),
        (with_arrays(features=np.zeros((2, 3), np.int8)), r"features is 'int8\(2, 3\)': an array int8\(2, 657\)"),
        (with_arrays(mask=np.zeros((2, 81), np.float32)), "mask is 'float32"),
        (with_arrays(seats=[0, 0]), "seats is 'list'"),
        (with_arrays(rewards=np.zeros((4, 2), np.float32).T), "it must be contiguous"),
    ],
)
def test_bad_input_says_what_would_be_right(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        make()
