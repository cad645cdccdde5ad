"""Names and chat lines, made harmless: no control or invisible characters, no runs of spaces,
bounded.
"""

import unicodedata

from elftafel.match import JOINER, MOST_LETTERS

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # controls, marks of direction, unassigned …
MOST_MARKS = 2  # accents on one letter
TONES = range(0x1F3FB, 0x1F400)  # skin tones: they change the emoji before them
FLAGS = range(0x1F1E6, 0x1F200)  # letters that make a flag in pairs


def clean_text(text: str) -> str:
    """A line of text that shows what it says and nothing else."""
    letters: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", text)
    for place, letter in enumerate(text):
        kind = unicodedata.category(letter)
        if kind in HIDDEN and not (letter == JOINER and joins_emoji(text, place)):
            letter = " " if letter in "\n\r\t" else ""
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    return " ".join("".join(letters).split())


def clean_name(name: str) -> str:
    """A name for a table; empty if nothing is left of it."""
    shown = "".join(letter for letter in clean_text(name) if letter == JOINER or letter.isprintable())
    return shown[: whole_letters(shown, MOST_LETTERS)].strip()


def joins_emoji(text: str, place: int) -> bool:
    """True if the joiner at this place stands between two emoji, as in the picture of a family."""
    before = text[:place].rstrip("\ufe0f" + "".join(map(chr, TONES)))[-1:]
    after = text[place + 1 : place + 2]
    return all(letter and unicodedata.category(letter) == "So" for letter in (before, after))


def whole_letters(text: str, most: int) -> int:
    """Where to cut a text so that at most so many characters remain and no drawn letter is split."""
    end = min(most, len(text))
    while 0 < end < len(text) and belongs_to_last(text, end):
        end -= 1
    return end


def belongs_to_last(text: str, place: int) -> bool:
    """True if the character at this place is drawn as one with the one before it."""
    letter = text[place]
    if JOINER in (letter, text[place - 1]) or ord(letter) in TONES or unicodedata.category(letter) in ("Mn", "Me"):
        return True
    flags = len(text[:place]) - len(text[:place].rstrip("".join(map(chr, FLAGS))))
    return ord(letter) in FLAGS and flags % 2 == 1
