"""What the games' `terminal.py` share: how cards look, how reasons are said, and what most games do not need.

A card shows colour, shape and number, so that it can be told in greyscale too.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from elftafel.games.messages import NOTHING_BETTER, Card, Colour, Move, Reason

SHAPES = {Colour.RED: "■", Colour.YELLOW: "▲", Colour.GREEN: "★", Colour.BLUE: "●"}
STYLES = {
    Colour.RED: "bold white on #b84a00",
    Colour.YELLOW: "bold black on #f0c000",
    Colour.GREEN: "bold white on #00745a",
    Colour.BLUE: "bold white on #0072b2",
}


def chip(card: Card) -> Text:
    """A card as a small coloured block."""
    return Text(f" {SHAPES[card.colour]}{card.number:>2} ", STYLES[card.colour])


def chips(cards: Iterable[Card]) -> Text:
    """Cards side by side."""
    return Text(" ").join(chip(card) for card in cards)


def words(card: Card) -> str:
    """A card in words: red ■ 12."""
    return f"{card.colour.value} {SHAPES[card.colour]} {card.number}"


def say_reason(words: Mapping[str, str], reason: Reason) -> str:
    """A reason in a game's words: `{n}` is its figure, `{s}` and `{v}` the s of a plural or a verb, `{p}` a chance."""
    if reason.key == NOTHING_BETTER:
        return "nothing better to do"
    value = reason.value or 0
    return words[reason.key].format(
        n=f"{value:g}", s="" if value == 1 else "s", v="s" if value == 1 else "", p=f"{value:.0%}"
    )


def no_remark(table: Any, move: Move) -> str:
    """The `remark` of a game whose moves say all."""
    return ""


def no_other_moves(text: str) -> Move | None:
    """The `read_move` of a game in which every move that can be said has an action number."""
    return None
