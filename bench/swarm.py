"""How many people a server holds: `make bench-swarm`.

Drives real sockets against a real server process: so many people at so many tables, decisions spread evenly, each
client with its pings. Times every decision from sending to acknowledgement, compares what was acknowledged with the log
at the end, and raises the rate until the server cannot keep up. Then the same against boardgame.io's server (npm).
Writes bench/swarm.json.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from swarm_beside import Beside
from swarm_crowd import Seat, Table, Tally
from swarm_servers import PLAYERS, TICK, BoardgameIo, Elftafel
from swarm_socket import Socket

from elftafel import games

HERE = Path(__file__).resolve().parent
BEAT = 2.5  # seconds between a client's looks at its connection: is a sign of life due?
CONNECTING = 250  # sockets a second
DRAIN = 10.0  # seconds to wait for the last answers
PATIENCE = 0.05  # seconds: 99 % of the answers come within this, or the rate is not held
STEP = 1.25
KINDS = "elftafel; boardgame.io on memory, files; nodes1 to nodes9, spread2 to spread9 on PostgreSQL"
HELD = 0.98  # of the decisions that are due must be answered in the same time


def busy() -> tuple[float, float]:
    """Processor seconds of the whole machine so far: usual work, and work with a lower priority."""
    user, nice, system, _, _, irq, softirq, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + system + irq + softirq + steal) / TICK, nice / TICK


class Swarm:
    """Everybody, and what they are told to do."""

    def __init__(self, server: Elftafel | BoardgameIo, tally: Tally, seats: list[Seat]) -> None:
        self.server, self.tally, self.seats = server, tally, seats
        self.tables: list[Table] = list(dict.fromkeys(seat.table for seat in seats))
        self.lags: list[float] = []

    async def connect(self) -> None:
        """All sockets, a few at a time."""
        loop = asyncio.get_running_loop()
        for seat in self.seats:
            where = seat.host or self.server.host
            host, _, port = where.partition(":")
            _, seat.socket = await loop.create_connection(
                partial(Socket, where, seat.path, seat.heard), host, int(port)
            )
            await seat.socket.opened
            seat.greet()
            await asyncio.sleep(1 / CONNECTING)
        async with asyncio.timeout(60):
            await asyncio.gather(*(seat.greeted for seat in self.seats))

    async def begin(self) -> None:
        """Until every table waits for its first decision."""
        async with asyncio.timeout(60):
            await self.server.begin(self.seats)
            while not all(table.next for table in self.tables):
                await asyncio.sleep(0.05)

    async def ping(self) -> None:
        """Everybody's signs of life, spread evenly, for as long as the swarm is there."""
        began, sent = time.perf_counter(), 0
        while True:
            wanted = int((time.perf_counter() - began) * len(self.seats) / BEAT)
            for number in range(sent, wanted):
                seat = self.seats[number % len(self.seats)]
                if seat.greeted.done():
                    seat.ping()
            sent = wanted
            await asyncio.sleep(0.005)

    async def watch(self) -> None:
        """How late the driver's own loop is."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.02)
            self.lags.append(time.perf_counter() - before - 0.02)

    async def decide(self, rate: float, until: float) -> None:
        """Decisions at a rate, table after table, each at its moment."""
        began, made = time.perf_counter(), 0
        while (now := time.perf_counter()) < until:
            while (due := began + made / rate) <= now:
                self.tables[made % len(self.tables)].decide(due, self.tally)
                made += 1
            await asyncio.sleep(max(0.0, due - now))

    async def drain(self) -> int:
        """Wait for the last answers; gives how many never came."""
        end = time.perf_counter() + DRAIN
        while (missing := self.missing()) and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        for table in self.tables:
            table.owed.clear()
        return missing

    def missing(self) -> int:
        return sum((table.sent is not None) + len(table.owed) for table in self.tables)

    async def measure(self, rate: float, ramp: float, seconds: float) -> dict[str, Any]:
        """Decisions at a rate for so long, after a ramp-up."""
        process = self.server.process
        began = time.perf_counter()
        self.tally.begin(began + ramp)
        deciding = asyncio.create_task(self.decide(rate, began + ramp + seconds))
        await asyncio.sleep(ramp)
        self.lags.clear()
        cpu, own, others = process.seconds(), time.process_time(), busy()
        database = self.server.database_seconds()
        messages, size = self.tally.messages, self.tally.bytes
        await deciding
        self.tally.until = time.perf_counter()
        took = self.tally.until - self.tally.since
        cpu, own = process.seconds() - cpu, time.process_time() - own
        database = self.server.database_seconds() - database
        others = (busy()[0] - others[0] - cpu - own - database, busy()[1] - others[1])
        answered = len(self.tally.seconds)
        messages, size = self.tally.messages - messages, self.tally.bytes - size
        lost = await self.drain()
        times = np.array(self.tally.seconds or [float("nan")]) * 1000
        p50, p95, p99 = np.quantile(times, (0.5, 0.95, 0.99))
        return {
            "wanted_per_second": round(rate, 1),
            "decisions_per_second": round(answered / took, 1),
            "milliseconds": {"p50": ms(p50), "p95": ms(p95), "p99": ms(p99), "max": ms(times.max())},
            "never_answered": lost,
            "server_cores": round(cpu / took, 3),
            "server_ms_a_decision": ms(1000 * cpu / max(1, answered)),
            "database_ms_a_decision": ms(1000 * database / max(1, answered)),
            "server_megabytes": round(process.megabytes(), 1),
            "messages_per_second": round(messages / took),
            "bytes_a_message": round(size / max(1, messages)),
            "driver": {
                "cores": round(own / took, 3),
                "late_ms_p99": ms(np.quantile(self.tally.late or [0.0], 0.99) * 1000),
                "loop_lag_ms_p99": ms(np.quantile(self.lags or [0.0], 0.99) * 1000),
            },
            "others_cores": {"usual": round(max(0.0, others[0]) / took, 2), "low_priority": round(others[1] / took, 2)},
        }

    def is_held(self, told: dict[str, Any]) -> bool:
        """Whether the server kept up with a rate."""
        kept_up = told["decisions_per_second"] >= HELD * told["wanted_per_second"] and not told["never_answered"]
        return kept_up and told["milliseconds"]["p99"] <= 1000 * PATIENCE and not self.tally.troubles

    async def climb(self, rate: float, ramp: float, seconds: float) -> list[dict[str, Any]]:
        """Raise the rate until it is not held, or lower it until it is."""
        steps: list[dict[str, Any]] = []
        up = True
        while rate > 1:
            for _ in range(2):  # once more: another program may have been in the way
                steps.append(await self.measure(rate, ramp, seconds))
                report(f"{rate:,.0f} wanted", steps[-1])
                if self.is_held(steps[-1]) or self.tally.troubles:
                    break
            held = self.is_held(steps[-1])
            if len({step["wanted_per_second"] for step in steps}) == 1:
                up = held
            if held != up or self.tally.troubles:
                break
            rate = rate * STEP if up else rate / STEP
        return steps


def ms(value: float) -> float:
    return round(float(value), 2)


def report(name: str, told: dict[str, Any]) -> None:
    times = told["milliseconds"]
    print(
        f"{name:<28}{told['decisions_per_second']:>9,.1f}/s  p50 {times['p50']:>7.2f}  p95 {times['p95']:>7.2f}  "
        f"p99 {times['p99']:>7.2f}  max {times['max']:>8.2f} ms  lost {told['never_answered']}  "
        f"server {told['server_cores']:.2f} cores {told['server_ms_a_decision']:.2f} ms each "
        f"(database {told['database_ms_a_decision']:.2f}) "
        f"{told['server_megabytes']:.0f} MB  driver {told['driver']['cores']:.2f} "
        f"lag {told['driver']['loop_lag_ms_p99']:.1f} ms  "
        f"others {told['others_cores']['usual']:.2f} + {told['others_cores']['low_priority']:.2f}",
        flush=True,
    )


async def run(server: Elftafel | BoardgameIo, arguments: argparse.Namespace) -> dict[str, Any]:
    """One server, from connecting to the last answer."""
    process, tally = server.process, Tally()
    tables = arguments.tables
    seats = server.seats(tables, tally)
    swarm = Swarm(server, tally, seats)
    gc.collect()
    gc.freeze()
    server.collect_garbage()
    alone = process.megabytes()
    tasks = [asyncio.create_task(work()) for work in (swarm.ping, swarm.watch)]
    await swarm.connect()
    server.collect_garbage()
    connected = process.megabytes()
    await swarm.begin()
    found: dict[str, Any] = {
        "sockets": len(seats),
        "tables": tables,
        "seconds": arguments.seconds,
        "megabytes": {"before_connecting": round(alone, 1), "connected": round(connected, 1)},
        "kilobytes_a_connection": round((connected - alone) * 1024 / len(seats), 1),
    }
    found["steady"] = await swarm.measure(tables / arguments.every, arguments.ramp, arguments.seconds)
    found["megabytes"]["peak"] = round(process.megabytes("VmHWM"), 1)
    report(server.name, found["steady"])
    found["beside"] = {}
    for kind in filter(None, arguments.beside.split(",")):
        if not isinstance(server, Elftafel):
            break
        beside = Beside(server, seats, kind)
        task = asyncio.create_task(beside.run())
        told = await swarm.measure(tables / arguments.every, arguments.ramp / 2, arguments.step)
        task.cancel()
        found["beside"][kind] = {**beside.told(), "decisions": told}
        report(f"beside {kind}", told)
        print(f"  {beside.told()}")
    if arguments.climb:
        found["climb"] = await swarm.climb(tables / arguments.every * STEP, arguments.ramp / 2, arguments.step)
        held = [step for step in [found["steady"], *found["climb"]] if swarm.is_held(step)]
        found["held_per_second"] = max((step["decisions_per_second"] for step in held), default=0.0)
    found["resyncs"] = tally.resyncs
    found["troubles"] = sorted(set(tally.troubles))[:5]
    found["closed_sockets"] = sum(seat.socket.closed is not None for seat in seats)
    for task in tasks:
        task.cancel()
    for seat in seats:
        seat.socket.close()
    await asyncio.sleep(0.5)
    process.stop()
    acknowledged = [one for table in swarm.tables for one in table.acknowledged]
    found["acknowledged"] = len(acknowledged)
    found["missing_in_the_log"] = server.check(acknowledged)
    return found


def summary(figures: dict[str, Any]) -> None:
    """The table at the end."""
    print(f"\n{'server':<26}{'p50':>8}{'p99':>8}{'max':>9}{'lost':>6}{'MB':>7}{'KB a socket':>13}{'held/s':>9}")
    for name, told in figures["servers"].items():
        steady, times = told["steady"], told["steady"]["milliseconds"]
        lost = steady["never_answered"] + told["missing_in_the_log"]
        print(
            f"{name:<26}{times['p50']:>8.2f}{times['p99']:>8.2f}{times['max']:>9.2f}{lost:>6}"
            f"{told['megabytes']['peak']:>7.0f}{told['kilobytes_a_connection']:>13.1f}"
            f"{told.get('held_per_second', float('nan')):>9,.0f}"
        )
    for name, ratio in figures.get("elftafel_against", {}).items():
        print(f"against {name}: {ratio['held']} × the decisions/s, {ratio['memory']} × the memory a connection")


def ratios(servers: dict[str, Any]) -> dict[str, Any]:
    """Elftafel's figures by those of the others."""
    ours = servers.get("Elftafel")
    found: dict[str, Any] = {}
    for name, told in servers.items():
        if ours is not None and told is not ours and told.get("held_per_second") and "held_per_second" in ours:
            found[name] = {
                "held": round(ours["held_per_second"] / told["held_per_second"], 2),
                "memory": round(ours["kilobytes_a_connection"] / told["kilobytes_a_connection"], 2),
            }
    return found


