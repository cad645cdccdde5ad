"""The append that nearly every decision is, in as few statements as possible.

One row is added to a log, and of the table's line nothing changes but the time, the number and
whether the server has something to do there. SQLAlchemy takes ten times as long as the database for
these statements, so they go to the driver as they are. Whatever else an append may be, or run into,
is left to `log.append`.
"""

import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from elftafel.server.store.keyvalues import GENERATION
from elftafel.server.store.records import Append, Appended

if TYPE_CHECKING:
    import psycopg

SAME = "number = {0} AND status = {0} AND host = {0} AND free = {0} AND seats = {0} AND people = {0}"
READ_BY_US = f"(SELECT value FROM settings WHERE name = '{GENERATION}') = "

ADD = f"""
INSERT INTO entries (table_id, number, at, body, person, command)
SELECT id, ?, ?, ?, ?, ? FROM tables
WHERE id = ? AND {SAME.format("?")} AND {READ_BY_US} ?
ON CONFLICT DO NOTHING
"""
REWRITE = "UPDATE tables SET updated_at = ?, cared = ?, number = ? WHERE id = ?"

ADD_AND_REWRITE = f"""
WITH line AS (
UPDATE tables SET updated_at = %s, cared = %s, number = %s
WHERE id = %s AND {SAME.format("%s")} AND {READ_BY_US} %s
RETURNING id
)
INSERT INTO entries (table_id, number, at, body, person, command)
SELECT id, %s, %s, %s, %s, %s FROM line
"""
"""The row of the table is locked before its number is looked at, so no other lock is needed."""


def append(driver: sqlite3.Connection, append: Append) -> Appended | None:
    """Write a usual append. None if it is another one, or comes too late; then nothing is written."""
    if not is_usual(append):
        return None
    row, line = append.rows[0], append.line
    if driver.execute(ADD, (row.number, row.at, row.body, *sent(append), *standing(append))).rowcount != 1:
        return None
    driver.execute(REWRITE, (line.updated_at, line.cared, line.number, line.id))
    return Appended(line.number)


def append_alone(driver: "psycopg.Connection[Any]", append: Append) -> Appended | None:
    """Like `append`, as one statement that is a whole transaction."""
    if not is_usual(append):
        return None
    row, line = append.rows[0], append.line
    changed = (line.updated_at, line.cared, line.number)
    done = driver.execute(
        ADD_AND_REWRITE, (*changed, *standing(append), row.number, row.at, row.body, *sent(append)), prepare=True
    )
    return Appended(line.number) if done.rowcount == 1 else None


def is_usual(append: Append) -> bool:
    """True for one row that follows the expected one."""
    if len(append.rows) != 1 or append.ended is not None:
        return False
    return append.expected + 1 == append.rows[0].number == append.line.number


def sent(append: Append) -> tuple[str | None, str | None]:
    """Whose command it was, and which."""
    return (None, None) if append.command is None else (append.command.person, append.command.id)


def standing(append: Append) -> tuple[Any, ...]:
    """The table, what its line must be like, and the log that must be there."""
    line = append.line
    same = (append.expected, line.status, line.host, line.free, line.seats, people(line.people))
    return (line.id, *same, append.generation)


people = msgspec.json.Encoder().encode
