"""Judging one decision by what its seat could know: what was best, what was played, what that cost.

The best move is picked in some deals and compared with the played one in others: best and loss from
the same deals would flatter the best. A race among all moves names the finalists; finalists and loss
are judged in batches, each with a new tree and a new chain of beliefs, so that the error is what it
says. There are more batches where two finalists are hard to tell apart, or a mark is in doubt.
Everything depends on the seed alone, not on threads or time.
"""

import hashlib
import math
from enum import StrEnum

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.bots.errors import mean_of
from elftafel.bots.levels import Budget
from elftafel.bots.thinking import Standing, Thinker, Worker, aim_for
from elftafel.games.game import Game
from elftafel.kernel import record, search, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record

BATCHES = 4  # with a tree and a chain of their own
PIECES = 8  # parts of a batch; how much they differ tells the error if nothing links the deals
MOST_TIMES = 32  # a decision whose mark is in doubt gets so many times the batches
FINALISTS = 3  # moves that the race leaves, and the played one
FINAL_TIMES = 8  # finalists that are hard to tell apart get so many times the batches
SMALL = 500  # so few iterations settle no doubt, however often they are repeated: they get …
SMALL_TIMES = 8  # … at most so many times the batches of a loss
NEAR = 0.01  # of a win: two moves that cannot differ by more are equally good
SURE = 2.0  # standard errors beyond which a difference counts


