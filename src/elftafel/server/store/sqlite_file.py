"""A SQLite file as a file: whose it is, and whether it is whole."""

import os
import sqlite3
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO
from urllib.parse import quote

from elftafel.errors import BadInput
from elftafel.server.store.database import LOCK_SECONDS
from elftafel.server.store.sqlite_errors import explained

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MOST_TOLD = 5  # lines of SQLite's report


def lock_file(path: Path, make: bool = False) -> ExitStack:
    """Keep other servers away until the result is closed; raises BadInput if one is there.

    Two locks. One is a file beside the database, which exists before the database does. The other
    is on the database itself, so that it holds under every name of the file: a hard link has
    another folder or name, and so another file beside it. `make` creates the database if needed.
    """
    with ExitStack() as held:
        lock(held.enter_context(Path(f"{path}.lock").open("ab")), path)
        if make:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
        if not path.exists():
            return held.pop_all()
        if sys.platform == "linux":  # where this lock does not disturb those of SQLite
            lock(held.enter_context(path.open("rb")), path)
        elif path.stat().st_nlink > 1:
            raise BadInput("database", str(path), "a file with one name: this one has hard links")
        return held.pop_all()


def lock(file: IO[bytes], path: Path) -> None:
    """Lock an open file; BadInput names the database."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        wanted = "another Elftafel server has it open; stop that one or take another file"
        raise BadInput("database", str(path), wanted) from None


def damage(path: Path) -> list[str]:
    """What SQLite's own check finds wrong with a file, in its words; nothing if it is whole."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=LOCK_SECONDS)) as connection:
            missing = missing_bytes(connection, path)
            report = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_TOLD})")]
    except sqlite3.OperationalError as problem:  # busy, no rights: says nothing about the content
        raise explained(problem, path) from problem
    except sqlite3.DatabaseError as problem:
        return [str(problem)]
    return missing + ([] if report == ["ok"] else report)


def missing_bytes(connection: sqlite3.Connection, path: Path) -> list[str]:
    """SQLite reads the missing end of a page as zeros, and tells nobody."""
    connection.execute("PRAGMA schema_version").fetchone()  # raises if this is no database at all
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    beyond = path.stat().st_size % page
    return [f"the last page is cut off, {page - beyond} bytes are missing"] if beyond else []
