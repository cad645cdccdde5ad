"""Finding puzzles in expert play, and measuring shipped ones again with other luck.

One round of play is one part of the work and depends on its number alone, so a run can be stopped,
continued and shared out among processes. Cheap looks come first; what they leave is confirmed with
other deals. The best move and what the others cost never come from the same deals.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel import games, puzzles
from elftafel.bots.bot import Bot
from elftafel.bots.judging import BATCHES, PIECES, Loss, Spot, best_move, derived, gap, new_worker
from elftafel.bots.levels import read_bot
from elftafel.bots.review import REVIEW_BUDGET
from elftafel.bots.thinking import Standing, aim_for
from elftafel.games.messages import NOTHING_BETTER
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record
from elftafel.kernel.search import MOST_RUNNERS
from elftafel.match import Match
from elftafel.puzzles import LEAST_ERRORS, LEAST_MARGIN, Evidence, Found, MoveCost, Puzzle

EXPERT = "expert@1000"  # who plays the rounds
GLANCE = 3_000  # iterations of the first look at a position
LEAST_ITERATIONS = 1_000  # of a long look
TIMES = 10  # the usual budget of a look, for the second one
SURER = 2.0  # standard errors by which a found margin is beyond the least: it must stay there when measured again
SENSIBLE_TRIES = 16  # `prefer` may choose by chance
LATER_BATCHES = 8  # of the second measurement, between the moves that are close
CLOSE = 2.0  # times what is asked for: a move that costs more needs no second measurement
LEVELS = (("easy", 20), ("casual", 20), ("strong", 20), ("expert@1000", 8))  # who is asked, and how often
MOST_OF_A_ROUND = 2  # puzzles


class Search(msgspec.Struct, frozen=True):
    """Everything that decides what is found."""

    game: str
    seed: str
    iterations: int = TIMES * REVIEW_BUDGET.iterations

    def players(self, number: int) -> int:
        """How many sit at the table of a round."""
        low, high = games.facts(self.game).players
        return low + number % (high - low + 1)


class Harvest(msgspec.Struct, frozen=True):
    """What one round gave."""

    number: int
    decisions: int  # with a choice
    looks: int  # first looks
    longer: int  # second looks
    found: tuple[Puzzle, ...]


class Judged(msgspec.Struct, frozen=True):
    """A shipped puzzle measured again."""

    puzzle: Puzzle
    best: int
    evidence: Evidence | None  # None: another move is best now

    @property
    def passes(self) -> bool:
        """True if the answer is clearly best with other luck too."""
        return self.evidence is not None and self.evidence.clear


def search_round(search: Search, number: int) -> Harvest:
    """Play one round and look for puzzles in it."""
    seed = f"{search.game} puzzle {search.seed}{number}"
    match = puzzles.begin(search.game, seed, search.players(number))
    luck = derived(number, search.seed)
    bots = [Bot.of(match.game, read_bot(EXPERT), derived(luck, seat)) for seat in range(match.players)]
    decisions = looks = longer = 0
    found: list[Puzzle] = []
    while match.turn is not None:
        choice = bots[match.turn].choose(match.state, Standing.of(match))
        if len(match.legal) > 1:
            decisions += 1
            spot = spot_of(match, derived(luck, len(match.actions)))
            if len(found) < MOST_OF_A_ROUND and may_be_one(spot, choice):
                looks += 1
                if seems_one(spot):
                    longer += 1
                    found += confirmed(search, match, seed, spot)
        match.apply(choice)
    return Harvest(number, decisions, looks, longer, tuple(found))


def spot_of(match: Match, seed: int) -> Spot:
    """The decision at which a match stands."""
    legal = tuple(match.legal)
    return Spot(match.game, record.copy(match.state), Standing.of(match), legal, legal[0], seed)


def may_be_one(spot: Spot, choice: int) -> bool:
    """True if an expert does what nobody does at a glance."""
    return len(spot.legal) <= MOST_RUNNERS and choice not in sensible(spot)


def sensible(spot: Spot) -> set[int]:
    """What `prefer` may play here."""
    luck = new_luck(derived(spot.seed, "sensible"))
    return {int(verbs.prefer(spot.state, luck)) for _ in range(SENSIBLE_TRIES)}


def seems_one(spot: Spot) -> bool:
    """True if a short look does not speak against it."""
    state = spot.known()
    best = best_move(spot, state, GLANCE // 2)
    costs = measured(spot, state, best, GLANCE // 2)
    return best not in sensible(spot) and all(cost.value >= LEAST_MARGIN for cost in costs.values())


def confirmed(search: Search, match: Match, seed: str, spot: Spot) -> list[Puzzle]:
    """The puzzle at which a match stands, if a long look in deals of its own finds one move clearly best."""
    spot = msgspec.structs.replace(spot, seed=derived(spot.seed, "longer"))
    best, evidence = long_look(spot, search.iterations, patient=False)
    if best in sensible(spot) or not evidence.clear:
        return []
    if any(cost.value - SURER * cost.error < LEAST_MARGIN for cost in evidence.costs.values()):
        return []
    evidence = msgspec.structs.replace(evidence, levels=levels_of(spot, best))
    number = derived(0, search.game, seed, len(match.actions))
    actions = tuple(action for action, _ in match.actions)
    rules = match.game.facts.rules_version
    theme = theme_of(spot, best)
    return [Puzzle(f"{number % 16**8:08x}", rules, seed, match.players, actions, best, theme, evidence)]


def long_look(spot: Spot, iterations: int, patient: bool = True) -> tuple[int, Evidence]:
    """The best move by one half of the iterations, and what the others cost by the other half."""
    state = spot.known()
    best = best_move(spot, state, iterations // 2)
    return best, Evidence(iterations, spot.seed, measured(spot, state, best, iterations // 2, patient), {})


def measured(spot: Spot, state: Record, best: int, iterations: int, patient: bool = True) -> dict[int, MoveCost]:
    """What each other move costs against `best`.

    A quarter of the iterations measures all; the rest measures those that are close anew. Without
    patience it ends with the quarter if that makes a puzzle unlikely.
    """
    others = [action for action in spot.legal if action != best]
    costs = measure(spot, state, best, others, iterations // 4, BATCHES, "all")
    close = [action for action, cost in costs.items() if not is_far(cost)]
    if close and (patient or all(cost.value + SURER * cost.error >= LEAST_MARGIN for cost in costs.values())):
        costs |= measure(spot, state, best, close, iterations - iterations // 4, LATER_BATCHES, "close")
    return {action: MoveCost(round(cost.value, 5), round(cost.error, 5)) for action, cost in costs.items()}


def is_far(cost: Loss) -> bool:
    """True if a move is so much worse that measuring it again could change nothing."""
    return cost.value >= CLOSE * LEAST_MARGIN and cost.value >= CLOSE * LEAST_ERRORS * cost.error


def measure(
    spot: Spot, state: Record, best: int, others: list[int], iterations: int, batches: int, name: str
) -> dict[int, Loss]:
    """What moves cost against `best`, in batches with a tree and a chain of beliefs of their own."""
    aim = aim_for(spot.game, spot.seat, spot.standing)
    deals = max(1, iterations // (batches * PIECES * (len(others) + 1)))
    pieces = np.empty((batches, PIECES, len(others)))
    for batch in range(batches):
        worker = new_worker(spot, state, derived(spot.seed, "costs", name, batch))
        worker.line_up([best, *others])
        before = np.zeros(len(others) + 1)
        for piece in range(PIECES):
            worker.run(aim, deals)
            wins: NDArray[np.float64] = worker.race.wins[: len(others) + 1].astype(np.float64)
            share = (wins - before) / deals
            pieces[batch, piece] = share[0] - share[1:]
            before = wins
    return {action: gap(pieces[:, :, i], deals) for i, action in enumerate(others)}


def levels_of(spot: Spot, best: int) -> dict[str, Found]:
    """How many bots of each level find the answer."""
    found = {}
    for level, tries in LEVELS:
        bots = (Bot.of(spot.game, read_bot(level), derived(spot.seed, level, i)) for i in range(tries))
        hits = sum(bot.choose(record.copy(spot.state), spot.standing) == best for bot in bots)
        found[level.partition("@")[0]] = Found(hits, tries)
    return found


def theme_of(spot: Spot, best: int) -> str:
    """The key of the first reason for the answer."""
    reasons = spot.game.reasons_for_best(spot.known(), best)
    return reasons[0].key if reasons else NOTHING_BETTER


def judge_again(search: Search, puzzle: Puzzle) -> Judged:
    """Measure a shipped puzzle with other luck."""
    match = puzzles.position(search.game, puzzle)
    spot = spot_of(match, derived(puzzle.evidence.seed, "again", search.seed))
    best, evidence = long_look(spot, search.iterations)
    return Judged(puzzle, best, evidence if best == puzzle.answer else None)
