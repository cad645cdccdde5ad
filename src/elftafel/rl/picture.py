"""A position drawn as in the terminal: as text, or as a picture of coloured cells."""

import io
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.segment import Segment

from elftafel import games
from elftafel.games.game import Game
from elftafel.kernel.record import Record

COLUMNS = 100
WIDTH, HEIGHT = 8, 16  # of a cell, in pixels
PAPER, INK = (250, 248, 242), (30, 30, 34)
SHAPES = {
    "■": ((0.1, 0.25), (0.9, 0.25), (0.9, 0.75), (0.1, 0.75)),
    "▲": ((0.5, 0.2), (1.0, 0.8), (0.0, 0.8)),
    "▴": ((0.5, 0.35), (0.85, 0.7), (0.15, 0.7)),
    "★": ((0.5, 0.15), (0.68, 0.5), (1.0, 0.5), (0.75, 0.65), (0.85, 0.9), (0.5, 0.72), (0.15, 0.9), (0.25, 0.65),
          (0.0, 0.5), (0.32, 0.5)),
    "●": ((0.3, 0.25), (0.7, 0.25), (0.95, 0.5), (0.7, 0.75), (0.3, 0.75), (0.05, 0.5)),
}  # fmt: skip
"""Signs that a font may lack, as corners in a cell."""
NARROW = {"·": ".", "…": ".", "–": "-", "−": "-", "→": ">", "×": "x", "’": "'", "“": '"', "”": '"'}


def name_of(seat: int) -> str:
    """How a seat is called."""
    return f"seat {seat}"


def drawing(game: Game, state: Record, seat: int | None) -> Any:
    """What a terminal would show to this seat."""
    view = game.view(state, seat)
    return games.load_terminal(game.facts.name).draw(view.table, view.hand, name_of)


def text(game: Game, state: Record, seat: int | None) -> str:
    """The position as text, without colours."""
    console = Console(file=io.StringIO(), width=COLUMNS, color_system=None)
    with console.capture() as captured:
        console.print(drawing(game, state, seat))
    return captured.get()


@cache
def font() -> Any:
    """The font for letters and digits."""
    from PIL import ImageFont

    return ImageFont.load_default(12)


def picture(game: Game, state: Record, seat: int | None) -> NDArray[np.uint8]:
    """The position as an RGB picture."""
    from PIL import Image, ImageDraw

    console = Console(file=io.StringIO(), width=COLUMNS, color_system="truecolor", force_terminal=True)
    lines: list[list[Segment]] = console.render_lines(drawing(game, state, seat), pad=False)
    image = Image.new("RGB", (WIDTH * (COLUMNS + 2), HEIGHT * (len(lines) + 2)), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines, 1):
        column = 1
        for segment in line:
            style = segment.style
            ground = style.bgcolor.get_truecolor() if style and style.bgcolor else None
            ink = style.color.get_truecolor() if style and style.color and not style.color.is_default else INK
            for letter in segment.text:
                left, top = WIDTH * column, HEIGHT * row
                if ground is not None:
                    pen.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), tuple(ground))
                draw_letter(pen, letter, left, top, tuple(ink))
                column += 1
    return np.asarray(image, np.uint8)


def draw_letter(pen: Any, letter: str, left: int, top: int, ink: Any) -> None:
    """Draw one letter or sign into its cell."""
    if letter in SHAPES:
        pen.polygon([(left + x * (WIDTH - 1), top + y * (HEIGHT - 1)) for x, y in SHAPES[letter]], fill=ink)
    elif letter in "─━│┃┌┐└┘├┤┬┴┼╭╮╰╯":
        if letter not in "│┃":
            pen.line((left, top + HEIGHT // 2, left + WIDTH, top + HEIGHT // 2), fill=ink)
        if letter not in "─━":
            pen.line((left + WIDTH // 2, top, left + WIDTH // 2, top + HEIGHT), fill=ink)
    elif letter.strip():
        pen.text((left, top), NARROW.get(letter, letter), fill=ink, font=font())
