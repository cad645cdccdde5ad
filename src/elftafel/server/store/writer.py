"""The one thread that writes to SQLite.

All that waits goes into one commit, so that a flush to disk serves many.
"""

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Engine

from elftafel.server.ops import crash
from elftafel.server.store.database import WAITING
from elftafel.server.store.records import Busy, StoreError, Unknown
from elftafel.server.store.sqlite_errors import code_of, explained

T = TypeVar("T")

GROUP = 200  # jobs in one commit


class Waiting(NamedTuple):
    """A job and who waits for it."""

    job: Callable[[Connection], Any]
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


class Writer:
    """Takes jobs from the event loop; who waits hears of it after the commit."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._queue: deque[Waiting] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Jobs that no commit has taken yet."""
        return len(self._queue)

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in the next commit."""
        future: asyncio.Future[T] = self._loop.create_future()
        with self._wake:
            if self._closing:
                raise StoreError(f"{self._path}: is closed")
            if len(self._queue) >= WAITING:
                raise Busy(f"{self._path}: {WAITING} jobs wait already, try again later")
            self._queue.append(Waiting(job, future))
            self._wake.notify()
        return await future

    async def close(self) -> None:
        """Write what waits, then stop."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        """Take what waits, commit it, tell who waited; until there is nothing left to do."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            while group := self._take():
                self._loop.call_soon_threadsafe(settle, group, self._outcomes(group))
        self._disconnect()

    def _take(self) -> list[Waiting]:
        """What waits, without those who gave up; nothing when it is time to stop."""
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._queue or self._closing)
                taken = [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]
            group = [waiting for waiting in taken if not waiting.future.cancelled()]
            if group or not taken:
                return group

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
            with self._connection.begin() as transaction:
                begun = True
                outcomes = [self._outcome(self._connection, waiting.job) for waiting in group]
                committing = True
                crash.at("before_commit")
                crash.at("in_commit")
                transaction.commit()
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

    def _outcome(self, connection: Connection, job: Callable[[Connection], Any]) -> Any:
        """What a job gives, or how it failed; raises if the whole transaction went with it."""
        driver = cast(sqlite3.Connection, connection.connection.driver_connection)
        driver.execute("SAVEPOINT job")
        try:
            result = job(connection)
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


def settle(group: Sequence[Waiting], outcomes: Sequence[Any]) -> None:
    """Tell who waited, in the event loop."""
    for waiting, outcome in zip(group, outcomes, strict=True):
        if waiting.future.done():
            continue
        if isinstance(outcome, Failed):
            waiting.future.set_exception(outcome.problem)
        else:
            waiting.future.set_result(outcome)
