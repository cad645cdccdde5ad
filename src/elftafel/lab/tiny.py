"""Tiny forms of games for two: the real rules from a start with few cards, so that everything can be computed.

The rules are those of the games, unchanged; cards that are not named here are nowhere. So no option, log or bot of
the real game is touched.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import msgspec

from elftafel import games
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


def elfer_raus(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """Some colours with the numbers from low to high; the first 11 is laid as always (ER-2, ER-3)."""
    rules: Any = game.rules
    colours, low, high, each = read_size(size, ("colours", "low", "high", "hand"), (4, 11, 20, 10))
    cards = [20 * colour + number - 1 for colour in range(colours) for number in range(low, high + 1)]
    check_deal(size, len(cards), each, 4)
    for hands in splits(cards, each):
        state = blank(game)
        for colour in range(colours):
            state.starts[colour] = rules.ELEVEN
        for place, held in enumerate(hands):
            for card in held:
                where = state.stock if place == 2 else state.hands[place]
                where[card // 20] |= 1 << card % 20 + 1
        yield state, rules.lay_first_eleven


def elevens(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """Some colours with the numbers from low to high beside their 11s; no bridges, jokers and bonus cards (EE-O1)."""
    rules: Any = game.rules
    colours, low, high, each = read_size(size, ("colours", "low", "high", "hand"), (4, 11, 21, 10))
    numbers = [number for number in range(low, high + 1) if number != 11]
    cards = [21 * colour + number - 1 for colour in range(colours) for number in numbers]
    check_deal(size, len(cards), each, 4)
    for hands in splits(cards, each):
        state = blank(game, simple=True)
        for colour in range(colours):
            state.rows[colour] = rules.ELEVEN
        for place, held in enumerate(hands):
            for card in held:
                where = state.stock if place == 2 else state.hands[place]
                where[card // 21] |= 1 << card % 21 + 1
        yield state, nothing


def nimmt11(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """So many cards, so many apart from each other; one of the stock starts the first pile (EN-1)."""
    count, apart, each = read_size(size, ("cards", "apart", "hand"), (12, 10, 5))
    cards = [apart * i + 1 for i in range(count)]
    check_deal(size, count - 1, each, 4)
    rules: Any = game.rules
    for mine, yours, left in splits(cards, each):
        for top in left:
            state = blank(game)
            state.supply = rules.BULLS
            state.tops[rules.half_of(top)] |= rules.bit_of(top)
            for place, held in enumerate((mine, yours, left)):
                for card in held:
                    where = state.stock if place == 2 else state.hands[place]
                    if card != top:
                        where[rules.half_of(card)] |= rules.bit_of(card)
            rules.begin_turn(state)
            yield state, nothing


TINY = {
    "elfer_raus": Tiny("colours × numbers × cards in a hand", elfer_raus, "2x9-12x3"),
    "elevens": Tiny("colours × numbers × cards in a hand, `simple`", elevens, "2x9-13x2"),
    "nimmt11": Tiny("cards × steps between them × cards in a hand", nimmt11, "8x4x2"),
}
"""The games that have a tiny form."""


def tiny_of(name: str) -> Tiny:
    """The tiny form of a game; BadInput if it has none."""
    if name not in TINY:
        raise BadInput("game", name, f"these have a tiny form: {', '.join(TINY)}")
    games.facts(name)
    return TINY[name]
