"""The levels a bot can have."""

from typing import Any

from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import pick
from elftafel.kernel.record import Record

LEVELS = ("random", "casual")


def check_level(level: str) -> None:
    """Raise BadInput for a level that there is not."""
    if level not in LEVELS:
        raise BadInput("bot", level, f"the levels are {', '.join(LEVELS)}")


def choose(game: Game, state: Record, level: str, luck: Any) -> int:
    """The action that a bot of this level takes for the seat whose decision it is."""
    check_level(level)
    if state.over:
        raise BadInput("position", "over", "a bot can only choose while the round is running")
    if level == "random":
        out = record.new_out()
        return int(out.actions[pick(luck, verbs.legal(state, out))])
    return int(verbs.prefer(state, luck))
