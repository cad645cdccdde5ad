"""Malformed, oversized, stale, replayed, foreign messages: each gets a typed error or a goodbye, and changes nothing.

A hundred thousand in `make test-all` (ELFTAFEL_EXAMPLES > 1), fewer in `make test`.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from elftafel.server.protocol import messages
from elftafel.server.table import entries
from elftafel.server.table.entries import Chatted, Needless, Played
from tests.conftest import MORE
from tests.server import checker
from tests.server.clients import Guest, Habits, Visit, World, new_id
from tests.server.raw import BINARY, CLOSE, FINAL, PING, Closed, RawSocket, frame, raw_socket
from tests.server.servers import Nursery, Server

pytest_plugins = ["tests.server.databases"]
pytestmark = pytest.mark.xdist_group("processes")  # one at a time: they keep a machine busy

MESSAGES = {"sqlite": 100_000 if MORE > 1 else 6_000, "postgresql": 20_000 if MORE > 1 else 2_000}
BATCH = 16  # messages at once; each is answered
LASTS = 3  # batches on one socket: fewer than the fifty mistakes that close it
ANSWERS = {"ack", "refused", "pong", "hints", "why_not"}
NEWS = {"event", "presence", "notice", "warning", "welcome", "resumed"}

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
ERRORS = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE.split("## Errors", 1)[1], re.M))))
BYES = set(re.findall(r"`(\w+)`", PAGE.split("`bye` has one of these as `why`:", 1)[1].split(". After", 1)[0]))

Say = Callable[[random.Random], bytes]


class Seat:
    """Someone at a table, and what they must not do there, however well formed it is."""

    def __init__(
        self, table: str, guest: Guest | None, foreign: list[Any], fine: list[Any], done: dict[str, int]
    ) -> None:
        self.table = table
        self.guest = guest
        self.foreign = foreign
        self.fine = fine  # what is allowed and changes nothing
        self.done = done  # what was acknowledged before, and must be again
        self.chats: set[str] = set()  # acknowledged
        self.told: Counter[str] = Counter()


# what is said


STRINGS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "a\n",
    "\n",
    "ä",
    "𝕏" * 30,
    "x" * 41,
    "\u202eevil",
    "a\u0300\u0301\u0302\u0303\u0304",
    "\u200d\u200d",
    "\ufeff",
    "👩‍👩‍👧‍👦",
    "<script>alert(1)</script>",
    "'; DROP TABLE entries; --",
    "../../etc/passwd",
    "%00%n%s",
    "NaN",
    "null",
    "-1",
    "constructor",
    "__proto__",
)
NUMBERS: tuple[str, ...]
NUMBERS = ("-1", "8", "65536", "1000001", "9223372036854775807", "9223372036854775808", "1" + "0" * 40, "1e400", "-0")
NUMBERS += ("0.5", "1e2", "NaN", "Infinity", "00", "0x10", "-9223372036854775809", "18446744073709551616")
VALUES = ("null", "true", "[]", "{}", '""', '"x"', "[[]]", '{"a":{}}', "[1,2,3]", *NUMBERS)
BROKEN = ('"\\ud800"', '"\\udc00\\ud800"', '"\\x"', '"', "'a'", "{", "]", ",", "\\", "//", '"\t"', "\x00")

FIELDS: dict[str, dict[str, Any]] = {
    "hello": {"version": 2},
    "ping": {},
    "sit": {"seat": 0, "nonce": "0" * 32},
    "add_nonce": {"nonce": "0" * 32},
    "leave": {},
    "put_bot": {"seat": 1, "level": "random"},
    "take_bot": {"seat": 1},
    "remove": {"person": "x"},
    "start": {},
    "play": {"ply": 1, "action": 1},
    "undo": {"ply": 1},
    "next_round": {"ply": 1},
    "stand_in": {"seat": 1, "level": "random"},
    "return": {},
    "chat": {"text": "x"},
    "rematch": {},
    "close": {},
    "hint": {"ply": 1},
    "why_not": {"move": {"move": "lay", "card": {"colour": "red", "number": 11}}},
}


def a_message(luck: random.Random) -> dict[str, Any]:
    """Something well formed, that will be spoiled."""
    kind = luck.choice(list(FIELDS))
    return {"t": kind, "id": new_id(), **FIELDS[kind]}


def garbage(luck: random.Random) -> bytes:
    letters = "".join(
        chr(luck.choice((luck.randrange(32, 127), luck.randrange(0xA0, 0xD7FF)))) for _ in range(luck.randrange(60))
    )
    return luck.choice((letters, json.dumps(letters), luck.choice(BROKEN), luck.choice(VALUES))).encode()


def cut_short(luck: random.Random) -> bytes:
    text = json.dumps(a_message(luck)).encode()
    return text[: luck.randrange(len(text))]


def bytes_changed(luck: random.Random) -> bytes:
    text = bytearray(json.dumps(a_message(luck) | {"t": luck.choice(("no", "PLAY", "play "))}).encode())
    for _ in range(luck.randrange(1, 4)):
        text[luck.randrange(len(text))] = luck.randrange(32, 127)
    return bytes(text)


def field_missing(luck: random.Random) -> bytes:
    while len(message := a_message(luck)) < 3 or message["t"] in ("sit", "hello", "stand_in"):
        pass
    message.pop(luck.choice([name for name in message if name != "action"]))
    return json.dumps(message).encode()


def field_of_another_type(luck: random.Random) -> bytes:
    message = a_message(luck)
    name = luck.choice(list(message))
    kept = json.dumps({key: value for key, value in message.items() if key != name})[:-1]
    wrong = luck.choice((*VALUES, *BROKEN, json.dumps(luck.choice(STRINGS))))
    return f'{kept}, "{name}": {wrong}, "x": 1}}'.replace("{,", "{").encode("utf-8", "replace")


def field_too_many(luck: random.Random) -> bytes:
    return json.dumps(a_message(luck) | {luck.choice(("x", "seat_", "person_id", "__class__")): 1}).encode()


def unknown_kind(luck: random.Random) -> bytes:
    kind: Any = luck.choice(("Play", "welcome", "ack", "event", "bye", "admin", 1, None, [], {}, luck.choice(STRINGS)))
    return json.dumps(a_message(luck) | {"t": kind}).encode()


def deep(luck: random.Random) -> bytes:
    levels = luck.randrange(50, 1900)
    start, end = luck.choice((("[", "]"), ('{"a":', "}")))
    levels = min(levels, 3900 // (len(start) + 1))
    nested = start * levels + (end * levels if luck.random() < 0.7 else "")
    if luck.random() < 0.5:
        return nested.encode()
    return f'{{"t": "{luck.choice(("play", "chat"))}", "id": "deep", "move": {nested}}}'.encode()


def bad_id(luck: random.Random) -> bytes:
    kind = luck.choice(("leave", "return", "start", "close", "rematch"))
    wrong = luck.choice([text for text in STRINGS if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text)])
    return json.dumps({"t": kind, "id": wrong}).encode()


def hello_again(luck: random.Random) -> bytes:
    return json.dumps(
        {"t": "hello", "version": luck.choice((0, 1, 2, 10**9)), "after": luck.choice((None, 0, 10**9))}
    ).encode()


def not_allowed(luck: random.Random, seat: Seat) -> bytes:
    return json.dumps({"id": new_id()} | luck.choice(seat.foreign)).encode()


MALFORMED: tuple[Say, ...] = (
    garbage,
    cut_short,
    bytes_changed,
    field_missing,
    field_of_another_type,
    field_too_many,
    unknown_kind,
    deep,
    bad_id,
    hello_again,
)


def breaking(luck: random.Random) -> tuple[bytes, str]:
    """Bytes after which the server has to close: not WebSocket any more, or far too long."""
    long = json.dumps({"t": "chat", "id": "long", "text": "x" * luck.choice((4097, 20_000, 100_000))}).encode()
    choices = {
        "too long": frame(long),
        "invalid UTF-8": frame(luck.choice((b"\xff\xfe", b'{"t":"chat","text":"\xc3\x28"}', b"\xed\xa0\x80"))),
        "not masked": frame(b'{"t":"ping"}', masked=False),
        "reserved bits": frame(b"{}", reserved=luck.choice((0x10, 0x20, 0x40))),
        "unknown opcode": frame(b"{}", luck.choice((0x3, 0x7, 0xB, 0xF))),
        "continuation of nothing": frame(b"{}", 0x0),
        "long ping": frame(b"x" * 200, PING),
        "a huge length": bytes([FINAL | 0x1, 0x80 | 127]) + b"\x7f" + b"\xff" * 7 + bytes(4) + b"x",
        "too long in pieces": b"".join(frame(b"x" * 4000, 0x1 if i == 0 else 0x0, final=False) for i in range(4)),
        "close": frame(luck.choice((b"", b"\x03\xe8", b"\x00", b"\x03\xe8\xff")), CLOSE),
    }
    name = luck.choice(list(choices))
    return choices[name], name


# how it is answered


async def greet(socket: RawSocket, guest: Guest | None, after: int | None = None) -> Any:
    token = None if guest is None else guest.token
    socket.write(frame(msgspec.json.encode(messages.Hello(version=messages.VERSION, token=token, after=after))))
    while (told := await socket.read())["t"] not in ("welcome", "resumed"):
        assert told["t"] in NEWS, told
    return told


async def answers(socket: RawSocket, count: int) -> list[Any]:
    """As many answers as messages were sent; what happens at the table is none."""
    found: list[Any] = []
    while len(found) < count:
        told = await socket.read()
        if told["t"] in ANSWERS:
            found.append(told)
        else:
            assert told["t"] in NEWS, told
    return found


def check_answer(seat: Seat, told: Any) -> None:
    if told["t"] == "refused":
        assert told["error"] in ERRORS, told
        assert told["error"] != "server_error", told
        seat.told[told["error"]] += 1
    else:
        seat.told[told["t"]] += 1
        if told["t"] == "ack" and told["id"] in seat.done:
            assert told["n"] == seat.done[told["id"]], told
        elif told["t"] == "ack" and told["id"].startswith("chat-"):
            seat.chats.add(told["id"])


def batch(luck: random.Random, seat: Seat) -> Iterator[bytes]:
    for _ in range(BATCH):
        chance = luck.random()
        if chance < 0.45 and seat.foreign:
            data = not_allowed(luck, seat)
        elif chance < 0.5 and seat.fine:
            data = json.dumps({"id": new_id()} | luck.choice(seat.fine)).encode()
        elif chance < 0.55 and seat.guest is not None:
            text = luck.choice(STRINGS)
            data = json.dumps({"t": "chat", "id": f"chat-{new_id()}", "text": text}).encode()
        else:
            data = luck.choice(MALFORMED)(luck)
        yield in_pieces(luck, data) if luck.random() < 0.05 else frame(data, BINARY if luck.random() < 0.05 else 0x1)


def in_pieces(luck: random.Random, data: bytes) -> bytes:
    """The same message in two frames, a ping between them."""
    cut = luck.randrange(len(data) + 1)
    return frame(data[:cut], final=False) + frame(b"", PING) + frame(data[cut:], 0x0)


async def disturb(address: str, seat: Seat, messages: int, luck: random.Random) -> int:
    """Send so many messages, on one socket after the other; how many were sent."""
    sent = 0
    while sent < messages:
        async with raw_socket(address, seat.table) as socket:
            told = await greet(socket, seat.guest, luck.choice((None, 0, 3, 10**9)))
            assert told["t"] == "welcome" or told["n"] >= 0
            for _ in range(LASTS):
                socket.write(b"".join(batch(luck, seat)))
                for answer in await answers(socket, BATCH):
                    check_answer(seat, answer)
                sent += BATCH
            data, name = breaking(luck)
            socket.write(data)
            sent += 1
            seat.told[f"closed: {name}"] += 1
            await closed(socket, name)
    return sent


async def closed(socket: RawSocket, why: str) -> None:
    """Until the server closes, which it must."""
    try:
        while True:
            told = await socket.read()
            assert told["t"] in NEWS or told["t"] == "bye" or told.get("error") in ERRORS, (why, told)
    except Closed:
        pass
    except TimeoutError:
        raise AssertionError(f"not closed: {why}") from None


async def bad_greetings(address: str, table: str, guest: Guest, count: int, luck: random.Random) -> Counter[str]:
    """First messages that are no hello: a goodbye, and closed."""
    told: Counter[str] = Counter()
    for _ in range(count):
        forged = guest.token[:-3] + "AAA"
        greetings = [
            json.dumps({"t": "hello", "version": luck.choice((0, 1, -1, 10**30)), "token": guest.token}).encode(),
            json.dumps(
                {"t": "hello", "version": 2, "token": luck.choice((forged, "", "x", "a.b.c", "ä", "x" * 201))}
            ).encode(),
            json.dumps({"t": "hello", "version": 2, "after": luck.choice((-1, "1", 10**30, 0.5))}).encode(),
            json.dumps({"t": "ping"}).encode(),
            luck.choice(MALFORMED[:-1])(luck),
        ]
        path = luck.choice((table, table, table, "none", "%00", "a%00b", "x" * 300, "%F0%9F%98%80", "..%2f..", "%0a"))
        try:
            async with raw_socket(address, path) as socket:
                good = {"t": "hello", "version": 2, "token": guest.token}
                data = luck.choice(greetings) if path == table else json.dumps(good).encode()
                socket.write(frame(data))
                while True:
                    message = await socket.read()
                    assert message["t"] == "bye", (data, message)
                    assert message["why"] in BYES, (data, message)
                    assert path == table or message["why"] == "no_table", (path, message)
                    told[message["why"]] += 1
        except Closed as end:
            told[str(end.code)] += 1
    assert set(told) <= BYES | {"4000", "400", "403", "404"}, told
    return told


# at which tables


CALM = Habits(undo=0, chat=0, leave=0, hang_up=0, wait=0, rematch=False)
LAY = {"t": "why_not", "move": {"move": "lay", "card": {"colour": "red", "number": 11}}}
BAD_NONCES = [
    {"t": kind, "nonce": nonce} for kind in ("sit", "add_nonce") for nonce in ("\n", "AB" * 16, "ab" * 16 + "\n")
]


class Scene:
    """Three tables: open, playing, over; at each a host, a guest, a stranger and somebody without a name."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seats: list[Seat] = []
        self.visits: list[Visit] = []
        self.at_turn: Visit | None = None

    async def set_up(self, group: asyncio.TaskGroup) -> None:
        self.group = group
        self.people = [await self.world.guest(name) for name in ("Host", "Guest", "Stranger")]
        await self._over()
        self.world.quiet = True
        await self._open()
        await self._playing()

    async def _table(self, seats: int) -> tuple[str, Visit, Visit]:
        table = await self.world.table(self.people[0], game="elfer_raus", seats=seats, rounds=1)
        host, guest = [Visit(self.world, table, person, CALM) for person in self.people[:2]]
        for visit in (host, guest):
            self.visits.append(visit)
            self.group.create_task(visit.run())
        await guest.do(messages.Sit(id="sit"))
        return table, host, guest

    def _disturbed(self, table: str, host: Visit, foreign: list[Any], fine: list[Any], seated: list[Any]) -> None:
        """Who will disturb this table: `seated` must not be done by who has no seat, but may by who has one."""
        done = {**host.history.acks}
        for number, person in enumerate((*self.people, None)):
            mine = number < 2
            wrong = [*foreign] if mine else [*foreign, *seated]
            if number != 0:  # others' commands are not theirs, though done
                wrong += [{"t": "start", "id": id} for id in done] + [{"t": "close"}]
            again = [{"t": "start", "id": id} for id in done] if number == 0 else []
            self.seats.append(Seat(table, person, wrong, [*fine, *again] if mine else [], done if number == 0 else {}))

    async def _over(self) -> None:
        table, host, guest = await self._table(2)
        for visit in (host, guest):
            await visit.until(lambda visit: visit.status == "over")
        ply = host.history.position["ply"]
        foreign = [{"t": kind, "ply": ply} for kind in ("undo", "next_round", "hint")]
        foreign += [{"t": "play", "ply": ply, "action": action} for action in range(100)]
        foreign += [{"t": "start"}, {"t": "sit"}, {"t": "return"}, {"t": "put_bot", "seat": 1, "level": "easy"}]
        foreign += [{"t": "stand_in", "seat": 1}, {"t": "remove", "person": self.people[1].id}, *BAD_NONCES]
        self._disturbed(table, host, foreign, [{"t": "leave"}, LAY], [{"t": "leave"}, {"t": "rematch"}, LAY])

    async def _open(self) -> None:
        table, host, _ = await self._table(4)
        foreign: list[Any] = [{"t": kind, "ply": 0} for kind in ("undo", "next_round", "hint")]
        foreign += [{"t": "play", "ply": ply, "action": 0} for ply in range(3)]
        foreign += [{"t": "stand_in", "seat": 1}, {"t": "return"}, {"t": "rematch"}, {"t": "start"}, LAY, *BAD_NONCES]
        foreign += [{"t": "put_bot", "seat": seat, "level": "easy"} for seat in (0, 1, 4, 7)]
        foreign += [{"t": "put_bot", "seat": 2, "level": level} for level in ("", "god", "clairvoyant", "expert@9")]
        foreign += [{"t": "take_bot", "seat": seat} for seat in range(8)]
        foreign += [{"t": "remove", "person": person} for person in ("", self.people[0].id)]
        foreign += [{"t": "sit", "seat": seat} for seat in (4, 5, 7, 8, -1)] + [{"t": "add_nonce", "nonce": ""}]
        self._disturbed(table, host, foreign, [], [{"t": "leave"}, {"t": "sit", "seat": 0}, {"t": "sit", "seat": 1}])

    async def _playing(self) -> None:
        table, host, guest = await self._table(2)
        await host.do(messages.Start(id="start"))
        await guest.until(lambda visit: visit.status == "playing")
        self.at_turn = host if host.choices else guest
        ply, legal = host.history.position["ply"], [choice["action"] for choice in self.at_turn.choices]
        foreign: list[Any] = [{"t": "play", "ply": ply + wrong, "action": legal[0]} for wrong in (-1, 1, 2, 1000)]
        foreign += [{"t": "play", "ply": ply, "action": action} for action in range(100) if action not in legal]
        foreign += [{"t": "play", "ply": ply, "action": action} for action in (1000, 65_535)]
        foreign += [{"t": "play", "ply": ply}, {"t": "play", "ply": ply, "move": {}}]
        foreign += [{"t": "play", "ply": ply, "action": legal[0], "move": {"move": "end_turn"}}]
        foreign += [{"t": "play", "ply": ply, "move": {"move": "lay", "card": {"colour": "red", "number": 99}}}]
        foreign += [{"t": "why_not", "move": move} for move in ({}, {"move": "no"}, {"move": "lay", "card": None})]
        foreign += [{"t": kind, "ply": ply} for kind in ("undo", "next_round", "hint")] + [
            {"t": "undo", "ply": ply - 1}
        ]
        foreign += [{"t": "start"}, {"t": "sit"}, {"t": "sit", "seat": 1}, {"t": "rematch"}, *BAD_NONCES]
        foreign += [{"t": "put_bot", "seat": 0, "level": "random"}, {"t": "take_bot", "seat": 0}, {"t": "close"}]
        foreign += [{"t": "remove", "person": self.people[1].id}, {"t": "add_nonce", "nonce": "ab" * 16}]
        foreign += [{"t": "stand_in", "seat": seat} for seat in (0, 1, 2, 7)]
        self._disturbed(table, host, foreign, [{"t": "return"}, LAY], [{"t": "leave"}, {"t": "return"}, LAY])
        theirs = [{"t": "play", "ply": ply, "action": action} for action in legal]
        for seat in self.seats[-4:]:
            if seat.guest is not self.at_turn.guest:
                seat.foreign += theirs * 10

    async def still_good(self) -> None:
        """Those who sat there quietly go on."""
        assert self.at_turn is not None
        chosen = self.at_turn.choices[0]["action"]
        await self.at_turn.do(messages.Play(id="go-on", ply=self.at_turn.history.position["ply"], action=chosen))
        await self.world.calm()
        self.world.home = True


