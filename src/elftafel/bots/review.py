"""The review of a finished match: every decision judged by what its seat could know; luck and choice.

Result = even share + choices + choices of the others + luck of the deal + luck of the draw, exactly,
for every seat. Choices are judged by believed cards, so guessing right is luck. docs/review.md says
what is measured and what is not.
"""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from enum import StrEnum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.bots.judging import (
    SURE,
    Loss,
    Mark,
    Spot,
    best_move,
    chances,
    chances_after,
    derived,
    gains,
    loss_against,
    mark_of,
)
from elftafel.bots.levels import MOST_USEFUL_THREADS, Budget
from elftafel.bots.thinking import Standing, Thinker
from elftafel.errors import BadInput
from elftafel.games.messages import Reason
from elftafel.kernel import record
from elftafel.kernel.record import Record
from elftafel.match import Match, MatchLog, story, verify

REVIEW_FORMAT = 1
REVIEW_BUDGET = Budget(iterations=5_000)
LEAST_ITERATIONS = 100
MOST_ITERATIONS = 1_000_000
CHART = 12  # a point of the chart gets one playout for so many iterations of the budget
SHARPER = 10  # times as many playouts for the points beside a possible turning point
CANDIDATES = 10  # possible turning points that are looked at again
MOST_TURNS = 3
LEAST_TURN = 0.1  # of a win; a smaller jump is no turning point
PROMISING = 6  # moves beside the best one that may be fine too
TELLING = 0.07  # of a win: what open cards must show to be told


class Hindsight(StrEnum):
    """What open cards say to a decision."""

    NOTHING = "nothing"
    UNLUCKY = "unlucky"  # fine, but with open cards another move was better: nobody could have known
    LUCKY = "lucky"  # marked, but with open cards it was right: nobody could have known that either


class Cause(StrEnum):
    """What turned a match."""

    DEAL = "deal"
    CHOICE = "choice"
    CARDS = "cards"


class Told(StrEnum):
    """What may be said about a seat's choices after one match."""

    UNCLEAR = "unclear"  # within two standard errors: mostly luck
    GAINED = "gained"
    COST = "cost"


class Decision(msgspec.Struct, frozen=True):
    """One decision: what was played, what would have been best, and what that cost in shares of a win."""

    ply: int  # actions of the match before it
    round: int
    seat: int
    played: int
    best: int
    move: Any
    better: Any
    mark: Mark
    loss: float  # the best less the played one; may be a little below 0
    error: float  # one standard error
    hindsight: Hindsight
    gain: float  # over a sensible move, by believed cards
    gain_error: float
    why: tuple[Reason, ...]  # what is to be said about the best move
    instead: tuple[Reason, ...]  # about the played one
    right: tuple[int, ...] = ()  # other moves that would have been fine, if this one is marked


