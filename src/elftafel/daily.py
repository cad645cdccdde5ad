"""The deal of the day: which day it is, what makes its cards, and the luck of its bots.

Every day has one deal for each game, the same for everyone on an installation. Its secret is made
from the date and a secret of the installation, and takes the place of a table's secret in the fair
shuffle (`fairness.py`): so its hash can be shown the day before, and everybody can check the seed the
day after. Loads no compiled code.
"""

import datetime
import hashlib
import hmac
from collections.abc import Iterable
from typing import Any

import msgspec

from elftafel import fairness, games
from elftafel.errors import BadInput

VERSION = "elftafel-daily-1"
DAY = 86_400_000  # milliseconds
KEPT = 30  # days that can be played, today's among them
MOST_SEATS = 4
PERSON = 0  # the seat of who plays; the others are bots
LEVEL = "strong"  # of the bots: sensible, and quick enough for everybody at once
ITERATIONS = 300  # of each search of theirs
EXPERT = 10_000  # iterations of each search of the expert who plays the same cards
LUCK = 60  # bits of a bot's seed


class DayDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a deal, written down once: it stays as it is, whatever the program does later."""

    rules_version: int
    seats: int
    level: str
    iterations: int
    expert: int
    data: Any = None  # the game's replaceable table, if it has one


def deal_now(game: str) -> DayDeal:
    """The table that a game's deals have from now on: one round, no options, at most four seats."""
    facts = games.facts(game)
    data = games.load_data(game)
    return DayDeal(
        rules_version=facts.rules_version,
        seats=max(facts.players[0], min(MOST_SEATS, facts.players[1])),
        level=LEVEL,
        iterations=ITERATIONS,
        expert=EXPERT,
        data=None if data is None else msgspec.to_builtins(data, str_keys=True),
    )


# Days: those of UTC, so that all nodes and all people have the same.


def day_at(milliseconds: int) -> str:
    """The day of a time, as in 2026-11-18."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=milliseconds // DAY)).isoformat()


def begin_of(day: str) -> int:
    """When a day begins, in milliseconds since 1970."""
    return (read_day(day) - datetime.date(1970, 1, 1)).days * DAY


def end_of(day: str) -> int:
    """When a day ends: the first moment of the next one."""
    return begin_of(day) + DAY


def after(day: str, days: int = 1) -> str:
    """The day that is so many days later."""
    return (read_day(day) + datetime.timedelta(days=days)).isoformat()


def read_day(text: str) -> datetime.date:
    """A day from text; raises BadInput for what is none."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise BadInput("day", text[:40], "a date as in 2026-11-18")
    return day


# What makes the cards.


def name_of(day: str, game: str) -> str:
    """What stands in the place of a table's id when the seed is made."""
    return f"daily:{day}:{game}"


def secret_of(installation: bytes, day: str, game: str) -> str:
    """The secret of a deal, in hexadecimal digits; to be shown when its day is over."""
    text = "\n".join([VERSION, day, game])
    return hmac.digest(installation, text.encode(), "sha256").hex()


def seed_of(secret: str, day: str, game: str, seats: int) -> bytes:
    """The seed of a deal: that of a shuffle to which no seat added anything."""
    return fairness.seed(name_of(day, game), secret, ("",) * seats)


def lucks(secret: str, seat: int, ply: int) -> tuple[int, int]:
    """Two seeds for a bot's decision: for the cards that it cannot know, and for its own choices."""
    text = "\n".join([VERSION, secret, str(seat), str(ply)])
    digest = hashlib.sha256(text.encode()).digest()
    first, second = (int.from_bytes(part) >> (64 - LUCK) for part in (digest[:8], digest[8:16]))
    return first, second


# What results come to.


def lead_of(points: Iterable[int], seat: int) -> int:
    """By how much a seat is ahead of the best of the others; negative if it is behind."""
    points = list(points)
    return points[seat] - max(point for other, point in enumerate(points) if other != seat)


def better_than(counts: Iterable[tuple[int, int]], lead: int) -> float | None:
    """The share of the others whose lead is smaller; equal ones count half. None without others.

    `counts` are leads and how many people have each, the own one among them.
    """
    below, same, others = 0, -1, -1
    for each, count in counts:
        others += count
        below += count if each < lead else 0
        same += count if each == lead else 0
    return None if others < 1 else (below + same / 2) / others


def streaks(days: Iterable[str], today: str) -> tuple[int, int]:
    """How many days in a row until now, and at best. A day that still runs breaks nothing."""
    row = best = 0
    last: datetime.date | None = None
    for day in sorted({read_day(day) for day in days}):
        row = row + 1 if last is not None and day - last == datetime.timedelta(days=1) else 1
        best, last = max(best, row), day
    is_going_on = last is not None and (read_day(today) - last).days <= 1
    return row if is_going_on else 0, best
