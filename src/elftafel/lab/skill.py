"""How much of a result is luck and how much is skill, from duplicate play of two levels.

Both levels play every seat of every deal once. What a seat's result varies by is split into four parts that add up
to the whole:

- player: the better level has more than the worse, whatever the cards;
- place: some seats, counted from the starter, have more than others;
- deal: a seat does well, or badly, in a deal with either level (the covariance of the two results);
- rest: what is drawn later, and how the choices of all players meet.
"""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.lab.estimates import EQUAL, FEW, Estimate, mean, mean_share, times_error

SURE = 1.6449  # standard errors: the better one leads with 95 %
CURVE = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000)
DRAWS = 20_000  # of sums of a few rounds
BLOCKS = 20  # of deals, for the errors of the parts
MANY = 10_000  # rounds beyond which an upper end says nothing
PARTS = ("player", "place", "deal", "rest")


class Split(msgspec.Struct, frozen=True):
    """Parts of a variance, as shares of the whole."""

    player: Estimate
    place: Estimate
    deal: Estimate
    rest: Estimate


class SkillFigures(msgspec.Struct, frozen=True, kw_only=True, tag="Skill"):
    """Two levels compared, each with half of the seats."""

    better: str
    worse: str
    deals: int
    wins: Estimate  # the share of rounds that seats of the better level win; ties shared, even play 0.5
    lead: Estimate  # points of a seat of the better level beyond one of the worse, a round
    spread: float  # standard deviation of that lead from round to round
    rounds_to_lead: Estimate | None  # until the better one leads with 95 %; None if it is not the better one
    curve: tuple[tuple[int, float], ...]  # after so many rounds the better one leads with this chance
    of_wins: Split
    of_points: Split


def skill_figures(points: NDArray[Any], starters: NDArray[Any], levels: tuple[str, str]) -> SkillFigures:
    """The figures from points by deal, rotation and seat, and who started each deal.

    Seat s in rotation r has levels[(s + r) % 2].
    """
    deals, rotations, players = points.shape
    kinds = (np.arange(players)[None, :] + np.arange(rotations)[:, None]) % 2
    best = points == points.max(axis=2, keepdims=True)
    shares = best / best.sum(axis=2, keepdims=True)
    wins = mean_share(shares[:, kinds == 0].sum(axis=1) / rotations)
    leads = np.stack(
        [
            points[:, rotation, i].astype(float) - points[:, rotation, j]
            for rotation in range(rotations)
            for i in np.flatnonzero(kinds[rotation] == 0)
            for j in np.flatnonzero(kinds[rotation] == 1)
        ],
        axis=1,
    )
    lead = mean(leads.mean(axis=1))
    spread = float(leads.std())
    return SkillFigures(
        better=levels[0],
        worse=levels[1],
        deals=deals,
        wins=wins,
        lead=lead,
        spread=spread,
        rounds_to_lead=rounds_to_lead(lead, leads),
        curve=tuple((rounds, chance_to_lead(leads, rounds)) for rounds in CURVE),
        of_wins=split(from_starter(shares, starters, kinds)),
        of_points=split(from_starter(points.astype(float), starters, kinds)),
    )


def chance_to_lead(leads: NDArray[np.float64], rounds: int) -> float:
    """The chance that the better one leads after so many rounds with deals of their own; ties count half."""
    if rounds > CURVE[4]:
        middle, spread = float(leads.mean()), float(leads.std())
        return 0.5 if spread < EQUAL else 0.5 * (1 + math.erf(math.sqrt(rounds / 2) * middle / spread))
    rng = np.random.default_rng(rounds)
    sums = rng.choice(leads.ravel(), (DRAWS, rounds)).sum(axis=1)
    return float(((np.sign(sums) + 1) / 2).mean())


def rounds_to_lead(lead: Estimate, leads: NDArray[np.float64]) -> Estimate | None:
    """How many rounds it takes until the better one leads with 95 %; its interval is that of the lead.

    An upper end that cannot be told, because the lead may be nothing, is infinite and left out.
    """
    if lead.value <= 0:
        return None
    spread = float(leads.std())

    def needed(each: float) -> float:
        return (SURE * spread / each) ** 2

    rounds = max(1.0, needed(lead.value))
    if rounds <= CURVE[4]:  # sums of few rounds are not normal: try
        rounds = next((float(n) for n in range(1, CURVE[4]) if chance_to_lead(leads, n) >= 0.95), float(CURVE[4]))
    if lead.low is None or lead.high is None or lead.low <= 0:
        return Estimate(rounds)
    return Estimate(rounds, min(rounds, max(1.0, needed(lead.high))), max(rounds, needed(lead.low)))


def from_starter(
    values: NDArray[np.float64], starters: NDArray[Any], kinds: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The results of the better and of the worse level by deal and seat, seats counted from the starter."""
    players = values.shape[2]
    seats = (starters[:, None] + np.arange(players)) % players
    better, worse = (
        np.stack([values[:, kinds[:, seat] == kind, seat].mean(axis=1) for seat in range(players)], axis=1)
        for kind in (0, 1)
    )
    return np.take_along_axis(better, seats, axis=1), np.take_along_axis(worse, seats, axis=1)


def split(results: tuple[NDArray[np.float64], NDArray[np.float64]]) -> Split:
    """The parts of the variance of a seat's result; their errors come from leaving out a block of deals at a time."""
    better, worse = results
    whole = parts_of(better, worse)
    blocks = min(BLOCKS, len(better))
    if blocks < FEW:
        return Split(*(Estimate(part) for part in whole))
    block = np.arange(len(better)) % blocks
    without = np.array([parts_of(better[block != b], worse[block != b]) for b in range(blocks)])
    errors = np.sqrt((blocks - 1) / blocks * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    reach = times_error(blocks) * errors
    return Split(*(Estimate(part, part - far, part + far) for part, far in zip(whole, reach.tolist(), strict=True)))


def parts_of(better: NDArray[np.float64], worse: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """The four parts, from the results of both levels by deal and seat."""
    deals = len(better)
    both = np.stack([better, worse])
    total = float(both.var())
    if total < EQUAL:
        return 0.0, 0.0, 0.0, 1.0
    lead = better.mean(axis=1) - worse.mean(axis=1)
    player = max(0.0, float(lead.mean()) ** 2 - float(lead.var()) / deals) / 4
    middles = both.mean(axis=0)
    place = max(0.0, float(middles.mean(axis=0).var()) - float(middles.var(axis=0).mean()) / deals)
    deal = float(((better - better.mean(axis=0)) * (worse - worse.mean(axis=0))).mean())
    return player / total, place / total, deal / total, (total - player - place - deal) / total


def said_rounds(estimate: Estimate | None) -> str:
    """Rounds until the better one leads, as text; if the lead may be nothing, that they cannot be told apart."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "not told apart"
    rounds, low, high = (f"{math.ceil(value - EQUAL):,}" for value in (estimate.value, estimate.low, estimate.high))
    return f"{rounds} ({low}–{high})" if estimate.high < MANY else f"{rounds} ({low} or more)"


def named_parts(whole: Split) -> Sequence[tuple[str, Estimate]]:
    """The parts with their names, in order."""
    return [(name, getattr(whole, name)) for name in PARTS]
