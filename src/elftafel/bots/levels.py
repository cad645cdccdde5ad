"""The levels a bot can have, and how one is written: `LEVEL` or `LEVEL@BUDGET`."""

import re
from typing import Any

import msgspec

from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import pick
from elftafel.kernel.record import Record

LEVELS = ("random", "easy", "casual")


class Budget(msgspec.Struct, frozen=True):
    """How much a bot may think about a decision: seconds or iterations."""

    seconds: float = 0.0
    iterations: int = 0
    threads: int = 1


class Entry(msgspec.Struct, frozen=True):
    """A level and its budget, as written in a list of bots."""

    level: str
    budget: Budget | None = None


def check_level(level: str) -> None:
    """Raise BadInput for a level that there is not."""
    if level not in LEVELS:
        raise BadInput("bot", level, f"the levels are {', '.join(LEVELS)}")


def read_bot(text: str, yardstick: bool = False) -> Entry:
    """`LEVEL` or `LEVEL@BUDGET`; the budget is seconds (`0.2s`) or iterations (`5000`) a decision."""
    level, _, budget = text.partition("@")
    check_level(level)
    if not budget and "@" not in text:
        return Entry(level)
    if re.fullmatch(r"\d+(\.\d+)?s", budget) and float(budget[:-1]) > 0:
        return Entry(level, Budget(seconds=float(budget[:-1])))
    if re.fullmatch(r"\d{1,9}", budget) and int(budget) > 0:
        return Entry(level, Budget(iterations=int(budget)))
    raise BadInput("budget", budget, "seconds a decision, as 0.2s, or iterations, as 5000; more than zero")


def choose(game: Game, state: Record, level: str, luck: Any) -> int:
    """The action that a bot of this level takes for the seat whose decision it is."""
    check_level(level)
    if state.over:
        raise BadInput("position", "over", "a bot can only choose while the round is running")
    if level == "random":
        out = record.new_out()
        return int(out.actions[pick(luck, verbs.legal(state, out))])
    if level == "easy":
        return int(verbs.stumble(state, luck))
    return int(verbs.prefer(state, luck))
