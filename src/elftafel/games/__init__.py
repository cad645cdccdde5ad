"""The registry: the games there are. Adding one means a folder and a line here."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

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
    rooms = (import_module(f"elftafel.games.{name}.{room}") for room in ("rules", "policy", "table"))
    return Game(about, *rooms)
