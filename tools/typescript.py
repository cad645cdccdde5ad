"""TypeScript types of all that the server sends and takes, from the Python messages. `--write`
writes them anew.

Common messages go to web/src/lib/wire.ts, those of a game to web/src/games/<game>/wire.ts.
"""

import re
import sys
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import inspect

from elftafel import fairness, games
from elftafel.bots import review
from elftafel.bots.hints import Hint
from elftafel.games import messages as game_messages
from elftafel.server.http import errors, schemas
from elftafel.server.protocol import answers, messages
from elftafel.server.protocol.table_settings import PlayOn, TableSettings

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "web" / "src"
HEAD = "// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.\n"

RENAMED: dict[type, str] = {TableSettings: "Settings", game_messages.Table: "AnyTable"}
RENAMED |= {game_messages.Hand: "AnyHand", game_messages.Move: "AnyMove", game_messages.Event: "AnyEvent"}
TYPED: dict[tuple[type, str], str] = {
    (messages.Position, "view"): "View",
    (messages.Happened, "body"): "Body | null",
    (messages.StartedBody, "events"): "AnyEvent[]",
    (messages.DealtBody, "events"): "AnyEvent[]",
    (messages.PlayedBody, "events"): "AnyEvent[]",
    (answers.Frame, "events"): "AnyEvent[]",
    (answers.Frame, "hands"): "AnyHand[] | null",
    (messages.Play, "move"): "AnyMove | null",
    (messages.AskWhyNot, "move"): "AnyMove",
    (messages.Hints, "hints"): "Hint[]",
    (Hint, "move"): "AnyMove",
    (review.Decision, "move"): "AnyMove",
    (review.Decision, "better"): "AnyMove",
    (answers.PuzzleCost, "move"): "AnyMove",
    (schemas.MistakeAgain, "move"): "AnyMove",
    (game_messages.Choice, "move"): "M",
    (game_messages.View, "table"): "T",
    (game_messages.View, "hand"): "H | null",
    (game_messages.View, "choices"): "Choice<M>[]",
}
"""What Python leaves open because each game has its own, and what it is for TypeScript."""

GENERIC: dict[type, str] = {
    game_messages.View: "<T extends AnyTable = AnyTable, H extends AnyHand = AnyHand, M extends AnyMove = AnyMove>",
    game_messages.Choice: "<M extends AnyMove = AnyMove>",
}


