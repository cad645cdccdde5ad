"""Floods of frames, slow requests and too many connections, over real sockets: they end, and others notice nothing."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from elftafel.server.ops.metrics import Metrics
from elftafel.server.settings import Settings
from elftafel.server.wire.connections import (
    LINGER_SECONDS,
    REQUEST_SECONDS,
    TAKE_SECONDS,
    Limits,
    PlainConnection,
)
from tests.server.apps import served
from tests.server.raw import PING, Closed, RawSocket, frame, raw_socket

HELLO = frame(b'{"t": "hello", "version": 2}')
ASK = frame(b'{"t": "ping"}')
SECONDS = 20  # before a test gives up


def new_table(address: str) -> str:
    token = httpx.post(f"{address}/api/people", json={"name": "Ana"}, timeout=SECONDS).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    table = httpx.post(
        f"{address}/api/tables", json={"game": "elfer_raus", "seats": 2}, headers=headers, timeout=SECONDS
    )
    return str(table.json()["id"])


async def until(told: RawSocket, kind: str) -> Any:
    while (message := await told.read())["t"] != kind:
        pass
    return message


def connected(address: str) -> socket.socket:
    place = urlsplit(address)
    return socket.create_connection((place.hostname, place.port), timeout=SECONDS)


def asked(connection: socket.socket) -> bytes:
    """A whole request and what is answered first."""
    connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
    return connection.recv(65_536)


@pytest.mark.parametrize(
    "flood",
    [frame(b"", PING) * 50_000, frame(b"", final=False) + frame(b"", 0, final=False) * 50_000],
    ids=["pings", "fragments"],
)
def test_a_flood_of_empty_frames_ends_its_own_socket_and_no_other(tmp_path: Path, flood: bytes) -> None:
    with served(f"sqlite:///{tmp_path}/a.db") as address:
        id = new_table(address)

        async def scene() -> None:
            async with raw_socket(address, id) as other, raw_socket(address, id) as flooding:
                for one in (other, flooding):
                    one.write(HELLO)
                    await until(one, "welcome")
                flooding.write(flood + ASK)
                with pytest.raises(Closed) as told:
                    await until(flooding, "pong")
                assert told.value.code in (1008, None), "None if the reset overtakes the reason"
                other.write(ASK)
                await until(other, "pong")

        asyncio.run(scene())
        figures = httpx.get(f"{address}/metrics", timeout=SECONDS).text
        assert 'elftafel_ended_sockets_total{why="too_many_frames"} 1.0' in figures


def test_frames_within_the_limit_are_answered(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/a.db") as address:
        id = new_table(address)

        async def scene() -> None:
            async with raw_socket(address, id) as one:
                one.write(HELLO)
                await until(one, "welcome")
                one.write(frame(b"", PING) * 50 + frame(b'{"t": ', final=False) + frame(b'"ping"}', 0))
                await until(one, "pong")

        asyncio.run(scene())


# Timers of plain connections, without a network.


class Timers:
    """The event loop of a connection, whose time passes when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self._timers: list[tuple[float, Timer]] = []

    def create_task(self, work: Any) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work)

    def call_later(self, seconds: float, call: Callable[[], None]) -> "Timer":
        timer = Timer(call)
        self._timers.append((self.now + seconds, timer))
        return timer

    def wait(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for at, timer in self._timers if at <= self.now]
        self._timers = [(at, timer) for at, timer in self._timers if at > self.now]
        for timer in due:
            if timer.call is not None:
                timer.call()


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Wire:
    """A transport that takes everything, and remembers whether it was closed."""

    def __init__(self) -> None:
        self.written, self.closed, self.aborted = b"", False, False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.7", 4711) if name == "peername" else None

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


REQUEST = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def connection() -> tuple[PlainConnection, Wire, Timers]:
    """A new connection from an address of its own, its wire and its time."""
    limits = Limits(Settings(), Metrics())
    config = uvicorn.Config(answer, http="h11", ws="none", log_config=None, timeout_keep_alive=REQUEST_SECONDS)
    wire, timers = Wire(), Timers()
    made: Any = PlainConnection(config, ServerState(), {}, _loop=timers, limits=limits)
    made.connection_made(wire)
    return made, wire, timers


async def answered(wire: Wire, times: int) -> None:
    async with asyncio.timeout(SECONDS):
        while wire.written.count(b"HTTP/1.1 200") < times:
            await asyncio.sleep(0)
    await asyncio.sleep(0)


