"""The rule ids that `docs/rules` declares."""

import re
from functools import cache
from pathlib import Path

RULES = Path(__file__).parent.parent / "docs" / "rules"


@cache
def ids_in(page: str) -> tuple[str, ...]:
    text = (RULES / f"{page}.md").read_text(encoding="utf-8")
    return tuple(re.findall(r"^- \*\*([A-Z]{2}-[OR]?\d+)\*\*", text, re.MULTILINE))


def ids_of(game: str) -> set[str]:
    """A game's own ids and those that hold at every table."""
    return {*ids_in(game), *ids_in("README")}
