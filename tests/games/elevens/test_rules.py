"""11 Elevens: every rule, option and ruling, on positions written by hand."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from elftafel.bots.bot import Bot
from elftafel.errors import IllegalMove
from elftafel.games import load
from elftafel.games.elevens import rules
from elftafel.games.elevens.facts import Options
from elftafel.games.elevens.rules import END_TURN, LAY_JOKER, PASS, SWAP, TAKE, THROW_JOKER
from elftafel.games.elevens.table import (
    BonusWon,
    Bridged,
    EndTurn,
    JokerLaid,
    Laid,
    Lay,
    LayJoker,
    Pass,
    RoundEnded,
    Side,
    Swap,
    Take,
    ThrowJoker,
    Took,
)
from elftafel.games.messages import COLOURS, Card, Colour
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record
from tests.conftest import MORE
from tests.evenness import p_value
from tests.games.elevens.witness import Witness, arrangement, card, place, scene, small_positions, words

GAME = load("elevens")


def lay(text: str) -> int:
    return place(text)


def joker(text: str) -> int:
    return LAY_JOKER + place(text)


def swap(text: str) -> int:
    return SWAP + place(text)


def play(state: Record, *actions: int) -> list[object]:
    """Carry the actions out; returns the events as a spectator sees them."""
    return [event for action in actions for event in GAME.events(GAME.apply(state, action), None)]


def refused(state: Record, action: int) -> str:
    """The rule by which an action is refused."""
    before = record.save(state)
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, action)
    assert record.save(state) == before
    return caught.value.rule


def new_round(players: int, simple: bool = False, number: int = 0) -> Record:
    return GAME.new_round(Options(simple=simple), players, 1, bytes(range(32)), number)[0]


# Rules


def test_ee_1_the_elevens_lie_out_and_the_outer_rows_are_no_neighbours() -> None:
    state = new_round(4)
    assert state.rows.tolist() == [1 << 11] * 4
    assert [row.colour for row in GAME.view(state, None).table.rows] == list(COLOURS)
    state = scene("y5 g5 b5", "r1", rows="r5", stock="r2", bridges=4)
    assert GAME.legal(state) == [lay("y5"), TAKE]  # blue is not beside red
    state = scene("r5 y5 g5", "r1", rows="b5", stock="r2", bridges=4)
    assert GAME.legal(state) == [lay("g5"), TAKE]


def test_ee_1_a_row_does_not_wrap_around() -> None:
    state = scene("r21 y1 b1", "r2", rows="r1-10 y12-21 g20-21", stock="r3")
    assert GAME.legal(state) == [TAKE]


@pytest.mark.parametrize(("players", "bridges", "hand"), [(2, 4, 20), (3, 4, 20), (4, 3, 15), (5, 3, 12), (6, 2, 12)])
def test_ee_2_bridges_and_hands_are_dealt_by_the_number_of_players(players: int, bridges: Any, hand: int) -> None:
    state = new_round(players)
    table = GAME.view(state, None).table
    assert table.hand_sizes == (hand,) * players
    assert table.bridges == (bridges,) * players
    assert table.stock == 84 - hand * players
    assert table.turn == 1
    assert int(state.jokers.sum()) + int(state.stock_jokers) == 4
    for colour in range(4):
        piles = [int(state.stock[colour]), *(int(state.hands[seat, colour]) for seat in range(players))]
        assert sum(piles) == rules.NUMBERS - rules.ELEVEN  # each card once, the 11s in none


def test_ee_3_one_to_four_cards_and_then_the_next_seat() -> None:
    state = scene("r12-16 y12", "b2", stock="g2")
    play(state, lay("r12"))
    assert END_TURN in GAME.legal(state)
    play(state, lay("r13"), lay("r14"), lay("r15"))
    assert GAME.legal(state) == [END_TURN]
    assert refused(state, lay("r16")) == "EE-3"
    assert refused(state, lay("y12")) == "EE-3"
    play(state, END_TURN)
    assert (state.seat, state.laid) == (1, 0)


def test_ee_3_a_card_taken_ends_the_turn() -> None:
    state = scene("r2", "b2", stock="g12")
    steps = GAME.apply(state, TAKE)
    assert state.seat == 1
    hand = GAME.view(state, 0).hand
    assert hand is not None
    assert hand.cards == (card("r2"), card("g12"))
    assert GAME.events(steps, 0) == [Took(seat=0, card=card("g12"), joker=False)]
    assert GAME.events(steps, 1) == GAME.events(steps, None) == [Took(seat=0, card=None, joker=False)]


def test_ee_3_laying_and_taking_do_not_go_together() -> None:
    state = scene("r12 r2", "b2", stock="g2")
    play(state, lay("r12"))
    assert refused(state, TAKE) == "EE-3"
    assert refused(scene("r2", "b2", stock="g2"), lay("b2")) == "EE-3"  # not from the own hand
    assert refused(scene("r2", "b2", stock="g2"), END_TURN) == "EE-3"


def test_ee_3_only_its_owner_sees_a_joker_taken() -> None:
    steps = GAME.apply(scene("r2", "b2", stock="j"), TAKE)
    assert GAME.events(steps, 0) == [Took(seat=0, card=None, joker=True)]
    assert GAME.events(steps, 1) == [Took(seat=0, card=None, joker=False)]


def test_ee_4_laying_is_voluntary_while_the_stock_lasts() -> None:
    assert GAME.legal(scene("r12", "b2", stock="g2")) == [lay("r12"), TAKE]


def test_ee_4_with_an_empty_stock_a_card_that_fits_must_be_laid() -> None:
    state = scene("r12 r2", "b2")
    assert GAME.legal(state) == [lay("r12")]
    assert refused(state, PASS) == "EE-4"
    assert refused(state, TAKE) == "EE-4"
    assert refused(state, END_TURN) == "EE-4"
    assert GAME.legal(scene("r2", "b2")) == [PASS]


def test_ee_5_a_card_goes_beside_a_filled_place_of_its_own_row() -> None:
    state = scene("r10 r12 r9 y13 g11", "b2", rows="y12", stock="b3")
    assert GAME.legal(state) == [lay("r10"), lay("r12"), lay("y13"), TAKE]
    assert refused(state, lay("r9")) == "EE-5"
    play(state, lay("r10"))
    assert lay("r9") in GAME.legal(state)


def test_ee_6_a_bridge_leads_to_the_same_number_of_a_neighbouring_row() -> None:
    state = scene("y9 y8 g9 r2", "b2", rows="r9-10", stock="b3", bridges=1)
    assert GAME.legal(state) == [lay("y9"), TAKE]
    assert play(state, lay("y9")) == [
        Bridged(seat=0, place=card("y9"), origin=Colour.RED),
        Laid(seat=0, card=card("y9")),
    ]
    assert state.bridges[0] == 0
    assert GAME.legal(state) == [lay("y8"), END_TURN]
    assert refused(state, lay("g9")) == "EE-6"  # no bridge is left


def test_ee_6_a_bridge_starts_from_a_joker_too_and_goes_upwards_too() -> None:
    state = scene("y5 b5 r2", "b2", jokers="g5", bridges=2)
    assert [a for a in GAME.legal(state) if a < LAY_JOKER] == [lay("y5"), lay("b5")]


def test_ee_6_example_of_the_printed_book() -> None:
    """The rows yellow, blue, red of the example are our red, yellow, green."""
    state = scene("y9 g8 j b1", "g7 g5 b2", rows="r9-10", stock="b3", bridges=3)
    timo = play(state, lay("y9"))  # a, b: from the filled 9, over a missing 10
    assert state.laid == 1
    timo += play(state, joker("g9"), lay("g8"), END_TURN)  # c: bridge on bridge, to a joker
    assert [type(event).__name__ for event in timo] == [
        *("Bridged", "Laid", "Bridged", "JokerLaid", "Laid", "TurnEnded"),
    ]
    assert state.bridges.tolist()[:2] == [1, 3]
    vera = GAME.legal(state)
    assert lay("g7") in vera  # d
    play(state, lay("g7"))
    assert lay("g5") not in GAME.legal(state)  # e: no bridge stands for the 6
    assert refused(state, lay("g5")) == "EE-5"


def test_ee_7_bridges_do_not_count_as_cards_and_score_nothing() -> None:
    state = scene("y5 g5 b5 y6 r2", "b2", rows="r5", stock="b3", bridges=4)
    play(state, lay("y5"), lay("g5"), lay("b5"))
    assert (state.laid, state.bridges[0]) == (3, 1)
    assert lay("y6") in GAME.legal(state)
    state.over = 1
    assert GAME.scores(state) == [-8, -2]


def test_ee_8_a_joker_is_laid_where_a_card_could_be_and_counts() -> None:
    state = scene("j r2", "b2", rows="r10", stock="b3")
    places = ("r9", "r12", "y10", "y12", "g10", "g12", "b10", "b12")
    assert GAME.legal(state) == [*sorted(joker(p) for p in places), THROW_JOKER, TAKE]
    assert play(state, joker("r9")) == [JokerLaid(seat=0, place=card("r9"))]
    assert state.laid == 1
    row = GAME.view(state, None).table.rows[0]
    assert (row.lies, row.jokers) == ((9, 10, 11), (9,))


def test_ee_8_a_joker_crosses_a_bridge() -> None:
    state = scene("j r2", "b2", rows="r3", stock="b3", bridges=1)
    assert joker("y3") in GAME.legal(state)
    assert play(state, joker("y3"))[0] == Bridged(seat=0, place=card("y3"), origin=Colour.RED)
    state = scene("j r2", "b2", rows="r3", stock="b3")
    assert refused(state, joker("y3")) == "EE-6"
    assert refused(state, joker("y4")) == "EE-8"
    assert refused(scene("r2", "b2", stock="b3"), joker("r12")) == "EE-8"


def test_ee_9_a_swap_brings_the_joker_to_the_hand_and_does_not_count() -> None:
    state = scene("r12 r13 r2", "b2", jokers="r12", stock="b3")
    play(state, lay("r13"), swap("r12"))
    assert (state.laid, state.jokers[0], state.table_jokers[0]) == (1, 1, 0)
    assert state.rows[0] == words("r11-13")[0]
    assert joker("r14") in GAME.legal(state)
    play(state, joker("r14"))
    assert state.laid == 2


def test_ee_9_no_swap_with_taking_and_none_without_the_real_card() -> None:
    state = scene("r12 r2", "b2", jokers="r12 y12", stock="b3")
    assert GAME.legal(state) == [swap("r12"), TAKE]
    assert refused(state, swap("y12")) == "EE-9"
    assert refused(state, lay("r12")) == "EE-9"  # its place is filled
    play(state, swap("r12"))
    assert refused(state, TAKE) == "EE-9"


def test_ee_9_a_swap_binds_only_the_turn_in_which_it_was_made() -> None:
    state = scene("r12 y2 y3", "b2 b3", jokers="r12", stock="b4")
    play(state, swap("r12"), THROW_JOKER, END_TURN)
    assert state.seat == 1
    assert TAKE in GAME.legal(state)


def test_ee_10_jokers_are_thrown_out_of_the_game_and_count() -> None:
    state = scene("j j r2 r3 r4", "b2", stock="b3", laid=1)
    play(state, THROW_JOKER, THROW_JOKER)
    assert (state.laid, state.jokers[0], state.thrown) == (3, 0, 2)
    assert refused(state, THROW_JOKER) == "EE-10"
    state = scene("j r2", "b2", stock="b3", laid=4)
    assert refused(state, THROW_JOKER) == "EE-3"


def test_ee_11_a_joker_is_never_owed() -> None:
    state = scene("j r2", "b2")
    assert PASS in GAME.legal(state)


@pytest.mark.parametrize(("row", "last", "side"), [("r2-11", "r1", Side.LOW), ("r11-20", "r21", Side.HIGH)])
def test_ee_12_the_last_place_of_a_side_earns_a_bonus_card(row: Any, last: Any, side: Any) -> None:
    for held, action in ((f"{last} y2", lay(last)), ("j y2", joker(last))):
        state = scene(held, "b2", rows=row, stock="b3")
        assert play(state, action)[-1] == BonusWon(seat=0, colour=Colour.RED, side=side)
        assert (state.bonuses[0], state.bonus_left) == (1, 6)


def test_ee_12_the_last_place_may_be_inside_the_row() -> None:
    state = scene("r5 r13 y2", "b2", rows="r1-4 r6-10 r12", stock="b3")
    play(state, lay("r13"))
    assert state.bonuses[0] == 0
    play(state, lay("r5"))
    assert state.bonuses[0] == 1


def test_ee_12_a_later_swap_earns_none() -> None:
    state = scene("r1 y12 y2", "b2", rows="r2-10", jokers="r1", stock="b3")
    play(state, swap("r1"))
    assert state.bonuses[0] == 0


def test_ee_13_the_round_ends_with_an_empty_hand() -> None:
    state = scene("r12 r13", "b2", stock="b3")
    play(state, lay("r12"))
    assert not state.over
    assert play(state, lay("r13"))[-1] == RoundEnded(seat=0)
    assert state.over
    assert GAME.legal(state) == []
    assert GAME.why_not(state, 0, EndTurn()) == "EE-13"


def test_ee_13_a_joker_may_be_the_last_card() -> None:
    state = scene("j", "b2", stock="b3")
    play(state, joker("r12"))
    assert state.over
    state = scene("r12 j", "b2", stock="b3")
    play(state, lay("r12"))
    assert not state.over  # the joker is a card of the hand


def test_ee_14_bonus_cards_count_eleven_and_hands_against() -> None:
    state = scene("r12", "b2 g21 j j", "y1", stock="b3")
    state.bonuses[:3] = [0, 3, 1]
    play(state, lay("r12"))
    assert GAME.scores(state) == [0, 33 - 2 - 21 - 22, 11 - 1]


# Options


def test_ee_o1_simple_has_no_bridges_jokers_or_bonus_cards() -> None:
    state = new_round(5, simple=True)
    table = GAME.view(state, None).table
    assert table.bridges == (0,) * 5
    assert table.stock == 80 - 60
    assert int(state.jokers.sum()) + int(state.stock_jokers) == 0
    assert table.bonus_left == 0
    for move in (ThrowJoker(), LayJoker(card("g5")), Swap(card("g5"))):
        assert GAME.why_not(scene("r1", "b2", stock="b3", simple=True), 0, move) == "EE-O1"


def test_ee_o1_the_first_empty_hand_wins_and_the_others_count_minus() -> None:
    state = scene("r12", "b2 b3", "g1", stock="b4", bonus_left=0, simple=True)
    play(state, lay("r12"))
    assert GAME.scores(state) == [0, -5, -1]


def test_ee_o2_brisk_the_duty_holds_from_the_start() -> None:
    state = scene("r12 r2", "b2", stock="g2", brisk=True)
    assert GAME.legal(state) == [lay("r12")]
    assert refused(state, TAKE) == refused(state, END_TURN) == "EE-O2"
    assert refused(state, PASS) == "EE-R6"
    play(state, lay("r12"), END_TURN)
    assert GAME.legal(state) == [TAKE]  # nothing of seat 1 fits inside its row
    assert TAKE in GAME.legal(scene("r12 r2", "b2", stock="g2"))


def test_ee_o2_brisk_bridges_and_jokers_are_not_owed_and_any_card_will_do() -> None:
    assert TAKE in GAME.legal(scene("y5 j r2", "b2", rows="r5", stock="g2", bridges=1, brisk=True))
    state = scene("r12 j r2", "b2", stock="g2", brisk=True)
    play(state, THROW_JOKER)
    assert END_TURN in GAME.legal(state)
    assert refused(scene("r12 r2", "b2", brisk=True), PASS) == "EE-4"  # an empty stock is as always


def test_ee_o3_full_duty_a_card_that_an_own_bridge_reaches_is_owed() -> None:
    state = scene("y5 r2", "b2", rows="r5", bridges=1, full_duty=True)
    assert GAME.legal(state) == [lay("y5")]
    assert refused(state, PASS) == refused(state, END_TURN) == "EE-O3"
    assert PASS in GAME.legal(scene("y5 r2", "b2", rows="r5", full_duty=True))  # no bridge is left
    with_stock: dict[str, Any] = {"rows": "r5", "stock": "g2", "bridges": 1, "full_duty": True}
    assert TAKE in GAME.legal(scene("y5 r2", "b2", **with_stock))  # no duty while the stock lasts
    assert refused(scene("y5 r2", "b2", brisk=True, **with_stock), TAKE) == "EE-O3"
    assert PASS in GAME.legal(scene("j r2", "b2", bridges=1, full_duty=True))  # a joker is still not owed


def test_ee_o3_full_duty_a_thrown_joker_settles_nothing_while_a_number_card_can_be_laid() -> None:
    state = scene("r12 j r2", "b2", full_duty=True)
    play(state, THROW_JOKER)
    assert refused(state, END_TURN) == "EE-O3"
    play(state, lay("r12"))
    assert END_TURN in GAME.legal(state)
    state = scene("r12 j r2", "b2", full_duty=True)
    play(state, joker("y12"))
    assert END_TURN in GAME.legal(state)  # a joker that is laid is a card laid
    state = scene("r2 j", "b2", full_duty=True)
    play(state, THROW_JOKER)
    assert END_TURN in GAME.legal(state)  # nothing can be laid
    state = scene("r12 j r2", "b2", stock="g2", full_duty=True)
    play(state, THROW_JOKER)
    assert END_TURN in GAME.legal(state)  # no duty while the stock lasts


def test_ee_o3_full_duty_jokers_thrown_leave_room_for_what_is_owed() -> None:
    state = scene("r12 j j j j r2", "b2", full_duty=True)
    play(state, THROW_JOKER, THROW_JOKER, THROW_JOKER)
    assert refused(state, THROW_JOKER) == "EE-O3"
    play(state, lay("r12"))
    assert GAME.legal(state) == [END_TURN]


def test_ee_o3_full_duty_begins_anew_each_turn() -> None:
    state = scene("r12 r2", "y12 j b2", full_duty=True)
    play(state, lay("r12"), END_TURN, THROW_JOKER)
    assert refused(state, END_TURN) == "EE-O3"


# Rulings


def test_ee_r1_a_swap_opens_a_laying_turn() -> None:
    state = scene("r12 r2", "b2", jokers="r12", stock="b3")
    play(state, swap("r12"))
    assert refused(state, END_TURN) == "EE-R1"
    assert THROW_JOKER in GAME.legal(state)
    play(state, THROW_JOKER)
    assert END_TURN in GAME.legal(state)
    state = scene("r12 r2", "b2", jokers="r12")
    play(state, swap("r12"))
    assert refused(state, PASS) == "EE-R1"


def test_ee_r2_a_turn_may_be_one_thrown_joker_and_end_the_round() -> None:
    state = scene("j r2", "b2", stock="b3")
    play(state, THROW_JOKER, END_TURN)
    assert state.seat == 1
    state = scene("j", "b2", stock="b3")
    assert play(state, THROW_JOKER)[-1] == RoundEnded(seat=0)
    assert state.over


def test_ee_r3_no_bridge_is_spent_inside_the_row_and_the_upper_neighbour_is_shown() -> None:
    state = scene("y10 r2", "b2", rows="r10", stock="b3", bridges=2)
    play(state, lay("y10"))
    assert state.bridges[0] == 2
    state = scene("y5 g7 r2", "b2", rows="r5 g5 b7", stock="b3", bridges=2)
    assert play(state, lay("y5"))[0] == Bridged(seat=0, place=card("y5"), origin=Colour.RED)
    assert play(state, lay("g7"))[0] == Bridged(seat=0, place=card("g7"), origin=Colour.BLUE)
    drawn = GAME.view(state, None).table.bridges_on_table
    assert [(b.upper, b.lower, b.number) for b in drawn] == [
        (Colour.RED, Colour.YELLOW, 5),
        (Colour.GREEN, Colour.BLUE, 7),
    ]


def test_ee_r4_a_place_reached_by_bridge_grows_to_both_sides() -> None:
    state = scene("y5 y4 y6 y7 r2", "b2", rows="r5", stock="b3", bridges=1)
    play(state, lay("y5"))
    assert GAME.legal(state) == [lay("y4"), lay("y6"), END_TURN]


def test_ee_r5_an_eighth_side_earns_nothing() -> None:
    state = scene("r1 y2", "b2", rows="r2-10", stock="b3", bonus_left=0)
    play(state, lay("r1"))
    assert (state.bonuses[0], state.bonus_left) == (0, 0)


def test_ee_r6_bridges_are_not_owed_and_anything_laid_fulfils_the_duty() -> None:
    assert GAME.legal(scene("y5 r2", "b2", rows="r5", bridges=1)) == [lay("y5"), PASS]
    state = scene("r12 j r2", "b2")
    assert PASS not in GAME.legal(state)
    play(state, THROW_JOKER)
    assert END_TURN in GAME.legal(state)
    assert refused(scene("r2", "b2", stock="b3"), PASS) == "EE-R6"


def test_ee_r7_the_round_ends_when_all_have_passed_in_a_row() -> None:
    full = "r1-10 r12-21 y1-10 y12-21 g1-10 g12-21 b1-10 b12-20"
    state = scene("r3", "j", "r4", rows=full, jokers="b21")
    play(state, PASS, PASS)
    assert not state.over
    play(state, PASS)
    assert state.over
    assert GAME.scores(state) == [-3, -11, -4]
    state = scene("r3", "j j", "r4", rows=full, jokers="b21")
    play(state, PASS, THROW_JOKER, END_TURN, PASS, PASS)  # a card between: counted anew
    assert not state.over
    play(state, PASS)
    assert state.over


def test_ee_r8_card_by_card_in_the_players_order() -> None:
    state = scene("r1 r2 y2", "b2", rows="r3-10", stock="b3")
    assert refused(state, lay("r1")) == "EE-5"
    assert [type(event) for event in play(state, lay("r2"), lay("r1"))] == [Laid, Laid, BonusWon]
    assert state.bonuses[0] == 1


def test_ee_r9_swaps_follow_the_fourth_card_and_the_seat_ends_its_turn() -> None:
    state = scene("r12 r2", "b2", jokers="r12", stock="b3", laid=4)
    assert GAME.legal(state) == [swap("r12"), END_TURN]
    play(state, swap("r12"))
    assert GAME.legal(state) == [END_TURN]  # the joker waits for a later turn


# What is known


def test_a_swapped_joker_is_known_until_one_leaves_the_hand() -> None:
    state = scene("r12 r2 r3 j", "b2", jokers="r12", stock="b3")
    play(state, swap("r12"))
    assert state.known_jokers[0] == 1
    play(state, joker("y12"))
    assert state.known_jokers[0] == 0
    play(state, THROW_JOKER)
    assert state.known_jokers[0] == 0


def test_whoever_passes_lacks_what_fitted() -> None:
    state = scene("r2", "b2", rows="r12")
    play(state, PASS)
    assert state.lacks[0].tolist() == words("r10 r13 y10 y12 g10 g12 b10 b12")
    assert state.lacks[1].tolist() == [0] * 4


def test_redeal_is_even_over_all_that_is_possible() -> None:
    luck = new_luck(7)
    for state, seat, ways in small_positions():
        draws = 20 * len(ways) + 3000
        if rules_run_plain():
            draws = 40 * len(ways)
        found = Counter[Any]()
        for _ in range(draws):
            copy = record.copy(state)
            verbs.redeal(copy, seat, luck)
            found[arrangement(copy, seat)] += 1
        assert set(found) <= set(ways)
        total = sum(ways.values())
        expected = [draws * weight / total for weight in ways.values()]
        assert p_value([found[way] for way in ways], expected) > 1e-4


def rules_run_plain() -> bool:
    return not hasattr(verbs.bound(rules.RECORD, "redeal"), "py_func")


@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
def test_random_rounds_conserve_cards_and_redeal_what_a_seat_cannot_know(players: int, simple: Any) -> None:
    chooser = np.random.default_rng(players)
    luck = new_luck(players)
    for number in range(1 if MORE == 1 else 2):
        state, steps = GAME.new_round(Options(simple=simple), players, 0, chooser.bytes(32), number)
        witnesses = [Witness(GAME, seat, GAME.view(state, seat), GAME.events(steps, seat)) for seat in range(players)]
        while not state.over:
            steps = GAME.apply(state, int(chooser.choice(GAME.legal(state))))
            for seat, witness in enumerate(witnesses):
                witness.see(GAME.view(state, seat), GAME.events(steps, seat))
                witness.check(state)
            seat = int(chooser.integers(players))
            copy = record.copy(state)
            verbs.redeal(copy, seat, luck)
            witnesses[seat].check(copy)
            assert GAME.view(copy, seat) == GAME.view(state, seat)
            assert seen(copy, seat) == seen(state, seat)
            assert verbs.prefer(copy, luck) in GAME.legal(copy) or copy.over


def seen(state: Record, seat: int) -> list[int]:
    out = np.full(GAME.facts.observation_length, 99, np.int8)
    verbs.observe(state, seat, out)
    assert 99 not in out
    return out.tolist()


# Moves


def test_every_action_is_a_move_and_back() -> None:
    for action in range(rules.ACTIONS):
        assert GAME.people.action_of(GAME.move_of(action)) == action
    assert GAME.facts.action_count == rules.ACTIONS


@pytest.mark.parametrize(("simple", "brisk", "full_duty"), [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1)])
@pytest.mark.parametrize("stock", ["", "b3"])
@pytest.mark.parametrize("laid", [0, 1, 3, 4])
def test_why_not_answers_for_every_move(simple: Any, brisk: Any, full_duty: Any, stock: Any, laid: Any) -> None:
    moves = [GAME.move_of(action) for action in range(rules.ACTIONS)]
    for number in (-3, 0, 22, 10**9):
        moves += [kind(Card(Colour.RED, number)) for kind in (Lay, LayJoker, Swap)]
    for hands in ("r12 r5 j", "r2"):
        jokers = "" if simple else "y12"
        state = scene(
            hands if not simple else "r12", "b2", rows="r4", jokers=jokers, stock=stock, laid=laid, simple=simple
        )
        state.brisk, state.full_duty, state.bridges[:2] = brisk, full_duty, full_duty
        legal = GAME.legal(state)
        for move in moves:
            action = GAME.people.action_of(move)
            rule = GAME.why_not(state, 0, move)
            assert (rule is None) == (action in legal)
            assert rule is None or rule.startswith("EE-")
    assert GAME.why_not(state, 1, Take()) == GAME.why_not(state, 1, Pass()) == "AL-3"


# Choices


def test_prefer_goes_on_where_its_own_cards_wait_and_else_ends_its_turn() -> None:
    state = scene("r12-17 y12 g2", "b2-9", stock="g12-14", laid=1, simple=True, bonus_left=0)
    assert verbs.prefer(state, new_luck(1)) == lay("r12")
    state = scene("r13-17 y12 g2", "b2-9", stock="g12-14", laid=1, simple=True, bonus_left=0)
    assert verbs.prefer(state, new_luck(1)) == END_TURN


def test_prefer_holds_back_what_opens_a_side_for_others() -> None:
    state = scene("r12 g2 g4 g6 b2 b4", "b5-9 y2-9", stock="g12-14", simple=True, bonus_left=0)
    assert verbs.prefer(state, new_luck(1)) == TAKE


@pytest.mark.parametrize(
    ("simple", "others", "hurries"),
    [(False, "b5-9 y2-7", False), (False, "b5-9 y2-6", True), (True, "b5 y2-3", False), (True, "b5 y2", True)],
)
def test_prefer_holds_nothing_back_when_another_hand_is_down_to_half_in_the_simple_game_to_a_tenth(
    simple: bool, others: str, hurries: bool
) -> None:
    state = scene("r12 g2 g4 g6 b2 b4", others, stock="g12-14", simple=simple, bonus_left=0)
    assert verbs.prefer(state, new_luck(1)) == (lay("r12") if hurries else TAKE)


@pytest.mark.parametrize("luck", range(4))
@pytest.mark.parametrize(("waiting", "better"), [("r13 y14", "r12"), ("y13 r14", "y12")])
def test_prefer_opens_rather_for_itself_than_for_others(waiting: str, better: str, luck: int) -> None:
    state = scene(f"r12 y12 {waiting} g2 g4", "b2-9 y2-9", bonus_left=0)
    assert verbs.prefer(state, new_luck(luck)) == lay(better)


def test_play_along_lays_a_card_where_prefer_would_take() -> None:
    state = scene("r12 g2 g4 g6 b2 b4", "b5-9 y2-9", stock="g12-14", bonus_left=0)
    assert verbs.prefer(state, new_luck(1)) == TAKE
    assert verbs.play_along(state, new_luck(1)) == lay("r12")
    play(state, lay("r12"))
    assert verbs.play_along(state, new_luck(1)) == END_TURN
    state = scene("r13 g2 g4 g6 b2 b4", "b5-9 y2-9", stock="g12-14", bonus_left=0)
    assert verbs.play_along(state, new_luck(1)) == TAKE  # nothing can be laid


@pytest.mark.parametrize("level", ["easy", "casual"])
@pytest.mark.parametrize("players", range(2, 7))
def test_easy_and_casual_bots_take_only_if_no_number_card_can_be_laid(players: int, level: str) -> None:
    state = new_round(players)
    bot, taken, laid = Bot(GAME, level, 1), 0, 0
    while not state.over and state.ply < 60:
        action = bot.choose(state)
        taken += action == TAKE
        laid += action < SWAP
        assert action != TAKE or not any(legal < LAY_JOKER for legal in GAME.legal(state))
        play(state, action)
    assert laid > taken


@pytest.mark.parametrize("chooser", ["prefer", "play_along", "stumble"])
@pytest.mark.parametrize("options", [{"brisk": True}, {"full_duty": True}, {"brisk": True, "full_duty": True}], ids=str)
def test_quick_choices_are_legal_under_every_duty(chooser: str, options: dict[str, bool]) -> None:
    """Whole rounds, and a turn that has only thrown a joker so far."""
    choose, luck = getattr(verbs, chooser), new_luck(1)
    state, _ = GAME.new_round(Options(**options), 2, 0, bytes(32), 0)
    while not state.over:
        if THROW_JOKER in GAME.legal(state) and state.placed == 0:
            after = record.copy(state)
            play(after, THROW_JOKER)
            if not after.over:
                assert int(choose(after, luck)) in GAME.legal(after)
        play(state, int(choose(state, luck)))  # raises if it is not legal


def test_stumble_lays_what_it_can_and_wastes_its_jokers() -> None:
    state = scene("r12 g2 g4 g6 b2", "b5-9 y2-9", stock="g12-14", simple=True, bonus_left=0)
    assert verbs.stumble(state, new_luck(1)) == lay("r12")
    state = scene("j g2 g4 g6 b2", "b5-9 y2-9", stock="g12-14")
    assert LAY_JOKER <= verbs.stumble(state, new_luck(1)) < SWAP
