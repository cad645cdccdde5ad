"""Jatten: a test for every rule and ruling (docs/rules/jatten.md). Positions are written down, dice are loaded."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from elftafel.errors import BadInput, IllegalMove
from elftafel.games import facts, load, read_data_file
from elftafel.games.jatten import facts as jatten_facts
from elftafel.games.jatten import rules, table
from elftafel.games.jatten.facts import Sign, Signs
from elftafel.games.jatten.table import Discard, DrawAgain, Look, NumberCard, Play, Rob, RobPile, Steal, Stop, Swap
from elftafel.games.messages import Move
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.kernel.journal import Step
from elftafel.kernel.record import Record
from tests.conftest import MORE
from tests.evenness import p_value
from tests.games.jatten.witness import Witness, arrangement, counts, kind, rig, scene, small_positions

GAME = load("jatten")
SEED = bytes(range(32))


def card(text: str) -> NumberCard:
    return table.card_of(kind(text))


def cards(text: str) -> tuple[NumberCard, ...]:
    return table.cards_in(counts(text))


def new_round(players: int, starter: int = 0, **options: str) -> Any:
    return GAME.new_round(GAME.facts.read_options(options, players), players, starter, SEED, 0)[0]


def act(state: Record, *moves: Move) -> Any:
    """Carry out moves; returns the rows of the last."""
    rows: list[Step] = []
    for move in moves:
        rows = GAME.apply(state, GAME.action_of(move))
    return rows


def moves(state: Record) -> Any:
    return [GAME.move_of(action) for action in GAME.legal(state)]


def collection(state: Record, seat: int) -> Any:
    return table.cards_in(state.collections[seat])


def hand(state: Record, seat: int) -> Any:
    return table.cards_in(state.hands[seat])


def seen_hand(state: Record, seat: int) -> Any:
    """The hand as its seat is shown it."""
    shown = GAME.view(state, seat).hand
    assert shown is not None
    return shown


def why_not(state: Record, move: Move) -> Any:
    return GAME.why_not(state, int(state.seat), move)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ja_1_seven_number_cards_and_a_crook_each(players: int) -> None:
    state = new_round(players)
    view = GAME.view(state, 0)
    assert view.table.hand_sizes == (8,) * players
    assert len(seen_hand(state, 0).cards) == 7
    assert seen_hand(state, 0).crook
    assert state.deck.sum() == 98
    assert view.table.pile == 98 - 7 * players - players * (players + 1) // 2
    assert view.table.discards == ()


@pytest.mark.parametrize("starter", [0, 2])
def test_ja_2_collections_grow_from_the_starter_on(starter: int) -> None:
    state = new_round(4, starter)
    sizes = [len(collection(state, (starter + step) % 4)) for step in range(4)]
    assert sizes == [1, 2, 3, 4]
    assert state.seat == starter


def test_ja_3_play_then_steal_then_refill() -> None:
    state = scene("3 5", "2 7", "1", collections=("3", "6", ""))
    assert {type(m) for m in moves(state)} == {Play}
    act(state, Play(card("3")))
    assert {type(m) for m in moves(state)} == {Rob}
    rig(state, (1, "2"))
    act(state, Rob(1), Stop())
    assert {type(m) for m in moves(state)} == {Discard, table.Keep}
    assert why_not(state, Play(card("5"))) == "JA-3"
    act(state, table.Keep())
    assert state.seat == 1
    assert {type(m) for m in moves(state)} == {Play}


def test_ja_4_exactly_one_number_card_goes_to_the_collection() -> None:
    """The printed example: a 3 goes from the hand to the collection."""
    state = scene("3 5 6o", "2 7", collections=("3", "6"))
    assert moves(state) == [Play(card("3")), Play(card("5")), Play(card("6o"))]
    assert why_not(state, Play(card("4"))) == "JA-4"
    assert why_not(state, Rob(1)) == "JA-4"
    act(state, Play(card("3")))
    assert collection(state, 0) == cards("3 3")
    assert hand(state, 0) == cards("5 6o")
    assert why_not(state, Play(card("5"))) is not None


def test_ja_5_one_other_player_drawn_from_at_least_once() -> None:
    state = scene("1", "2 7", "4 5", phase=rules.ROB)
    assert moves(state) == [Rob(1), Rob(2)]
    assert why_not(state, Rob(0)) == "JA-5"
    assert why_not(state, Rob(4)) == "JA-5"
    assert why_not(state, Stop()) == "JA-5"
    rig(state, (1, "7"))
    rows = act(state, Rob(1))
    assert GAME.events(rows, None) == [table.Drew(seat=0, victim=1, card=card("7"))]
    assert GAME.view(state, None).table.middle == cards("7")
    assert moves(state) == [DrawAgain(), Stop()]
    assert why_not(state, Rob(2)) == "JA-5"


def test_ja_5_every_card_of_the_hand_is_as_likely_as_any_other_with_the_crook() -> None:
    drawn = Counter[int]()
    for n in range(4):
        state = scene("1", "2 2 7", "4", phase=rules.ROB)
        state.left = 1
        state.block[15] = (2 * n + 1) * (1 << 31) // 4
        drawn[act(state, Rob(1))[0][3]] += 1
    assert drawn == {kind("2"): 2, kind("7"): 1, rules.CROOK: 1}


def test_ja_6_stop_takes_the_middle_and_the_crook_steals() -> None:
    """The printed example: 2, crook, 7, stop; the crook takes a 3."""
    state = scene("1", "2 7 5", "6", collections=("3", "3 5", "4"), phase=rules.ROB)
    rig(state, (1, "2"), (1, "crook"), (1, "7"))
    act(state, Rob(1), DrawAgain(), DrawAgain())
    view = GAME.view(state, 1)
    assert view.table.middle == cards("2 7")
    assert view.table.crook_in_middle
    assert not seen_hand(state, 1).crook
    assert view.table.hand_sizes[1] == 1
    rows = act(state, Stop())
    assert GAME.events(rows, None) == [table.Stopped(seat=0, victim=1, cards=cards("2 7"), crook=True)]
    assert collection(state, 0) == cards("2 3 7")
    assert moves(state) == [Steal(card("3")), Steal(card("5")), table.NoTheft()]
    assert why_not(state, Steal(card("4"))) == "JA-6"
    assert why_not(state, table.Keep()) == "JA-6"
    act(state, Steal(card("3")))
    assert collection(state, 0) == cards("2 3 3 7")
    assert collection(state, 1) == cards("5")
    assert hand(state, 1) == cards("5")
    assert seen_hand(state, 1).crook
    assert GAME.view(state, 1).table.hand_sizes[1] == 2


def test_ja_6_without_the_crook_nothing_is_stolen() -> None:
    state = scene("1", "2 7 5", collections=("3", "3 5"), phase=rules.ROB)
    rig(state, (1, "2"))
    act(state, Rob(1))
    assert why_not(state, Steal(card("3"))) == "JA-6"
    act(state, Stop())
    assert state.phase == rules.REFILL


def test_ja_7_a_number_for_the_second_time_gives_all_back() -> None:
    """The printed example: 4, 5, 4; here the crook is among them too."""
    state = scene("1", "4 4+ 5 6", "7", collections=("3", "4", ""), phase=rules.ROB)
    rig(state, (1, "4"), (1, "crook"), (1, "5"), (1, "4+"))
    act(state, Rob(1), DrawAgain(), DrawAgain())
    rows = act(state, DrawAgain())
    assert GAME.events(rows, None)[-1] == table.Busted(
        seat=0, victim=1, cards=(card("4"), card("5"), card("4+")), crook=True
    )
    assert hand(state, 1) == cards("4 4+ 5 6")
    assert seen_hand(state, 1).crook
    assert collection(state, 0) == cards("3")
    assert GAME.view(state, 0).table.middle == ()
    assert state.phase == rules.REFILL


def test_ja_8_plus_one_gives_a_card_to_all_who_have_the_number() -> None:
    state = scene("1", "4+ 6", "7", collections=("4", "5", "4 4"), pile="1 2 3", phase=rules.ROB)
    rig(state, (1, "4+"), ("pile", "3"), ("pile", "1"))
    rows = act(state, Rob(1))
    assert collection(state, 0) == cards("3 4")
    assert collection(state, 1) == cards("5")
    assert collection(state, 2) == cards("1 4 4")
    assert GAME.events(rows, None)[1:] == [
        table.IntoCollection(seat=0, card=card("3")),
        table.IntoCollection(seat=2, card=card("1")),
    ]


def test_ja_8_eye_shows_a_hand_to_the_thief_alone() -> None:
    state = scene("1", "4o 6", "7 7 2", collections=("4", "5", ""), phase=rules.ROB)
    rig(state, (1, "4o"))
    act(state, Rob(1))
    assert moves(state) == [Look(1), Look(2)]
    assert why_not(state, Look(0)) == "JA-8"
    assert why_not(state, Stop()) == "JA-8"
    rows = act(state, Look(2))
    for viewer, seen in ((0, cards("2 7 7")), (1, None), (2, cards("2 7 7")), (None, None)):
        assert GAME.events(rows, viewer) == [table.Looked(seat=0, at=2, cards=seen)]
    assert seen_hand(state, 0).known == (table.KnownCards(1, ()), table.KnownCards(2, cards("2 7 7")))
    assert seen_hand(state, 1).known == (table.KnownCards(0, ()), table.KnownCards(2, ()))
    assert moves(state) == [DrawAgain(), Stop()]
    assert why_not(state, Look(2)) == "JA-8"


def test_ja_8_eye_has_only_one_target_with_two_players() -> None:
    state = scene("1", "4o 6 6", collections=("4", "5"), phase=rules.ROB)
    rig(state, (1, "4o"))
    rows = act(state, Rob(1))
    assert GAME.events(rows, 0)[1] == table.Looked(seat=0, at=1, cards=cards("6 6"))
    assert moves(state) == [DrawAgain(), Stop()]


def test_ja_8_two_for_three() -> None:
    state = scene("1", "4x 6", collections=("5 5 2", "5"), pile="1 2 3 7", phase=rules.ROB)
    rig(state, (1, "4x"), ("pile", "1"), ("pile", "3"), ("pile", "7"))
    act(state, Rob(1))
    assert moves(state) == [Swap(card("5"), card("5")), table.NoSwap()]
    assert why_not(state, DrawAgain()) == "JA-8"
    act(state, Swap(card("5"), card("5")))
    assert collection(state, 0) == cards("1 2 3 7")
    assert GAME.view(state, 0).table.discards == cards("5 5")
    assert moves(state) == [DrawAgain(), Stop()]


@pytest.mark.parametrize("sign", ["+", "o", "x"])
def test_ja_8_no_action_on_the_card_that_busts(sign: Any) -> None:
    state = scene("1", f"4 4{sign} 6", "7", collections=("4 4", "5", "4"), phase=rules.ROB)
    rig(state, (1, "4"), (1, f"4{sign}"))
    act(state, Rob(1))
    rows = act(state, DrawAgain())
    assert [row[0] for row in rows] == [rules.DREW, rules.BUSTED]
    assert state.phase == rules.REFILL


def test_ja_8_no_action_when_the_card_is_played() -> None:
    state = scene("4+", "6", "7", collections=("4", "4", "4"))
    rows = act(state, Play(card("4+")))
    assert [row[0] for row in rows] == [rules.PLAYED]


def test_ja_9_only_the_crook_left_draws_seven() -> None:
    state = scene("", "2", "6", collections=("3", "4", "5"), pile="1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4", phase=rules.ROB)
    rig(state, (1, "2"))
    rows = act(state, Rob(1), Stop())
    assert state.hand_sizes.tolist()[:3] == [7, 7, 1]  # the robbed player too
    assert [row[:2] for row in rows[1:]] == [(rules.INTO_HAND, 0)] * 7 + [(rules.INTO_HAND, 1)] * 7
    assert state.seat == 1  # and there was no choice of JA-10
    drawn: list[Any] = GAME.events(rows, 1)[1:]
    assert all(event.card is None for event in drawn[:7])
    assert all(event.card is not None for event in drawn[7:])


def test_ja_10_discard_one_number_and_draw_up_to_eight() -> None:
    state = scene("1 2", "2 6", "6", collections=("3 3+ 4", "4", "5"), pile="1 1 1 1 2 2 2 2", phase=rules.ROB)
    rig(state, (1, "crook"))
    act(state, Rob(1), Stop(), table.NoTheft())
    assert moves(state) == [Discard(3), Discard(4), table.Keep()]
    assert why_not(state, Discard(5)) == "JA-10"
    rows = act(state, Discard(3))
    assert GAME.events(rows, 1)[0] == table.Discarded(seat=0, cards=cards("3 3+"))
    assert collection(state, 0) == cards("4")
    assert state.hand_sizes[0] == 7
    assert GAME.view(state, None).table.hand_sizes[0] == 8
    assert state.seat == 1


def test_ja_10_without_a_discard_nothing_is_drawn() -> None:
    state = scene("1 2", "2 6", collections=("3", "4"), phase=rules.REFILL, victim=1)
    rows = act(state, table.Keep())
    assert [row[0] for row in rows] == [rules.KEPT]
    assert state.hand_sizes[0] == 2


def test_ja_10_nothing_to_discard_is_no_choice() -> None:
    state = scene("1 2", "6", "5", collections=("", "4", ""), phase=rules.ROB)
    rig(state, (1, "crook"))
    act(state, Rob(1), Stop(), table.NoTheft())
    assert state.seat == 1


def test_ja_11_discards_become_the_new_pile() -> None:
    state = scene("1 2", "2 6", collections=("3", "4"), pile="5", discards="6 7", phase=rules.REFILL, victim=1)
    rows = act(state, Discard(3))
    kinds = [row[0] for row in rows]
    assert kinds[:3] == [rules.DISCARDED, rules.INTO_HAND, rules.RENEWED]
    assert rows[2][2] == 3  # 6, 7 and the 3 just discarded
    assert hand(state, 0) == cards("1 2 3 5 6 7")


def test_ja_12_six_of_a_number_at_the_end_of_the_turn_win() -> None:
    state = scene("1 2", "2 6", collections=("3 3 3 3 3+ 3o", "4"), phase=rules.REFILL, victim=1)
    rows = act(state, table.Keep())
    assert GAME.events(rows, None)[-1] == table.Won(seat=0)
    assert state.over
    assert GAME.view(state, 1).table.winner == 0
    assert GAME.why_not(state, 1, Play(card("2"))) == "JA-12"
    state = scene("1 2", "2 6", collections=("3 3 3 3 3+", "4"), phase=rules.REFILL, victim=1)
    act(state, table.Keep())
    assert not state.over


def test_ja_13_winner_seven_others_their_largest_set() -> None:
    state = scene("1 2", "2 6", "1", collections=("3 3 3 3 3 3 3 3", "4 4+ 5", ""), phase=rules.REFILL, victim=1)
    act(state, table.Keep())
    assert GAME.scores(state) == [7, 2, 0]


def test_ja_14_two_players_may_draw_from_the_pile() -> None:
    state = scene("1 3", "2 6", collections=("4", "5"), pile="4+ 5o 6x 7", phase=rules.ROB)
    assert moves(state) == [Rob(1), RobPile()]
    rig(state, ("pile", "4+"), ("pile", "5o"), ("pile", "6x"))
    rows = act(state, RobPile())
    assert [row[0] for row in rows] == [rules.DREW]  # no +1
    assert GAME.events(rows, 1) == [table.Drew(seat=0, victim=None, card=card("4+"))]
    assert GAME.view(state, 1).table.from_pile
    act(state, DrawAgain(), DrawAgain())
    assert moves(state) == [DrawAgain(), Stop()]  # no eye, no 2→3
    act(state, Stop())
    assert collection(state, 0) == cards("4 4+ 5o 6x")


def test_ja_14_a_bust_from_the_pile_goes_to_the_discards() -> None:
    state = scene("1 3", "2 6", collections=("4", "5"), pile="4+ 4 6x 7", phase=rules.ROB)
    rig(state, ("pile", "4+"), ("pile", "6x"), ("pile", "4"))
    act(state, RobPile(), DrawAgain(), DrawAgain())
    assert GAME.view(state, 0).table.discards == cards("4 4+ 6x")
    assert collection(state, 0) == cards("4")
    assert hand(state, 1) == cards("2 6")


def test_ja_14_only_with_two_players() -> None:
    state = scene("1 3", "2 6", "5", phase=rules.ROB)
    assert why_not(state, RobPile()) == "JA-14"
    assert GAME.legal(state) == [rules.A_ROB + 1, rules.A_ROB + 2]


@pytest.mark.parametrize(("signs", "line"), [("standard", [8, 2, 2, 2]), ("mild", [11, 1, 1, 1])])
def test_ja_r1_signs_on_the_cards(signs: Any, line: Any) -> None:
    state = new_round(3, signs=signs)
    assert state.deck.reshape(7, 4).tolist() == [line] * 7
    assert GAME.view(state, None).table.signs == Signs(signs)


def test_ja_r1_a_host_may_replace_the_table(tmp_path: Path) -> None:
    own = Path(jatten_facts.__file__).with_name("data.toml").read_text()
    file = tmp_path / "jatten.toml"
    file.write_text(own.replace("7 = { plain = 8, plus_one = 2", "7 = { plain = 6, plus_one = 4"))
    data = read_data_file("jatten", file)
    state = GAME.new_round(GAME.facts.options(), 3, 0, SEED, 0, data)[0]
    assert state.deck[24:].tolist() == [6, 4, 2, 2]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("7 = { plain = 8,", "7 = { plain = 9,", "standard.7"),
        ("7 = { plain = 8, plus_one = 2", "7 = { plain = 11, plus_one = -1", "standard.7.plus_one"),
        ("7 = { plain = 8,", "8 = { plain = 8,", "standard.8"),
        ("7 = { plain = 8,", "7 = { shiny = 8,", "standard.7"),
        ("[mild]", "[wild]", "table"),
        ("[mild]", "[mild", "data"),
    ],
)
def test_ja_r1_a_wrong_table_is_refused_by_name(tmp_path: Path, old: Any, new: Any, field: Any) -> None:
    own = Path(jatten_facts.__file__).with_name("data.toml").read_text()
    file = tmp_path / "jatten.toml"
    file.write_text(own.replace(old, new, 1))
    with pytest.raises(BadInput) as error:
        read_data_file("jatten", file)
    assert error.value.field == field
    assert error.value.rule == "JA-R1"


def test_ja_r2_the_crook_is_never_played_and_counts_as_no_number() -> None:
    state = scene("3", "2 6", "5", collections=("4", "", ""))
    assert GAME.legal(state) == [kind("3")]  # the hand has two cards
    state = scene("3", "2 6", "5", collections=("4", "", ""), phase=rules.ROB)
    rig(state, (1, "crook"), (1, "2"), (1, "6"))
    act(state, Rob(1), DrawAgain(), DrawAgain())
    assert collection(state, 0) == cards("2 4 6")
    assert seen_hand(state, 1).crook


def test_ja_r3_an_empty_hand_is_a_stop() -> None:
    state = scene("3", "2", "5", collections=("4", "", ""), phase=rules.ROB)
    rig(state, (1, "2"), (1, "crook"))
    act(state, Rob(1))
    assert moves(state) == [DrawAgain(), Stop()]
    rows = act(state, DrawAgain())
    assert [row[0] for row in rows][:2] == [rules.DREW, rules.STOPPED]
    assert collection(state, 0) == cards("2 4")


def test_ja_r4_effects_stay_after_a_bust() -> None:
    state = scene("3", "4+ 4 6", "5", collections=("4", "", ""), phase=rules.ROB)
    rig(state, (1, "4+"), ("pile", "7"), (1, "4"))
    act(state, Rob(1), DrawAgain())
    assert state.phase == rules.REFILL
    assert collection(state, 0) == cards("4 7")


def test_ja_r5_plus_one_counts_collections_only_clockwise_from_the_thief() -> None:
    state = scene("4", "3 4", "3+ 6", "5", collections=("3", "", "3", "3o"), seat=3, phase=rules.ROB)
    rig(state, (2, "3+"), ("pile", "1"), ("pile", "2"), ("pile", "4"))
    rows = act(state, Rob(2))
    assert [row[1] for row in rows[1:]] == [3, 0, 2]  # thief and victim too; not seat 1, who has a 3 in the hand
    state = scene("4", "3+ 6", "5", collections=("", "", ""), phase=rules.ROB)
    rig(state, (1, "3+"))
    assert len(act(state, Rob(1))) == 1  # the 3 in the middle is in no collection


def test_ja_r6_two_for_three_needs_a_pair_and_may_be_declined() -> None:
    state = scene("1", "4x 6", "5", collections=("5 2", "5", ""), phase=rules.ROB)
    rig(state, (1, "4x"))
    act(state, Rob(1))
    assert moves(state) == [DrawAgain(), Stop()]
    state = scene("1", "4x 6", "5", collections=("5 5+ 2", "5", ""), phase=rules.ROB)
    rig(state, (1, "4x"))
    act(state, Rob(1))
    assert why_not(state, Swap(card("2"), card("2"))) == "JA-R6"
    assert why_not(state, Swap(card("2"), card("5"))) == "JA-R6"
    rows = act(state, table.NoSwap())
    assert GAME.events(rows, None) == [table.DeclinedSwap(seat=0)]
    assert collection(state, 0) == cards("2 5 5+")


def test_ja_r7_which_copy_is_the_players_choice() -> None:
    state = scene("3 3+ 3 3o", "2 6", "5")
    assert moves(state) == [Play(card("3")), Play(card("3+")), Play(card("3o"))]
    state = scene("1", "4x 6", "5", collections=("5 5 5+ 5x", "", ""), phase=rules.ROB)
    rig(state, (1, "4x"))
    act(state, Rob(1))
    pairs = [(move.one, move.other) for move in moves(state) if isinstance(move, Swap)]
    assert pairs == [
        (card("5"), card("5")),
        (card("5"), card("5+")),
        (card("5"), card("5x")),
        (card("5+"), card("5x")),
    ]
    act(state, Swap(card("5x"), card("5")))  # in any order
    assert GAME.view(state, 0).table.discards == cards("5 5x")


def test_ja_r8_pile_and_discards_empty_draw_what_there_is() -> None:
    state = scene("", "2", "6", collections=("3", "4", "5"), pile="1 1 7", phase=rules.ROB)
    rig(state, (1, "2"))
    act(state, Rob(1), Stop())
    assert state.hand_sizes.tolist()[:3] == [3, 0, 1]
    state = scene("1", "2", collections=("3", "4"), pile="", phase=rules.ROB)
    assert why_not(state, RobPile()) == "JA-R8"
    state = scene("1", "2", collections=("3", "4"), pile="6", phase=rules.ROB)
    act(state, RobPile())
    assert collection(state, 0) == cards("3 6")  # nothing left to draw is a stop


def test_ja_r9_six_count_only_at_the_end_of_the_own_turn_after_refill() -> None:
    state = scene("1 2", "2 6", collections=("3", "4 4 4 4 4 4"), phase=rules.REFILL, victim=1)
    act(state, table.Keep())
    assert not state.over  # six of another player, in this turn
    state = scene("1 2", "2 6", collections=("3 3 3 3 3 3", "4"), phase=rules.REFILL, victim=1)
    act(state, Discard(3))
    assert not state.over  # given away in the refill
    state = scene("1 2", "2 6", "5", collections=("3", "4 4 4 4 4 4", ""), phase=rules.ROB, seat=2)
    rig(state, (1, "crook"))
    act(state, Rob(1), Stop(), Steal(card("4")))
    assert collection(state, 1) == cards("4 4 4 4 4")
    state = scene("1 2", "2 6", collections=("3", "4 4 4 4 4 4"), phase=rules.REFILL, seat=1, victim=0)
    act(state, table.Keep())
    assert state.over  # still there at the end of the own turn
    assert state.winner == 1


def test_al_7_a_look_cannot_be_taken_back() -> None:
    state = scene("1", "4o 6", "7 7 2", phase=rules.ROB)
    rig(state, (1, "4o"))
    act(state, Rob(1))
    before = int(state.reveals)
    act(state, table.Look(2))
    assert state.reveals > before


def test_ja_3_turns_go_clockwise_whoever_started() -> None:
    state = scene("1 2", "2 6", "5 6", collections=("3", "4", "6"), phase=rules.REFILL, seat=2, victim=1)
    state.starter = 1
    act(state, table.Keep())
    assert state.seat == 0


def test_ja_r10_what_busted_is_remembered_by_all() -> None:
    state = scene("1", "4 4+ 5 6", "7", collections=("3", "4", ""), phase=rules.ROB)
    rig(state, (1, "4"), (1, "5"), (1, "4+"))
    act(state, Rob(1), DrawAgain(), DrawAgain())
    for viewer in (0, 2):
        assert table.KnownCards(1, cards("4 4+ 5")) in seen_hand(state, viewer).known
    act(state, table.Keep(), Play(card("5")))
    for viewer in (0, 2):
        assert table.KnownCards(1, cards("4 4+")) in seen_hand(state, viewer).known
    luck = new_luck(3)
    for _ in range(20):
        copy = record.copy(state)
        verbs.redeal(copy, 2, luck)
        assert set(cards("4 4+")) <= set(hand(copy, 1))


def test_ja_r11_the_crooks_theft_may_be_declined_and_an_empty_collection_offers_nothing() -> None:
    state = scene("1", "2 6", "5", collections=("3", "4", ""), phase=rules.ROB)
    rig(state, (1, "crook"))
    act(state, Rob(1), Stop())
    rows = act(state, table.NoTheft())
    assert GAME.events(rows, None) == [table.DeclinedTheft(seat=0, victim=1)]
    assert collection(state, 1) == cards("4")
    state = scene("1", "2 6", "5", collections=("3", "", "4"), phase=rules.ROB)
    rig(state, (1, "crook"))
    act(state, Rob(1), Stop())
    assert state.phase == rules.REFILL


def test_ja_r12_without_a_number_card_the_turn_starts_with_stealing() -> None:
    state = scene("1 2", "", "5", collections=("3", "4", ""), pile="", phase=rules.REFILL, victim=2)
    act(state, table.Keep())
    assert state.seat == 1
    assert moves(state) == [Rob(0), Rob(2)]


def test_ja_r13_thiefs_seven_then_victims_seven_then_the_choice() -> None:
    state = scene("1", "2", "5", collections=("3", "4", ""), pile="1 1 1 1 1 1 1 1 1", phase=rules.ROB)
    rig(state, (1, "2"))
    rows = act(state, Rob(1), Stop())
    assert [row[:2] for row in rows[1:]] == [(rules.INTO_HAND, 1)] * 7
    assert state.phase == rules.REFILL  # the thief chooses after the victim has drawn
    assert state.seat == 0
    state = scene("", "2", "5", collections=("3", "4", ""), pile="1 1 1 1 1 1 1 1 1", phase=rules.ROB)
    rig(state, (1, "2"))
    act(state, Rob(1), Stop())
    assert state.hand_sizes.tolist()[:2] == [7, 2]  # the thief draws first


def test_ja_r14_the_pile_is_renewed_the_moment_it_runs_out() -> None:
    state = scene("1", "4+ 6", "7", collections=("4", "5", "4 4"), pile="1", discards="2 3", phase=rules.ROB)
    rig(state, (1, "4+"), ("pile", "1"))
    rows = act(state, Rob(1))
    assert [row[0] for row in rows] == [rules.DREW, rules.INTO_COLLECTION, rules.RENEWED, rules.INTO_COLLECTION]
    assert state.pile_size == 1
    # before the cards of a bust come to the discards
    state = scene("1 2", "3 6", collections=("4", "5"), pile="4 4+", discards="2 3", phase=rules.ROB)
    act(state, RobPile(), DrawAgain())
    assert table.cards_in(state.pile) == cards("2 3")
    assert GAME.view(state, 0).table.discards == cards("4 4+")
    # and after the draw that took the last card, before anyone has to draw again
    state = scene("1", "4x 6", "7", collections=("4 4", "5", ""), pile="1 2 3", phase=rules.ROB)
    rig(state, (1, "4x"))
    act(state, Rob(1), Swap(card("4"), card("4")))
    assert table.cards_in(state.pile) == cards("4 4")


def test_ja_r15_forty_turns_each_without_a_winner_end_the_round() -> None:
    state = scene("1 2", "2 6", collections=("3 3", "4 4 4 4 4 4 4"), phase=rules.REFILL, victim=1)
    state.turns = 79
    rows = act(state, table.Keep())
    assert GAME.events(rows, None)[-1] == table.RoundTired(seat=0)
    assert state.over
    assert GAME.scores(state) == [2, 7]
    assert GAME.view(state, 0).table.winner is None
    state = scene("1 2", "2 6", collections=("3 3", "4"), phase=rules.REFILL, victim=1)
    state.turns = 78
    act(state, table.Keep())
    assert not state.over
    for turns, over in ((79, False), (119, True)):  # three players: 120 turns
        state = scene("1 2", "2 6", "5", collections=("3 3", "4", "6"), phase=rules.REFILL, victim=1)
        state.turns = turns
        act(state, table.Keep())
        assert bool(state.over) == over


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    state = scene("3 5", "2 7", collections=("3", "6"))
    before = record.save(state)
    with pytest.raises(IllegalMove) as error:
        GAME.apply(state, rules.A_STOP)
    assert error.value.rule == "JA-4"
    assert record.save(state) == before


def test_every_action_is_a_move_and_back() -> None:
    for action in range(rules.ACTIONS):
        assert table.action_of(table.move_of(action)) == action
    assert facts("jatten").action_count == rules.ACTIONS


def test_why_not_answers_for_anything() -> None:
    nonsense = [
        Play(NumberCard(0)),
        Play(NumberCard(99, Sign.EYE)),
        Rob(-1),
        Rob(7),
        Look(-3),
        Swap(card("1"), card("2")),
        Swap(NumberCard(-5), NumberCard(-5)),
        Steal(NumberCard(8)),
        Discard(0),
        Discard(8),
    ]
    for phase in range(7):
        state = scene("3 5", "2 7", "1", collections=("3", "6", "1"), phase=phase, victim=1)
        for move in [*nonsense, *(table.move_of(a) for a in range(rules.ACTIONS))]:
            reason = why_not(state, move)
            assert (reason is None) == (table.action_of(move) in GAME.legal(state))
            assert reason is None or reason.startswith("JA-")


def test_undo_stops_where_something_was_shown() -> None:
    state = scene("3 5", "2 7 7", "1", collections=("3", "6", ""))
    start = int(state.reveals)
    act(state, Play(card("3")))
    assert state.reveals == start
    act(state, Rob(1))
    assert state.reveals > start


@pytest.mark.parametrize("number", range(3))
def test_redeal_is_even(number: int) -> None:
    state, seat, ways = list(small_positions())[number]
    luck = new_luck(number)
    draws = 400 if PLAIN else 6_000 if MORE == 1 else 20_000
    found = Counter[Any]()
    for _ in range(draws):
        copy = record.copy(state)
        verbs.redeal(copy, seat, luck)
        found[arrangement(copy, seat)] += 1
    assert set(found) <= set(ways)
    total = sum(ways.values())
    expected = np.array([draws * ways[key] / total for key in ways])
    observed = np.array([found[key] for key in ways])
    common = expected >= 5
    if not common.all():
        expected = np.append(expected[common], expected[~common].sum())
        observed = np.append(observed[common], observed[~common].sum())
    if len(expected) > 1:
        assert p_value(observed, expected) > 1e-4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_rounds_keep_every_promise(players: int) -> None:
    luck = new_luck(players)
    for n in range(2 if PLAIN else 4 if MORE == 1 else 12):
        dice = random.Random(100 * players + n)
        options = GAME.facts.options(signs=list(Signs)[n % 2])
        state, rows = GAME.new_round(options, players, n % players, dice.randbytes(32), n)
        seats = range(players)
        witnesses = [Witness(GAME, s, GAME.view(state, s), GAME.events(rows, s)) for s in seats]
        while not state.over:
            action = dice.choice(GAME.legal(state)) if n else int(verbs.prefer(state, luck))
            rows = GAME.apply(state, action)
            for seat in seats:
                witnesses[seat].see(GAME.view(state, seat), GAME.events(rows, seat))
            if dice.random() < 0.1:
                seat = dice.randrange(players)
                copy = record.copy(state)
                verbs.redeal(copy, seat, luck)
                witnesses[seat].check(state)
                witnesses[seat].check(copy)
                assert GAME.view(copy, seat) == GAME.view(state, seat)
                features = [np.full(GAME.facts.observation_length, 99, np.int8) for _ in range(2)]
                for out, position in zip(features, (state, copy), strict=True):
                    verbs.observe(position, seat, out)
                assert (features[0] == features[1]).all()
                verbs.redeal(copy, (seat + 1) % players, luck)
                while n < 4 and not copy.over:
                    GAME.apply(copy, dice.choice(GAME.legal(copy)))


def test_a_redealt_position_can_be_redealt_again_and_played_on() -> None:
    luck = new_luck(9)
    for n in range(1 if PLAIN else 40):
        dice = random.Random(n)
        players = 2 + n % 4
        state = GAME.new_round(GAME.facts.options(), players, 0, dice.randbytes(32), n)[0]
        while not state.over:
            GAME.apply(state, dice.choice(GAME.legal(state)))
            if dice.random() < 0.5:
                verbs.redeal(state, dice.randrange(players), luck)
                hidden = state.pile.astype(int) + state.hands.sum(0)
                shown = state.discards + state.collections.sum(0) + [int(state.middle) >> k & 1 for k in range(28)]
                assert (hidden + shown == state.deck).all()
                assert state.hands.sum(1).tolist() == state.hand_sizes.tolist()


# The policies


def preferred(state: Record) -> Any:
    return GAME.move_of(int(verbs.prefer(state, new_luck(1))))


def test_prefer_plays_to_its_largest_set_and_rather_a_sign_than_a_plain_card() -> None:
    assert preferred(scene("1 1 1 4 7", "2", collections=("1 4 4", ""))) == Play(card("4"))
    assert preferred(scene("1 4 4+ 7", "2", collections=("1 4 4", ""))) == Play(card("4+"))


def test_prefer_stops_when_six_are_sure() -> None:
    """A small risk that it takes with fewer cards."""
    state = scene(
        "1", "2 5", "7", collections=("3 3 3 3 3", "4", ""), pile="1 2", middle="3", phase=rules.AGAIN, victim=1
    )
    assert preferred(state) == Stop()
    state.sets[0, 2] = 3
    assert preferred(state) == DrawAgain()


def test_prefer_counts_the_known_doubles_of_a_hand() -> None:
    state = scene("1", "4 4 5 6", "7", collections=("4",), middle="4+", phase=rules.AGAIN, victim=1)
    assert preferred(state) == DrawAgain()
    state.known[1, kind("4"), 0], state.unknown[1, 0] = 2, 2
    state.known[1, kind("4"), 2], state.unknown[1, 2] = 2, 2  # what another seat knows changes nothing
    state.unseen[kind("4"), 0] -= 2
    assert preferred(state) == Stop()


def test_prefer_risks_more_when_a_rival_is_about_to_win() -> None:
    scenes = [
        scene("1", "4 4 5 6", "7", collections=("3", "", rival), middle="4+ 7", phase=rules.AGAIN, victim=1)
        for rival in ("1 1 1 1", "1 1 1 1 1")
    ]
    assert [preferred(state) for state in scenes] == [Stop(), DrawAgain()]


def test_prefer_robs_who_is_known_to_hold_what_it_needs() -> None:
    state = scene("1", "2 5 6", "3 5 6", "2 5 6", collections=("3 3 3", "7", "7", "7"), phase=rules.ROB)
    state.known[2, kind("3"), 0], state.unknown[2, 0] = 1, 2
    state.unseen[kind("3"), 0] -= 1
    assert preferred(state) == Rob(2)


def test_prefer_steals_for_its_own_set_or_from_one_that_is_about_to_win() -> None:
    state = scene("1", "2", "7", collections=("3 3", "2 2 2 3", ""), phase=rules.THEFT, victim=1, crook_out=True)
    assert preferred(state) == Steal(card("3"))
    state = scene("1", "2", collections=("3 3", "2 2 2 2 2 2 3"), phase=rules.THEFT, victim=1, crook_out=True)
    assert preferred(state) == Steal(card("2"))


def test_prefer_refills_for_a_small_set_but_never_gives_up_the_largest() -> None:
    state = scene("1 2", "2 6", collections=("3 3 3 4 5 5", "4"), phase=rules.REFILL, victim=1)
    assert preferred(state) == Discard(4)
    state = scene("1 2", "2 6", collections=("3", "4"), phase=rules.REFILL, victim=1)
    assert preferred(state) == table.Keep()


def test_stumble_robs_its_neighbour_and_clings_to_its_cards() -> None:
    def stumbled(state: Record) -> Any:
        return {GAME.move_of(int(verbs.stumble(state, new_luck(n)))) for n in range(40)}

    state = scene("1", "2", "3 5 6", collections=("3 3 4 4", "", "3"), phase=rules.ROB, seat=2)
    assert stumbled(state) == {Rob(0)}
    state = scene("1 2", "2 6", collections=("3 3 4", "4"), phase=rules.REFILL, victim=1)
    assert stumbled(state) == {table.Keep()}
    state = scene("1", "4 4 5", "7", collections=("3", "4", ""), middle="4+ 5o", phase=rules.AGAIN, victim=1)
    assert stumbled(state) == {DrawAgain(), Stop()}
    state = scene("1", "2", collections=("3 3", "2 3"), phase=rules.THEFT, victim=1, crook_out=True)
    assert stumbled(state) == {Steal(card("2")), Steal(card("3"))}
