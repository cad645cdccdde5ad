"""What commands do at a table, and what the log makes of it."""

import hashlib
from typing import Any

import msgspec
import pytest

from elftafel import fairness, games
from elftafel.errors import BadInput, BadLog
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import MatchClock, TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.table import commands, entries, log_limits, views
from elftafel.server.table.entries import (
    BotSeated,
    Changed,
    Chatted,
    Closed,
    Dealt,
    HostPassed,
    NonceAdded,
    Played,
    Readied,
    Removed,
    Returned,
    Seated,
    Started,
    StoodIn,
    Swapped,
    Vacated,
)
from elftafel.server.table.state import Table
from elftafel.server.table.summary import ending, line_of, record_of
from tests.server.tables import Scene, person

NONCE = "ab" * 16


def refusal(scene: Scene, seat: int, command: messages.AnyCommand) -> Refusal:
    before = scene.table.number
    with pytest.raises(Refusal) as caught:
        scene.do(seat, command)
    assert scene.table.number == before
    return caught.value


def entry(scene: Scene, seat: int, command: messages.AnyCommand) -> object:
    (moment,) = scene.do(seat, command)
    return moment.entry


# before the start


def test_anyone_may_take_a_free_seat() -> None:
    scene = Scene()
    assert entry(scene, 0, messages.Sit(id="a")) == Seated(0, "person-0", "Person 0")
    assert entry(scene, 1, messages.Sit(id="b", seat=2)) == Seated(2, "person-1", "Person 1")
    assert refusal(scene, 2, messages.Sit(id="c", seat=2)).key == "seat_taken"
    assert refusal(scene, 2, messages.Sit(id="c", seat=3)).key == "bad_field"


def test_a_person_may_move_to_another_seat_and_keeps_no_two() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a"))
    moved = [moment.entry for moment in scene.do(0, messages.Sit(id="b", seat=1))]
    assert moved == [Vacated(0), Seated(1, "person-0", "Person 0")]
    assert scene.do(0, messages.Sit(id="c")) == []


def test_a_full_table_has_no_seat() -> None:
    assert refusal(Scene(seats=2).seat_all(), 2, messages.Sit(id="a")).key == "seat_taken"


def test_a_nonce_is_given_once() -> None:
    scene = Scene()
    assert [moment.entry for moment in scene.do(0, messages.Sit(id="a", nonce=NONCE))][1] == NonceAdded(0, NONCE)
    assert scene.do(0, messages.AddNonce(id="b", nonce=NONCE)) == []
    assert refusal(scene, 0, messages.AddNonce(id="b", nonce="cd" * 16)).key == "nonce_given"
    assert refusal(scene, 1, messages.AddNonce(id="b", nonce=NONCE)).key == "not_seated"


def test_a_nonce_stays_in_whatever_seat_and_cannot_be_replaced() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a", nonce=NONCE))
    assert refusal(scene, 0, messages.Sit(id="b", seat=1, nonce="cd" * 16)).key == "nonce_given"
    moved = [moment.entry for moment in scene.do(0, messages.Sit(id="c", seat=1))]
    assert moved == [Vacated(0), Seated(1, "person-0", "Person 0"), NonceAdded(1, NONCE)]
    assert scene.table.nonces == ("", NONCE, "")
    scene.do(0, messages.Leave(id="d"))
    assert refusal(scene, 0, messages.Sit(id="e", nonce="cd" * 16)).key == "nonce_given"
    scene.do(0, messages.Sit(id="f"))
    assert scene.table.nonces == (NONCE, "", "")
    assert refusal(scene, 0, messages.AddNonce(id="g", nonce="cd" * 16)).key == "nonce_given"
    assert scene.do(0, messages.AddNonce(id="h", nonce=NONCE)) == []


def test_only_the_host_puts_and_takes_bots() -> None:
    scene = Scene()
    put = messages.PutBot(id="a", seat=1, level="easy")
    assert refusal(scene, 1, put).key == "not_host"
    assert entry(scene, 0, put) == BotSeated(1, "easy")
    assert entry(scene, 0, messages.PutBot(id="b", seat=1, level="expert")) == BotSeated(1, "expert")
    assert refusal(scene, 0, messages.PutBot(id="c", seat=1, level="clairvoyant")).key == "bad_field"
    assert refusal(scene, 0, messages.PutBot(id="c", seat=7, level="easy")).key == "bad_field"
    assert entry(scene, 0, messages.TakeBot(id="d", seat=1)) == Vacated(1)
    assert refusal(scene, 0, messages.TakeBot(id="d", seat=1)).key == "no_bot"