class Mark(StrEnum):
    """What a decision is called."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


FROM = {Mark.INACCURACY: 0.03, Mark.MISTAKE: 0.07, Mark.BLUNDER: 0.15}
"""The shares of a win from which a loss has these names."""


class Loss(msgspec.Struct, frozen=True):
    """By how much one move wins more often than another, with one standard error."""

    value: float
    error: float
    deals: int = 0

    @property
    def sure(self) -> bool:
        """True if the difference is more than chance may show."""
        return abs(self.value) > SURE * self.error


class Spot(msgspec.Struct, frozen=True):
    """A position of a match with a choice in it."""

    game: Game
    state: Record  # the true one
    standing: Standing
    legal: tuple[int, ...]
    played: int
    seed: int  # of all that is thought here

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.state.seat)

    def known(self) -> Record:
        """The position with other hidden cards than the true ones: nobody can peek by mistake."""
        state = record.copy(self.state)
        verbs.redeal(state, self.seat, new_luck(derived(self.seed, "known")))
        return state


def derived(seed: int, *parts: object) -> int:
    """A seed for one purpose."""
    return int.from_bytes(hashlib.blake2b(repr((seed, *parts)).encode(), digest_size=8).digest(), "little")


def mark_of(loss: Loss) -> Mark:
    """The name of a loss. What is within two standard errors is fine."""
    names = [name for name, least in FROM.items() if loss.value >= least]
    return names[-1] if names and loss.sure else Mark.FINE


def in_doubt(loss: Loss) -> bool:
    """True if the mark may well be another one."""
    return any(abs(loss.value - least) < SURE * loss.error for least in FROM.values())


def best_move(spot: Spot, state: Record, iterations: int, open_cards: bool = False) -> int:
    """The move that wins most often: the best of the moves that the bots' search leaves to the end."""
    thinker = Thinker(spot.game, derived(spot.seed, "best", open_cards), open_cards, doubt=0.0)
    verdicts = thinker.think(state, Budget(iterations=max(1, iterations)), spot.standing)
    found = list(dict.fromkeys([*(verdict.action for verdict in verdicts[:FINALISTS]), spot.played]))
    aim = aim_for(spot.game, spot.seat, spot.standing, open_cards)
    deals = max(1, iterations // (len(found) * BATCHES * PIECES))
    won = np.zeros((0, PIECES, len(found)))
    times = 1
    while len(found) > 1:
        batches = range(len(won), BATCHES * times)
        seeds = [derived(spot.seed, "final", open_cards, batch) for batch in batches]
        won = np.concatenate([won, [wins(new_worker(spot, state, seed), aim, found, deals) for seed in seeds]])
        best = int(won.mean(axis=(0, 1)).argmax())
        behind = [gap(won[:, :, best] - won[:, :, other], deals) for other in range(len(found))]
        rivals = [i for i, loss in enumerate(behind) if i != best and SURE * loss.error - loss.value > NEAR]
        if not rivals or 2 * times > FINAL_TIMES or iterations < SMALL:
            return found[best]
        running = [best, *rivals]
        found, won = [found[i] for i in running], won[:, :, running]
        times *= 2
    return found[0]


def loss_against(
    spot: Spot, state: Record, best: int, iterations: int, open_cards: bool = False, most_times: int = MOST_TIMES
) -> Loss:
    """By how much `best` wins more often than the played move, in deals of their own."""
    if best == spot.played:
        return Loss(0.0, 0.0)
    aim = aim_for(spot.game, spot.seat, spot.standing, open_cards)
    deals = max(1, iterations // (2 * BATCHES * PIECES))
    if iterations < SMALL:
        most_times = min(most_times, SMALL_TIMES)
    found: list[NDArray[np.float64]] = []
    times = 1
    while True:
        for batch in range(len(found), BATCHES * times):
            worker = new_worker(spot, state, derived(spot.seed, "loss", open_cards, batch))
            found.append(np.subtract(*wins(worker, aim, [best, spot.played], deals).T))
        loss = gap(np.array(found), deals)
        if 2 * times > most_times or not in_doubt(loss):
            return loss
        times *= 2


def new_worker(spot: Spot, state: Record, seed: int) -> Worker:
    """A search without a past in this position."""
    worker = Worker(spot.game, seed)
    worker.states[0] = state
    if not spot.standing.rounds_left:
        worker.tree.least, worker.tree.most = 0.0, 1.0  # the whole win is at stake
    return worker


def wins(worker: Worker, aim: object, actions: list[int], deals: int) -> NDArray[np.float64]:
    """How often each action wins in each piece of a batch: a row a piece."""
    worker.line_up(actions)
    sums = np.zeros((PIECES + 1, len(actions)))
    for piece in range(PIECES):
        worker.run(aim, deals)
        sums[piece + 1] = worker.race.wins[: len(actions)]
    return np.diff(sums, axis=0) / deals


def gap(pieces: NDArray[np.float64], deals: int) -> Loss:
    """The mean of the pieces (a row a batch) of so many deals each, with its standard error."""
    counts = np.full(pieces.shape[1], float(deals))
    mean, error = mean_of([(batch * deals, counts) for batch in pieces])
    return Loss(mean, error, pieces.size * deals)


def shares(spot: Spot, state: Record, actions: list[int], playouts: int, open_cards: bool, seed: int) -> Record:
    """Everybody's shares of the win after each action, if all go on as `prefer` does: a row an action."""
    aim = aim_for(spot.game, spot.seat, spot.standing, open_cards)
    aim.widen = 0.0
    worker = new_worker(spot, state, seed)
    worker.line_up(actions)
    worker.run(aim, playouts)
    return worker.race.shares[: len(actions), : int(state.players)] / playouts


def gains(spot: Spot, state: Record, playouts: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the choice gains every seat over a sensible one, by believed cards; with standard errors.

    Nothing where it is the sensible choice. Everybody goes on sensibly, so that the gains of a whole
    match add up (the performance difference lemma).
    """
    players = int(state.players)
    sensible = int(verbs.prefer(state, new_luck(derived(spot.seed, "sensible"))))
    if sensible == spot.played:
        return np.zeros(players), np.zeros(players)
    each = max(1, playouts // BATCHES)
    batches = np.array(
        [
            np.subtract(*shares(spot, state, [spot.played, sensible], each, False, derived(spot.seed, "gain", batch)))
            for batch in range(BATCHES)
        ]
    )
    return batches.mean(axis=0), batches.std(axis=0, ddof=1) / math.sqrt(BATCHES)


def chances(spot: Spot, playouts: int) -> NDArray[np.float64]:
    """Everybody's chance to win here with all cards known, if everybody plays sensibly."""
    sensible = int(verbs.prefer(spot.state, new_luck(derived(spot.seed, "sensible"))))
    seed = derived(spot.seed, "chances", playouts)
    row: NDArray[np.float64] = shares(spot, spot.state, [sensible], playouts, True, seed)[0]
    return row


def chances_after(totals: list[int], rounds_left: int, swing: float) -> NDArray[np.float64]:
    """Everybody's share of the win between two rounds or at the end, as the search estimates it."""
    behind = np.array(totals, float) - max(totals)
    won = np.exp(behind / (search.LOGISTIC * swing * math.sqrt(rounds_left))) if rounds_left else behind == 0
    found: NDArray[np.float64] = won / won.sum()
    return found
