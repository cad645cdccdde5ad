"""Copies that are not complete yet, and what is left of them if the process is killed.

A copy grows in a folder of its own, which its process holds locked. So the next backup, restore or
start of a server can tell a copy that nobody makes any more, and removes it: it holds secrets.
"""

import os
import re
import secrets
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from elftafel.server.store.sqlite_errors import explained

if sys.platform != "win32":
    import fcntl

UNFINISHED = re.compile(r".\.[0-9a-f]{8}\.elftafel-part$")


@contextmanager
def temporary(beside: Path) -> Iterator[Path]:
    """A new empty file on the same disk, so that a rename is all that is left to do.

    Errors of the disk and of SQLite name `beside`.
    """
    folder = beside.with_name(f"{beside.name}.{secrets.token_hex(4)}.elftafel-part")
    try:
        remove_unfinished(beside.parent)
        folder.mkdir(mode=0o700)
        held = hold(folder)
        try:
            path = folder / "copy.db"
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # it holds secrets
            yield path
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if held is not None:
                os.close(held)
    except (OSError, sqlite3.Error, DBAPIError) as problem:
        raise explained(problem, beside) from problem


def remove_unfinished(folder: Path) -> None:
    """Remove copies in this folder whose process was killed."""
    for path in folder.iterdir():
        if UNFINISHED.search(path.name) and path.is_dir() and not path.is_symlink():
            with suppress(OSError):  # somebody is at work there, or removes it too
                held = hold(path)
                shutil.rmtree(path, ignore_errors=True)
                if held is not None:
                    os.close(held)


def hold(folder: Path) -> int | None:
    """Lock a folder until the result is closed; raises OSError if another process holds it.

    None on Windows, which does not remove what is in use anyway.
    """
    if sys.platform == "win32":
        return None
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        raise
    return held
