"""Clients for tests: people who play as docs/protocol.md says, over real sockets, and write down all that they hear.

A client keeps to the numbers: a gap, a number that comes again with another body, or two viewers of the same kind who
are told different things end the test at once. What it wrote down is judged afterwards by `checker.py`.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from elftafel.server.protocol import messages

SOON = 0.1  # between looks at the clock
CALM = 1.0  # without an event

AGAIN = {"try_again", "resync", "busy", "server_error", "too_fast", "stopping", "too_late", "game_not_ready"}
"""Refusals after which a command may still have been done, or be done later: it is sent again with the same id."""
FINAL = {"no_table", "removed", "no_spectators", "version", "bad_token"}  # reasons of a bye that stay
ABSENT = {"no_hello", "silent", "restart", "resync", "try_again", "busy", "too_many_errors", "game_not_ready"}

Addresses = Callable[[], Iterable[str]]
"""Where servers are at the moment."""


class Broken(AssertionError):
    """The server broke a promise."""


class History:
    """What one person sent and heard at one table."""

    def __init__(self, person: str | None, table: str) -> None:
        self.person = person
        self.table = table
        self.sent: dict[str, messages.AnyCommand] = {}
        self.acks: dict[str, int] = {}
        self.refused: dict[str, list[str]] = {}
        self.events: dict[int, bytes] = {}
        self.welcomes: list[bytes] = []
        self.positions: list[bytes] = []  # that came with refusals
        self.last = 0
        self.position: Any = None
        self.told_at = 0  # the entry after which `position` was told
        self.connections = 0
        self.stayed = True  # until the end; else it may have missed the last events

    def __repr__(self) -> str:
        """For what a failed test says."""
        return f"<{self.person} at {self.table}: {self.last}, {self.connections} connections>"

    @property
    def open(self) -> list[messages.AnyCommand]:
        """Commands without an answer, or with one that leaves it open."""
        return [
            command
            for id, command in self.sent.items()
            if id not in self.acks and not any(key not in AGAIN for key in self.refused.get(id, []))
        ]


class Witness:
    """All that was told at all tables: who has the same seat, or none, must hear the same."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, int, int | None], bytes] = {}
        self.acks = 0
        self.heard_at = time.monotonic()

    def hear(self, table: str, number: int, seat: int | None, message: bytes) -> None:
        """An event, as one viewer heard it."""
        self.heard_at = time.monotonic()
        before = self.told.setdefault((table, number, seat), message)
        if before != message:
            raise Broken(f"{table} {number}: seat {seat} was told {before!r} and then {message!r}")


class Guest:
    """Someone with a token."""

    def __init__(self, id: str, name: str, token: str) -> None:
        self.id, self.name, self.token = id, name, token

    @property
    def headers(self) -> dict[str, str]:
        """For requests."""
        return {"Authorization": f"Bearer {self.token}"}


class Waits(msgspec.Struct, frozen=True):
    """How long a client waits, in seconds. If it asks another node too early, nothing goes wrong."""

    ping: float = 2.5
    dead: float = 9.0  # without a word from the server, for a new connection
    patience: float = 4.0  # for an answer to a command, before it is sent again elsewhere


