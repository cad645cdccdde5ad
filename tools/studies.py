"""Checks that the tables of docs/studies/README.md say what the studies beside it say; `--write` writes them."""

import re
import sys
from pathlib import Path

import msgspec

from elftafel import games
from elftafel.lab.study import Study
from elftafel.lab.study_page import short_tables

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "studies"
PAGE = FOLDER / "README.md"
TABLE = re.compile(r"(?<=<!-- table: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def tables() -> dict[str, str]:
    """The tables by name, as Markdown."""
    studies = [msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Study) for name in games.NAMES]
    found = {}
    for name, rows in short_tables(studies).items():
        head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
        found[name] = "\n".join([head, "|" + "---|" * len(rows[0]), *rest]) + "\n"
    return found


def filled(page: str) -> str:
    """The page with its tables as they should be."""
    made = tables()
    return TABLE.sub(lambda found: f"{found[1]}{found[2]}\n{made[found[1]]}\n", page)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(filled(text), encoding="utf-8")
    elif filled(text) != text:
        sys.exit("docs/studies/README.md does not say what the studies say: tools/studies.py --write")
