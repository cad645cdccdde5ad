"""The lessons as the browser plays them: positions, what each expected move leads to, and refusals.

The front end knows no rules, so all that the rules say about a lesson is written into
web/src/games/<game>/lessons/<lesson>.json. `--write` writes the files anew; without it they are compared.
"""

import itertools
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few hundred decisions are not worth compiling for

import msgspec
from msgspec import inspect

from elftafel import games, lessons
from elftafel.games.messages import Move
from elftafel.lessons import Lesson, Task
from elftafel.match import Match
from elftafel.server.protocol.answers import Frame
from elftafel.server.protocol.messages import Position
from elftafel.server.table.replay import frame, standing

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "web" / "src" / "games"


class Answers(msgspec.Struct, frozen=True):
    """The rules against moves of one kind: the usual one, and the moves that another one forbids."""

    usual: str
    others: dict[str, list[Move]]


class ShownStep(msgspec.Struct, frozen=True):
    """A step as the browser plays it. No position: the table is as the step before left it."""

    key: str
    seat: int
    players: int
    options: dict[str, Any]
    position: Position | None
    then: dict[int, list[Frame]]  # by expected action: what it leads to, up to the next step
    refused: dict[str, Answers]  # by kind of move


def shown(game: str, lesson: Lesson) -> list[ShownStep]:
    """A lesson as the browser plays it."""
    steps = []
    for moment in lessons.moments(game, lesson):
        seat, match, scene = moment.seat, moment.match, moment.scene
        here = frame(match, standing(match, moment.step.ply), None, [], str(seat)).position
        steps.append(
            ShownStep(
                moment.step.key,
                seat,
                scene.players,
                msgspec.to_builtins(match.options),
                None if moment.follows else here,
                {action: after(moment, action) for action in moment.expect},
                refusals(match, seat),
            )
        )
    return steps


def after(moment: Task, action: int) -> list[Frame]:
    """What an expected move leads to, as the learner sees it."""
    return [
        frame(match, standing(match, number), decider, steps, str(moment.seat))
        for number, (match, decider, steps) in enumerate(lessons.after(moment, action), moment.step.ply + 1)
    ]


def refusals(match: Match, seat: int) -> dict[str, Answers]:
    """The rule against every move that can be named with what the seat sees and that is not allowed."""
    against: dict[str, dict[str, list[Move]]] = {}
    people = match.game.people
    for kind, move in tries(match, seat):
        if people.action_of(move) not in match.legal:
            rule = people.why_not(match.state, seat, move)
            against.setdefault(kind, {}).setdefault(rule, []).append(move)
    found = {}
    for kind, by_rule in against.items():
        usual = Counter({rule: len(moves) for rule, moves in by_rule.items()}).most_common(1)[0][0]
        found[kind] = Answers(usual, {rule: moves for rule, moves in by_rule.items() if rule != usual})
    return found


def tries(match: Match, seat: int) -> Iterator[tuple[str, Move]]:
    """The moves that somebody may try, with their kinds: every action, and what can be named with numbers in view."""
    numbers = sorted(set(numbers_in(msgspec.to_builtins(match.game.view(match.state, seat)))))
    plain = {}
    for kind in get_args(match.game.people.MOVES):
        fields = msgspec.structs.fields(kind)
        plain[kind] = bool(fields) and all(field.type is int for field in fields)
        if plain[kind]:
            for values in itertools.product(numbers, repeat=len(fields)):
                yield tag_of(kind), kind(*values)
    for action in range(match.game.facts.action_count):
        move = match.game.move_of(action)
        if not plain[type(move)]:
            yield tag_of(type(move)), move


@cache
def tag_of(kind: type) -> str:
    """A kind of move, as messages call it."""
    return str(inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def numbers_in(thing: Any) -> Iterator[int]:
    """All whole numbers in plain values."""
    if isinstance(thing, int):
        yield int(thing)
    elif isinstance(thing, dict | list | tuple):
        for part in thing.values() if isinstance(thing, dict) else thing:
            yield from numbers_in(part)


def main() -> int:
    """Write the files, or tell which differ."""
    wanted = {
        GAMES / game / "lessons" / f"{name}.json": shown(game, lessons.read(game, name))
        for game in games.NAMES
        for name in lessons.names(game)
    }
    there = set(GAMES.glob("*/lessons/*.json"))
    wrong = [str(path.relative_to(ROOT)) for path in there - set(wanted)]
    for path, steps in wanted.items():
        text = msgspec.json.encode(steps).decode() + "\n"
        if "--write" in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif path not in there or path.read_text(encoding="utf-8") != text:
            wrong.append(str(path.relative_to(ROOT)))
    if wrong:
        print("other than the lessons, run tools/lessons.py --write:", *wrong)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
