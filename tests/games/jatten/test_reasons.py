"""Jatten: a scene for every reason, and the odds of a bust counted out."""

from itertools import combinations
from math import comb
from typing import Any

import pytest

from elftafel.games import load
from elftafel.games.jatten import rules, table
from elftafel.games.jatten.odds import bust_odds
from elftafel.games.jatten.reasons import REASONS, reasons
from elftafel.games.jatten.table import Discard, DrawAgain, Keep, Look, NoSwap, NoTheft, Play, Rob, RobPile, Steal, Stop
from elftafel.games.messages import Move
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.kernel.record import Record
from tests.games.jatten.witness import kind, scene, small_positions

ODDS, SAFE = "odds", "safe"  # stand for the chance of a bust, which other tests count out, and of none


def card(text: str) -> Any:
    return table.card_of(kind(text))


def swap(text: str) -> Any:
    return table.Swap(card(text), card(text))


def knowing_a_two() -> Any:
    """Seat 0 saw a 2 go back to seat 1."""
    state = scene("1", "2 7", "4 5", collections=("2", "", ""), phase=rules.ROB)
    state.known[1, kind("2"), 0] = 1
    state.unknown[1, 0] = 1
    state.unseen[kind("2"), 0] -= 1
    return state


FIVE, SIX = "3 3 3 3 3", "3 3 3 3 3 3"
ROB: dict[str, Any] = {"phase": rules.ROB}
AGAIN: dict[str, Any] = {"phase": rules.AGAIN, "victim": 1, "middle": "2"}
ONLY_CROOK: dict[str, Any] = {"phase": rules.AGAIN, "victim": 1}  # lies in the middle, and nobody has a collection
REFILL: dict[str, Any] = {"phase": rules.REFILL, "victim": 1}

SCENES: list[tuple[Record, Move, dict[str, float | str | None]]] = [
    (scene("3 5", "2", collections=("3 3", "6")), Play(card("3")), {"largest_set": 3}),
    (scene("3 5", "2", collections=("3 3", "6")), Play(card("5")), {"starts_set": None}),
    (scene("3 5", "2", collections=("3 3 3 5", "6")), Play(card("5")), {"set_grows": 2}),
    (scene("3 5", "2", collections=(FIVE, "6")), Play(card("3")), {"makes_six": 6}),
    (scene("1", "2 7", "4 5 6", collections=("2", "3 3", ""), **ROB), Rob(1), {"has_largest_set": 2}),
    (scene("1", "2 7", "4 5 6", collections=("2", "3 3", ""), **ROB), Rob(2), {"most_cards": 4}),
    (knowing_a_two(), Rob(1), {"known_to_hold": 1}),
    (scene("1", "2 7", "4 5", **ROB), Rob(1), {"cards_there": 3}),
    (scene("1", "2 7", **ROB), RobPile(), {"no_crook_there": None}),
    (scene("1", "2 7", "6", **AGAIN), DrawAgain(), {"safe_odds": SAFE, "at_stake": 1}),
    (scene("1", "5 7", "6", pile="1 3", **AGAIN), DrawAgain(), {"cannot_bust": None}),
    (scene("1", "5 7", "6", pile="1 3", **AGAIN), Stop(), {"keeps_what_is_drawn": 1}),
    (scene("1", "2 7", "6", **AGAIN), Stop(), {"keeps_what_is_drawn": 1, "avoids_bust": ODDS}),
    (
        scene("1", "5 7", "6", collections=("2 2 2 2 2", "3", ""), pile="1", crook_out=True, **AGAIN),
        Stop(),
        {"makes_six": 6, "keeps_what_is_drawn": 1, "crook_steals": None},
    ),
    (scene("1", "5 7", "6", pile="1", crook_out=True, **ONLY_CROOK), Stop(), {"keeps_sets": None}),
    (scene("1", "5 7", "6", pile="1", crook_out=True, **ONLY_CROOK), DrawAgain(), {"cannot_bust": None}),
    (scene("1", "2 7 5", "6", phase=rules.LOOK, victim=1), Look(1), {"sees_next_draws": None, "sees_hand": 3}),
    (scene("1", "2 7 5", "6", phase=rules.LOOK, victim=1), Look(2), {"sees_hand": 1}),
    (scene("1", "2", collections=("3 3 3 5 5", ""), phase=rules.SWAP, victim=1), swap("5"), {"three_for_two": None}),
    (
        scene("1", "2", collections=("3 3 3 5 5", ""), phase=rules.SWAP, victim=1),
        swap("3"),
        {"three_for_two": None, "breaks_set": 3},
    ),
    (scene("1", "2", collections=("3 3", ""), phase=rules.SWAP, victim=1), NoSwap(), {"keeps_sets": None}),
    (
        scene("1", "2", collections=("3 3", "3 3 5"), phase=rules.THEFT, victim=1),
        Steal(card("3")),
        {"largest_set": 3, "breaks_theirs": 2},
    ),
    (scene("1", "2", collections=("3 3", "3 3 5"), phase=rules.THEFT, victim=1), NoTheft(), {"keeps_sets": None}),
    (scene("1", "2", collections=("3 3 5", ""), **REFILL), Discard(5), {"gives_up_set": 1, "fills_hand": 6}),
    (scene("1", "2", collections=("3 3 5", ""), **REFILL), Discard(3), {"breaks_set": 2, "fills_hand": 6}),
    (scene("1", "2", collections=("3 3 5", ""), **REFILL), Keep(), {"keeps_sets": None}),
    (scene("1", "2", collections=(SIX, ""), **REFILL), Keep(), {"wins_now": None}),
    (
        scene("1", "2", collections=(SIX + " 5", ""), **REFILL),
        Discard(5),
        {"wins_now": None, "gives_up_set": 1, "fills_hand": 6},
    ),
]


