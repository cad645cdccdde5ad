"""Elfer raus!: a test for every rule, option and ruling."""

from typing import Any

import pytest

from elftafel import games
from elftafel.errors import BadInput, IllegalMove
from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.facts import Options
from elftafel.games.elfer_raus.table import (
    DealtAgain,
    Drew,
    DrewAndLaid,
    EndTurn,
    Laid,
    Lay,
    Passed,
    RoundEnded,
    TurnEnded,
    card_of,
)
from elftafel.games.game import Game
from elftafel.games.messages import COLOURS, Card, Colour
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import new_journal, rows
from elftafel.match import Match, Seat

RED, YELLOW, GREEN, BLUE = COLOURS
END = rules.END_TURN


@pytest.fixture(scope="module")
def game() -> Any:
    return games.load("elfer_raus")


def cards(text: str) -> list[Card]:
    """Cards from a short text: "r11 y3-5"."""
    found = []
    for word in text.split():
        colour = {"r": RED, "y": YELLOW, "g": GREEN, "b": BLUE}[word[0]]
        low, _, high = word[1:].partition("-")
        found += [Card(colour, n) for n in range(int(low), int(high or low) + 1)]
    return found


def words(text: str) -> list[int]:
    return [sum(1 << c.number for c in cards(text) if c.colour == colour) for colour in COLOURS]


def scene(rows: str, *hands: str, stock: str = "", seat: int = 0, laid: int = 0, opening: int = 0) -> Any:
    """A position: what lies, what each seat holds, what is in the stock. Cards not named are out of the game."""
    state = record.empty(rules.RECORD)[0]
    state.players, state.seat, state.laid, state.dropped, state.opening = len(hands), seat, laid, -1, opening
    state.ply = 5
    state.rows[:] = words(rows)
    state.stock[:] = words(stock)
    for colour in range(4):
        state.starts[colour] = 0 if state.rows[colour] else rules.starting_numbers(opening)
    for number, hand in enumerate(hands):
        state.hands[number, :] = words(hand)
    return state


def action(text: str) -> int:
    card = cards(text)[0]
    return 20 * COLOURS.index(card.colour) + card.number - 1


def legal(game: Any, state: Any) -> list[str]:
    return ["end" if a == END else f"{card_of(a).colour.value[0]}{card_of(a).number}" for a in game.legal(state)]


def deal(game: Game, players: int, seed: int = 0, starter: int = 0, **options: Any) -> tuple[Any, list[Any]]:
    key = seed.to_bytes(32, "little")
    return game.new_round(game.facts.read_options(options, players), players, starter, key, 0)


