"""11 nimmt!: a scene for every reason."""

from typing import Any

import pytest

from elftafel import games
from elftafel.games.nimmt11.reasons import REASONS, reasons
from elftafel.kernel.record import Record
from tests.games.nimmt11.test_rules import act, legal, scene


def choosing() -> Any:
    state = scene(["30"], "90", "5", "6 7", bulls=(0, 5, 5))
    state.choosing = 1
    return state


def laid(state: Record, *moves: str) -> Any:
    for text in moves:
        games.load("nimmt11").apply(state, act(text))
    return state


RUN = (["30"], "32 36 39 60", "50")

SCENES: list[tuple[Record, str, dict[str, float | None]]] = [
    (scene(["30"], "31", "50"), "31 on 30", {"goes_out": None}),
    (scene(["30"], "33 36 60", "50"), "33 on 30", {"leads_to_own": 1, "sheds_heads": 7}),
    (scene(["95"], "99 6 60", "50"), "99 on 95", {"leads_to_own": 1}),
    (scene(["30"], "31 33 60", "50"), "33 on 30", {"sheds_heads": 7}),
    (scene(["30"], "34 60", "50"), "34 on 30", {"cards_left": 1}),
    (scene(*RUN, bulls=(1,)), "32 on 30", {"continues_run": 2}),
    (scene(*RUN, bulls=(1,)), "36 on 30", {"continues_run": 1, "skips_own": 1}),
    (laid(scene(*RUN, bulls=(1,)), "32 on 30"), "end", {"keeps_cards": 2}),
    (laid(scene(*RUN, bulls=(1,)), "39 on 30"), "end", {"nothing_fits": None}),
    (laid(scene(["10", "12"], "11 15 60", "50", bulls=(2,)), "11 on 10"), "end", {"keeps_cards": 1}),  # on two piles
    (
        scene(["30 31 32", "50"], "90", "5", stock="1"),
        "take 32",
        {"takes_bull": None, "heads_taken": 5},
    ),
    (
        scene(["30 31 32", "50"], "90", "5", stock="1"),
        "take 50",
        {"cheap_pile": None, "heads_taken": 1},
    ),
    (scene(["30 31 32", "50"], "33", "5", stock="1"), "take 50", {"cheap_pile": None, "heads_taken": 1}),
    # alone with the most, and no bull in the supply: a pile brings none (EN-R4)
    (scene(["30 31 32", "50"], "33", "5", stock="1", bulls=(6, 4)), "take 32", {"heads_taken": 5}),
    (choosing(), "bull of 1", {"owner_is_closest": 1}),
    (choosing(), "bull of 2", {"owner_has_cards": 2}),
]


@pytest.mark.parametrize(("state", "text", "expected"), SCENES, ids=[f"{t}-{'-'.join(e)}" for _, t, e in SCENES])
def test_reasons(state: Record, text: str, expected: Any) -> None:
    assert text in legal(games.load("nimmt11"), state)
    assert [(r.key, r.value) for r in reasons(state, act(text))] == list(expected.items())


def test_every_key_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    seat = int(before.seat)
    assert ("goes_out" in told) == (bool(after.over) and not game.view(after, seat).hand.cards)
    if "heads_taken" in told:
        heads = [sum(int(s.heads[c]) for c in game.view(s, seat).hand.cards) for s in (before, after)]
        assert told["heads_taken"] == heads[1] - heads[0]
        assert ("takes_bull" in told) == (after.bulls[seat] > before.bulls[seat] or bool(after.choosing))
