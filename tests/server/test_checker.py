"""The checker finds what it is there for: every kind of broken history, and nothing in a sound one."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from elftafel.server.protocol import messages
from elftafel.server.store import LogRow
from elftafel.server.table import entries, views
from elftafel.server.table.entries import Played
from elftafel.server.table.state import Moment
from tests.server.checker import Log, problems
from tests.server.clients import History
from tests.server.tables import Scene, person

Break = Callable[[Log, list[History]], Any]
PLAYS = 12


def told(scene: Scene, moments: list[Moment], who: str | None) -> History:
    """What someone who was there all the time has heard."""
    history = History(who, scene.table.id)
    viewer = scene.table.seat_of(who)
    for moment in moments:
        history.events[moment.number] = messages.write(views.event(scene.table, moment, viewer))
    history.last = history.told_at = moments[-1].number
    history.position = shown(scene, moments[-1], viewer)
    welcome = views.welcome(scene.table, who, 0, (), 0)
    history.welcomes.append(messages.write(welcome))
    return history


def shown(scene: Scene, moment: Moment, viewer: int | None) -> Any:
    assert scene.table.match is not None
    assert moment.standing is not None
    return msgspec.json.decode(msgspec.json.encode(views.position(scene.table.match, moment.standing, viewer)))


def scene_of(plays: int = PLAYS, **settings: Any) -> tuple[Log, list[History]]:
    """A sound table with three people and somebody who watches."""
    scene = Scene("elfer_raus", 3, **settings)
    scene.start()
    moments = list(scene.table.recent)
    commands: list[tuple[int, str, str]] = []
    sent: dict[str, dict[str, tuple[messages.AnyCommand, int]]] = {}
    for number in range(plays):
        if scene.table.status == "over":
            break
        match, seat = scene.table.match, scene.table.turn
        assert match is not None
        assert seat is not None
        command = messages.Play(id=f"play-{number}", ply=scene.table.ply, action=match.game.legal(match.state)[0])
        (moment,) = scene.do(seat, command)
        moments.append(moment)
        commands.append((moment.number, person(seat).id, command.id))
        sent.setdefault(person(seat).id, {})[command.id] = (command, moment.number)
    rows = [LogRow(moment.number, moment.at, entries.encode(moment.entry)) for moment in moments]
    results = 3 if scene.table.status == "over" else 0
    histories = [told(scene, moments, who) for who in (*(person(seat).id for seat in range(3)), None)]
    for history in histories:
        for id, (asked, number) in sent.get(history.person or "", {}).items():
            history.sent[id], history.acks[id] = asked, number
    return Log(scene.table.id, rows, commands, len(rows), results), histories


@pytest.mark.parametrize("plays", [PLAYS, 10_000])
def test_a_sound_history_has_no_problems(plays: int) -> None:
    log, histories = scene_of(plays, rounds=1)
    assert problems(log, histories) == []
    assert sum(len(history.acks) for history in histories) == len(log.commands) > 3


def acked(histories: list[History]) -> tuple[History, str]:
    """Someone with an acknowledged play."""
    history = next(history for history in histories if history.acks)
    return history, next(iter(history.acks))


def lose_the_last_entry(log: Log, histories: list[History]) -> None:
    log.rows.pop()
    log.commands.pop()
    log.number -= 1


def leave_a_gap(log: Log, histories: list[History]) -> None:
    del log.rows[5]


def tell_another_last_number(log: Log, histories: list[History]) -> None:
    log.number += 1


def lose_a_command(log: Log, histories: list[History]) -> None:
    log.commands.pop()


def write_a_command_twice(log: Log, histories: list[History]) -> None:
    number, who, id = log.commands[0]
    log.commands.append((number + 3, who, id))


def acknowledge_as_another_number(log: Log, histories: list[History]) -> None:
    history, id = acked(histories)
    history.acks[id] += 1


def acknowledge_what_was_never_done(log: Log, histories: list[History]) -> None:
    histories[0].sent["x"] = messages.Chat(id="x", text="hello")
    histories[0].acks["x"] = 7


def acknowledge_nothing_beyond_the_end(log: Log, histories: list[History]) -> None:
    histories[0].sent["x"] = messages.Return(id="x")
    histories[0].acks["x"] = log.number + 1


def refuse_what_was_done(log: Log, histories: list[History]) -> None:
    history, id = acked(histories)
    del history.acks[id]
    history.refused[id] = ["stale"]


def answer_another_ply(log: Log, histories: list[History]) -> None:
    history, id = acked(histories)
    history.sent[id] = msgspec.structs.replace(history.sent[id], ply=history.sent[id].ply + 1)  # type: ignore[union-attr]


def play_something_else(log: Log, histories: list[History]) -> None:
    history, id = acked(histories)
    history.sent[id] = msgspec.structs.replace(history.sent[id], action=9999)


def play_for_another_seat(log: Log, histories: list[History]) -> None:
    first, second = [history for history in histories if history.acks][:2]
    id = next(iter(first.acks))
    second.sent[id] = first.sent[id]
    log.commands[:] = [(n, second.person or "", i) if i == id else (n, w, i) for n, w, i in log.commands]
    first.acks.pop(id)


def answer_a_ply_twice(log: Log, histories: list[History]) -> None:
    log.rows.append(msgspec.structs.replace(log.rows[-1], number=log.number + 1))
    log.number += 1


def play_what_is_not_allowed(log: Log, histories: list[History]) -> None:
    entry = entries.decode(log.rows[-1].body)
    assert isinstance(entry, Played)
    wrong = msgspec.structs.replace(entry, action=999)
    log.rows[-1] = msgspec.structs.replace(log.rows[-1], body=entries.encode(wrong))


def tell_another_body(log: Log, histories: list[History]) -> None:
    histories[1].events[9] = histories[1].events[9].replace(b'"n":9', b'"n":9 ')


def tell_a_spectator_what_a_seat_sees(log: Log, histories: list[History]) -> None:
    histories[3].events[log.number] = histories[0].events[log.number]


def tell_what_was_not_written(log: Log, histories: list[History]) -> None:
    histories[2].events[log.number + 1] = b"{}"


def show_another_position(log: Log, histories: list[History]) -> None:
    histories[2].position = histories[1].position


def refuse_with_a_position_that_never_was(log: Log, histories: list[History]) -> None:
    history = histories[2]
    history.positions.append(msgspec.json.encode({**history.position, "ply": 77}))


def welcome_with_another_position(log: Log, histories: list[History]) -> None:
    welcome = msgspec.json.decode(histories[0].welcomes[0])
    welcome["position"]["ply"] += 1
    histories[0].welcomes[0] = msgspec.json.encode(welcome)


def welcome_with_another_past(log: Log, histories: list[History]) -> None:
    welcome = msgspec.json.decode(histories[0].welcomes[0])
    welcome["recent"][-1]["at"] += 1
    histories[0].welcomes[0] = msgspec.json.encode(welcome)


def stop_hearing(log: Log, histories: list[History]) -> None:
    history = histories[0]
    del history.events[history.last]
    history.last -= 1
    history.told_at = history.last
    history.position = msgspec.json.decode(history.events[history.last])["body"]["position"]


def keep_a_result_too_many(log: Log, histories: list[History]) -> None:
    log.results += 3


BREAKS: list[Break] = [
    lose_the_last_entry,
    leave_a_gap,
    tell_another_last_number,
    lose_a_command,
    write_a_command_twice,
    acknowledge_as_another_number,
    acknowledge_what_was_never_done,
    acknowledge_nothing_beyond_the_end,
    refuse_what_was_done,
    answer_another_ply,
    play_something_else,
    play_for_another_seat,
    answer_a_ply_twice,
    play_what_is_not_allowed,
    tell_another_body,
    tell_a_spectator_what_a_seat_sees,
    tell_what_was_not_written,
    show_another_position,
    refuse_with_a_position_that_never_was,
    welcome_with_another_position,
    welcome_with_another_past,
    stop_hearing,
    keep_a_result_too_many,
]


@pytest.mark.parametrize("wrong", BREAKS, ids=lambda wrong: wrong.__name__)
def test_the_checker_sees(wrong: Break) -> None:
    log, histories = scene_of()
    wrong(log, histories)
    assert problems(log, histories)


@pytest.mark.parametrize("plays", [10_000])
def test_the_checker_sees_a_record_that_does_not_verify(plays: int, monkeypatch: pytest.MonkeyPatch) -> None:
    log, histories = scene_of(plays, rounds=1)
    monkeypatch.setattr("elftafel.fairness.commitment", lambda secret: "0" * 64)
    monkeypatch.setattr("elftafel.fairness.seed", lambda table, secret, nonces: bytes(32))
    assert problems(log, histories)


def test_refusals_that_leave_it_open_are_no_proof() -> None:
    log, histories = scene_of()
    history, id = acked(histories)
    history.refused[id] = ["try_again"]
    assert problems(log, histories) == []
