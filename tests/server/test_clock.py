"""Clocks: who has how long, what happens when the time is up, and that the server's absence costs nobody."""

import pytest

from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import DecisionClock, MatchClock
from elftafel.server.refusal import Refusal
from elftafel.server.table import commands
from elftafel.server.table.clock import FORGOTTEN, MERCY, PAUSE
from elftafel.server.table.entries import Dealt, StoodIn, TimeGiven
from tests.server.tables import Scene


def decision(seconds: int = 60, **more: object) -> Scene:
    return Scene(clock=DecisionClock(seconds), **more).start()  # type: ignore[arg-type]


def match(seconds: int = 100, increment: int = 5, **more: object) -> Scene:
    return Scene(clock=MatchClock(seconds, increment), **more).start()  # type: ignore[arg-type]


def test_without_a_clock_nothing_is_ever_due() -> None:
    scene = Scene().start()
    assert scene.table.deadline is None
    assert not scene.table.cared
    assert commands.time_is_up(scene.table, scene.now + 10**12) == []


def test_each_decision_has_its_time() -> None:
    scene = decision(60)
    assert scene.table.deadline == scene.now + 60_000
    scene.now += 50_000
    scene.play()
    assert scene.table.deadline == scene.now + 60_000


def test_when_the_time_is_up_a_bot_stands_in_and_the_person_may_return() -> None:
    scene = decision(60)
    seat = scene.table.turn
    assert seat is not None
    scene.now += 59_999
    assert commands.time_is_up(scene.table, scene.now) == []
    scene.now += 2
    with pytest.raises(Refusal, match="too_late"):
        scene.play()
    assert commands.time_is_up(scene.table, scene.now) == [StoodIn(seat, "casual", "clock")]
    scene.write(StoodIn(seat, "casual", "clock"))
    assert scene.table.deadline is None
    assert scene.table.bot_to_play == "casual"
    scene.do(seat, messages.Return(id="a"))
    assert scene.table.deadline == scene.now + 60_000


def test_a_match_clock_counts_down_and_gives_the_increment_after_the_turn() -> None:
    scene = match(100, 5, game="jatten")
    seat = scene.table.turn
    assert seat is not None
    assert scene.table.clock is not None
    spent = 0
    while scene.table.turn == seat:
        scene.now += 1000
        spent += 1000
        scene.play()
    assert scene.table.clock.bank[seat] == 100_000 - spent + 5000
    assert scene.table.deadline == scene.now + 100_000


def test_a_match_clock_shows_what_each_seat_has() -> None:
    scene = match(100, 5)
    standing = scene.table.recent[-1].standing
    assert standing is not None
    assert standing.clock is not None
    assert standing.clock.left == (100_000,) * 3
    assert standing.clock.seat == scene.table.turn


def test_whoever_returns_with_an_empty_clock_gets_a_little_time() -> None:
    scene = match(100, 5)
    seat = scene.table.turn
    assert seat is not None
    scene.now += 100_001
    scene.write(*commands.time_is_up(scene.table, scene.now))
    scene.do(seat, messages.Return(id="a"))
    assert scene.table.deadline == scene.now + MERCY


@pytest.mark.parametrize("clock", [DecisionClock(10), MatchClock(10, 0)])
def test_leaving_and_returning_gains_time_only_once(clock: DecisionClock | MatchClock) -> None:
    scene = Scene(clock=clock).start()
    seat = scene.table.turn
    assert seat is not None
    began = scene.now
    for _ in range(20):
        assert scene.table.deadline is not None
        scene.now = max(scene.now, scene.table.deadline - 100)
        scene.do(seat, messages.Leave(id="a"))
        scene.do(seat, messages.Return(id="b"))
    assert scene.table.deadline is not None
    assert scene.table.deadline - began <= 10_000 + MERCY


