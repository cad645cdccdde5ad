"""Standard errors of what a search finds: one place for hints, reviews and the search's own doubt.

A tree and a chain of beliefs link the deals of one search, so that errors reckoned from single deals
are too small. One search alone cannot see that; its errors are widened by what was measured. Several
searches, each with a tree and a chain of its own, show it by how much they differ.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elftafel.games.facts import Facts

LINKED = 1.6  # by so much a tree widens errors that are reckoned from single deals; measured by bench/links.py
SLICED = 1.2  # by so much, where they are reckoned from slices of many deals
WEIGHT = 4  # as many searches tell as much as these numbers
SEARCHES = 4  # that an honest error needs

Slices = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Of one search: sums, and how many deals each sum is of."""


def linked(facts: Facts) -> float:
    """By how much the real error of one search is wider than what its single deals claim."""
    return LINKED if facts.widen else 1.0


def moderated(claimed: Any, between: Any, searches: int) -> Any:
    """The variance of the mean of some searches, from what is claimed and from how much they differ.

    Few searches tell little about their own spread. So it is moderated by what their deals claim, widened
    for links (as Smyth, 2004, does with few arrays a gene).
    """
    return (WEIGHT * claimed + (searches - 1) * between) / (WEIGHT + searches - 1)


def means_of(
    tries: NDArray[np.float64],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
    stake: float,
    links: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means and standard errors of each column, from the sums and sums of squares of searches: a row each.

    Small samples get a wider error: a rare large value may not have been drawn yet. The variance
    counts one more result, `stake` away from the mean; links between deals widen it.
    """
    deals = tries.sum(axis=0)
    means = sums.sum(axis=0) / deals
    spread = np.maximum(squares.sum(axis=0) / deals - means**2, 0.0)
    claimed = links**2 * (spread + stake**2 / deals) / deals
    if len(tries) == 1:
        return means, np.sqrt(claimed)
    between = (tries * (sums / tries - means) ** 2).sum(axis=0) / (len(tries) - 1) / deals
    return means, np.sqrt(moderated(claimed, between, len(tries)))


def mean_of(searches: Sequence[Slices], stake: float = 1.0) -> tuple[float, float]:
    """The mean of a deal in some searches, with its standard error, from slices of each.

    One more deal with all at stake counts too: a rare large difference may not have been drawn yet.
    """
    deals = np.array([counts.sum() for _, counts in searches])
    means = np.array([sums.sum() for sums, _ in searches]) / deals
    mean = float((means * deals).sum() / deals.sum())
    misses = sum(
        float(((sums - counts * own) ** 2 / counts).sum()) for (sums, counts), own in zip(searches, means, strict=True)
    )
    free = sum(len(sums) - 1 for sums, _ in searches)
    variance = SLICED**2 * misses / free / deals.sum() if free else 0.0
    if len(searches) > 1:
        between = float((deals * (means - mean) ** 2).sum()) / (len(searches) - 1) / deals.sum()
        variance = moderated(variance, between, len(searches)) if free else between
    return mean, math.sqrt(variance + (stake / deals.sum()) ** 2)
