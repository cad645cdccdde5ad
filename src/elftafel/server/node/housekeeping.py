"""Closing what nobody uses: silent sockets, unwatched tables, tables that were never started."""

import time
from collections.abc import Set

import structlog

from elftafel.errors import BadLog
from elftafel.server.live.hub import OpenSocket
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.pace import Pace
from elftafel.server.refusal import Refusal
from elftafel.server.store import Store
from elftafel.server.table.entries import Closed

log = structlog.get_logger()

MOST_CLOSED = 50  # tables in one sweep


class Housekeeping:
    """Closes sockets and tables, now and then."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        sockets: Set[OpenSocket],
        server_time: ServerTime,
        pace: Pace,
        tasks: Tasks,
    ) -> None:
        self._store = store
        self._tables = tables
        self._sockets = sockets
        self._time = server_time
        self._pace = pace
        self._tasks = tasks

    def start(self) -> None:
        """Begin to look."""
        self._tasks.repeat(self.drop_silent, self._pace.beat)
        self._tasks.repeat(self.sweep, self._pace.sweep)

    async def drop_silent(self) -> None:
        """Close sockets that send nothing or take nothing.

        All are closed while this node is cut off: other nodes may play on at the same tables.
        """
        now = time.monotonic()
        for socket in tuple(self._sockets):
            if now - socket.last_heard > self._pace.silent:
                socket.end("silent")
            elif self._time.cut_off:
                socket.end("try_again")
            socket.give_up_if_stuck(now)

    async def sweep(self) -> None:
        """Drop tables from memory that nobody looks at, and close those that were never started."""
        now = time.monotonic()
        for live in tuple(self._tables.in_memory.values()):
            if live.idle and now - live.used > self._pace.idle:
                self._tables.forget(live)
        unchanged_since = self._time.now() - int(self._pace.given_up * 1000)
        for id in await self._store.idle(unchanged_since, MOST_CLOSED):
            try:
                await self._close(id)
            except (Refusal, BadLog) as error:
                log.warning("table cannot be closed", table=id, problem=str(error))

    async def _close(self, id: str) -> None:
        live = await self._tables.get(id)
        if live is not None and not live.viewers:
            await self._tables.do(live, lambda table, now: [Closed("idle")] if table.status == "open" else [])
