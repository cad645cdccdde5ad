"""Thinking: a race between the legal moves of one seat, within a budget, on one or more threads.

The budget is divided into stages. After each stage the worse half of the moves drops out
(sequential halving); moves that are clearly worse drop out at any time. So most of the budget goes
to the moves that are hard to tell apart. Each thread searches in a tree of its own (root
parallelization) and their results are added up. The compiled search does not hold the GIL.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.bots.errors import SEARCHES, Slices, linked, mean_of, means_of
from elftafel.bots.levels import Budget
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.kernel import record, search, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.kernel.record import Record
from elftafel.match import Match

EXPLORE = 0.7  # bonus for rarely tried moves in the tree, relative to the range of rewards
DOUBT = 2.0  # standard errors by which a move must be better than that of `prefer` to be chosen
CLEAR = 3.0  # standard errors by which a move is clearly better or worse than that of `prefer`
CLEAR_AFTER = 100  # deals before a move is called clearly better or worse
SLICE = 0.003  # seconds between two looks at the clock
STEADY_SLICE = 32  # deals between two looks at the results, with a budget of iterations
LEAST_SLICES = 4  # of a stage where slices tell the errors
A_SECOND = 50_000  # iterations in a second, roughly


class Standing(msgspec.Struct, frozen=True):
    """The match around the round: points so far, and how many rounds come after this one."""

    totals: tuple[int, ...]
    rounds_left: int = 0

    @classmethod
    def of(cls, match: Match) -> Self:
        """The standing of a match while a round is played."""
        return cls(tuple(match.totals), match.rounds - match.round)

    def check(self, players: int) -> None:
        """Raise BadInput if no match can stand like this."""
        if len(self.totals) != players:
            raise BadInput("totals", self.totals, f"the points of {players} seats")
        if self.rounds_left < 0:
            raise BadInput("rounds_left", self.rounds_left, "0 or more rounds")


class Verdict(msgspec.Struct, frozen=True):
    """What the search says about one move: expected share of the win, and points."""

    action: int
    visits: int
    win: float
    win_error: float  # one standard error
    points: float
    points_error: float
    gap_error: float = 0.0  # of how far it is behind the first verdict; with `every_move` only


def aim_for(game: Game, seat: int, standing: Standing | None = None, open_cards: bool = False) -> Any:
    """What a search for this seat looks for: the win of the match as it stands, and points."""
    aim = search.new_aim()
    aim.seat = seat
    aim.open_cards = open_cards
    aim.explore, aim.widen = EXPLORE, game.facts.widen
    aim.swing, aim.for_points = game.facts.swing, game.facts.for_points
    if standing is not None:
        aim.totals[: len(standing.totals)] = standing.totals
        aim.rounds_left = standing.rounds_left
    return aim


class Worker:
    """What one thread needs: a tree, a race, and room for the positions."""

    def __init__(self, game: Game, seed: int) -> None:
        self.states = record.empty(game.record, 3)
        self.mind = record.empty(game.mind)[0]
        self.tree = search.new_tree()
        self.race = search.new_race()
        self.luck = new_luck(seed)
        self.out = record.new_out()
        self.slices: list[tuple[NDArray[np.int64], NDArray[np.float64]]] | None = None  # tries and wins so far
        search.clear(self.tree)

    def line_up(self, actions: list[int]) -> None:
        """Start a race between these actions."""
        self.out.actions[: len(actions)] = actions
        search.line_up(self.tree, self.race, self.out, len(actions))

    def run(self, aim: Any, deals: int) -> None:
        """Try every move of the race with so many deals."""
        search.run(self.states, self.mind, self.tree, self.race, aim, self.luck, self.out, deals)
        if self.slices is not None:
            count = int(self.race.count)
            self.slices.append((self.race.tries[:count].copy(), self.race.wins[:count].copy()))

    def run_steadily(self, aim: Any, deals: int, enough: Callable[["Worker"], bool]) -> None:
        """Try `deals` deals, or fewer if `enough` says so."""
        most = STEADY_SLICE if self.slices is None else max(1, min(STEADY_SLICE, deals // LEAST_SLICES))
        while deals > 0:
            self.run(aim, min(deals, most))
            deals -= most
            if enough(self):
                return

    def ahead(self, one: int, other: int) -> Slices | None:
        """By how much one runner won more often than another in the slices with both; None if there is none."""
        assert self.slices is not None
        tries = np.diff([[0, 0], *(tries[[one, other]] for tries, _ in self.slices)], axis=0)
        won = np.diff([[0.0, 0.0], *(wins[[one, other]] for _, wins in self.slices)], axis=0)
        both = tries.min(axis=1) > 0
        return ((won[:, 0] - won[:, 1])[both], tries[both, 1].astype(float)) if both.any() else None

    def run_until(self, aim: Any, deadline: float, enough: Callable[["Worker"], bool]) -> None:
        """Try deals until the deadline, or until `enough` says so.

        Stops if the next slice would miss the deadline even if it takes as long as the longest so
        far: on a busy machine a slice takes much longer than planned.
        """
        deals, done, longest = 1, 0, 0.0
        began = before = time.perf_counter()
        while True:
            self.run(aim, deals)
            done += deals
            now = time.perf_counter()
            longest = max(longest, now - before)
            before = now
            if now + longest >= deadline or enough(self):
                return
            deals = max(1, int(done / max(now - began, 1e-6) * SLICE))


class Thinker:
    """Thinks for one seat of one table. Keeps its trees as long as the seat's turn goes on."""

    def __init__(self, game: Game, seed: int = 0, open_cards: bool = False, doubt: float = DOUBT) -> None:
        self.game = game
        self.seed = seed
        self.open_cards = open_cards
        self.doubt = doubt
        self.luck = new_luck(seed)
        self.workers: list[Worker] = []
        self.pool: ThreadPoolExecutor | None = None
        self.threads = 1
        self.before: tuple[Record, int] | None = None  # the last position and the choice there

    def choose(self, state: Record, budget: Budget, standing: Standing | None = None) -> int:
        """The best action; the trees are kept for the next step of this turn."""
        action = self.think(state, budget, standing)[0].action
        self.before = (record.copy(state), action)
        return action

    def think(
        self, state: Record, budget: Budget, standing: Standing | None = None, every_move: bool = False
    ) -> list[Verdict]:
        """A verdict on every move that was tried, the best first.

        With `every_move` all legal moves are tried, the whole budget is used, and there are several
        searches, so that the errors are honest.
        """
        deadline = time.perf_counter() + budget.seconds
        budget.check()
        if standing is not None:
            standing.check(int(state.players))
        turns = math.ceil(SEARCHES / budget.threads) if every_move else 1  # of each thread
        self._prepare(state, budget.threads, turns)
        searches = len(self.workers)
        actions = self._runners(state, budget, every_move)
        for worker in self.workers:
            worker.slices = [] if every_move else None
            worker.line_up(actions)
            if standing is None or not standing.rounds_left:
                # In the last round the whole win is at stake, even if no deal has shown it yet.
                worker.tree.least, worker.tree.most = 0.0, 1.0
        running = len(actions)
        for stages in range(stages_for(running), 0, -1):
            if stages > stages_for(running):
                continue  # so many moves have dropped out that this stage is not needed
            tried = int(self._sums("tries").sum())
            left = budget.iterations - tried
            used_up = left < running * searches if budget.iterations else time.perf_counter() >= deadline
            if tried and (running == 1 or used_up):
                break
            deals = max(1, left // (stages * running * searches))
            span = (deadline - time.perf_counter()) / stages / turns
            enough = never if every_move else is_decided if stages == 1 else is_alone

            def work(
                worker: Worker, deals: int = deals, span: float = span, enough: Callable[[Worker], bool] = enough
            ) -> None:
                aim = aim_for(self.game, int(state.seat), standing, self.open_cards)
                if budget.iterations:
                    worker.run_steadily(aim, deals, enough)
                else:
                    worker.run_until(aim, time.perf_counter() + span, enough)

            self._on_all(work)
            if stages > 1:
                running = self._drop_to((running + 1) // 2)
        return self._verdicts()

    def _on_all(self, work: Callable[[Worker], None]) -> None:
        if self.pool is None:
            for worker in self.workers:
                work(worker)
        else:
            list(self.pool.map(work, self.workers))

    def _runners(self, state: Record, budget: Budget, every_move: bool) -> list[int]:
        """The actions to compare; the first is the one that `prefer` chooses.

        If there are very many, a random part of them, by the size of the budget.
        """
        wish = int(verbs.prefer(state, self.luck))
        others = [action for action in self.game.legal(state) if action != wish]
        most = len(others)
        if not every_move:
            most = min(most, math.isqrt(budget.iterations or int(A_SECOND * budget.seconds) + 1))
        for i in range(most):
            j = i + int(pick(self.luck, len(others) - i))
            others[i], others[j] = others[j], others[i]
        return [wish, *others[: max(1, most)]][: search.MOST_RUNNERS]

    def _prepare(self, state: Record, threads: int, turns: int = 1) -> None:
        """Set the position and the trees.

        If the turn goes on, each tree continues below the action that was chosen; otherwise it is
        emptied.
        """
        if len(self.workers) != threads * turns or self.threads != threads:
            if self.pool is not None:
                self.pool.shutdown()
            self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
            self.threads = threads
            self.workers = [Worker(self.game, (self.seed << 8) + t) for t in range(threads * turns)]
            self.before = None
        goes_on = self.before is not None and self._goes_on(state, *self.before)
        for worker in self.workers:
            worker.states[0] = state
            worker.mind.ready = 0
            if goes_on and self.before is not None:
                search.descend(worker.tree, self.before[1])
            else:
                search.clear(worker.tree)
        self.before = None

    def _goes_on(self, state: Record, before: Record, action: int) -> bool:
        """True if `state` follows from the last choice, in the same turn, with nothing new seen."""
        same = (state.players, state.seat, state.reveals, state.ply - 1)
        if same != (before.players, before.seat, before.reveals, before.ply):
            return False
        self.game.apply(before, action)
        return self.game.legal(before) == self.game.legal(state)

    def _each(self, field: str) -> NDArray[np.float64]:
        """A field of the race: a row a search."""
        count = int(self.workers[0].race.count)
        return np.array([worker.race[field][:count] for worker in self.workers], np.float64)

    def _sums(self, field: str) -> NDArray[np.float64]:
        """A field of the race, added up over all searches."""
        sums: NDArray[np.float64] = self._each(field).sum(axis=0)
        return sums

    def _running(self) -> NDArray[np.bool_]:
        """Which moves are still in the race of every thread."""
        count = int(self.workers[0].race.count)
        running: NDArray[np.bool_] = np.all([worker.race.running[:count] != 0 for worker in self.workers], axis=0)
        return running

    def _drop_to(self, most: int) -> int:
        """Leave only the `most` best moves in the race; returns how many there are now.

        The first move stays in any case, since the others are compared with it.
        """
        running = self._running()
        means = np.where(running, self._sums("value") / np.maximum(self._sums("tries"), 1), -1)
        running[np.argsort(-means, kind="stable")[most:]] = False
        running[0] = True
        for worker in self.workers:
            worker.race.running[: len(running)] = running
        return int(running.sum())

    def _verdicts(self) -> list[Verdict]:
        """The move to make, then the others by how long they stayed and by their value."""
        tries, value = self._sums("tries"), self._sums("value")
        order = standings(tries, value, self._winner(tries, value))
        race, tree = self.workers[0].race, self.workers[0].tree
        each = self._each("tries")
        links = linked(self.game.facts)
        wins, win_errors = means_of(each, self._each("wins"), self._each("win_squares"), 1.0, links)
        points, errors = means_of(each, self._each("points"), self._each("squares"), self.game.facts.swing, links)
        gap_errors = self._compare(order, wins) if self.workers[0].slices is not None else np.zeros(len(tries))
        return [
            Verdict(
                int(tree.action[race.node[i]]),
                int(tries[i]),
                float(wins[i]),
                float(win_errors[i]),
                float(points[i]),
                float(errors[i]),
                float(gap_errors[i]),
            )
            for i in order
        ]

    def _compare(self, order: list[int], wins: NDArray[np.float64]) -> NDArray[np.float64]:
        """Set every share of the win by how far it is behind the first verdict in the same deals; its errors."""
        best, *others = order
        errors = np.zeros(len(order))
        for i in others:
            searches = [slices for worker in self.workers if (slices := worker.ahead(best, i)) is not None]
            gap, errors[i] = mean_of(searches)
            wins[i] = min(max(wins[best] - gap, 0.0), 1.0)
        return errors

    def _winner(self, tries: NDArray[np.float64], value: NDArray[np.float64]) -> int:
        """The index of the best of the moves that stayed to the end.

        The first move (that of `prefer`) unless another is better by more than `doubt` standard
        errors.
        """
        best = int(np.argmax(np.where(self._running(), value / tries, -1)))
        stake = at_stake(self.workers)
        mean, error = lead(self._sums("ahead")[best], self._sums("spread")[best], tries[best], stake)
        return best if mean > self.doubt * error else 0


def standings(tries: NDArray[np.float64], value: NDArray[np.float64], best: int) -> list[int]:
    """The indices of the moves in order, `best` first.

    The first move never drops out; so its mean value decides its place, not how long it stayed.
    """
    others = [i for i in range(1, len(tries)) if i != best]
    others.sort(key=lambda i: (tries[i], value[i]), reverse=True)
    if best != 0:
        means = value / tries
        others.insert(next((place for place, i in enumerate(others) if means[i] < means[0]), len(others)), 0)
    return [best, *others]


def at_stake(workers: list[Worker]) -> float:
    """The difference between the best and the worst reward of a deal, as far as is known."""
    return float(max(worker.tree.most for worker in workers) - min(worker.tree.least for worker in workers))


def lead(ahead: Any, spread: Any, tries: Any, stake: float) -> tuple[Any, Any]:
    """By how much a move is ahead of the first one on the mean, and the standard error of that.

    Works on single values and on arrays. Small samples get a wider error: the variance counts one
    more deal, in which the difference is all that is at stake.
    """
    mean = ahead / tries
    return mean, np.sqrt((np.maximum(spread / tries - mean**2, 0.0) + stake**2 / tries) / tries)


def never(worker: Worker) -> bool:
    """Use the whole budget."""
    return False


def is_alone(worker: Worker) -> bool:
    """Drop the moves that are clearly worse than the first one, in the deals of this thread.

    True if no other move is left.
    """
    others, means, errors = leads(worker)
    far_behind = means < -CLEAR * errors
    worker.race.running[others[far_behind]] = 0
    return len(others) > 0 and bool(far_behind.all())


def is_decided(worker: Worker) -> bool:
    """For the last stage: drop moves like `is_alone`; true if the choice is clear.

    That is, no other move is left, or the only one left is clearly better than the first, or all
    are equally good in every deal.
    """
    if is_alone(worker):
        return True
    others, means, errors = leads(worker)
    if len(others) == 1 and means[0] > CLEAR * errors[0]:
        return True
    return len(others) > 0 and not worker.race.spread[others].any()


def leads(worker: Worker) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """The other moves in the race, and the lead of each over the first one with its standard error.

    No moves while there were too few deals to judge.
    """
    race = worker.race
    others = np.flatnonzero(race.running[1 : race.count]) + 1
    if race.tries[0] < CLEAR_AFTER:
        others = others[:0]
    means, errors = lead(race.ahead[others], race.spread[others], race.tries[others], at_stake([worker]))
    return others, means, errors


def stages_for(runners: int) -> int:
    """The number of stages of a race: after each but the last, half of the moves drop out."""
    return max(1, math.ceil(math.log2(runners)))
