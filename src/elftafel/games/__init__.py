"""The games there are. Every folder here that has a `facts.py` is one; nothing lists them.

Importing this package reads the facts of all games and no rules, so lists and help texts are instant.
"""

import os
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elftafel.errors import BadInput, IncompleteGame
from elftafel.games.facts import Facts

if TYPE_CHECKING:
    from elftafel.games.contract import Terminal
    from elftafel.games.game import Game

FOLDER = Path(__file__).resolve().parent


def find_facts() -> dict[str, Facts]:
    """The facts of every game by its name, in the order in which games are listed."""
    found: list[Facts] = []
    for path in FOLDER.glob("*/facts.py"):
        name = path.parent.name
        facts = getattr(import_module(f"{__name__}.{name}.facts"), "FACTS", None)
        if not isinstance(facts, Facts):
            raise IncompleteGame(name, "facts.py", "lacks FACTS, the Facts of the game")
        if facts.name != name:
            raise IncompleteGame(name, "facts.py", f"says name={facts.name!r}; it must be the name of the folder")
        found.append(facts)
    return {facts.name: facts for facts in sorted(found, key=lambda facts: (facts.order, facts.name))}


_FACTS = find_facts()
NAMES = tuple(_FACTS)


def facts(name: str) -> Facts:
    """What a game is, without loading its rules."""
    if name not in _FACTS:
        raise BadInput("game", name, f"the games are {', '.join(NAMES)}")
    return _FACTS[name]


@cache
def load(name: str) -> "Game":
    """A game with its compiled rules."""
    from elftafel.games.contract import find_rooms  # heavy: Numba
    from elftafel.games.game import Game

    return Game(facts(name), find_rooms(name), load_data(name))


@cache
def load_terminal(name: str) -> "Terminal":
    """How a game is drawn and told in a terminal. For `terminal/` alone: it brings in rich."""
    from elftafel.games.contract import Terminal, find_room

    terminal: Terminal = find_room(facts(name).name, "terminal", Terminal)
    return terminal


def load_data(name: str) -> Any:
    """A game's replaceable data, or None: the host's `<game>.toml` in the folder ELFTAFEL_DATA, else our own."""
    if facts(name).data is None:
        return None
    path = FOLDER / name / "data.toml"
    if folder := os.environ.get("ELFTAFEL_DATA"):
        if not Path(folder).is_dir():
            raise BadInput("ELFTAFEL_DATA", folder, f"a folder with tables such as {name}.toml")
        if (Path(folder) / f"{name}.toml").exists():
            path = Path(folder) / f"{name}.toml"
    return read_data_file(name, path)


def read_data_file(name: str, path: Path) -> Any:
    """A game's replaceable data from a TOML file, checked."""
    data = facts(name).data
    assert data is not None, name
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput("data", str(path), f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput("data", str(path), f"it should be TOML: {error}", data.rule) from None
    return facts(name).read_data(data.from_file(given), str(path), strict=True)