class World:
    """What all clients of a test share: where servers are, who heard what, and whether it is time to go home."""

    def __init__(self, addresses: Addresses, seed: int, waits: Waits | None = None) -> None:
        self.addresses = addresses
        self.waits = waits or Waits()
        self.witness = Witness()
        self.random = random.Random(seed)
        self.quiet = False  # no more moves, only what is still open
        self.home = False  # leave
        self.histories: list[History] = []
        self._http = httpx.AsyncClient(timeout=10, verify=False)

    async def close(self) -> None:
        """No more requests."""
        await self._http.aclose()

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        """A request, to any server, until one answers."""
        until = time.monotonic() + 60
        while True:
            for address in self.shuffled():
                try:
                    answer = await self._http.request(method, address + path, **more)
                except httpx.TransportError:
                    continue
                self._http.cookies.clear()  # several people share this
                if answer.status_code < 500:
                    assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
                    return answer.json()
            assert time.monotonic() < until, f"nobody answers {path}"
            await asyncio.sleep(0.05)

    async def calm(self, check: Callable[[], None] = lambda: None, seconds: float = 60) -> None:
        """No more moves; wait until all open commands are answered and everybody has heard the same."""
        self.quiet = True
        until = time.monotonic() + seconds
        while True:
            await asyncio.sleep(SOON)
            check()
            staying = [history for history in self.histories if history.stayed]
            open_ones = [command for history in staying for command in history.open]
            lasts = {(history.table, history.last) for history in staying}
            same = len(lasts) == len({history.table for history in staying})
            if not open_ones and same and time.monotonic() - self.witness.heard_at > CALM:
                return
            assert time.monotonic() < until, f"no calm: {open_ones}, {staying}"

    def shuffled(self) -> list[str]:
        """All servers, in any order."""
        found = list(self.addresses())
        self.random.shuffle(found)
        return found

    async def guest(self, name: str) -> Guest:
        """Someone new."""
        made = await self.ask("POST", "/api/people", json={"name": name})
        return Guest(made["person"]["id"], name, made["token"])

    async def table(self, host: Guest, **settings: Any) -> str:
        """A new table: the same one however often it must be asked for."""
        headers = host.headers | {"Idempotency-Key": new_id()}
        made = await self.ask("POST", "/api/tables", json=settings, headers=headers)
        return str(made["id"])


class Habits(msgspec.Struct, frozen=True):
    """How often someone does what, for each decision."""

    undo: float = 0.15
    chat: float = 0.03
    leave: float = 0.01
    repeat: float = 0.05  # send again what was acknowledged
    twice: float = 0.05  # send the same message twice
    stale: float = 0.03  # answer a position of the past
    words: float = 0.2  # a move in words instead of its number
    hang_up: float = 0.02
    wait: float = 0.03  # seconds before a decision, at most twice that
    rematch: bool = True
    idle: bool = False  # does nothing unless told so


