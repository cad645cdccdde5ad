"""How true reviews are: `make bench-review`. Writes bench/review.json and prints the table of docs/review.md.

For each game and number of players, matches of mixed levels are played and reviewed twice (elftafel.lab.truth). What is
done is kept in bench/build/review.jsonl, so that a run which was stopped continues, and `--matches` may grow.
"""

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from elftafel import games
from elftafel.bots.levels import Budget
from elftafel.games.warm import warm
from elftafel.lab.arena import sources
from elftafel.lab.estimates import Estimate, progress_bar
from elftafel.lab.truth import LEVELS, Figures, Row, figures, row

HERE = Path(__file__).resolve().parent
KEPT = HERE / "build" / "review.jsonl"
PLAYERS = (2, 4)
SINGLE = 1


class Task(msgspec.Struct, frozen=True):
    """One match to play and to review."""

    game: str
    players: int
    rounds: int
    iterations: int
    number: int


class Kept(msgspec.Struct, frozen=True):
    """A line of the file: by which sources, which match, what it told."""

    sources: str
    task: Task
    row: Row
    seconds: float


def done(task: Task) -> Kept:
    """Do one task, on one thread."""
    began = time.process_time()
    game = games.load(task.game)
    found = row(game, task.players, task.rounds, task.number, Budget(iterations=task.iterations))
    return Kept(sources(), task, found, time.process_time() - began)


def kept(path: Path) -> Iterator[Kept]:
    """What was done before with the same sources."""
    if path.exists():
        for line in path.read_bytes().splitlines():
            one = msgspec.json.decode(line, type=Kept)
            if one.sources == sources():
                yield one


def said(estimate: Estimate | None, digits: int = 0) -> str:
    """A share in percent with how far its interval reaches."""
    if estimate is None:
        return ""
    reach = max(estimate.above, estimate.below)
    return f"{100 * estimate.value:.{digits}f}" + (f" ± {100 * reach:.{digits}f}" if reach else "")


def table(found: list[Figures]) -> str:
    """The figures as a Markdown table."""
    lines = [
        "| game, players, rounds | matches, decisions | equal marks | blunder beside fine | spread / claimed | planted "
        "blunders marked | good moves marked | loss a decision: expert, casual, easy | deal luck | draw luck |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        lines.append(
            f"| {games.facts(one.game).title}, {one.players}, {one.rounds} | {one.matches}, {one.decisions} "
            f"| {said(one.equal)} % | {one.far} | {one.spread:.2f} ({one.pairs}) "
            f"| {said(one.dear)} | {said(one.cheap)} "
            f"| {', '.join(said(one.loss.get(level), 2) for level in LEVELS)} "
            f"| {', '.join(said(one.deal.get(level)) for level in LEVELS)} "
            f"| {', '.join(said(one.draw.get(level)) for level in LEVELS)} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=games.NAMES, action="append", help="these games alone")
    parser.add_argument("--players", type=int, action="append", help="default: 2 and 4")
    parser.add_argument("--matches", type=int, default=20, help="of each; default %(default)s")
    parser.add_argument("--rounds", type=int, default=SINGLE, help="of a match; default %(default)s")
    parser.add_argument("--budget", type=int, default=5_000, help="iterations a decision; default %(default)s")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--no-write", action="store_true", help="leave bench/review.json as it is")
    given = parser.parse_args()
    names = given.only or games.NAMES
    kinds = [(name, players) for name in names for players in given.players or PLAYERS]
    tasks = [
        Task(name, players, given.rounds, given.budget, number)
        for number in range(given.matches)
        for name, players in kinds
    ]
    for name in names:
        warm(name, thinking=True)
    KEPT.parent.mkdir(exist_ok=True)
    rows = {one.task: one for one in kept(KEPT)}
    left = [task for task in tasks if task not in rows]
    with (
        KEPT.open("ab") as file,
        ProcessPoolExecutor(given.jobs) as pool,
        progress_bar(len(tasks), sys.stderr.isatty(), "matches", len(tasks) - len(left)) as tick,
    ):
        for future in as_completed([pool.submit(done, task) for task in left]):
            one = future.result()
            rows[one.task] = one
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            tick(1)
    found = []
    for name, players in kinds:
        mine = [rows[task].row for task in tasks if (task.game, task.players) == (name, players)]
        found.append(figures(name, players, given.rounds, given.budget, mine))
    print(table(found))
    if not given.no_write:
        report = {
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "figures": found,
        }
        (HERE / "review.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")


if __name__ == "__main__":
    main()
