"""Clocks that run out: one timer for each table with a deadline. Deadlines are in database time."""

import asyncio

from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.protocol import messages
from elftafel.server.table import commands

WARNING = 15_000  # milliseconds before somebody's time is up
LONGEST = 3600.0  # seconds of one timer; a later deadline gets another one
SHORTEST = 0.02
LATE = 0.002  # seconds after the deadline, so that it has passed for sure
LOOK_AGAIN = 1.0  # seconds, if another node should act, or this one is not sure of the time


class Timers:
    """Rings for every table in memory; the node that holds the table's lease acts."""

    def __init__(self, tables: Tables, server_time: ServerTime, tasks: Tasks) -> None:
        self._tables = tables
        self._time = server_time
        self._tasks = tasks
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def attend(self, live: LiveTable) -> None:
        """A table has changed: set its timer, to the deadline or to the warning before it."""
        self._cancel(live)
        deadline = live.table.deadline
        if deadline is not None:
            left = deadline - self._time.now()
            wait = left - WARNING if left > WARNING and live.table.turn is not None else left
            self._ring_in(live, max(SHORTEST, min(wait / 1000 + LATE, LONGEST)))

    def stop(self) -> None:
        """Ring no more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _cancel(self, live: LiveTable) -> None:
        if timer := self._timers.pop(live.table.id, None):
            timer.cancel()

    def _ring_in(self, live: LiveTable, seconds: float) -> None:
        self._cancel(live)
        self._timers[live.table.id] = asyncio.get_running_loop().call_later(seconds, self._ring, live)

    def _ring(self, live: LiveTable) -> None:
        self._timers.pop(live.table.id, None)
        self._tasks.start(self._rung(live))

    async def _rung(self, live: LiveTable) -> None:
        """Warn somebody, or act because the time is up."""
        deadline, turn = live.table.deadline, live.table.turn
        if deadline is None or live.gone:
            return
        left = deadline - self._time.now()
        if left > 0 and turn is not None and left <= WARNING:
            live.send(messages.Warn(turn, left))
            self._ring_in(live, left / 1000 + LATE)
        elif left > 0:
            self.attend(live)
        elif live.held and self._time.fresh:
            await self._tables.do(live, commands.time_is_up)
        else:
            self._ring_in(live, LOOK_AGAIN)