class Visit:
    """One person (or nobody known) at one table, on one socket after the other."""

    def __init__(self, world: World, table: str, guest: Guest | None, habits: Habits | None = None) -> None:
        self.world = world
        self.table = table
        self.guest = guest
        self.habits = habits or Habits()
        self.random = random.Random(world.random.random())
        self.history = History(None if guest is None else guest.id, table)
        world.histories.append(self.history)
        self.seat: int | None = None
        self.host = ""
        self.chairs: list[Any] = []
        self.status = "open"
        self.rematch: str | None = None
        self.online: list[bool] = []
        self.away = False  # a bot plays for us
        self.ended: str | None = None  # why we may not come back
        self.hung_up = False
        self.done = False  # went on to another table
        self.changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, float] = {}  # commands under way on this socket
        self._next_move = 0.0
        self._address = ""

    # the line

    async def run(self) -> None:
        """Stay until it is time to go home, or the match is over and went on elsewhere."""
        while not self.ended and not self.world.home and not self.done:
            address = self._choose()
            if address is None:
                await asyncio.sleep(0.02)
                continue
            try:
                await self._talk(address)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(self.random.uniform(0.01, 0.1))
            finally:
                self._socket = None

    def _choose(self) -> str | None:
        found = list(self.world.addresses())
        if len(found) > 1 and self._address in found:
            found.remove(self._address)  # whoever left a server tries another one
        self._address = self.random.choice(found) if found else ""
        return self._address or None

    async def _talk(self, address: str) -> None:
        uri = f"{address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        open_timeout = min(5.0, self.world.waits.dead)
        async with (
            asyncio.timeout(None) as limit,
            connect(
                uri, compression=None, ping_interval=None, open_timeout=open_timeout, close_timeout=0.2, proxy=None
            ) as socket,
        ):
            self.history.connections += 1
            after = self.history.last or None
            token = None if self.guest is None else self.guest.token
            await self._send(socket, messages.Hello(version=messages.VERSION, token=token, after=after))
            limit.reschedule(asyncio.get_running_loop().time() + 20)
            await self._greeted(socket, after)
            limit.reschedule(None)
            self._socket = socket
            self._waiting.clear()
            for command in self.history.open:
                await self._command(socket, command)
            await self._stay(socket)

    async def _greeted(self, socket: ClientConnection, after: int | None) -> None:
        """The first answer: a welcome, or the promise of the missing events."""
        while not self.ended:
            message = to_bytes(await socket.recv())
            told = msgspec.json.decode(message)
            self.hear(told, message)
            if told["t"] == "welcome":
                return
            if told["t"] == "resumed":
                if after is None:
                    raise Broken("resumed without being asked")
                if told["n"] < after:
                    raise Broken(f"{self.table}: heard {after}, but now the server knows {told['n']} only")
                return
            if told["t"] == "event":
                raise Broken(f"an event before the greeting: {message!r}")

    async def _stay(self, socket: ClientConnection) -> None:
        heard = pinged = time.monotonic()
        while not self.ended and not self.world.home and not self.hung_up and not self.done:
            now = time.monotonic()
            if now - heard > self.world.waits.dead:
                return
            if any(now - since > self.world.waits.patience for since in self._waiting.values()):
                return
            if now - pinged > self.world.waits.ping:
                pinged = now
                await self._send(socket, messages.Ping())
            await self._act(socket, now)
            try:
                async with asyncio.timeout(SOON):
                    message = to_bytes(await socket.recv())
            except TimeoutError:
                continue
            heard = time.monotonic()
            self.hear(msgspec.json.decode(message), message)
        if self.hung_up:
            self.hung_up = False
            if self.random.random() < 0.5:
                socket.transport.abort()  # without a word

    async def _send(self, socket: ClientConnection, message: messages.FromClient) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def _command(self, socket: ClientConnection, command: messages.AnyCommand) -> None:
        self.history.sent.setdefault(command.id, command)
        self._waiting.setdefault(command.id, time.monotonic())
        await self._send(socket, command)
        if self.random.random() < self.habits.twice:
            await self._send(socket, command)

    # hearing

    def hear(self, told: Any, message: bytes) -> None:
        """Take in one message."""
        match told["t"]:
            case "event":
                self._event(told, message)
            case "welcome":
                self._welcome(told, message)
            case "ack":
                self._acked(told["id"], told["n"])
            case "refused":
                self._refused(told)
            case "presence":
                self.online = told["online"]
            case "bye":
                if told["why"] in FINAL:
                    self.ended = told["why"]
                elif told["why"] not in ABSENT:
                    raise Broken(f"an unknown reason: {told}")
            case "resumed" | "pong" | "notice" | "warning" | "hints" | "why_not":
                pass
            case _:
                raise Broken(f"an unknown message: {message!r}")
        self.changed.set()

    def _event(self, told: Any, message: bytes) -> None:
        number = told["n"]
        known = self.history.events.get(number)
        if known is not None and known != message:
            raise Broken(f"{self.table} {number} twice: {known!r} and {message!r}")
        if number > self.history.last + 1:
            raise Broken(f"{self.table}: {number} after {self.history.last}")
        self.history.events[number] = message
        if number > self.history.last:
            self.history.last = number
            if told["table"] is not None:
                self._take(told["table"])
            if told["body"] is not None and told["body"].get("position") is not None:
                self.history.position, self.history.told_at = told["body"]["position"], number
        self.world.witness.hear(self.table, number, self.seat, message)

    def _take(self, info: Any) -> None:
        """What everybody knows of the table."""
        self.chairs, self.host, self.status = info["chairs"], info["host"], info["status"]
        self.rematch = info["rematch"]
        people = [chair["person"] for chair in self.chairs]
        self.seat = people.index(self.guest.id) if self.guest is not None and self.guest.id in people else None
        self.away = self.seat is not None and self.chairs[self.seat]["stand_in"] is not None

    def _welcome(self, told: Any, message: bytes) -> None:
        if told["n"] < self.history.last:
            raise Broken(f"{self.table}: heard {self.history.last}, but now the server knows {told['n']} only")
        self.history.welcomes.append(message)
        self.history.last = told["n"]
        self.history.position, self.history.told_at = told["position"], told["n"]
        self._take(told["table"])
        if self.seat != told["seat"]:
            raise Broken(f"{self.table}: the welcome tells seat {told['seat']}, its chairs {self.seat}")
        self.online = told["online"]
        self._waiting = dict.fromkeys(self._waiting, 0.0)  # answers may be lost with what was not told: ask again

    def _acked(self, id: str, number: int) -> None:
        if id not in self.history.sent:
            raise Broken(f"an answer to what was not sent: {id}")
        before = self.history.acks.setdefault(id, number)
        if before != number:
            raise Broken(f"{self.table}: {id} was acknowledged as {before} and as {number}")
        if number > self.history.last:
            raise Broken(f"{self.table}: {id} acknowledged as {number} before that was told")
        self.world.witness.acks += 1
        self._waiting.pop(id, None)

    def _refused(self, told: Any) -> None:
        if told["position"] is not None:
            self.history.positions.append(msgspec.json.encode(told["position"]))
        if told["id"] is not None:
            self.history.refused.setdefault(told["id"], []).append(told["error"])
            if told["error"] in AGAIN:
                soon = time.monotonic() - self.world.waits.patience + 0.3  # and on another socket
                self._waiting[told["id"]] = soon
            else:
                self._waiting.pop(told["id"], None)

    # doing

    async def do(self, command: messages.AnyCommand, seconds: float = 60) -> int:
        """Ask for something until it is answered, over as many sockets as it takes; returns the number."""
        self.history.sent[command.id] = command
        until = time.monotonic() + seconds
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                await self._command(self._socket, command)
        while command.id not in self.history.acks:
            assert command in self.history.open, f"{command} was refused: {self.history.refused[command.id]}"
            assert time.monotonic() < until, f"no answer to {command}"
            await self._something()
        return self.history.acks[command.id]

    async def until(self, what: Callable[["Visit"], Any], seconds: float = 60) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not what(self):
            assert time.monotonic() < end, f"{self.table}: waited in vain at {self.history.last}"
            await self._something()

    async def _something(self) -> None:
        """Until something was heard, or a moment has passed."""
        self.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await self.changed.wait()

    @property
    def choices(self) -> list[Any]:
        """The own legal moves now."""
        position = self.history.position
        return [] if position is None else position["view"]["choices"]

    async def _act(self, socket: ClientConnection, now: float) -> None:
        """Do what a player does at this moment, if anything."""
        command = self._decide(now)
        if command is not None:
            await self._command(socket, command)

    def _decide(self, now: float) -> messages.AnyCommand | None:
        if self.world.quiet or self.habits.idle or self.guest is None or self._waiting or now < self._next_move:
            return None
        self._next_move = now + self.random.uniform(0, 2 * self.habits.wait)
        if self.random.random() < self.habits.hang_up:
            self.hung_up = True
            return None
        if self.history.acks and self.random.random() < self.habits.repeat:
            return self.history.sent[self.random.choice(list(self.history.acks))]
        if self.random.random() < self.habits.chat:
            return messages.Chat(id=new_id(), text=f"{self.history.last} ✓ {self.random.random()}")
        if self.seat is None:
            return None
        position = self.history.position
        if self.status == "open" and self.host == self.guest.id and all(c["person"] or c["bot"] for c in self.chairs):
            return messages.Start(id=new_id())
        if self.status == "over":
            return messages.Rematch(id=new_id()) if self.habits.rematch and self.rematch is None else None
        if self.status != "playing" or position is None:
            return None
        if position["between_rounds"]:
            return messages.NextRound(id=new_id(), ply=position["ply"])
        if self.random.random() < self.habits.leave:
            return messages.Return(id=new_id()) if self.away else messages.Leave(id=new_id())
        if self.away and self.random.random() < 0.9:
            return messages.Return(id=new_id()) if self.random.random() < 0.1 else None
        if position["can_undo"] and not self.away and self.random.random() < self.habits.undo:
            return messages.Undo(id=new_id(), ply=position["ply"])
        if not self.choices:
            return None
        chosen = self.random.choice(self.choices)
        if self.random.random() < self.habits.stale:
            return messages.Play(id=new_id(), ply=position["ply"] - 1, action=chosen["action"])
        if self.random.random() < self.habits.words:
            return messages.Play(id=new_id(), ply=position["ply"], move=chosen["move"])
        return messages.Play(id=new_id(), ply=position["ply"], action=chosen["action"])


def new_id() -> str:
    """For a command."""
    return secrets.token_urlsafe(9)


def to_bytes(message: str | bytes) -> bytes:
    """A message as it came."""
    if isinstance(message, bytes):
        raise Broken(f"a binary message: {message!r}")
    return message.encode()
