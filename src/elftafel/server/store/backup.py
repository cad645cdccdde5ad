"""Copies of a SQLite database and the way back, both while the server runs.

PostgreSQL has its own tools for that.
"""

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import NullPool

from elftafel.errors import BadInput
from elftafel.server.store.database import LOCK_SECONDS
from elftafel.server.store.keyvalues import GENERATION, SIZE
from elftafel.server.store.migrate import check_known, head
from elftafel.server.store.partial import temporary
from elftafel.server.store.records import StoreError
from elftafel.server.store.schema import metadata
from elftafel.server.store.sqlite import bring_up_to_date, engine, path_of
from elftafel.server.store.sqlite_errors import explained
from elftafel.server.store.sqlite_file import damage, lock_file, missing_bytes


def backup(url: str, file: Path, force: bool = False) -> None:
    """Write one state of the database to a file, checked.

    `force` overwrites a file that is there.
    """
    path = source_of(url, "pg_dump")
    if file.exists() and not force:
        raise BadInput("file", str(file), "is there already: take another name, or force it")
    if not path.is_file():
        raise BadInput("database", str(path), "there is no such file")
    if file.exists() and file.samefile(path):
        raise BadInput("file", str(file), "is the database itself: take another name")
    with temporary(file) as copied:
        copy(path, copied)
        check_ours(copied, path)
        put_in_place(copied, file)


def restore(url: str, file: Path) -> Path | None:
    """Replace the content of the database by that of a backup; gives the file where the former
    content is kept.

    A running server notices: what it tries to append to the former logs fails, and it reads the new
    ones.
    """
    path = source_of(url, "pg_restore")
    if not file.is_file():
        raise BadInput("file", str(file), "there is no such file")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with temporary(path) as wanted:
        copy(file, wanted)
        check_ours(wanted, file)
        prepare(wanted)
        if path.is_file() and not damage(path):
            if revision(path, path) != head():  # no server of this version runs
                with lock_file(path):
                    bring_up_to_date(path)
            return replace_content(path, wanted)
        with lock_file(path):
            kept = set_aside(path)
            put_in_place(wanted, path)
            return kept


def source_of(url: str, tool: str) -> Path:
    """The file of a database that is one."""
    if url.startswith("postgres"):
        raise BadInput("database", url.partition(":")[0], f"PostgreSQL has its own tools for this: use {tool}")
    return path_of(url)


def companions(path: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside a database that is in use."""
    return Path(f"{path}-wal"), Path(f"{path}-shm")


def copy(source: Path, target: Path) -> None:
    """All pages of one state, into a single file; writers go on meanwhile."""
    try:
        with (
            closing(sqlite3.connect(source, timeout=LOCK_SECONDS)) as here,
            closing(sqlite3.connect(target)) as there,
        ):
            here.execute("PRAGMA query_only = ON")
            if missing := missing_bytes(here, source):
                raise StoreError(f"{source}: the file is damaged ({'; '.join(missing)})")
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as problem:
        raise explained(problem, source) from problem


def check_ours(path: Path, name: Path) -> None:
    """Raise if the file is damaged or no database of this or an older version.

    Errors call it by `name`.
    """
    if report := damage(path):
        raise StoreError(f"{name}: the file is damaged ({'; '.join(report)})")
    if revision(path, name) is None:
        raise BadInput("database", str(name), "one that Elftafel has made")


def revision(path: Path, name: Path) -> str | None:
    """Which schema a file has."""
    with engine(path, "BEGIN", NullPool, read_only=True).begin() as connection:
        return check_known(connection, str(name))


def prepare(path: Path) -> None:
    """Bring a backup to our schema, as a log of its own generation that no node holds."""
    bring_up_to_date(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        new = (GENERATION, secrets.token_bytes(SIZE))
        connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", new)
        connection.execute("UPDATE leases SET node = '', until = 0")


def replace_content(path: Path, wanted: Path) -> Path:
    """All rows of one by those of the other, in one transaction, during which the former ones are
    copied.
    """
    kept = name_for_former(path)
    with closing(sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("ATTACH ? AS wanted", (str(wanted),))
        connection.execute("BEGIN IMMEDIATE")
        with temporary(kept) as copied:
            copy(path, copied)
            put_in_place(copied, kept)
        for table in metadata.sorted_tables:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            connection.execute(f"DELETE FROM main.{table.name}")
            connection.execute(f"INSERT INTO main.{table.name} ({columns}) SELECT {columns} FROM wanted.{table.name}")
        connection.execute("COMMIT")
    return kept


def set_aside(path: Path) -> Path | None:
    """Rename a damaged database and what belongs to it."""
    if not path.exists():
        return None
    kept = name_for_former(path)
    for old, new in zip((*companions(path), path), (*companions(kept), kept), strict=True):
        if old.exists():
            old.rename(new)
    return kept


def name_for_former(path: Path) -> Path:
    """A name that is free: the content before the first restore is kept as well."""
    count = 1
    while (name := Path(f"{path}.before-restore{'' if count == 1 else f'-{count}'}")).exists():
        count += 1
    return name


def put_in_place(copied: Path, file: Path) -> None:
    """Rename, so that there is either all of it or nothing."""
    with copied.open("rb+") as data:
        os.fsync(data.fileno())
    copied.replace(file)
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
