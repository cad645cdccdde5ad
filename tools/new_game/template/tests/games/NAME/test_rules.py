"""TITLE: a test for every rule and ruling (docs/rules/NAME.md). Positions are written down."""

from typing import Any

import pytest

from elftafel.errors import IllegalMove
from elftafel.games import load
from elftafel.games.messages import Card
from elftafel.games.NAME import rules
from elftafel.games.NAME.table import EndTurn, Laid, Lay, RoundEnded, TakeRow, Took, TurnEnded, card_of
from tests.games.NAME.witness import card, cards, scene

GAME = load("NAME")
SEED = bytes(range(32))


def lay(word: str) -> Lay:
    return Lay(card_of(card(word)))


def play(state: Any, *moves: Any) -> list[Any]:
    """Carry moves out; returns the events that everybody sees."""
    events: list[Any] = []
    for move in moves:
        events += GAME.events(GAME.apply(state, GAME.action_of(move)), None)
    return events


def why_not(state: Any, move: Any) -> str | None:
    return GAME.why_not(state, int(state.seat), move)


@pytest.mark.parametrize("players", range(2, 7))
def test_PREFIX_1_everyone_gets_seven_cards_and_one_starts_the_row(players: int) -> None:
    state, _ = GAME.new_round(GAME.facts.read_options({}, players), players, 1, SEED, 0)
    table = GAME.view(state, None).table
    assert table.hand_sizes == (7,) * players
    assert table.row == (table.top,)
    assert table.rest == 48 - 7 * players - 1
    assert rules.sound(state)


def test_PREFIX_1_only_cards_from_the_own_hand() -> None:
    state = scene("r5", "b6 b7", "g8 g9")
    assert why_not(state, lay("g8")) == "PREFIX-1"
    assert why_not(state, Lay(Card(card_of(0).colour, 13))) == "PREFIX-1"
    with pytest.raises(IllegalMove, match="PREFIX-1"):
        play(state, lay("g8"))


def test_PREFIX_2_the_starter_begins_and_play_goes_to_the_left() -> None:
    state, _ = GAME.new_round(GAME.facts.read_options({}, 3), 3, 2, SEED, 0)
    assert state.seat == 2
    state = scene("r5", "b6 b7", "g8 g9", "y1 y2")
    assert play(state, lay("b6"), EndTurn()) == [Laid(seat=0, card=card_of(card("b6"))), TurnEnded(seat=0)]
    assert state.seat == 1
    assert GAME.next_starter(2, [0, 0, 0]) == 0


def test_PREFIX_3_a_card_is_at_least_as_high_as_the_top_card() -> None:
    state = scene("r5", "b4 b5 b6", "g8 g9")
    assert GAME.legal(state) == [card("b5"), card("b6"), rules.TAKE]
    assert why_not(state, lay("b4")) == "PREFIX-3"
    assert why_not(state, EndTurn()) == "PREFIX-3"
    play(state, lay("b6"))
    assert state.top == card("b6")


def test_PREFIX_4_more_cards_of_the_same_number_may_follow() -> None:
    state = scene("r5", "b6 g6 b7", "g8 g9")
    play(state, lay("b6"))
    assert GAME.legal(state) == [card("g6"), rules.END_TURN]
    assert why_not(state, lay("b7")) == "PREFIX-4"
    play(state, lay("g6"))
    assert GAME.legal(state) == [rules.END_TURN]


def test_PREFIX_5_the_row_counts_against_its_taker_who_starts_a_new_one() -> None:
    state = scene("r2 y6 b12", "g3 g4", "g8 g9")
    assert GAME.legal(state) == [rules.TAKE]
    assert play(state, TakeRow()) == [Took(seat=0, cards=3)]
    table = GAME.view(state, 0).table
    assert (table.row, table.top, table.taken) == ((), None, (3, 0))
    assert state.gone & cards("r2 y6 b12") == cards("r2 y6 b12")
    assert GAME.legal(state) == [card("g3"), card("g4")]


def test_PREFIX_5_a_row_may_be_taken_before_the_first_card_only() -> None:
    state = scene("r5", "b6 b7", "g8 g9")
    assert rules.TAKE in GAME.legal(state)
    play(state, lay("b6"))
    assert why_not(state, TakeRow()) == "PREFIX-5"


def test_PREFIX_6_the_last_card_ends_the_round() -> None:
    state = scene("r5", "b6", "g8 g9")
    assert play(state, lay("b6")) == [Laid(seat=0, card=card_of(card("b6"))), RoundEnded(seat=0)]
    assert state.over
    assert why_not(state, EndTurn()) == "PREFIX-6"


def test_PREFIX_7_minus_points_for_cards_held_and_taken() -> None:
    state = scene("r5", "b6", "g8 g9", "y1")
    state.taken[0], state.taken[1] = 4, 3
    play(state, lay("b6"))
    assert GAME.scores(state) == [-4, -5, -1]


def test_PREFIX_o1_only_a_higher_number_fits() -> None:
    state = scene("r5", "b5 b6 g6", "g8 g9", higher=True)
    assert why_not(state, lay("b5")) == "PREFIX-O1"
    play(state, lay("b6"))
    assert why_not(state, lay("g6")) is None, "the same number may still follow"
    options = GAME.facts.read_options({"higher": True}, 2)
    assert GAME.view(GAME.new_round(options, 2, 0, SEED, 0)[0], None).table.higher


def test_PREFIX_r1_after_taking_a_card_must_be_laid() -> None:
    state = scene("r5", "b6 b7", "g8 g9")
    play(state, TakeRow())
    assert why_not(state, EndTurn()) == "PREFIX-R1"
    assert why_not(state, TakeRow()) == "PREFIX-R1"
