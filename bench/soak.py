"""Does memory stay where it is? `make bench-soak`.

A real server with 100 tables of bots, all games and levels, each with one viewer; when a match is over, its table is
followed by a new one, at a fixed pace. Takes the server's memory every 10 seconds and compares the end with where it
stood after five minutes; then everybody leaves, and what stays is told too. Writes bench/soak.json.
"""

import argparse
import asyncio
import http.client
import json
import os
import platform
import sys
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from swarm_servers import Elftafel, Http
from swarm_socket import Socket

from elftafel import games

HERE = Path(__file__).resolve().parent
LEVELS = ("casual", "strong", "expert", "easy")
ALONE = 90.0  # seconds without anybody: tables leave memory after 60
PING = 5.0  # seconds between a viewer's signs of life
SETTLED = 300.0  # seconds after which memory is taken for the comparison
MOST = 1.10  # times that much at the end


class Position(msgspec.Struct):
    winners: tuple[int, ...]


class Body(msgspec.Struct):
    position: Position | None = None


class Told(msgspec.Struct):
    """Any message of the server, as far as it matters here."""

    t: str
    body: Body | None = None
    error: str = ""
    why: str = ""


told = msgspec.json.Decoder(Told)


class Watcher:
    """Opens a table of bots and watches it to its end."""

    def __init__(self, soak: "Soak", number: int) -> None:
        self.soak, self.number = soak, number
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.socket: Socket

    def heard(self, message: bytes) -> None:
        """A message from the server."""
        this = told.decode(message)
        self.soak.messages += 1
        if this.t in ("refused", "bye"):
            self.soak.troubles.append(f"{this.t}: {this.error or this.why}")
        if this.body is not None and this.body.position is not None and this.body.position.winners:
            self.end()

    def end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)

    async def play(self, token: str) -> None:
        """One match from opening to its end."""
        game = games.NAMES[self.number % len(games.NAMES)]
        seats = min(4, games.facts(game).players[-1])
        settings = {"game": game, "seats": seats, "rounds": 1}
        table = (await self.soak.ask("/api/tables", settings, token))["id"]
        loop = asyncio.get_running_loop()
        host, _, port = self.soak.server.host.partition(":")
        _, self.socket = await loop.create_connection(
            partial(Socket, self.soak.server.host, f"/api/tables/{table}/socket", self.heard), host, int(port)
        )
        await self.socket.opened
        self.say({"t": "hello", "version": 2, "token": token})
        bots: list[dict[str, Any]] = [
            {"t": "put_bot", "id": f"bot{seat}", "seat": seat, "level": LEVELS[(self.number + seat) % len(LEVELS)]}
            for seat in range(seats)
        ]
        for message in [{"t": "leave", "id": "leave"}, *bots, {"t": "start", "id": "start"}]:
            await asyncio.sleep(0.3)
            self.say(message)
        while not (await asyncio.wait([self.over], timeout=PING))[0]:
            if self.socket.closed is not None:
                self.soak.troubles.append(self.socket.closed)
                break
            self.say({"t": "ping"})
        self.socket.close()

    def say(self, message: dict[str, Any]) -> None:
        if self.socket.closed is None:
            self.socket.send(msgspec.json.encode(message))


class Soak:
    """So many tables at once, until the time is over."""

    def __init__(self, server: Elftafel, matches_per_second: float) -> None:
        self.server = server
        self.every = 1 / matches_per_second
        self.opened = self.matches = self.messages = 0
        self.due = 0.0
        self.troubles: list[str] = []

    async def ask(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        """Make something by HTTP, beside all else; again if the server is too busy to answer."""
        while True:
            try:
                return await asyncio.to_thread(Http(self.server.host), "POST", path, body, token)
            except (OSError, http.client.HTTPException) as problem:
                self.troubles.append(str(problem))
                await asyncio.sleep(1)

    async def keep(self, until: float) -> None:
        """One table after the other."""
        name = {"name": "Soak", "language": "en"}
        while time.perf_counter() < until:
            self.due = max(self.due, time.perf_counter()) + self.every
            await asyncio.sleep(self.due - time.perf_counter())
            if time.perf_counter() >= until:
                return
            token = (await self.ask("/api/people", name))["token"]
            self.opened += 1
            watcher = Watcher(self, self.opened)
            ending = asyncio.get_running_loop().call_later(until - time.perf_counter(), watcher.end)
            try:
                await watcher.play(token)
            except OSError as problem:
                self.troubles.append(str(problem))
                continue
            self.matches += not ending.cancelled() and time.perf_counter() < until
            ending.cancel()

    async def run(self, tables: int, seconds: float) -> dict[str, Any]:
        """Everything that was measured."""
        began = time.perf_counter()
        process = self.server.process
        first = process.megabytes()
        samples: list[tuple[float, float, int]] = []
        keeping = asyncio.gather(*(self.keep(began + seconds) for _ in range(tables)))
        while (passed := time.perf_counter() - began) < seconds:
            await asyncio.sleep(10)
            passed = time.perf_counter() - began
            samples.append((round(passed, 1), round(process.megabytes(), 1), self.matches))
            if len(samples) % 6 == 0:
                print(f"{passed:6.0f} s  {samples[-1][1]:7.1f} MB  {self.matches} matches", flush=True)
        await keeping
        await asyncio.sleep(ALONE)
        settled, end = mean_at(samples, min(SETTLED, seconds / 2)), mean_at(samples, seconds)
        return {
            "seconds": seconds,
            "tables": tables,
            "matches": self.matches,
            "matches_in_five_minutes": round(self.matches * 300 / seconds),
            "messages": self.messages,
            "troubles": sorted(set(self.troubles))[:5],
            "megabytes": {
                "before": round(first, 1),
                "after_five_minutes": settled,
                "end": end,
                "most": round(process.megabytes("VmHWM"), 1),
                "nobody_there": round(process.megabytes(), 1),
            },
            "growth": round(end / settled, 3),
            "samples": samples[5::6],
        }


def mean_at(samples: list[tuple[float, float, int]], at: float) -> float:
    """The memory in the minute before a moment, on the mean."""
    near = [megabytes for seconds, megabytes, _ in samples if at - 60 <= seconds <= at + 10]
    return round(sum(near) / len(near), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--pace", type=float, default=422 / 300, help="new matches a second, at most")
    parser.add_argument("--write", action=argparse.BooleanOptionalAction, default=True, help="bench/soak.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=HERE, prefix="soak-") as folder:
        server = Elftafel(Path(folder), list(games.NAMES), arguments.tables)
        try:
            found = asyncio.run(Soak(server, arguments.pace).run(arguments.tables, arguments.minutes * 60))
        finally:
            server.process.stop()
    figures = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        **found,
    }
    if arguments.write:
        (HERE / "soak.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps({key: value for key, value in figures.items() if key != "samples"}, indent=2))
    if found["growth"] > MOST or found["troubles"]:
        sys.exit("memory has grown, or something went wrong")


if __name__ == "__main__":
    main()
