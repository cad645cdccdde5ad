"""docs/messages has a page for each game that names every field of its views, and all moves and
events.
"""

import sys
from pathlib import Path

import msgspec
import pytest

from elftafel import games
from elftafel.games import messages

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "messages"


def own(name: str, parent: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    games.load(name)
    kinds = vars(sys.modules[f"elftafel.games.{name}.table"]).values()
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, parent) and kind is not parent]


def part(page: str, heading: str) -> str:
    return page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_message_of_a_game_has_its_line(name: str) -> None:
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    parent: type[msgspec.Struct]
    for heading, parent in (("Moves", messages.Move), ("Events", messages.Event)):
        lines = {line.split("`")[1]: line for line in part(page, heading).splitlines() if line.startswith("| `")}
        for kind in own(name, parent):
            line = lines[str(kind.__struct_config__.tag)]
            assert all(f"`{field}`" in line for field in kind.__struct_encode_fields__), line
    for heading, parent in (("`view.table`", messages.Table), ("`view.hand`", messages.Hand)):
        (kind,) = own(name, parent)
        assert all(f"\n| `{field}` |" in part(page, heading) for field in kind.__struct_encode_fields__)


def test_no_page_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {"README", *games.NAMES}
