"""Names and chat lines, made harmless: no control or invisible characters, no runs of spaces,
bounded.
"""

import unicodedata

from elftafel.match import MOST_LETTERS

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, marks of direction, unassigned …
MOST_MARKS = 2  # accents on one letter


def clean_text(text: str) -> str:
    """A line of text that shows what it says and nothing else."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if kind in HIDDEN and letter != "\u200d":  # joins emoji
            letter = " " if letter in "\n\r\t" else ""
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    return " ".join("".join(letters).split()).strip("\u200d")


def clean_name(name: str) -> str:
    """A name for a table; empty if nothing is left of it."""
    return "".join(letter for letter in clean_text(name)[:MOST_LETTERS].strip() if letter.isprintable())
