"""The levels of bots, and how much each may think.

Loads no compiled code, so that a wrong name is refused at once.
"""

import math
import os
import re

import msgspec

from elftafel.errors import BadInput

MOST_SECONDS = 600.0
MOST_ITERATIONS = 100_000_000
MOST_THREADS = 64
MOST_USEFUL_THREADS = 4


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot may spend on a decision: seconds, or iterations of its search.

    With iterations it decides the same every time.
    """

    seconds: float = 0.0
    iterations: int = 0
    threads: int = 1

    def check(self) -> None:
        """Raise BadInput for a budget that is out of range."""
        if not math.isfinite(self.seconds) or not 0 <= self.seconds <= MOST_SECONDS:
            raise BadInput("budget", f"{self.seconds}s", f"more than 0 and at most {MOST_SECONDS:.0f} seconds")
        if not 0 <= self.iterations <= MOST_ITERATIONS:
            raise BadInput("budget", self.iterations, f"1 to {MOST_ITERATIONS} iterations")
        if (self.seconds == 0) == (self.iterations == 0):
            raise BadInput("budget", str(self), "give either seconds or iterations, more than zero")
        if not 1 <= self.threads <= MOST_THREADS:
            raise BadInput("threads", self.threads, f"1 to {MOST_THREADS}")

    def on_all_cores(self) -> "Budget":
        """The same time on every core of this machine, as far as more threads help.

        A budget of iterations stays on one.
        """
        if not self.seconds:
            return self
        return msgspec.structs.replace(self, threads=max(1, min(MOST_USEFUL_THREADS, os.cpu_count() or 1)))

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.iterations)


LEVELS: dict[str, Budget | None] = {
    "random": None,
    "easy": None,
    "casual": None,
    "strong": Budget(iterations=300),
    "expert": Budget(seconds=1.0),
}
"""Each level with its usual budget; None decides at once, without a search."""

ATTENTION = {"strong": 0.4}
"""The share of decisions that a level searches; it makes the others at once, as the game's `prefer` would."""

YARDSTICK = "clairvoyant"
"""Searches as an expert does, but sees every hand. Plays in the arena only."""

SENSIBLE = "sensible"
"""Does what the game's `prefer` does, as playouts do; in most games `casual` is the same. Plays in the arena only."""


PLACE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
"""Where a policy from outside is: `package.module:name`."""


class BotSpec(msgspec.Struct, frozen=True):
    """A bot as it is asked for: a level, and the budget if it searches."""

    level: str
    budget: Budget | None

    @property
    def is_outside(self) -> bool:
        """True for a policy from outside (see outside.py); its budget is a time limit."""
        return ":" in self.level

    def on_all_cores(self) -> "BotSpec":
        """The same bot; with a budget of time it uses the cores of this machine, as far as they help."""
        return self if self.budget is None else BotSpec(self.level, self.budget.on_all_cores())

    def __str__(self) -> str:
        return self.level if self.budget == usual_budget(self.level) else f"{self.level}@{self.budget}"


def usual_budget(level: str) -> Budget | None:
    """The budget of a level unless another is asked for."""
    return None if level == SENSIBLE or ":" in level else LEVELS["expert" if level == YARDSTICK else level]


def check_level(level: str, yardstick: bool = False) -> None:
    """Raise BadInput if there is no such level."""
    if level == YARDSTICK and not yardstick:
        raise BadInput("bot", level, "it sees all cards and sits in the arena only")
    known = [*LEVELS, SENSIBLE, YARDSTICK] if yardstick else [*LEVELS]
    if level not in known:
        raise BadInput("bot", level[:40], f"the levels are {', '.join(known)}")


def check_budget(level: str, budget: Budget) -> None:
    """Raise BadInput for a budget that this level cannot use."""
    if usual_budget(level) is None:
        raise BadInput("budget", str(budget), f"{level} decides at once and has no budget")
    budget.check()


def read_bot(text: str, yardstick: bool = False) -> BotSpec:
    """A bot from text.

    `expert`, `expert@0.2s` (seconds for each decision) or `expert@5000` (iterations for each). With
    `yardstick`, in the arena and in simulations, also a policy from outside: `package.module:name`,
    or `package.module:name@2s` in a process of its own with a time limit.
    """
    level, at, given = text.strip().partition("@")
    if yardstick and PLACE.fullmatch(level):
        limit = read_budget(given, "bot", text) if at else None
        if limit is not None and not limit.seconds:
            raise BadInput("bot", text[:80], f"the limit of a policy is a time, as in {level}@2s")
        return BotSpec(level, limit)
    check_level(level, yardstick)
    if not at:
        return BotSpec(level, usual_budget(level))
    budget = read_budget(given, "bot", text)
    check_budget(level, budget)
    return BotSpec(level, budget)


def read_budget(given: str, field: str = "budget", text: str | None = None) -> Budget:
    """A budget from text: `0.2s` or `5000`.

    An error names `field` and the whole `text` that the budget was a part of.
    """
    if re.fullmatch(r"[0-9]{1,9}", given):
        return Budget(iterations=int(given))
    if re.fullmatch(r"([0-9]{1,6}(\.[0-9]{0,6})?|\.[0-9]{1,6})s", given):
        return Budget(seconds=float(given[:-1]))
    raise BadInput(field, (text or given)[:40], "a budget is seconds (0.2s) or iterations (5000)")
