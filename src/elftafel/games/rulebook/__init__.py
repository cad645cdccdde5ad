"""The rulebooks, in our own words, and how to find a rule by its id."""

import re
from pathlib import Path

SHORT = 25  # letters; less before an id is only the end of a sentence
FOLDER = Path(__file__).resolve().parent.parent


def rulebook(game: str, language: str = "en") -> str:
    """A game's rulebook as Markdown."""
    return (FOLDER / game / "rulebook" / f"{language}.md").read_text(encoding="utf-8")


def common(language: str = "en") -> str:
    """What holds at every table, as Markdown."""
    return (Path(__file__).resolve().parent / f"{language}.md").read_text(encoding="utf-8")


def rule_text(game: str, rule: str, language: str = "en") -> str:
    """What the rulebook says before this id; empty if it is not there."""
    for block in blocks(rulebook(game, language) + "\n\n" + common(language)):
        said = ""
        for piece in re.split(r"(\[[A-Z]{2}-[^\]]*\])", block):
            if not re.fullmatch(r"\[[A-Z]{2}-.*\]", piece):
                said = said.rstrip() + piece if len(piece.strip(" .;:,")) < SHORT else piece.lstrip(" .;:,")
            elif re.search(rf"\b{re.escape(rule)}\b(?!\d)", piece):
                said = re.sub(r"\*\*|`", "", said).strip()
                return said[:1].upper() + said[1:]
    return ""


def blocks(text: str) -> list[str]:
    """Paragraphs and list items, each on one line; no headings."""
    found = re.split(r"\n\s*\n|\n(?=\s*[-*] )", re.sub(r"(?m)^#.*$", "\n", text))
    return [re.sub(r"^[-*] ", "", " ".join(block.split())) for block in found]