def test_a_bot_does_not_push_a_person_away() -> None:
    scene = Scene().seat_all()
    assert refusal(scene, 0, messages.PutBot(id="a", seat=1, level="easy")).key == "seat_taken"


def test_a_removed_person_does_not_come_back() -> None:
    scene = Scene().seat_all()
    assert refusal(scene, 1, messages.Remove(id="a", person="person-2")).key == "not_host"
    assert refusal(scene, 0, messages.Remove(id="a", person="person-0")).key == "bad_field"
    assert entry(scene, 0, messages.Remove(id="a", person="person-2")) == Vacated(2, removed=True)
    assert refusal(scene, 2, messages.Sit(id="b")).key == "removed"
    assert not scene.table.may_watch("person-2")


def test_the_host_passes_on_when_leaving() -> None:
    scene = Scene().seat_all()
    left = [moment.entry for moment in scene.do(0, messages.Leave(id="a"))]
    assert left == [Vacated(0), HostPassed("person-1")]
    assert refusal(scene, 0, messages.Start(id="b")).key == "not_host"


def test_who_sits_down_at_a_table_without_a_host_becomes_host() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a"))
    scene.do(0, messages.Leave(id="b"))
    assert scene.table.host == "person-0"
    scene.do(1, messages.Sit(id="c"))
    assert scene.table.host == "person-1"
    scene.do(0, messages.Sit(id="d"))
    assert scene.table.host == "person-1"


def test_the_host_passes_on_when_leaving_a_match() -> None:
    scene = Scene().start(bots={1: "easy"})
    scene.do(0, messages.Leave(id="a"))
    assert scene.table.host == "person-2"


def test_a_spectator_can_be_sent_away_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().start()
    assert entry(scene, 0, messages.Remove(id="a", person="person-9")) == Removed("person-9")
    assert not scene.table.may_watch("person-9")
    assert scene.do(0, messages.Remove(id="b", person="person-9")) == []
    assert refusal(scene, 0, messages.Remove(id="c", person="person-1")).key == "started"
    monkeypatch.setattr(log_limits, "MOST_REMOVED", 1)
    assert refusal(scene, 0, messages.Remove(id="d", person="person-8")).key == "table_full"


def test_the_host_frees_the_seat_of_someone_absent() -> None:
    scene = Scene().seat_all()
    assert refusal(scene, 1, messages.Vacate(id="a", seat=2)).key == "not_host"
    assert refusal(scene, 0, messages.Vacate(id="a", seat=0)).key == "not_a_person"
    assert entry(scene, 0, messages.Vacate(id="a", seat=2)) == Vacated(2)
    assert entry(scene, 2, messages.Sit(id="b")) == Seated(2, "person-2", "Person 2")


def test_someone_else_may_be_host_for_one_who_is_away() -> None:
    scene = Scene().seat_all()
    assert commands.take_over(scene.table, person(1)) == [HostPassed("person-1")]
    assert commands.take_over(scene.table, person(0)) == []
    assert commands.take_over(scene.table, person(7)) == []


def test_a_start_needs_everyone_and_the_host() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a"))
    assert refusal(scene, 0, messages.Start(id="b")).key == "seats_free"
    scene.do(1, messages.Sit(id="c"))
    scene.do(0, messages.PutBot(id="d", seat=2, level="easy"))
    assert refusal(scene, 1, messages.Start(id="b")).key == "not_host"
    assert entry(scene, 0, messages.Start(id="b")) == Started()
    assert refusal(scene, 0, messages.Start(id="b")).key == "started"
    assert refusal(scene, 3, messages.Sit(id="e")).key == "started"


