"""Hints: the legal moves of a seat, the best first, each with its expected result and reasons.

They depend only on what the seat may know. All moves are tried; most deals go to those that are
hard to tell from the best.
"""

from typing import Any

import msgspec

from elftafel.bots.levels import Budget
from elftafel.bots.thinking import Standing, Thinker, Verdict
from elftafel.errors import BadInput
from elftafel.games.game import Game
from elftafel.games.messages import Reason
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.kernel.record import Record

HINT_BUDGET = Budget(seconds=1.0)


class Hint(msgspec.Struct, frozen=True):
    """A legal move with its expected share of the win and points of the round.

    Errors are one standard error. The moves are compared in the same deals; so how far a move is
    behind the first one is surer than either share.
    """

    action: int
    move: Any
    win: float
    win_error: float
    points: float
    points_error: float
    gap_error: float  # of its share less that of the first hint
    reasons: tuple[Reason, ...]


def hints(
    game: Game,
    state: Record,
    seat: int,
    budget: Budget = HINT_BUDGET,
    standing: Standing | None = None,
    seed: int = 0,
) -> tuple[Hint, ...]:
    """Every legal move of the seat at turn, the best first.

    The same seed and a budget of iterations give the same hints.
    """
    check(game, state, seat, budget, standing)
    # The search gets other hidden cards than the true ones: it cannot cheat by mistake.
    state = record.copy(state)
    verbs.redeal(state, seat, new_luck(seed))
    verdicts = Thinker(game, seed).think(state, budget, standing, every_move=True)
    best, *others = (hint(game, state, verdict) for verdict in in_order(verdicts))
    return (msgspec.structs.replace(best, reasons=game.reasons_for_best(state, best.action)), *others)


def in_order(verdicts: list[Verdict]) -> list[Verdict]:
    """The same verdicts in the same order, with shares of the win that do not contradict it.

    A move that dropped out early was tried with few deals, and may seem better by luck than one that
    stayed. Neighbours whose shares contradict their order get their common mean, weighted by deals
    (isotonic regression).
    """
    pools: list[list[Verdict]] = []
    for verdict in verdicts:
        pools.append([verdict])
        while len(pools) > 1 and common_win(pools[-2]) < common_win(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return [msgspec.structs.replace(verdict, win=common_win(pool)) for pool in pools for verdict in pool]


def common_win(pool: list[Verdict]) -> float:
    """The mean share of the win of some moves, weighted by the deals that they were tried with."""
    if len(pool) == 1:
        return pool[0].win
    return sum(verdict.win * verdict.visits for verdict in pool) / sum(verdict.visits for verdict in pool)


def hint(game: Game, state: Record, verdict: Verdict) -> Hint:
    """What the search says about one move, with the reasons for and against it."""
    return Hint(
        verdict.action,
        game.move_of(verdict.action),
        verdict.win,
        verdict.win_error,
        verdict.points,
        verdict.points_error,
        verdict.gap_error,
        game.reasons(state, verdict.action),
    )


def check(game: Game, state: Record, seat: int, budget: Budget, standing: Standing | None) -> None:
    """Raise BadInput if the seat has no decision, or budget or standing cannot be used."""
    game.check_seat(state, seat)
    if state.over:
        raise BadInput("position", "over", "hints are for a round that is running")
    if seat != state.seat:
        raise BadInput("seat", seat, f"it is the turn of seat {state.seat}", "AL-3")
    if standing is not None:
        standing.check(int(state.players))
    budget.check()
