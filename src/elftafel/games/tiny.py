"""Tiny forms of games for two: the real rules from a start with few cards, so that everything can be computed.

The rules are those of the games, unchanged; cards that are not named here are nowhere. So no option, log or bot of
the real game is touched.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import msgspec

from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel.record import Record

Begin = Callable[[Record, Any], Any]
"""What the rules do after the deal, with the position and a journal; False if it has to be dealt again."""


class Tiny(msgspec.Struct, frozen=True):
    """A tiny form of a game."""

    about: str
    starts: Callable[[Game, str], Iterator[tuple[Record, Begin]]]  # every deal, all equally likely
    size: str  # what is dealt if nobody says


def nothing(state: Record, journal: Any) -> bool:
    """Nothing happens after the deal."""
    return True


def splits(cards: list[int], each: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """All ways to deal two hands of `each` cards; the rest is the stock."""
    for mine in combinations(cards, each):
        left = [card for card in cards if card not in mine]
        for yours in combinations(left, each):
            yield mine, yours, tuple(card for card in left if card not in yours)


def read_size(text: str, names: tuple[str, ...], most: tuple[int, ...]) -> list[int]:
    """The numbers of a size as `2x9-12x3`; BadInput if it is not of this form or too large."""
    parts = text.replace("-", "x").split("x")
    form = "x".join(names).replace("lowxhigh", "low-high")
    if len(parts) != len(names) or not all(part.isdecimal() for part in parts):
        raise BadInput("size", text[:40], f"a size is {form}")
    numbers = [int(part) for part in parts]
    for name, number, limit in zip(names, numbers, most, strict=True):
        if not 1 <= number <= limit:
            raise BadInput("size", text[:40], f"{name} is 1 to {limit}")
    return numbers


def blank(game: Game, **options: Any) -> Record:
    """A position of two with nothing dealt."""
    return game.template(game.facts.read_options(options, 2), 2, bytes(32))[0]


def check_deal(text: str, cards: int, each: int, most_left: int) -> None:
    """Raise BadInput unless two hands can be dealt and the stock is small enough to follow every draw."""
    left = cards - 2 * each
    if not 0 <= left <= most_left:
        raise BadInput("size", text[:40], f"{left} of {cards} cards would be left; 0 to {most_left} can be followed")
