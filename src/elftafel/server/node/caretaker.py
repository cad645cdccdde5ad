"""The server's own work at tables: clocks that run out, pauses that end, bots' turns, and keeping nodes together.

Which node does it for a table is a lease in the store; a dead node's tables go on elsewhere when its leases run out.
Deadlines are in database time, which all nodes share.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from elftafel.errors import BadLog
from elftafel.server.live.live_table import Elsewhere, LiveTable
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.store import Silence, StoreError
from elftafel.server.table import commands
from elftafel.server.table.entries import Closed

if TYPE_CHECKING:
    from elftafel.server.live.tables import Hub

log = structlog.get_logger()

BEAT = 1.0  # seconds
LEASE = 6.0
FRESH = 3.0  # seconds without a beat after which this node is not sure of the time any more
POLL = 2.0
SWEEP = 15.0
SAY = 4.0  # how often nodes say who is connected to them
SILENT = 9.0  # a client pings every 2.5 s; one that is silent so long is gone
IDLE = 60.0  # seconds after which a table nobody looks at leaves memory
GIVEN_UP = 48 * 3_600_000  # milliseconds after which a table that was never started is closed
WARN = 15_000  # milliseconds before the end of somebody's time
CLAIM = 50


class Caretaker:
    """Clocks, leases and repairs of this node."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.offset = int((time.time() - time.monotonic()) * 1000)
        self.beaten = 0.0  # when the last beat succeeded
        self.silences: tuple[Silence, ...] = ()
        self.wake = asyncio.Event()
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.jobs: set[asyncio.Task[None]] = set()
        self.loops: list[asyncio.Task[None]] = []

    def now(self) -> int:
        """Database time in milliseconds, as of the last beat."""
        return self.offset + int(time.monotonic() * 1000)

    @property
    def fresh(self) -> bool:
        """Whether this node has lately been in touch with the database: else it may have slept, and must not judge."""
        return time.monotonic() - self.beaten < FRESH

    @property
    def cut_off(self) -> bool:
        """Whether other nodes may play on at tables of which this one hears nothing."""
        return not self.hub.store.alone and time.monotonic() - self.beaten > LEASE

    async def start(self) -> None:
        """Take part: the first beat, then all that repeats."""
        self.silences = await self.hub.store.begin()
        await self.beat()
        await self.hub.store.listen(self.heard, self.missed, self.said)
        often = [(self.beat, BEAT), (self.sweep, SWEEP), (self.drop_silent, BEAT)]
        if not self.hub.store.alone:
            often += [(self.poll, POLL), (self.say_presence, SAY)]
        for work, seconds in often:
            self.loops.append(asyncio.create_task(self._repeat(work, seconds)))
        self.loops.append(asyncio.create_task(self._claim()))

    async def stop(self) -> None:
        """Give the leases up, so that other nodes go on at once."""
        for task in (*self.loops, *self.jobs):
            task.cancel()
        await asyncio.gather(*self.loops, *self.jobs, return_exceptions=True)
        for timer in self.timers.values():
            timer.cancel()
        for live in self.hub.tables.values():
            live.held = False
        try:
            await self.hub.store.release()
        except StoreError as error:
            log.warning("leases could not be given up", problem=str(error))

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                log.warning("store", problem=str(error))
            except Exception:
                log.exception("caretaker")
                self.hub.metrics.failures.labels("caretaker").inc()

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guarded(job))
        self.jobs.add(task)
        task.add_done_callback(self.jobs.discard)

    async def _guarded(self, job: Coroutine[Any, Any, None]) -> None:
        try:
            await job
        except (StoreError, Refusal) as error:
            log.warning("caretaker", problem=str(error))
        except Exception:
            log.exception("caretaker")
            self.hub.metrics.failures.labels("caretaker").inc()

    # keeping nodes together

    async def beat(self) -> None:
        """This node lives: renew its leases, learn the time, and whether the server was away."""
        held = [live.table.id for live in self.hub.tables.values() if live.held]
        asked = time.monotonic()
        beat = await self.hub.store.beat(held, LEASE)
        half_way = (asked + time.monotonic()) / 2
        self.offset = beat.now - int(half_way * 1000)
        self.silences = beat.silences
        self.beaten = time.monotonic()
        for id in beat.lost:
            if live := self.hub.tables.get(id):
                live.held = False
        for live in tuple(self.hub.tables.values()):
            if any(commands.give_back(live.table, silence.since, silence.until) for silence in self.silences):
                self._spawn(self.give_back(live))

    async def give_back(self, live: LiveTable) -> None:
        """Give the running clock back the time that the server was away."""
        for silence in self.silences:
            since, until = silence.since, silence.until
            if commands.give_back(live.table, since, until):
                await self.hub.do(live, lambda table, now: commands.give_back(table, since, until))  # noqa: B023

    async def _claim(self) -> None:
        """Take over tables that need work and have no node: when asked, and every second."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # in Python 3.11 wait_for can lose a cancellation
                    await self.wake.wait()
            self.wake.clear()
            try:
                for id in await self.hub.store.claim(CLAIM, LEASE):
                    self._spawn(self._take_over(id))
            except StoreError as error:
                log.warning("store", problem=str(error))
            except Exception:
                log.exception("caretaker")
                self.hub.metrics.failures.labels("caretaker").inc()

    async def _take_over(self, id: str) -> None:
        try:
            live = await self.hub.get(id)
        except (BadLog, Refusal) as error:
            log.error("table cannot be replayed", table=id, problem=str(error))
            return
        if live is not None:
            live.held = True
            self.attend(live)

    def heard(self, table: str, number: int) -> None:
        """Another node has written something."""
        live = self.hub.tables.get(table)
        if live is not None and live.table.number < number:
            self._spawn(self.hub.catch_up(live))

    def missed(self) -> None:
        """Hints may have been lost: ask at once."""
        self._spawn(self.poll())

    async def poll(self) -> None:
        """Repair lost hints: ask for all tables in memory whether there is more."""
        known = {live.table.id: live.table.number for live in self.hub.tables.values() if not live.lock.locked()}
        for id, number in await self.hub.store.changed_since(known):
            live = self.hub.tables.get(id)
            if live is not None and number > live.table.number:
                await self.hub.catch_up(live)

    def tell_presence(self, live: LiveTable) -> None:
        """Let other nodes know who is connected here."""
        if not self.hub.store.alone:
            node = self.hub.settings.node
            seated = tuple(person for person in live.people_here if live.table.seat_of(person) is not None)
            here = Elsewhere(node, live.table.id, seated, live.spectators_here)
            self.hub.store.say(live.table.id, msgspec.json.encode(here).decode())

    def said(self, text: str) -> None:
        """Another node says who is connected there."""
        try:
            other = msgspec.json.decode(text, type=Elsewhere)
        except msgspec.DecodeError:
            return
        live = self.hub.tables.get(other.table)
        if live is None or other.node == self.hub.settings.node:
            return
        before = live.elsewhere.get(other.node)
        live.elsewhere[other.node] = msgspec.structs.replace(other, heard=time.monotonic())
        if before is None or (before.people, before.spectators) != (other.people, other.spectators):
            live.tell_presence()

    async def say_presence(self) -> None:
        """Say again who is here, and forget nodes that have not said so for long."""
        now = time.monotonic()
        for live in self.hub.tables.values():
            if live.viewers:
                self.tell_presence(live)
            gone = [node for node, other in live.elsewhere.items() if now - other.heard > 3 * SAY]
            for node in gone:
                del live.elsewhere[node]
            if gone:
                live.tell_presence()

    # clocks and bots

    def attend(self, live: LiveTable) -> None:
        """Look at what this table needs next; called after every change."""
        if live.gone:
            return
        live.used = asyncio.get_running_loop().time()
        id = live.table.id
        if timer := self.timers.pop(id, None):
            timer.cancel()
        if live.table.cared and not live.held:
            self.wake.set()
        self.hub.bots.attend(live)
        deadline = live.table.deadline
        if deadline is not None:
            left = deadline - self.now()
            wait = left - WARN if left > WARN and live.table.turn is not None else left
            loop = asyncio.get_running_loop()
            self.timers[id] = loop.call_later(max(0.02, min(wait / 1000 + 0.002, 3600)), self._ring, live)

    def _ring(self, live: LiveTable) -> None:
        self.timers.pop(live.table.id, None)
        self._spawn(self._time(live))

    async def _time(self, live: LiveTable) -> None:
        """A warning is due, or the time is up."""
        table, now = live.table, self.now()
        deadline = table.deadline
        if deadline is None or live.gone:
            return
        if now < deadline:
            if table.turn is not None and deadline - now <= WARN:
                message = messages.write(messages.Warn(table.turn, deadline - now))
                for viewer in tuple(live.viewers):
                    viewer.send(message)
                loop = asyncio.get_running_loop()
                self.timers[table.id] = loop.call_later((deadline - now) / 1000 + 0.002, self._ring, live)
            else:
                self.attend(live)
            return
        if live.held and self.fresh:
            await self.hub.do(live, commands.time_is_up)
        else:  # another node's work, or this one has slept: look again
            loop = asyncio.get_running_loop()
            self.timers[table.id] = loop.call_later(1.0, self._ring, live)
            if not live.held:
                self.wake.set()

    async def drop_silent(self) -> None:
        """Close sockets from which nothing has come for long, that take nothing, or to whom this node has no news."""
        now = time.monotonic()
        for session in tuple(self.hub.sessions):
            if now - session.heard > SILENT:
                session.end("silent")
            elif self.cut_off:
                session.end("try_again")
            session.give_up_if_stuck(now)

    async def sweep(self) -> None:
        """Close tables that were never started, and let those leave memory that nobody looks at."""
        now = asyncio.get_running_loop().time()
        for live in tuple(self.hub.tables.values()):
            if live.idle and now - live.used > IDLE:
                self.hub.forget(live)
        for id in await self.hub.store.idle(self.now() - GIVEN_UP, CLAIM):
            try:
                await self._give_up(id)
            except (Refusal, BadLog) as error:
                log.warning("table cannot be closed", table=id, problem=str(error))

    async def _give_up(self, id: str) -> None:
        live = await self.hub.get(id)
        if live is not None and not live.viewers:
            await self.hub.do(live, lambda table, now: [Closed("idle")] if table.status == "open" else [])
