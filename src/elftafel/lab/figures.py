"""Statistics of a comparison: wins and points with intervals, ratings, thinking times.

The deal is the unit: all rotations of a deal share its luck, so their mean counts as one value.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel import games
from elftafel.lab.arena import OCTAVE, Deal, Setup, Times
from elftafel.lab.choices import CROWD, without_luck
from elftafel.lab.estimates import Estimate, mean, mean_share
from elftafel.ratings import new_skill, rate

STEPS = 200  # how many points of the ratings a plot shows, at most


class BotRating(msgspec.Struct, frozen=True):
    """OpenSkill (Plackett–Luce), over all rounds in order; the ordinal is mu − 3 sigma."""

    mu: float
    sigma: float
    ordinal: float


class Thinking(msgspec.Struct, frozen=True):
    """Seconds per decision, where there was a choice. Quantiles are right within 5 %."""

    decisions: int
    mean: float
    median: float
    p99: float
    worst: float


class BotFigures(msgspec.Struct, frozen=True):
    """The results of one bot."""

    bot: str
    even: float  # the share of wins that even play would give: its share of the seats
    wins: Estimate  # the share of matches won by its seats, ties shared
    without_luck: Estimate | None  # the same with luck removed; None if choices were not judged
    points: Estimate  # per seat and match
    rating: BotRating
    thinking: Thinking


class PairFigures(msgspec.Struct, frozen=True):
    """How often a seat of the first bot had more points than one of the second; ties half."""

    first: str
    second: str
    ahead: Estimate


class ComparisonFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All results of a comparison."""

    game: str
    players: int
    options: dict[str, Any]
    lineup: tuple[str, ...]  # the bots as they were named
    rounds: int
    seed: str
    deals: int
    matches: int
    bots: tuple[BotFigures, ...]
    pairs: tuple[PairFigures, ...]


class Outcome(msgspec.Struct, frozen=True):
    """The results and, for plots and other studies, the values behind them."""

    title: str
    figures: ComparisonFigures
    wins: NDArray[np.float64]  # by deal and bot
    without_luck: NDArray[np.float64]  # by deal, of the bot whose choices were judged; or empty
    times: list[Times]
    climb: list[tuple[int, list[float]]]  # rounds so far, mu of every bot


def outcome(setup: Setup, deals: Sequence[Deal]) -> Outcome:
    """The results of these deals."""
    kinds = setup.kinds
    rotations = range(len(setup.bots))
    seats = np.array([[kinds.index(bot) for bot in setup.seating(rotation)] for rotation in rotations])
    # By deal, rotation and seat.
    points = np.array([deal.points for deal in deals], np.float64).sum(axis=2)
    shares = np.zeros_like(points)
    for i, deal in enumerate(deals):
        for rotation, won in enumerate(deal.won):
            shares[i, rotation, won] = 1 / len(won)
    wins = np.stack([shares[:, seats == kind].sum(axis=1) / len(rotations) for kind in range(len(kinds))], axis=1)
    corrected = np.zeros(0)
    if setup.choices:
        judged = next(kind for kind, bot in enumerate(kinds) if bot != CROWD)
        corrected = without_luck(wins[:, judged], 1 / setup.players + np.array([np.mean(deal.gains) for deal in deals]))
    ratings, climb = rate_bots(setup, deals)
    times = [merged([deal.times[kind] for deal in deals]) for kind in range(len(kinds))]
    figures = ComparisonFigures(
        game=setup.game,
        players=setup.players,
        options=setup.options,
        lineup=setup.bots,
        rounds=setup.rounds,
        seed=setup.seed,
        deals=len(deals),
        matches=len(deals) * len(rotations),
        bots=tuple(
            BotFigures(
                bot,
                setup.bots.count(bot) / len(setup.bots),
                mean_share(wins[:, kind]),
                mean_share(corrected) if setup.choices and bot != CROWD else None,
                mean(points[:, seats == kind].mean(axis=1)),
                ratings[kind],
                thinking(times[kind]),
            )
            for kind, bot in enumerate(kinds)
        ),
        pairs=tuple(
            PairFigures(kinds[one], kinds[other], ahead(points, seats == one, seats == other))
            for one, other in combinations(range(len(kinds)), 2)
        ),
    )
    return Outcome(games.facts(setup.game).title, figures, wins, corrected, times, climb)


def ahead(points: NDArray[np.float64], one: NDArray[np.bool_], other: NDArray[np.bool_]) -> Estimate:
    """How often one bot's seats had more points than another's at the same table."""
    results = [
        (np.sign(points[:, rotation, i] - points[:, rotation, j]) + 1) / 2
        for rotation in range(len(one))
        for i in np.flatnonzero(one[rotation])
        for j in np.flatnonzero(other[rotation])
    ]
    return mean_share(np.mean(results, axis=0))


def rate_bots(setup: Setup, deals: Sequence[Deal]) -> tuple[list[BotRating], list[tuple[int, list[float]]]]:
    """The ratings of the bots from all rounds in order; and, for a plot, mu on the way."""
    skills = dict.fromkeys(setup.kinds, new_skill())
    climb = [(0, [skill.mu for skill in skills.values()])]
    total = len(deals) * len(setup.bots) * setup.rounds
    count = 0
    for deal in deals:
        for rotation, match in enumerate(deal.points):
            for points in match:
                skills |= rate(skills, setup.seating(rotation), scores=[float(value) for value in points])
                count += 1
                if count % max(1, total // STEPS) == 0:
                    climb.append((count, [skill.mu for skill in skills.values()]))
    return [BotRating(skill.mu, skill.sigma, skill.ordinal) for skill in skills.values()], climb


def merged(parts: Sequence[Times]) -> Times:
    """The times of many deals together."""
    whole = Times()
    for part in parts:
        whole.count += part.count
        whole.total += part.total
        whole.worst = max(whole.worst, part.worst)
        for place, count in part.bins.items():
            whole.bins[place] = whole.bins.get(place, 0) + count
    return whole


def thinking(times: Times) -> Thinking:
    """The figures of these times that are shown."""
    average = times.total / max(1, times.count)
    nanoseconds = (average, quantile(times, 0.5), quantile(times, 0.99), times.worst)
    return Thinking(times.count, *(value / 1e9 for value in nanoseconds))


def quantile(times: Times, part: float) -> float:
    """The time that this share of the decisions did not exceed, from the bins."""
    passed = 0
    for place in sorted(times.bins):
        passed += times.bins[place]
        if passed >= part * times.count:
            return min(float(times.worst), middle_of(place))
    return 0.0


def middle_of(place: int) -> float:
    """The time in the middle of a bin."""
    return float(2 ** ((place + 0.5) / OCTAVE))
