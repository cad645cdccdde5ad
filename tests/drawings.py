"""The drawn examples of the rulebooks, read as the web page reads them (web/src/lib/rulebook/drawing.ts)."""

import re
from collections.abc import Iterator
from typing import Any

from elftafel.games.messages import Card, Colour
from elftafel.games.rulebook import DRAWN, rulebook

ROWS = ("red", "yellow", "green", "blue")


def examples(game: str, language: str = "en") -> list[tuple[str, str]]:
    """Each example's caption and what it draws."""
    return DRAWN.findall(rulebook(game, language))


class Drawing:
    """One drawing: its lines by their names, in words as scenes have them (`r10 y13`)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = {name: said.split(",") for name, said in (line.split("=") for line in text.split(";"))}

    def __contains__(self, name: str) -> bool:
        return name in self.lines

    def board(self, marks: str = "") -> list[str]:
        """The places of the board that lie (no marks), or have one of these marks."""
        found = ((row[0], number, mark) for row in ROWS if row in self for number, mark in self.row(row))
        return [f"{r}{number}" for r, number, mark in found if (set(marks) & set(mark) if marks else "?" not in mark)]

    def before(self) -> list[str]:
        """What lay before the last turn."""
        return [place for place in self.board() if place not in self.board("!")]

    def row(self, row: str) -> Iterator[tuple[int, str]]:
        for word in filter(None, self.lines[row]):
            numbers, mark = re.fullmatch(r"([\d-]+)(\D*)", word).groups()  # type: ignore[union-attr]
            yield from ((number, mark) for number in span(numbers))

    def columns(self) -> list[int]:
        return [number for word in self.lines["columns"] for number in span(word)]

    def things(self, name: str, mark: str | None = None) -> list[str]:
        """Things side by side: all, or those with this mark (`` for none)."""
        found = (re.fullmatch(r"(>|\w+(?:\.\w+)?)([?~!]?)", word) for word in self.lines[name])
        pairs = [(one[1], one[2]) for one in found if one]
        assert len(pairs) == len(self.lines[name]), self.text
        return [short(word) for word, own in pairs if mark is None or own == mark]


def span(word: str) -> range:
    low, _, high = word.partition("-")
    return range(int(low), int(high or low) + 1)


def short(word: str) -> str:
    """`red13` as `r13`; all else as it is."""
    colour = re.fullmatch(rf"({'|'.join(ROWS)})(\d+)", word)
    return f"{colour[1][0]}{colour[2]}" if colour else word


def drawings(game: str) -> list[Drawing]:
    """A game's drawings in order; they are the same in every language."""
    return [Drawing(text) for _, text in examples(game)]


def find(name: str, part: str) -> Drawing:
    """The drawing with this in it."""
    (found,) = [one for one in drawings(name) if part in one.text]
    return found


def shown_fits(view: Any, drawing: Drawing) -> list[str]:
    """What fits by the rules, in the drawn rows and columns."""
    return [
        f"{row.colour[0]}{number}"
        for colour in ("red", "yellow", "green", "blue")
        for row in view.table.rows
        if row.colour == colour and colour in drawing
        for number in row.fits
        if number in drawing.columns()
    ]


def card(word: str) -> Card:
    return Card(next(colour for colour in Colour if colour[0] == word[0]), int(word[1:]))
