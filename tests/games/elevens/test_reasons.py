"""11 Elevens: a scene for every reason."""

from typing import Any

import pytest

from elftafel.games import load
from elftafel.games.elevens.reasons import REASONS, reasons
from elftafel.games.elevens.rules import END_TURN, LAY_JOKER, PASS, SWAP, TAKE, THROW_JOKER
from elftafel.kernel.record import Record
from tests.games.elevens.witness import place, scene

SCENES: list[tuple[Record, int, dict[str, float | None]]] = [
    (scene("r12", "b2", stock="g2"), place("r12"), {"goes_out": None}),
    (scene("j", "b2", stock="g2"), LAY_JOKER + place("r12"), {"goes_out": None}),
    (scene("j", "b2", stock="g2"), THROW_JOKER, {"goes_out": None, "sheds_joker": None}),
    (scene("j b3", "b2", stock="g2"), THROW_JOKER, {"sheds_joker": None}),
    (scene("r21 b3", "b2", rows="r12-20", stock="g2"), place("r21"), {"completes_side": None}),
    (scene("r1 b3", "b2", rows="r2-10", stock="g2"), place("r1"), {"completes_side": None}),
    (scene("r21 b3", "b2", rows="r12-20", stock="g2", bonus_left=0), place("r21"), {"opens_nothing": None}),
    (scene("r12-14 b3", "b2", stock="g2"), place("r12"), {"leads_to_own": 2}),
    (scene("r12 b3", "b2", stock="g2"), place("r12"), {"sheds_points": 12, "opens_for_others": 1}),
    (scene("r12 r15 r16 b3", "b2", stock="g2"), place("r12"), {"clears_way": 2, "opens_for_others": 1}),
    (scene("j b3", "b2", stock="g2"), LAY_JOKER + place("r12"), {"sheds_joker": None, "opens_for_others": 1}),
    (
        scene("y5 b3", "b2", rows="r5", stock="g2", bridges=2),
        place("y5"),
        {"sheds_points": 5, "uses_bridge": None, "opens_for_others": 2},
    ),
    (scene("r12 b3", "b2", jokers="r12", stock="g2"), SWAP + place("r12"), {"swaps_joker": None}),
    (scene("r12 b3", "b2", stock="g2"), TAKE, {"keeps_block": 1, "takes_card": None}),
    (scene("r21 b3", "b2", rows="r12-20", stock="g2"), TAKE, {"leaves_fitting": 1, "takes_card": None}),
    (scene("b3", "b2", stock="g2"), TAKE, {"nothing_fits": None, "takes_card": None}),
    (scene("r12 b3", "b2", stock="g2", laid=1), END_TURN, {"keeps_block": 1}),
    (scene("r12 b3", "b2", stock="g2", laid=4), END_TURN, {"turn_is_full": None}),
    (scene("b3", "b2"), PASS, {"nothing_fits": None}),
]


@pytest.mark.parametrize(("state", "action", "expected"), SCENES, ids=[f"{a}-{'-'.join(e)}" for _, a, e in SCENES])
def test_reasons(state: Record, action: Any, expected: Any) -> None:
    assert action in load("elevens").legal(state)
    assert [(r.key, r.value) for r in reasons(state, action)] == list(expected.items())


def test_every_key_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    seat = int(before.seat)
    hand = game.view(after, seat).hand
    assert ("goes_out" in told) == (bool(after.over) and not hand.cards and not hand.jokers)
    if "goes_out" not in told:
        assert ("completes_side" in told) == (after.bonuses[seat] > before.bonuses[seat])
        assert ("uses_bridge" in told) == (after.bridges[seat] < before.bridges[seat])
