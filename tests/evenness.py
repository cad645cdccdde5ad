"""Is a draw even? The chi-square test, without a library for it."""

from collections.abc import Iterable
from statistics import NormalDist


def tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-square value at least this large (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def p_value(found: Iterable[float], expected: Iterable[float]) -> float:
    """How likely counts as far from the expected ones as these are, if the draw is fair."""
    pairs = list(zip(found, expected, strict=True))
    return tail(sum((f - e) ** 2 / e for f, e in pairs), len(pairs) - 1)