def server_of(kind: str, folder: Path, names: list[str], sockets: int) -> Elftafel | BoardgameIo:
    """A server that was started: `elftafel`, `memory`, `files`, `nodes2`, or `spread2` on PostgreSQL."""
    if kind == "elftafel":
        return Elftafel(folder, names, sockets)
    if kind in ("memory", "files"):
        return BoardgameIo(folder, kind)
    from swarm_nodes import Nodes  # needs PostgreSQL

    return Nodes(folder, names, sockets, int(kind[-1]), kind.startswith("spread"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", default="elftafel,memory,files", help=KINDS)
    parser.add_argument("--tables", type=int, default=500, help=f"with {PLAYERS} people each")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between the decisions of a table")
    parser.add_argument("--seconds", type=float, default=30.0, help="to measure")
    parser.add_argument("--ramp", type=float, default=6.0, help="seconds before")
    parser.add_argument("--step", type=float, default=10.0, help="seconds to measure each higher rate")
    parser.add_argument("--climb", action=argparse.BooleanOptionalAction, default=True, help="raise the rate")
    parser.add_argument(
        "--beside", default="", help="other work at the same rate, one after the other: lobby,replay,hints"
    )
    parser.add_argument("--games", default=games.NAMES[0], help="at Elftafel's tables, in turn; `all` for all of them")
    parser.add_argument("--write", action=argparse.BooleanOptionalAction, default=True, help="bench/swarm.json")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    names = list(games.NAMES) if arguments.games == "all" else arguments.games.split(",")
    figures: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "games": names,
        "servers": {},
    }
    for kind in arguments.servers.split(","):
        with tempfile.TemporaryDirectory(dir=HERE, prefix="swarm-") as folder:
            print(f"starting {kind} …", file=sys.stderr)
            sockets = arguments.tables * PLAYERS
            made = server_of(kind, Path(folder), names, sockets)
            try:
                figures["servers"][made.name] = asyncio.run(run(made, arguments))
            finally:
                made.process.stop()
    figures["elftafel_against"] = ratios(figures["servers"])
    if arguments.write:
        (HERE / "swarm.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    summary(figures)


if __name__ == "__main__":
    main()
