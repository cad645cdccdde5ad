"""The app for tests: in this process on a database of its own, spoken to without a network."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx

from elftafel import games
from elftafel.server.app import App
from elftafel.server.node.node import Node
from elftafel.server.node.pace import Pace
from elftafel.server.ops.metrics import Metrics
from elftafel.server.people.accounts import Accounts, Cost, Tokens
from elftafel.server.people.limits import Buckets
from elftafel.server.protocol import messages
from elftafel.server.serve import Server, bind, configuration, offer_nearby
from elftafel.server.settings import Settings
from elftafel.server.store import Store
from elftafel.server.table.commands import Actor

CHEAP = Cost(4, 8, 1)
HOST = "http://tafel.example"


class Running:
    """A started app with clients for it."""

    def __init__(self, app: App, store: Store) -> None:
        self.app = app
        self.store = store
        self.hub = app.services.hub
        self.people = app.services.people
        self.clients: list[httpx.AsyncClient] = []

    def client(self, address: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
        """A browser or a program without anything to say who it is."""
        transport = httpx.ASGITransport(app=self.app.asgi, client=(address, 4711), raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url=HOST, headers=headers)
        self.clients.append(client)
        return client

    async def guest(self, name: str = "Ana", **more: str) -> httpx.AsyncClient:
        """A program that has arrived and sends its token."""
        client = self.client(**more)
        answer = await client.post("/api/people", json={"name": name})
        assert answer.status_code == 201, answer.text
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        client.params = {}
        return client

    async def played(self) -> tuple[str, list[httpx.AsyncClient]]:
        """The id of a finished match between two guests, and the guests."""
        guests = [await self.guest("Ana"), await self.guest("Bo")]
        me = [(await guest.get("/api/people/me")).json() for guest in guests]
        people = [Actor(one["id"], one["name"]) for one in me]
        answer = await guests[0].post(
            "/api/tables", json={"game": "elfer_raus", "seats": 2, "rounds": 1, "public": True}
        )
        id = answer.json()["id"]
        live = await self.hub.tables.get(id)
        assert live is not None
        await self.hub.command(live, people[1], messages.Sit(id="sit"))
        await self.hub.command(live, people[0], messages.Start(id="start"))
        while live.table.status == "playing":
            match, turn = live.table.match, live.table.turn
            assert match is not None
            assert turn is not None
            play = messages.Play(id=f"p{live.table.ply}", ply=live.table.ply, action=match.game.legal(match.state)[0])
            await self.hub.command(live, people[turn], play)
        return id, guests


async def made(settings: Settings, pace: Pace | None = None) -> tuple[App, Store]:
    """An app that compiles nothing before it is needed and hashes cheaply."""
    store = await Store.open(settings.database, settings.node)
    metrics = Metrics()
    node = Node(store, settings, metrics, pace)
    node.hub.warming.start = lambda: None  # type: ignore[method-assign]
    people = Accounts(store, Tokens(await store.secret("cookie")), settings, CHEAP)
    return App(settings, store, node, people, metrics), store


def settings_for(url: str, **changes: Any) -> Settings:
    generous = {"people_per_hour": 100_000, "tables_per_hour": 100_000, "requests_per_second": 100_000}
    return Settings(database=url, node="test", **{**generous, **changes})


@asynccontextmanager
async def running(url: str, **changes: Any) -> AsyncIterator[Running]:
    """An app from its start to its stop."""
    app, store = await made(settings_for(url, **changes))
    try:
        async with app.litestar.lifespan():
            found = Running(app, store)
            try:
                yield found
            finally:
                for client in found.clients:
                    await client.aclose()
    finally:
        await store.close()


@contextmanager
def served(url: str, pace: Pace | None = None, **changes: Any) -> Iterator[str]:
    """The address of an app that a thread of this process serves over real sockets."""
    settings = settings_for(url, port=0, **changes)
    listeners = bind(settings)
    started, servers = threading.Event(), []

    async def serve(sockets: list[socket.socket]) -> None:
        app, store = await made(settings, pace)
        app.node.hub.warming.ready.update(dict.fromkeys(games.NAMES, True))
        app.services.people._tries_from = app.services.people._tries_on = Buckets(1e6, 1e6)
        try:
            server = Server(configuration(app, settings), app)
            offer_nearby(server, sockets)
            servers.append(server)
            started.set()
            await server.serve(sockets)
        finally:
            await store.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve(listeners)))
    thread.start()
    try:
        assert started.wait(30)
        yield f"http://127.0.0.1:{listeners[0].getsockname()[1]}"
    finally:
        servers[0].should_exit = True
        thread.join(30)
        for listener in listeners:
            listener.close()
