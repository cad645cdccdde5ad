"""Servers killed at any instant while bots and people play: nothing that was acknowledged is lost, nothing comes twice.

`ELFTAFEL_KILLS` is the number of kills for each database (`make test-all`: 200).
"""

import asyncio
import os
import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from elftafel.server import wire
from tests.server import checker
from tests.server.clients import Guest, Habits, Visit, World, new_id
from tests.server.servers import Nursery, Server

pytest_plugins = ["tests.server.databases"]

KILLS = int(os.environ.get("ELFTAFEL_KILLS", "10"))
POINTS = ("before_append", "before_commit", "in_commit", "after_commit", "after_append", "after_publish")
DECISION, MATCH = {"clock": "decision", "seconds": 60}, {"clock": "match", "seconds": 600, "increment": 5}

TABLES: dict[str, list[dict[str, Any]]] = {
    "sqlite": [
        {"game": "elfer_raus", "seats": 4, "rounds": 1, "clock": DECISION},
        {"game": "nimmt11", "seats": 3, "rounds": 1, "clock": MATCH},
        {"game": "jatten", "seats": 3, "rounds": 1},
    ],
    "postgresql": [
        {"game": "elevens", "seats": 3, "rounds": 1, "clock": MATCH},
        {"game": "start11", "seats": 3, "rounds": 1},
        {"game": "elfer_raus", "seats": 3, "rounds": 1, "clock": DECISION},
    ],
}
LEVELS = ("random", "easy", "casual")


class Company:
    """People, spectators and bots at some tables, who go on from match to match."""

    def __init__(self, world: World, habits: Habits | None = None) -> None:
        self.world = world
        self.habits = habits or Habits()
        self.visits: list[Visit] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def go(self, table: str, guest: Guest | None) -> Visit:
        """Someone comes to a table, and follows to the next one after the match."""
        visit = Visit(self.world, table, guest, self.habits)
        self.visits.append(visit)
        task = asyncio.create_task(self._stay(visit))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
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

    async def sit_down(self, settings: dict[str, Any], people: int = 2, only_bots: bool = False) -> None:
        """A table with people, one of them on two devices, bots in the other seats, and two who watch."""
        number = len(self.visits)
        guests = [await self.world.guest(f"Person {number + i}") for i in range(people)]
        table = await self.world.table(guests[0], **settings)
        host, *others = [self.go(table, guest) for guest in guests]
        for other in others:
            await other.do(wire.Sit(id=new_id(), nonce=os.urandom(16).hex()))
        for seat in range(people, settings["seats"]):
            await host.do(wire.PutBot(id=new_id(), seat=seat, level=LEVELS[(number + seat) % len(LEVELS)]))
        self.go(table, guests[-1])  # on a second device
        self.go(table, None)
        self.go(table, await self.world.guest("Someone who watches"))

    def raise_broken(self) -> None:
        """A client that found something wrong ends the test."""
        for task in tuple(self.tasks):
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
        await self.world.calm()
        self.world.home = True
        await asyncio.gather(*self.tasks)
        self.raise_broken()


def addresses(servers: Iterable[Server]) -> list[str]:
    return [server.address for server in servers if server.address is not None]


async def kill_again_and_again(server: Server, company: Company, kills: int, luck: random.Random) -> None:
    """Kill at random instants, and at chosen points around commits; start again at once."""
    for kill in range(kills):
        if kill % 2 == 0:
            await company.wait_for_acks(luck.randint(1, 10))
            await asyncio.sleep(luck.uniform(0, 0.1))
        else:  # it kills itself there; if nothing leads it there, it is killed
            await server.gone(3)
        await server.kill()
        point = POINTS[kill // 2 % len(POINTS)]
        await server.start(**({"ELFTAFEL_CRASH": f"{point}:{luck.randint(1, 40)}"} if kill % 2 == 0 else {}))


@pytest.mark.timeout(3600)
def test_nothing_acknowledged_is_lost_by_kills(
    database_url: str,
    tmp_path: Path,
    nursery: Nursery,
) -> None:
    kind = database_url.partition(":")[0]

    async def run() -> checker.Tally:
        server = Server(tmp_path, database_url, "only", nursery=nursery)
        world = World(lambda: addresses([server]), seed=KILLS)
        company = Company(world)
        try:
            await server.start()
            for settings in TABLES[kind]:
                await company.sit_down(settings)
            await company.wait_for_acks(5)
            await kill_again_and_again(server, company, KILLS, random.Random(KILLS))
            await server.kill()
            await server.start()
            await company.wait_for_acks(20)
            await company.go_home()
            await server.stop()
        finally:
            await server.kill()
            await world.close()
        assert server.lives > KILLS
        assert server.complaints() == []
        return await checker.check(database_url, world.histories)

    tally = asyncio.run(run())
    print(tally)
    assert tally.acks > 5 * KILLS
