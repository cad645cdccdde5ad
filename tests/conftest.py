"""How much the tests try (little by default, more in `make test-all`), which of them run, and in which order."""

import os

import pytest
from hypothesis import settings

from elftafel.kernel.jit import PLAIN
from tests import order

settings.register_profile("elftafel", deadline=None, derandomize=True, database=None)
settings.load_profile("elftafel")

MORE = int(os.environ.get("ELFTAFEL_EXAMPLES", "1"))
FAST_SECONDS = 0.8
"""What `--fast` leaves out: tests that take longer, by `tests/durations.json`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make test-fast` and `make durations` ask for."""
    parser.addoption("--fast", action="store_true", help="short tests only, one setting a game, no PostgreSQL")
    parser.addoption("--keep-durations", action="store_true", help="write tests/durations.json")


def pytest_configure(config: pytest.Config) -> None:
    """With `--keep-durations`, the main process, which gets all reports, writes down how long tests took."""
    if config.getoption("--keep-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(order.Keeper())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not asked for; what takes longest comes first."""
    seconds = order.read()
    left_out: list[pytest.Item] = []
    if config.getoption("--fast"):
        left_out = [item for item in items if not is_fast(item, seconds)] + other_settings(items)
    elif PLAIN and MORE == 1:
        left_out = other_rounds(items)
    if left_out:
        ids = {id(item) for item in left_out}
        config.hook.pytest_deselected(items=[item for item in items if id(item) in ids])
        items[:] = [item for item in items if id(item) not in ids]
    order.longest_first(items, seconds)


def is_fast(item: pytest.Item, seconds: dict[str, float]) -> bool:
    """True for a short test without PostgreSQL, servers in processes of their own or a copy of the tree."""
    fixtures: list[str] = getattr(item, "fixturenames", [])
    heavy = any(name.startswith(("postgresql", "nursery", "tree")) for name in fixtures) or "postgresql" in item.name
    return not heavy and seconds.get(order.function_of(item.nodeid), 0.0) < FAST_SECONDS


def other_settings(items: list[pytest.Item]) -> list[pytest.Item]:
    """Tests with a `setting`, except the first of each function and game."""
    seen: set[tuple[str, str]] = set()
    others = []
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is not None and "setting" in callspec.params:
            which = order.function_of(item.nodeid), callspec.params["setting"][0]
            if which in seen:
                others.append(item)
            seen.add(which)
    return others


def other_rounds(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests of random rounds, except those with the first and the last parameters of each function.

    Compiled, they run with all of them; and the battery compares whole rounds of both.
    """
    rounds: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.name.startswith("test_random_rounds"):
            rounds.setdefault(order.function_of(item.nodeid), []).append(item)
    return [item for same in rounds.values() for item in same[1:-1]]
