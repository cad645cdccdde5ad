"""What a bot's choices gain over those of `sensible`: its share of wins without most of the luck.

Where all others are `sensible`, the expected share of wins beyond even play equals a sum over the bot's
choices: how much more each choice is worth than the one that `prefer` would make there, if
everybody goes on as `prefer` does with the true cards (the performance difference lemma of Kakade
and Langford, 2002). What chance and the others do does not enter. The bot never learns what is
found here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from elftafel.bots.levels import SENSIBLE
from elftafel.bots.thinking import Worker
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import search, verbs
from elftafel.kernel.record import Record

CROWD = SENSIBLE  # the level of all other seats where choices are judged
PLAYOUTS = 2_000  # for each of the two choices that are compared, with the same luck


def check_choices(bots: Sequence[str], players: int, rounds: int) -> None:
    """Raise BadInput where the sum of gains would not equal the share of wins."""
    if rounds != 1:
        raise BadInput("rounds", rounds, "choices are judged in single rounds")
    if len(bots) != players or sum(bot != CROWD for bot in bots) != 1:
        raise BadInput("bots", ",".join(bots), f"for choices name all {players} seats: one bot, the others {CROWD}")


class Watcher:
    """Watches one seat through a round and adds up what its choices gain, as shares of a win."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat = seat
        self.gain = 0.0
        self.worker = Worker(game, seed)
        self.aim = search.new_aim()
        self.aim.seat, self.aim.open_cards = seat, True
        self.aim.swing = game.facts.swing  # not 0: points are divided by it, though none count

    def see(self, state: Record, choice: int) -> None:
        """Judge a choice of the seat. Call it before the choice is carried out."""
        sensible = int(verbs.prefer(state, self.worker.luck))
        if choice != sensible:
            self.worker.states[0] = state
            search.clear(self.worker.tree)
            self.worker.line_up([sensible, choice])
            self.worker.run(self.aim, PLAYOUTS)
            self.gain += float(self.worker.race.ahead[1]) / PLAYOUTS


def without_luck(wins: NDArray[np.float64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of wins of the deals, corrected for luck as far as that makes them vary less.

    Luck is what was won beyond what the choices gained. It is a control variate: where a bot nearly
    always wins, almost nothing is subtracted; where luck decides, nearly all of it.
    """
    luck = wins - expected
    spread = float(np.var(luck))
    part = float(np.mean((wins - wins.mean()) * (luck - luck.mean()))) / spread if spread else 0.0
    return wins - min(1.0, max(0.0, part)) * luck