def test_the_host_changes_settings_before_the_start() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a"))
    wanted = msgspec.structs.replace(scene.table.settings, seats=5, rounds=2, hints=True, public=True)
    change = messages.Change(id="b", settings=wanted)
    assert refusal(scene, 1, change).key == "not_host"
    (moment,) = scene.do(0, change)
    assert moment.entry == Changed(wanted, (0, 1, 2))
    assert moment.info is not None, "everybody is told"
    assert (moment.info.settings, moment.info.rounds, len(moment.info.chairs)) == (wanted, 2, 5)
    assert line_of(scene.table).free == 4
    assert line_of(scene.table).public
    assert scene.do(0, change) == [], "as it is already"
    other = msgspec.structs.replace(wanted, game="jatten", seats=3)
    assert refusal(scene, 0, messages.Change(id="c", settings=other)).field == "game"
    many = msgspec.structs.replace(wanted, seats=8)
    assert refusal(scene, 0, messages.Change(id="c", settings=many)).key == "bad_field"
    odd = msgspec.structs.replace(wanted, options={"drop_colour": "red"})
    assert refusal(scene, 0, messages.Change(id="c", settings=odd)).key == "bad_field", "for two players only"


def test_fewer_seats_take_no_seat_from_anybody() -> None:
    scene = Scene(seats=5)
    scene.do(0, messages.Sit(id="a", seat=0, nonce=NONCE))
    scene.do(1, messages.Sit(id="b", seat=4, nonce="cd" * 16))
    scene.do(0, messages.PutBot(id="c", seat=3, level="easy"))
    settings = scene.table.settings
    few = msgspec.structs.replace(settings, seats=2)
    assert refusal(scene, 0, messages.Change(id="d", settings=few)).key == "seat_taken"
    scene.do(0, messages.Change(id="e", settings=msgspec.structs.replace(settings, seats=4)))
    people = [chair.person or chair.bot for chair in scene.table.chairs]
    assert people == ["person-0", None, "easy", "person-1"]
    assert scene.table.chairs[2].name == "Bot 3", "bots are called after their seats"
    assert scene.table.nonces == (NONCE, "", "", "cd" * 16), "a nonce goes with its person"
    scene.do(0, messages.Change(id="f", settings=msgspec.structs.replace(settings, seats=3)))
    assert [chair.person or chair.bot for chair in scene.table.chairs] == ["person-0", "easy", "person-1"]


def test_a_start_with_fewer_drops_the_free_seats() -> None:
    scene = Scene(seats=5)
    scene.do(0, messages.Sit(id="a", seat=0))
    assert refusal(scene, 0, messages.Start(id="b", fewer=True)).key == "seats_free", "nobody plays alone"
    scene.do(1, messages.Sit(id="c", seat=4))
    assert refusal(scene, 0, messages.Start(id="d")).key == "seats_free"
    changed, started = scene.do(0, messages.Start(id="e", fewer=True))
    assert isinstance(changed.entry, Changed)
    assert started.entry == Started()
    assert (scene.table.settings.seats, scene.table.rounds, scene.table.seat_of("person-1")) == (2, 2, 1)
    assert refusal(scene, 0, messages.Change(id="f", settings=scene.table.settings)).key == "started"


def test_a_start_with_fewer_and_nobody_missing_is_a_start() -> None:
    assert entry(Scene(seats=2).seat_all(), 0, messages.Start(id="a", fewer=True)) == Started()


def test_the_host_swaps_two_seats() -> None:
    scene = Scene()
    scene.do(0, messages.Sit(id="a", nonce=NONCE))
    scene.do(0, messages.PutBot(id="b", seat=1, level="easy"))
    assert refusal(scene, 1, messages.Swap(id="c", seat=0, other=1)).key == "not_host"
    assert refusal(scene, 0, messages.Swap(id="c", seat=0, other=3)).key == "bad_field"
    assert entry(scene, 0, messages.Swap(id="c", seat=0, other=1)) == Swapped(0, 1)
    assert scene.table.seat_of("person-0") == 1
    assert scene.table.nonces == ("", NONCE, "")
    assert scene.table.chairs[0].name == "Bot 1"
    assert entry(scene, 0, messages.Swap(id="d", seat=1, other=2)) == Swapped(1, 2), "a free seat is one too"
    assert scene.do(0, messages.Swap(id="e", seat=2, other=2)) == []


def test_a_table_can_be_given_up() -> None:
    scene = Scene()
    assert refusal(scene, 1, messages.Close(id="a")).key == "not_host"
    assert entry(scene, 0, messages.Close(id="a")) == Closed("host")
    assert scene.table.status == "closed"
    assert refusal(scene, 1, messages.Sit(id="b")).key == "closed"


# playing


