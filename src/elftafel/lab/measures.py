"""What a study measures of a game at one table size: its shape, luck and skill, tension, and choices.

Each function plays rounds of its own and returns figures with intervals; the same arguments give the same figures.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.bots.bot import Bot
from elftafel.bots.levels import Budget
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.kernel import mixed, record, verbs
from elftafel.kernel.chance import new_luck, pick
from elftafel.lab.estimates import Estimate, mean, mean_share, ratio, share
from elftafel.lab.skill import SkillFigures, skill_figures
from elftafel.match import seed_from

LEVELS = {"random": mixed.RANDOM, "easy": mixed.EASY, "casual": mixed.CASUAL, "sensible": mixed.SENSIBLE}
"""The levels that decide at once, as the kernel numbers them."""
PLAYER = "casual"  # who plays where a study does not compare levels
BARS = 40  # of the histogram of lengths, at most
POINTS = 20  # parts of a round between which the chances are looked at
DECIDED = 0.9  # the chance from which a round counts as decided
SEARCH = Budget(iterations=300)  # of the players whose choices are compared
ASKED = 8  # of them for each decision


class Shape(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How rounds go when all seats play at the same level."""

    rounds: int
    wins: tuple[Estimate, ...]  # by seat from the starter; ties shared
    points: tuple[Estimate, ...]
    ties: Estimate  # rounds with more than one winner
    length: Estimate  # decisions a round
    length_quantiles: tuple[float, ...]  # 5, 25, 50, 75, 95 %
    length_bars: tuple[tuple[int, float], ...]  # from so many decisions on: share of rounds
    branching: Estimate  # legal moves a decision
    forced: Estimate  # share of decisions with one legal move
    bits: Estimate  # log2 of the legal moves, mean of all decisions
    bits_a_round: Estimate
    match_rounds: int
    leader_wins: tuple[Estimate, ...]  # after 1, 2, … rounds: who leads then wins the match
    match_lead_changes: Estimate


