"""Nobody can fill a table's log, and so keep the others from talking, undoing, or playing to the end."""

import pytest

from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.table import commands, log_limits
from elftafel.server.table.entries import Needless, StoodIn
from tests.server.tables import Scene, person

CHAT = messages.Chat(id="a", text="hello")
RETURN = messages.Return(id="a")


def refused(scene: Scene, seat: int, command: messages.AnyCommand) -> bool:
    """True if the log has no room for this; it is written if there is."""
    try:
        if not scene.do(seat, command):
            scene.write(Needless(person(seat).id))
    except Refusal as refusal:
        if refusal.key in ("table_full", "chat_full"):
            return True
        raise
    return False


def test_spectators_do_not_use_up_the_lines_of_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MOST_CHATS", 2)
    for scene in (Scene(seats=2).seat_all(), Scene(seats=2).start()):
        assert [refused(scene, guest, CHAT) for guest in (7, 8, 9)] == [False, False, True]
        assert [refused(scene, seat, CHAT) for seat in (0, 1, 0)] == [False, False, True]


def test_needless_commands_use_up_the_share_of_one_person_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MOST_BY_ONE", 5)
    scene = Scene().start()
    tries = [refused(scene, 1, RETURN) for _ in range(10)]
    assert sum(not each for each in tries) == 4, "sitting down was one"
    assert scene.table.number < 15
    assert refused(scene, 1, RETURN)
    assert not refused(scene, 1, CHAT)
    assert not refused(scene, 2, RETURN)
    while scene.table.turn != 1:
        scene.play()
    assert scene.play(), "the match goes on"
    assert not refused(scene, 1, messages.Leave(id="b"))


@pytest.mark.parametrize(
    ("seat", "cycle"),
    [
        (1, [messages.Leave(id="a"), messages.Sit(id="a")]),
        (1, [messages.Sit(id="a", seat=2), messages.Sit(id="a", seat=1)]),
        (0, [messages.PutBot(id="a", seat=2, level="easy"), messages.TakeBot(id="a", seat=2)]),
        (1, [messages.Sit(id="a")]),
    ],
)
def test_nothing_before_the_start_can_be_repeated_for_ever(
    seat: int, cycle: list[messages.AnyCommand], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_limits, "MOST_BY_ONE", 6)
    scene = Scene()
    for each in (0, 1):
        scene.do(each, messages.Sit(id="a", seat=each))
    rounds = 0
    while not any(refused(scene, seat, command) for command in cycle):
        rounds += 1
        assert rounds < 10
    assert not refused(scene, 2, messages.Chat(id="b", text="hello"))
    assert scene.table.number < 30


def test_nothing_in_a_match_can_be_repeated_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MOST_BY_ONE", 6)
    scene = Scene().start()
    rounds = 0
    while not any(refused(scene, 1, command) for command in (messages.Leave(id="a"), RETURN)):
        rounds += 1
        assert rounds < 10
    assert scene.table.chairs[1].stand_in, "leaving is always possible"
    levels = [messages.StandIn(id="a", seat=2, level=level) for level in ("easy", "casual")]
    while not any(refused(scene, 0, command) for command in levels):
        rounds += 1
        assert rounds < 20
    assert not refused(scene, 0, messages.StandIn(id="a", seat=0)), "a bot can still be put in for someone"


def test_many_guests_leave_room_for_the_host_and_for_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MOST_BEFORE", 20)
    scene = Scene(seats=2)
    scene.do(0, messages.Sit(id="a"))
    for guest in range(5, 100):
        if refused(scene, guest, messages.Sit(id="a")):
            break
        scene.do(guest, messages.Leave(id="b"))
    assert scene.table.number <= 21
    assert refused(scene, 4, CHAT)
    assert not refused(scene, 0, messages.PutBot(id="c", seat=1, level="easy"))
    assert not refused(scene, 0, messages.Start(id="d"))
    assert not refused(scene, 0, CHAT)


def test_a_full_log_takes_what_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().start()
    monkeypatch.setattr(log_limits, "MOST_ENTRIES", scene.table.number)
    assert refused(scene, 1, CHAT)
    assert refused(scene, 1, RETURN)
    assert not refused(scene, 1, messages.Leave(id="a"))
    assert not refused(scene, 0, messages.StandIn(id="a", seat=2))
    assert refused(scene, 0, messages.StandIn(id="a", seat=2, level="easy"))
    assert not refused(scene, 0, messages.Leave(id="b"))
    assert all(scene.table.chairs[seat].stand_in for seat in range(3))
    scene.write(StoodIn(0, "casual", "clock"))
    assert scene.table.match is not None
    action = scene.table.match.game.legal(scene.table.match.state)[0]
    assert commands.bot_decides(scene.table, scene.table.ply, action)


def test_a_rematch_asked_for_again_and_again_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MOST_BY_ONE", 2)
    scene = Scene(seats=2).start()
    scene.table.rematch = "there"
    assert commands.rematch(scene.table, person(1), "there") == []
    scene.write(Needless(person(1).id))
    with pytest.raises(Refusal, match="table_full"):
        commands.rematch(scene.table, person(1), "there")
    assert commands.rematch(scene.table, person(0), "there") == []
