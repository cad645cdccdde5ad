"""Statements on tables and their logs.

Each runs in a transaction of the caller, who holds the lock of the table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from elftafel.server.store.keyvalues import GENERATION
from elftafel.server.store.records import (
    Append,
    Appended,
    Behind,
    CodeTaken,
    CommandKey,
    Line,
    LogReplaced,
    LogRow,
    Repeated,
)
from elftafel.server.store.results import write_results
from elftafel.server.store.schema import (
    alive,
    entries,
    joinable,
    leases,
    seatings,
    settings,
    tables,
    waiting,
    watchable,
)

ended = ~alive
CHUNK = 1000  # ids in one statement

# Statements that every move runs; built once.
STANDING = select(
    tables.c.number,
    tables.c.people,
    select(settings.c.value).where(settings.c.name == GENERATION).scalar_subquery().label("generation"),
    select(entries.c.number)
    .where(
        entries.c.table_id == bindparam("table"),
        entries.c.person == bindparam("person"),
        entries.c.command == bindparam("command"),
    )
    .scalar_subquery()
    .label("repeated"),
).where(tables.c.id == bindparam("table"))
ADD = insert(entries)
REWRITE = update(tables).where(tables.c.id == bindparam("table"))


def create(connection: Connection, line: Line, rows: Sequence[LogRow], command: CommandKey | None) -> str:
    """Write a new table. Returns its id, or the id of the table that this command made before."""
    check_rows(line, 0, rows)
    if command is not None and (before := opened(connection, command)) is not None:
        return before
    if connection.execute(select(tables.c.id).where(tables.c.code == line.code, alive)).first():
        raise CodeTaken(f"code is {line.code!r}: a table that is not over has it, take another")
    connection.execute(insert(tables), values_of(line))
    connection.execute(insert(leases), {"table_id": line.id, "node": "", "until": 0})
    insert_rows(connection, line.id, rows, command)
    seat(connection, line)
    return line.id


def opened(connection: Connection, command: CommandKey) -> str | None:
    """The table that a command has made; None if the command is new."""
    wanted = select(entries.c.table_id).where(
        entries.c.person == command.person, entries.c.command == command.id, entries.c.number == 1
    )
    return connection.execute(wanted).scalar()


def append(connection: Connection, append: Append) -> Appended | Behind | Repeated:
    """Write the rows after the `expected` one, if that is the last and the command is new."""
    table, expected, line, command = append.line.id, append.expected, append.line, append.command
    check_rows(line, expected, append.rows)
    sent = ("", "") if command is None else (command.person, command.id)
    stored = connection.execute(STANDING, {"table": table, "person": sent[0], "command": sent[1]}).first()
    if stored is None or stored.generation != append.generation:
        raise LogReplaced(f"table {table} is not the one that was read: the database was replaced")
    if stored.repeated is not None:
        return Repeated(stored.repeated)
    if stored.number < expected:
        raise LogReplaced(f"table {table} ends at entry {stored.number}, not at {expected}: the database was replaced")
    if stored.number > expected:
        return Behind(stored.number)
    insert_rows(connection, table, append.rows, command)
    values = values_of(line)
    del values["id"]  # writing the key makes the database check every row that refers to it
    connection.execute(REWRITE, {**values, "table": table})
    if values["people"] != stored.people:
        connection.execute(delete(seatings).where(seatings.c.table_id == table))
        seat(connection, line)
    if append.ended is not None:
        write_results(connection, table, line.number, append.ended)
    return Appended(line.number)


def check_rows(line: Line, expected: int, rows: Sequence[LogRow]) -> None:
    """Raise ValueError unless the rows follow the expected one without a gap and the line has the
    last number.
    """
    numbers = [row.number for row in rows]
    if not rows or numbers != list(range(expected + 1, expected + 1 + len(rows))) or line.number != numbers[-1]:
        raise ValueError(f"rows {numbers} of a line at {line.number} do not follow entry {expected}")


def insert_rows(connection: Connection, table: str, rows: Sequence[LogRow], command: CommandKey | None) -> None:
    """Add to the log; the first row carries the command."""
    plain: dict[str, Any] = {"table_id": table, "person": None, "command": None}
    values = [{**plain, "number": row.number, "at": row.at, "body": row.body} for row in rows]
    if command is not None:
        values[0].update(person=command.person, command=command.id)
    connection.execute(ADD, values)


def seat(connection: Connection, line: Line) -> None:
    """Write who has a seat, for `tables_of`."""
    if line.people:
        connection.execute(insert(seatings), [{"table_id": line.id, "person": person} for person in set(line.people)])


def read(connection: Connection, table: str, after: int = 0) -> list[LogRow]:
    """The log of a table after an entry."""
    wanted = select(entries.c.number, entries.c.at, entries.c.body)
    wanted = wanted.where(entries.c.table_id == table, entries.c.number > after).order_by(entries.c.number)
    return [LogRow(*row) for row in connection.execute(wanted)]


def line(connection: Connection, table: str) -> Line | None:
    """The line of a table."""
    return next(iter(lines(connection, select(tables).where(tables.c.id == table))), None)


def by_code(connection: Connection, code: str) -> Line | None:
    """The line of the table with this code: the one that is not over, else the last one that had
    it.
    """
    wanted = select(tables).where(tables.c.code == code).order_by(ended, tables.c.created_at.desc()).limit(1)
    return next(iter(lines(connection, wanted)), None)


def joinable_lines(connection: Connection, limit: int) -> list[Line]:
    """Public tables with free seats, newest first."""
    return lines(connection, select(tables).where(joinable).order_by(tables.c.created_at.desc()).limit(limit))


def watchable_lines(connection: Connection, limit: int) -> list[Line]:
    """Public tables where a match runs that anyone may watch, newest first."""
    return lines(connection, select(tables).where(watchable).order_by(tables.c.created_at.desc()).limit(limit))


def tables_of(connection: Connection, person: str, limit: int) -> list[Line]:
    """Where a person has a seat: those not over first, the last changed first."""
    wanted = select(tables).join(seatings, seatings.c.table_id == tables.c.id).where(seatings.c.person == person)
    return lines(connection, wanted.order_by(ended, tables.c.updated_at.desc()).limit(limit))


def changed_since(connection: Connection, known: Mapping[str, int]) -> list[tuple[str, int]]:
    """Those of the `known` tables (id to number of the last entry) that have another last entry,
    with its number.
    """
    ids = list(known)
    changed: list[tuple[str, int]] = []
    for start in range(0, len(ids), CHUNK):
        wanted = select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids[start : start + CHUNK]))
        changed += [(table, number) for table, number in connection.execute(wanted) if number != known[table]]
    return changed


def hosted(connection: Connection, person: str) -> int:
    """How many tables that are not over this person is the host of; without counted deals of the day."""
    made = select(entries.c.command).where(entries.c.table_id == tables.c.id, entries.c.number == 1)
    counted = made.where(entries.c.command.like("daily:%:%"), entries.c.command.not_like("daily:%:%:%"))
    wanted = select(func.count()).select_from(tables).where(tables.c.host == person, alive, ~counted.exists())
    return int(connection.execute(wanted).scalar_one())


def done(connection: Connection, table: str, command: CommandKey) -> int | None:
    """The number of the entry that a command has made; None if the command is new."""
    wanted = select(entries.c.number).where(
        entries.c.table_id == table, entries.c.person == command.person, entries.c.command == command.id
    )
    return connection.execute(wanted).scalar()


def idle(connection: Connection, before: int, limit: int) -> list[str]:
    """Tables that were never started and not changed since."""
    wanted = select(tables.c.id).where(waiting, tables.c.updated_at < before).order_by(tables.c.updated_at)
    return list(connection.execute(wanted.limit(limit)).scalars())


def every(connection: Connection, after: str, limit: int) -> list[str]:
    """Ids of all tables, in order of the ids, after one of them."""
    return list(
        connection.execute(select(tables.c.id).where(tables.c.id > after).order_by(tables.c.id).limit(limit)).scalars()
    )


def lines(connection: Connection, wanted: Select[Any]) -> list[Line]:
    """Lines as they are stored."""
    return [
        Line(**{**row, "people": msgspec.json.decode(row["people"], type=tuple[str, ...])})
        for row in connection.execute(wanted).mappings()
    ]


def values_of(line: Line) -> dict[str, Any]:
    """A line as it is stored."""
    return {**msgspec.structs.asdict(line), "people": msgspec.json.encode(line.people)}
