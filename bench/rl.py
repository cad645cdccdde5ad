"""How many steps a second the environments make, beside other libraries in one run: `make bench-rl`.

Random legal play, 4 players, legal actions and features included, in seconds of the processor. Prints a table, writes
bench/rl.json. A hand-written C program of the first game (bench/c) runs in between: a busy machine slows all of them,
so rates are also given as they would be where that program makes `REFERENCE` decisions a second. `python bench/rl.py
GAME …` measures some games and writes no file.
"""

import importlib.util
import json
import os
import platform
import resource
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from run import REFERENCE, c_programs, players_of, run_c

from elftafel import games
from elftafel.kernel.jit import compiled
from elftafel.rl.rounds import Rounds, unpack_mask
from elftafel.rl.table import EpisodeTable
from elftafel.rl.terms import Terms

HERE = Path(__file__).resolve().parent
BATCH = 1024
REPEATS = 7
STEPS = 400  # of a batch in one measurement
SECONDS = 2.0  # for each of the other libraries


@compiled
def choose(mask: Any, seed: int, actions: Any) -> None:
    """A random legal action in each row of a mask."""
    for i in range(mask.shape[0]):
        seed = seed * 6364136223846793005 + 1442695040888963407 & 0x7FFFFFFFFFFFFFFF
        legal = 0
        for action in range(mask.shape[1]):
            legal += mask[i, action]
        wanted = (seed >> 33) * legal >> 30
        action = -1
        while wanted >= 0:
            action += 1
            wanted -= mask[i, action]
        actions[i] = action


class Runner:
    """One game in one form, ready to be timed."""

    def __init__(self, name: str, packed: bool = False, threads: int = 1) -> None:
        self.rounds = Rounds(Terms.of(name, players_of(name)), BATCH, packed=packed, threads=threads)
        self.actions = np.zeros(BATCH, np.int64)
        self.seed = 1
        self.step()

    def mask(self) -> NDArray[np.int8]:
        rounds = self.rounds
        return unpack_mask(rounds.terms.game.facts, rounds.mask) if rounds.packed else rounds.mask

    def step(self, clock: Callable[[], int] = time.thread_time_ns) -> int:
        """One step of all rounds; returns the nanoseconds that it took, without the choice of actions."""
        self.seed += 1
        choose(self.mask(), self.seed, self.actions)
        before = clock()
        self.rounds.step(self.actions)
        return clock() - before

    def rate(self, clock: Callable[[], int] = time.thread_time_ns) -> float:
        """Steps of single rounds a second."""
        return STEPS * BATCH / sum(self.step(clock) for _ in range(STEPS)) * 1e9


def c_rate(program: Path) -> float:
    """Decisions of the C program in a second of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    decisions = run_c(program, 20_000)[0]
    return decisions / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def single_steps(name: str) -> float:
    """Steps a second at one table from Python, as PettingZoo takes them: observation and mask of the seat at turn."""
    table = EpisodeTable(Terms.of(name, players_of(name)))
    table.begin(1)
    rng = np.random.default_rng(1)
    before, made = time.process_time(), 0
    while time.process_time() < before + SECONDS:
        table.observe(table.seat)
        table.mask(table.seat)
        table.play(table.legal[int(rng.integers(len(table.legal)))])
        made += 1
        if table.over:
            table.begin()
    return made / (time.process_time() - before)


def aec_rate(env: Any) -> float:
    """Steps a second of a PettingZoo environment."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    before, made = time.process_time(), 0
    while time.process_time() < before + SECONDS:
        for _ in env.agent_iter(1000):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            made += 1
    return made / (time.process_time() - before)


def zoo_rates(names: tuple[str, ...]) -> dict[str, float]:
    """PettingZoo: ours, and card games of its own."""
    if not importlib.util.find_spec("pettingzoo"):
        return {}
    from elftafel.rl.zoo import env

    found = {f"PettingZoo, our {name}": aec_rate(env(name)) for name in names}
    for module, needs in (("rlcard_envs.leduc_holdem", "rlcard"), ("hanabi.hanabi", "shimmy")):
        try:
            theirs = importlib.import_module(f"pettingzoo.classic.{module}")
            found[f"PettingZoo, its {module.rpartition('.')[2]}"] = aec_rate(theirs.env())
        except Exception as error:
            print(f"{module} does not run here (it needs {needs}): {error}", file=sys.stderr)
    return found


