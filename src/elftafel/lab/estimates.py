"""Means and shares with 95 % intervals, and the progress bar of long runs."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Z = 1.96  # 95 %
FEW = 10  # fewer values have no interval: their spread says too little
EQUAL = 1e-9  # smaller differences are rounding errors


class Estimate(msgspec.Struct, frozen=True):
    """A mean or share with its 95 % interval; without one if there were too few values."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def below(self) -> float:
        """How far the interval reaches down; 0 without one."""
        return 0.0 if self.low is None else self.value - self.low

    @property
    def above(self) -> float:
        """How far the interval reaches up; 0 without one."""
        return 0.0 if self.high is None else self.high - self.value


def times_error(count: int) -> float:
    """How many standard errors make a 95 % interval with so many values (Student's t, nearly)."""
    n = count - 1
    return Z + (Z**3 + Z) / (4 * n) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * n * n)


def around(value: float, error: float, count: int) -> Estimate:
    """The estimate `value` with the interval of this standard error."""
    if count < FEW:
        return Estimate(value)
    spread = times_error(count) * error
    return Estimate(value, value - spread, value + spread)


def mean(values: NDArray[Any]) -> Estimate:
    """A mean with its interval."""
    count = len(values)
    return around(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else 0.0, count)


def mean_share(values: NDArray[Any]) -> Estimate:
    """A mean of shares with its interval.

    If all shares are equal their spread says nothing; then the interval is Wilson's, by their
    number.
    """
    if len(values) >= FEW and np.ptp(values) < EQUAL:
        return share(float(values.sum()), len(values))
    estimate = mean(values)
    if estimate.low is None or estimate.high is None:
        return estimate
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def share(count: float, of: int) -> Estimate:
    """A share with its interval (Wilson)."""
    p = count / of
    centre = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    spread = Z * math.sqrt(p * (1 - p) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    return Estimate(p, max(0.0, centre - spread), min(1.0, centre + spread))


def ratio(above: NDArray[Any], below: NDArray[Any]) -> Estimate:
    """The ratio of two sums over rounds or deals, with its interval (delta method).

    Without an interval if every round or deal has the same ratio.
    """
    total = float(below.sum())
    r = float(above.sum()) / total if total else 0.0
    rest = above - r * below
    if np.ptp(rest) < EQUAL:
        return Estimate(r)
    error = float(rest.std(ddof=1)) / math.sqrt(len(rest)) if len(rest) > 1 else 0.0
    return around(r, error / max(1e-9, abs(float(below.mean()))), len(rest))


def said(estimate: Estimate, digits: int = 2, percent: bool = False) -> str:
    """An estimate as text: 12.34 ± 0.05, with too few values 12.34 ± –."""
    scale, unit = (100, " %") if percent else (1, "")
    spread = "–" if estimate.low is None else f"{scale * max(estimate.above, estimate.below):.{digits}f}"
    value = round(scale * estimate.value, digits) + 0.0  # no -0.0
    return f"{value:.{digits}f} ± {spread}{unit}"


def error_bars(estimates: Sequence[Estimate]) -> list[list[float]]:
    """The intervals as a plot wants them: the lengths downward, then upward."""
    return [[estimate.below for estimate in estimates], [estimate.above for estimate in estimates]]


@contextmanager
def progress_bar(total: int, show: bool, what: str = "rounds", done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, or nothing; gives a function that moves it on."""
    if not show:
        yield lambda count: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda count: bar.advance(task, count)
