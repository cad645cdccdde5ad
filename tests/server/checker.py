"""Judges what clients wrote down by the log that is left: nothing lost, nothing twice, everybody heard the same."""

from collections import Counter
from typing import Any

import msgspec
from sqlalchemy import func, select

from elftafel import fairness
from elftafel.errors import ElftafelError
from elftafel.server.protocol import messages
from elftafel.server.store import LogRow, Store
from elftafel.server.store.schema import entries as rows_of_all
from elftafel.server.store.schema import results
from elftafel.server.table import entries, views
from elftafel.server.table.entries import Dealt, Needless, Played, Readied, Returned, Undone
from elftafel.server.table.state import Moment, Table
from elftafel.server.table.summary import record_of
from tests.server.clients import AGAIN, History

ANSWERS = (messages.Play, messages.Undo, messages.NextRound)
"""Commands that answer a ply."""


class Log(msgspec.Struct):
    """A table as the store keeps it."""

    table: str
    rows: list[LogRow]
    commands: list[tuple[int, str, str]]  # number, person, id
    number: int  # that lists show
    results: int  # rows


class Tally(msgspec.Struct):
    """How much was judged."""

    tables: int = 0
    entries: int = 0
    acks: int = 0
    events: int = 0
    finished: int = 0


async def read_logs(url: str, tables: set[str]) -> list[Log]:
    """The logs of some tables."""
    store = await Store.open(url, "checker", read_only=True)
    try:
        found = []
        for table in sorted(tables):
            line = await store.line(table)
            wanted = select(rows_of_all.c.number, rows_of_all.c.person, rows_of_all.c.command).where(
                rows_of_all.c.table_id == table, rows_of_all.c.command.is_not(None)
            )
            counted = select(func.count()).select_from(results).where(results.c.table_id == table)
            commands, ended = await store._database.read(
                lambda connection: (
                    [(row[0], row[1], row[2]) for row in connection.execute(wanted)],  # noqa: B023
                    connection.execute(counted).scalar_one(),  # noqa: B023
                )
            )
            assert line is not None, f"table {table} is gone"
            found.append(Log(table, await store.read(table), commands, line.number, ended))
        return found
    finally:
        await store.close()


async def check(url: str, histories: list[History]) -> Tally:
    """Raise AssertionError with all that is wrong."""
    tally = Tally()
    wrong: list[str] = []
    for log in await read_logs(url, {history.table for history in histories}):
        wrong += problems(log, [history for history in histories if history.table == log.table], tally)
    assert not wrong, "\n".join(wrong[:20])
    return tally


def problems(log: Log, histories: list[History], tally: Tally | None = None) -> list[str]:
    """All that is wrong at one table."""
    tally = Tally() if tally is None else tally
    wrong = numbering(log)
    if wrong:
        return wrong
    table = Table(log.table)
    moments: list[Moment] = []
    plies: list[int] = []  # before each entry
    try:
        for row in log.rows:
            plies.append(table.ply)
            moments.append(table.apply(row.number, row.at, entries.decode(row.body)))
    except (ElftafelError, msgspec.DecodeError, AssertionError, ValueError, IndexError) as error:
        return [f"entry {len(moments) + 1} does not follow: {error!r}"]
    wrong += written_once(log) + ended_well(log, table)
    for history in histories:
        wrong += answers(log, history, table, moments, plies) + heard(history, table, moments)
        tally.acks += len(history.acks)
        tally.events += len(history.events)
    wrong += converged(histories)
    tally.tables += 1
    tally.entries += len(log.rows)
    tally.finished += table.status == "over"
    return [f"{log.table}: {problem}" for problem in wrong]


def numbering(log: Log) -> list[str]:
    """Numbers without gaps, and a line that tells the last."""
    numbers = [row.number for row in log.rows]
    if numbers != list(range(1, len(numbers) + 1)):
        return [f"numbers have gaps: {numbers}"]
    return [] if log.number == len(numbers) else [f"the line says {log.number}, the log ends at {len(numbers)}"]


def written_once(log: Log) -> list[str]:
    """No command twice, none on two entries."""
    twice = [key for key, count in Counter((person, id) for _, person, id in log.commands).items() if count > 1]
    return [f"written twice: {key}" for key in twice]


def ended_well(log: Log, table: Table) -> list[str]:
    """A finished match can be verified, and its result is kept once."""
    if table.status != "over":
        return [f"{log.results} results of a match that is not over"] if log.results else []
    try:
        fairness.verify_record(record_of(table))
    except ElftafelError as error:
        return [f"the record is wrong: {error}"]
    return [] if log.results == len(table.chairs) else [f"{log.results} results for {len(table.chairs)} seats"]


