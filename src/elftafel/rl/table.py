"""One episode after the other at one table, for interfaces that take a step at a time.

It deals the same cards as `Rounds` does with the same seed, and pays the same rewards.
"""

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elftafel.errors import BadInput, IllegalMove
from elftafel.kernel import verbs
from elftafel.kernel.journal import Step
from elftafel.kernel.record import Record
from elftafel.rl.history import COLUMNS, Histories
from elftafel.rl.terms import MOST_SEED, Episode, Terms, key_of, standing


class EpisodeTable:
    """A table at which episodes are played one after the other; `begin` deals the first."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.seed: int | None = None
        self.dealt = 0
        self.state: Record = None
        self.over = True  # the episode, not only the round
        self.legal: list[int] = []
        self.rewards = np.zeros(terms.players, np.float32)  # of the last step
        self.totals = [0] * terms.players
        self.rounds_left = 0
        self.steps: list[Step] = []  # what the last step or deal did
        self.histories: Histories | None = None  # if the terms ask for them

    @property
    def seat(self) -> int:
        """Whose turn it is; when the episode is over, who made the last move."""
        return int(self.state["seat"])

    def begin(self, seed: int | None = None) -> None:
        """Start an episode: the first of a seed, or the next of the same seed. Without any, a random one is drawn."""
        if seed is not None or self.seed is None:
            self.seed = secrets.randbelow(MOST_SEED) if seed is None else seed
            self.key = key_of(self.seed)
            self.dealt = 0
        self.totals = [0] * self.terms.players
        self.rounds_left = self.terms.rounds
        self.over = False
        self.rewards = np.zeros(self.terms.players, np.float32)
        self.steps = self._deal(self.dealt // self.terms.rounds % self.terms.players)
        if self.terms.history:
            self.histories = Histories(self.terms.game, self.terms.players)
            self.histories.see(self.steps)

    def _deal(self, starter: int) -> list[Step]:
        terms = self.terms
        self.state, did = terms.game.new_round(terms.options, terms.players, starter, self.key, self.dealt)
        self.dealt += 1
        self.rounds_left -= 1
        self.legal = terms.game.legal(self.state)
        return did

    def play(self, action: int) -> None:
        """Carry out a legal action; raises IllegalMove for another, and BadInput after the end."""
        if self.over:
            raise BadInput("action", action, "the episode is over: begin the next")
        game, terms = self.terms.game, self.terms
        self.steps = game.apply(self.state, int(action), self.legal)
        self.rewards = np.zeros(terms.players, np.float32)
        self.legal = game.legal(self.state)
        if self.state["over"]:
            points = game.scores(self.state)
            self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
            self.rewards += terms.pay_round(points)
            if self.rounds_left:
                self.steps += self._deal(game.next_starter(int(self.state["starter"]), points))
            else:
                self.rewards += terms.pay_win(self.totals)
                self.over = True
        if self.histories is not None:
            self.histories.see(self.steps)

    def check(self, action: Any) -> int:
        """The action as a number; BadInput or IllegalMove if the seat at turn cannot take it."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadInput("action", action, f"a whole number from 0 to {self.terms.game.facts.action_count - 1}")
        if int(action) not in self.legal:
            game = self.terms.game
            raise IllegalMove(game.rule_against(self.state, int(action)), game.move_of(int(action)))
        return int(action)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat observes."""
        features = np.zeros(self.terms.game.facts.observation_length, np.int8)
        verbs.observe(self.state, seat, features)
        if self.terms.episode is Episode.MATCH:
            return np.concatenate([features, standing(self.totals, self.rounds_left, [seat])[0]])
        return features

    def history(self, seat: int) -> NDArray[np.int64]:
        """The latest steps as a seat saw them, `terms.history` rows."""
        if self.histories is None:
            return np.zeros((self.terms.history, COLUMNS), np.int64)
        return self.histories.latest(seat, self.terms.history)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat: none unless it is at turn."""
        mask = np.zeros(self.terms.game.facts.action_count, np.int8)
        if not self.over and seat == self.seat:
            mask[self.legal] = 1
        return mask
