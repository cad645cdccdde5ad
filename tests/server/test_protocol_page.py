"""docs/protocol.md tells every message, field and error, and nothing that does not exist."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from elftafel.server.http import errors
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


REFUSED = r'(?:Refusal|Malformed|BadFile)\(\s*"(\w+)"'
OVER_HTTP = (*(SERVER / "http").glob("*.py"), *(SERVER / "people").glob("*.py"))
OVER_HTTP += (SERVER / "protocol" / "decoding.py", SERVER / "table" / "replay.py", SERVER / "refusal.py")


def keys_in(paths: Iterable[Path], pattern: str = REFUSED) -> set[str]:
    """The keys that these files refuse with, or whatever else the pattern finds."""
    return {key for path in paths for key in re.findall(pattern, path.read_text())}


def rooms(*names: str) -> list[Path]:
    return [path for name in names for path in (SERVER / name).rglob("*.py") if path not in OVER_HTTP]


def test_every_error_is_told() -> None:
    raised = keys_in(rooms("live", "node", "table")) | {"started", "closed", "not_started", "over"}
    refusals, byes = PAGE.split("## Errors", 1)[1].split("`bye` has one of these", 1)
    listed = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`[^|]*)\|", refusals, re.M)))) - {"error"}
    assert raised == listed
    ended = keys_in(rooms("live", "node"), r'(?:\.end|NotWelcome)\(\s*"(\w+)"') | {
        "removed",
        "no_spectators",
        "try_again",
        "busy",
        "game_not_ready",
        "other_rules",
    }
    assert ended == set(re.findall(r"`(\w+)`", byes.split("After the last", 1)[0])) - {"why"}


def test_every_error_over_http_is_told_with_its_status() -> None:
    """Beside these, every key of the list of errors may come; then its status is 409 unless this list has it."""
    part = PAGE.split("### Over HTTP", 1)[1].split("\n## ", 1)[0]
    listed = {
        key: int(status)
        for status, keys in re.findall(r"^\| (\d+) \|([^|]*)\|", part, re.M)
        for key in re.findall(r"`(\w+)`", keys)
    }
    assert {key: listed.get(key) for key in errors.STATUSES} == errors.STATUSES
    known_elsewhere = {"bad_json": 400, "bad_log": 422, "other_rules": 422, "account_taken": 409, "not_over": 409}
    known_elsewhere |= {"no_local_network": 409, "not_reachable": 409}
    known_elsewhere |= {"day_not_over": 409, "play_first": 409, "too_many_boards": 409}
    assert set(listed) - set(errors.STATUSES) == set(known_elsewhere)
    assert {key: listed[key] for key in known_elsewhere} == known_elsewhere
    assert keys_in(OVER_HTTP) - {"not_started"} <= set(listed)
