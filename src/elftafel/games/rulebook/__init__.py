"""The rulebooks in five languages, in our own words, with drawn examples, and how to find a rule by its id."""

import re
from pathlib import Path

from elftafel.errors import BadInput

LANGUAGES = ("en", "de", "nl", "fr", "is")
SHORT = 25  # letters; less before an id is only the end of a sentence
MARKS = " \u00a0\u202f.;:,"  # between an id and the next words; French puts a non-breaking space before some
DRAWN = re.compile(r"^!\[(.*)\]\(draw:(\S+)\)$", re.MULTILINE)  # what it draws: web/src/lib/rulebook/drawing.ts
FOLDER = Path(__file__).resolve().parent.parent


def rulebook(game: str, language: str = "en") -> str:
    """A game's rulebook as Markdown."""
    return read(FOLDER / game / "rulebook", language)


def common(language: str = "en") -> str:
    """What holds at every table, as Markdown."""
    return read(FOLDER / "rulebook", language)


def read(folder: Path, language: str) -> str:
    """The text of one language."""
    if language not in LANGUAGES:
        raise BadInput("language", language[:40], f"the languages are {', '.join(LANGUAGES)}")
    return (folder / f"{language}.md").read_text(encoding="utf-8")


def told(text: str) -> str:
    """A rulebook for where nothing can be drawn: each example as its caption."""
    return DRAWN.sub(r"> \1", text)


def rule_text(game: str, rule: str, language: str = "en") -> str:
    """What the rulebook says before this id; empty if it is not there."""
    for block in blocks(rulebook(game, language) + "\n\n" + common(language)):
        said = ""
        for piece in re.split(r"(\[[A-Z]{2}-[^\]]*\])", block):
            if not re.fullmatch(r"\[[A-Z]{2}-.*\]", piece):
                said = said.rstrip() + piece if len(piece.strip(MARKS)) < SHORT else piece.lstrip(MARKS)
            elif re.search(rf"\b{re.escape(rule)}\b(?!\d)", piece):
                said = said.replace("*", "").strip()
                return (said[:1].upper() + said[1:]).replace("`", "")  # an option keeps its own first letter
    return ""


def blocks(text: str) -> list[str]:
    """Paragraphs and list items, each on one line; no headings and no drawn examples."""
    found = re.split(r"\n\s*\n|\n(?=\s*[-*] )", re.sub(r"(?m)^#.*$", "\n", DRAWN.sub("", text)))
    return [re.sub(r"^[-*] ", "", re.sub(r"[ \n]+", " ", block.strip())) for block in found]