@pytest.mark.timeout(1800)
def test_whatever_is_sent_gets_a_typed_answer_and_changes_nothing(
    database_url: str, tmp_path: Path, nursery: Nursery
) -> None:
    count = MESSAGES[database_url.partition(":")[0]]

    async def run() -> None:
        server = Server(tmp_path, database_url, "fuzzed", "--messages-per-second", "1000000", nursery=nursery)
        await server.start()
        world = World(lambda: [server.address] if server.address else [], seed=count)
        try:
            assert server.address is not None
            address, scene = server.address, Scene(world)
            async with asyncio.TaskGroup() as group:
                await scene.set_up(group)
                tables = {seat.table for seat in scene.seats}
                before = {log.table: log for log in await checker.read_logs(database_url, tables)}
                sent, told = await disturb_all(address, scene, count)
                print(sent, "messages:", dict(told))
                await scene.still_good()
            await server.stop()
            await checker.check(database_url, world.histories)
            for log in await checker.read_logs(database_url, tables):
                check_log(before[log.table], log, [seat for seat in scene.seats if seat.table == log.table])
        finally:
            await server.kill()
            await world.close()
        assert server.complaints() == []

    asyncio.run(run())


async def disturb_all(address: str, scene: Scene, count: int) -> tuple[int, Counter[str]]:
    """Everybody at once."""
    each = count // len(scene.seats) + 1
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(disturb(address, seat, each, random.Random(f"{count} {number}")))
            for number, seat in enumerate(scene.seats)
        ]
        first = scene.seats[0]
        assert first.guest is not None
        greetings = group.create_task(
            bad_greetings(address, first.table, first.guest, count // 50, random.Random(count))
        )
    told = sum((seat.told for seat in scene.seats), Counter[str]()) + greetings.result()
    return sum(task.result() for task in tasks) + count // 50, told


def check_log(before: checker.Log, after: checker.Log, seats: list[Seat]) -> None:
    """Nothing was written but what was said, once each, and cleaned; and that something had nothing to do."""
    assert after.rows[: len(before.rows)] == before.rows
    said = {(seat.guest.id, id) for seat in seats if seat.guest is not None for id in seat.chats}
    written = {row.number: entries.decode(row.body) for row in after.rows[len(before.rows) :]}
    changes = {number: entry for number, entry in written.items() if not isinstance(entry, Needless)}
    new = {(person, id) for number, person, id in after.commands if number in changes and id != "go-on"}
    assert new == said
    for entry in changes.values():
        if isinstance(entry, Played):
            continue  # the one that went on at the end
        assert isinstance(entry, Chatted), entry
        assert entry.text.strip("\u200d"), entry
        assert all(letter.isprintable() or letter == "\u200d" for letter in entry.text), entry
