"""Server processes that start at once: a process that has imported everything forks one for each line it is told.

What is forked is `elftafel serve` as always, with its own memory, files and process id; only the imports and the
machine code of the games were loaded before, and nothing is compiled in the background (bots that search are not
needed). `python -m tests.server.nursery` speaks lines of JSON.
"""

import ctypes
import json
import os
import signal
import sys
import time
from typing import Any

from elftafel import cli, games
from elftafel.games import warm
from elftafel.server import serve  # noqa: F401  # what a server will need
from elftafel.server.live.warming import Warming

PR_SET_PDEATHSIG = 1


def born(wanted: dict[str, Any]) -> None:
    """In the child: become the server."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # no server outlives the tests
    for number, path in ((0, os.devnull), (1, wanted["stdout"]), (2, wanted["stderr"])):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        os.dup2(file, number)
        os.close(file)
    os.environ.update(wanted["environment"])
    if "SKEW" in wanted["environment"]:  # seconds by which the clock of this machine is wrong
        true, skew = time.time, float(wanted["environment"]["SKEW"])
        time.time = lambda: true() + skew
    sys.exit(cli.main(wanted["arguments"]))


def main() -> None:
    """Load, then fork on demand until the input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are nobody's business here
    for name in games.NAMES:
        warm.compile_verbs(name, [verb for share in warm.TABLE for verb in share])
    Warming.start = lambda self: None  # type: ignore[method-assign]
    print("ready", flush=True)
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            born(json.loads(line))
        print(child, flush=True)


if __name__ == "__main__":
    main()
