"""The games that have a tiny form: `tiny.py` in their folder."""

from importlib import import_module
from importlib.util import find_spec

from elftafel import games
from elftafel.errors import BadInput
from elftafel.games.tiny import Tiny


def tiny_names() -> list[str]:
    """The games that have one."""
    return [name for name in games.NAMES if find_spec(f"elftafel.games.{name}.tiny")]


def tiny_of(name: str) -> Tiny:
    """The tiny form of a game; BadInput if it has none."""
    if name not in tiny_names():
        raise BadInput("game", name, f"these have a tiny form: {', '.join(tiny_names())}")
    form: Tiny = import_module(f"elftafel.games.{name}.tiny").TINY
    return form
