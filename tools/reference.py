"""The reference of every game's messages: docs/messages/<game>.md from the types in its table.py.
`--write` writes it.

Examples come from seeded rounds with random players. The rules run as plain Python here, so nothing
is compiled.
"""

import inspect as python
import itertools
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from msgspec import inspect  # noqa: E402

from elftafel import games  # noqa: E402
from elftafel.games import messages  # noqa: E402
from elftafel.games.game import Game  # noqa: E402
from elftafel.match import Match, Seat, seed_from  # noqa: E402
from tests.settings import Setting, covering  # noqa: E402

FOLDER = ROOT / "docs" / "messages"
MOST_ROUNDS = 8  # played of each game, until every kind of event has occurred
SHOWN_AFTER = 12  # events: then a view is taken as the example
SHOWN_CHOICES = 3
WIDTH = 100
HEAD = "*Made from the Python messages by `make docs`.*"


class Page:
    """The page of one game. Types that are mentioned are described once, in the order of need."""

    def __init__(self, name: str) -> None:
        self.game = games.load(name)
        self.module = sys.modules[f"elftafel.games.{name}.table"]
        self.parts: dict[type, str] = {}  # types inside of others, described at the end

    def text(self) -> str:
        """The whole page."""
        shown = examples(self.game, {tag(kind) for kind in self.own(messages.Event)})
        (table,), (hand,) = self.own(messages.Table), self.own(messages.Hand)
        lines = [
            f"# Messages of {self.game.facts.title}",
            "",
            HEAD,
            "",
            "What is in `position.view`, in `play` and in `events` at a table of this game.",
            "[The protocol](../protocol.md) tells the rest.",
            "",
            "## `view.table`",
            "",
            *self.fields(table),
            "",
            "## `view.hand`",
            "",
            *self.fields(hand),
            "",
            "## Moves",
            "",
            "In `view.choices[].move`, and as `move` in `play` and `why_not`.",
            "",
            *self.kinds(messages.Move),
            "",
            "## Events",
            "",
            "In `events`. A field that is null for some viewers holds what only others may see.",
            "",
            *self.kinds(messages.Event),
            "",
        ]
        if self.parts:
            lines += ["## Parts", "", *self.described_parts()]
        lines += ["## Examples", "", *shown_view(shown.view), *shown_events(shown.events)]
        return "\n".join(lines).rstrip() + "\n"

    def own(self, parent: type) -> list[type]:
        """The game's own classes of a kind, with those that several games share."""
        shared = (self.module.__name__, messages.__name__)
        kinds = [kind for kind in vars(self.module).values() if isinstance(kind, type) and kind is not parent]
        return list(dict.fromkeys(kind for kind in kinds if issubclass(kind, parent) and kind.__module__ in shared))

    def fields(self, kind: type) -> list[str]:
        """A table of the fields of a type."""
        notes = comments(kind)
        rows = [
            f"| `{field.encode_name}` | {self.type_name(field.type)} | {notes.get(field.name, '')} |"
            for field in struct(kind).fields
        ]
        return ["| field | type | meaning |", "|---|---|---|", *rows]

    def kinds(self, parent: type) -> list[str]:
        """A table of the moves or events of the game."""
        rows = []
        for kind in self.own(parent):
            info = struct(kind)
            given = ", ".join(
                f"`{field.encode_name}`: {self.type_name(field.type)}"
                + (f" ({note})" if (note := comments(kind).get(field.name)) else "")
                for field in info.fields
            )
            rows.append(f"| `{info.tag}` | {given} | {sentence(kind)} |")
        return [f"| `{struct(self.own(parent)[0]).tag_field}` | fields | meaning |", "|---|---|---|", *rows]

    def described_parts(self) -> list[str]:
        """What every mentioned type is made of."""
        lines = []
        while pending := [kind for kind, text in self.parts.items() if not text]:
            for kind in pending:
                self.parts[kind] = "\n".join([f"### {kind.__name__}", "", sentence(kind), "", *self.described(kind)])
        for text in self.parts.values():
            lines += [text, ""]
        return lines

    def described(self, kind: type) -> list[str]:
        if issubclass(kind, Enum):
            notes = comments(kind)
            rows = [f"| `{value.value}` | {notes.get(value.name, '')} |" for value in kind]
            return ["| value | meaning |", "|---|---|", *rows]
        info = struct(kind)
        tagged = [f"`{info.tag_field}` is `{info.tag}`.", ""] if info.tag_field else []
        return tagged + self.fields(kind)

    def type_name(self, info: inspect.Type) -> str:
        """A type in words, with a link to what it is made of."""
        match info:
            case inspect.NoneType():
                return "null"
            case inspect.BoolType():
                return "true or false"
            case inspect.IntType():
                return "integer"
            case inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "text"
            case inspect.LiteralType(values=values):
                return " or ".join(f"`{value}`" for value in values)
            case inspect.EnumType(cls=kind) | inspect.StructType(cls=kind):
                self.parts.setdefault(kind, "")
                return f"[{kind.__name__}](#{kind.__name__.lower()})"
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"list of {self.type_name(item)}"
            case inspect.TupleType(item_types=items):
                return f"list: {', '.join(map(self.type_name, items))}"
            case inspect.DictType(key_type=key, value_type=value):
                return f"object from {self.type_name(key)} to {self.type_name(value)}"
            case inspect.UnionType(types=kinds):
                return " or ".join(map(self.type_name, kinds))
            case inspect.Metadata(type=inner):
                return self.type_name(inner)
            case inspect.AnyType():
                return "anything"
        raise SystemExit(f"no words for {info}")


