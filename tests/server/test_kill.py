"""Servers killed at any instant while bots and people play: nothing that was acknowledged is lost, nothing comes twice.

`ELFTAFEL_KILLS` is the number of kills for each database (`make test-all`: 200).
"""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from elftafel.server.protocol import messages
from tests.conftest import MORE
from tests.server import checker
from tests.server.clients import Visit, World, new_id
from tests.server.company import Company, addresses
from tests.server.servers import Nursery, Server

pytest_plugins = ["tests.server.databases"]
pytestmark = pytest.mark.xdist_group("processes")  # one at a time: they keep a machine busy

KILLS = int(os.environ.get("ELFTAFEL_KILLS", "10"))
POINTS = ("before_append", "before_commit", "in_commit", "after_commit", "after_append", "after_publish")
DECISION, MATCH = {"clock": "decision", "seconds": 60}, {"clock": "match", "seconds": 600, "increment": 5}

TABLES: dict[str, list[dict[str, Any]]] = {
    "sqlite": [
        {"game": "elfer_raus", "seats": 4, "rounds": 3, "clock": DECISION},
        {"game": "nimmt11", "seats": 3, "rounds": 1, "clock": MATCH},
        {"game": "jatten", "seats": 3, "rounds": 1},
    ],
    "postgresql": [
        {"game": "elevens", "seats": 3, "rounds": 1, "clock": MATCH},
        {"game": "start11", "seats": 3, "rounds": 1},
        {"game": "elfer_raus", "seats": 3, "rounds": 3, "clock": DECISION},
    ],
}


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
        await server.start(**({"ELFTAFEL_CRASH": f"{point}:{luck.randint(1, 20)}"} if kill % 2 == 0 else {}))


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
    assert tally.acks > 3 * KILLS


def test_the_time_of_a_stop_is_given_back(database_url: str, tmp_path: Path, nursery: Nursery) -> None:
    """A person's deadline after the restart is later by the time that nobody served; only then a bot stands in."""
    seconds, down = 5, 2.0

    async def run() -> None:
        server = Server(tmp_path, database_url, "only", nursery=nursery)
        world = World(lambda: addresses([server]), seed=1)
        world.quiet = True  # nobody moves
        company = Company(world)
        try:
            await server.start()
            clock = {"clock": "decision", "seconds": seconds}
            host, guest = await pair(company, clock=clock)
            before = host.history.position["clock"]["deadline"]
            await asyncio.sleep(1)
            await server.kill()
            await asyncio.sleep(down)
            await server.start()
            await host.until(lambda visit: visit.history.position["clock"]["deadline"] > before)
            after = host.history.position["clock"]["deadline"]
            given = [told for told in events(host) if told["body"]["kind"] == "time_given"]
            assert len(given) == 1
            assert after - before == given[0]["body"]["milliseconds"] >= 1000 * down
            assert after - before < given[0]["at"] - before + 1000 * seconds  # the second that was played stays played
            at_turn = host if host.choices else guest
            assert at_turn.seat is not None
            seat: int = at_turn.seat
            for visit in (host, guest):
                await visit.until(lambda visit: visit.chairs[seat]["stand_in"])
            (stood_in,) = [told for told in events(host) if told["body"]["kind"] == "stood_in"]
            assert stood_in["body"]["why"] == "clock"
            assert after <= stood_in["at"] < after + 3000
            await company.go_home()
            await server.stop()
        finally:
            await server.kill()
            await world.close()
        assert server.complaints() == []
        await checker.check(database_url, world.histories)

    asyncio.run(run())


async def pair(company: Company, **settings: Any) -> tuple[Visit, Visit]:
    """Two people at a table that has started."""
    guests = [await company.world.guest(name) for name in ("Ana", "Bo")]
    table = await company.world.table(guests[0], game="elfer_raus", seats=2, rounds=1, **settings)
    host, guest = [company.go(table, person) for person in guests]
    await guest.do(messages.Sit(id=new_id()))
    await host.do(messages.Start(id=new_id()))
    for visit in (host, guest):
        await visit.until(lambda visit: visit.history.position is not None)
    return host, guest


def events(visit: Visit) -> list[Any]:
    """What someone has heard, in order."""
    found = [msgspec.json.decode(message) for _, message in sorted(visit.history.events.items())]
    return [told for told in found if told["body"] is not None]


def test_a_server_that_was_started_as_people_do_it_loses_nothing(
    sqlite_url: str, tmp_path: Path, nursery: Nursery
) -> None:
    """`python -m elftafel serve`, without any haste: killed and stopped in turn."""

    async def run() -> checker.Tally:
        server = Server(tmp_path, sqlite_url, "plain")
        world = World(lambda: addresses([server]), seed=3)
        company = Company(world)
        try:
            await server.start()
            await company.sit_down({"game": "elfer_raus", "seats": 3, "rounds": 1})
            for kill in range(2 if MORE == 1 else 4):
                await company.wait_for_acks(10, seconds=120)
                await (server.stop() if kill == 1 else server.kill())
                await server.start()
            await company.wait_for_acks(10, seconds=120)
            await company.go_home()
            await server.stop()
        finally:
            await server.kill()
            await world.close()
        assert server.complaints() == []
        return await checker.check(sqlite_url, world.histories)

    assert asyncio.run(run()).acks > 20
