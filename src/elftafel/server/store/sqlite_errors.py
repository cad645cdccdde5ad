"""What SQLite's errors mean for a person."""

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from elftafel.server.store.records import Busy, StoreError

MEANING = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_LOCKED: "another program is writing to it",
    sqlite3.SQLITE_CORRUPT: "the file is damaged, restore a backup",
    sqlite3.SQLITE_NOTADB: "the file is no database",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
}


def code_of(problem: BaseException) -> int | None:
    """SQLite's own number of an error."""
    code = getattr(driver_error(problem), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def explained(problem: Exception, path: Path) -> Exception:
    """An error of the database in words for a person; others stay as they are."""
    error: StoreError
    if isinstance(problem, OSError):
        error = StoreError(f"{path}: {problem.strerror or problem}")
    elif isinstance(problem, DBAPIError | sqlite3.Error):
        code = code_of(problem)
        kind = Busy if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else StoreError
        error = kind(f"{path}: {MEANING.get(code or 0, driver_error(problem))}")
    else:
        return problem
    error.__cause__ = problem
    return error


def driver_error(problem: BaseException) -> BaseException:
    """The error of the driver, without what is wrapped around it."""
    return problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem
