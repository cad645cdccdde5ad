"""For tests of durability: the process kills itself (SIGKILL) at a chosen point. Does nothing unless it is told to.

`ELFTAFEL_CRASH=after_commit:7` means: when the point `after_commit` is reached for the seventh time. The points are
`before_append`, `before_commit`, `in_commit`, `after_commit`, `after_append` and `after_publish`.
"""

import itertools
import os
import random
import signal
import threading
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

VARIABLE = "ELFTAFEL_CRASH"
COMMIT_SECONDS = 0.002  # about what a commit takes: in it, some instant is chosen


class CrashPlan(NamedTuple):
    """Where to crash, and how often to pass before."""

    point: str
    left: Iterator[int]


@cache
def planned() -> CrashPlan | None:
    """What the environment says, read once."""
    point, _, times = os.environ.get(VARIABLE, "").partition(":")
    return CrashPlan(point, itertools.count(int(times or 1) - 1, -1)) if point else None


def at(point: str) -> None:
    """This point is reached."""
    plan = planned()
    if plan is None or plan.point != point or next(plan.left) > 0:
        return
    if point == "in_commit":
        threading.Timer(random.uniform(0, COMMIT_SECONDS), die).start()
    else:
        die()


def die() -> None:
    """At once, and without a word."""
    os.kill(os.getpid(), signal.SIGKILL)
