"""SQLite: one file, one server. One thread writes, others read beside it."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError

from elftafel.errors import BadInput
from elftafel.server.store import log
from elftafel.server.store.database import LOCK_SECONDS, Threads
from elftafel.server.store.migrate import check_current, migrate
from elftafel.server.store.partial import remove_unfinished
from elftafel.server.store.records import Append, Appended, Behind, Repeated, StoreError
from elftafel.server.store.sqlite_errors import explained
from elftafel.server.store.sqlite_file import lock_file
from elftafel.server.store.writer import Writer

T = TypeVar("T")

READERS = 4
LARGEST_LOG = 64 * 2**20  # bytes that the write-ahead log keeps on disk


class Sqlite:
    """A database in a file."""

    alone = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._started = time.time() - time.monotonic()
        self._lock: ExitStack | None = None
        self._writer: Writer | None = None
        self._readers = Threads(READERS, str(path))
        self._reading = engine(path, "BEGIN", QueuePool, read_only=True)

    @classmethod
    async def open(cls, path: Path, read_only: bool = False) -> "Sqlite":
        """Make the file and its folder if needed, lock it against other servers, bring it to our
        schema.
        """
        database = cls(path)
        try:
            if read_only:
                await database.read(lambda connection: check_current(connection, str(path)))
            else:
                await asyncio.to_thread(database._prepare)
                database._writer = Writer(engine(path, None, NullPool), path)
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def waiting(self) -> int:
        """Jobs that are not done."""
        return self._readers.waiting + (0 if self._writer is None else self._writer.waiting)

    def _prepare(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = lock_file(self._path, make=True)
            remove_unfinished(self._path.parent)
            with closing(sqlite3.connect(self._path, timeout=LOCK_SECONDS)) as connection:
                if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                    raise StoreError(f"{self._path}: this disk cannot hold it (no write-ahead log), take a local one")
            bring_up_to_date(self._path)
        except (OSError, DBAPIError, sqlite3.Error) as problem:
            raise explained(problem, self._path) from problem

    def clock(self, connection: Connection) -> int:
        """The wall clock when this process started and the time since then: a jump of the wall
        clock does no harm.
        """
        return int((self._started + time.monotonic()) * 1000)

    async def write(self, job: Callable[[Connection], T], *locks: str) -> T:
        """Run a job in the next commit; there is only one writer, which is lock enough."""
        return await self._opened_writer.run(job)

    async def append(self, append: Append) -> Appended | Behind | Repeated:
        """Add to the log of a table in the next commit."""
        return await self._opened_writer.run(lambda connection: log.append(connection, append), append)

    @property
    def _opened_writer(self) -> Writer:
        if self._writer is None:
            raise StoreError(f"{self._path}: was opened for reading only")
        return self._writer

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job on a connection of its own."""

        def run() -> T:
            try:
                with self._reading.begin() as connection:
                    return job(connection)
            except DBAPIError as problem:
                raise explained(problem, self._path) from problem

        return await self._readers.run(run)

    async def close(self) -> None:
        """Write what waits, then close the file."""
        if self._writer is not None:
            await self._writer.close()
        await self._readers.close()
        self._reading.dispose()
        if self._lock is not None:
            self._lock.close()


def engine(path: Path, begin: str | None, pool: type[QueuePool] | type[NullPool], read_only: bool = False) -> Engine:
    """An engine for a file whose transactions begin with this statement; None if the caller begins
    them.
    """
    engine = create_engine(
        URL.create(
            "sqlite", database=f"file:{quote(str(path))}", query={"mode": "ro" if read_only else "rw", "uri": "true"}
        ),
        poolclass=pool,
        hide_parameters=True,  # entries have secrets, and errors are logged
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": LOCK_SECONDS},
        **({"pool_size": READERS, "max_overflow": 0} if pool is QueuePool else {}),
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")

    if begin is not None:
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def bring_up_to_date(path: Path) -> None:
    """Run the missing migrations on a file that no other server has open."""
    with engine(path, "BEGIN IMMEDIATE", NullPool).begin() as connection:
        migrate(connection, str(path))


def path_of(url: str) -> Path:
    """The file that an address names; links are followed, so that a file has one name."""
    database = make_url(url).database
    if not database or database == ":memory:" or database.startswith("file:"):
        raise BadInput("database", url, "a file: sqlite:///path")
    return Path(database).resolve()
