"""The rulebooks, in our own words, and how to find a rule by its id."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent


def rulebook(game: str, language: str = "en") -> str:
    """A game's rulebook as Markdown."""
    return (FOLDER / game / "rulebook" / f"{language}.md").read_text(encoding="utf-8")


def common(language: str = "en") -> str:
    """What holds at every table, as Markdown."""
    return (Path(__file__).resolve().parent / f"{language}.md").read_text(encoding="utf-8")


def rule_text(game: str, rule: str, language: str = "en") -> str:
    """The sentence of the rulebook that carries this id; empty if there is none."""
    for line in (rulebook(game, language) + "\n" + common(language)).splitlines():
        if re.search(rf"\b{re.escape(rule)}\b(?!\d)", line):
            return re.sub(r"\s*[\[(][A-Z]{2}-[^\])]*[\])]", "", line.lstrip("-*# ")).replace("**", "").replace("`", "")
    return ""
