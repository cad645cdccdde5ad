"""A node's heartbeat: it renews leases, learns the database's time, and takes over tables.

A table's lease says which node plays for its bots and acts when its clock runs out. The leases of a
dead node expire, and other nodes go on.
"""

import asyncio
import time
from contextlib import suppress

import structlog

from elftafel.errors import BadLog
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.pace import Pace
from elftafel.server.refusal import Refusal
from elftafel.server.store import Store, StoreError
from elftafel.server.table import commands

log = structlog.get_logger()

MOST_CLAIMED = 50  # tables taken over at once


class Heartbeat:
    """This node's sign of life, and its leases."""

    def __init__(self, store: Store, tables: Tables, server_time: ServerTime, pace: Pace, tasks: Tasks) -> None:
        self._store = store
        self._tables = tables
        self._time = server_time
        self._pace = pace
        self._tasks = tasks
        self._claim_now = asyncio.Event()
        server_time.beat = self.beat

    async def start(self) -> None:
        """Give the first sign of life, then go on."""
        self._time.silences = await self._store.begin()
        await self.beat()
        self._tasks.repeat(self.beat, self._pace.beat)
        self._tasks.repeat(self.claim, 0)

    async def beat(self) -> None:
        """Renew the leases, learn the time, and give clocks back when no node served."""
        held = [live.table.id for live in self._tables.in_memory.values() if live.held]
        asked = time.monotonic()
        beat = await self._store.beat(held, self._pace.lease)
        self._time.learn(beat.now, asked, time.monotonic())
        self._time.silences = beat.silences
        for id in beat.lost:
            if live := self._tables.in_memory.get(id):
                live.held = False
        for live in self._tables.in_memory.values():
            if any(commands.give_back(live.table, silence.since, silence.until) for silence in beat.silences):
                self._tasks.start(self._tables.give_back(live))

    def attend(self, live: LiveTable) -> None:
        """A table has changed: claim it soon if it needs a node and has none here."""
        if live.table.cared and not live.held:
            self.claim_soon()

    def claim_soon(self) -> None:
        """Look for tables without a node now instead of at the next beat."""
        self._claim_now.set()

    async def claim(self) -> None:
        """Wait a beat or for `claim_soon`; then take over tables that need a node and have none."""
        with suppress(TimeoutError):
            # Not wait_for: in Python 3.11 it can lose a cancellation.
            async with asyncio.timeout(self._pace.beat):
                await self._claim_now.wait()
        self._claim_now.clear()
        for id in await self._store.claim(MOST_CLAIMED, self._pace.lease):
            self._tasks.start(self._take_over(id))

    async def _take_over(self, id: str) -> None:
        try:
            live = await self._tables.get(id)
        except (BadLog, Refusal) as error:
            log.error("table cannot be replayed", table=id, problem=str(error))
            return
        if live is not None:
            live.held = True
            self._tables.attend(live)

    async def release(self) -> None:
        """Give all leases up, so that other nodes go on at once."""
        for live in self._tables.in_memory.values():
            live.held = False
        try:
            await self._store.release()
        except StoreError as error:
            log.warning("leases could not be given up", problem=str(error))
