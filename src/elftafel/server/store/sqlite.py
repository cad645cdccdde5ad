"""SQLite: one file, one server. One thread writes, all that waits in one commit; others read beside it."""

import asyncio
import os
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar, cast

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError

from elftafel.errors import BadInput
from elftafel.server import crash
from elftafel.server.store.database import LOCK_SECONDS, WAITING, Threads
from elftafel.server.store.migrate import check_current, migrate
from elftafel.server.store.records import Busy, StoreError, Unknown

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

T = TypeVar("T")

GROUP = 200  # jobs in one commit
READERS = 4

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


class Waiting(NamedTuple):
    """A job and who waits for it."""

    job: Callable[[Connection], Any]
    future: asyncio.Future[Any]


class Failed(NamedTuple):
    """A job that came to nothing."""

    problem: Exception


class Sqlite:
    """A database in a file."""

    alone = True

    def __init__(self, path: Path, read_only: bool) -> None:
        self._path = path
        self._read_only = read_only
        self._started = time.time() - time.monotonic()
        self._loop = asyncio.get_running_loop()
        self._lock: IO[bytes] | None = None
        self._queue: deque[Waiting] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._readers = Threads(READERS, str(path))
        self._reading = engine(path, "BEGIN", QueuePool, read_only=True)
        self._engine = engine(path, "BEGIN IMMEDIATE", NullPool)
        self._connection: Connection | None = None

    @classmethod
    async def open(cls, path: Path, read_only: bool = False) -> "Sqlite":
        """Make the file and its folder if needed, lock it against other servers, bring it to our schema."""
        database = cls(path, read_only)
        try:
            await asyncio.to_thread(database._prepare)
        except BaseException:
            await database.close()
            raise
        if not read_only:
            database._writer.start()
        return database

    def _prepare(self) -> None:
        try:
            if self._read_only:
                if not self._path.is_file():
                    raise BadInput("database", str(self._path), "there is no such file")
                with self._reading.begin() as connection:
                    check_current(connection, str(self._path))
                return
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = lock_file(self._path)
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
            with closing(sqlite3.connect(self._path, timeout=LOCK_SECONDS)) as plain:
                if plain.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                    raise StoreError(f"{self._path}: this disk cannot hold it (no write-ahead log), take a local one")
            with self._engine.begin() as connection:
                migrate(connection, str(self._path))
        except (OSError, DBAPIError, sqlite3.Error) as problem:
            raise explained(problem, self._path) from problem

    def clock(self, connection: Connection) -> int:
        """The wall clock when this process started and the time since then: a jump of the wall clock does no harm."""
        return int((self._started + time.monotonic()) * 1000)

    async def write(self, job: Callable[[Connection], T], *locks: str) -> T:
        """Run a job in the next commit; there is only one writer, which is lock enough."""
        if self._read_only:
            raise StoreError(f"{self._path}: was opened for reading only")
        future: asyncio.Future[T] = self._loop.create_future()
        with self._wake:
            if self._closing:
                raise StoreError(f"{self._path}: is closed")
            if len(self._queue) >= WAITING:
                raise Busy(f"{self._path}: {WAITING} jobs wait already, try again later")
            self._queue.append(Waiting(job, future))
            self._wake.notify()
        return await future

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
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._writer.ident is not None:
            await asyncio.to_thread(self._writer.join)
        await self._readers.close()
        self._reading.dispose()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _write_all(self) -> None:
        """The writer's thread: take what waits, commit it, tell who waited."""
        while True:
            with self._wake:
                while not self._queue and not self._closing:
                    self._wake.wait()
                if not self._queue:
                    break
                taken = [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]
            group = [waiting for waiting in taken if not waiting.future.cancelled()]
            outcomes = self._commit(group)
            if len(group) > 1 and isinstance(outcomes, Failed) and not isinstance(outcomes.problem, Unknown):
                outcomes = [self._alone(waiting) for waiting in group]  # one of them may be the reason
            if isinstance(outcomes, Failed):
                outcomes = [outcomes] * len(group)
            try:
                self._loop.call_soon_threadsafe(settle, group, outcomes)
            except RuntimeError:
                break  # the loop is closed: nobody waits any more
        self._disconnect()

    def _alone(self, waiting: Waiting) -> Any:
        outcomes = self._commit([waiting])
        return outcomes if isinstance(outcomes, Failed) else outcomes[0]

    def _commit(self, group: Sequence[Waiting]) -> list[Any] | Failed:
        """All in one transaction, each so that it can fail by itself. Failed: all of it came to nothing."""
        outcomes: list[Any] = []
        committing = False
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            connection = self._connection
            with connection.begin() as transaction:
                for waiting in group:
                    outcomes.append(self._outcome(connection, waiting.job))
                committing = True
                crash.at("before_commit")
                crash.at("in_commit")
                transaction.commit()
                crash.at("after_commit")
            return outcomes
        except Exception as problem:
            self._disconnect()
            if committing and code_of(problem) != sqlite3.SQLITE_FULL:
                return Failed(Unknown(f"{explained(problem, self._path)}: perhaps it was written, perhaps not"))
            return Failed(explained(problem, self._path))

    def _outcome(self, connection: Connection, job: Callable[[Connection], Any]) -> Any:
        """What a job gives, or how it failed; raises if the whole transaction went with it."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            result = job(connection)
            connection.exec_driver_sql("RELEASE job")
            return result
        except Exception as problem:
            if not cast(sqlite3.Connection, connection.connection.driver_connection).in_transaction:
                raise
            connection.exec_driver_sql("ROLLBACK TO job")
            connection.exec_driver_sql("RELEASE job")
            return Failed(explained(problem, self._path))

    def _disconnect(self) -> None:
        """The next commit gets a fresh connection."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()


