"""A class name means one thing: outside the games' folders no two classes share a name.

A game's own classes may be called as another game's are, or as anything else is: what a game's
modules must offer has the same name in every game (`Options`, `Data`), and its moves and events are
called what the rulebook calls them.
"""

import ast
from collections import defaultdict
from pathlib import Path

from elftafel import games

PACKAGE = Path(games.__file__).parents[1]

# What a game's classes of the same name extend, so the name is the contract's.
CONTRACT = {PACKAGE / "games" / "facts.py", PACKAGE / "games" / "messages.py"}


def classes(source: str) -> list[str]:
    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


def in_a_game(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[:2] in {("games", name) for name in games.NAMES}


def shared_names(package: Path) -> dict[str, list[str]]:
    """Names of more than one class, with where they are."""
    places = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        if not in_a_game(path) and path not in CONTRACT:
            for name in classes(path.read_text(encoding="utf-8")):
                places[name].append(str(path.relative_to(package)))
    return {name: where for name, where in places.items() if len(where) > 1}


def test_no_two_classes_share_a_name() -> None:
    assert shared_names(PACKAGE) == {}
