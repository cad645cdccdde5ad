"""How much the property tests try: little by default, more in `make test-all`."""

import os

import pytest
from hypothesis import settings

settings.register_profile("elftafel", deadline=None, derandomize=True, database=None)
settings.load_profile("elftafel")

MORE = int(os.environ.get("ELFTAFEL_EXAMPLES", "1"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that compile code of their own run in one process a game."""
    for item in items:
        if "rounds_are_sound" in item.name:
            name, _, _ = item.callspec.params["setting"]  # type: ignore[attr-defined]
            item.add_marker(pytest.mark.xdist_group(f"soak-{name}"))
