"""What a bot's choices gain over those of `casual`: its share of wins without most of the luck.

Where all others are casual, what a bot wins beyond even play is on the mean the sum over its choices of how much more
each is worth than the one that `prefer` would make there, with the true cards and everybody going on as `prefer` does
(the performance difference lemma of Kakade and Langford, 2002). What chance and the others do is left out. The bot
never learns what is found here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from elftafel.bots.thinking import Worker
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import search, verbs
from elftafel.kernel.record import Record

CROWD = "casual"  # among whom choices can be judged
PLAYOUTS = 2_000  # of each of two choices, with the same luck


def check_choices(bots: Sequence[str], players: int, rounds: int) -> None:
    """Raise BadInput where the sum of gains would not be the share of wins."""
    if rounds != 1:
        raise BadInput("rounds", rounds, "choices are judged in single rounds")
    if len(bots) != players or sum(bot != CROWD for bot in bots) != 1:
        raise BadInput("bots", ",".join(bots), f"for choices name all {players} seats: one bot, the others {CROWD}")


class Watcher:
    """Watches one seat through a round and adds up what its choices gain, in parts of a win."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat = seat
        self.gain = 0.0
        self.worker = Worker(game, seed)
        self.aim = search.new_aim()
        self.aim.seat, self.aim.open_cards = seat, True
        self.aim.swing = game.facts.swing  # not 0: points are divided by it, though none count

    def see(self, state: Record, choice: int) -> None:
        """A choice of the seat, before it is carried out."""
        sensible = int(verbs.prefer(state, self.worker.luck))
        if choice != sensible:
            self.worker.states[0] = state
            search.clear(self.worker.tree)
            self.worker.line_up([sensible, choice])
            self.worker.run(self.aim, PLAYOUTS)
            self.gain += float(self.worker.race.ahead[1]) / PLAYOUTS


def without_luck(wins: NDArray[np.float64], reckoned: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of wins of the deals, less as much of their luck as makes them differ least.

    Luck is what was won beyond what the choices gained. Where a bot wins nearly always, counting wins tells more than
    reckoning, and little is taken away; where luck decides, nearly all.
    """
    luck = wins - reckoned
    spread = float(np.var(luck))
    part = float(np.mean((wins - wins.mean()) * (luck - luck.mean()))) / spread if spread else 0.0
    return wins - min(1.0, max(0.0, part)) * luck