def struct(kind: type) -> inspect.StructType:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info


def tag(kind: type) -> str:
    """The value by which messages of this kind are known."""
    return str(struct(kind).tag)


def sentence(kind: type) -> str:
    """The docstring as one line."""
    return re.sub(r"\s+", " ", (kind.__doc__ or "").strip())


def comments(kind: type) -> dict[str, str]:
    """What stands behind the fields of a class, or the values of an enum, as a comment; parents'
    first.
    """
    notes: dict[str, str] = {}
    for parent in reversed(kind.__mro__):
        if parent.__module__.startswith("elftafel."):
            notes |= dict(re.findall(r"^    (\w+)(?:: .*?| = .*?)  # (.+)$", python.getsource(parent), re.M))
    return {name: re.sub(r"\bNone\b", "null", note) for name, note in notes.items()}


class Examples(msgspec.Struct):
    """What seeded rounds gave: a view of a seat at its turn, and an event of each kind as its own
    seat saw it.
    """

    view: messages.View
    events: dict[str, messages.Event]


def examples(game: Game, kinds: set[str]) -> Examples:
    """Examples from rounds with the usual options, then with others, until every kind of event has
    occurred.
    """
    view: messages.View | None = None
    events: dict[str, messages.Event] = {}
    for number, setting in enumerate(itertools.islice(itertools.cycle(settings(game.facts.name)), MOST_ROUNDS)):
        for count, (match, event) in enumerate(round_of(game, setting, number)):
            events.setdefault(tag(type(event)), event)
            if view is None and count >= SHOWN_AFTER and match.turn is not None:
                view = game.view(match.state, match.turn)
        if view is not None and kinds <= events.keys():
            break
    assert view is not None, "no round was long enough"
    return Examples(view, dict(sorted(events.items())))


def settings(name: str) -> list[Setting]:
    """The usual options, with three players if the game is for three; then settings in which every
    option occurs.
    """
    least, most = games.facts(name).players
    return [(name, min(max(3, least), most), {}), *covering(name)]


def round_of(game: Game, setting: Setting, number: int) -> Iterator[tuple[Match, messages.Event]]:
    """All events of a round with random players and always the same cards, with the match as it
    then stands.
    """
    name, players, options = setting
    seats = tuple(Seat(f"Seat {seat}") for seat in range(players))
    seed = seed_from(f"example {number}")
    match = Match(game, games.facts(name).read_options(options, players), seats, seed, rounds=1)
    luck = random.Random(number)
    steps = match.deal_steps
    while True:
        for step in steps:
            for event in game.events([step], step[1]):
                yield match, event
        if match.turn is None:
            return
        steps = match.apply(luck.choice(game.legal(match.state)))


def in_lines(value: Any, depth: int = 2, indent: str = "") -> str:
    """JSON with a line for each field of the outer levels, so that it can be read."""
    plain = json.dumps(value, ensure_ascii=False)
    if depth == 0 or not isinstance(value, dict | list) or len(indent + plain) < WIDTH:
        return plain
    more = indent + "  "
    if isinstance(value, list):
        rows = [more + in_lines(part, depth - 1, more) for part in value]
    else:
        rows = [f"{more}{json.dumps(key)}: {in_lines(part, depth - 1, more)}" for key, part in value.items()]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n" + ",\n".join(rows) + f"\n{indent}{closing}"


def shown_view(view: messages.View) -> list[str]:
    """The example of a view, with the first of its choices."""
    plain = msgspec.json.decode(msgspec.json.encode(view))
    count = len(plain["choices"])
    plain["choices"] = plain["choices"][:SHOWN_CHOICES]
    first = "" if count <= SHOWN_CHOICES else f" (the first {SHOWN_CHOICES} of {count} choices)"
    return [f"`view` of a seat at its turn{first}:", "", "```json", in_lines(plain, depth=4), "```", ""]


def shown_events(events: dict[str, messages.Event]) -> list[str]:
    """An example of each kind of event."""
    rows = [
        json.dumps(msgspec.json.decode(msgspec.json.encode(event)), ensure_ascii=False) for event in events.values()
    ]
    return ["Events, as the seat that made them saw them:", "", "```json", *rows, "```"]


def pages() -> dict[Path, str]:
    """Every page with what should be in it."""
    found = {FOLDER / f"{name}.md": Page(name).text() for name in games.NAMES}
    links = [f"- [{games.facts(name).title}]({name}.md)" for name in games.NAMES]
    index = [
        "# Messages of the games",
        "",
        HEAD,
        "",
        "Views, moves and events of each game, with examples.",
        "",
        *links,
    ]
    return {**found, FOLDER / "README.md": "\n".join(index) + "\n"}


def main(arguments: list[str]) -> int:
    wanted = pages()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in FOLDER.glob("*.md") if path not in wanted]
    if arguments == ["--write"]:
        FOLDER.mkdir(exist_ok=True)
        for path in stale:
            if path in wanted:
                path.write_text(wanted[path], encoding="utf-8")
            else:
                path.unlink()
        return 0
    for path in stale:
        print(f"{path.relative_to(ROOT)} is out of date: run `make docs`")
    print(f"reference: {len(stale)} pages are out of date" if stale else "reference: all agree")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
