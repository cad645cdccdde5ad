"""How fast bots think and how well they keep to their time: `make bench-bots`.

Iterations a second of the search in each game, beside OpenSpiel's C++ ISMCTS (extra `bench`) on its card games of like
length; and how late the slowest answers come, on a machine at rest and on a busy one. Writes bench/thinking.json.
"""

import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.levels import Budget
from elftafel.bots.thinking import Thinker
from elftafel.games.warm import warm
from elftafel.kernel import verbs
from elftafel.kernel.chance import new_luck

HERE = Path(__file__).resolve().parent
ITERATIONS = 2_000
EVERY = 5  # of the decisions with a choice, so many-th are searched; OpenSpiel too
OPEN_SPIEL = ("euchre", "hearts", "gin_rummy")  # those that can be searched: others lack what its ISMCTS needs
BUDGETS = (0.05, 0.2, 1.0)  # the last is an expert's
ANSWERS = 30  # in each game


def positions(name: str, players: int, rounds: int) -> Any:
    """Positions of sensibly played rounds in which there is a choice."""
    game = games.load(name)
    luck = new_luck(1)
    for number in range(rounds):
        state, _ = game.new_round(game.facts.read_options({}, players), players, 0, bytes(32), number)
        while not state.over:
            if len(game.legal(state)) > 1:
                yield game, state
            game.apply(state, int(verbs.prefer(state, luck)))


def speed(name: str, players: int) -> dict[str, float]:
    """Iterations a second on one thread, the mean over whole rounds; and how long a round is."""
    spent, walked, decisions = 0.0, 0, 0
    for number, (game, state) in enumerate(positions(name, players, 4)):
        decisions = max(decisions, int(state.ply) + 1)
        if number % EVERY == 0:
            began = time.perf_counter()
            verdicts = Thinker(game, number).think(state, Budget(iterations=ITERATIONS), every_move=True)
            spent += time.perf_counter() - began
            walked += sum(verdict.visits for verdict in verdicts)
    return {"players": players, "decisions": decisions, "iterations_per_second": round(walked / spent)}


def open_spiel(name: str) -> dict[str, float] | None:
    """The same for OpenSpiel's ISMCTS, in a process of its own: in some deals of hearts it crashes, then another."""
    program = HERE / "open_spiel_search.py"
    for seed in range(1, 9):
        told = subprocess.run([sys.executable, program, name, str(seed)], capture_output=True, text=True)
        if told.returncode == 0:
            return dict(json.loads(told.stdout))
    print(f"OpenSpiel (extra `bench`), {name}: {told.stderr.strip() or 'crashed'}", file=sys.stderr)
    return None


def lateness(busy: int) -> dict[str, dict[str, float]]:
    """By how many milliseconds answers in all games miss their budget (less than 0: in time), beside busy processes."""
    found = {}
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        for seconds in BUDGETS:
            late = []
            for name in games.NAMES:
                bot = Bot(games.load(name), "expert", 1, Budget(seconds=seconds))
                for game, state in islice(positions(name, min(4, games.facts(name).players[1]), 100), ANSWERS):
                    began = time.perf_counter()
                    assert bot.choose(state) in game.legal(state)
                    late.append(1000 * (time.perf_counter() - began - seconds))
            found[f"{seconds:g}s"] = {
                "median": round(float(np.median(late)), 1),
                "p99": round(float(np.quantile(late, 0.99)), 1),
                "worst": round(max(late), 1),
            }
    finally:
        for process in load:
            process.kill()
            process.wait()
    return found


def main() -> None:
    """Measure, print and write."""
    figures: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "search": {},
        "open_spiel": {},
    }
    for name in games.NAMES:
        print(f"loading {name} …", file=sys.stderr)
        warm(name, thinking=True)
        for players in sorted({2, min(4, games.facts(name).players[1])}):
            figures["search"][f"{name} {players}"] = speed(name, players)
    for name in OPEN_SPIEL:
        if (told := open_spiel(name)) is not None:
            figures["open_spiel"][name] = told
    print("answers in time …", file=sys.stderr)
    cores = os.cpu_count() or 1
    figures["late_ms"] = {"at rest": lateness(0), f"{2 * cores} busy processes": lateness(2 * cores)}
    (HERE / "thinking.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    for group in ("search", "open_spiel"):
        for name, told in figures[group].items():
            label = name if group == "search" else f"OpenSpiel {name} ({told['players']})"
            print(f"{label:<24}{told['decisions']:>5} decisions {told['iterations_per_second']:>10,} iterations/s")
    for load, by_budget in figures["late_ms"].items():
        for budget, late in by_budget.items():
            print(
                f"{load}, budget {budget}: median {late['median']} ms over, 99 % {late['p99']}, worst {late['worst']}"
            )


if __name__ == "__main__":
    main()
