"""Thinking: tree search for one seat against a deadline, in slices, on one or more threads.

Each thread has a tree of its own (root parallel); what they found is added up. The compiled search holds no lock.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from elftafel.bots.levels import Budget
from elftafel.games.game import Game
from elftafel.kernel import record, search
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record

EXPLORE = 0.7
WIDEN = 4.0
SLICE = 0.003  # seconds
FIRST_SLICE, STEADY_SLICE = 8, 64  # walks


class Standing(msgspec.Struct, frozen=True):
    """The match around the round: points so far, and rounds that come after this one."""

    totals: tuple[int, ...]
    rounds_left: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """What the search thinks of one move: the part of the win and the points of the round to expect."""

    action: int
    visits: int
    win: float
    win_error: float  # one standard error
    points: float
    points_error: float


class Worker:
    """One tree and what is needed to grow it."""

    def __init__(self, game: Game, seed: int) -> None:
        self.states = record.empty(game.record, 2)
        self.tree = search.new_tree()
        self.luck = new_luck(seed)
        self.out = record.new_out()
        search.clear(self.tree)

    def walk(self, aim: Any, walks: int) -> None:
        """Walk so many times."""
        search.search(self.states, self.tree, aim, self.luck, self.out, walks)

    def walk_steadily(self, aim: Any, walks: int, settle: bool) -> None:
        """Walk `walks` times; with `settle` only until no later walk can change the choice."""
        while walks > 0 and not (settle and search.lead(self.tree) > walks):
            self.walk(aim, min(walks, STEADY_SLICE))
            walks -= STEADY_SLICE

    def walk_until(self, aim: Any, deadline: float, settle: bool) -> None:
        """Walk until the deadline; with `settle` only until no later walk is likely to change the choice.

        The next slice may take as long as the longest so far: on a busy machine that is much longer than planned.
        """
        walks, done, longest = FIRST_SLICE, 0, 0.0
        began = before = time.perf_counter()
        while True:
            self.walk(aim, walks)
            done += walks
            now = time.perf_counter()
            longest = max(longest, now - before)
            before = now
            rate = done / max(now - began, 1e-6)
            left = deadline - now
            if left <= longest or (settle and search.lead(self.tree) > rate * left):
                return
            walks = max(1, int(rate * SLICE))

    def children(self) -> list[int]:
        """The nodes of the moves that were tried."""
        found = []
        node = int(self.tree.child[self.tree.root])
        while node != search.NO_NODE:
            found.append(node)
            node = int(self.tree.sister[node])
        return found


class Thinker:
    """Thinks for one seat of one table, and keeps its trees while the seat's turn goes on."""

    def __init__(self, game: Game, seed: int = 0, open_cards: bool = False) -> None:
        self.game = game
        self.seed = seed
        self.open_cards = open_cards
        self.workers: list[Worker] = []
        self.pool: ThreadPoolExecutor | None = None
        self.before: tuple[Record, int] | None = None  # the last position and what was chosen in it

    def choose(self, state: Record, budget: Budget, standing: Standing | None = None) -> int:
        """The best move found; the trees stay for the next step of this turn."""
        verdicts = self.think(state, budget, standing, settle=True)
        action = verdicts[0].action
        self.before = (record.copy(state), action)
        return action

    def think(
        self,
        state: Record,
        budget: Budget,
        standing: Standing | None = None,
        even: bool = False,
        settle: bool = False,
    ) -> list[Verdict]:
        """Every move that was tried, the best first.

        `even` tries all moves equally often; `settle` stops when the choice is clear.
        """
        deadline = time.perf_counter() + budget.seconds
        budget.check()
        self._prepare(state, budget.threads)
        each, rest = divmod(budget.iterations, budget.threads)
        shares = [each + (t < rest) for t in range(budget.threads)]

        def work(worker: Worker, walks: int) -> None:
            aim = self._aim(state, standing, even)
            if budget.iterations:
                worker.walk_steadily(aim, walks, settle)
            else:
                worker.walk_until(aim, deadline, settle)

        if self.pool is None:
            work(self.workers[0], shares[0])
        else:
            list(self.pool.map(work, self.workers, shares))
        return self._verdicts(state)

    def _aim(self, state: Record, standing: Standing | None, even: bool) -> Any:
        aim = search.new_aim()
        aim.seat = state.seat
        aim.open_cards = self.open_cards
        aim.even = even
        aim.explore, aim.widen, aim.swing = EXPLORE, WIDEN, self.game.facts.swing
        if standing is not None:
            aim.totals[: len(standing.totals)] = standing.totals
            aim.rounds_left = standing.rounds_left
        return aim

    def _prepare(self, state: Record, threads: int) -> None:
        """Set the position; go down to the move that was made if the turn goes on, else start with empty trees."""
        if len(self.workers) != threads:
            if self.pool is not None:
                self.pool.shutdown()
            self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
            self.workers = [Worker(self.game, (self.seed << 8) + t) for t in range(threads)]
            self.before = None
        goes_on = self.before is not None and self._goes_on(state, *self.before)
        for worker in self.workers:
            worker.states[0] = state
            if goes_on and self.before is not None:
                search.descend(worker.tree, self.before[1])
            else:
                search.clear(worker.tree)
        self.before = None

    def _goes_on(self, state: Record, before: Record, action: int) -> bool:
        """Whether `state` is what came of the last choice, in the same turn and with nothing new seen."""
        same = (state.players, state.seat, state.reveals, state.ply - 1)
        if same != (before.players, before.seat, before.reveals, before.ply):
            return False
        self.game.apply(before, action)
        return self.game.legal(before) == self.game.legal(state)

    def _verdicts(self, state: Record) -> list[Verdict]:
        sums: dict[int, Any] = {action: np.zeros(5) for action in self.game.legal(state)}
        for worker in self.workers:
            tree = worker.tree
            for node in worker.children():
                if int(tree.action[node]) in sums:
                    found = tree.visits[node], tree.wins[node], tree.points[node], tree.squares[node], tree.value[node]
                    sums[int(tree.action[node])] += found
        tried = [(visits, value, action) for action, (visits, *_, value) in sums.items() if visits]
        swing = self.game.facts.swing
        return [verdict(action, swing, *sums[action][:4]) for _, _, action in sorted(tried, reverse=True)]


def verdict(action: int, swing: float, visits: float, wins: float, points: float, squares: float) -> Verdict:
    """Means and their standard errors; few equal results do not look certain, since a dear one may be missing.

    The spread counts one result more than there were, a `swing` off.
    """
    win, mean = float(wins / visits), float(points / visits)
    careful = (wins + 1) / (visits + 2)
    spread = max(squares / visits - mean**2, 0.0)
    return Verdict(
        action,
        int(visits),
        win,
        float(np.sqrt(careful * (1 - careful) / visits)),
        mean,
        float(np.sqrt((spread + swing**2 / visits) / visits)),
    )
