"""How cards look in a terminal: colour, shape and number, so that greyscale tells all."""

from collections.abc import Iterable

from rich.text import Text

from elftafel.games.messages import Card, Colour

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