def test_every_request_of_a_connection_must_come_in_time() -> None:
    async def scene() -> None:
        one, wire, timers = connection()
        for number in range(1, 4):
            one.data_received(REQUEST)
            timers.wait(REQUEST_SECONDS - 1)
            one.data_received(b"\r\n")
            await answered(wire, number)
            timers.wait(REQUEST_SECONDS - 1)
            assert not wire.closed, "the time counts from the answer"
            one.data_received(REQUEST + b"\r\n")
            await answered(wire, number + 1)
            wire.written = wire.written.replace(b"HTTP/1.1 200", b"", 1)
        for _ in range(REQUEST_SECONDS):
            assert not wire.closed
            one.data_received(b"G")
            timers.wait(1)
        assert wire.closed, "bytes that trickle in win no time"

    asyncio.run(scene())


def test_a_first_request_that_trickles_in_and_a_silent_connection_are_closed() -> None:
    async def scene() -> None:
        for piece in (b"G", b""):
            one, wire, timers = connection()
            for _ in range(REQUEST_SECONDS):
                assert not wire.closed
                if piece:
                    one.data_received(piece)
                timers.wait(1)
            assert wire.closed

    asyncio.run(scene())


def test_a_body_that_nobody_waits_for_holds_no_connection() -> None:
    async def scene() -> None:
        one, wire, timers = connection()
        one.data_received(REQUEST + b"content-length: 100000\r\n\r\n")
        await answered(wire, 1)
        for _ in range(REQUEST_SECONDS):
            assert not wire.closed
            one.data_received(b"x")
            timers.wait(1)
        assert wire.closed

    asyncio.run(scene())


def test_an_answer_that_is_not_taken_holds_no_connection() -> None:
    async def scene() -> None:
        one, wire, timers = connection()
        one.data_received(REQUEST + b"\r\n")
        one.pause_writing()
        timers.wait(TAKE_SECONDS - 1)
        one.resume_writing()
        timers.wait(0.5)
        one.pause_writing()
        timers.wait(TAKE_SECONDS - 1)
        assert not wire.aborted, "it took some meanwhile"
        timers.wait(1)
        assert wire.aborted
        one.connection_lost(None)

        one, wire, timers = connection()
        one.data_received(REQUEST + b"connection: close\r\n\r\n")
        await answered(wire, 1)
        assert (wire.closed, wire.aborted) == (True, False), "the client may still read"
        timers.wait(LINGER_SECONDS)
        assert wire.aborted

    asyncio.run(scene())


def test_what_is_no_http_is_told_so_and_closed() -> None:
    async def scene() -> None:
        one, wire, timers = connection()
        one.data_received(b"\x16\x03\x01 no HTTP\r\n\r\n")
        assert wire.written.startswith(b"HTTP/1.1 400")
        assert (wire.closed, wire.aborted) == (True, False)
        timers.wait(LINGER_SECONDS)
        assert wire.aborted

    asyncio.run(scene())


def test_one_address_has_so_many_plain_connections_and_sockets_are_none(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/a.db", most_connections_per_address=3) as address, ExitStack() as stack:
        held = [stack.enter_context(connected(address)) for _ in range(3)]
        for connection in held:
            assert asked(connection).startswith(b"HTTP/1.1 200")
        refused = stack.enter_context(connected(address)).makefile("rb").read()
        head, _, body = refused.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"retry-after: " in head
        assert json.loads(body)["error"] == "too_many_connections"
        for connection in held:
            connection.close()
        while not (answer := asked(stack.enter_context(connected(address)))).startswith(b"HTTP/1.1 200"):
            assert answer.startswith(b"HTTP/1.1 503"), "until the server has noticed that they are closed"

    with served(f"sqlite:///{tmp_path}/a.db", most_connections_per_address=1) as address:
        id = new_table(address)

        async def scene() -> None:
            async with raw_socket(address, id) as one, raw_socket(address, id) as other:
                for socket in (one, other):
                    socket.write(HELLO)
                    await until(socket, "welcome")

        asyncio.run(scene())


def test_a_trusted_proxy_may_have_more(tmp_path: Path) -> None:
    with (
        served(f"sqlite:///{tmp_path}/a.db", most_connections_per_address=1, proxy="127.0.0.1") as address,
        ExitStack() as stack,
    ):
        for connection in [stack.enter_context(connected(address)) for _ in range(3)]:
            assert asked(connection).startswith(b"HTTP/1.1 200")
