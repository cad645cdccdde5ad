"""The order in which a test run starts its tests: the longest first, so that all workers end at about the same time.

`tests/durations.json` has the mean seconds of one test of each function, for those that take long. It is
written by `pytest --keep-durations`; what is missing there starts last.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

FILE = Path(__file__).parent / "durations.json"
LEAST = 0.5  # seconds: what is shorter needs no line


def function_of(nodeid: str) -> str:
    """The name of a test without its parameters and its group."""
    return nodeid.partition("[")[0].partition("@")[0]


def scope_of(item: pytest.Item) -> str:
    """What one worker does in one go: a group, or a test by itself."""
    group = item.get_closest_marker("xdist_group")
    return item.nodeid if group is None else str(group.args[0])


def longest_first(items: list[pytest.Item], seconds: dict[str, float]) -> None:
    """Sort by how long the whole group of a test takes; the order within a group stays."""
    total: defaultdict[str, float] = defaultdict(float)
    for item in items:
        total[scope_of(item)] += seconds.get(function_of(item.nodeid), 0.0)
    items.sort(key=lambda item: -total[scope_of(item)])


def read() -> dict[str, float]:
    """The mean seconds of one test of each function, as far as they are known."""
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


class Keeper:
    """Adds up how long tests take, and writes it down at the end."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.tests: dict[str, set[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One phase of one test."""
        name = function_of(report.nodeid)
        self.seconds[name] += report.duration
        self.tests.setdefault(name, set()).add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Functions that did not run keep what they had."""
        means = {name: round(total / len(self.tests[name]), 1) for name, total in self.seconds.items()}
        kept = {name: mean for name, mean in read().items() if name not in means and is_there(name)}
        slow = kept | {name: mean for name, mean in means.items() if mean >= LEAST}
        FILE.write_text(json.dumps(dict(sorted(slow.items())), indent=1) + "\n", encoding="utf-8")


def is_there(name: str) -> bool:
    """Whether the file of this test still exists."""
    return (FILE.parent.parent / name.partition("::")[0]).exists()