def answers(log: Log, history: History, table: Table, moments: list[Moment], plies: list[int]) -> list[str]:
    """Every acknowledged command is where it was said to be; none that was refused is anywhere."""
    wrong = []
    where = {id: number for number, person, id in log.commands if person == history.person}
    for id, number in history.acks.items():
        command = history.sent[id]
        if id not in where:
            wrong.append(f"lost: {command} was acknowledged as {number}")
        elif where[id] != number:
            wrong.append(f"{command} was acknowledged as {number} and is entry {where[id]}")
    for id, keys in history.refused.items():
        if id in where and any(key not in AGAIN for key in keys):
            wrong.append(f"{history.sent.get(id)} was refused ({keys}) and is entry {where[id]}")
    for id, number in where.items():
        if id in history.sent:
            wrong += answer(history.sent[id], number, table.seat_of(history.person), moments, plies)
    return wrong


def answer(
    command: messages.AnyCommand, number: int, seat: int | None, moments: list[Moment], plies: list[int]
) -> list[str]:
    """A command that answers a ply was applied at that ply, for the seat of its person, as it said."""
    if not isinstance(command, ANSWERS):
        return []
    entry = moments[number - 1].entry
    if isinstance(entry, Returned) and isinstance(command, messages.Play):
        number += 1
        entry = moments[number - 1].entry
    if plies[number - 1] != command.ply:
        return [f"{command} was applied at ply {plies[number - 1]}"]
    match command, entry:
        case messages.Play(), Played() if entry.seat == seat and entry.bot is None:
            return [] if command.action in (None, entry.action) else [f"{command} became {entry}"]
        case messages.Undo(), Undone() if entry.seat == seat:
            return []
        case messages.NextRound(), Readied() if entry.seat == seat:
            return []
        case messages.NextRound(), Dealt() | Needless():
            return []
    return [f"{command} of seat {seat} became {entry}"]


def heard(history: History, table: Table, moments: list[Moment]) -> list[str]:
    """Every byte that a client was told is what the log tells this viewer."""
    wrong = []
    viewer = table.seat_of(history.person)
    for number, message in history.events.items():
        if number > len(moments):
            wrong.append(f"event {number} was told, the log ends at {len(moments)}")
        elif messages.write(views.event(table, moments[number - 1], viewer)) != message:
            wrong.append(f"event {number} was told to seat {viewer} as {message!r}")
    if history.last > len(moments):
        wrong.append(f"{history.last} entries were told, the log ends at {len(moments)}")
        return wrong
    if history.last and history.position != position_at(table, moments[history.told_at - 1], viewer):
        wrong.append(f"after {history.told_at} seat {viewer} sees {history.position}")
    for welcome in history.welcomes:
        wrong += welcomed(msgspec.json.decode(welcome), table, moments, viewer)
    shown = {encoded(position_at(table, moment, viewer)) for moment in moments} if history.positions else set()
    wrong += [
        f"a refusal told what never was: {position!r}"
        for position in history.positions
        if encoded(msgspec.json.decode(position)) not in shown
    ]
    return wrong


def welcomed(told: Any, table: Table, moments: list[Moment], viewer: int | None) -> list[str]:
    """A welcome tells the table as it was after its number."""
    number = told["n"]
    if number > len(moments):
        return [f"a welcome at {number}, the log ends at {len(moments)}"]
    wrong = []
    if told["seat"] == viewer and told["position"] != position_at(table, moments[number - 1], viewer):
        wrong.append(f"a welcome at {number} shows {told['position']}")
    for event in told["recent"]:
        true = views.event(table, moments[event["n"] - 1], viewer, whole=False)
        if msgspec.json.decode(messages.write(true)) != event and told["seat"] == viewer:
            wrong.append(f"a welcome at {number} tells event {event}")
    return wrong


def position_at(table: Table, moment: Moment, viewer: int | None) -> Any:
    """Where the match stood, as plain values."""
    if moment.standing is None or table.match is None:
        return None
    return msgspec.json.decode(msgspec.json.encode(views.position(table.match, moment.standing, viewer)))


def encoded(value: Any) -> bytes:
    """Plain values, to compare."""
    return msgspec.json.encode(value, order="sorted")


def converged(histories: list[History]) -> list[str]:
    """Whoever stayed until the end has heard the same last number."""
    lasts = {history.last for history in histories if history.stayed}
    return [f"clients stopped at {sorted(lasts)}"] if len(lasts) > 1 else []
