"""One socket after another: what people at a table are told, over real connections."""

import asyncio
import gc
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from runpy import run_path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from elftafel.server.live import live_table
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.session import Session
from elftafel.server.node.pace import Pace
from elftafel.server.wire.table_socket import TableSocket
from tests.server.apps import served

pytest_plugins = ["tests.server.databases"]

PATIENCE = 200  # a game may have to be compiled first

bot = run_path(str(Path(__file__).parents[2] / "examples" / "bot.py"))


class Player:
    """A connected person who waits for what should come."""

    def __init__(self, socket: ClientConnection, greeting: str | bytes) -> None:
        self.socket = socket
        self.greeting: str | bytes | None = greeting  # until it was asked for
        self.count = 0
        self.position: Any = None
        self.last = 0

    async def send(self, t: str, **fields: Any) -> str:
        self.count += 1
        fields.setdefault("id", f"c{self.count}")
        await self.socket.send(json.dumps({"t": t, **fields}))
        return str(fields["id"])

    async def next(self) -> dict[str, Any]:
        text, self.greeting = self.greeting, None
        if text is None:
            text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        message: dict[str, Any] = json.loads(text)
        if message["t"] == "event":
            assert message["n"] == self.last + 1, "a gap"
            self.last = message["n"]
        elif message["t"] == "welcome":
            self.last = message["n"]
        self.position = (message.get("body") or {}).get("position") or message.get("position") or self.position
        return message

    async def until(self, t: str, **fields: Any) -> dict[str, Any]:
        """The next message of this kind with these fields, of itself or of its body."""
        while True:
            message = await self.next()
            known = {**message, **(message.get("body") or {})}
            if message["t"] == t and all(known.get(key) == value for key, value in fields.items()):
                return message

    async def do(self, t: str, **fields: Any) -> dict[str, Any]:
        """Send a command; returns its answer."""
        id = await self.send(t, **fields)
        while True:
            message = await self.next()
            if message["t"] in ("ack", "refused", "hints", "why_not") and message["id"] == id:
                return message

    async def until_turn(self) -> None:
        while not self.position or not self.position["view"]["choices"]:
            await self.next()


