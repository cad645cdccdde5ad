"""Processor time of one decision, part by part: `python bench/decision.py [--game NAME] [--profile]`.

A node with tables in this process, on SQLite, with viewers that count what they are sent. No sockets, so that
what they cost can be told apart (`bench/swarm.py` has them). Processor time, not wall-clock: other programs on the
machine disturb it little.
"""

import argparse
import cProfile
import gc
import pstats
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from elftafel import games
from elftafel.server import serve
from elftafel.server.live.live_table import LiveTable
from elftafel.server.node.node import Node
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.settings import Settings
from elftafel.server.store import Store
from elftafel.server.table import commands, views
from elftafel.server.table.commands import Actor
from elftafel.server.table.state import Moment, Table

PLAYERS = 4


class Listener:
    """A viewer without a socket."""

    def __init__(self, person: str) -> None:
        self.person: str | None = person
        self.bytes = 0

    def send(self, message: bytes) -> None:
        self.bytes += len(message)

    def end(self, why: str) -> None:
        self.person = None


async def open_table(node: Node, game: str, number: int) -> tuple[LiveTable, list[Actor]]:
    people = [Actor(f"person-{number}-{seat}", f"Swarm {seat}") for seat in range(PLAYERS)]
    info = await node.hub.opening.open_table(TableSettings(game=game, seats=PLAYERS, rounds=20), people[0])
    live = await node.hub.tables.get(info.id)
    assert live is not None
    for who in people[1:]:
        await node.hub.command(live, who, messages.Sit(id="sit"))
    for who in people:
        live.viewers.add(Listener(who.id))
    await node.hub.command(live, people[0], messages.Start(id="start"))
    return live, people


async def decide(node: Node, live: LiveTable, people: list[Actor], id: str) -> None:
    """The next decision of a table, always chosen the same way."""
    table = live.table
    if table.between_rounds:
        for who in people:
            await node.hub.command(live, who, messages.NextRound(id=f"{id}-{who.name[-1]}", ply=table.ply))
        return
    assert table.match is not None
    assert table.turn is not None
    legal = table.match.game.legal(table.match.state)
    play = messages.Play(id=id, ply=table.ply, action=legal[table.ply % len(legal)])
    await node.hub.command(live, people[table.turn], play)


async def measure(game: str, tables: int, decisions: int, profile: cProfile.Profile | None) -> None:
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix="decision-") as folder:
        store = await Store.open(f"sqlite:///{folder}/decision.db", "one")
        settings = Settings(database=f"sqlite:///{folder}/decision.db", node="one", most_tables_per_person=10_000)
        node = Node(store, settings, Metrics())
        node.hub.warming.start = lambda: None  # type: ignore[method-assign]
        async with node.running():
            opened = [await open_table(node, game, number) for number in range(tables)]
            for number in range(tables * 8):
                await decide(node, *opened[number % tables], f"w{number}")
            gc.collect()
            gc.freeze()
            gc.disable()
            if profile:
                profile.enable()
            fixed = yardstick()
            whole, loop = time.process_time(), time.thread_time()
            for number in range(decisions):
                await decide(node, *opened[number % tables], f"d{number}")
            whole, loop = time.process_time() - whole, time.thread_time() - loop
            if profile:
                profile.disable()
            fixed = (fixed + yardstick()) / 2
            garbage = time.process_time()
            gc.collect()
            garbage = time.process_time() - garbage
            print(
                f"{game:<12} a decision {1e6 * whole / decisions:5.0f} µs: event loop {1e6 * loop / decisions:5.0f}, "
                f"other threads {1e6 * (whole - loop) / decisions:5.0f}; garbage {1e6 * garbage / decisions:.0f}; "
                f"yardstick {1e3 * fixed:.0f} ms"
            )
            parts(opened, game)
        await store.close()


def parts(opened: list[tuple[LiveTable, list[Actor]]], game: str) -> None:
    """What deciding, applying and telling cost, alone."""
    clocks = {"decide": 0.0, "apply": 0.0, "tell": 0.0}
    size = count = 0
    for step in range(20):
        for live, people in opened:
            table = live.table
            if table.turn is None or table.match is None:
                continue
            legal = table.match.game.legal(table.match.state)
            play = messages.Play(id="p", ply=table.ply, action=legal[(table.ply + step) % len(legal)])
            who = people[table.turn]
            (entry,) = timed(clocks, "decide", commands.decide, table, who, play, table.at)
            moment = timed(clocks, "apply", table.apply, table.number + 1, table.at, entry)
            told = timed(clocks, "tell", tell, table, moment)
            size += sum(map(len, told))
            count += 1
    shares = ", ".join(f"{name} {1e6 * seconds / count:.0f}" for name, seconds in clocks.items())
    print(f"{game:<12} alone, µs: {shares}; {size / count / PLAYERS:.0f} bytes an event")


def tell(table: Table, moment: Moment) -> list[bytes]:
    return [views.encoded(table, moment, seat) for seat in range(PLAYERS)]


def yardstick() -> float:
    """Seconds of processor time for some fixed work: how fast the machine is just now."""
    before = time.thread_time()
    for number in range(200_000):
        {number: str(number)}
    return time.thread_time() - before


def timed(clocks: dict[str, float], name: str, work: Callable[..., Any], *given: Any) -> Any:
    before = time.thread_time()
    result = work(*given)
    clocks[name] += time.thread_time() - before
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="all")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=1500)
    parser.add_argument("--profile", default="", help="sort by this: tottime, cumtime")
    arguments = parser.parse_args()
    for name in games.NAMES if arguments.games == "all" else arguments.games.split(","):
        profile = cProfile.Profile() if arguments.profile else None
        loop = serve.new_loop()
        loop.run_until_complete(measure(name, arguments.tables, arguments.decisions, profile))
        loop.close()
        if profile:
            pstats.Stats(profile).sort_stats(arguments.profile).print_stats(45)


if __name__ == "__main__":
    main()
