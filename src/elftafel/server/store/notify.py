"""Notices between nodes on PostgreSQL: "this table has this many entries now".

A notice may get lost; the nodes poll every two seconds as well.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from sqlalchemy import make_url

from elftafel.server.store.postgres import KEPT_ALIVE

PAUSE = 0.01  # seconds in which notices are gathered
MOST = 10_000  # notices that wait while the database cannot be reached
SHORTEST, LONGEST = 0.1, 5.0  # seconds until the next try
CHANNEL = "elftafel"
TEXT_MARK = "!"  # before a text of `say`; no table's id begins with it

logger = structlog.get_logger()


class Notifier:
    """Sends notices and listens for them, each on a connection of its own that reconnects by
    itself.
    """

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
        self._unsent_texts: dict[str, str] = {}
        self._unsent_numbers: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to send and to listen."""
        self._tasks = [asyncio.create_task(self._on_connection(work)) for work in (self._send_all, self._listen_all)]

    def tell(self, table: str, number: int) -> None:
        """Tell other nodes that a table was committed up to this entry; of several numbers only the
        last is sent.
        """
        if len(self._unsent_numbers) < MOST or table in self._unsent_numbers:
            self._unsent_numbers[table] = max(number, self._unsent_numbers.get(table, 0))
            self._wake.set()

    def say(self, topic: str, text: str) -> None:
        """Send a text that may get lost; of several texts of a topic only the last is sent."""
        if len(self._unsent_texts) < MOST:
            self._unsent_texts[topic] = text
            self._wake.set()

    async def close(self) -> None:
        """Stop; what was not sent yet is found by polling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _on_connection(self, work: Callable[[psycopg.AsyncConnection[Any]], Awaitable[None]]) -> None:
        """Do work on a connection, and on a new one whenever it breaks."""
        pause = SHORTEST
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    pause = SHORTEST
                    await work(connection)
            except psycopg.Error as problem:
                logger.warning("notices between nodes interrupted", problem=str(problem).strip(), again_in=pause)
            except Exception:  # raised by a callback
                logger.exception("a notice could not be handled")
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST)

    async def _send_all(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(PAUSE)
            self._wake.clear()
            numbers, self._unsent_numbers = self._unsent_numbers, {}
            texts, self._unsent_texts = self._unsent_texts, {}
            try:
                payloads = [f"{table}:{number}" for table, number in numbers.items()]
                payloads += [f"{TEXT_MARK}{text}" for text in texts.values()]
                await connection.execute("SELECT pg_notify(%s, hint) FROM unnest(%s::text[]) hint", (CHANNEL, payloads))
            except psycopg.Error:
                for table, number in numbers.items():
                    self.tell(table, number)
                raise

    async def _listen_all(self, connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        if self._missed is not None:
            self._missed()
        async for notify in connection.notifies():
            table, _, number = notify.payload.rpartition(":")
            if notify.payload.startswith(TEXT_MARK):
                if self._said is not None:
                    self._said(notify.payload.removeprefix(TEXT_MARK))
            elif number.isdecimal():
                self._heard(table, int(number))
