"""A node: one server process with its live tables, and all that it does without being asked."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from elftafel.server.live.hub import Hub
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.gossip import Gossip
from elftafel.server.node.heartbeat import Heartbeat
from elftafel.server.node.housekeeping import Housekeeping
from elftafel.server.node.pace import Pace
from elftafel.server.node.timers import Timers
from elftafel.server.ops.metrics import Metrics
from elftafel.server.settings import Settings
from elftafel.server.store import Store


class Node:
    """Puts the parts of a node together, starts and stops them."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, pace: Pace | None = None) -> None:
        pace = pace or Pace()
        time = ServerTime(pace.fresh, pace.lease, store.alone)
        self.hub = Hub(store, settings, metrics, time)
        tables = self.hub.tables
        self.tasks = Tasks("node", metrics)
        self.heartbeat = Heartbeat(store, tables, time, pace, self.tasks)
        self.gossip = Gossip(store, tables, settings.node, pace, self.tasks)
        self.timers = Timers(tables, time, self.tasks)
        self.housekeeping = Housekeeping(store, tables, self.hub.sockets, time, pace, self.tasks)
        tables.on_change += [self.heartbeat.attend, self.hub.bots.attend, self.timers.attend]
        tables.on_presence.append(self.gossip.presence_changed)
        tables.on_load.append(self.gossip.announce)
        tables.on_emote.append(self.gossip.emote)
        self._stopped = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve tables inside this block; all tasks of the node end with it."""
        hub = self.hub
        slow = hub.reviews.tasks, hub.daily.tasks
        quick = hub.tables.tasks, hub.beside, hub.warming.tasks, hub.bots.tasks
        async with AsyncExitStack() as stack:
            for tasks in (*quick, *slow, self.tasks):
                await stack.enter_async_context(tasks)
            hub.warming.start()
            await self.heartbeat.start()
            await self.gossip.start()
            self.housekeeping.start()
            hub.reviews.start()
            hub.daily.start()
            try:
                yield
            finally:
                await self.stop()

    async def stop(self) -> None:
        """Stop, once: no new work, leases given up, changes under way written, viewers told."""
        if self._stopped:
            return
        self._stopped = True
        self.hub.tables.on_change.clear()
        self.hub.tables.on_presence.clear()
        self.hub.tables.on_load.clear()
        self.hub.tables.on_emote.clear()
        self.gossip.stop()
        self.timers.stop()
        self.tasks.cancel()
        await self.tasks.join()
        await self.heartbeat.release()
        self.hub.beside.cancel()
        self.hub.warming.stop()
        await self.hub.reviews.stop()
        await self.hub.daily.stop()
        await self.hub.bots.stop()
        await self.hub.tables.tasks.join()
        for live in tuple(self.hub.tables.in_memory.values()):
            for viewer in tuple(live.viewers):
                viewer.end("restart")
