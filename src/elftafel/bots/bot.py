"""A bot of a given level in one seat.

What it does depends only on what its seat may know: levels that search get a position with the
unseen cards dealt again, the others look at their own hand. `clairvoyant` alone sees all cards.
"""

from typing import Self

from elftafel.bots.levels import ATTENTION, YARDSTICK, BotSpec, Budget, check_budget, check_level, usual_budget
from elftafel.bots.thinking import Standing, Thinker
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.record import Record


class Bot:
    """Decides for one seat at one table.

    The same seed and a budget of iterations give the same decisions.
    """

    def __init__(
        self, game: Game, level: str, seed: int = 0, budget: Budget | None = None, yardstick: bool = False
    ) -> None:
        check_level(level, yardstick)
        if budget is not None:
            check_budget(level, budget)
        self.game = game
        self.level = level
        self.budget = budget or usual_budget(level)
        self.luck = new_luck(seed)
        self.thinker = Thinker(game, seed, open_cards=level == YARDSTICK)

    @classmethod
    def of(cls, game: Game, spec: BotSpec, seed: int = 0) -> Self:
        """The bot that a spec describes."""
        return cls(game, spec.level, seed, spec.budget, yardstick=True)

    def choose(self, state: Record, standing: Standing | None = None) -> int:
        """The action to take for the seat whose decision it is."""
        if state.over:
            raise BadInput("position", "over", "a bot can only choose while the round is running")
        legal = self.game.legal(state)
        if len(legal) == 1:
            return legal[0]
        if self.level == "random":
            return legal[int(pick(self.luck, len(legal)))]
        if self.level == "easy":
            return int(verbs.stumble(state, self.luck))
        if self.level == "casual":
            return int(verbs.play_along(state, self.luck))
        if self.budget is None or pick(self.luck, 100) >= 100 * ATTENTION.get(self.level, 1):
            return int(verbs.prefer(state, self.luck))
        if self.level != YARDSTICK:
            # The search gets other hidden cards than the true ones: it cannot cheat by mistake.
            state = record.copy(state)
            verbs.redeal(state, int(state.seat), self.luck)
        return self.thinker.choose(state, self.budget, standing)
