"""Elfer raus!: a scene for every reason."""

from typing import Any

import pytest

from elftafel import games
from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.reasons import REASONS, reasons
from elftafel.kernel.record import Record
from tests.games.elfer_raus.test_rules import END, action, scene

SCENES: list[tuple[Record, str, dict[str, float | None]]] = [
    (scene("r11", "r12", "r10"), "r12", {"goes_out": None}),
    (scene("r11", "r12-14 b3", "r10"), "r12", {"leads_to_own": 2}),
    (scene("r11", "r12 b3", "r10 r13"), "r12", {"sheds_points": 12, "opens_row_for_others": 1}),
    (scene("r4-12", "r3 b3", "r2"), "r3", {"nearly_full": None, "opens_row_for_others": 1}),
    (scene("r5-12", "r4 b3", "r3"), "r4", {"sheds_points": 4, "opens_row_for_others": 1}),
    (scene("r11", "r12 r15", "r13 r14"), "r12", {"clears_way": 1, "opens_row_for_others": 1}),
    (scene("r11", "r12 r16 r20", "r13"), "r12", {"clears_way": 2, "opens_row_for_others": 1}),
    (scene("r11", "r12 r17 r20", "r13"), "r12", {"sheds_points": 12, "opens_row_for_others": 1}),
    (scene("r11", "r10 r8", "r9"), "r10", {"clears_way": 1, "opens_row_for_others": 1}),
    (
        scene("r1 r20", "r2 r19", "r3", opening=rules.OPEN_OUTSIDE_IN),
        "r2",
        {"sheds_points": 2, "opens_row_for_others": 1},
    ),
    (scene("r11", "y11 y12 b3", "y10"), "y11", {"leads_to_own": 1, "opens_row_for_others": 1}),
    (scene("r11-19", "r20 b3", "r10"), "r20", {"opens_nothing": None}),
    (scene("r1-9 r11-20", "r10 b3", "b4"), "r10", {"opens_nothing": None}),
    (scene("", "r11 y3", "r10", opening=rules.OPEN_TEN_TO_TWELVE), "r11", {"opens_nothing": None}),
    (
        scene("", "r10 y3", "r9", opening=rules.OPEN_TEN_TO_TWELVE),
        "r10",
        {"sheds_points": 10, "opens_row_for_others": 1},
    ),
    (scene("r11", "r12 r15", "r13", laid=1), "end", {"keeps_block": 1}),
    (scene("r11-19", "r20 b3", "r10", laid=1), "end", {"leaves_fitting": 1}),
    (scene("r11", "b3", "r12", laid=1), "end", {"nothing_fits": None}),
]


@pytest.mark.parametrize(("state", "move", "expected"), SCENES, ids=[f"{m}-{'-'.join(e)}" for _, m, e in SCENES])
def test_reasons(state: Record, move: str, expected: Any) -> None:
    chosen = END if move == "end" else action(move)
    assert chosen in games.load("elfer_raus").legal(state)
    assert [(r.key, r.value) for r in reasons(state, chosen)] == list(expected.items())


def test_every_key_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


def test_the_card_that_opens_the_round_opens_every_row() -> None:
    state = scene("", "r5 y5 b9", "g5", opening=rules.OPEN_DRAWN)
    state.ply = 0
    assert [(r.key, r.value) for r in reasons(state, action("r5"))] == [
        ("sheds_points", 5),
        ("opens_row_for_others", 4),
    ]


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    hand = game.view(after, int(before.seat)).hand
    assert ("goes_out" in told) == (bool(after.over) and not hand.cards)