class Writer:
    """Collects the types that are needed, each once, in the order of need."""

    def __init__(self, known: dict[type, str] | None = None) -> None:
        self.known = dict(known or {})  # of other files
        self.used: set[str] = set()  # of those, what is used here
        self.names: dict[type, str] = {}
        self.lines: dict[str, str] = {}

    def name(self, kind: type) -> str:
        """The name of a struct or enum; writes it if it is new."""
        if kind in self.known:
            self.used.add(self.known[kind])
            return self.known[kind]
        if kind not in self.names:
            name = RENAMED.get(kind, kind.__name__)
            if name in self.lines:
                raise SystemExit(f"two types are called {name}: {kind} and another; add one to RENAMED")
            self.names[kind] = name
            self.lines[name] = ""  # it may mention itself
            self.lines[name] = self.enum(kind, name) if issubclass(kind, Enum) else self.struct(kind, name)
        return self.names[kind]

    def alias(self, name: str, text: str, doc: str = "") -> None:
        """A named type."""
        self.lines[name] = comment(doc) + f"export type {name} = {text};\n"

    def enum(self, kind: type[Enum], name: str) -> str:
        values = " | ".join(f'"{value.value}"' for value in kind)
        return f"{comment(kind.__doc__)}export type {name} = {values};\n"

    def struct(self, kind: type, name: str) -> str:
        found = inspect.type_info(kind)
        assert isinstance(found, inspect.StructType)
        sent = issubclass(kind, (messages.FromClient, schemas.Form))
        rows = [f'  {found.tag_field}: "{found.tag}";'] if found.tag_field else []
        if kind in (game_messages.Move, game_messages.Event):
            rows = [f"  {found.tag_field}: string;"]
        for field in found.fields:
            text = TYPED.get((kind, field.name)) or self.text(field.type)
            optional = "?" if (sent and not field.required) or may_be_unset(field) else ""
            rows.append(f"  {field.encode_name}{optional}: {text};")
        return f"{comment(kind.__doc__)}export interface {name}{GENERIC.get(kind, '')} {{\n" + "\n".join(rows) + "\n}\n"

    def text(self, found: inspect.Type) -> str:
        """A type as TypeScript writes it."""
        match found:
            case inspect.NoneType():
                return "null"
            case inspect.BoolType():
                return "boolean"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.LiteralType(values=values):
                return " | ".join(f'"{value}"' for value in values)
            case inspect.EnumType(cls=kind) | inspect.StructType(cls=kind):
                return self.name(kind)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                inner = self.text(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.TupleType(item_types=items):
                return "[" + ", ".join(map(self.text, items)) + "]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.text(value)}>"
            case inspect.UnionType(types=kinds):
                return " | ".join(dict.fromkeys(self.text(kind) for kind in kinds if not is_unset(kind)))
            case inspect.AnyType():
                return "unknown"
            case inspect.Metadata(type=inner):
                return self.text(inner)
            case inspect.CustomType(cls=kind) if kind is msgspec.UnsetType:
                return "undefined"
        raise SystemExit(f"no TypeScript for {found}")

    def whole(self, imports: str = "") -> str:
        """The file."""
        if imports and self.used:
            imports = f'import type {{ {", ".join(sorted(self.used))} }} from "{imports}";\n'
        else:
            imports = ""
        return "\n".join([HEAD, *([imports] if imports else []), *self.lines.values()])


def may_be_unset(field: inspect.Field) -> bool:
    """True for a field that is left out where it has nothing to say: msgspec drops the type `UnsetType` itself."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def is_unset(found: inspect.Type) -> bool:
    return isinstance(found, inspect.CustomType) and found.cls is msgspec.UnsetType


def comment(text: str | None) -> str:
    """A docstring as a comment."""
    first = re.sub(r"\s+", " ", (text or "").strip())
    return f"/** {first} */\n" if first else ""


def names_of(writer: Writer, union: Any) -> str:
    return " | ".join(writer.name(kind) for kind in get_args(union))


def children(kind: type) -> list[type]:
    """All classes that have no children of their own, in the order of their definition."""
    below: list[type] = kind.__subclasses__()
    return [leaf for child in below for leaf in (children(child) or [child])]


def common() -> Writer:
    """What all games share."""
    writer = Writer()
    kind: type
    for kind in (
        game_messages.Move,
        game_messages.Event,
        game_messages.Table,
        game_messages.Hand,
        game_messages.Choice,
        game_messages.View,
    ):
        writer.name(kind)
    writer.name(Hint)
    writer.alias("Body", " | ".join(map(writer.name, children(messages.Body))), messages.Body.__doc__ or "")
    writer.alias(
        "FromServer", " | ".join(map(writer.name, children(messages.FromServer))), "Anything the server may send."
    )
    writer.alias("Command", names_of(writer, messages.AnyCommand), messages.Command.__doc__ or "")
    writer.alias("FromClient", "Hello | Ping | Command", "Anything a client may send.")
    for kind in (
        messages.Hello,
        messages.Ping,
        game_messages.Card,
        TableSettings,
        PlayOn,
        errors.Problem,
        fairness.MatchRecord,
    ):
        writer.name(kind)
    for kind in [*children(schemas.Form), *children(answers.Answer)]:
        writer.name(kind)
    writer.lines["VERSION"] = f"export const VERSION = {messages.VERSION};\n"
    writer.lines["MOST_CHAT"] = f"export const MOST_CHAT = {messages.MOST_CHAT};\n"
    return writer


def of_game(module: ModuleType, known: dict[type, str]) -> Writer:
    """What one game says: its table, hand, moves and events."""
    writer = Writer(known)

    def own(parent: type) -> list[type]:
        kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and kind is not parent]
        rooms = (module.__name__, game_messages.__name__)  # several games share an event
        return [kind for kind in kinds if issubclass(kind, parent) and kind.__module__ in rooms]

    def union(parent: type) -> str:
        return " | ".join(map(writer.name, own(parent)))

    (table,), (hand,) = own(game_messages.Table), own(game_messages.Hand)
    table_name, hand_name = writer.name(table), writer.name(hand)
    for kind in own(game_messages.Move):  # an event may have the same name
        RENAMED[kind] = kind.__name__ + "Move"
    writer.alias("Move", union(game_messages.Move), "One thing a seat can do.")
    writer.alias("Event", union(game_messages.Event), "One thing that happened.")
    writer.used.add("View")
    writer.alias("GameView", f"View<{table_name}, {hand_name}, Move>", "Everything one viewer may see.")
    return writer


def files() -> dict[Path, str]:
    """Every file with what should be in it."""
    shared = common()
    found = {SOURCE / "lib" / "wire.ts": shared.whole()}
    for name in games.NAMES:
        module = import_module(f"elftafel.games.{name}.table")
        found[SOURCE / "games" / name / "wire.ts"] = of_game(module, shared.names).whole("$lib/wire")
    return found


def main() -> None:
    """Write the files, or tell which have drifted."""
    wanted = files()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--write" in sys.argv[1:]:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], encoding="utf-8")
        print(f"{len(stale)} files written")
    elif stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        raise SystemExit(f"types differ from the Python messages: {names}; run `make types`")


if __name__ == "__main__":
    main()
