"""PostgreSQL: many nodes on one database.

A table is written under its advisory lock, by any node.
"""

import hashlib
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import BigInteger, Connection, bindparam, create_engine, func, make_url, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from elftafel.errors import BadInput
from elftafel.server.ops import crash
from elftafel.server.store import log, short
from elftafel.server.store.database import LOCK_SECONDS, Threads
from elftafel.server.store.migrate import check_current, migrate
from elftafel.server.store.records import Append, Appended, Behind, Busy, Repeated, StoreError, Unknown

T = TypeVar("T")

CONNECTIONS = 8
TRIES = 4
SETTINGS = {
    "synchronous_commit": "on",
    "lock_timeout": f"{LOCK_SECONDS}s",
    "statement_timeout": "20s",
    "idle_in_transaction_session_timeout": "3s",  # a node that sleeps with a lock in hand must not stop the others
    "timezone": "UTC",
}
KEPT_ALIVE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # milliseconds
}

PATIENCE = ("lock_timeout = '10min'", "statement_timeout = 0", "idle_in_transaction_session_timeout = 0")
"""For migrations."""

UNIQUE = "23505"  # someone was faster: the next try sees it
COLLISIONS = {UNIQUE, "40001", "40P01"}  # serialization failure, deadlock
LOCK_TIMEOUT = "55P03"

HOLD = select(func.pg_advisory_xact_lock(bindparam("key", type_=BigInteger)))


class Postgres:
    """A database on a server."""

    alone = False

    def __init__(self, url: str, read_only: bool) -> None:
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise BadInput(
                "database", shown(url), 'PostgreSQL needs psycopg: pip install "elftafel[postgresql]"'
            ) from None
        settings = SETTINGS | ({"default_transaction_read_only": "on"} if read_only else {})
        address = make_url(url).set(drivername="postgresql+psycopg")
        options = [str(address.query.get("options", "")), *(f"-c {key}={value}" for key, value in settings.items())]
        self._read_only = read_only
        self._name = shown(url)
        self._threads = Threads(CONNECTIONS, self._name)
        make_engine = partial(
            create_engine,
            address,
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,  # entries have secrets, and errors are logged
            connect_args=KEPT_ALIVE | {"options": " ".join(options)},
        )
        self._engine = make_engine()
        self._appending = make_engine(isolation_level="AUTOCOMMIT", pool_reset_on_return=None)
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    @property
    def waiting(self) -> int:
        """Jobs that are not done."""
        return self._threads.waiting

    @classmethod
    async def open(cls, url: str, read_only: bool = False) -> "Postgres":
        """Bring the database to our schema; nodes that start together do it one after the other."""
        database = cls(url, read_only)
        try:
            if read_only:
                await database.read(lambda connection: check_current(connection, database._name))
            else:
                await database.write(database._migrate)
        except BaseException:
            await database.close()
            raise
        return database

    def _migrate(self, connection: Connection) -> None:
        for setting in PATIENCE:
            connection.execute(text(f"SET LOCAL {setting}"))
        connection.execute(HOLD, {"key": key_of("migrations")})
        migrate(connection, self._name)

    def clock(self, connection: Connection) -> int:
        """The time of the database."""
        return int(connection.execute(select(func.extract("epoch", func.clock_timestamp()) * 1000)).scalar_one())

    async def write(self, job: Callable[[Connection], T], *locks: str) -> T:
        """Run a job under advisory locks; again if another transaction collided with it or the
        connection was old.
        """
        if self._read_only:
            raise StoreError(f"{self._name}: was opened for reading only")
        return await self._threads.run(lambda: self._try(lambda: self._transaction(job, locks)))

    async def append(self, append: Append) -> Appended | Behind | Repeated:
        """Add to the log of a table: in one statement if that is possible, else under its lock."""
        if not self._read_only and short.is_usual(append):
            appended = await self._threads.run(lambda: self._append_alone(append))
            if appended is not None:
                return appended
        locks = [f"table:{append.line.id}"] + ([f"ratings:{append.ended.game}"] if append.ended else [])
        return await self.write(lambda connection: log.append(connection, append), *locks)

    def _append_alone(self, append: Append) -> Appended | None:
        """Write a usual append. None if that did not succeed, or perhaps did: the long way finds out which."""
        try:
            connection = self._appending.raw_connection()
        except DBAPIError:
            return None
        crash.at("before_commit")
        crash.at("in_commit")
        try:
            appended = short.append_alone(cast(Any, connection.driver_connection), append)
        except Exception:
            connection.invalidate()
            return None
        connection.close()
        crash.at("after_commit")
        return appended

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job on a connection of the pool."""
        return await self._threads.run(lambda: self._try(lambda: self._snapshot(job)))

    async def close(self) -> None:
        """Finish what waits, then close all connections."""
        await self._threads.close()
        self._engine.dispose()
        self._appending.dispose()

    def _try(self, work: Callable[[], T]) -> T:
        """Repeat what surely came to nothing."""
        for attempt in range(1, TRIES + 1):
            try:
                return work()
            except DBAPIError as problem:
                state = getattr(problem.orig, "sqlstate", None)
                unreachable = state is None and isinstance(problem, OperationalError)
                lost = problem.connection_invalidated or unreachable
                if attempt == TRIES or not (lost or state in COLLISIONS):
                    raise self._explained(problem, state) from problem
            time.sleep(random.uniform(0.5, 1.5) * 0.02 * 4**attempt if lost else random.uniform(0, 0.01))
        raise AssertionError("the last try returns or raises")

    def _transaction(self, job: Callable[[Connection], T], locks: tuple[str, ...]) -> T:
        with self._engine.connect() as connection, connection.begin() as transaction:
            for lock in locks:
                connection.execute(HOLD, {"key": key_of(lock)})
            result = job(connection)
            crash.at("before_commit")
            crash.at("in_commit")
            try:
                transaction.commit()
            except DBAPIError as problem:
                if getattr(problem.orig, "sqlstate", None) in COLLISIONS:
                    raise
                raise Unknown(f"{self._name}: {problem.orig}: perhaps it was written, perhaps not") from problem
            crash.at("after_commit")
            return result

    def _snapshot(self, job: Callable[[Connection], T]) -> T:
        with self._reading.begin() as connection:
            return job(connection)

    def _explained(self, problem: DBAPIError, state: str | None) -> StoreError:
        """An error of the database in words for a person."""
        if state == LOCK_TIMEOUT:
            return Busy(f"{self._name}: another node holds the lock for more than {LOCK_SECONDS} seconds")
        return StoreError(f"{self._name}: {str(problem.orig).strip()}")


def key_of(lock: str) -> int:
    """The number that PostgreSQL knows a lock by."""
    return int.from_bytes(hashlib.blake2b(lock.encode(), digest_size=8).digest(), "big", signed=True)


def shown(url: str) -> str:
    """An address without its password."""
    return make_url(url).render_as_string(hide_password=True)
