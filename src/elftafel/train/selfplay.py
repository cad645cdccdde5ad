"""Self-play: many rounds side by side, every seat by the same network, and what each decision turned out to be worth.

Every seat has a series of decisions of its own: what it is paid at the end of the round counts for them alone, however
many others come in between. Decisions with one legal move alone teach nothing and are left out.
"""

from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from elftafel.rl.rounds import Rounds
from elftafel.rl.terms import Terms
from elftafel.train.network import Network
from elftafel.train.player import Weights


class Sample(msgspec.Struct):
    """Decisions with a choice, a row each."""

    features: NDArray[np.int8]
    mask: NDArray[np.int8]
    actions: NDArray[np.int64]
    chances: NDArray[np.float32]  # the log-probability with which the action was drawn
    gains: NDArray[np.float32]  # how much better it turned out than expected
    worth: NDArray[np.float32]  # what the value should have been

    def __len__(self) -> int:
        return len(self.actions)


def joined(samples: list[Sample]) -> Sample:
    """All rows of several samples."""
    fields = Sample.__struct_fields__
    return Sample(*(np.concatenate([getattr(one, field) for one in samples]) for field in fields))


class Collector:
    """Plays `count` rounds side by side, and begins the next where one ends."""

    def __init__(self, terms: Terms, count: int, seed: int, hidden: int) -> None:
        torch.set_num_threads(1)
        self.rounds = Rounds(terms, count, seed=seed)
        facts = terms.game.facts
        self.network = Network(facts.observation_length, facts.action_count, hidden)
        self.luck = np.random.default_rng(seed)

    def collect(self, weights: Weights, steps: int, smoothing: float) -> Sample:
        """So many steps of all rounds; `smoothing` is the λ of the advantages (GAE), and γ is 1."""
        self.network.set_weights(weights)
        rounds, count = self.rounds, self.rounds.count
        width, actions_wide = rounds.features.shape[1], rounds.mask.shape[1]
        features = np.zeros((steps, count, width), np.int8)
        mask = np.zeros((steps, count, actions_wide), np.int8)
        seats, actions = np.zeros((steps, count), np.int64), np.zeros((steps, count), np.int64)
        chances, values = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.float32)
        choice, ended = np.zeros((steps, count), np.bool_), np.zeros((steps, count), np.bool_)
        paid = np.zeros((steps, count, rounds.terms.players), np.float32)
        for t in range(steps):
            features[t], mask[t], seats[t] = rounds.features, rounds.mask, rounds.seats
            choice[t] = mask[t].sum(axis=1) > 1
            actions[t] = mask[t].argmax(axis=1)
            asked = np.flatnonzero(choice[t])
            if len(asked):
                drawn = draw(self.network, features[t, asked], mask[t, asked], self.luck)
                actions[t, asked], chances[t, asked], values[t, asked] = drawn
            rounds.step(actions[t])
            ended[t], paid[t] = rounds.ended, rounds.rewards
        gains, known = advantages(seats, values, choice, ended, paid, smoothing)
        return Sample(
            features[known], mask[known], actions[known], chances[known], gains[known], (gains + values)[known]
        )


def draw(network: Network, features: Any, mask: Any, luck: np.random.Generator) -> tuple[Any, Any, Any]:
    """An action for each row by the network's probabilities, its log-probability, and the value."""
    with torch.inference_mode():
        logs, value = network(torch.from_numpy(features), torch.from_numpy(mask))
    chances = logs.numpy()
    noise = luck.gumbel(size=chances.shape).astype(np.float32)
    action = np.where(mask > 0, chances + noise, -np.inf).argmax(axis=1)
    return action, chances[np.arange(len(action)), action], value.numpy()


def advantages(
    seats: NDArray[np.int64],
    values: NDArray[np.float32],
    choice: NDArray[np.bool_],
    ended: NDArray[np.bool_],
    paid: NDArray[np.float32],
    smoothing: float,
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """How much better each decision turned out than its value said, and for which decisions that is known.

    Of a round that goes on after the last step, each seat's latest decision is only the value that the one before it
    leads to.
    """
    steps, count = seats.shape
    players = paid.shape[2]
    gains, known = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.bool_)
    after, gain = np.zeros((count, players), np.float32), np.zeros((count, players), np.float32)
    reward, follows = np.zeros((count, players), np.float32), np.zeros((count, players), np.bool_)
    for t in range(steps - 1, -1, -1):
        over = ended[t]
        after[over], gain[over], reward[over], follows[over] = 0, 0, paid[t, over], True
        rows = np.flatnonzero(choice[t])
        seat = seats[t, rows]
        surprise = reward[rows, seat] + after[rows, seat] - values[t, rows]
        total = np.where(follows[rows, seat], surprise + smoothing * gain[rows, seat], 0)
        gains[t, rows], known[t, rows] = total, follows[rows, seat]
        gain[rows, seat], after[rows, seat] = total, values[t, rows]
        reward[rows, seat], follows[rows, seat] = 0, True
    return gains, known
