"""What a seat saw, in order: rows of numbers from the journal, for learners that need a memory.

A row is (kind of step + 1, who did it counted clockwise from the observing seat, three more numbers). Which of these
a viewer sees is asked of the game's own events: each is the smallest that leads to the same event, so 0 if it is
hidden.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elftafel import games
from elftafel.games.game import Game
from elftafel.kernel.journal import Step

COLUMNS = 5
SHORT = 1024  # no card or place has a number beyond; sets of them do
Row = tuple[int, int, int, int, int]


class Histories:
    """What each seat of a table saw in this episode."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        self.rows: list[list[Row]] = [[] for _ in range(players)]

    def see(self, steps: Iterable[Step]) -> None:
        """Add what everybody sees of these steps."""
        for step in steps:
            for seat, rows in enumerate(self.rows):
                rows.append(seen_row(self.game.facts.name, step, seat, self.players))

    def latest(self, seat: int, length: int) -> NDArray[np.int64]:
        """The last `length` rows of a seat, the newest last; zeros before the first."""
        table = np.zeros((length, COLUMNS), np.int64)
        rows = self.rows[seat][-length:] if length else []
        if rows:
            table[-len(rows) :] = rows
        return table


@lru_cache(100_000)
def seen_row(name: str, step: Step, viewer: int, players: int) -> Row:
    """One step of the journal as a seat sees it: a row that follows from its event alone."""
    event = games.load(name).people.event
    shown = event(step, viewer)
    for column in range(2, COLUMNS):
        step = without_secrets(event, step, viewer, shown, column)
    return (step[0] + 1, (step[1] - viewer) % players, *step[2:])


def without_secrets(event: Any, step: Step, viewer: int, shown: Any, column: int) -> Step:
    """The step with the smallest number in this column that shows the viewer the same.

    Of a long number only 0 is tried, since that is what hides it.
    """
    number = step[column]
    for other in range(number if number < SHORT else 1):
        changed: Step = (*step[:column], other, *step[column + 1 :])  # type: ignore[assignment]
        with suppress(ArithmeticError, LookupError, ValueError):  # no step has this number there
            if event(changed, viewer) == shown:
                return changed
    return step