class Host:
    """Makes people and tables by HTTP."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address)

    async def guest(self, name: str) -> str:
        answer = await self.http.post("/api/people", json={"name": name})
        self.http.cookies.clear()
        return str(answer.json()["token"])

    async def table(self, token: str, **settings: Any) -> str:
        settings = {"game": "elfer_raus", "seats": 2, "rounds": 1, **settings}
        answer = await self.http.post("/api/tables", json=settings, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @asynccontextmanager
    async def at(
        self, table: str, token: str | None, after: int | None = None, screen: bool | None = None
    ) -> AsyncIterator[Player]:
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        async with connect(address, compression=None) as socket:
            hello = {"t": "hello", "version": 2, "token": token, "after": after, "screen": screen}
            await socket.send(json.dumps({key: value for key, value in hello.items() if value is not None}))
            pinging = asyncio.create_task(bot["ping"](socket))
            try:
                yield Player(socket, await asyncio.wait_for(socket.recv(), PATIENCE))
            finally:
                pinging.cancel()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("session")
    with served(f"sqlite:///{folder / 'tables.db'}", bot_pace=0) as found:
        yield found


def played(address: str, scene: Callable[[Host], Awaitable[None]]) -> None:
    async def run() -> None:
        host = Host(address)
        try:
            await asyncio.wait_for(scene(host), 400)
        finally:
            await host.http.aclose()

    asyncio.run(run())


def test_two_people_play_a_match_and_meet_again(address: str) -> None:
    async def scene(host: Host) -> None:
        ana, bo = await host.guest("Ana"), await host.guest("Bo")
        table = await host.table(ana)
        async with host.at(table, ana) as a, host.at(table, bo) as b, host.at(table, None) as nobody:
            welcome = await a.next()
            assert (welcome["seat"], welcome["table"]["status"]) == (0, "open")
            assert (await b.next())["seat"] is None
            await b.do("sit", nonce="ab" * 16)
            assert (await a.do("start"))["t"] == "ack"
            await b.until("event", kind="started")
            while not a.position["winners"]:
                player = a if a.position["view"]["table"]["turn"] == 0 else b
                await player.until_turn()
                action = player.position["view"]["choices"][0]["action"]
                answer = await player.do("play", ply=player.position["ply"], action=action)
                assert answer["t"] == "ack", answer
                for other in (a, b):
                    while other.last < answer["n"]:
                        await other.next()
            await a.do("rematch")
            follow = await nobody.until("event", kind="rematched")
            again = follow["body"]["table"]
        async with host.at(again, bo) as b:
            welcome = await b.next()
            assert welcome["seat"] == 1
            assert welcome["table"]["previous"] == table
        record = (await host.http.get(f"/api/tables/{table}/match")).json()
        assert record["fairness"]["nonces"] == ["", "ab" * 16]

    played(address, scene)


def test_who_comes_back_gets_what_was_missed_or_everything(address: str) -> None:
    async def scene(host: Host) -> None:
        ana, bo = await host.guest("Ana"), await host.guest("Bo")
        table = await host.table(ana)
        async with host.at(table, ana) as a:
            for text in ("one", "two", "three"):
                await a.do("chat", text=text)
            last = a.last
        async with host.at(table, bo, after=last - 2) as b:
            assert (await b.next())["t"] == "resumed"
            b.last = last - 2
            texts = [(await b.next())["body"]["text"] for _ in range(2)]
            assert texts == ["two", "three"]
        async with host.at(table, bo, after=last + 5) as b:
            assert (await b.next())["t"] == "welcome"

    played(address, scene)


def test_a_command_is_done_once_however_often_it_is_sent(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana)
        async with host.at(table, ana) as a:
            first = await a.do("chat", text="hello", id="same")
            assert await a.do("chat", text="hello", id="same") == first
        async with host.at(table, ana) as a:
            assert await a.do("chat", text="hello", id="same") == first
            assert a.last == first["n"]

    played(address, scene)


def test_hints_reasons_and_undo(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana, game="nimmt11", hints=True)
        async with host.at(table, ana) as a:
            await a.do("put_bot", seat=1, level="casual")
            await a.do("start")
            while True:
                await a.until_turn()
                ply = a.position["ply"]
                choices = [choice["action"] for choice in a.position["view"]["choices"]]
                if len(choices) > 1:
                    break
                await a.do("play", ply=ply, action=choices[0])
            hints = await a.do("hint", ply=ply)
            assert sorted(hint["action"] for hint in hints["hints"]) == sorted(choices)
            allowed = await a.do("why_not", move=hints["hints"][0]["move"])
            assert allowed["rule"] is None
            refused = await a.do("hint", ply=ply - 1)
            assert refused["error"] == "stale"
            assert refused["position"]["ply"] == ply
            assert (await a.do("why_not", move={"move": "fly"}))["error"] == "bad_field"

    played(address, scene)


def test_without_leave_there_are_no_hints(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        async with host.at(await host.table(ana), ana) as a:
            assert (await a.do("hint", ply=0))["error"] == "no_hints"

    played(address, scene)


def test_spectators_may_only_look(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana)
        async with host.at(table, None) as nobody:
            assert (await nobody.next())["person"] is None
            assert (await nobody.do("sit"))["error"] == "sign_in"

    played(address, scene)


def test_a_screen_for_the_room_sees_no_hand_whoever_opens_it(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana)
        async with host.at(table, ana) as a, host.at(table, ana, screen=True) as screen:
            welcome = await screen.next()
            assert (welcome["person"], welcome["seat"], welcome["screens"]) == (None, None, 1)
            presence = await a.until("presence")
            while presence["screens"] != 1:
                presence = await a.until("presence")
            assert (await screen.do("sit"))["error"] == "sign_in"
            await a.do("put_bot", seat=1, level="easy")
            await a.do("start")
            started = await screen.until("event", kind="started")
            view = started["body"]["position"]["view"]
            assert (view["hand"], view["choices"]) == (None, [])
            assert a.position["view"]["hand"] is not None

    played(address, scene)


def test_a_removed_person_is_sent_away(address: str) -> None:
    async def scene(host: Host) -> None:
        ana, bo = await host.guest("Ana"), await host.guest("Bo")
        table = await host.table(ana)
        async with host.at(table, ana) as a, host.at(table, bo) as b:
            await b.do("sit")
            person = (await a.until("event", kind="seated"))["body"]["person"]
            await a.do("remove", person=person)
            assert (await b.until("bye"))["why"] == "removed"
        async with host.at(table, bo) as b:
            assert (await b.until("bye"))["why"] == "no_table"

    played(address, scene)


def test_who_sits_down_while_watching_is_told_to_be_there(address: str) -> None:
    async def scene(host: Host) -> None:
        ana, bo = await host.guest("Ana"), await host.guest("Bo")
        table = await host.table(ana)
        async with host.at(table, ana) as a, host.at(table, bo) as b:
            presence = await a.until("presence")
            while presence["spectators"] != 1:
                presence = await a.until("presence")
            await b.do("sit")
            for one in (a, b):
                presence = await one.until("presence")
                while not presence["online"][1] or presence["spectators"]:
                    presence = await one.until("presence")
            await b.do("leave")
            presence = await a.until("presence")
            while presence["spectators"] != 1:
                presence = await a.until("presence")

    played(address, scene)


def test_a_bot_stands_in_only_for_who_has_been_away_for_a_while(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(host: Host) -> None:
        ana, bo = await host.guest("Ana"), await host.guest("Bo")
        table = await host.table(ana)
        async with host.at(table, ana) as a:
            async with host.at(table, bo) as b:
                await b.do("sit")
                await a.do("start")
                assert (await a.do("stand_in", seat=1))["error"] == "not_away"
            presence = await a.until("presence")
            while presence["online"][1]:
                presence = await a.until("presence")
            assert (await a.do("stand_in", seat=1))["error"] == "not_away", "a reload takes some seconds"
            monkeypatch.setattr(live_table, "AWAY", -1.0)
            assert (await a.do("stand_in", seat=1, level="random"))["t"] == "ack"
            await a.until_turn()

    played(address, scene)


def test_bad_hellos_get_a_reason(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana)
        where = host.address.replace("http", "ws", 1)
        for path, hello, why in (
            (table, '{"t": "ping"}', "no_hello"),
            (table, "{", "bad_message"),
            (table, '{"t": "hello", "version": 1}', "version"),
            (table, '{"t": "hello", "version": 3}', "version"),
            (table, '{"t": "hello", "version": 2, "token": "x.1.y"}', "bad_token"),
            ("nosuchtable", '{"t": "hello", "version": 2}', "no_table"),
        ):
            async with connect(f"{where}/api/tables/{path}/socket", compression=None) as socket:
                await socket.send(hello)
                assert json.loads(await socket.recv()) == {"t": "bye", "why": why}
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(socket.recv(), PATIENCE)

    played(address, scene)


def test_a_silent_socket_is_closed(sqlite_url: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        async with host.at(await host.table(ana), ana) as a:
            assert (await a.until("bye"))["why"] == "silent"

    with served(sqlite_url, Pace(silent=0.2, beat=0.05)) as address:
        played(address, scene)


def test_nothing_of_a_closed_socket_waits_for_the_garbage_collector(sqlite_url: str) -> None:
    """A socket, its session and its table hold each other in no circle: else memory grows for half an hour."""
    kinds = (TableSocket, Session, LiveTable)

    def left() -> list[str]:
        return [type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds]

    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        for _ in range(2):
            async with host.at(await host.table(ana), ana) as a:
                await a.do("put_bot", seat=1, level="easy")
                await a.do("start")
            async with host.at(await host.table(ana), ana) as a:
                await a.do("leave")
        for _ in range(100):
            if not Counter(left()) - before:
                return
            await asyncio.sleep(0.05)

    gc.collect()
    before = Counter(left())  # of servers of other tests
    gc.disable()
    try:
        with served(sqlite_url, Pace(idle=0.1, sweep=0.1), bot_pace=0) as address:
            played(address, scene)
            assert not Counter(left()) - before
    finally:
        gc.enable()


def test_too_many_messages_are_refused_and_the_socket_closed(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        async with host.at(await host.table(ana), ana) as a:
            with suppress(ConnectionClosed):
                for _ in range(150):
                    await a.socket.send("{}")
            assert (await a.until("bye"))["why"] == "too_many_errors"

    played(address, scene)


def test_the_example_bot_plays_a_match(address: str) -> None:
    async def scene(host: Host) -> None:
        ana = await host.guest("Ana")
        table = await host.table(ana, game="jatten", seats=3, rounds=2)
        code = (await host.http.get(f"/api/tables/{table}")).json()["code"]
        async with host.at(table, ana) as a:
            await a.do("put_bot", seat=2, level="easy")
            joined = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(bot["play"](address, code))))
            await a.until("event", kind="seated")
            await a.do("start")
            await a.do("leave")
            while not (a.position and a.position["winners"]):
                await a.next()
            assert await joined == a.position["winners"]

    played(address, scene)
