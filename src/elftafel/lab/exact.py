"""`elftafel exploit`: how much a perfect opponent wins against each level in a tiny form of a game.

The whole game is written out as a tree: every deal, every card that may be drawn, every move. What a seat knows is
everything that it saw, in order. CFR+ and best responses are computed by `kernel/exact.py`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.levels import ATTENTION, LEVELS, Budget
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.games.tiny import Begin
from elftafel.kernel import exact, record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import Step, new_journal, rows
from elftafel.kernel.record import Record
from elftafel.lab.tiny import tiny_of
from elftafel.rl.history import seen_row

WAYS = 12  # values of a random word that are tried: each card of 1, 2, 3 or 4 comes up equally often
WORDS = 16  # of a generator's block
USUAL = 0x5BD1E995  # a word in the place of one that was not tried yet; no generator rejects it
MOST_NODES = 20_000_000
ASKED = 64  # times that a player who decides at once is asked in one state; some choose by chance
SEARCHED = 4  # times for one who searches
SEARCH = Budget(iterations=300)


class Tree(msgspec.Struct):
    """A game written out; kernel/exact.py says what the arrays are."""

    owner: NDArray[np.int64]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    child: NDArray[np.int64]
    odds: NDArray[np.float64]
    known: NDArray[np.int64]
    begin: NDArray[np.int64]
    worth: NDArray[np.float64]
    depth: NDArray[np.int64]
    states: list[Record]  # for each information state one position in which the seat is there
    actions: list[list[int]]

    @property
    def shape(self) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
        """What the compiled functions ask for first."""
        return self.owner, self.first, self.count, self.child, self.odds, self.known, self.begin

    def scratch(self) -> NDArray[np.float64]:
        """Room for the compiled functions."""
        return np.zeros((4, max(len(self.owner), int(self.begin[-1]))))


class Exploited(msgspec.Struct, frozen=True):
    """How much a perfect opponent wins beyond an even share: the mean of both seats."""

    player: str
    exploitability: float
    against_optimal: float  # what it wins beyond an even share against optimal play, the mean of both seats


class Yardstick(msgspec.Struct, frozen=True):
    """The results of a tiny game."""

    game: str
    size: str
    deals: int
    nodes: int
    states: int  # information states of both seats
    value: float  # what the starter wins beyond an even share in optimal play
    rounds: int  # of CFR+
    players: tuple[Exploited, ...]


class Builder:
    """Writes a game out as a tree, node by node."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = game.facts.name
        self.owner: list[int] = []
        self.first: list[int] = []
        self.count: list[int] = []
        self.worth: list[float] = []
        self.known: list[int] = []
        self.child: list[int] = []
        self.odds: list[float] = []
        self.links: dict[tuple[Any, ...], int] = {}  # what a seat knew, and what it saw then: what it knows now
        self.state_of: dict[int, int] = {}
        self.states: list[Record] = []
        self.actions: list[list[int]] = []
        self.depth: list[int] = []

    def link(self, *seen: Any) -> int:
        """A number for what a seat knows."""
        return self.links.setdefault(seen, len(self.links))

    def add(self, owner: int, choices: int, worth: float = 0.0, known: int = 0) -> int:
        """A node with room for its children."""
        node = len(self.owner)
        if node >= MOST_NODES:
            raise BadInput("size", node, f"the tree has more than {MOST_NODES:,} nodes: choose a smaller size")
        self.owner.append(owner)
        self.first.append(len(self.child))
        self.count.append(choices)
        self.worth.append(worth)
        self.known.append(known)
        self.child += [0] * choices
        self.odds += [0.0] * choices
        return node

    def grow_chance(self, ways: list[tuple[float, Record, tuple[int, int], tuple[int, int]]]) -> int:
        """A chance node, or what follows if there is one way alone."""
        if len(ways) == 1:
            return self.grow(*ways[0][1:])
        node = self.add(exact.CHANCE, len(ways))
        for place, (odds, *after) in enumerate(ways, self.first[node]):
            self.odds[place] = odds
            self.child[place] = self.grow(*after)
        return node

    def grow(self, state: Record, known: tuple[int, int], made: tuple[int, int]) -> int:
        """The node of a position; `known` is what each seat knows, `made` how many choices it has made."""
        if state.over:
            points = self.game.scores(state)
            return self.add(exact.END, 0, 0.5 * float(np.sign(points[0] - points[1])))
        seat, legal = int(state.seat), self.game.legal(state)
        if len(legal) == 1:  # no choice
            return self.grow_chance(self.after(state, legal[0], known, made))
        number = self.state_of.setdefault(self.link("at", seat, known[seat]), len(self.states))
        if number == len(self.states):
            self.states.append(record.copy(state))
            self.actions.append(legal)
            self.depth.append(made[seat])
        elif self.actions[number] != legal:
            raise AssertionError(f"{self.name}: one information state, two sets of legal moves")
        node = self.add(seat, len(legal), known=number)
        further = (made[0] + (seat == 0), made[1] + (seat == 1))
        for place, action in enumerate(legal, self.first[node]):
            self.child[place] = self.grow_chance(self.after(state, action, known, further))
        return node

    def after(
        self, state: Record, action: int, known: tuple[int, int], made: tuple[int, int]
    ) -> list[tuple[float, Record, tuple[int, int], tuple[int, int]]]:
        """What can be after an action, with odds."""
        mine = int(state.seat)
        told = [self.link(one, "did", action) if seat == mine else one for seat, one in enumerate(known)]
        ways = outcomes(state, lambda after, journal: verbs.apply(after, action, journal))
        return [(odds, end, self.saw(told, steps), made) for odds, end, steps in ways]

    def saw(self, known: list[int], steps: list[Step]) -> tuple[int, int]:
        """What both seats know after these steps."""
        mine, yours = known
        for step in steps:
            mine = self.link(mine, seen_row(self.name, step, 0, 2))
            yours = self.link(yours, seen_row(self.name, step, 1, 2))
        return mine, yours

    def tree(self) -> Tree:
        """The finished tree."""
        begin = np.concatenate([[0], np.cumsum([len(legal) for legal in self.actions])])
        ints = [np.array(one, np.int64) for one in (self.owner, self.first, self.count, self.child, self.known)]
        owner, first, count, child, known = ints
        odds, worth = np.array(self.odds), np.array(self.worth)
        depth = np.array(self.depth, np.int64)
        return Tree(
            owner, first, count, child, odds, known, begin.astype(np.int64), worth, depth, self.states, self.actions
        )


