"""For tests of durability: the process kills itself (SIGKILL) at a chosen point around a commit.

`ELFTAFEL_CRASH=after_commit:7` kills it when the point `after_commit` is reached for the seventh
time. The points are `before_append`, `before_commit`, `in_commit`, `after_commit`, `after_append`
and `after_publish`. Without the variable nothing happens.
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
COMMIT_SECONDS = 0.002  # about what a commit takes; `in_commit` means a random instant in it


class CrashPlan(NamedTuple):
    """Where to crash, and a counter down to the visit that does it."""

    point: str
    left: Iterator[int]


@cache
def planned() -> CrashPlan | None:
    """The plan in the environment; None without one."""
    point, _, times = os.environ.get(VARIABLE, "").partition(":")
    return CrashPlan(point, itertools.count(int(times or 1) - 1, -1)) if point else None


def at(point: str) -> None:
    """Crash here if the plan says so; code calls it wherever a crash is interesting."""
    plan = planned()
    if plan is None or plan.point != point or next(plan.left) > 0:
        return
    if point == "in_commit":
        threading.Timer(random.uniform(0, COMMIT_SECONDS), die).start()
    else:
        die()


def die() -> None:
    """End this process as if the power had gone."""
    os.kill(os.getpid(), signal.SIGKILL)
