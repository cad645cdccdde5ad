"""What the store asks of a database.

SQLite and PostgreSQL answer in their own way; statements know nothing of it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from elftafel.server.store.records import Append, Appended, Behind, Busy, Repeated, StoreError

T = TypeVar("T")

WAITING = 10_000  # jobs; more are refused
LOCK_SECONDS = 5  # to wait for another program or node


class Database(Protocol):
    """Runs jobs in transactions, in threads.

    A job may run more than once, but only one run is committed.
    """

    alone: bool  # no other node can have it open

    @property
    def waiting(self) -> int:
        """Jobs that are not done."""

    async def write(self, job: Callable[[Connection], T], *locks: str) -> T:
        """Run a job while holding these locks; returns when it is committed."""

    async def append(self, append: Append) -> Appended | Behind | Repeated:
        """Add to the log of a table; returns when it is committed."""

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that writes nothing, on one state of the database."""

    def clock(self, connection: Connection) -> int:
        """The time by which nodes of this database agree, in milliseconds since 1970."""

    async def close(self) -> None:
        """Finish what waits, then close everything."""


class Threads:
    """Threads for blocking work; too much of it is refused."""

    def __init__(self, count: int, name: str) -> None:
        self._name = name
        self._threads = ThreadPoolExecutor(count, "store")
        self._waiting = 0
        self._closing = False

    @property
    def waiting(self) -> int:
        """Work that is not done."""
        return self._waiting

    async def run(self, work: Callable[[], T]) -> T:
        """Do work in a thread."""
        if self._closing:
            raise StoreError(f"{self._name}: is closed")
        if self._waiting >= WAITING:
            raise Busy(f"{self._name}: {WAITING} jobs wait already, try again later")
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        self._waiting += 1
        future.add_done_callback(self._done)
        return await future

    def _done(self, _: object) -> None:
        self._waiting -= 1

    async def close(self) -> None:
        """Finish what waits."""
        self._closing = True
        await asyncio.to_thread(self._threads.shutdown)