def spiel_rates() -> dict[str, float]:
    """OpenSpiel's own card games through its environment for learning."""
    if not importlib.util.find_spec("pyspiel"):
        return {}
    from open_spiel.python import rl_environment

    found, rng = {}, np.random.default_rng(1)
    for name in ("crazy_eights", "hearts", "leduc_poker"):
        env = rl_environment.Environment(name)
        seen = env.reset()
        before, made = time.process_time(), 0
        while time.process_time() < before + SECONDS:
            if seen.last():
                seen = env.reset()
            seat = seen.observations["current_player"]
            seen = env.step([int(rng.choice(seen.observations["legal_actions"][seat]))])
            made += 1
        found[f"OpenSpiel, its {name}"] = made / (time.process_time() - before)
    return found


def rlcard_rates() -> dict[str, float]:
    """RLCard's UNO."""
    if not importlib.util.find_spec("rlcard"):
        return {}
    import rlcard
    from rlcard.agents import RandomAgent

    table = rlcard.make("uno")
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])
    before, made = time.process_time(), 0
    while time.process_time() < before + SECONDS:
        trajectories, _ = table.run(is_training=False)
        made += sum(len(one) // 2 for one in trajectories)
    return {"RLCard, its uno": made / (time.process_time() - before)}


def pgx_rates() -> dict[str, float]:
    """Pgx on the processor, a batch of the same size."""
    if not importlib.util.find_spec("pgx"):
        return {}
    import jax
    import pgx
    from pgx.experimental import auto_reset

    found = {}
    for name in ("kuhn_poker", "leduc_holdem", "sparrow_mahjong"):
        env = pgx.make(name)
        begin = jax.jit(jax.vmap(env.init))
        step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        keys = jax.random.split(jax.random.PRNGKey(1), BATCH)
        state = begin(keys)
        draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32"))))
        state = step(state, draw(keys[0], state.legal_action_mask), keys)
        before, made = time.process_time(), 0
        while time.process_time() < before + SECONDS:
            state = step(state, draw(keys[made % BATCH], state.legal_action_mask), keys)
            state.observation.block_until_ready()
            made += 1
        found[f"Pgx, its {name}"] = made * BATCH / (time.process_time() - before)
        print(f"Pgx, its {name}: {found[f'Pgx, its {name}']:,.0f}", file=sys.stderr)  # the next may compile for minutes
    return found


def measure(names: tuple[str, ...]) -> dict[str, Any]:
    """All figures, for these games."""
    yardstick, program = next(iter(c_programs().items()))
    runners: dict[str, Runner] = {}
    for name in names:
        print(f"loading {name} …", file=sys.stderr)
        runners[name] = Runner(name)
    runners[f"{yardstick}, packed"] = Runner(yardstick, packed=True)
    rates: dict[str, list[float]] = {name: [] for name in runners}
    scaled: dict[str, list[float]] = {name: [] for name in runners}
    for repeat in range(REPEATS):
        print(f"run {repeat + 1} of {REPEATS} …", file=sys.stderr)
        for name, runner in runners.items():
            reference, rate = c_rate(program), runner.rate()
            rates[name].append(rate)
            scaled[name].append(rate * REFERENCE / reference)
    one, two = Runner(yardstick), Runner(yardstick, threads=2)
    speedups = [two.rate(time.perf_counter_ns) / one.rate(time.perf_counter_ns) for _ in range(REPEATS)]
    print({name: f"{max(found):,.0f}" for name, found in rates.items()}, f"{max(speedups):.2f}", file=sys.stderr)
    others = zoo_rates(names)
    for library in (spiel_rates, rlcard_rates, pgx_rates):
        try:
            others |= library()
            print({name: f"{rate:,.0f}" for name, rate in others.items()}, file=sys.stderr)
        except Exception as error:  # another version of it: the other figures stand
            print(f"{library.__name__} does not run here: {type(error).__name__}: {error}", file=sys.stderr)
    single = {name: round(single_steps(name)) for name in names}
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "batch": BATCH,
        "steps_per_second": {name: round(max(found)) for name, found in rates.items()},
        "steps_per_second_scaled": {name: round(float(np.median(found))) for name, found in scaled.items()},
        "threads_2_vs_1": round(max(speedups), 2),
        "one_table": single,
        "others": {name: round(rate) for name, rate in others.items()},
    }


def main() -> None:
    names = tuple(sys.argv[1:]) or games.NAMES
    figures = measure(names)
    if names == games.NAMES:
        (HERE / "rl.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(f"{'a batch of 1,024':<40}{'steps/s':>14}{'scaled':>14}")
    for name, rate in figures["steps_per_second"].items():
        print(f"{name:<40}{rate:>14,}{figures['steps_per_second_scaled'][name]:>14,}")
    print(f"two threads against one: {figures['threads_2_vs_1']} ({threading.active_count()} threads here)")
    for name, rate in {**{f"one table, {n}": r for n, r in figures["one_table"].items()}, **figures["others"]}.items():
        print(f"{name:<40}{rate:>14,}")


if __name__ == "__main__":
    main()
