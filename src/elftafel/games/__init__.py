"""The registry: the games there are. Adding one means a folder and a line here."""

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elftafel.errors import BadInput
from elftafel.games.facts import Facts

if TYPE_CHECKING:
    from elftafel.games.game import Game

NAMES = ("elfer_raus", "elevens", "jatten", "start11", "nimmt11")


def facts(name: str) -> Facts:
    """What a game is, without loading its rules."""
    if name not in NAMES:
        raise BadInput("game", name, f"the games are {', '.join(NAMES)}")
    return import_module(f"elftafel.games.{name}.facts").FACTS  # type: ignore[no-any-return]


@cache
def load(name: str) -> "Game":
    """A game with its compiled rules."""
    from elftafel.games.game import Game  # heavy: Numba

    about = facts(name)
    rooms = [import_module(f"elftafel.games.{name}.{room}") for room in ("rules", "policy", "table", "reasons")]
    rules, policy, table, reasons = rooms
    belief = f"elftafel.games.{name}.belief"  # a room that not every game has
    return Game(
        about, rules, policy, table, reasons, import_module(belief) if find_spec(belief) else None, load_data(name)
    )


def load_data(name: str) -> Any:
    """A game's replaceable data, or None: the host's `<game>.toml` in the folder ELFTAFEL_DATA, else our own."""
    if facts(name).data is None:
        return None
    path = Path(__file__).parent / name / "data.toml"
    if folder := os.environ.get("ELFTAFEL_DATA"):
        if not Path(folder).is_dir():
            raise BadInput("ELFTAFEL_DATA", folder, "a folder with tables such as nimmt11.toml")
        if (Path(folder) / f"{name}.toml").exists():
            path = Path(folder) / f"{name}.toml"
    try:
        return import_module(f"elftafel.games.{name}.facts").load_data(path)
    except OSError as error:
        raise BadInput("data", str(path), f"cannot be read: {error.strerror}") from None
