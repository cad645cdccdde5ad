"""11! the board game: a scene for every reason."""

from typing import Any

import pytest

from elftafel.games.start11.reasons import REASONS, reasons
from elftafel.kernel.record import Record
from tests.games.start11.scenes import game, legal, move, play, scene


def after(state: Record, *moves: str) -> Any:
    play(state, *moves)
    return state


PAIR: dict[str, Any] = {"bag": "g1", "laid": 2, "fresh": "y12 y13"}
SYMBOLS: dict[str, Any] = {"bag": "g1", "symbols": True}

SCENES: list[tuple[Record, str, dict[str, float | None]]] = [
    (scene("y11", "y12", "r1", bag="g1"), "y12", {"goes_out": None}),
    (
        scene("y11 y12", "y14 j13 r1", "b1", bag="g1", laid=1, fresh="y12"),
        "y13",
        {"earns_gift": None, "earns_bonus": None, "leads_to_own": 1, "opens_for_others": 1},
    ),
    (scene("y11 y12 r13", "j13 r1", "b1", bag="g1"), "y13", {"dear_tile": 13, "opens_for_others": 1}),
    (scene("y11 y12", "j13 r1", "b1"), "y13", {"dear_tile": 13, "opens_for_others": 2}),  # no bonus from an empty bag
    (scene("y11", "y12 r1", "b1", bag="g1"), "y12", {"dear_tile": 12, "opens_for_others": 1}),
    (scene("y6", "y5 r1", "b1", bag="g1"), "y5", {"tiles_left": 1, "opens_for_others": 1}),
    (scene("y11 y19 r20", "y20 r1", "b1", bag="g2"), "y20", {"opens_nothing": None, "dear_tile": 20}),
    (
        scene("y11 y19", "y20 r20 r4", "b1", bag="g2"),
        "y20",
        {"leads_to_own": 1, "dear_tile": 20, "opens_for_others": 2},
    ),
    (scene("y11 y1", "sy r9 r8", "b1", **SYMBOLS), "y0", {"frees_tile": None, "opens_nothing": None}),
    (after(scene("y11 y1", "sy r9 r8", "b1", **SYMBOLS), "y0"), "skip", {"leaves_free_tile": None}),
    (
        scene("y11 y12 y13", "r1", "b2", **PAIR),
        "give r1",
        {"goes_out": None, "gives_away": 1, "cannot_be_laid_now": None},
    ),
    (scene("y11 y12 y13", "r1 y14", "b2", **PAIR), "give y14", {"gives_away": 14}),
    (scene("y11 y12 y13", "r1 y14", "b2", **PAIR), "end", {"declines_gift": None, "keeps_block": 1}),
    (
        scene("y11 y12 y13", "r1 y20", "b2", bag="g1", laid=3, fresh="y12 y13"),
        "end",
        {"declines_gift": None, "turn_is_full": None},
    ),
    (scene("y11", "y12 r1", "b1", bag="g1", laid=1), "end", {"keeps_block": 1}),
    (scene("y11 y19 r20", "y20 r1", "b1", bag="g2", laid=1), "end", {"leaves_fitting": 1}),
    (scene("y11", "r1 y20", "b1", bag="g2", laid=1), "end", {"nothing_fits": None}),
    (scene("y11", "r1 y20", "b1"), "pass", {"nothing_fits": None}),
]


@pytest.mark.parametrize(("state", "words", "expected"), SCENES, ids=[f"{w}-{'-'.join(e)}" for _, w, e in SCENES])
def test_reasons(state: Record, words: str, expected: Any) -> None:
    assert words in legal(state)
    found = reasons(state, game.action_of(move(words)))
    assert [(r.key, r.value) for r in found] == list(expected.items())


def test_every_key_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    seat = int(before.seat)
    assert ("goes_out" in told) == (bool(after.over) and not game.view(after, seat).hand.tiles)
    if "earns_gift" in told:
        assert after.pair or after.seat != seat or after.over
