"""Hints between nodes on PostgreSQL: "this table has this many entries now". One may get lost; polling repairs that."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from sqlalchemy import make_url

from elftafel.server.store.postgres import KEPT_ALIVE

PAUSE = 0.01  # seconds in which hints gather
MOST = 10_000  # tables waiting to be told, while the database is away
SHORTEST, LONGEST = 0.1, 5.0  # seconds until the next try
CHANNEL = "elftafel"
SAID = "!"  # before what is no number of a table; ids do not begin so

logger = structlog.get_logger()


class Notifier:
    """Tells and hears, each on a connection of its own that comes back by itself."""

    def __init__(
        self,
        url: str,
        heard: Callable[[str, int], None],
        missed: Callable[[], None] | None = None,
        said: Callable[[str], None] | None = None,
    ) -> None:
        address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._address = make_conninfo(address, **KEPT_ALIVE)
        self._heard = heard
        self._missed = missed
        self._said = said
        self._unsaid: dict[str, str] = {}
        self._untold: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to tell and to hear."""
        self._tasks = [asyncio.create_task(self._lasting(work)) for work in (self._tell_all, self._hear_all)]

    def tell(self, table: str, number: int) -> None:
        """A table was committed up to this entry; other nodes will hear of the last number only."""
        if len(self._untold) < MOST or table in self._untold:
            self._untold[table] = max(number, self._untold.get(table, 0))
            self._wake.set()

    def say(self, topic: str, text: str) -> None:
        """Something passing; other nodes hear the latest of a topic, or miss it."""
        if len(self._unsaid) < MOST:
            self._unsaid[topic] = text
            self._wake.set()

    async def close(self) -> None:
        """Stop; what was not told yet is left to polling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _lasting(self, work: Callable[[psycopg.AsyncConnection[Any]], Awaitable[None]]) -> None:
        """Do work on a connection, on a new one whenever it breaks."""
        pause = SHORTEST
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    pause = SHORTEST
                    await work(connection)
            except psycopg.Error as problem:
                logger.warning("hints between nodes interrupted", problem=str(problem).strip(), again_in=pause)
            except Exception:  # of who hears
                logger.exception("a hint could not be taken")
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST)

    async def _tell_all(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(PAUSE)
            self._wake.clear()
            told, self._untold = self._untold, {}
            said, self._unsaid = self._unsaid, {}
            try:
                payloads = [f"{table}:{number}" for table, number in told.items()]
                payloads += [f"{SAID}{text}" for text in said.values()]
                await connection.execute("SELECT pg_notify(%s, hint) FROM unnest(%s::text[]) hint", (CHANNEL, payloads))
            except psycopg.Error:
                for table, number in told.items():
                    self.tell(table, number)
                raise

    async def _hear_all(self, connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        if self._missed is not None:
            self._missed()
        async for notify in connection.notifies():
            table, _, number = notify.payload.rpartition(":")
            if notify.payload.startswith(SAID):
                if self._said is not None:
                    self._said(notify.payload.removeprefix(SAID))
            elif number.isdecimal():
                self._heard(table, int(number))
