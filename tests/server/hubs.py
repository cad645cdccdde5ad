"""Hubs for tests: live tables on a real store in this process, sockets without a network, and commits held back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from elftafel.server.live import session
from elftafel.server.live.hub import Hub
from elftafel.server.live.live_table import LiveTable
from elftafel.server.node.node import Node
from elftafel.server.node.pace import Pace
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.settings import Settings
from elftafel.server.store import Store
from elftafel.server.table.commands import Actor

ANA, BO, CY = (Actor(f"person-{name}", name) for name in ("Ana", "Bo", "Cy"))


@asynccontextmanager
async def node_on(
    url: str, name: str = "one", deaf: bool = False, pace: Pace | None = None, **settings: Any
) -> AsyncIterator[Node]:
    """A node without HTTP that compiles a game when it is needed; a deaf one hears nothing of other nodes."""
    store = await Store.open(url, name)
    node = Node(store, Settings(database=url, node=name, bot_pace=0, **settings), Metrics(), pace)
    node.hub.warming.start = lambda: None  # type: ignore[method-assign]
    if deaf:
        node.gossip.heard = lambda table, number: None  # type: ignore[method-assign]
        node.gossip.poll = nothing  # type: ignore[method-assign]
    try:
        async with node.running():
            yield node
    finally:
        await store.close()


@asynccontextmanager
async def hub_on(url: str, name: str = "one", deaf: bool = False, **settings: Any) -> AsyncIterator[Hub]:
    """The hub of a node."""
    async with node_on(url, name, deaf, **settings) as node:
        yield node.hub


async def nothing(*_: object) -> None:
    """Instead of something."""


async def open_table(hub: Hub, *others: Actor, bots: int = 0, **settings: Any) -> LiveTable:
    """A table with Ana as host, others, and bots, started."""
    given: dict[str, Any] = {"game": "elfer_raus", "rounds": 1} | settings
    info = await hub.opening.open_table(TableSettings(seats=1 + len(others) + bots, **given), ANA)
    live = await hub.tables.get(info.id)
    assert live is not None
    for other in others:
        await hub.command(live, other, messages.Sit(id="sit"))
    for seat in range(1 + len(others), 1 + len(others) + bots):
        await hub.command(live, ANA, messages.PutBot(id=f"bot-{seat}", seat=seat, level="random"))
    await hub.command(live, ANA, messages.Start(id="start"))
    return live


async def same(hub: Hub, live: LiveTable) -> LiveTable:
    """The table as another node has it."""
    found = await hub.tables.get(live.table.id)
    assert found is not None
    return found


def at_turn(live: LiveTable) -> Actor:
    """Whose decision it is."""
    assert live.table.turn is not None
    id = live.table.chairs[live.table.turn].person
    return next(person for person in (ANA, BO, CY) if person.id == id)


def a_move(live: LiveTable, id: str = "move") -> messages.Play:
    """A legal one."""
    assert live.table.match is not None
    return messages.Play(id=id, ply=live.table.ply, action=live.table.match.game.legal(live.table.match.state)[0])


class Gate:
    """Appends of a hub wait here until it is opened, and then go wrong if told so."""

    def __init__(self, hub: Hub) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.wrong: Exception | None = None
        self._hub = hub
        self._append = hub.tables._store.append
        hub.tables._store.append = self.append  # type: ignore[method-assign]

    async def append(self, *arguments: Any, **named: Any) -> Any:
        self.reached.set()
        await self.opened.wait()
        if self.wrong is not None:
            raise self.wrong
        return await self._append(*arguments, **named)

    def remove(self) -> None:
        self.opened.set()
        self._hub.tables._store.append = self._append  # type: ignore[method-assign]


class Line:
    """A socket without a network: what a client sends and hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.closed = asyncio.Event()
        self.stuck_since: float | None = None  # set it, and the client takes nothing
        self.scope = {"extensions": {session.WIRE: self}}
        self._listener: session.Listener | None = None
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()

    def say(self, message: messages.FromClient) -> None:
        """From the client."""
        self.say_raw(text=msgspec.json.encode(message).decode())

    def say_raw(self, **event: Any) -> None:
        if self._listener is None:
            self._said.put_nowait({"type": "websocket.receive", **event})
        else:
            self._listener.heard(event.get("text") or event.get("bytes") or "")

    def hang_up(self) -> None:
        if self._listener is None:
            self._said.put_nowait({"type": "websocket.disconnect"})
        else:
            self._listener.gone()

    async def until(self, kind: str) -> Any:
        """The first message of a kind that was heard."""
        async with asyncio.timeout(20):
            while not (found := [message for message in self.heard if message["t"] == kind]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    # what a session needs

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    def listen(self, listener: session.Listener) -> None:
        self._listener = listener
        while not self._said.empty():
            event = self._said.get_nowait()
            if event["type"] == "websocket.disconnect":
                listener.gone()
            else:
                listener.heard(event.get("text") or event.get("bytes") or "")

    def write(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))
        self._news.set()

    def abort(self) -> None:
        self.hang_up()

    async def close(self, code: int, reason: str) -> None:
        self.closed.set()


@asynccontextmanager
async def connected(hub: Hub, table: str, who: Actor | None, after: int | None = None) -> AsyncIterator[Line]:
    """Someone at a table, who has said hello."""
    line = Line()

    async def nobody(token: str) -> None:
        return None

    serving = asyncio.create_task(session.serve(hub, line, table, who, nobody))  # type: ignore[arg-type]
    line.say(messages.Hello(version=messages.VERSION, after=after))
    try:
        yield line
    finally:
        line.hang_up()
        await serving
