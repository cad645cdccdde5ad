"""Compiles all that the tests need, once, before pytest starts: `python -m tests.warm`.

Without it every worker of a test run compiles the same functions for itself. One child process a game compiles, as many
at a time as there are cores, and leaves the machine code in the cache; a mark in the cache makes the next run a matter
of a second. `python -m tests.warm GAME` is such a child. It does the work of `elftafel.games.warm` too: several
processes would each compile the parts that these functions share, which takes almost twice the processor time.
"""

import hashlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np

from elftafel import games
from elftafel.games import warm
from elftafel.kernel import jit, record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.playout import play_randomly, play_sensibly
from elftafel.lab.simulate import simulate
from elftafel.rl.rounds import Rounds, unpack_mask
from elftafel.rl.terms import Terms
from tests import soak

ROOT = Path(__file__).resolve().parent.parent


def mark(name: str) -> Path:
    """The file that tells that the machine code for the tests of a game is in the cache."""
    sources = b"".join(Path(str(module)).read_bytes() for module in (__file__, soak.__file__))
    return jit.cache_folder() / f"{name}.tests.{hashlib.sha256(sources).hexdigest()[:8]}"


def compile_soak(name: str) -> None:
    """The soak, the longest of all."""
    soak.soak(name, games.facts(name).players[0], {}, 1)


def compile_rounds(name: str) -> None:
    """What plays many rounds in one call: playouts, simulations, environments."""
    game = games.load(name)
    low = game.facts.players[0]
    options = game.facts.read_options({}, low)
    state, _ = game.new_round(options, low, 0, bytes(32), 0)
    play_randomly(record.copy(state), new_luck(1), record.new_out())
    play_sensibly(record.copy(state), new_luck(1))
    simulate(game, options, low, 2)
    rounds = Rounds(Terms.of(name, low), 2)
    rounds.step(rounds.mask.argmax(axis=1))
    rounds.observe(0)
    if name == games.NAMES[0]:  # the other form is the same code for all games
        packed = Rounds(Terms.of(name, low), 2, packed=True, threads=2)
        packed.step(unpack_mask(game.facts, packed.mask).argmax(axis=1))
        packed.observe(0)


def compile_verbs(name: str) -> None:
    """Verbs that no table needs, and what explains a refusal."""
    game = games.load(name)
    low = game.facts.players[0]
    state, _ = game.new_round(game.facts.read_options({}, low), low, 0, bytes(32), 0)
    verbs.sound(state)
    verbs.observe(state, 0, np.zeros(game.facts.observation_length, np.int8))
    verbs.observe(state, 0, np.zeros(game.facts.packed_words, np.uint64))
    verbs.believe(record.copy(state), record.empty(game.mind)[0], 0, new_luck(1))
    for action in range(game.facts.action_count):
        game.why_not(state, 0, game.move_of(action))


def compile_all(name: str) -> None:
    """What tables and bots need, then what only tests need."""
    for share in warm.TABLE + warm.THINKING:
        warm.compile_verbs(name, list(share))
    compile_soak(name)
    compile_rounds(name)
    compile_verbs(name)


def in_child(name: str) -> None:
    """Compile in a child process, unless that was done before."""
    marks = mark(name), warm.mark(name, warm.TABLE), warm.mark(name, warm.THINKING)
    if all(file.exists() for file in marks):
        return
    done = subprocess.run([sys.executable, "-m", "tests.warm", name], cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(f"{name} could not be compiled (see above)")
    with suppress(OSError):  # a cache that cannot be written: every worker compiles for itself
        for file in marks:
            file.touch()


def warm_up() -> None:
    """Compile for all games."""
    began = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(in_child, games.NAMES))
    print(f"All games are compiled ({time.monotonic() - began:.0f} s).")


if __name__ == "__main__":
    if jit.PLAIN:
        sys.exit("nothing is compiled with NUMBA_DISABLE_JIT")
    if sys.argv[1:]:
        compile_all(sys.argv[1])
    else:
        warm_up()