def test_only_the_seat_at_turn_plays_and_only_what_is_legal() -> None:
    scene = Scene().start()
    table = scene.table
    assert table.match is not None
    assert table.turn is not None
    legal = table.match.game.legal(table.match.state)
    illegal = next(a for a in range(table.match.game.facts.action_count) if a not in legal)
    other = (table.turn + 1) % 3
    assert refusal(scene, other, messages.Play(id="a", ply=table.ply, action=legal[0])).rule == "AL-3"
    refused = refusal(scene, table.turn, messages.Play(id="a", ply=table.ply, action=illegal))
    assert refused.key == "illegal_move"
    assert refused.rule
    stale = refusal(scene, table.turn, messages.Play(id="a", ply=table.ply - 1, action=legal[0]))
    assert (stale.key, stale.stale) == ("stale", True)
    assert refusal(scene, table.turn, messages.Play(id="a", ply=table.ply)).key == "bad_field"
    assert refusal(scene, table.turn, messages.Play(id="a", ply=table.ply, action=60_000)).key == "bad_field"
    assert refusal(scene, table.turn, messages.Play(id="a", ply=table.ply, move={"move": "fly"})).key == "bad_field"
    assert refusal(scene, 5, messages.Play(id="a", ply=table.ply, action=legal[0])).key == "not_seated"
    assert entry(scene, table.turn, messages.Play(id="a", ply=table.ply, action=legal[0]))


def test_a_move_in_words_is_the_same_as_its_number() -> None:
    scene = Scene().start()
    table = scene.table
    assert table.match is not None
    assert table.turn is not None
    action = table.match.game.legal(table.match.state)[0]
    move = msgspec.to_builtins(table.match.game.move_of(action))
    seat = table.turn
    assert entry(scene, seat, messages.Play(id="a", ply=table.ply, move=move)) == Played(seat, action)


def test_undo_takes_back_and_the_ply_goes_on() -> None:
    scene = Scene("nimmt11", 2).start()
    table = scene.table
    while table.turn is not None:
        seat, ply = table.turn, table.ply
        scene.play()
        assert table.match is not None
        if table.match.can_undo(seat):
            break
    assert table.match is not None
    other = 1 - seat
    assert refusal(scene, other, messages.Undo(id="a", ply=table.ply)).rule == "AL-7"
    assert refusal(scene, seat, messages.Undo(id="a", ply=ply)).key == "stale"
    scene.do(seat, messages.Undo(id="a", ply=table.ply))
    assert table.ply == ply + 2
    assert table.turn == seat


def test_rounds_follow_each_other_until_the_match_is_over() -> None:
    scene = Scene(seats=2, rounds=2).start()
    table = scene.table
    assert refusal(scene, 0, messages.NextRound(id="a", ply=table.ply)).key == "round_running"
    while not table.between_rounds:
        scene.play()
    assert table.turn is None
    assert refusal(scene, 0, messages.Play(id="a", ply=table.ply, action=0)).key == "illegal_move"
    assert entry(scene, 1, messages.NextRound(id="b", ply=table.ply)) == Readied(1)
    assert scene.do(1, messages.NextRound(id="c", ply=table.ply)) == []
    told = [views.event(table, moment, None) for moment in table.recent]
    assert entry(scene, 0, messages.NextRound(id="b", ply=table.ply)) == Dealt()
    assert [views.event(table, moment, None) for moment in table.recent][:-1] == told[1:], "the same to who comes late"
    assert not table.ready
    while table.status != "over":
        scene.play()
    assert line_of(table).status == "over"
    ended = ending(table)
    assert sum(seat.won for seat in ended.seats) == pytest.approx(1)
    assert {seat.rank for seat in ended.seats if seat.won} == {1}
    assert refusal(scene, 0, messages.Play(id="a", ply=table.ply, action=0)).key == "over"
    assert fairness.verify_record(record_of(table)).over


def test_a_leaver_is_played_for_and_comes_back_by_playing() -> None:
    scene = Scene().start()
    table = scene.table
    seat = table.turn or 0
    assert entry(scene, seat, messages.Leave(id="a")) == StoodIn(seat, "casual", "left")
    assert table.bot_to_play == "casual"
    assert table.cared
    assert scene.do(seat, messages.Leave(id="b")) == []
    played = [type(moment.entry) for moment in scene.play()]
    assert played == [Returned, Played]
    assert table.chairs[seat].stand_in is None