@pytest.mark.parametrize(("players", "each"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_er_1_deal(game: Any, players: int, each: int) -> None:
    state = game.template(Options(), players, bytes(32))[0]
    rules.deal_cards(state)
    assert [rules.hand_count(state, s) for s in range(players)] == [each] * players
    assert rules.stock_size(state) == 80 - players * each
    assert game.why_not(scene("r11", "r12", "r10"), 0, Lay(Card(RED, 10))) == "ER-1"


@pytest.mark.parametrize(
    ("holds", "starts"), [("g11 y11", "y11"), ("b11 g11", "g11"), ("b11", "b11"), ("y11 r11", "r11")]
)
def test_er_2_the_first_eleven_by_colour_starts_and_play_passes_at_once(game: Any, holds: str, starts: str) -> None:
    state = scene("", "r3 y12", holds + " r12", "b2 y10 r10 g10 b10", stock="r1")
    journal = new_journal()
    assert rules.lay_first_eleven(state, journal)
    first = rows(journal)[0]
    assert first[:3] == (rules.LAID, 1, action(starts))
    assert state.seat == 2
    assert state.laid == 0


def test_er_2_everyone_knows_that_nobody_holds_the_missing_eleven(game: Any) -> None:
    state = scene("", "y11 y2", "y12", stock="r11")
    rules.lay_first_eleven(state, None)
    assert all(state.lacks[seat, 0] & rules.ELEVEN for seat in range(2))


def test_er_3_no_eleven_dealt_is_dealt_again(game: Any) -> None:
    again = 0
    for seed in range(400):
        state, steps = deal(game, 2, seed)
        events = game.events(steps, None)
        if any(isinstance(e, DealtAgain) for e in events):
            again += 1
            first = next(e for e in events if isinstance(e, Laid)).card.colour
            drew = {e.seat for e in events if not isinstance(e, (DealtAgain, Laid))}
            for seat in {0, 1} - drew:  # what the first deal taught is forgotten
                assert not state.lacks[seat, COLOURS.index(first) + 1 :].any()
        laid = [e for e in events if isinstance(e, Laid)]
        assert laid
        assert laid[0].card.number == 11
    assert again > 0
    assert not rules.lay_first_eleven(scene("", "r3", "y4", stock="r11"), None)


def test_er_4_at_least_one_card_then_any_number_on_any_rows(game: Any) -> None:
    state = scene("r11 y11", "r12-14 y10 b5", "b20")
    assert "end" not in legal(game, state)
    assert game.why_not(state, 0, EndTurn()) == "ER-4"
    for card in ("r12", "y10", "r13", "r14"):
        game.apply(state, action(card))
        assert state.seat == 0
        assert "end" in legal(game, state)


def test_er_5_a_row_starts_only_with_its_eleven_and_an_eleven_always_fits(game: Any) -> None:
    state = scene("r11", "y10 y11 y12 r12", "b20")
    assert legal(game, state) == ["r12", "y11"]
    assert game.why_not(state, 0, Lay(Card(YELLOW, 10))) == "ER-5"


def test_er_6_one_colour_single_steps_no_gaps(game: Any) -> None:
    state = scene("b10-12", "b15 y9 b9 b13 b8", "r20")
    assert legal(game, state) == ["b9", "b13"]
    assert game.why_not(state, 0, Lay(Card(BLUE, 15))) == "ER-6"
    assert game.why_not(state, 0, Lay(Card(YELLOW, 9))) == "ER-5"
    game.apply(state, action("b9"))
    assert "b8" in legal(game, state)


def test_er_7_fitting_cards_may_be_kept_and_the_seat_ends_its_turn_itself(game: Any) -> None:
    state = scene("r11", "r12 r10 b3", "r9 b4", laid=0)
    game.apply(state, action("r12"))
    assert legal(game, state) == ["r10", "end"]
    steps = game.apply(state, END)
    assert game.events(steps, None) == [TurnEnded(seat=0), Passed(seat=1)]
    state = scene("r11", "r12 b3", "r10 b4")
    game.apply(state, action("r12"))
    assert legal(game, state) == ["end"], "also when nothing more fits"
    assert state.seat == 0


def test_er_8_nothing_fits_draws_at_most_three(game: Any) -> None:
    state = scene("r11", "r12 r10 g3", "b4", stock="b1-3 b5-9")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    kinds = [type(e) for e in game.events(steps, None)]
    assert kinds[:4] == [TurnEnded, Drew, Drew, Drew]
    assert rules.hand_count(state, 1) == 4
    assert state.seat != 1


def test_er_8_fitting_drawn_card_must_be_laid_and_ends_the_turn(game: Any) -> None:
    state = scene("r11", "r12 r10 g3", "b4", stock="r13")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert game.events(steps, None)[1] == DrewAndLaid(seat=1, card=Card(RED, 13))
    assert state.seat == 0
    assert rules.hand_count(state, 1) == 1
    assert state.rows[0] >> 13 & 1


def test_er_8_a_seat_that_had_to_draw_is_known_to_lack_what_fitted(game: Any) -> None:
    state = scene("r11", "r12 r10 g3", "b4", stock="b5")
    game.apply(state, action("r12"))
    game.apply(state, END)
    assert state.lacks[1, 0] == words("r13 r10")[0]
    assert state.lacks[1, 1] == words("y11")[1]


def test_er_8_a_stock_that_runs_out_while_drawing_is_no_pass(game: Any) -> None:
    state = scene("r11", "r12 r10", "b4", stock="b5 b6")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert [type(e) for e in game.events(steps, None)] == [TurnEnded, Drew, Drew]


def test_er_8_what_fitted_once_may_be_kept_later_where_a_row_has_several_starts(game: Any) -> None:
    """With `ten_to_twelve`, 12 does not fit any more once the row was opened with 10: it can be drawn and kept."""
    state = scene("y11", "y12 r10 r9 y13", "b2 g2", stock="b3 b4 b5", opening=rules.OPEN_TEN_TO_TWELVE)
    game.apply(state, action("y12"))
    game.apply(state, END)
    assert state.lacks[1, 0] == words("r10-12")[0]
    state.stock[0] = words("r12")[0]
    game.apply(state, action("r10"))
    game.apply(state, END)
    assert state.hands[1, 0] == words("r12")[0]
    assert not state.lacks[1, 0] & words("r12")[0]
    verbs.redeal(state, 0, new_luck(1))
    assert rules.hand_count(state, 1) == 6


def test_er_8_a_seat_that_is_asked_is_known_to_hold_a_card_that_fits(game: Any) -> None:
    luck = new_luck(1)
    for _ in range(50):
        state = scene("r11-19 y11 g11 b11", "r20 b2", "b10 b3 y2", "g2 g3", seat=0)
        verbs.redeal(state, 1, luck)
        assert game.legal(state)


def test_er_9_empty_stock_and_nothing_fits_passes_on(game: Any) -> None:
    state = scene("r11", "r12 r13", "b4", "g4", "r14")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert game.events(steps, None) == [TurnEnded(seat=0), Passed(seat=1), Passed(seat=2), Passed(seat=3)]
    assert state.seat == 0


def test_er_10_the_round_ends_the_moment_a_hand_is_empty(game: Any) -> None:
    state = scene("r11", "r12", "r13 b4")
    steps = game.apply(state, action("r12"))
    assert state.over
    assert game.events(steps, None)[-1] == RoundEnded(seat=0)
    with pytest.raises(IllegalMove, match="ER-10"):
        game.apply(state, END)


def test_er_11_minus_points_are_the_numbers_left(game: Any) -> None:
    state = scene("r11", "r12", "r19 b2", "g20 g1 y7")
    game.apply(state, action("r12"))
    assert game.scores(state) == [0, -21, -28]


def test_er_11_fewest_minus_points_over_the_match_win_and_ties_share(game: Any) -> None:
    match = Match(game, Options(), (Seat("A"), Seat("B")), bytes(32), rounds=2)
    for hands, winner in ((("r12", "r19 b2"), 0), (("r19 b2", "r12"), 1)):
        match.state = scene("r11", *hands, seat=winner)
        match.apply(action("r12"))
    assert match.over
    assert match.totals == [-21, -21]
    assert match.winners == [0, 1]


def test_er_o1_drop_colour_takes_one_colour_out(game: Any) -> None:
    for colour in Colour:
        state, _ = deal(game, 2, 4, drop_colour=colour.value)
        gone = COLOURS.index(colour)
        assert not any(state.hands[s, gone] for s in range(2))
        assert not state.stock[gone]
        assert not state.rows[gone]
        assert (
            sum(rules.hand_count(state, s) for s in range(2))
            + rules.stock_size(state)
            + sum(int(row).bit_count() for row in state.rows)
            == 60
        )
        assert colour not in [row.colour for row in game.view(state, 0).table.rows]
        assert game.why_not(state, int(state.seat), Lay(Card(colour, 11))) == "ER-O1"
    with pytest.raises(BadInput, match="ER-O1"):
        deal(game, 3, drop_colour="red")


def test_er_o1_without_red_yellow_starts(game: Any) -> None:
    seen = set()
    for seed in range(60):
        state, steps = deal(game, 2, seed, drop_colour="red")
        events = game.events(steps, None)
        first = next(e for e in events if isinstance(e, Laid))
        yellow_in_stock = bool(state.stock[1] & rules.ELEVEN) or any(
            isinstance(e, DrewAndLaid) and e.card == Card(YELLOW, 11) for e in events
        )
        assert first.card.colour == YELLOW or yellow_in_stock
        seen.add(first.card.colour)
    assert seen >= {YELLOW, GREEN}


def test_er_o2_outside_in_lays_out_ones_and_twenties_and_the_starter_begins(game: Any) -> None:
    state, steps = deal(game, 3, 1, starter=2, opening="outside_in")
    assert steps == [], "this starter can lay"
    assert state.seat == 2
    assert list(state.rows) == words("r1 r20 y1 y20 g1 g20 b1 b20")
    assert sum(rules.hand_count(state, s) for s in range(3)) + rules.stock_size(state) == 72 - sum(
        isinstance(e, DrewAndLaid) for e in game.events(steps, None)
    )


def test_er_o2_ten_to_twelve_opens_a_row_with_any_of_the_three(game: Any) -> None:
    state = scene("", "r10-12 r9 r13", "b20", opening=rules.OPEN_TEN_TO_TWELVE)
    assert legal(game, state) == ["r10", "r11", "r12"]
    game.apply(state, action("r12"))
    assert legal(game, state) == ["r11", "r13", "end"], "a started row grows by single steps only"
    _dealt, steps = deal(game, 4, 2, opening="ten_to_twelve")
    assert next(e for e in game.events(steps, None) if isinstance(e, Laid)).card.number == 11


def test_er_o2_drawn_the_first_card_opens_every_row_and_play_passes(game: Any) -> None:
    state, _ = deal(game, 4, 3, starter=1, opening="drawn")
    assert state.seat == 1
    assert len(game.legal(state)) == 15
    first = game.legal(state)[4]
    steps = game.apply(state, first)
    assert game.events(steps, None)[0] == Laid(seat=1, card=card_of(first))
    assert state.seat != 1 or len(steps) > 3
    number = card_of(first).number
    untouched = [c for c in range(4) if not state.rows[c]]
    assert all(rules.fits(state, c) == 1 << number for c in untouched)


def test_er_r1_draw_and_lay_are_told_and_nothing_is_chosen(game: Any) -> None:
    state = scene("r11", "r12 r10 g3", "b4", stock="r13")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert (rules.DREW_AND_LAID, 1, action("r13"), 0, 0) in steps
    assert game.legal(state) == [action("r10")], "seat 1 was not asked"


def test_er_r2_others_see_that_a_card_was_drawn_not_which(game: Any) -> None:
    state = scene("r11", "r12 r10", "b4", stock="b5")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert Drew(seat=1, card=Card(BLUE, 5)) in game.events(steps, 1)
    for viewer in (0, None):
        assert Drew(seat=1, card=None) in game.events(steps, viewer)


def test_er_r3_with_an_empty_stock_somebody_can_always_lay(game: Any) -> None:
    state = scene("r11 y11 g11 b11", "r12 r9", "r15", "r16", "r14 r13")
    game.apply(state, action("r12"))
    steps = game.apply(state, END)
    assert game.events(steps, None)[1:] == [Passed(seat=1), Passed(seat=2)]
    assert state.seat == 3, "play stops at a seat that can lay"
    assert legal(game, state) == ["r13"]


def test_er_r4_outside_in_ends_meet_and_the_row_is_full(game: Any) -> None:
    state = scene("r1-9 r12-20", "r10 r11 b3", "b4", opening=rules.OPEN_OUTSIDE_IN)
    assert legal(game, state) == ["r10", "r11"]
    game.apply(state, action("r10"))
    game.apply(state, action("r11"))
    assert rules.fits(state, 0) == 0


def test_undo_stops_where_the_turn_passes_on(game: Any) -> None:
    match = Match(game, Options(), (Seat("A"), Seat("B")), bytes(32))
    match.state = scene("r11", "r12 r10 b3", "r13 r9 b4")
    match.apply(action("r12"))
    match.apply(action("r10"))
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo(0)
    assert legal(game, match.state) == ["r10", "end"]
    match.undo(0)
    assert legal(game, match.state) == ["r10", "r12"]
    with pytest.raises(IllegalMove, match="AL-7"):
        match.undo(0)
    match.apply(action("r12"))
    match.apply(END)
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_verbs_work_without_a_journal(game: Any) -> None:
    state = scene("r11", "r12 b3", "r13 b4")
    verbs.apply(state, action("r12"), None)
    assert state.rows[0] == words("r11-12")[0]


def preferred(state: Any) -> str:
    """What `prefer` lays here, whatever its luck."""
    found = {int(verbs.prefer(state, new_luck(seed))) for seed in range(20)}
    assert len(found) == 1, found
    return said(found.pop())


def said(chosen: int) -> str:
    return "end" if chosen == END else f"{card_of(chosen).colour.value[0]}{card_of(chosen).number}"


def test_prefer_holds_back_what_opens_a_row_for_others(game: Any) -> None:
    state = scene("r11 y8-11", "r12 y7 y3 b2", "r13 r14 b3", stock="b4")
    assert preferred(state) == "y7", "it leads to the yellow 3; behind the red 12 are only others' cards"
    game.apply(state, action("y7"))
    assert preferred(state) == "end"


def test_prefer_opens_the_longest_way_to_its_own_cards_first(game: Any) -> None:
    state = scene("r11 y11", "r12 r19 y12 y14 b2", "r13 b3", stock="b4")
    assert preferred(state) == "r12"
    state = scene("r11 y11", "r12 r14 y12 y19 b2", "r13 b3", stock="b4")
    assert preferred(state) == "y12"


def test_prefer_lays_everything_when_it_can_go_out(game: Any) -> None:
    state = scene("r11 y11", "r12 r13 y10", "r14 b3", stock="b4")
    for _ in range(3):
        assert game.legal(state)
        game.apply(state, int(verbs.prefer(state, new_luck(1))))
    assert state.over
    state = scene("r11 y11", "r13 y10 b3", "r14 b4", laid=1)
    assert preferred(state) == "end", "the blue 3 would be left"


def test_prefer_outside_in_goes_for_own_cards_on_its_side_of_the_middle(game: Any) -> None:
    state = scene("r1-3 r20 y1-3 y20", "r4 r9 y4 y18 b2", "r5 y5 b3", stock="b4", opening=rules.OPEN_OUTSIDE_IN)
    assert preferred(state) == "r4", "the yellow 18 comes from the other end"


def test_stumble_lays_its_highest_number_and_opens_the_row(game: Any) -> None:
    state = scene("r11 y8-11", "r12 y7 y3 b2", "r13 r14 b3", stock="b4")
    assert said(int(verbs.stumble(state, new_luck(1)))) == "r12"
    game.apply(state, action("r12"))
    chosen = [said(int(verbs.stumble(state, new_luck(seed)))) for seed in range(80)]
    assert set(chosen) == {"end", "y7"}
    assert 60 <= chosen.count("end") <= 79, "one more card only now and then"
