"""Rounds of a simulation with bots of any level, or a policy from outside, in all seats."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from elftafel.bots.bot import Bot
from elftafel.bots.levels import BotSpec
from elftafel.bots.outside import OutsideBot
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.kernel.journal import Step
from elftafel.kernel.record import Record

TOGETHER = 256  # rounds that a policy is asked about at once


class Round:
    """A round that is being played, and what happened in it."""

    def __init__(self, game: Game, options: Options, players: int, key: bytes, number: int, kinds: int) -> None:
        self.game, self.number = game, number
        self.fired = np.zeros(kinds, np.int64)
        self.branching = 0
        self.state: Record
        self.state, steps = game.new_round(options, players, number % players, key, number)
        self._count(steps)

    def _count(self, steps: list[Step]) -> None:
        for step in steps:
            self.fired[step[0]] += 1
        self.legal = self.game.legal(self.state)

    def play(self, action: int) -> None:
        """Carry out one decision."""
        self.branching += len(self.legal)
        self._count(self.game.apply(self.state, action, self.legal))


def play_rounds(
    game: Game, options: Options, players: int, spec: BotSpec, key: bytes, first: int, last: int, kinds: int
) -> list[Round]:
    """Play the rounds number `first` to `last` - 1; each is the same whatever others are played with it."""
    done: list[Round] = []
    for start in range(first, last, TOGETHER):
        rounds = [
            Round(game, options, players, key, number, kinds) for number in range(start, min(start + TOGETHER, last))
        ]
        if spec.is_outside:
            play_together(rounds, OutsideBot(game, spec))
        else:
            for one in rounds:
                play_alone(one, spec, players, key)
        done += rounds
    return done


def play_together(rounds: list[Round], policy: OutsideBot) -> None:
    """Ask a policy about all rounds at once; where there is only one legal move it is not asked."""
    running = [one for one in rounds if not one.state.over]
    while running:
        asked = [one for one in running if len(one.legal) > 1]
        answers = iter(policy.choose_all([one.state for one in asked]) if asked else [])
        for one in running:
            one.play(next(answers) if len(one.legal) > 1 else one.legal[0])
        running = [one for one in running if not one.state.over]


def play_alone(one: Round, spec: BotSpec, players: int, key: bytes) -> None:
    """Play a round to its end with a bot in each seat."""
    seed = int.from_bytes(key[:7], "little") ^ one.number * players
    bots = [Bot.of(one.game, spec, seed + seat) for seat in range(players)]
    while not one.state.over:
        one.play(bots[int(one.state.seat)].choose(one.state))


def write_down(
    rounds: list[Round],
    lengths: NDArray[np.int32],
    points: NDArray[np.int32],
    branching: NDArray[np.int64],
) -> NDArray[Any]:
    """Enter what happened in each round; returns how often each kind of step did, a line a round."""
    for one in rounds:
        lengths[one.number] = one.state.ply
        points[one.number] = one.game.scores(one.state)
        branching[one.number] = one.branching
    return np.array([one.fired for one in rounds])