def settle(group: Sequence[Waiting], outcomes: Sequence[Any]) -> None:
    """Tell who waited, in the event loop."""
    for waiting, outcome in zip(group, outcomes, strict=True):
        if waiting.future.done():
            continue
        if isinstance(outcome, Failed):
            waiting.future.set_exception(outcome.problem)
        else:
            waiting.future.set_result(outcome)


def engine(path: Path, begin: str, pool: type[QueuePool] | type[NullPool], read_only: bool = False) -> Engine:
    """Connections to a file, each transaction begun as told."""
    sizes = {"pool_size": READERS, "max_overflow": 0} if pool is QueuePool else {}
    made = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=pool,
        connect_args={"check_same_thread": False, "isolation_level": None, "timeout": LOCK_SECONDS},
        **sizes,
    )

    @event.listens_for(made, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        if read_only:
            connection.execute("PRAGMA query_only = ON")

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made


def lock_file(path: Path) -> IO[bytes]:
    """Keep other servers away for as long as the file stays open. Beside the database: SQLite locks that one itself."""
    file = Path(f"{path}.lock").open("ab")  # noqa: SIM115
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        wanted = "another Elftafel server has it open; stop that one or take another file"
        raise BadInput("database", str(path), wanted) from None
    return file


def code_of(problem: BaseException) -> int | None:
    """SQLite's own number of an error."""
    driver = problem.orig if isinstance(problem, DBAPIError) else problem
    code = getattr(driver, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def explained(problem: Exception, path: Path) -> Exception:
    """An error of the database in words for a person; others stay as they are."""
    if isinstance(problem, OSError):
        return StoreError(f"{path}: {problem.strerror or problem}")
    if not isinstance(problem, DBAPIError | sqlite3.Error):
        return problem
    code = code_of(problem)
    driver = problem.orig if isinstance(problem, DBAPIError) else problem
    words = MEANING.get(code or 0, str(driver))
    kind = Busy if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else StoreError
    found = kind(f"{path}: {words}")
    found.__cause__ = problem
    return found


def path_of(url: str) -> Path:
    """The file that an address names."""
    database = make_url(url).database
    if not database or database == ":memory:" or database.startswith("file:"):
        raise BadInput("database", url, "a file: sqlite:///path")
    return Path(database).absolute()