def test_whoever_lost_a_decision_to_a_bot_gets_time_again() -> None:
    scene = match(100, 5)
    table = scene.table
    for _ in range(2):
        seat = table.turn
        assert seat is not None
        scene.now = (table.deadline or 0) + 1
        scene.write(*commands.time_is_up(table, scene.now))
        assert table.match is not None
        scene.write(*commands.bot_decides(table, table.ply, table.match.game.legal(table.match.state)[0]))
        scene.do(seat, messages.Return(id="a"))
        assert table.clock is not None
        assert table.clock.bank[seat] >= MERCY
        while table.turn != seat:
            scene.play()


def undoable(scene: Scene) -> int:
    """Play until the seat at turn could take back its step."""
    while True:
        seat = scene.table.turn
        assert seat is not None
        scene.now += 1000
        scene.play()
        assert scene.table.match is not None
        if scene.table.match.can_undo(seat):
            return seat


@pytest.mark.parametrize("clock", [DecisionClock(60), MatchClock(600, 5)])
def test_undoing_gains_no_time(clock: DecisionClock | MatchClock) -> None:
    scene = Scene("nimmt11", 2, clock=clock).start()
    seat = undoable(scene)
    assert scene.table.clock is not None
    with pytest.raises(Refusal, match=r"no_time|too_late"):
        lay_and_undo(scene, seat, times=200)


def lay_and_undo(scene: Scene, seat: int, times: int) -> None:
    for _ in range(times):
        scene.now += 5000
        scene.do(seat, messages.Undo(id="a", ply=scene.table.ply))
        scene.now += 1
        scene.play()


def after_a_round(scene: Scene) -> Scene:
    while not scene.table.between_rounds:
        scene.play()
    return scene


def test_the_next_round_waits_until_somebody_is_ready_and_then_not_long_for_the_others() -> None:
    scene = after_a_round(Scene(seats=3, rounds=2).start())
    assert scene.table.deadline is None, "everybody looks at the points as long as they like"
    scene.now += 3_600_000
    scene.do(1, messages.NextRound(id="a", ply=scene.table.ply))
    assert scene.table.deadline == scene.table.deals_at == scene.now + PAUSE
    scene.now += 5000
    scene.do(0, messages.NextRound(id="b", ply=scene.table.ply))
    assert scene.table.deals_at == scene.now - 5000 + PAUSE
    assert commands.time_is_up(scene.table, scene.now) == []
    scene.now += PAUSE
    assert commands.time_is_up(scene.table, scene.now) == [Dealt()]


def test_between_rounds_a_table_with_a_clock_comes_to_its_end_even_if_all_are_gone() -> None:
    scene = after_a_round(decision(60, seats=2, rounds=2))
    assert scene.table.deadline == scene.now + FORGOTTEN
    assert scene.table.deals_at is None, "nobody is hurried"
    scene.now += FORGOTTEN
    assert commands.time_is_up(scene.table, scene.now) == [Dealt()]


def test_bots_alone_do_not_wait_between_rounds() -> None:
    scene = Scene(seats=2, rounds=2).start(bots={0: "easy", 1: "easy"})
    while not scene.table.between_rounds:
        assert scene.table.match is not None
        action = scene.table.match.game.legal(scene.table.match.state)[0]
        scene.write(*commands.bot_decides(scene.table, scene.table.ply, action))
    assert commands.time_is_up(scene.table, scene.now) == [Dealt()]


def test_the_time_of_a_stop_is_given_back_once() -> None:
    scene = decision(60)
    began = scene.now
    scene.now += 100_000
    silence = (began + 10_000, began + 90_000)
    (given,) = commands.give_back(scene.table, *silence)
    assert given == TimeGiven(80_000, began + 90_000)
    scene.write(given)
    assert scene.table.deadline == began + 140_000
    assert commands.give_back(scene.table, *silence) == []


def test_only_the_time_since_the_decision_began_is_given_back() -> None:
    scene = decision(60)
    began = scene.now
    assert commands.give_back(scene.table, began - 50_000, began - 10) == []
    assert commands.give_back(scene.table, began - 50_000, began + 30_000) == [TimeGiven(30_000, began + 30_000)]
    assert commands.give_back(Scene().start().table, began, began + 30_000) == []