def test_the_host_lets_a_bot_play_for_a_person() -> None:
    scene = Scene().start(bots={2: "easy"})
    assert refusal(scene, 1, messages.StandIn(id="a", seat=0)).key == "not_host"
    assert refusal(scene, 0, messages.StandIn(id="a", seat=2)).key == "not_a_person"
    assert entry(scene, 0, messages.StandIn(id="a", seat=1, level="strong")) == StoodIn(1, "strong", "host")
    assert entry(scene, 1, messages.Return(id="b")) == Returned(1)


def test_a_match_left_to_bots_counts_as_left() -> None:
    scene = Scene(seats=2, rounds=1).start()
    table = scene.table
    while table.status != "over":
        seat = table.turn
        assert seat is not None
        if seat == 0 and table.number % 3:
            scene.write(StoodIn(0, "casual", "host"))
            assert table.match is not None
            action = table.match.game.legal(table.match.state)[0]
            scene.write(*commands.bot_decides(table, table.ply, action))
            if table.status == "playing":
                scene.write(Returned(0))
        else:
            scene.play()
    assert [seat.stood_in for seat in ending(table).seats] == [True, False]


def test_a_bots_decision_counts_only_for_its_ply() -> None:
    scene = Scene().start(bots={0: "easy", 1: "easy", 2: "easy"})
    table = scene.table
    assert table.match is not None
    action = table.match.game.legal(table.match.state)[0]
    assert commands.bot_decides(table, table.ply - 1, action) == []
    assert commands.bot_decides(table, table.ply, action) == [Played(table.turn or 0, action, "easy")]


# talking


def test_spectators_talk_among_themselves_while_the_match_runs() -> None:
    scene = Scene().start()
    (moment,) = scene.do(7, messages.Chat(id="a", text="she has the <b>12</b>!\u202e\n"))
    assert moment.entry == Chatted("person-7", "Person 7", "she has the <b>12</b>!", True)
    assert views.event(scene.table, moment, 0).body is None
    assert views.event(scene.table, moment, None).body is not None
    (moment,) = scene.do(1, messages.Chat(id="b", text="hello"))
    assert views.event(scene.table, moment, None).body is not None
    assert refusal(scene, 1, messages.Chat(id="c", text="\u200b\u202e ")).key == "bad_field"


def test_a_table_without_chat_has_none() -> None:
    assert refusal(Scene(chat=False).seat_all(), 0, messages.Chat(id="a", text="hello")).key == "no_chat"


def test_without_spectators_only_seats_see_a_running_table() -> None:
    scene = Scene(spectators=False)
    assert scene.table.may_watch("person-9")
    scene.start()
    assert not scene.table.may_watch("person-9")
    assert not scene.table.may_watch(None)
    assert scene.table.may_watch("person-1")


# the log


@pytest.mark.parametrize("name", games.NAMES)
def test_a_table_is_its_log(name: str) -> None:
    scene = Scene(name, 3, clock=MatchClock(100, 5))
    log = [(m.number, m.at, entries.encode(m.entry)) for m in scene.table.recent]

    def written(moments: list[object]) -> None:
        log.extend((m.number, m.at, entries.encode(m.entry)) for m in moments)  # type: ignore[attr-defined]

    for seat in range(3):
        written(list(scene.do(seat, messages.Sit(id="s", nonce=NONCE))))
    written(list(scene.do(0, messages.Start(id="t"))))
    for _ in range(60):
        scene.now += 300
        written(list(scene.write(Dealt()) if scene.table.between_rounds else scene.play()))
    again = Table(scene.table.id)
    for number, at, body in log:
        again.apply(number, at, entries.decode(body))
    for viewer in ("person-0", "person-2", None):
        assert messages.write(views.welcome(again, viewer, 0, (), 0)) == messages.write(
            views.welcome(scene.table, viewer, 0, (), 0)
        )


