"""Two and three nodes on one PostgreSQL, one of them paused, killed, cut off or stopped: one log, and nothing lost.

Clocks of machines may be wrong: nodes take the time from the database alone (`ServerTime.now`), so none of the nodes
here has the right one, and no deadline is missed by it. No hook in the program is needed for that; the nursery changes
the clock of a process before the server starts in it.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, select

from elftafel.server.node.pace import Pace
from elftafel.server.protocol import messages
from elftafel.server.store import Store
from elftafel.server.store.schema import leases
from elftafel.server.table import entries
from elftafel.server.table.entries import StoodIn
from tests.server import checker
from tests.server.clients import Visit, Waits, World, new_id
from tests.server.company import Company, addresses
from tests.server.servers import Nursery, Server

pytest_plugins = ["tests.server.databases"]
pytestmark = pytest.mark.xdist_group("processes")  # one at a time: they keep a machine busy

ROUNDS = 4 if "ELFTAFEL_KILLS" in os.environ else 1
PACE = Pace(beat=0.25, fresh=0.75, lease=1.5, poll=0.5, presence=1.0)
WAITS = Waits(ping=0.5, dead=2.0, patience=2.0)
PAUSE = 2.5  # seconds: longer than a lease
SLACK = 10.0  # for a machine that has other things to do
SKEWS = (0, 3600, -3600)  # seconds
CLOCK = {"clock": "match", "seconds": 600, "increment": 5}
DATABASE_GONE = frozenset({"store", "command"})


class Cable:
    """Between a node and PostgreSQL: nothing gets through while it is cut, and all that waited afterwards."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._whole = asyncio.Event()
        self._whole.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def lay(self) -> str:
        """The address for the node."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://postgres@127.0.0.1:{port}/{self._url.database}"

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    async def remove(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        there = await asyncio.open_unix_connection(f"{self._url.query['host']}/.s.PGSQL.5432")
        for ends in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pump(*ends))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


class Club:
    """Nodes, and a company that plays at them."""

    def __init__(self, url: str, servers: list[Server]) -> None:
        self.url = url
        self.servers = servers
        self.world = World(lambda: addresses(servers), len(servers), WAITS)
        self.company = Company(self.world)
        self.bots: Visit | None = None

    async def open(self) -> None:
        """Start all nodes at once, and play."""
        starts = [server.start(SKEW=str(skew)) for server, skew in zip(self.servers, SKEWS, strict=False)]
        await asyncio.gather(*starts)
        self.bots = await self.company.watch_bots(game="elfer_raus", seats=3, rounds=20, clock=CLOCK)
        await self.company.sit_down({"game": "nimmt11", "seats": 4, "rounds": 1, "clock": CLOCK}, people=3)
        await self.company.sit_down({"game": "elfer_raus", "seats": 4, "rounds": 3})

    async def holder(self) -> Server:
        """The node that plays for the bots."""
        assert self.bots is not None
        wanted = select(leases.c.node).where(leases.c.table_id == self.bots.table)
        store = await Store.open(self.url, "judge", read_only=True)
        try:
            until = time.monotonic() + PACE.lease + SLACK
            while True:
                node = await store._database.read(lambda connection: connection.execute(wanted).scalar())
                for server in self.servers:
                    if server.node == node:
                        return server
                assert time.monotonic() < until, f"nobody plays for the bots: {node}"
                await asyncio.sleep(0.1)
        finally:
            await store.close()

    async def bots_go_on(self, within: float) -> None:
        """Bots play, wherever: something new is heard in time."""
        assert self.bots is not None
        last = self.bots.history.last
        await self.bots.until(lambda visit: visit.history.last > last + 2, within)

    async def close(self) -> None:
        """Everybody hears everything, all nodes stop, and the log is judged."""
        assert self.bots is not None
        await self.bots.do(messages.Return(id=new_id()))
        await self.company.go_home()
        for server in self.servers:
            await server.stop()
        tally = await checker.check(self.url, self.world.histories)
        print(len(self.servers), "nodes:", tally)
        for log in await checker.read_logs(self.url, {history.table for history in self.world.histories}):
            told = [entries.decode(row.body) for row in log.rows]
            assert not any(isinstance(entry, StoodIn) and entry.why == "clock" for entry in told)


@asynccontextmanager
async def club(url: str, servers: list[Server]) -> AsyncIterator[Club]:
    made = Club(url, servers)
    try:
        await made.open()
        yield made
        await made.close()
    finally:
        for server in servers:
            server.send(signal.SIGCONT)
            await server.kill()
        await made.world.close()


def node(folder: Path, url: str, name: str, nursery: Nursery) -> Server:
    return Server(folder, url, name, "--bot-pace", "50", nursery=nursery, pace=PACE)


@pytest.mark.timeout(1800)
def test_two_nodes_one_paused_one_killed(postgresql_url: str, tmp_path: Path, nursery: Nursery) -> None:
    async def run() -> None:
        servers = [node(tmp_path, postgresql_url, name, nursery) for name in ("one", "two")]
        async with club(postgresql_url, servers) as it:
            for _ in range(ROUNDS):
                await it.company.wait_for_acks(10)
                paused = await it.holder()
                paused.send(signal.SIGSTOP)
                began = time.monotonic()
                await it.bots_go_on(within=PACE.lease + PACE.beat + SLACK)
                await it.company.wait_for_acks(10)
                await asyncio.sleep(max(0.0, began + PAUSE - time.monotonic()))
                paused.send(signal.SIGCONT)
                await it.company.wait_for_acks(10)
                killed = await it.holder()
                await killed.kill()
                await it.bots_go_on(within=PACE.lease + PACE.beat + SLACK)
                await it.company.wait_for_acks(10)
                await killed.start()
                await it.company.wait_for_acks(10)
        for server in servers:
            assert server.complaints(DATABASE_GONE) == []

    asyncio.run(run())


@pytest.mark.timeout(1800)
def test_three_nodes_one_cut_off_then_all_restarted_in_turn(
    postgresql_url: str, tmp_path: Path, nursery: Nursery
) -> None:
    async def run() -> None:
        cable = Cable(postgresql_url)
        far = node(tmp_path, await cable.lay(), "far", nursery)
        servers = [far, *(node(tmp_path, postgresql_url, name, nursery) for name in ("near", "nearer"))]
        async with club(postgresql_url, servers) as it:
            for _ in range(ROUNDS):
                await it.company.wait_for_acks(10)
                cable.cut()
                began = time.monotonic()
                await it.bots_go_on(within=PACE.lease + PACE.beat + SLACK)
                await it.company.wait_for_acks(10)
                await asyncio.sleep(max(0.0, began + PAUSE - time.monotonic()))
                cable.mend()
                await it.company.wait_for_acks(10)
                for server in servers:
                    await server.stop()
                    await it.bots_go_on(within=PACE.beat + SLACK)
                    await it.company.wait_for_acks(5)
                    await server.start()
                await it.company.wait_for_acks(10)
        await cable.remove()
        for server in servers:
            assert server.complaints(DATABASE_GONE) == []

    asyncio.run(run())