@pytest.mark.parametrize(
    ("state", "move", "expected"), SCENES, ids=[f"{n}-{'-'.join(s[2])}" for n, s in enumerate(SCENES)]
)
def test_reasons(state: Record, move: Move, expected: Any) -> None:
    action = load("jatten").action_of(move)
    assert action in load("jatten").legal(state)
    found = [(r.key, r.value) for r in reasons(state, action)]
    chances = {ODDS: bust_odds(state), SAFE: 1 - bust_odds(state)}
    assert found == [(key, chances.get(value, value)) for key, value in expected.items()]


def test_every_key_has_a_scene() -> None:
    assert {key for _, _, expected in SCENES for key in expected} == set(REASONS)


@pytest.mark.parametrize("crook_out", [False, True])
def test_the_odds_of_a_bust_are_counted_out(crook_out: Any) -> None:
    """Seat 1 holds three of nine unseen cards, three of them a 2 or a 7; the crook is one more card to draw."""
    hands = ("1 2", "2 7 5", "6 4")
    state = scene(*hands, middle="2 7", pile="2 3 1 6", phase=rules.AGAIN, victim=1, crook_out=crook_out)
    unseen = [2, 7, 5, 6, 4, 2, 3, 1, 6]
    busts = sum(unseen[i] in (2, 7) for three in combinations(range(9), 3) for i in three)
    assert bust_odds(state) == pytest.approx(busts / (comb(9, 3) * (3 if crook_out else 4)))


def test_cards_that_went_back_openly_count_as_there() -> None:
    state = knowing_a_two()
    state.phase, state.victim, state.middle = rules.AGAIN, 1, 1 << kind("2")
    # one card is a 2; the other is one of 7 4 5 and the pile, in which there is one 2 more
    assert bust_odds(state) == pytest.approx((1 + 1 / 10) / 3)


def test_the_odds_of_a_bust_from_the_pile() -> None:
    state = scene("1 2", "2 7", middle="2", pile="2 3 1 6", phase=rules.AGAIN, victim=rules.PILE)
    assert bust_odds(state) == pytest.approx(2 / 6)


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("position", range(3))
def test_the_odds_agree_with_every_arrangement_that_a_seat_must_hold_possible(position: Any, number: int) -> None:
    """Also after busts, an eye, and when the pile was renewed and cards have ages."""
    state, seat, ways = list(small_positions())[position]
    state.seat, state.phase, state.over, state.crook_out = seat, rules.AGAIN, 0, 0
    state.middle = 1 << 4 * number
    for victim in (1, 2, rules.PILE):
        state.victim = victim
        busts = 0.0
        for (hands, pile), count in ways.items():
            cards = pile if victim == rules.PILE else hands[victim - 1]
            drawn_from = sum(cards) + (victim != rules.PILE)
            busts += count * sum(cards[4 * number : 4 * number + 4]) / drawn_from
        assert bust_odds(state) == pytest.approx(busts / sum(ways.values()))


@pytest.mark.skipif(PLAIN, reason="many draws")
def test_the_odds_agree_with_redeals() -> None:
    for state, seat, _ in small_positions():
        state.seat, state.victim, state.middle, state.crook_out = seat, 1, 1 << kind("6") | 1 << kind("4"), 0
        luck, draws, busts = new_luck(5), 800, 0
        size = int(state.hand_sizes[1]) + 1
        for _ in range(draws):
            other = record.copy(state)
            verbs.redeal(other, seat, luck)
            busts += sum(int(n) for k, n in enumerate(other.hands[1]) if k >> 2 in (3, 5))
        assert abs(busts / draws / size - bust_odds(state)) < 5 * 0.5 / draws**0.5


def check_reasons(game: Any, before: Any, after: Any, told: dict[str, float | None]) -> None:
    """What can be seen by carrying an action out is as its reasons say; tests/test_hints.py calls this."""
    assert ("wins_now" in told) == (after.over and after.winner == before.seat)
    if "safe_odds" in told:
        assert 0 <= (told["safe_odds"] or 0) < 1
