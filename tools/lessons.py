"""The lessons as the browser plays them: positions, what each expected move leads to, and refusals.

The front end knows no rules, so all that the rules say about a lesson is written into
web/src/games/<game>/lessons/<lesson>.json. `--write` writes the files anew; without it they are compared.
"""

import os
import sys
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few hundred decisions are not worth compiling for

import msgspec

from elftafel import games, lessons
from elftafel.lessons import Lesson, Task
from elftafel.server.protocol.answers import Frame, Refusals
from elftafel.server.protocol.messages import Position
from elftafel.server.table.live_spot import refusals
from elftafel.server.table.replay import frame, standing

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "web" / "src" / "games"


class ShownStep(msgspec.Struct, frozen=True):
    """A step as the browser plays it. No position: the table is as the step before left it."""

    key: str
    seat: int
    players: int
    options: dict[str, Any]
    position: Position | None
    then: dict[int, list[Frame]]  # by expected action: what it leads to, up to the next step
    refused: dict[str, Refusals]  # by kind of move


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
