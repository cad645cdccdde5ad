"""docs/protocol.md tells every message, field and error, and nothing that does not exist."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from elftafel.server.protocol import messages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text()
SERVER = ROOT / "src" / "elftafel" / "server"


def rows(heading: str) -> dict[str, str]:
    """The table under a heading: first column to second."""
    part = PAGE.split(heading, 1)[1].split("\n#", 1)[0]
    part = part.split("|---", 1)[1]
    return dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", part, re.M))


def fields(kind: Any) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


def tag(kind: Any) -> str:
    found = kind.__struct_config__.tag
    assert isinstance(found, str)
    return found


def check(heading: str, kinds: list[Any], hidden: frozenset[str] = frozenset()) -> None:
    told = rows(heading)
    assert set(told) == {tag(kind) for kind in kinds}
    for kind in kinds:
        assert set(re.findall(r"`(\w+)`", told[tag(kind)])) == fields(kind) - hidden, tag(kind)


def test_every_message_of_a_client_is_told() -> None:
    check("## From the client", list(get_args(messages.AnyFromClient)), frozenset({"id"}))


def test_every_message_of_the_server_is_told() -> None:
    check("## From the server", messages.FromServer.__subclasses__())


def test_every_body_is_told() -> None:
    check("### `event` bodies", messages.Body.__subclasses__())


def test_table_and_position_are_told() -> None:
    table = PAGE.split("### `table`", 1)[1].split("###", 1)[0]
    position = PAGE.split("### `position`", 1)[1].split("###", 1)[0]
    for kind, part in (
        (messages.TableInfo, table),
        (messages.Chair, table),
        (messages.Position, position),
        (messages.ClockFace, position),
    ):
        missing = {name for name in fields(kind) if f"`{name}`" not in part}
        assert not missing


def test_every_error_is_told() -> None:
    files = [path for room in ("live", "node", "table") for path in (SERVER / room).glob("*.py")]
    source = "\n".join(path.read_text() for path in files if path.name != "replay.py")  # which answers HTTP alone
    raised = set(re.findall(r'Refusal\(\s*"(\w+)"', source)) | {"started", "closed", "not_started", "over"}
    errors, byes = PAGE.split("## Errors", 1)[1].split("`bye` has one of these", 1)
    told = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`[^|]*)\|", errors, re.M)))) - {"error"}
    assert raised == told
    ended = set(re.findall(r'(?:\.end|NotWelcome)\(\s*"(\w+)"', source)) | {
        "removed",
        "no_spectators",
        "try_again",
        "busy",
        "game_not_ready",
        "other_rules",
    }
    assert ended == set(re.findall(r"`(\w+)`", byes.split("After the last", 1)[0])) - {"why"}
