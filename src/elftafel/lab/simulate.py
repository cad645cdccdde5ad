"""`elftafel simulate`: play many rounds and show what happens, with confidence intervals."""

import csv
import math
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table as Grid

from elftafel.bots.levels import BotSpec
from elftafel.errors import BadInput
from elftafel.games.facts import Options
from elftafel.games.game import Game
from elftafel.kernel import batch, record
from elftafel.kernel.chance import new_luck
from elftafel.kernel.journal import check_complete, new_journal
from elftafel.lab.estimates import Estimate, around, error_bars, mean, progress_bar, ratio, said, share
from elftafel.lab.seats import TOGETHER, play_rounds, write_down
from elftafel.match import seed_from

CHUNK = 2000
KINDS = 32  # more than any game has kinds of journal rows


class SeatFigures(msgspec.Struct, frozen=True):
    """The results of one seat, counted from the starter (seat 1)."""

    seat: int
    win_share: Estimate  # ties shared
    points: Estimate


class RuleFigures(msgspec.Struct, frozen=True):
    """How often a rule fired."""

    rule: str
    per_round: Estimate
    rounds: Estimate  # share of rounds in which it fired at least once


class SimulationFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All results of a simulation."""

    game: str
    players: int
    options: dict[str, Any]
    policy: str
    seed: str
    rounds: int
    length: Estimate  # decisions a round
    length_quantiles: dict[str, float]
    branching: Estimate  # legal moves a decision
    seats: list[SeatFigures]
    rules: list[RuleFigures]


class Simulation(msgspec.Struct, frozen=True):
    """The results and, for plots and CSV, the rounds behind them."""

    title: str
    figures: SimulationFigures
    lengths: NDArray[np.int32]
    points: NDArray[np.int32]
    branching: NDArray[np.int64]


def simulate(
    game: Game,
    options: Options,
    players: int,
    rounds: int,
    *,
    policy: str = "random",
    bot: BotSpec | None = None,
    seed: str | None = None,
    threads: int = 1,
    progress: bool = False,
) -> Simulation:
    """Play `rounds` rounds, each with the next seat as the starter.

    `policy` is random or casual, which are quick; `bot`, if given, plays all seats instead. The same
    seed gives the same rounds, on any number of threads.
    """
    name = "elftafel" if seed is None else seed
    key = seed_from(name)
    lengths = np.zeros(rounds, np.int32)
    points = np.zeros((rounds, players), np.int32)
    branching = np.zeros(rounds, np.int64)
    tally = Tally(game)

    chunk = CHUNK if bot is None else TOGETHER

    def work(first: int) -> NDArray[np.int64]:
        last = min(first + chunk, rounds)
        if bot is not None:
            played = play_rounds(game, options, players, bot, key, first, last, KINDS)
            return write_down(played, lengths, points, branching)
        # A generator for each chunk: the number of threads changes nothing.
        luck = new_luck(int.from_bytes(key[:8], "little") ^ first)
        room = record.empty(game.record)
        fired = np.zeros((last - first, KINDS), np.int64)
        journal = new_journal()
        batch.survey(
            game.template(options, players, key), room, first, last, luck, record.new_out(), journal,
            policy == "casual", lengths, points, branching, fired,
        )  # fmt: skip
        check_complete(journal)
        return fired

    pool = ThreadPoolExecutor(threads)
    try:
        with progress_bar(rounds, progress) as advance:
            for job in as_completed([pool.submit(work, first) for first in range(0, rounds, chunk)]):
                advance(len(job.result()))
                tally.add(job.result())
    finally:
        pool.shutdown(cancel_futures=True)
    figures = SimulationFigures(
        game=game.facts.name,
        players=players,
        options=msgspec.to_builtins(options),
        policy=policy if bot is None else str(bot),
        seed=name,
        rounds=rounds,
        length=mean(lengths),
        length_quantiles={f"{q}%": float(np.percentile(lengths, q)) for q in (0, 5, 25, 50, 75, 95, 100)},
        branching=ratio(branching, lengths),
        seats=seat_figures(points),
        rules=tally.figures(),
    )
    return Simulation(game.facts.title, figures, lengths, points, branching)


def seat_figures(points: NDArray[np.int32]) -> list[SeatFigures]:
    """Shares of wins and points, seats counted from the starter of each round."""
    rounds, players = points.shape
    starters = np.arange(rounds) % players
    turned = points[np.arange(rounds)[:, None], (starters[:, None] + np.arange(players)) % players]
    best = turned == turned.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    return [SeatFigures(seat + 1, mean(shares[:, seat]), mean(turned[:, seat])) for seat in range(players)]


class Tally:
    """Counts how often each rule fired, as far as it leaves a step in the journal."""

    def __init__(self, game: Game) -> None:
        kinds: dict[str, list[int]] = {}
        for kind, rule in game.people.FIRES.items():
            kinds.setdefault(rule, []).append(kind)
        self.kinds = dict(sorted(kinds.items(), key=lambda item: rule_order(item[0])))
        self.rounds = 0
        self.sums = dict.fromkeys(self.kinds, 0)
        self.squares = dict.fromkeys(self.kinds, 0)
        self.fired = dict.fromkeys(self.kinds, 0)

    def add(self, counts: NDArray[np.int64]) -> None:
        """Add some rounds: a line for each round, a column for each kind of step."""
        self.rounds += len(counts)
        for rule, kinds in self.kinds.items():
            times = counts[:, kinds].sum(axis=1)
            self.sums[rule] += int(times.sum())
            self.squares[rule] += int((times * times).sum())
            self.fired[rule] += int((times > 0).sum())

    def figures(self) -> list[RuleFigures]:
        """The results for every rule."""
        return [RuleFigures(rule, self.mean(rule), share(self.fired[rule], self.rounds)) for rule in self.kinds]

    def mean(self, rule: str) -> Estimate:
        """How often a rule fired per round, with the interval."""
        middle = self.sums[rule] / self.rounds
        variance = max(0.0, (self.squares[rule] - self.rounds * middle * middle) / max(1, self.rounds - 1))
        return around(middle, math.sqrt(variance / self.rounds), self.rounds)


def rule_order(rule: str) -> tuple[str, int]:
    """A key that sorts ER-2 before ER-10, and rules before rulings."""
    head = rule.rstrip("0123456789")
    return head, int(rule[len(head) :] or 0)


def report(simulation: Simulation, console: Console, *, as_json: bool = False, as_csv: bool = False) -> None:
    """Print the figures as tables, as JSON, or the rounds as CSV."""
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(simulation.figures)).decode())
    elif as_csv:
        write_csv(simulation)
    else:
        print_tables(simulation, console)


def write_csv(simulation: Simulation) -> None:
    """Print one line for each round."""
    writer = csv.writer(sys.stdout)
    players = simulation.figures.players
    writer.writerow(["round", "starter", "decisions", "legal_moves", *(f"points_{s + 1}" for s in range(players))])
    for number, (length, choices, points) in enumerate(
        zip(simulation.lengths.tolist(), simulation.branching.tolist(), simulation.points.tolist(), strict=True)
    ):
        writer.writerow([number + 1, number % players + 1, length, choices, *points])


def print_tables(simulation: Simulation, console: Console) -> None:
    """Print the results for a person."""
    figures = simulation.figures
    console.print(f"{simulation.title}, {figures.players} players, {figures.policy} play, {figures.rounds} rounds")
    console.print(f"decisions a round  {said(figures.length)}   legal moves a decision  {said(figures.branching)}")
    quantiles = "  ".join(f"{name} {value:.0f}" for name, value in figures.length_quantiles.items())
    console.print(f"length  {quantiles}")
    seats = Grid("seat from the starter", "wins", "points", title="Seats", title_justify="left")
    for seat in figures.seats:
        seats.add_row(str(seat.seat), said(seat.win_share, percent=True), said(seat.points))
    console.print(seats)
    rules = Grid("rule", "times a round", "rounds in which it fired", title="Rules", title_justify="left")
    for rule in figures.rules:
        rules.add_row(rule.rule, said(rule.per_round, 3), said(rule.rounds, percent=True))
    console.print(rules)
    console.print("Intervals are 95 %.")


def check_plot(path: Path | None) -> None:
    """Raise BadInput for a picture that could not be drawn. Call it before the long work."""
    if path is None:
        return
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadInput("plot", str(path), "the file must end in .png, .svg or .pdf")
    if not path.resolve().parent.is_dir():
        raise BadInput("plot", str(path), "the folder does not exist")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadInput("plot", str(path), "pictures need matplotlib: pip install 'elftafel[plot]'") from None


def plot(simulation: Simulation, path: Path) -> None:
    """Draw lengths, win shares, points and rules as one picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figures = simulation.figures
    sheet, ((lengths, wins), (points, rules)) = pyplot.subplots(2, 2, figsize=(11, 8), layout="constrained")
    sheet.suptitle(f"{simulation.title}, {figures.players} players, {figures.policy} play, {figures.rounds} rounds")
    low, high = int(simulation.lengths.min()), int(simulation.lengths.max())
    lengths.hist(simulation.lengths, bins=range(low, high + 2, -(-(high + 1 - low) // 50)), color="#0072b2")
    lengths.set(title="decisions a round", ylabel="rounds")
    seats = [seat.seat for seat in figures.seats]
    for axis, values, title in (
        (wins, [seat.win_share for seat in figures.seats], "share of wins"),
        (points, [seat.points for seat in figures.seats], "points"),
    ):
        heights = [value.value for value in values]
        axis.bar(seats, heights, yerr=error_bars(values), color="#009e73", capsize=4)
        axis.set(title=title, xlabel="seat from the starter", xticks=seats)
    wins.axhline(1 / figures.players, color="black", linewidth=0.8, linestyle="--")
    names = [rule.rule for rule in figures.rules]
    rules.barh(names[::-1], [rule.per_round.value for rule in figures.rules][::-1], color="#d55e00")
    rules.set(title="times a rule fired in a round")
    try:
        sheet.savefig(path, dpi=120)
    except OSError as error:
        raise BadInput("plot", str(path), f"cannot be written: {error.strerror}") from None
    pyplot.close(sheet)
