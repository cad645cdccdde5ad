"""How fast everything is, measured in one run beside hand-written C: `make bench`.

A game with a C program has it in bench/c/<game>.c. Prints a table and writes bench/results.json. Ratios matter; seconds
on a shared machine do not.
"""

import json
import os
import platform
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numba
import numpy as np

from elftafel import games
from elftafel.kernel import batch, record
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import new_journal

HERE = Path(__file__).resolve().parent
REFERENCE = 44e6  # decisions/s of the first C program on the machine that the goals are scaled to
REPEATS = 7
DECISIONS = 3_000_000  # of each game in one run, about


def c_programs() -> dict[str, Path]:
    """The games that have a C program, in the order of the games, each compiled on the spot."""
    (HERE / "build").mkdir(exist_ok=True)
    return {name: build_c(name) for name in games.NAMES if (HERE / "c" / f"{name}.c").exists()}


def build_c(name: str) -> Path:
    """Compile the C program of a game."""
    program, source = HERE / "build" / name, HERE / "c" / f"{name}.c"
    subprocess.run(["gcc", "-O3", "-march=native", "-Wall", "-Wextra", "-o", program, source], check=True)
    return program


def run_c(program: Path, rounds: int, seed: int = 1) -> list[float]:
    """Decisions, points, wins of each seat, seconds."""
    printed = subprocess.run([program, "4", str(rounds), str(seed)], check=True, capture_output=True, text=True)
    return [float(word) for word in printed.stdout.split()]


def players_of(name: str) -> int:
    low, high = games.facts(name).players
    return max(low, min(4, high))


class Runner:
    """One game, ready to be timed."""

    def __init__(self, name: str) -> None:
        self.game = games.load(name)
        self.players = players_of(name)
        options = self.game.facts.read_options({}, self.players)
        self.template = self.game.template(options, self.players, bytes(32))
        self.random(10)
        self.rounds = DECISIONS * 100 // self.random(100)  # so many make about DECISIONS

    def random(self, rounds: int, first: int = 0) -> int:
        """Play random rounds; returns the decisions."""
        work = record.empty(self.game.record)
        luck = new_luck(1 + first)
        return int(batch.rounds_at_random(self.template, work, first, first + rounds, luck, record.new_out()))

    def rate(self) -> float:
        """Decisions a second."""
        start = time.perf_counter()
        decisions = self.random(self.rounds)
        return decisions / (time.perf_counter() - start)

    def threaded(self, rounds: int, threads: int) -> float:
        """Decisions a second of all threads together."""
        share = rounds // threads
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            jobs = [pool.submit(self.random, share, share * t) for t in range(threads)]
            decisions = sum(job.result() for job in jobs)
            return decisions / (time.perf_counter() - start)


def same_statistics(program: Path, runner: Runner, rounds: int = 20_000) -> None:
    """The C program and our rules must play the very same games: same decisions, points and wins."""
    lengths = np.zeros(rounds, np.int32)
    points = np.zeros((rounds, 4), np.int32)
    batch.survey(
        runner.template, record.empty(runner.game.record), 0, rounds, new_luck(1), record.new_out(), new_journal(),
        False, lengths, points, np.zeros(rounds, np.int64), np.zeros((rounds, 32), np.int64),
    )  # fmt: skip
    ours = [int(lengths.sum()), int(points.sum()), *(int((points[:, seat] == 0).sum()) for seat in range(4))]
    theirs = [int(value) for value in run_c(program, rounds)[:-1]]
    if ours != theirs:
        sys.exit(f"the C program plays other games than our rules: {theirs} against {ours}")


def measure() -> dict[str, Any]:
    """All figures. The first game with a C program is the yardstick by which rates are scaled."""
    programs = c_programs()
    yardstick = next(iter(programs))
    runners = {}
    for name in games.NAMES:
        print(f"loading {name} …", file=sys.stderr)
        runners[name] = Runner(name)
    for name, program in programs.items():
        same_statistics(program, runners[name])
    ours: dict[str, list[float]] = {name: [] for name in games.NAMES}
    theirs: dict[str, list[float]] = {name: [] for name in programs}
    for repeat in range(REPEATS):
        print(f"run {repeat + 1} of {REPEATS} …", file=sys.stderr)
        for name, program in programs.items():
            figures = run_c(program, runners[name].rounds)
            theirs[name].append(figures[0] / figures[-1])
        for name, runner in runners.items():
            ours[name].append(runner.rate())
    speedups = []
    for _ in range(5):
        one = runners[yardstick].threaded(400_000, 1)
        speedups.append(runners[yardstick].threaded(400_000, 2) / one)
    scale = REFERENCE / max(theirs[yardstick])
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "decisions_per_second": {name: round(max(rates)) for name, rates in ours.items()},
        "decisions_per_second_scaled": {name: round(max(rates) * scale) for name, rates in ours.items()},
        "c_decisions_per_second": {name: round(max(rates)) for name, rates in theirs.items()},
        "against_c": {name: round(max(ours[name]) / max(rates), 3) for name, rates in theirs.items()},
        "against_c_median": {
            name: round(float(np.median(np.divide(ours[name], rates))), 3) for name, rates in theirs.items()
        },
        "threads_2_vs_1": round(max(speedups), 3),
        "record_bytes": {name: runner.game.record.itemsize for name, runner in runners.items()},
        "others": other_engines(),
    }


def other_engines() -> dict[str, float]:
    """Random play in OpenSpiel and RLCard, from Python, if the extra `bench` is installed."""
    found: dict[str, float] = {}
    rng = np.random.default_rng(1)
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (extra `bench`)", file=sys.stderr)
    else:
        for name in ("crazy_eights", "hearts", "gin_rummy"):
            if name not in pyspiel.registered_names():
                continue
            game = pyspiel.load_game(name)
            start, decisions = time.perf_counter(), 0
            while time.perf_counter() < start + 3:
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(int(rng.choice(state.legal_actions())))
                    decisions += 1
            found[f"open_spiel {name}"] = round(decisions / (time.perf_counter() - start))
    try:
        import rlcard
    except ImportError:
        print("RLCard is not installed (extra `bench`)", file=sys.stderr)
    else:
        from rlcard.agents import RandomAgent

        table = rlcard.make("uno")
        table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])
        start, decisions = time.perf_counter(), 0
        while time.perf_counter() < start + 3:
            trajectories, _ = table.run(is_training=False)
            decisions += sum(len(one) // 2 for one in trajectories)
        found["rlcard uno"] = round(decisions / (time.perf_counter() - start))
    return found


def main() -> None:
    figures = measure()
    (HERE / "results.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(f"{'game':<12}{'decisions/s':>14}{'scaled':>14}   (scaled: the C program at {REFERENCE / 1e6:.0f} million)")
    for name, rate in figures["decisions_per_second"].items():
        print(f"{name:<12}{rate:>14,}{figures['decisions_per_second_scaled'][name]:>14,}")
    for name, rate in figures["c_decisions_per_second"].items():
        print(f"{name}, C (gcc -O3): {rate:,} decisions/s")
        print(f"{name} against C: {figures['against_c'][name]} (median {figures['against_c_median'][name]})")
    print(f"two threads against one: {figures['threads_2_vs_1']}")
    for name, rate in figures["others"].items():
        print(f"{name}: {rate:,.0f} decisions/s")


if __name__ == "__main__":
    main()
