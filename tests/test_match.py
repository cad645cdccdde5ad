"""Matches and their logs."""

import contextlib
import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elftafel import games
from elftafel.errors import BadInput, BadLog, IllegalMove
from elftafel.kernel.chance import new_luck, pick
from elftafel.match import LOG_LIMIT, Match, Seat, export_log, import_log, replay, seed_from, verify

SEATS = (Seat("Ana"), Seat("Bo", "casual"), Seat("Cy", "random"))


def new_match(**change: Any) -> Match:
    game = games.load("elfer_raus")
    options = game.facts.read_options(change.pop("options", {}), 3)
    return Match(game, options, SEATS, change.pop("seed", bytes(range(32))), **change)


def play(match: Match, seed: int = 1) -> Match:
    luck = new_luck(seed)
    while not match.over:
        if match.state.over:
            match.next_round()
        legal = match.game.legal(match.state)
        match.apply(legal[pick(luck, len(legal))], 10 * len(match.actions))
    return match


def test_al_1_seat_0_counts_as_the_youngest_unless_lots_are_drawn() -> None:
    assert new_match(options={"opening": "drawn"}).state.seat == 0
    starters = {
        int(new_match(options={"opening": "drawn"}, draw_lots=True, seed=seed_from(str(i))).state.starter)
        for i in range(40)
    }
    assert starters == {0, 1, 2}


def test_al_2_as_many_rounds_as_players_or_1_to_20() -> None:
    assert new_match().rounds == 3
    assert new_match(rounds=20).rounds == 20
    for rounds in (0, 21, -1):
        with pytest.raises(BadInput, match="AL-2"):
            new_match(rounds=rounds)


def test_al_2_ties_for_first_place_share_the_win() -> None:
    match = play(new_match())
    for points, winners in (((-3, -3, -9), [0, 1]), ((-5, -5, -5), [0, 1, 2]), ((-4, 0, -4), [1])):
        match.results = [msgspec.structs.replace(match.results[0], points=points)]
        assert match.winners == winners


def test_al_3_only_the_seat_at_turn_may_act() -> None:
    match = new_match(options={"opening": "drawn"})
    move = match.game.move_of(match.game.legal(match.state)[0])
    assert match.game.why_not(match.state, 0, move) is None
    assert match.game.why_not(match.state, 1, move) == "AL-3"


def test_al_4_a_view_has_no_place_for_hidden_things() -> None:
    match = new_match()
    for seat in (None, 0, 1, 2):
        view = json.loads(msgspec.json.encode(match.game.view(match.state, seat)))
        assert match.seed.hex() not in json.dumps(view)
        assert (view["hand"] is None) == (seat is None)
        if seat is not None:
            assert view["hand"]["seat"] == seat
        if seat != match.state.seat:
            assert view["choices"] == []


def test_al_5_ending_the_turn_is_a_decision_even_as_the_only_one() -> None:
    match = new_match()
    seen = 0
    luck = new_luck(4)
    while not match.state.over:
        legal = match.game.legal(match.state)
        if len(legal) == 1 and type(match.game.move_of(legal[0])).__name__ == "EndTurn":
            seen += 1
        match.apply(legal[pick(luck, len(legal))])
    assert seen


def test_al_6_the_start_passes_to_the_left() -> None:
    match = play(new_match(options={"opening": "drawn"}, rounds=4))
    assert [result.starter for result in match.results] == [0, 1, 2, 0]


def test_al_7_undo_gives_back_the_very_same_position() -> None:
    match = new_match(options={"opening": "drawn"})
    match.apply(match.game.legal(match.state)[0])
    with pytest.raises(IllegalMove, match="AL-7"):
        match.undo(0)
    luck = new_luck(2)
    undone = 0
    while not match.over and undone < 50:
        if match.state.over:
            match.next_round()
        seat = int(match.state.seat)
        before, actions = match.state.tobytes(), list(match.actions)
        legal = match.game.legal(match.state)
        match.apply(legal[pick(luck, len(legal))])
        if match.can_undo(seat):
            match.undo(seat)
            assert match.state.tobytes() == before
            assert match.actions == actions
            undone += 1
            match.apply(legal[pick(luck, len(legal))])
    assert undone


def test_wrong_player_counts_options_and_seeds_are_refused() -> None:
    game = games.load("elfer_raus")
    with pytest.raises(BadInput, match="2 to 6 players"):
        Match(game, game.facts.read_options({}, 2), (Seat("A"),), bytes(32))
    with pytest.raises(BadInput, match="32 bytes"):
        Match(game, game.facts.read_options({}, 2), SEATS, b"short")
    with pytest.raises(BadInput, match="the seats are 0 to 1"):
        game.new_round(game.facts.read_options({}, 2), 2, 5, bytes(32), 0)
    with pytest.raises(BadInput, match="2 to 6 players"):
        game.new_round(game.facts.read_options({}, 2), 7, 0, bytes(32), 0)
    with pytest.raises(BadInput, match="the seats are 0 to 2"):
        game.view(new_match().state, -1)
    with pytest.raises(BadInput, match="options"):
        game.facts.read_options({"opening": "sideways"}, 2)
    with pytest.raises(BadInput, match="options"):
        game.facts.read_options({"no_such": 1}, 2)
    with pytest.raises(BadInput, match="the games are"):
        games.load("chess")
    match = new_match()
    with pytest.raises(BadInput, match="next round"):
        match.next_round()


