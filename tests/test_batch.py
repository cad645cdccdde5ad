"""Batches: many rounds side by side do what one round does, on any number of threads."""

from typing import Any

import numpy as np
import pytest

from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.games.batch import Batch
from elftafel.kernel import record, verbs
from tests.settings import settings_of


def new_batch(name: str, count: int = 12, threads: int = 1) -> Batch:
    game = games.load(name)
    players = settings_of(name)[-1][1]
    batch = Batch(game, game.facts.read_options({}, players), players, count, bytes(range(32)), threads)
    batch.deal()
    return batch


@pytest.mark.parametrize("name", games.NAMES)
def test_a_batch_plays_like_single_rounds(name: str) -> None:
    batch = new_batch(name)
    game = batch.game
    mask = np.zeros((12, game.facts.action_count), np.int8)
    features = np.zeros((12, game.facts.observation_length), np.int8)
    one = np.zeros(game.facts.observation_length, np.int8)
    actions = np.zeros(12, np.int64)
    singles = [record.copy(state) for state in batch.states]
    for step in range(20_000):
        if batch.over.all():
            break
        batch.legal_mask(mask)
        batch.choose(actions, sensible=step % 2 == 0)
        if step % 16 == 0:
            batch.observe(features)
        for i, state in enumerate(singles):
            assert np.flatnonzero(mask[i]).tolist() == game.legal(state)
            assert batch.seats[i] == state.seat
            if step % 16 == 0:
                verbs.observe(state, int(state.seat), one)
                assert (features[i] == one).all()
            if not state.over:
                game.apply(state, int(actions[i]))
        batch.step(actions)
        assert all(record.save(a) == record.save(b) for a, b in zip(batch.states, singles, strict=True))
    points = np.zeros((12, batch.players), np.int32)
    batch.scores(points)
    assert points.tolist() == [game.scores(state) for state in singles]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    one, many = new_batch("elfer_raus", 30), new_batch("elfer_raus", 30, threads)
    actions = np.zeros(30, np.int64)
    while not one.over.all():
        one.choose(actions)
        one.step(actions)
        many.step(actions)
    assert one.states.tobytes() == many.states.tobytes()


def test_an_illegal_action_in_a_batch_changes_nothing() -> None:
    batch = new_batch("elfer_raus")
    actions = np.zeros(12, np.int64)
    batch.choose(actions)
    actions[7] = 80
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="ER-4"):
        batch.step(actions)
    actions[7] = 5000
    with pytest.raises(BadInput, match="actions of Elfer raus! are 0 to 80"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_every_deal_of_a_batch_is_another_one() -> None:
    batch = new_batch("elfer_raus", 8)
    seen = {bytes(state.hands.tobytes()) for state in batch.states}
    batch.deal()
    seen |= {bytes(state.hands.tobytes()) for state in batch.states}
    assert len(seen) == 16


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda b: b.step(np.zeros(3, np.int64)), "shape"),
        (lambda b: b.legal_mask(np.zeros((12, 3), np.int8)), "shape"),
        (lambda b: Batch(b.game, b.game.facts.read_options({}, 2), 2, 0), "at least 1"),
        (lambda b: Batch(b.game, b.game.facts.read_options({}, 2), 2, 5, threads=0), "at least 1"),
    ],
)
def test_bad_input_says_what_would_be_right(make: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        make(new_batch("elfer_raus"))
