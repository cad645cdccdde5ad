"""The append that nearly every decision is, in two statements.

One row is added to a log, and of the table's line nothing changes but the time, the number and
whether the server has something to do there. SQLAlchemy takes ten times as long as the database for
these two statements, so they go to the driver as they are. Whatever else an append may be, or run
into, is left to `log.append`.
"""

import sqlite3

import msgspec

from elftafel.server.store.keyvalues import GENERATION
from elftafel.server.store.records import Append, Appended

ADD = f"""
INSERT INTO entries (table_id, number, at, body, person, command)
SELECT id, ?, ?, ?, ?, ? FROM tables
WHERE id = ? AND number = ? AND status = ? AND host = ? AND free = ? AND seats = ? AND people = ?
AND (SELECT value FROM settings WHERE name = '{GENERATION}') = ?
ON CONFLICT DO NOTHING
"""
REWRITE = "UPDATE tables SET updated_at = ?, cared = ?, number = ? WHERE id = ?"


def append(driver: sqlite3.Connection, append: Append) -> Appended | None:
    """Write a usual append. None if it is another one, or comes too late; then nothing is written."""
    if len(append.rows) != 1 or append.ended is not None:
        return None
    row, line, command = append.rows[0], append.line, append.command
    if not append.expected + 1 == row.number == line.number:
        return None
    sent = (None, None) if command is None else (command.person, command.id)
    standing = (line.id, append.expected, line.status, line.host, line.free, line.seats, people(line.people))
    added = driver.execute(ADD, (row.number, row.at, row.body, *sent, *standing, append.generation))
    if added.rowcount != 1:
        return None
    driver.execute(REWRITE, (line.updated_at, line.cared, line.number, line.id))
    return Appended(line.number)


people = msgspec.json.Encoder().encode
