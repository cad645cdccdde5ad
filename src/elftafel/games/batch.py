"""Many rounds of one game side by side, for studies and learning: arrays in, arrays out."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elftafel.errors import BadInput, IllegalMove
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.kernel import batch, record
from elftafel.kernel.chance import new_luck


class Batch:
    """`count` rounds, each an element of `states`; threads work on slices of it."""

    def __init__(
        self, game: Game, options: Options, players: int, count: int, seed: bytes = bytes(32), threads: int = 1
    ) -> None:
        if count < 1:
            raise BadInput("count", count, "at least 1")
        if threads < 1:
            raise BadInput("threads", threads, "at least 1")
        self.game = game
        self.players = players
        self.count = count
        self.template = game.template(options, players, seed)
        self.states = record.empty(game.record, count)
        self.bounds = [count * t // threads for t in range(threads + 1)]
        self.outs = [record.new_out() for _ in range(threads)]
        self.lucks = [new_luck(int.from_bytes(seed[:8], "little") + t) for t in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.dealt = 0

    def _each(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        slices = [(t, self.bounds[t], self.bounds[t + 1]) for t in range(len(self.bounds) - 1)]
        if self.pool is None:
            return [work(*slices[0])]
        return [job.result() for job in [self.pool.submit(work, *one) for one in slices]]

    def deal(self) -> None:
        """Deal every round afresh; no deal comes twice from one seed."""
        nonce = self.dealt
        self._each(lambda t, a, b: batch.deal_many(self.states, a, b, self.template, nonce))
        self.dealt += self.count

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which rounds have ended."""
        return np.asarray(self.states.over != 0)

    @property
    def seats(self) -> NDArray[np.int32]:
        """Whose decision it is in each round."""
        return np.asarray(self.states.seat)

    def legal_mask(self, mask: NDArray[np.int8]) -> None:
        """Write the legal actions as ones into `mask` (count × actions)."""
        self._check(mask, "mask", self.game.facts.action_count)
        self._each(lambda t, a, b: batch.mask_many(self.states, a, b, self.outs[t], mask))

    def observe(self, features: NDArray[np.int8]) -> None:
        """Write what the seat at turn knows into `features` (count × observation length)."""
        self._check(features, "features", self.game.facts.observation_length)
        self._each(lambda t, a, b: batch.observe_many(self.states, a, b, features))

    def choose(self, actions: NDArray[np.int64], sensible: bool = False) -> None:
        """Write a random (or the sensible) legal action of each round into `actions`."""
        self._check(actions, "actions")
        self._each(lambda t, a, b: batch.choose_many(self.states, a, b, self.lucks[t], self.outs[t], sensible, actions))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Apply one action to each round that is not over. If one is illegal nothing is changed."""
        self._check(actions, "actions")
        for bad in self._each(lambda t, a, b: batch.first_illegal(self.states, a, b, actions, self.outs[t])):
            if bad != batch.ALL_LEGAL:
                state, action = self.states[bad], int(actions[bad])
                raise IllegalMove(self.game.rule_against(state, action), self.game.move_of(action))
        self._each(lambda t, a, b: batch.step_many(self.states, a, b, actions))

    def scores(self, points: NDArray[np.int32]) -> None:
        """Write each seat's points into `points` (count × players)."""
        self._check(points, "points", self.players)
        self._each(lambda t, a, b: batch.score_many(self.states, a, b, self.outs[t], points))

    def _check(self, array: NDArray[Any], name: str, width: int | None = None) -> None:
        if array.dtype.kind not in "iu":
            raise BadInput(name, str(array.dtype), "whole numbers")
        expected = (self.count,) if width is None else (self.count, width)
        if array.shape != expected:
            raise BadInput(name, array.shape, f"the shape must be {expected}")
