"""The order of a test run: the longest groups first."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests import order


def item(nodeid: str, group: str | None = None) -> pytest.Item:
    marker = None if group is None else pytest.mark.xdist_group(group).mark
    return cast(pytest.Item, SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: marker))


def test_a_group_starts_by_all_that_is_in_it_and_keeps_its_order() -> None:
    seconds = {"a.py::short": 1.0, "a.py::long": 5.0, "b.py::part": 3.0}
    items = [
        item("a.py::unknown"),
        item("a.py::short[2]"),
        item("a.py::long"),
        item("b.py::part[x]@together", "together"),
        item("b.py::part[y]@together", "together"),
    ]
    order.longest_first(items, seconds)
    assert [one.nodeid for one in items] == [
        "b.py::part[x]@together",
        "b.py::part[y]@together",
        "a.py::long",
        "a.py::short[2]",
        "a.py::unknown",
    ]


def test_what_tests_took_is_kept_as_the_mean_of_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tests" / "durations.json"
    file.parent.mkdir()
    for name in ("old.py", "new.py"):
        (tmp_path / name).touch()
    file.write_text(json.dumps({"old.py::kept": 7.0, "gone.py::lost": 9.0, "new.py::quick": 4.0}))
    monkeypatch.setattr(order, "FILE", file)
    keeper = order.Keeper()
    for nodeid, phases in {
        "new.py::slow[1]": (1.0, 2.0),
        "new.py::slow[2]@g": (0.5, 0.5),
        "new.py::quick": (0.1,),
    }.items():
        for duration in phases:
            report: Any = SimpleNamespace(nodeid=nodeid, duration=duration)
            keeper.pytest_runtest_logreport(report)
    keeper.pytest_sessionfinish()
    assert order.read() == {"old.py::kept": 7.0, "new.py::slow": 2.0}
