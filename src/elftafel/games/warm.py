"""Compiling a game before it is needed, in processes of their own: compiling holds the interpreter's lock for seconds.

Two processes share the work, each with some of the verbs, and leave the machine code in the cache.
"""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import numba

from elftafel import games
from elftafel.kernel import jit, record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import new_journal

SHARES = (("deal", "legal", "scores", "view", "prefer"), ("apply",))


def is_warm(name: str) -> bool:
    """Whether this game's machine code is in the cache."""
    return jit.PLAIN or (jit.cache_folder() / f"{name}.ready").exists()


def warm(name: str) -> None:
    """Compile what a table needs, unless that was done before. A cache that cannot be written is no error."""
    if is_warm(name):
        return
    children = [subprocess.Popen([sys.executable, "-m", __name__, name, *share]) for share in SHARES]
    done = [child.wait() for child in children]
    if not any(done):
        with suppress(OSError):  # then this process compiles once more, for itself alone
            (jit.cache_folder() / f"{name}.ready").touch()


def compile_verbs(name: str, wanted: list[str]) -> None:
    """Call each verb once, as a table does.

    Little is optimized: these are the doors from Python, where microseconds do not count. Playouts and batches are
    compiled by themselves, at full speed.
    """
    numba.config.OPT = 1
    game = games.load(name)
    low = game.facts.players[0]
    state = game.template(game.facts.read_options({}, low), low, bytes(32))[0]
    luck, out, journal = new_luck(1), record.new_out(), new_journal()
    calls: dict[str, Callable[[], object]] = {
        "deal": lambda: verbs.deal(state, journal),
        "legal": lambda: verbs.legal(state, out),
        "scores": lambda: verbs.scores(state, out),
        "view": lambda: game.view(state, 0),
        "apply": lambda: compile_only(game.rules.apply, state, 0, journal),
        "prefer": lambda: compile_only(game.policy.prefer, state, luck),
    }
    for verb in wanted:
        calls[verb]()


def compile_only(function: object, *arguments: object) -> None:
    """Compile for these arguments without running: a position that was never dealt has no legal action."""
    function.compile(tuple(numba.typeof(argument) for argument in arguments))  # type: ignore[attr-defined]


if __name__ == "__main__":
    compile_verbs(sys.argv[1], sys.argv[2:])