def outcomes(state: Record, do: Begin) -> list[tuple[float, Record, list[Step]]]:
    """Everything that can come of `do`, with odds: the random words that it draws are tried in all ways.

    Where it gives False (a deal that is dealt again) there is no outcome.
    """
    found: dict[tuple[bytes, tuple[Step, ...]], float] = {}
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        after, journal = record.copy(state), new_journal()
        after.block[:] = USUAL
        after.block[: len(script)] = script
        after.left, after.counter = WORDS, 0
        done = do(after, journal)
        drawn = WORDS - int(after.left)
        if after.counter:
            raise AssertionError("more random words than a block has")
        if drawn > len(script):
            scripts += [(*script, (2 * way + 1 << 31) // WAYS) for way in range(WAYS)]
            continue
        if done is False:
            continue
        for field in ("block", "left", "counter"):
            after[field] = 0
        key = record.save(after), tuple(rows(journal))
        found[key] = found.get(key, 0.0) + WAYS ** -len(script)
    return [(odds, record.load(state.dtype, saved), list(steps)) for (saved, steps), odds in found.items()]


def written_out(name: str, size: str | None = None) -> tuple[Tree, int]:
    """A tiny game as a tree, and how many deals it has. Seat 0 starts."""
    tiny, game = tiny_of(name), games.load(name)
    builder = Builder(game)
    ways = []
    for state, begin in tiny.starts(game, size or tiny.size):
        # What a seat sees of the deal: its view, which has its own hand and the table.
        views = [builder.link("dealt", seat, repr(game.view(state, seat, legal=[]))) for seat in (0, 1)]
        ways += [(odds, after, builder.saw(views, steps), (0, 0)) for odds, after, steps in outcomes(state, begin)]
    total = sum(odds for odds, *_ in ways)
    builder.grow_chance([(odds / total, *after) for odds, *after in ways])
    return builder.tree(), len(ways)


def solve(tree: Tree, rounds: int) -> NDArray[np.float64]:
    """An almost optimal policy by CFR+."""
    choices = int(tree.begin[-1])
    policy, average = np.zeros(choices), np.zeros(choices)
    regrets, sums = np.zeros(choices), np.zeros(choices)
    exact.match_regrets(tree.begin, regrets, policy)
    exact.improve(*tree.shape, policy, tree.worth, regrets, sums, rounds, tree.scratch())
    exact.match_regrets(tree.begin, sums, average)
    return average


def value_of(tree: Tree, policy: NDArray[np.float64]) -> float:
    """What seat 0 wins beyond an even share if both play by `policy`."""
    scratch = tree.scratch()
    exact.evaluate(*tree.shape, policy, tree.worth, scratch[0])
    return float(scratch[0, 0])


def exploitability(tree: Tree, policy: NDArray[np.float64]) -> float:
    """What a perfect opponent wins beyond an even share against `policy`, the mean of both seats."""
    deepest = int(tree.depth.max(initial=0))
    replies = [
        exact.best_response(*tree.shape, policy.copy(), tree.worth, seat, tree.depth, deepest, tree.scratch())
        for seat in (0, 1)
    ]
    return float(sum(replies)) / 2


def against(tree: Tree, policy: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """What `policy` wins beyond an even share against `other`, the mean of both seats."""
    owners = np.zeros(len(tree.begin) - 1, np.int64)
    deciding = tree.owner < exact.CHANCE
    owners[tree.known[deciding]] = tree.owner[deciding]
    by_row = np.repeat(owners, np.diff(tree.begin))
    as_first, as_second = (np.where(by_row == seat, policy, other) for seat in (0, 1))
    return (value_of(tree, as_first) - value_of(tree, as_second)) / 2


def policies(game: Game, tree: Tree) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Every level as a policy of a tiny game: how often it makes each choice in each state."""
    even = np.concatenate([np.full(len(legal), 1 / len(legal)) for legal in tree.actions])
    yield "first legal move", np.concatenate([[1.0, *[0.0] * (len(legal) - 1)] for legal in tree.actions])
    yield "random", even
    yield "easy", asked(tree, verbs.stumble)
    yield "casual", asked(tree, verbs.play_along)
    sensible = asked(tree, verbs.prefer)
    search = searched(game, tree)
    part = ATTENTION["strong"]
    if LEVELS["strong"] == SEARCH:
        yield "strong", part * search + (1 - part) * sensible
    yield f"expert@{SEARCH.iterations}", search


def asked(tree: Tree, verb: Any) -> NDArray[np.float64]:
    """How often a player who decides at once makes each choice."""
    policy = np.zeros(int(tree.begin[-1]))
    for number, (state, legal) in enumerate(zip(tree.states, tree.actions, strict=True)):
        luck = new_luck(number)
        for _ in range(ASKED):
            policy[tree.begin[number] + legal.index(int(verb(state, luck)))] += 1 / ASKED
    return policy


def searched(game: Game, tree: Tree) -> NDArray[np.float64]:
    """How often a player who searches makes each choice, from a few searches in each state."""
    policy = np.zeros(int(tree.begin[-1]))
    for number, (state, legal) in enumerate(zip(tree.states, tree.actions, strict=True)):
        for turn in range(SEARCHED):
            chosen = Bot(game, "expert", SEARCHED * number + turn, SEARCH).choose(record.copy(state))
            policy[tree.begin[number] + legal.index(chosen)] += 1 / SEARCHED
    return policy


def measure(name: str, size: str | None = None, rounds: int = 1000) -> Yardstick:
    """The yardstick of a tiny game: optimal play, and how far each level is from it."""
    game = games.load(name)
    tree, deals = written_out(name, size)
    optimal = solve(tree, rounds)
    players = [Exploited("optimal (CFR+)", exploitability(tree, optimal), 0.0)]
    players += [
        Exploited(level, exploitability(tree, policy), against(tree, policy, optimal))
        for level, policy in policies(game, tree)
    ]
    return Yardstick(
        game=name,
        size=size or tiny_of(name).size,
        deals=deals,
        nodes=len(tree.owner),
        states=len(tree.states),
        value=value_of(tree, optimal),
        rounds=rounds,
        players=tuple(players),
    )
