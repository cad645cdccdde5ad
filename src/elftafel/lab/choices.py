"""What a bot's choices gain over those of `casual`: its share of wins with nearly all luck taken out.

Where all others are casual, what a bot wins beyond even play is the sum over its choices of how much more each is worth
than the one that `prefer` would make there, with the true cards and everybody going on as `prefer` does (the
performance difference lemma of Kakade and Langford, 2002). What chance and the others do adds nothing on the mean, and
is left out. What it needs to know of the true cards the bot never learns.
"""

from elftafel.bots.thinking import Worker
from elftafel.games.game import Game
from elftafel.kernel import search, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record

PLAYOUTS = 2_000  # of each of two choices, with the same luck


class Judge:
    """Watches one seat through a round and adds up what its choices gain, in parts of a win."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat = seat
        self.gain = 0.0
        self.luck = new_luck(seed)
        self.worker = Worker(game, seed)
        self.aim = search.new_aim()
        self.aim.seat, self.aim.open_cards, self.aim.swing = seat, True, game.facts.swing

    def see(self, state: Record, choice: int) -> None:
        """A choice of the seat, before it is carried out."""
        sensible = int(verbs.prefer(state, self.luck))
        if choice != sensible:
            self.worker.states[0] = state
            search.clear(self.worker.tree)
            self.worker.line_up([sensible, choice])
            self.worker.run(self.aim, PLAYOUTS)
            self.gain += float(self.worker.race.ahead[1]) / PLAYOUTS