class Tension(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The chance to win over a round, from playouts with all cards as they lie."""

    rounds: int
    playouts: int
    winner: tuple[Estimate, ...]  # at 0, 5, … 100 % of the round: the chance of who wins in the end
    lead_changes: Estimate  # how often another seat became the likeliest winner, beyond two errors
    decided: Estimate  # share of the round after which the likeliest winner stays at 90 % or more
    comebacks: Estimate  # share of rounds won by a seat whose chance was below half of an even share


class Choices(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What good players do in the same position: searches with different luck, each from what its seat knows."""

    decisions: int  # with more than one legal move, from rounds of casual players
    legal_bits: Estimate  # log2 of the legal moves
    entropy: Estimate  # of the choices, in bits
    agreed: Estimate  # share of decisions about which all agree
    casual: Estimate  # share of searches that choose what a casual player would


def play_levels(
    game: Game, options: Options, players: int, levels: Sequence[str], rounds: int, seed: str
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Rounds with these levels spread round the table, in all rotations of them.

    Returns the points by round, rotation and seat, and the shape of each round by round, rotation and figure.
    """
    kinds = np.array([LEVELS[level] for level in levels], np.int64)
    template = game.template(options, players, seed_from(seed))
    work = record.empty(game.record)
    out = record.new_out()
    points = np.zeros((len(levels), rounds, players), np.int32)
    shape = np.zeros((len(levels), rounds, 4))
    for shift in range(len(levels)):
        luck = new_luck(int.from_bytes(seed_from(f"{seed} {shift}")[:7], "little"))
        mixed.play_mixed(template, work, 0, rounds, shift, kinds, luck, out, points[shift], shape[shift])
    return points.swapaxes(0, 1), shape.swapaxes(0, 1)


def shares_of_win(points: NDArray[Any]) -> NDArray[np.float64]:
    """Each seat's share of the win, from points with the seats in the last axis."""
    best = points == points.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = best / best.sum(axis=-1, keepdims=True)
    return shares


def shape_of(game: Game, options: Options, players: int, rounds: int, seed: str) -> Shape:
    """Play rounds with casual players in all seats."""
    points, shape = play_levels(game, options, players, (PLAYER,), rounds, seed)
    points, shape = points[:, 0], shape[:, 0]
    length, legal, forced, bits = shape.T
    starters = np.arange(rounds) % players
    turned = points[np.arange(rounds)[:, None], (starters[:, None] + np.arange(players)) % players]
    wins = shares_of_win(turned)
    leader, changes = matches_of(points[: rounds // players * players].reshape(-1, players, players))
    return Shape(
        rounds=rounds,
        wins=tuple(mean_share(wins[:, seat]) for seat in range(players)),
        points=tuple(mean(turned[:, seat]) for seat in range(players)),
        ties=share(float((wins.max(axis=1) < 1).sum()), rounds),
        length=mean(length),
        length_quantiles=tuple(float(np.percentile(length, q)) for q in (5, 25, 50, 75, 95)),
        length_bars=bars_of(length),
        branching=ratio(legal, length),
        forced=ratio(forced, length),
        bits=ratio(bits, length),
        bits_a_round=mean(bits),
        match_rounds=players,
        leader_wins=leader,
        match_lead_changes=changes,
    )


def bars_of(length: NDArray[np.float64]) -> tuple[tuple[int, float], ...]:
    """A histogram with bars of equal width; the last hundredth of the longest rounds is in the last bar."""
    low, high = int(length.min()), int(np.percentile(length, 99))
    width = max(1, -(-(high + 1 - low) // BARS))
    places = np.minimum(length, high).astype(int) - low
    counts = np.bincount(places // width)
    return tuple((low + i * width, count / len(length)) for i, count in enumerate(counts.tolist()))


def matches_of(points: NDArray[Any]) -> tuple[tuple[Estimate, ...], Estimate]:
    """Of matches (by match, round, seat): how often the leader after each round wins, and how often the lead changes.

    A shared lead or win is shared; the lead changes when somebody leads alone who did not lead before.
    """
    totals = points.cumsum(axis=1)
    leads = shares_of_win(totals)
    won = leads[:, -1]
    wins = tuple(mean_share((leads[:, after] * won).sum(axis=1)) for after in range(points.shape[1]))
    alone = leads.max(axis=2) == 1
    changes = np.zeros(len(points))
    for match in range(len(points)):
        leading = leads[match].argmax(axis=1)[alone[match]]
        changes[match] = (np.diff(leading) != 0).sum()
    return wins, mean(changes)


def skill_of(
    game: Game, options: Options, players: int, levels: tuple[str, str], deals: int, seed: str
) -> SkillFigures:
    """Duplicate play of two levels that decide at once: the same deals with the seats exchanged."""
    points, _ = play_levels(game, options, players, levels, deals, seed)
    return skill_figures(points, np.arange(deals) % players, levels)


def tension_of(game: Game, options: Options, players: int, rounds: int, playouts: int, seed: str) -> Tension:
    """Play rounds with casual players, and look at everybody's chances on the way."""
    key, luck = seed_from(seed), new_luck(int.from_bytes(seed_from(seed)[8:15], "little"))
    winner = np.zeros((rounds, POINTS + 1))
    changes, decided, comebacks = np.zeros(rounds), np.zeros(rounds), np.zeros(rounds)
    for number in range(rounds):
        positions, won = positions_of(game, options, players, key, number, luck)
        places = np.linspace(0, len(positions) - 1, POINTS + 1).round().astype(int)
        seen = np.array([chances_in(game, positions[place], playouts, luck) for place in places[:-1]] + [won])
        winner[number] = seen @ won
        changes[number], decided[number] = story_of(seen, playouts)
        comebacks[number] = won[seen.min(axis=0) < 0.5 / players].sum()
    return Tension(
        rounds=rounds,
        playouts=playouts,
        winner=tuple(mean_share(winner[:, place]) for place in range(POINTS + 1)),
        lead_changes=mean(changes),
        decided=mean_share(decided),
        comebacks=mean_share(comebacks),
    )


def positions_of(
    game: Game, options: Options, players: int, key: bytes, number: int, luck: Any
) -> tuple[list[Any], NDArray[np.float64]]:
    """Every position of a round of casual players, and the shares of its win."""
    state, _ = game.new_round(options, players, number % players, key, number)
    positions = [record.copy(state)]
    while not state.over:
        legal = game.legal(state)
        game.apply(state, legal[0] if len(legal) == 1 else int(verbs.play_along(state, luck)), legal)
        positions.append(record.copy(state))
    return positions, shares_of_win(np.array(game.scores(state)))


def chances_in(game: Game, state: Any, playouts: int, luck: Any) -> NDArray[np.float64]:
    """Everybody's chance to win, from playouts by casual players."""
    wins = np.zeros(int(state.players))
    work = record.empty(game.record)
    mixed.chances(state, work, LEVELS[PLAYER], playouts, luck, game.scratch.out, wins)
    return wins / playouts


def story_of(seen: NDArray[np.float64], playouts: int) -> tuple[int, float]:
    """How often the likeliest winner changed, and after which share of the round it was decided."""
    leader, changes = int(seen[0].argmax()), 0
    for chances in seen[1:]:
        best = int(chances.argmax())
        error = math.sqrt(max(0.0, chances[best] + chances[leader]) / playouts)
        if best != leader and chances[best] - chances[leader] > 2 * error:
            leader, changes = best, changes + 1
    open_at = np.flatnonzero(seen[:-1].max(axis=1) < DECIDED)
    return changes, float(open_at[-1] + 1) / (len(seen) - 1) if len(open_at) else 0.0


def choices_of(game: Game, options: Options, players: int, decisions: int, seed: str) -> Choices:
    """Ask several searches about the same decisions, one or a few from each of many rounds."""
    key, luck = seed_from(seed), new_luck(int.from_bytes(seed_from(seed)[16:23], "little"))
    legal_bits: list[float] = []
    entropy: list[float] = []
    agreed: list[float] = []
    casual: list[float] = []
    number = 0
    while len(entropy) < decisions:
        positions, _ = positions_of(game, options, players, key, number, luck)
        number += 1
        free = [state for state in positions if len(game.legal(state)) > 1]
        for _ in range(min(3, len(free), decisions - len(entropy))):
            state = free[int(pick(luck, len(free)))]
            chosen = Counter(
                Bot(game, "expert", ASKED * len(entropy) + asked, SEARCH).choose(state) for asked in range(ASKED)
            )
            usual = int(verbs.play_along(record.copy(state), luck))
            most = math.log2(len(game.legal(state)))
            legal_bits.append(most)
            entropy.append(min(most, entropy_of(list(chosen.values()))))
            agreed.append(float(len(chosen) == 1))
            casual.append(chosen[usual] / ASKED)
    return Choices(
        decisions=decisions,
        legal_bits=mean(np.array(legal_bits)),
        entropy=mean(np.array(entropy)),
        agreed=share(sum(agreed), decisions),
        casual=mean_share(np.array(casual)),
    )


def entropy_of(counts: Sequence[int]) -> float:
    """The entropy behind these counts in bits, with Miller and Madow's correction for a small sample."""
    total = sum(counts)
    plain = -sum(count / total * math.log2(count / total) for count in counts)
    return plain + (len(counts) - 1) / (2 * total * math.log(2))
