"""The rules of 11! the board game, one by one (docs/rules/start11.md)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Group

from elftafel.errors import BadInput, IllegalMove
from elftafel.games import read_data_file
from elftafel.games.start11 import board as b
from elftafel.games.start11 import terminal
from elftafel.games.start11.facts import ROWS, Board, Bridge
from elftafel.games.start11.rules import draw_for_an_eleven
from elftafel.games.start11.table import (
    Asked,
    Drew,
    DrewToLay,
    Gave,
    Give,
    JokerTile,
    Laid,
    Lay,
    NumberTile,
    Origin,
    Passed,
    RoundEnded,
    Space,
    SymbolTile,
    TurnEnded,
    tile_of,
)
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.jit import PLAIN
from elftafel.kernel.journal import new_journal, rows
from tests.conftest import MORE
from tests.evenness import p_value
from tests.games.start11.scenes import bag, events, game, legal, lies, new_round, play, rack, say, scene, tile, why_not
from tests.games.start11.witness import Witness, arrangement, small_positions


def test_sb_1_racks_and_bag() -> None:
    for players, each in ((2, 20), (3, 20), (4, 15)):
        state, steps = new_round(players, seed=2)
        assert not steps  # somebody has an 11, so nobody drew
        table = game.view(state, None).table
        assert table.rack_sizes == (each,) * players
        assert table.bag == 80 - players * each
        everything = [t for seat in range(players) for t in rack(state, seat)] + bag(state)
        assert len(everything) == 80
        assert everything.count("j7") == 4
        assert not any(word.startswith("s") for word in everything)


def test_sb_2_first_seat_with_an_eleven_starts_with_it() -> None:
    seen = set()
    for seed in range(60):
        state, steps = new_round(3, seed, starter=seed % 3)
        order = [(seed + i) % 3 for i in range(3)]
        holders = [seat for seat in order if any(word.endswith("11") for word in rack(state, seat))]
        if holders and not steps:
            assert state.seat == holders[0]
            assert legal(state) == {word for word in rack(state, holders[0]) if word.endswith("11")}
            assert why_not(state, "end") == "SB-2"
            seen.add((seed % 3, holders[0]))
    assert {(0, 0), (0, 1), (2, 2), (2, 0)} <= seen


def test_sb_2_nobody_has_one_so_all_draw_in_turn() -> None:
    state = scene("", "y1", "y2", "y4", bag="r1 r2 b11", turn=1)
    journal = new_journal()
    draw_for_an_eleven(state, journal)
    steps = game.events(rows(journal), None)
    assert all(isinstance(step, Drew) and step.tile is None for step in steps[:-1])
    assert [step.seat for step in steps] == [(1 + i) % 3 for i in range(len(steps))]
    assert isinstance(steps[-1], Laid)
    assert steps[-1].tile == tile("b11")
    assert lies(state) == {"b11"}
    assert state.seat == steps[-1].seat
    assert (state.laid, state.phase) == (1, b.TURN)
    kept = sum(len(rack(state, seat)) for seat in range(3))
    assert kept == 3 + len(steps) - 1  # the other drawn tiles stay


def test_sb_3_at_least_one_tile_and_at_most_three() -> None:
    state = scene("y11", "y12 j13 y14 y15 r20", "b1", bag="g1 g2")
    assert legal(state) == {"y12"}
    assert why_not(state, "end") == "SB-3"
    play(state, "y12")
    assert "end" in legal(state)
    play(state, "y13")  # with a bonus tile, which is free
    play(state, "y14")
    assert state.laid == 3
    assert why_not(state, "y15") == "SB-3"


def test_sb_3_the_first_eleven_is_one_of_the_three() -> None:
    state = scene("", "y11 y12 y10 y9 r20", "b1", bag="g1")
    state.phase = b.FIRST
    play(state, "y11", "y12", "y10")
    assert state.laid == 3
    assert why_not(state, "y9") == "SB-3"


def test_sb_4_next_to_a_tile_or_an_eleven() -> None:
    state = scene("y11", "y12 y14 r11 r12 b10", "b1", bag="g1")
    assert legal(state) == {"y12", "r11"}
    assert why_not(state, "y14") == "SB-4"
    play(state, "r11")
    assert {"r12", "y12"} <= legal(state)
    assert "b10" not in legal(state)


def test_sb_5_number_on_its_own_space_joker_on_any_of_its_number() -> None:
    state = scene("y12 r14 b11", "j13 r12", "b1", bag="g1")
    assert legal(state) == {"y13", "r13"}
    assert why_not(state, "r12") == "SB-4"
    assert why_not(state, "b13") == "SB-4"
    assert why_not(state, "y12") == "SB-5"
    play(state, "r13")
    assert rack(state, 0) == ["r12"]


def test_sb_6_connection_zones() -> None:
    state = scene("y1", "b1 g1 b20 b2", "b4", bag="g4")
    assert legal(state) == {"b1", "g1"}  # the printed example: yellow 1, then blue 1
    state = scene("r20", "b1 g20 y20 b19", "b4", bag="g4")
    assert legal(state) == {"g20", "y20"}
    state = scene("r19", "b19 g19", "b4", bag="")
    assert legal(state) == {"pass"}  # other columns join nothing


def test_sb_7_bridge_joins_neighbouring_rows() -> None:
    state = scene("y18", "r18 b18 g18", "b4", bag="g4")  # the printed example: yellow 18, red 18
    assert legal(state) == {"r18"}
    state = scene("r18", "y18 b18 g18", "b4", bag="g4")
    assert legal(state) == {"y18"}
    state = scene("b5", "r5 g5 y5", "b4", bag="g4")
    assert legal(state) == {"r5"}


def test_sb_8_first_space_of_a_bonus_bridge_draws_a_tile() -> None:
    """The printed example: joker 13 on yellow, the bonus is red 16; then joker 13 on red gives none."""
    state = scene("y12", "j13 y1 y2", "j13 b1", bag="r16")
    steps = events(state, "y13")
    assert steps == [
        Laid(seat=0, tile=JokerTile(13), space=Space(ROWS[0], 13), origin=Origin.RACK),
        Laid(seat=0, tile=tile("r16"), space=Space(ROWS[1], 16), origin=Origin.BONUS),
    ]
    assert "r16" in lies(state)  # free of SB-4
    assert state.laid == 1  # and not counted
    add = scene("y12 y13 r16", "y1 y2", "j13 b1", bag="g1", turn=1)
    assert len(events(add, "r13")) == 1
    assert bag(add) == ["g1"]
    up = scene("r12 r13 y12", "j13 b1", "y1", bag="g1")
    assert len(events(up, "y13")) == 1, "nor the other way round"


def test_sb_8_a_plain_bridge_gives_nothing() -> None:
    state = scene("y17", "y18 y1", "b1", bag="r16")
    play(state, "y18")
    assert bag(state) == ["r16"]


def test_sb_9_gift_to_the_left_after_two_neighbours() -> None:
    state = scene("y11", "y12 r11 y14 g20", "b1", "b2", bag="g4", turn=0)
    play(state, "y12")
    assert why_not(state, "give g20") == "SB-9"
    play(state, "r11")
    assert why_not(state, "give g20") == "SB-9"  # two rows
    state = scene("y11", "y12 y10 y9 g20", "b11", "b2", bag="g4", turn=0)
    play(state, "y10")
    play(state, "y9")
    assert {"give g20", "give y12", "end", "y12"} <= legal(state)
    assert why_not(state, "give g19") == "SB-1"
    steps = play(state, "give g20")
    assert rack(state, 1) == ["b11", "g20"]
    assert rack(state, 0) == ["y12"]
    assert state.seat == 1  # once a turn: it ends it
    for viewer, seen in ((0, tile("g20")), (1, tile("g20")), (2, None), (None, None)):
        assert game.events(steps, viewer)[0] == Gave(seat=0, to=1, tile=seen)


def test_sb_9_jokers_and_bonus_tiles_count() -> None:
    state = scene("y12 y17", "j13 y1 y2", "b1", bag="y14")
    play(state, "y13")  # the bonus tile lands beside the joker
    assert "give y1" in legal(state)


def test_sb_9_tiles_of_earlier_turns_do_not_count() -> None:
    state = scene("y11", "y12 j13 r1 r20", "b11 b20 b19", bag="")
    play(state, "y12", "end", "b11", "end", "y13")  # y12 was laid a turn ago
    assert why_not(state, "give r1") == "SB-9"


def test_sb_10_stuck_draws_until_one_fits() -> None:
    state = scene("y11", "y12 y20", "b1", bag="g11", turn=0)
    steps = events(state, "y12")
    assert steps[-1] == Laid(seat=0, tile=tile("y12"), space=Space(ROWS[0], 12), origin=Origin.RACK)
    steps = events(state, "end")
    assert steps[1:] == [Laid(seat=1, tile=tile("g11"), space=Space(ROWS[3], 11), origin=Origin.DRAWN)]
    assert (state.seat, state.laid) == (1, 1)
    assert rack(state, 1) == ["b1"]
    assert legal(state) == {"end"}  # two more if it could; nothing more is drawn


def test_sb_10_three_draws_at_most_then_the_turn_passes() -> None:
    state = scene("y11", "y12 r11", "b1", bag="b14 b15 b16 b18")
    steps = events(state, "y12", viewer=1)
    steps = events(state, "end", viewer=1)
    drew = [step for step in steps if isinstance(step, Drew)]
    assert len(drew) == 3
    assert all(step.seat == 1 and step.tile is not None for step in drew)
    assert steps[-1] == TurnEnded(seat=1)
    assert state.seat == 0
    assert len(rack(state, 1)) == 4


def test_sb_10_up_to_two_more_after_the_drawn_tile() -> None:
    state = scene("y11 y12", "y10 r19", "g12 g10 g9 b1", bag="g11")
    play(state, "y10", "end")
    assert lies(state) >= {"g11"}
    play(state, "g12", "g10")
    assert state.laid == 3
    assert why_not(state, "g9") == "SB-3"


def test_sb_10_drawn_joker_with_several_spaces_is_placed_by_its_seat() -> None:
    state = scene("y12 r12 y11 r11", "y10 r19", "b1", bag="j13")
    steps = events(state, "y10")
    steps = events(state, "end")
    assert steps[-1] == DrewToLay(seat=1, tile=JokerTile(13), bonus=False)
    assert legal(state) == {"y13", "r13"}
    assert why_not(state, "end") == "SB-10"
    assert why_not(state, "b13") == "SB-4"
    assert game.view(state, 0).table.waiting == JokerTile(13)
    play(state, "r13")
    assert state.laid == 1
    assert rack(state, 1) == ["b1"]


def test_sb_11_bag_empty_who_cannot_lay_passes() -> None:
    state = scene("y11", "y12 r19", "b1", bag="")
    assert why_not(state, "pass") == "SB-11"
    play(state, "y12", "end")
    assert state.seat == 1
    assert legal(state) == {"pass"}
    assert events(state, "pass") == [Passed(seat=1)]
    assert state.seat == 0


def test_sb_11_bag_empty_no_bonus() -> None:
    state = scene("y12", "j13 y1", "b1", bag="")
    assert len(events(state, "y13")) == 1
    assert (state.owed, state.phase) == (0, b.TURN)


def test_sb_12_round_ends_with_an_empty_rack_and_counts() -> None:
    state = scene("y11", "y12", "b1 j17 g20", "r5", bag="r1")
    assert events(state, "y12")[-1] == RoundEnded(seat=0)
    assert state.over
    assert game.scores(state) == [0, -38, -5]
    assert game.why_not(state, 1, Lay(Space(ROWS[0], 13))) == "SB-12"


def test_sb_12_the_gift_can_be_the_last_tile() -> None:
    state = scene("y11", "y12 y10 y9 g20", "b1", bag="r1")
    play(state, "y10", "y9", "y12", "give g20")
    assert state.over
    assert game.scores(state) == [0, -21]


def test_sb_13_points_are_minus_points_and_may_tie() -> None:
    state = scene("y11", "y12", "b1 r4", "r5", bag="r1")
    play(state, "y12")
    assert game.scores(state) == [0, -5, -5]


def test_sb_o1_symbols_are_in_the_bag_only_with_the_option() -> None:
    state, steps = new_round(4, symbols=True)
    assert not steps
    everything = [t for seat in range(4) for t in rack(state, seat)] + bag(state)
    assert len(everything) == 88
    assert all(everything.count(word) == 2 for word in ("sy", "sr", "sb", "sg"))
    state = scene("y1", "y2 r1", "b4", bag="g4")
    assert why_not(state, "y0") == "SB-O1"


def test_sb_o1_symbol_beside_its_neighbour_and_a_free_tile() -> None:
    state = scene("y1", "sy sr g14 r5", "b4", bag="g4", symbols=True)
    assert legal(state) == {"y0"}
    assert why_not(state, "y21") == "SB-O1"
    assert why_not(state, "r0") == "SB-O1"
    play(state, "y0")
    assert game.view(state, 0).table.asked == Asked.FREE_TILE
    assert legal(state) == {"g14", "r5", "skip"}
    assert why_not(state, "r0") == "SB-O1"  # no second symbol
    assert why_not(state, "end") == "SB-O1"
    play(state, "g14")
    assert "g14" in lies(state)
    assert state.laid == 1
    assert why_not(state, "skip") == "SB-O1"


def test_sb_o1_the_free_tile_may_be_skipped() -> None:
    state = scene("y20", "sy sy g14", "b4", bag="g4", symbols=True)
    play(state, "y21", "skip")
    assert (state.phase, state.laid) == (b.TURN, 1)
    assert rack(state, 0) == ["g14", "sy"]


def test_sb_o1_no_pair_with_a_symbol_but_it_may_be_given_and_costs_eleven() -> None:
    state = scene("y2", "y1 sy sg b4", "b5", bag="g4", symbols=True)
    play(state, "y1", "y0", "skip")
    assert why_not(state, "give sg") == "SB-9"
    state = scene("y4", "j3 y2 y5 sg", "b11", bag="g4", symbols=True)
    play(state, "y3", "y2")
    play(state, "give sg")
    assert rack(state, 1) == ["b11", "sg"]
    state = scene("y11", "y12", "sg sr r5", bag="r1", symbols=True)
    play(state, "y12")
    assert game.scores(state) == [0, -27]


def test_sb_r1_our_bridges() -> None:
    bridges = {(bridge.rows[0].value, bridge.number, bridge.bonus) for bridge in game.data.bridges}
    assert bridges == {
        *(("yellow", n, bonus) for n, bonus in ((2, False), (7, True), (13, True), (18, False))),
        *(("red", n, False) for n in (5, 9, 15)),
        *(("blue", n, bonus) for n, bonus in ((2, False), (7, True), (13, True), (18, False))),
    }


def test_sb_r1_a_host_may_use_another_board(tmp_path: Path) -> None:
    path = tmp_path / "start11.toml"
    lines = [f'{{rows = ["red", "blue"], number = {n}, bonus = true}},' for n in (4, 6, 8, 10)]
    path.write_text("bridges = [" + "\n".join(lines) + "]")
    board = read_data_file("start11", path)
    state, _ = game.new_round(game.facts.read_options({}, 2), 2, 0, bytes(32), 0, board)
    assert game.view(state, None).table.bridges == board.bridges
    assert state.bridges[0] == 0


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{rows = ["yellow", "blue"], number = 4}', "bridges[0].rows"),
        ('{rows = ["red", "yellow"], number = 4}', "bridges[0].rows"),
        ('{rows = ["yellow", "red"], number = 21}', "bridges[0].number"),
        ('{rows = ["yellow", "red"], number = 11}', "bridges[0].number"),
        ('{rows = ["yellow", "red"], number = 4}, {rows = ["yellow", "red"], number = 4}', "bridges[1]"),
        ('{rows = ["yellow", "red"], number = 4, bonus = true}', "bridges"),
        ('{rows = ["yellow", "pink"], number = 4}', "data"),
        ('{rows = ["yellow", "red"]', "data"),
    ],
)
def test_sb_r1_a_wrong_board_is_refused(tmp_path: Path, text: str, field: Any) -> None:
    path = tmp_path / "start11.toml"
    path.write_text(f"bridges = [{text}]")
    with pytest.raises(BadInput) as error:
        read_data_file("start11", path)
    assert error.value.field == field
    assert error.value.rule is not None


def test_sb_r2_symbols_belong_to_rows() -> None:
    for i, letter in enumerate("yrbg"):
        filled = " ".join(f"{row}1" for row in "yrbg")
        state = scene(filled, f"s{letter} y10", "b4", bag="g4", symbols=True)
        assert legal(state) == {f"{letter}0"}
        assert tile_of(i << b.NAME) == SymbolTile(ROWS[i])
    assert [colour.value for colour in ROWS] == ["yellow", "red", "blue", "green"]


def test_sb_r3_bonus_joker_goes_to_any_free_space() -> None:
    state = scene("y12 b17", "j13 y1", "b1", bag="j17")
    steps = events(state, "y13")
    assert steps[-1] == DrewToLay(seat=0, tile=JokerTile(17), bonus=True)
    assert legal(state) == {"y17", "r17", "g17"}
    assert why_not(state, "b17") == "SB-5"
    assert why_not(state, "y1") == "SB-R3"
    assert why_not(state, "end") == "SB-8"
    assert events(state, "g17")[0].origin == Origin.BONUS
    assert state.laid == 1


def test_sb_r3_bonus_symbol_goes_to_any_free_end_and_frees_a_tile() -> None:
    state = scene("y12", "j13 y1 y5", "b1", bag="sg", symbols=True)
    play(state, "y13")
    assert legal(state) == {"g0", "g21"}  # though neither neighbour lies
    play(state, "g21")
    assert legal(state) == {"y1", "y5", "skip"}
    play(state, "y5")
    assert state.laid == 1
    state = scene("y12 g0", "j13 y1 y5", "b1", bag="sg", symbols=True)
    assert events(state, "y13")[-1].space == Space(ROWS[3], 21)  # one free end: by itself
    assert state.phase == b.FREE_TILE


def test_sb_r4_a_bonus_tile_can_earn_another() -> None:
    state = scene("y6", "j7 y1", "b1", bag="j13 j13")
    assert events(state, "y7")[-1] == DrewToLay(seat=0, tile=JokerTile(13), bonus=True)
    steps = events(state, "b13")
    assert steps[0].origin == Origin.BONUS
    assert steps[1] == DrewToLay(seat=0, tile=JokerTile(13), bonus=True)
    assert len(events(state, "g13")) == 1  # the second space of that bridge
    assert (state.phase, state.laid) == (b.TURN, 1)


def test_sb_r5_symbol_counts_its_free_tile_does_not() -> None:
    state = scene("y1 y20", "sy sy j13 y12 g20 y19", "b4", bag="r14", symbols=True)
    play(state, "y0")
    steps = events(state, "y13")  # the free tile earns a bonus
    assert [step.origin for step in steps] == [Origin.FREE_TILE, Origin.BONUS]
    assert state.laid == 1
    play(state, "y12")  # and counts for the pair
    assert "give g20" in legal(state)
    play(state, "y21", "skip")
    assert state.laid == 3


def test_sb_r6_bridges_and_columns_make_no_pair() -> None:
    state = scene("y18", "r18 r1 b20", "b4", bag="g4", fresh="y18", laid=1)
    play(state, "r18")
    assert why_not(state, "give r1") == "SB-9"
    state = scene("y1", "r1 b20", "b4", bag="g4", fresh="y1", laid=1)
    play(state, "r1")
    assert why_not(state, "give b20") == "SB-9"


def test_sb_r7_the_last_tile_wins_before_gift_and_bonus() -> None:
    state = scene("y12", "j13", "b1", bag="r16", laid=1, fresh="y12")
    play(state, "y13")
    assert state.over
    assert bag(state) == ["r16"]
    assert rack(state, 1) == ["b1"]


def test_sb_r8_the_drawn_tile_earns_its_bonus() -> None:
    state = scene("y11 y12", "y10 r19", "b1", bag="j13 j13")
    play(state, "y10")
    steps = events(state, "end")
    assert steps[1] == Laid(seat=1, tile=JokerTile(13), space=Space(ROWS[0], 13), origin=Origin.DRAWN)
    assert steps[2] == DrewToLay(seat=1, tile=JokerTile(13), bonus=True)
    play(state, "g13")
    assert (state.seat, state.laid) == (1, 1)


def test_sb_r9_all_elevens_are_in_the_bag_then() -> None:
    state = scene("", "y1 y2", "r1 r2", bag="y11 r11 b11 g11 y4 y5 y6 y8 y9 y10 y12 y14")
    journal = new_journal()
    draw_for_an_eleven(state, journal)
    assert len(lies(state)) == 1
    assert bag(state)  # never empty: three 11s are left at least


def test_sb_r10_a_symbol_is_a_neighbour() -> None:
    state = scene("g21", "g20 g19 b1", "b4", bag="g4", symbols=True)
    assert legal(state) == {"g20"}


def test_sb_r11_a_starter_with_several_elevens_chooses() -> None:
    state = scene("", "y11 b11 y12", "r11", bag="g11")
    state.phase = b.FIRST
    assert legal(state) == {"y11", "b11"}
    assert why_not(state, "y12") == "SB-2"
    play(state, "b11")
    assert state.laid == 1
    assert "y11" in legal(state)


def test_sb_r12_three_tiles_without_a_gift_end_the_turn() -> None:
    state = scene("y11 r11 b11", "y12 r12 b12 g20", "b10", bag="g4")
    play(state, "y12", "r12")
    steps = events(state, "b12")
    assert steps[1] == TurnEnded(seat=0)
    assert state.seat == 1


def test_sb_r12_the_gift_is_a_step_of_its_own_and_may_be_declined() -> None:
    state = scene("y11", "y12 y10 y9 g20 g19", "b11", bag="g4")
    play(state, "y12", "y10", "y9")
    assert state.seat == 0
    assert legal(state) == {"give g20", "give g19", "end"}
    assert why_not(state, "pass") == "SB-11"
    play(state, "end")
    assert state.seat == 1
    assert rack(state, 0) == ["g19", "g20"]


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    state = scene("y11", "y14 y12", "b1", bag="g1")
    before = record.save(state)
    with pytest.raises(IllegalMove) as error:
        game.apply(state, 14)
    assert error.value.rule == "SB-4"
    assert record.save(state) == before


def test_board_data_type_is_checked() -> None:
    with pytest.raises(BadInput):
        Board((Bridge((ROWS[0], ROWS[1]), 4),)).check()


def test_actions_and_moves_are_inverse() -> None:
    for action in range(game.facts.action_count):
        assert game.people.action_of(game.move_of(action)) == action
    assert game.people.action_of(Lay(Space(ROWS[0], 22))) is None
    with pytest.raises(BadInput) as error:
        game.action_of(Lay(Space(ROWS[0], 22)))
    assert error.value.field == "move"
    assert game.people.action_of(Give(NumberTile(ROWS[0], 3))) is None
    assert game.people.action_of(Give(JokerTile(4))) is None


@pytest.mark.skipif(PLAIN, reason="many draws")
@pytest.mark.parametrize("which", range(len(list(small_positions()))))
def test_redeal_is_even(which: Any) -> None:
    state, seat, weights = list(small_positions())[which]
    assert arrangement(state, seat) in weights
    draws = 40 * len(weights) if len(weights) < 300 else 20 * len(weights)
    luck = new_luck(7 + which)
    counts = dict.fromkeys(weights, 0)
    for _ in range(draws):
        copy = record.copy(state)
        verbs.redeal(copy, seat, luck)
        counts[arrangement(copy, seat)] += 1  # a KeyError: an arrangement that is not possible
    expected = np.array(list(weights.values()), float)
    expected *= draws / expected.sum()
    assert p_value(list(counts.values()), expected) > 1e-4


@pytest.mark.parametrize("symbols", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_rounds(players: int, symbols: Any) -> None:
    """Tiles are conserved, someone can always act, a redeal keeps what its seat knows and is possible."""
    luck = new_luck(players)
    seen, hidden = (np.zeros(game.facts.observation_length, np.int8) for _ in range(2))
    for seed in range(1 if MORE == 1 else 3):
        state, steps = new_round(players, 100 * players + seed, symbols=symbols)
        watchers = [Witness(game, s, game.view(state, s), game.events(steps, s)) for s in range(players)]
        while not state.over:
            sets = [*state.bag, *state.racks.ravel(), *state.board]
            assert sum(int(word).bit_count() for word in sets) == (88 if symbols else 80)
            choices = game.legal(state)
            for seat in range(players):
                if seed == 0 and state.ply % 4:
                    continue
                watchers[seat].check(state)
                copy = record.copy(state)
                verbs.redeal(copy, seat, luck)
                watchers[seat].check(copy)
                assert game.view(copy, seat) == game.view(state, seat)
                assert game.legal(copy)
                verbs.observe(state, seat, seen)
                verbs.observe(copy, seat, hidden)
                assert (seen == hidden).all()
            sensible = verbs.prefer(state, luck)
            assert sensible in choices
            steps = game.apply(state, int(sensible) if seed else choices[int(state.ply) * 7 % len(choices)])
            for seat, watcher in enumerate(watchers):
                watcher.see(game.view(state, seat), game.events(steps, seat))
        assert max(game.scores(state)) == 0


@pytest.mark.parametrize("symbols", [False, True])
def test_the_terminal_draws_a_whole_round_in_80_columns(symbols: Any) -> Any:
    def name(seat: int) -> str:
        return "You" if seat == 0 else f"Bot {seat}"

    state, _ = new_round(4, 3, symbols=symbols)
    luck = new_luck(1)
    while not state.over:
        view = game.view(state, int(state.seat))
        drawn = terminal.draw(view.table, view.hand, name)
        assert isinstance(drawn, Group)
        lines: list[Any] = drawn.renderables
        assert all(line.cell_len <= 80 for line in lines[:8])
        assert terminal.ask(view).endswith(".")
        assert all(terminal.say_move(choice.move) for choice in view.choices)
        for event in game.events(game.apply(state, int(verbs.prefer(state, luck))), 0):
            assert terminal.say_event(event, name).startswith(name(event.seat))


def test_prefer_gives_away_the_tile_that_is_far_and_alone() -> None:
    state = scene("y11 y12 y14 b11", "y15 y16 r19 b12 b14", "g1", bag="g2", laid=3, fresh="y11 y12")
    assert say(game.move_of(int(verbs.prefer(state, new_luck(1))))) == "give r19"


def test_prefer_keeps_neighbours_together_when_it_gives() -> None:
    state = scene("y11 y12 b11", "r18 r19 g18 r12", "g1", bag="g2", laid=3, fresh="y11 y12")
    assert say(game.move_of(int(verbs.prefer(state, new_luck(1))))) == "give g18"


def test_stumble_lays_the_highest_tile_and_may_forget_the_gift() -> None:
    state = scene("y11", "y10 y12 r2", "g1", bag="g2")
    assert say(game.move_of(int(verbs.stumble(state, new_luck(1))))) == "y12"
    state = scene("y11 y12 b11", "r2 g18", "g1", bag="g2", laid=3, fresh="y11 y12")
    wishes = {say(game.move_of(int(verbs.stumble(state, new_luck(seed))))) for seed in range(20)}
    assert wishes == {"end", "give r2"}
