"""The servers that bench/swarm.py drives: Elftafel and boardgame.io, each as a process, and how one plays there."""

import asyncio
import http.client
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from swarm_crowd import Acknowledged, Seat, Table, Tally

HERE = Path(__file__).resolve().parent
TICK = os.sysconf("SC_CLK_TCK")
PLAYERS = 4
ROUNDS = 20  # more decisions than a run makes
STILL = 4.0  # seconds without having sent anything, after which a client of Elftafel pings, as the page does


class Process:
    """A server as the machine sees it."""

    def __init__(self, command: list[str], **more: Any) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)
        self.pid = self.process.pid

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args!r} has ended: {self.process.wait()}")
        return line

    def megabytes(self, field: str = "VmRSS") -> float:
        """Memory now; `VmHWM` for the most there ever was."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1024
        raise ValueError(field)

    def seconds(self) -> float:
        """Processor time so far, of all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def settle(self) -> None:
        """Wait until it has nothing to do."""
        before = -1.0
        while self.seconds() - before > 0.1:
            before = self.seconds()
            time.sleep(1)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Http:
    """Requests on one connection, before the swarm begins."""

    def __init__(self, host: str) -> None:
        self.connection = http.client.HTTPConnection(host, timeout=60)

    def __call__(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise ConnectionError(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text.decode()


# Elftafel


class Choice(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    choices: tuple[Choice, ...]


class Position(msgspec.Struct):
    ply: int
    between_rounds: bool
    winners: tuple[int, ...]
    view: View


class Body(msgspec.Struct):
    position: Position | None = None


class Told(msgspec.Struct, tag_field="t"):
    pass


class Event(Told, tag="event"):
    n: int
    body: Body | None


class Welcome(Told, tag="welcome"):
    n: int
    position: Position | None


class Ack(Told, tag="ack"):
    id: str
    n: int


class Refused(Told, tag="refused"):
    error: str


class Hints(Told, tag="hints"):
    id: str


class Bye(Told, tag="bye"):
    why: str


class Pong(Told, tag="pong"):
    pass


class Presence(Told, tag="presence"):
    pass


class Notice(Told, tag="notice"):
    pass


told = msgspec.json.Decoder(Event | Welcome | Ack | Refused | Hints | Bye | Pong | Presence | Notice)


class ElftafelSeat(Seat):
    """A person at a table of Elftafel."""

    def __init__(self, table: Table, tally: Tally, seat: int, person: str, token: str) -> None:
        super().__init__(table, tally, f"/api/tables/{table.id}/socket")
        self.seat, self.person, self.token = seat, person, token
        self.n = 0
        self.hint_asked = 0.0
        self.hint_seconds: list[float] = []

    def greet(self) -> None:
        self.say({"t": "hello", "version": 2, "token": self.token})

    def say(self, message: dict[str, Any]) -> None:
        self.socket.send(msgspec.json.encode(message))

    def ping(self) -> None:
        if time.perf_counter() - self.socket.said > STILL:
            self.socket.send(b'{"t":"ping"}')

    def heard(self, message: bytes) -> None:
        self.tally.messages += 1
        self.tally.bytes += len(message)
        match told.decode(message):
            case Event(n, body):
                if n != self.n + 1:
                    self.tally.troubles.append(f"event {n} after {self.n}")
                self.n = n
                if body is not None and body.position is not None:
                    self.look(body.position)
            case Ack(id, n):
                if self.table.sent is not None and self.table.sent[0] == id:
                    self.table.acknowledged.append(Acknowledged(self.table.id, self.person, id, n))
                    self.table.answered(self.tally)
                elif id == "sit":
                    self.ready.set_result(None)
            case Welcome(n, position):
                self.n = n
                if not self.greeted.done():
                    self.greeted.set_result(None)
                else:
                    self.tally.resyncs += 1
                    if position is not None:
                        self.look(position)
            case Hints():
                self.hint_seconds.append(time.perf_counter() - self.hint_asked)
            case Refused("stale" | "too_fast" | "busy") if self.hint_asked:
                pass  # the decision was faster than the hint, or many ask
            case Refused(error):
                self.tally.troubles.append(f"refused: {error}")
            case Bye(why):
                self.tally.troubles.append(f"bye: {why}")

    def look(self, position: Position) -> None:
        """Plan the next decision, if it is this seat's."""
        choices = position.view.choices
        if choices and self.table.wants_hint:
            self.table.wants_hint = False
            self.hint_asked = time.perf_counter()
            self.say({"t": "hint", "id": f"h{position.ply}", "ply": position.ply})
        if choices:
            action = choices[position.ply % len(choices)].action
            told = f'{{"t":"play","ply":{position.ply},"action":{action},"id":"'
        elif position.between_rounds and self.seat == 0:
            told = f'{{"t":"next_round","ply":{position.ply},"id":"'
        else:
            return
        if not position.winners:
            self.table.known(lambda id: self.socket.send(f'{told}{id}"}}'.encode()))


class Elftafel:
    """`elftafel serve` on SQLite."""

    name = "Elftafel"

    def __init__(self, folder: Path, games: list[str], sockets: int) -> None:
        self.database = folder / "swarm.db"
        self.games = games
        subprocess.run([sys.executable, "-c", WARM], check=True)
        self.process = Process([*SERVE, *flags_of(str(self.database), sockets)])
        self.host = self.process.line().split("//")[1].strip()
        self.asks = [Http(self.host)]  # one for each node
        self.wait_until_ready(self.asks[0])
        self.process.settle()  # what bots need is loaded after what tables need

    def wait_until_ready(self, ask: Http) -> None:
        """Until all games can be played at a node."""
        while True:
            try:
                if ask("GET", "/readyz")["ready"]:
                    return
            except ConnectionError:
                pass
            time.sleep(0.5)

    def seats(self, tables: int, tally: Tally) -> list[Seat]:
        """Open tables for people who are yet to come."""
        seats: list[Seat] = []
        for number in range(tables):
            people = []
            ask = self.asks[number % len(self.asks)]
            for seat in range(PLAYERS):
                arrived = ask("POST", "/api/people", {"name": f"Swarm {seat}", "language": "en"})
                people.append((arrived["person"]["id"], arrived["token"]))
            settings = {"game": self.games[number % len(self.games)], "seats": PLAYERS, "rounds": ROUNDS, "hints": True}
            table = Table(ask("POST", "/api/tables", settings, people[0][1])["id"])
            seats += [ElftafelSeat(table, tally, seat, *who) for seat, who in enumerate(people)]
        return seats

    async def begin(self, seats: list[Seat]) -> None:
        """Everybody sits down, then the cards are dealt."""
        for seat in seats:
            assert isinstance(seat, ElftafelSeat)
            if seat.seat:
                seat.say({"t": "sit", "id": "sit"})
                await asyncio.sleep(0.0005)
        await asyncio.gather(*(seat.ready for seat in seats if isinstance(seat, ElftafelSeat) and seat.seat))
        for seat in seats[::PLAYERS]:
            assert isinstance(seat, ElftafelSeat)
            seat.say({"t": "start", "id": "start"})
            await asyncio.sleep(0.002)

    def database_seconds(self) -> float:
        """SQLite works in the server's process."""
        return 0.0

    def collect_garbage(self) -> None:
        """Python frees at once what is not used."""

    def check(self, acknowledged: list[Acknowledged]) -> int:
        """How many acknowledged decisions are not in the log, after the server has stopped."""
        with closing(sqlite3.connect(self.database)) as database:
            rows = database.execute("SELECT table_id, person, command, number FROM entries WHERE command IS NOT NULL")
            kept = {Acknowledged(*row) for row in rows}
        return sum(one not in kept for one in acknowledged)


def flags_of(database: str, sockets: int) -> list[str]:
    """What `elftafel serve` is told, so that one address may have so many sockets."""
    flags = {
        "port": 0,
        "database": database,
        "most-sockets-per-address": sockets + 10,
        "most-connections-per-address": sockets + 10,
        "people-per-hour": 1_000_000,
        "requests-per-second": 100_000,
        "log-level": "warning",
    }
    return [text for name, value in flags.items() for text in (f"--{name}", str(value))]


WARM = "from elftafel import games; from elftafel.games.warm import warm; [warm(name, True) for name in games.NAMES]"
SERVE = [sys.executable, "-m", "elftafel", "serve"]


# boardgame.io


class G(msgspec.Struct):
    choices: tuple[int, ...] | None


class State(msgspec.Struct):
    G: G
    id: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
sync = msgspec.json.Decoder(tuple[str, str, Synced])
SPACE = b"/elfer,"


class BoardgameSeat(Seat):
    """A player of boardgame.io: engine.io 4 and socket.io over a WebSocket."""

    def __init__(self, table: Table, tally: Tally, player: str, credentials: str) -> None:
        super().__init__(table, tally, "/socket.io/?EIO=4&transport=websocket")
        self.player, self.credentials = player, credentials
        self.asked: int | None = None  # the state in which this player moved

    def greet(self) -> None:
        """The server speaks first."""

    def heard(self, message: bytes) -> None:
        self.tally.messages += 1
        self.tally.bytes += len(message)
        if message == b"2":
            self.socket.send(b"3")
        elif message.startswith(b"0"):
            self.socket.send(b"40" + SPACE)
        elif message.startswith(b"40"):
            self.emit("sync", self.table.id, self.player, self.credentials, PLAYERS)
        elif message.startswith(b'42/elfer,["update"'):
            self.look(update.decode(message[9:])[2])
        elif message.startswith(b'42/elfer,["sync"'):
            self.greeted.set_result(None)
            self.look(sync.decode(message[9:])[2].state)
        elif not message.startswith(b'42/elfer,["matchData"'):
            self.tally.troubles.append(message.decode())

    def emit(self, *what: Any) -> None:
        self.socket.send(b"42" + SPACE + msgspec.json.encode(what))

    def look(self, state: State) -> None:
        """Note the answer to the own move, and plan the next one if it is this player's."""
        if self.asked is not None and state.id > self.asked:
            self.asked = None
            self.table.answered(self.tally)
        if state.G.choices is not None:
            self.table.known(lambda _: self.move(state))

    def move(self, state: State) -> None:
        self.asked = state.id
        choices = state.G.choices
        move = {"type": "lay", "args": [choices[state.id % len(choices)]]} if choices else {"type": "draw", "args": []}
        payload = {**move, "playerID": self.player, "credentials": self.credentials}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, state.id, self.table.id, self.player)


class BoardgameIo:
    """boardgame.io's server with a game of like size."""

    def __init__(self, folder: Path, storage: str) -> None:
        self.name = f"boardgame.io, {storage}"
        program = HERE / "boardgame_io"
        if not (program / "node_modules").exists():
            subprocess.run([str(shutil.which("npm")), "install", "--no-audit", "--no-fund"], cwd=program, check=True)
        where = "memory" if storage == "memory" else str(folder / "matches")
        command = ["node", "--expose-gc", "server.js", where]
        self.process = Process(command, cwd=program, env={**os.environ, "NODE_ENV": "production"})
        self.host = f"127.0.0.1:{self.process.line().split()[1]}"

    def seats(self, tables: int, tally: Tally) -> list[Seat]:
        """Make matches and join them."""
        ask = Http(self.host)
        seats: list[Seat] = []
        for _ in range(tables):
            table = Table(ask("POST", "/games/elfer/create", {"numPlayers": PLAYERS})["matchID"])
            for player in map(str, range(PLAYERS)):
                who = {"playerID": player, "playerName": f"Swarm {player}"}
                joined = ask("POST", f"/games/elfer/{table.id}/join", who)
                seats.append(BoardgameSeat(table, tally, player, joined["playerCredentials"]))
        return seats

    def database_seconds(self) -> float:
        """It has no database."""
        return 0.0

    async def begin(self, seats: list[Seat]) -> None:
        """A match runs from its making."""

    def collect_garbage(self) -> None:
        os.kill(self.process.pid, signal.SIGUSR2)
        time.sleep(1)

    def check(self, acknowledged: list[Acknowledged]) -> int:
        """It tells before it writes, so there is no promise to check."""
        return 0
