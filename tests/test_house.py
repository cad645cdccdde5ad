"""A game owns everything of its own: no other source file names it, and games are found, not listed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from elftafel import games

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"__pycache__", "web", "build", "node_modules"}  # not written by hand, or another language
ALLOWED = ("/rules/jatten#JA-7",)
"""Text that may stand outside a game's folder: an example address in a docstring."""


def sources() -> list[Path]:
    """The Python sources outside the games' own folders."""
    found = [path for room in ("src", "tools", "bench") for path in (ROOT / room).rglob("*.py")]
    own = [games.FOLDER / name for name in games.NAMES]
    return [
        path
        for path in [*found, ROOT / "hatch_build.py"]
        if not LEFT_OUT & set(path.relative_to(ROOT).parts) and not any(path.is_relative_to(folder) for folder in own)
    ]


def named_in(text: str) -> list[str]:
    """The names of games that stand in a text as words."""
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    return re.findall(rf"\b({'|'.join(games.NAMES)})\b", text)


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_outside_its_folder_names_a_game(path: Path) -> None:
    assert named_in(path.read_text(encoding="utf-8")) == []


def test_the_search_would_find_one() -> None:
    assert len(sources()) > 80
    assert named_in(f'games.load("{games.NAMES[0]}")') == [games.NAMES[0]]


def test_every_folder_with_facts_is_a_game_in_the_order_of_the_facts() -> None:
    folders = {path.parent.name for path in games.FOLDER.glob("*/facts.py")}
    assert set(games.NAMES) == folders
    assert list(games.NAMES) == sorted(games.NAMES, key=lambda name: (games.facts(name).order, name))


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_keeps_its_own_tests(name: str) -> None:
    for file in ("test_rules.py", "test_reasons.py", "test_examples.py", "test_contract.py", "witness.py"):
        assert (ROOT / "tests" / "games" / name / file).is_file()


def test_the_list_of_games_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom elftafel import games\nassert games.NAMES\n"
        "print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"
