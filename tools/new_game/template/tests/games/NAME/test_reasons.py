"""TITLE: a scene for every reason."""

from typing import Any

import pytest

from elftafel.games import load
from elftafel.games.NAME import rules
from elftafel.games.NAME.reasons import REASONS, reasons
from tests.games.NAME.witness import card, scene

SCENES = [
    (scene("r5", "b6", "g8"), "b6", {"goes_out": None}),
    (scene("r5", "b7 b9", "g8"), "b7", {"raises": 2}),
    (scene("r5", "b5 b9", "g8"), "b5", {"matches": None}),
    (scene("", "b5 b9", "g8"), "b5", {"starts_row": None}),
    (scene("r5 b6", "g6 b9", "g8", laid=1), "g6", {"same_again": None}),
    (scene("r5", "b7 g7 y7", "g8"), "b7", {"raises": 2, "can_follow": 2}),
    (scene("r5 b6", "g6 b9", "g8"), "take", {"takes_cards": 2}),
    (scene("r5 b6", "g2 b3", "g8"), "take", {"takes_cards": 2, "nothing_fits": None}),
    (scene("r5 b6", "g6 b9", "g8", laid=1), "end", {"keeps_same": 1}),
    (scene("r5 b6", "g7 b9", "g8", laid=1), "end", {"no_other": None}),
]


@pytest.mark.parametrize(("state", "move", "expected"), SCENES, ids=[f"{m}-{'-'.join(e)}" for _, m, e in SCENES])
def test_reasons(state: Any, move: str, expected: dict[str, float | None]) -> None:
    action = {"take": rules.TAKE, "end": rules.END_TURN}[move] if move in ("take", "end") else card(move)
    assert action in load("NAME").legal(state)
    assert [(reason.key, reason.value) for reason in reasons(state, action)] == list(expected.items())


def test_every_reason_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    seat = int(before.seat)
    assert ("goes_out" in told) == (bool(after.over) and not game.view(after, seat).hand.cards)
    if "takes_cards" in told:
        assert told["takes_cards"] == after.taken[seat] - before.taken[seat]