class Point(msgspec.Struct, frozen=True):
    """Everybody's chance to win at one moment, with all cards known."""

    ply: int
    round: int
    chances: tuple[float, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: between two points of the chart a seat's chance changed most."""

    point: int  # the index of the later point
    seat: int
    before: float
    after: float
    cause: Cause
    decision: int | None = None  # the index of the decision, if a choice was the cause


class Account(msgspec.Struct, frozen=True):
    """A seat's result as a sum: even share + choices + others + deal + draw. Shares of a win."""

    result: float
    even: float
    choices: float
    choices_error: float
    others: float  # what the choices of the others gave or took
    others_error: float
    deal: float
    draw: float
    told: Told
    decisions: int
    loss: float  # of all its decisions together, against the best moves
    loss_error: float
    marks: dict[Mark, int]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """All that is found about a match."""

    elftafel_review: int = REVIEW_FORMAT
    game: str
    rules_version: int
    iterations: int
    seed: int
    seats: tuple[Account, ...]
    decisions: tuple[Decision, ...]  # those with a choice
    chart: tuple[Point, ...]
    turns: tuple[Turn, ...]

    def marked(self, seat: int | None = None) -> list[Decision]:
        """The marked decisions, the costliest first; of one seat or of all."""
        found = [d for d in self.decisions if d.mark != Mark.FINE and seat in (None, d.seat)]
        return sorted(found, key=lambda decision: -decision.loss)


class _Place(msgspec.Struct, frozen=True):
    """A place of the story: a spot with a choice, or the end of a round with everybody's share of the win."""

    ply: int
    round: int
    first: bool  # of its round
    spot: Spot | None = None
    end: Any = None


def check_budget(budget: Budget) -> None:
    """Raise BadInput for a budget that a review cannot use."""
    budget.check()
    if not budget.iterations:
        raise BadInput("budget", str(budget), "a review counts iterations (5000), so that it can be done again")
    if not LEAST_ITERATIONS <= budget.iterations <= MOST_ITERATIONS:
        raise BadInput("budget", budget.iterations, f"{LEAST_ITERATIONS} to {MOST_ITERATIONS} iterations a decision")


def review(
    log: MatchLog,
    budget: Budget = REVIEW_BUDGET,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished match; raises BadLog or BadInput if that cannot be done.

    `progress` is told how much of how much is done; what it raises ends the review. The same seed and
    iterations give the same review, whatever the threads.
    """
    check_budget(budget)
    match = verify(log)
    if not match.over:
        raise BadInput("match", f"{len(log.actions)} actions", "a match is reviewed when it is over", "AL-2")
    places = list(places_of(log, seed))
    spots = [(place, place.spot) for place in places if place.spot is not None]
    if not spots:
        raise BadInput("match", f"{len(log.actions)} actions", "nobody had a choice in this match")
    playouts = max(1, budget.iterations // CHART)
    with ThreadPoolExecutor(budget.threads) as pool:
        try:
            work = {pool.submit(look_at, place, spot, budget.iterations): place.ply for place, spot in spots}
            looks = gather(work, progress)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    decisions = tuple(looks[place.ply][0] for place, _ in spots)
    all_gains = [(place.spot.seat, *looks[place.ply][1]) for place in places if place.spot is not None]
    points = chart_of(places, playouts)
    return Review(
        game=log.game,
        rules_version=log.rules_version,
        iterations=budget.iterations,
        seed=seed,
        seats=accounts(match, decisions, all_gains, deal_luck(match, places, playouts)),
        decisions=decisions,
        chart=points,
        turns=turns_of(points, places, decisions),
    )


def gather(work: dict[Future[Any], int], progress: Callable[[int, int], None] | None) -> dict[int, Any]:
    """The results of all work, by ply."""
    found = {}
    for done, future in enumerate(as_completed(work), 1):
        found[work[future]] = future.result()
        if progress is not None:
            progress(done, len(work))
    return found


def places_of(log: MatchLog, seed: int) -> Iterator[_Place]:
    """All spots and all ends of rounds of a match, in order."""
    ply = 0
    first = True
    for match, decided, _ in story(log):
        ply += decided is not None
        if match.state.over:
            shares = chances_after(match.totals, match.rounds - len(match.results), match.game.facts.swing)
            yield _Place(ply, len(match.results), first, end=shares)
            first = True
        elif len(match.legal) > 1 and ply < len(log.actions):
            spot = Spot(
                match.game,
                record.copy(match.state),
                Standing.of(match),
                tuple(match.legal),
                log.actions[ply][0],
                derived(seed, ply),
            )
            yield _Place(ply, match.round, first, spot)
            first = False


def look_at(
    place: _Place, spot: Spot, iterations: int
) -> tuple[Decision, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Judge one decision."""
    state = spot.known()
    half = iterations // 2
    best = best_move(spot, state, half)
    loss = loss_against(spot, state, best, half)
    mark = mark_of(loss)
    gain = gains(spot, state, half)
    game = spot.game
    decision = Decision(
        place.ply,
        place.round,
        spot.seat,
        spot.played,
        best,
        game.move_of(spot.played),
        game.move_of(best),
        mark,
        loss.value,
        loss.error,
        hindsight(spot, best, mark, half // 2),
        float(gain[0][spot.seat]),
        float(gain[1][spot.seat]),
        game.reasons_for_best(state, best),
        game.reasons(state, spot.played),
        () if mark == Mark.FINE else also_right(spot, state, best, half),
    )
    return decision, gain


def also_right(spot: Spot, state: Record, best: int, iterations: int) -> tuple[int, ...]:
    """The other moves that would have been fine too, among those that the search finds promising."""
    thinker = Thinker(spot.game, derived(spot.seed, "right"))
    ranked = thinker.think(state, Budget(iterations=max(1, iterations)), spot.standing)
    others = [hint.action for hint in ranked if hint.action not in (best, spot.played)][:PROMISING]
    return tuple(
        action
        for action in others
        if mark_of(loss_against(msgspec.structs.replace(spot, played=action), state, best, iterations, most_times=1))
        == Mark.FINE
    )


def hindsight(spot: Spot, best: int, mark: Mark, iterations: int) -> Hindsight:
    """What open cards say to a decision of which this is known by hidden ones."""
    if mark != Mark.FINE:
        against = loss_against(spot, spot.state, best, iterations, open_cards=True, most_times=1)
        return Hindsight.LUCKY if against.sure and against.value < 0 else Hindsight.NOTHING
    other = best_move(spot, spot.state, iterations, open_cards=True)
    against = loss_against(spot, spot.state, other, iterations, open_cards=True, most_times=1)
    return Hindsight.UNLUCKY if against.sure and against.value >= TELLING else Hindsight.NOTHING


def chart_of(places: list[_Place], playouts: int) -> tuple[Point, ...]:
    """The chances at all places; sharper where the match may have turned."""
    rows = [chances(place.spot, playouts) if place.spot else place.end for place in places]
    jumps = sorted(range(1, len(rows)), key=lambda i: -np.abs(rows[i] - rows[i - 1]).max())[:CANDIDATES]
    for i in {near for jump in jumps for near in (jump - 1, jump)}:
        spot = places[i].spot
        if spot is not None:
            rows[i] = chances(spot, playouts * SHARPER)
    return tuple(
        Point(place.ply, place.round, tuple(float(chance) for chance in row))
        for place, row in zip(places, rows, strict=True)
    )


def turns_of(points: tuple[Point, ...], places: list[_Place], decisions: tuple[Decision, ...]) -> tuple[Turn, ...]:
    """The largest jumps of the chart, in the order of the match."""
    by_ply = {decision.ply: i for i, decision in enumerate(decisions)}
    found = []
    for i in range(1, len(points)):
        steps = [after - before for before, after in zip(points[i - 1].chances, points[i].chances, strict=True)]
        seat = max(range(len(steps)), key=lambda s: abs(steps[s]))
        if abs(steps[seat]) < LEAST_TURN:
            continue
        number = None if places[i].first else by_ply[points[i - 1].ply]
        cause = Cause.DEAL if number is None else Cause.CARDS
        if number is not None and decisions[number].mark != Mark.FINE:
            cause = Cause.CHOICE
        told = number if cause == Cause.CHOICE else None
        found.append(Turn(i, seat, points[i - 1].chances[seat], points[i].chances[seat], cause, told))
    found.sort(key=lambda turn: -abs(turn.after - turn.before))
    return tuple(sorted(found[:MOST_TURNS], key=lambda turn: turn.point))


def deal_luck(match: Match, places: list[_Place], playouts: int) -> NDArray[np.float64]:
    """What the deals of all rounds gave each seat: its chance after the deal less that before."""
    luck = np.zeros(match.players)
    before = np.full(match.players, 1 / match.players)
    for place in places:
        if place.first and place.spot is not None:
            luck += chances(place.spot, playouts * SHARPER) - before
        if place.end is not None:
            before = place.end
    return luck


def accounts(
    match: Match,
    decisions: tuple[Decision, ...],
    all_gains: list[tuple[int, NDArray[np.float64], NDArray[np.float64]]],
    deals: NDArray[np.float64],
) -> tuple[Account, ...]:
    """Every seat's result as a sum, and what may be said about it."""
    found = []
    even = 1 / match.players
    for seat in range(match.players):
        own = [d for d in decisions if d.seat == seat]
        choices = Loss(sum(d.gain for d in own), math.sqrt(sum(d.gain_error**2 for d in own)))
        theirs = [(float(gain[seat]), float(error[seat])) for who, gain, error in all_gains if who != seat]
        others = Loss(sum(gain for gain, _ in theirs), math.sqrt(sum(error**2 for _, error in theirs)))
        result = 1 / len(match.winners) if seat in match.winners else 0.0
        deal = float(deals[seat])
        found.append(
            Account(
                result=result,
                even=even,
                choices=choices.value,
                choices_error=choices.error,
                others=others.value,
                others_error=others.error,
                deal=deal,
                draw=result - even - choices.value - others.value - deal,
                told=told_of(choices),
                decisions=len(own),
                loss=sum(d.loss for d in own),
                loss_error=math.sqrt(sum(d.error**2 for d in own)),
                marks={mark: sum(d.mark == mark for d in own) for mark in Mark},
            )
        )
    return tuple(found)


def told_of(choices: Loss) -> Told:
    """What may be said about the choices of one match."""
    if abs(choices.value) <= SURE * choices.error or not choices.value:
        return Told.UNCLEAR
    return Told.GAINED if choices.value > 0 else Told.COST


def on_all_cores(budget: Budget) -> Budget:
    """The same budget on every core of this machine, as far as more threads help."""
    return msgspec.structs.replace(budget, threads=max(1, min(MOST_USEFUL_THREADS, os.cpu_count() or 1)))
