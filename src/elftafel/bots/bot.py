"""A bot: someone of a given level in one seat."""

from elftafel.bots.levels import Budget, check_level, choose
from elftafel.bots.thinking import Standing
from elftafel.games.game import Game
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record


class Bot:
    """A player of some level in one seat."""

    def __init__(
        self, game: Game, level: str, seed: int = 0, budget: Budget | None = None, yardstick: bool = False
    ) -> None:
        check_level(level)
        self.game, self.level, self.budget = game, level, budget
        self.luck = new_luck(seed)

    def choose(self, state: Record, standing: Standing | None = None) -> int:
        """The action it takes for the seat whose decision it is."""
        return choose(self.game, state, self.level, self.luck)