@pytest.fixture(scope="module")
def log_text() -> bytes:
    return export_log(play(new_match()).log())


def test_a_log_can_be_replayed_to_any_ply(log_text: bytes) -> None:
    log = import_log(log_text)
    for ply in (0, 1, 17, len(log.actions) - 1, len(log.actions)):
        assert replay(log, ply).actions == list(log.actions[:ply])
    assert verify(log).winners == list(log.result.winners)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "the games are"),
        ({"rules_version": 999}, "version 999"),
        ({"elftafel": 2}, "format 2"),
        ({"seed": "xyz"}, "hexadecimal"),
        ({"seed": "00"}, "hexadecimal"),
        ({"seats": [{"name": ""}, {"name": "B"}, {"name": "C"}]}, "printable"),
        ({"seats": [{"name": "\x1b[2J"}, {"name": "B"}, {"name": "C"}]}, "printable"),
        ({"data": {"a": 1}}, "no table"),
        ({"rounds": 0}, "AL-2"),
        ({"seats": [{"name": "alone"}]}, "2 to 6 players"),
        ({"options": {"opening": "sideways"}}, "sideways"),
        ({"surprise": 1}, "surprise"),
        ({"actions": "none"}, "array"),
    ],
)
def test_a_damaged_log_is_refused(log_text: bytes, change: dict[str, Any], says: str) -> None:
    with pytest.raises(BadLog, match=says):
        verify(import_log(json.dumps({**json.loads(log_text), **change}).encode()))


def test_a_log_carries_the_table_it_was_played_with() -> None:
    """A host's own ox heads: the log is right anywhere, and wrong with other heads."""
    game = games.load("nimmt11")
    heads = game.read_data({"groups": [{"heads": 10, "cards": list(range(1, 101))}], "others": 1})
    match = play(Match(game, game.facts.read_options({}, 3), SEATS, bytes(32), rounds=1, data=heads))
    assert all(points % 10 == 0 for points in match.totals)
    log = json.loads(export_log(match.log()))
    assert verify(import_log(json.dumps(log).encode())).totals == match.totals
    log["data"]["groups"][0]["heads"] = 9
    with pytest.raises(BadLog, match="the rules give totals"):
        verify(import_log(json.dumps(log).encode()))
    log["data"]["groups"][0]["heads"] = 11
    with pytest.raises(BadLog, match="EN-R1"):
        verify(import_log(json.dumps(log).encode()))
    with pytest.raises(BadLog, match="the table of the game"):
        verify(import_log(json.dumps({**log, "data": None}).encode()))


def test_times_that_run_backwards_are_refused(log_text: bytes) -> None:
    log = json.loads(log_text)
    log["actions"][3][1] = -1
    with pytest.raises(BadLog, match="ply 4"):
        verify(import_log(json.dumps(log).encode()))


def test_an_impossible_action_is_refused_with_ply_and_rule(log_text: bytes) -> None:
    log = json.loads(log_text)
    log["actions"][4][0] = 80 if log["actions"][4][0] != 80 else 0
    with pytest.raises(BadLog) as refused:
        verify(import_log(json.dumps(log).encode()))
    assert refused.value.ply == 5
    assert refused.value.rule.startswith("ER-")  # type: ignore[union-attr]
    log["actions"][4][0] = 1000
    with pytest.raises(BadLog, match="ply 5"):
        verify(import_log(json.dumps(log).encode()))


def test_a_log_that_goes_on_after_the_end_or_lies_about_the_result_is_refused(log_text: bytes) -> None:
    log = json.loads(log_text)
    longer = {**log, "actions": [*log["actions"], [80, 999_999]]}
    with pytest.raises(BadLog, match="over before"):
        verify(import_log(json.dumps(longer).encode()))
    shorter = {**log, "actions": log["actions"][:-1]}
    with pytest.raises(BadLog, match="not over"):
        verify(import_log(json.dumps(shorter).encode()))
    log["result"]["totals"][0] += 1
    with pytest.raises(BadLog, match="the rules give totals"):
        verify(import_log(json.dumps(log).encode()))


@given(st.binary(max_size=200))
@settings(max_examples=50, deadline=None)
def test_any_bytes_are_either_a_log_or_refused(text: bytes) -> None:
    with pytest.raises(BadLog):
        import_log(text)


@given(at=st.integers(0, 5000), byte=st.integers(0, 255))
@settings(max_examples=40, deadline=None)
def test_a_flipped_byte_is_refused_or_leaves_a_right_log(log_text: bytes, at: int, byte: int) -> None:
    damaged = bytearray(log_text)
    damaged[at % len(damaged)] = byte
    with contextlib.suppress(BadLog):
        verify(import_log(bytes(damaged)))


def test_a_log_of_any_size_is_bounded() -> None:
    with pytest.raises(BadLog, match="bytes"):
        import_log(b"[" * (LOG_LIMIT + 1))
    with pytest.raises(BadLog):
        import_log(b"[" * 100_000)


def test_the_same_seed_gives_the_same_cards_and_another_other_ones() -> None:
    texts = {hashlib.sha256(new_match(seed=seed_from(s)).state.tobytes()).hexdigest() for s in ("a", "a", "b")}
    assert len(texts) == 2
    assert seed_from(None) != seed_from(None)
