"""The one thread that writes to SQLite.

All that waits goes into one commit, so that a flush to disk serves many. Under load it waits some
milliseconds for more.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine

from elftafel.server.ops import crash
from elftafel.server.store import short
from elftafel.server.store.database import WAITING
from elftafel.server.store.records import Append, Busy, StoreError, Unknown
from elftafel.server.store.sqlite_errors import code_of, explained

T = TypeVar("T")

GROUP = 200  # jobs in one commit
BUSY = 100  # jobs in a second, from which on commits are spaced
SPACE = 0.016  # seconds from one commit to the next then, so that a flush serves several


class Waiting(NamedTuple):
    """A job and who waits for it."""

    job: Callable[[Connection], Any]
    append: Append | None  # the same as an append, if it is one: there may be a shorter way
    future: asyncio.Future[Any]


class Failed(NamedTuple):
    """A job that came to nothing."""

    problem: Exception


class GroupFailed(Exception):
    """Nothing of a group was written."""

    def __init__(self, problem: Exception, by_one: bool) -> None:
        self.problem = problem
        self.by_one = by_one  # one of the jobs may be the reason, the others may succeed without it
        super().__init__(str(problem))


class Load:
    """How much comes: counts jobs second by second."""

    def __init__(self) -> None:
        self.is_high = False
        self._since = 0.0
        self._jobs = 0

    def count(self, jobs: int, now: float) -> None:
        """So many more, at this time of the monotonic clock."""
        self._jobs += jobs
        if now - self._since >= 1:
            self.is_high = self._jobs > BUSY * (now - self._since)
            self._since, self._jobs = now, 0


class Writer:
    """Takes jobs from the event loop; who waits hears of it after the commit."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()  # None: nothing comes any more
        self._closing = False
        self._connection: Connection | None = None
        self._last = 0.0  # when the last group was taken, on the monotonic clock
        self._load = Load()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Jobs that no commit has taken yet."""
        return self._queue.qsize()

    async def run(self, job: Callable[[Connection], T], append: Append | None = None) -> T:
        """Run a job in the next commit; if it is an append, by the short way if that is possible."""
        if self._closing:
            raise StoreError(f"{self._path}: is closed")
        if self._queue.qsize() >= WAITING:
            raise Busy(f"{self._path}: {WAITING} jobs wait already, try again later")
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put(Waiting(job, append, future))
        return await future

    async def close(self) -> None:
        """Write what waits, then stop."""
        if not self._closing:
            self._closing = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        """Take what waits, commit it, tell who waited; until there is nothing left to do."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            going_on = True
            while going_on:
                group, going_on = self._take()
                if group:
                    self._loop.call_soon_threadsafe(settle, group, self._outcomes(group))
        self._disconnect()

    def _take(self) -> tuple[list[Waiting], bool]:
        """What waits, without those who gave up; and False if nothing comes after it."""
        taken = [self._queue.get()]
        if self._load.is_high:
            time.sleep(max(0.0, self._last + SPACE - time.monotonic()))
        with suppress(Empty):
            while taken[-1] is not None and len(taken) < GROUP:
                taken.append(self._queue.get_nowait())
        self._last = time.monotonic()
        self._load.count(len(taken), self._last)
        return [waiting for waiting in taken if waiting and not waiting.future.cancelled()], taken[-1] is not None

    def _outcomes(self, group: Sequence[Waiting]) -> list[Any]:
        """What came of each job."""
        try:
            return self._commit(group)
        except GroupFailed as failure:
            if failure.by_one and len(group) > 1:
                return [outcome for waiting in group for outcome in self._outcomes([waiting])]
            return [Failed(failure.problem)] * len(group)

    def _commit(self, group: Sequence[Waiting]) -> list[Any]:
        """All in one transaction, each so that it can fail by itself."""
        begun = committing = False
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            driver = cast(sqlite3.Connection, self._connection.connection.driver_connection)
            driver.execute("BEGIN IMMEDIATE")
            begun = True
            outcomes = [self._outcome(driver, self._connection, waiting) for waiting in group]
            committing = True
            crash.at("before_commit")
            crash.at("in_commit")
            commit(driver)
            crash.at("after_commit")
            return outcomes
        except Exception as problem:
            self._disconnect()
            explanation = explained(problem, self._path)
            if committing and code_of(problem) != sqlite3.SQLITE_FULL:
                unknown = Unknown(f"{explanation}: perhaps it was written, perhaps not")
                unknown.__cause__ = problem
                raise GroupFailed(unknown, by_one=False) from problem
            raise GroupFailed(explanation, by_one=begun) from problem

    def _outcome(self, driver: sqlite3.Connection, connection: Connection, waiting: Waiting) -> Any:
        """What a job gives, or how it failed; raises if the whole transaction went with it."""
        if waiting.append is not None and (appended := short.append(driver, waiting.append)) is not None:
            return appended
        driver.execute("SAVEPOINT job")
        try:
            result = waiting.job(connection)
            driver.execute("RELEASE job")
            return result
        except Exception as problem:
            if not driver.in_transaction:
                raise
            driver.execute("ROLLBACK TO job")
            driver.execute("RELEASE job")
            return Failed(explained(problem, self._path))

    def _disconnect(self) -> None:
        """The next commit gets a fresh connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it is given up anyway
                connection.close()


def commit(driver: sqlite3.Connection) -> None:
    """Returns when the transaction is on the disk."""
    driver.execute("COMMIT")


def settle(group: Sequence[Waiting], outcomes: Sequence[Any]) -> None:
    """Tell who waited, in the event loop."""
    for waiting, outcome in zip(group, outcomes, strict=True):
        if waiting.future.done():
            continue
        if isinstance(outcome, Failed):
            waiting.future.set_exception(outcome.problem)
        else:
            waiting.future.set_result(outcome)