def test_events_that_change_the_tables_info_carry_all_of_it() -> None:
    """A client that takes `table` from every event knows what a welcome would tell it, at any moment."""
    scene = Scene("elfer_raus", 3, rounds=2, clock=MatchClock(60, 5))
    known: messages.TableInfo | None = None
    told: set[str] = set()

    def write(*written: entries.AnyEntry) -> None:
        nonlocal known
        for entry in written:
            before = known
            (moment,) = scene.write(entry)
            event = views.event(scene.table, moment, None)
            known = event.table or known
            if event.table is not None:
                told.add(type(entry).__name__)
                assert event.table != before, f"{entry} changed nothing"
            assert known == views.welcome(scene.table, None, 0, (), 0).table, entry

    known = scene.table.recent[-1].info
    assert known == scene.table.info()
    write(Seated(0, person(0).id, "A"), Seated(1, person(1).id, "B"), BotSeated(2, "easy"), BotSeated(2, "random"))
    assert known is not None
    assert known.chairs[2] == messages.Chair(bot="random", name="Bot 3")
    write(Vacated(1), Seated(1, person(1).id, "B"), NonceAdded(1, NONCE), HostPassed(person(1).id), Removed("x"))
    write(Chatted(person(0).id, "A", "hello", False), entries.Needless(), Started())
    while scene.table.status != "over":
        scene.now += 1000
        if scene.table.between_rounds:
            write(Readied(0), StoodIn(1, "easy", "left"), entries.TimeGiven(50, scene.now), Returned(1), Dealt())
        else:
            assert scene.table.match is not None
            assert scene.table.turn is not None
            write(Played(scene.table.turn, scene.table.match.game.legal(scene.table.match.state)[0]))
    assert known.status == "over"
    write(entries.Rematched("another"))
    assert told == {
        "Seated",
        "BotSeated",
        "Vacated",
        "NonceAdded",
        "HostPassed",
        "Started",
        "Readied",
        "StoodIn",
        "Returned",
        "TimeGiven",
        "Dealt",
        "Played",
        "Rematched",
    }
    closed = Scene("elfer_raus", 3)
    (moment,) = closed.write(Closed("host"))
    assert moment.info is not None
    assert moment.info.status == "closed"


def test_a_gap_in_the_log_is_refused() -> None:
    scene = Scene()
    with pytest.raises(BadLog):
        scene.table.apply(3, 0, Started())


def test_time_never_goes_back() -> None:
    scene = Scene().seat_all()
    scene.now -= 5000
    (moment,) = scene.do(0, messages.Start(id="a"))
    assert moment.at == 1_000_000


# settings


def read_settings(given: object) -> TableSettings:
    try:
        settings = msgspec.convert(given, TableSettings)
    except msgspec.ValidationError as error:
        raise BadInput("settings", "…", str(error)) from None
    settings.check()
    return settings


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"game": "chess", "seats": 2}, "game"),
        ({"game": "jatten", "seats": 6}, "players"),
        ({"game": "jatten", "seats": 2, "options": {"fly": True}}, "options"),
        ({"game": "jatten", "seats": 2, "rounds": 21}, "settings"),
        ({"game": "jatten", "seats": 2, "clock": {"clock": "decision", "seconds": 1}}, "settings"),
        ({"game": "jatten", "seats": 2, "fly": 1}, "settings"),
        ([], "settings"),
    ],
)
def test_settings_are_checked(given: object, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_settings(given)
    assert caught.value.field == field


def test_settings_have_defaults() -> None:
    settings = read_settings({"game": "jatten", "seats": 2, "clock": {"clock": "match"}})
    assert settings == TableSettings(game="jatten", seats=2, clock=MatchClock())


# fairness


def finished() -> fairness.MatchRecord:
    scene = Scene(seats=2, rounds=1)
    for seat in range(2):
        scene.do(seat, messages.Sit(id="s", nonce=NONCE))
    scene.do(0, messages.Start(id="t"))
    while scene.table.status != "over":
        scene.play()
    return record_of(scene.table)


def test_a_record_proves_itself_and_a_changed_one_does_not() -> None:
    record = finished()
    again = fairness.read_record(msgspec.json.encode(record))
    assert fairness.verify_record(again).over
    fair = record.fairness
    changes: list[dict[str, Any]] = [
        {"secret": "00" * 32},
        {"commitment": "00" * 32},
        {"nonces": ("", "")},
        {"nonces": ("",)},
        {"table": "another"},
        {"version": "2"},
        {"secret": "xyz"},
    ]
    for change in changes:
        broken = msgspec.structs.replace(record, fairness=msgspec.structs.replace(fair, **change))
        with pytest.raises(BadLog):
            fairness.verify_record(broken)
    with pytest.raises(BadLog):
        fairness.read_record(b"{}")


def test_the_seed_is_made_as_the_protocol_page_says() -> None:
    lines = ["elftafel-seed-1", "T", "5e" * 32, NONCE, ""]
    assert fairness.seed("T", "5e" * 32, (NONCE, "")) == hashlib.sha256("\n".join(lines).encode()).digest()
