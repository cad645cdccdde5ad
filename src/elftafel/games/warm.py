"""Compiling a game before it is needed, in processes of their own.

Compiling holds the GIL for seconds. Child processes share the work, each with some of the verbs,
and leave the machine code in the cache. A server, which plays meanwhile, has one child at a time.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba

from elftafel import games
from elftafel.kernel import jit, record, search, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import new_journal

TABLE = (("deal", "legal", "scores", "view", "prefer", "play_along", "stumble"), ("apply",), ("redeal",))
THINKING = (("search",),)
"""The shares of the work: what every table needs, and what bots that search need besides."""
BESIDE = "--beside"  # tells a child that others need the processor more than it does
PATIENCE = 15  # by how much it then lowers its priority


def is_warm(name: str, thinking: bool = False) -> bool:
    """True if this game's machine code is in the cache; with `thinking` that of the search too."""
    wanted = (TABLE, THINKING) if thinking else (TABLE,)
    return jit.PLAIN or all(mark(name, shares).exists() for shares in wanted)


def warm(name: str, thinking: bool = False, beside: bool = False) -> None:
    """Compile what a table needs, unless that was done before; `beside` others that come first.

    It is no error if the cache cannot be written.
    """
    if not is_warm(name):
        compile_shares(name, TABLE, beside)
    if thinking and not is_warm(name, thinking):
        compile_shares(name, THINKING, beside)


def mark(name: str, shares: tuple[tuple[str, ...], ...]) -> Path:
    """The file whose presence says that these shares are in the cache."""
    verbs = "-".join(verb for share in shares for verb in share)
    return jit.cache_folder() / f"{name}.{verbs}"


children: set[subprocess.Popen[bytes]] = set()


def stop() -> None:
    """End the child processes that are compiling; what they have done stays in the cache."""
    for child in tuple(children):
        child.terminate()


def compile_shares(name: str, shares: tuple[tuple[str, ...], ...], beside: bool = False) -> None:
    """Let child processes compile their shares, and mark them as done when all have succeeded."""
    work = [list(share) for share in shares]
    if beside:  # one process takes longer than several, but half the processor: verbs have parts in common
        work = [[BESIDE, *(verb for share in shares for verb in share)]]
    started = [subprocess.Popen([sys.executable, "-m", __name__, name, *share]) for share in work]
    children.update(started)
    done = [child.wait() for child in started]
    children.difference_update(started)
    if not any(done):
        with suppress(OSError):  # then this process compiles once more, for itself alone
            mark(name, shares).touch()


def compile_verbs(name: str, wanted: list[str]) -> None:
    """Compile each of these verbs for the records with which a table calls it.

    Without compiling (`NUMBA_DISABLE_JIT=1`) the game is only loaded.
    """
    game = games.load(name)
    if jit.PLAIN:
        return
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
        "play_along": lambda: compile_only(verbs.bound(game.record, "play_along"), state, luck),
        "stumble": lambda: compile_only(game.policy.stumble, state, luck),
        "redeal": lambda: compile_only(verbs.bound(game.record, "redeal"), state, 0, luck),
        "search": lambda: compile_search(record.empty(game.record, 3), record.empty(game.mind)[0], luck, out),
    }
    with jit.compiling():
        for verb in wanted:
            calls[verb]()


def compile_search(states: object, mind: object, luck: object, out: object) -> None:
    """Compile the search and the small functions that Python calls on its tree."""
    tree, race = search.new_tree(), search.new_race()
    compile_only(search.run, states, mind, tree, race, search.new_aim(), luck, out, 1)
    compile_only(search.line_up, tree, race, out, 1)
    compile_only(search.descend, tree, 0)
    search.clear(tree)


def compile_only(function: Any, *arguments: object) -> None:
    """Compile for these arguments without running: an empty position has no legal action."""
    function.compile(tuple(numba.typeof(argument) for argument in arguments))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C at the terminal ends this one too, without a word
    if BESIDE in sys.argv and hasattr(os, "nice"):  # Windows has none
        os.nice(PATIENCE)
    compile_verbs(sys.argv[1], [verb for verb in sys.argv[2:] if verb != BESIDE])
