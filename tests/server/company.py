"""People, bots and spectators at several tables, who play on while servers come and go."""

import asyncio
import os
import time
from collections.abc import Iterable
from typing import Any

from elftafel.server.protocol import messages
from tests.server.clients import Guest, Habits, Visit, World, new_id
from tests.server.servers import Server

LEVELS = ("random", "easy", "casual")


class Company:
    """People, spectators and bots at some tables, who go on from match to match."""

    def __init__(self, world: World, habits: Habits | None = None) -> None:
        self.world = world
        self.habits = habits or Habits()
        self.visits: list[Visit] = []
        self.tasks: list[asyncio.Task[None]] = []

    def go(self, table: str, guest: Guest | None, habits: Habits | None = None) -> Visit:
        """Someone comes to a table, and follows to the next one after the match."""
        visit = Visit(self.world, table, guest, habits or self.habits)
        self.visits.append(visit)
        self.tasks.append(asyncio.create_task(self._stay(visit)))
        return visit

    async def _stay(self, visit: Visit) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(visit.run())
            group.create_task(self._follow(visit))

    async def _follow(self, visit: Visit) -> None:
        while visit.rematch is None or visit.history.open:
            if self.world.home or self.world.quiet or visit.ended:
                return
            await asyncio.sleep(0.05)
        visit.history.stayed = False
        visit.done = True
        self.go(visit.rematch, visit.guest)

    async def sit_down(self, settings: dict[str, Any], people: int = 2) -> None:
        """A table with people, one of them on two devices, bots in the other seats, and two who watch."""
        number = len(self.visits)
        guests = [await self.world.guest(f"Person {number + i}") for i in range(people)]
        table = await self.world.table(guests[0], **settings)
        host, *others = [self.go(table, guest) for guest in guests]
        for other in others:
            await other.do(messages.Sit(id=new_id(), nonce=os.urandom(16).hex()))
        for seat in range(people, settings["seats"]):
            await host.do(messages.PutBot(id=new_id(), seat=seat, level=LEVELS[(number + seat) % len(LEVELS)]))
        self.go(table, guests[-1])  # on a second device
        self.go(table, None)
        self.go(table, await self.world.guest("Someone who watches"))

    async def watch_bots(self, **settings: Any) -> Visit:
        """A table where only bots play, long: the host looks on and could return."""
        guest = await self.world.guest("Someone who left")
        table = await self.world.table(guest, **settings)
        host = self.go(table, guest, Habits(chat=0, hang_up=0, leave=0, rematch=False, idle=True))
        for seat in range(1, settings["seats"]):
            await host.do(messages.PutBot(id=new_id(), seat=seat, level=LEVELS[seat % len(LEVELS)]))
        await host.do(messages.Start(id=new_id()))
        await host.do(messages.Leave(id=new_id()))
        return host

    def raise_broken(self) -> None:
        """A client that found something wrong ends the test."""
        for task in self.tasks:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error

    async def wait_for_acks(self, more: int, seconds: float = 30) -> None:
        """Play goes on."""
        wanted, until = self.world.witness.acks + more, time.monotonic() + seconds
        while self.world.witness.acks < wanted:
            self.raise_broken()
            assert time.monotonic() < until, "nobody gets an answer any more"
            await asyncio.sleep(0.01)

    async def go_home(self) -> None:
        """End in order, when everybody has heard everything."""
        await self.world.calm(self.raise_broken)
        self.world.home = True
        await asyncio.gather(*self.tasks)
        self.raise_broken()


def addresses(servers: Iterable[Server]) -> list[str]:
    return [server.address for server in servers if server.address is not None]
