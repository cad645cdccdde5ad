"""Is a review true? Matches of bots of different levels, reviewed twice and looked at for longer.

Each match gives one row of counts, which depends on its number alone; rows add up to figures. So a run
can be stopped and continued, and shared out among processes. `make bench-review` runs it.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from elftafel.bots.bot import Bot
from elftafel.bots.judging import Loss, Mark, Spot, best_move, derived, loss_against, mark_of
from elftafel.bots.levels import Budget, read_bot
from elftafel.bots.review import Decision, Review, places_of, review
from elftafel.bots.thinking import Standing
from elftafel.games.game import Game
from elftafel.kernel.chance import new_luck, pick
from elftafel.lab.estimates import Estimate, mean, share
from elftafel.match import Match, MatchLog, Seat, seed_from

LEVELS = ("expert@1000", "casual", "easy")
LONG = 8  # times the budget: the long look, by which marks are judged
LOOKS = 12  # random moves of a match that are looked at for long
DEAR = 0.15  # of a win: a planted move that costs so much should be marked
CHEAP = 0.015  # of a win: a move that costs less should not be
FIRST, SECOND, PLANTED, LOOK = 1, 2, 3, 4  # seeds of independent thoughts


class LevelRow(msgspec.Struct):
    """What a level did in one match, all its seats together."""

    seats: int = 0
    decisions: int = 0
    loss: float = 0.0
    choices: float = 0.0
    deal: float = 0.0
    draw: float = 0.0


class Row(msgspec.Struct):
    """What one match tells."""

    number: int
    decisions: int = 0
    equal: int = 0  # decisions with the same mark from both seeds
    far: int = 0  # those with a blunder beside a fine
    pairs: int = 0  # decisions with the same best move from both seeds, other than the played one
    misses: float = 0.0  # of these: squares of the difference over its claimed error, added up
    widths: float = 0.0  # squares of the difference
    claims: float = 0.0  # squares of its claimed error
    dear: int = 0
    dear_marked: int = 0
    cheap: int = 0
    cheap_marked: int = 0
    rest: float = 0.0  # the largest error of the identity
    marks: dict[str, int] = {}
    levels: dict[str, LevelRow] = {}


class Figures(msgspec.Struct, frozen=True):
    """The rows of many matches together."""

    game: str
    players: int
    rounds: int
    matches: int
    iterations: int
    decisions: int
    equal: Estimate
    far: int
    spread: float  # the real spread over the claimed error
    pairs: int
    dear: Estimate | None  # the share of planted blunders that are marked
    cheap: Estimate | None  # the share of good moves that are marked
    loss: dict[str, Estimate]  # a decision, by level
    deal: dict[str, Estimate]  # luck a seat and match, by level
    draw: dict[str, Estimate]
    rest: float


def lineup(players: int, number: int) -> list[str]:
    """The levels at the table: each in turn, another first in every match."""
    return [LEVELS[(number + seat) % len(LEVELS)] for seat in range(players)]


def played(game: Game, players: int, rounds: int, number: int) -> Match:
    """A match of mixed levels, the same one every time."""
    levels = lineup(players, number)
    seats = tuple(Seat(f"{level} {seat}", level.partition("@")[0]) for seat, level in enumerate(levels))
    seed = seed_from(f"truth {game.facts.name} {players} {rounds} {number}")
    match = Match(game, game.facts.read_options({}, players), seats, seed, rounds)
    bots = [Bot.of(game, read_bot(level), derived(number, seat)) for seat, level in enumerate(levels)]
    while True:
        while not match.state.over:
            match.apply(bots[int(match.state.seat)].choose(match.state, Standing.of(match)))
        if match.over:
            return match
        match.next_round()


def row(game: Game, players: int, rounds: int, number: int, budget: Budget) -> Row:
    """Play a match, review it twice, and look at some of its positions for longer."""
    match = played(game, players, rounds, number)
    log = match.log()
    one, two = (review(log, budget, derived(number, seed)) for seed in (FIRST, SECOND))
    found = Row(number)
    for first, second in zip(one.decisions, two.decisions, strict=True):
        compare(found, first, second)
    found.marks = dict(Counter(str(decision.mark) for decision in one.decisions))
    look_longer(found, log, budget.iterations, number)
    for level, account in zip(lineup(players, number), one.seats, strict=True):
        its = found.levels.setdefault(level, LevelRow())
        its.seats += 1
        its.decisions += account.decisions
        its.loss += account.loss
        its.choices += account.choices
        its.deal += account.deal
        its.draw += account.draw
    found.rest = max(identity_error(one), identity_error(two))
    return found


def compare(found: Row, first: Decision, second: Decision) -> None:
    """Count one decision that was judged twice."""
    found.decisions += 1
    found.equal += first.mark == second.mark
    found.far += {first.mark, second.mark} == {Mark.FINE, Mark.BLUNDER}
    if first.best == second.best != first.played:
        claim = first.error**2 + second.error**2
        found.pairs += 1
        found.misses += (first.loss - second.loss) ** 2 / claim
        found.widths += (first.loss - second.loss) ** 2
        found.claims += claim


def look_longer(found: Row, log: MatchLog, iterations: int, number: int) -> None:
    """Plant random moves and see whether those that a long look finds dear are marked, and no cheap ones."""
    spots = [place.spot for place in places_of(log, derived(number, PLANTED)) if place.spot is not None]
    luck = new_luck(derived(number, LOOK))
    for _ in range(min(LOOKS, len(spots))):
        spot = spots[int(pick(luck, len(spots)))]
        spot = planted(spot, spot.legal[int(pick(luck, len(spot.legal)))])
        true = judged(msgspec.structs.replace(spot, seed=derived(spot.seed, LOOK)), LONG * iterations)
        mark = mark_of(judged(spot, iterations))
        if true.value >= DEAR and true.sure:
            found.dear += 1
            found.dear_marked += mark in (Mark.MISTAKE, Mark.BLUNDER)
        elif true.value < CHEAP:
            found.cheap += 1
            found.cheap_marked += mark != Mark.FINE


def planted(spot: Spot, action: int) -> Spot:
    """The same position with another move played."""
    return msgspec.structs.replace(spot, played=action)


def judged(spot: Spot, iterations: int) -> Loss:
    """The loss of the played move, as a review finds it."""
    state = spot.known()
    return loss_against(spot, state, best_move(spot, state, iterations // 2), iterations // 2)


def identity_error(found: Review) -> float:
    """By how much the sums of the seats miss their results."""
    return max(abs(a.result - a.even - a.choices - a.others - a.deal - a.draw) for a in found.seats)


def figures(game: str, players: int, rounds: int, iterations: int, rows: Sequence[Row]) -> Figures:
    """What the rows tell together. Intervals are over matches where there are enough."""
    decisions = sum(r.decisions for r in rows)
    pairs, misses = sum(r.pairs for r in rows), sum(r.misses for r in rows)

    def by_level(value: Any, of: Any) -> dict[str, Estimate]:
        found = {}
        for level in LEVELS:
            its = [r.levels[level] for r in rows if level in r.levels and of(r.levels[level])]
            if its:
                found[level] = mean(np.array([value(row) / of(row) for row in its]))
        return found

    def part(marked: int, of: int) -> Estimate | None:
        return share(marked, of) if of else None

    return Figures(
        game=game,
        players=players,
        rounds=rounds,
        matches=len(rows),
        iterations=iterations,
        decisions=decisions,
        equal=share(sum(r.equal for r in rows), decisions),
        far=sum(r.far for r in rows),
        spread=math.sqrt(misses / pairs) if pairs else 0.0,
        pairs=pairs,
        dear=part(sum(r.dear_marked for r in rows), sum(r.dear for r in rows)),
        cheap=part(sum(r.cheap_marked for r in rows), sum(r.cheap for r in rows)),
        loss=by_level(lambda its: its.loss, lambda its: its.decisions),
        deal=by_level(lambda its: its.deal, lambda its: its.seats),
        draw=by_level(lambda its: its.draw, lambda its: its.seats),
        rest=max(r.rest for r in rows),
    )
