"""The standing comparison: every level against the next, in all games, for all player counts.

Levels meet in whole matches, since a match is what one wins. What hidden cards cost is measured in
single rounds, since cards are dealt for one round. Each comparison is an ordinary run of the arena
and continues like one. `docs/bots.md` shows the results.
"""

import html
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from elftafel import games
from elftafel.bots.levels import read_bot
from elftafel.games.game import Game
from elftafel.lab.arena import play, prepare
from elftafel.lab.choices import CROWD
from elftafel.lab.estimates import Estimate, error_bars, mean_share, ratio, said
from elftafel.lab.figures import ComparisonFigures, Outcome, outcome
from elftafel.lab.report import Cells, colour, drawing, html_table, write_page
from elftafel.lab.runs import Run

LADDER = (("easy", "random"), ("casual", "easy"), ("strong", "casual"), ("expert", "strong"))
"""The levels, each above another; both have half of the seats."""
BEST, YARDSTICK = "expert", "clairvoyant"
"""The two ends of the gap: the best honest level, and a bot that sees all cards."""
USUAL_DEALS = 300
"""Deals of a comparison for which a game's facts name no number: levels that do not search are quick."""
GAP_DEALS = 60


class Rung(msgspec.Struct, frozen=True):
    """One level against the one below."""

    game: str
    players: int
    higher: str
    lower: str
    deals: int
    wins: Estimate  # of the higher; even play gives 0.5
    figures: ComparisonFigures


class Gap(msgspec.Struct, frozen=True):
    """One bot among sensible ones: the best honest level compared with one that sees all cards."""

    game: str
    players: int
    deals: int
    even: float
    best: Estimate
    yardstick: Estimate
    closed: Estimate | None  # (best − even) / (yardstick − even); None if that is no gap
    figures: tuple[ComparisonFigures, ComparisonFigures]


class Suite(msgspec.Struct, frozen=True):
    """The whole comparison."""

    steps: tuple[Rung, ...]
    gaps: tuple[Gap, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How to play the suite."""

    games: tuple[str, ...] = games.NAMES
    deals: int | None = None  # of every comparison, instead of the usual numbers
    budget: str | None = None  # of the best level and the yardstick, instead of their own
    seed: str | None = None
    fresh: bool = False
    jobs: int = 1
    on_ray: bool = False
    progress: bool = False

    def bot(self, level: str) -> str:
        """How a level is written with this plan's budget."""
        return f"{level}@{self.budget}" if self.budget and level in (BEST, YARDSTICK) else level


def tables_of(name: str) -> list[int]:
    """The numbers of players that are compared: all that the game allows."""
    low, high = games.facts(name).players
    return list(range(low, high + 1))


def deals_of(name: str, players: int, lower: str) -> int:
    """How many deals a level plays against the one below."""
    facts = games.facts(name)
    deals = facts.suite_deals.get(lower)
    return USUAL_DEALS if deals is None else deals[players - facts.players[0]]


def gap_tables_of(name: str) -> list[int]:
    """The numbers of players for which the gap is measured: 2 and 4, or the nearest."""
    low, high = games.facts(name).players
    return sorted({max(low, min(players, high)) for players in (2, 4)})


def run_suite(plan: Plan, load: Callable[[str], Game]) -> Suite:
    """Play the deals that are not in the run files yet; returns the results of all comparisons."""
    for level in (*(level for pair in LADDER for level in pair), BEST, YARDSTICK, CROWD):
        read_bot(plan.bot(level), yardstick=True)
    steps: list[Rung] = []
    gaps: list[Gap] = []
    for name in plan.games:
        game = load(name)
        for players in tables_of(name):
            for higher, lower in LADDER:
                bots = (plan.bot(higher), plan.bot(lower))
                deals = plan.deals or deals_of(name, players, lower)
                figures = compare(plan, game, players, bots, deals, rounds=players).figures
                steps.append(Rung(name, players, *bots, figures.deals, figures.bots[0].wins, figures))
        gaps += [gap(plan, game, players) for players in gap_tables_of(name)]
    return Suite(tuple(steps), tuple(gaps))


def compare(
    plan: Plan, game: Game, players: int, bots: Sequence[str], deals: int, rounds: int, choices: bool = False
) -> Outcome:
    """Play or continue one comparison, and return its outcome."""
    setup = prepare(game, game.facts.read_options({}, players), bots, players, rounds, plan.seed, choices)
    what = f"{game.facts.title}, {players} players, {' – '.join(setup.kinds)}"
    with Run(setup, fresh=plan.fresh) as run:
        played = play(setup, deals, run, jobs=plan.jobs, on_ray=plan.on_ray, progress=plan.progress, what=what)
    return outcome(setup, played)


def gap(plan: Plan, game: Game, players: int) -> Gap:
    """Measure the gap: the best level and the yardstick, each alone among sensible bots."""
    crowd = (CROWD,) * (players - 1)
    deals = plan.deals or GAP_DEALS
    best, yardstick = (
        compare(plan, game, players, (plan.bot(level), *crowd), deals, 1, choices=True) for level in (BEST, YARDSTICK)
    )
    even = 1 / players
    above, below = best.without_luck - even, yardstick.without_luck - even
    return Gap(
        game=game.facts.name,
        players=players,
        deals=deals,
        even=even,
        best=mean_share(best.without_luck),
        yardstick=mean_share(yardstick.without_luck),
        closed=ratio(above, below) if below.mean() > 0 else None,
        figures=(best.figures, yardstick.figures),
    )


def markdown(suite: Suite) -> str:
    """The tables as the docs show them."""
    lines: list[str] = []
    for title, about, rows in tables(suite):
        lines += [f"### {title}", "", about, ""]
        head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
        lines += [head, "|" + "---|" * len(rows[0]), *rest, ""]
    return "\n".join(lines)


def tables(suite: Suite) -> Iterator[tuple[str, str, list[Cells]]]:
    """Title, explanation and rows of each table."""
    pairs = list(dict.fromkeys((step.higher, step.lower) for step in suite.steps))
    rows: list[Cells] = [("game", "players", *(f"{higher} – {lower}" for higher, lower in pairs))]
    by_table: dict[tuple[str, int], dict[tuple[str, str], Rung]] = {}
    for step in suite.steps:
        by_table.setdefault((step.game, step.players), {})[step.higher, step.lower] = step
    for (name, players), rungs in by_table.items():
        cells = (f"{said(rungs[pair].wins, 1, percent=True)}, {rungs[pair].deals}" for pair in pairs)
        rows.append((games.facts(name).title, str(players), *cells))
    about = (
        "Share of matches won by the higher level, half the seats each: even play gives 50 %. A match has as many "
        "rounds as players. Intervals are 95 %, and the number of deals follows."
    )
    yield "Each level against the next", about, rows
    rows = [("game", "players", "even play", BEST, YARDSTICK, "of the gap")]
    for one in suite.gaps:
        closed = "–" if one.closed is None else said(one.closed, 0, percent=True)
        shares = (said(share, 1, percent=True) for share in (one.best, one.yardstick))
        rows.append((games.facts(one.game).title, str(one.players), f"{100 * one.even:.1f} %", *shares, closed))
    about = (
        f"Share of rounds won by one bot among {CROWD} ones, without most of the luck, and how much of what "
        f"{YARDSTICK}, which sees all cards, wins beyond even play {BEST} wins too. "
        f"Deals: {', '.join(sorted({str(one.deals) for one in suite.gaps}))}."
    )
    yield "What the cards hide", about, rows


def write_suite_report(suite: Suite, path: Path) -> None:
    """Write one page with a plot for each game and the tables."""
    pictures = "".join(f"<figure>{picture}</figure>" for picture in plots(suite))
    body = ["<h1>The bots of Elftafel, compared</h1>", f'<div class="plots">{pictures}</div>']
    for title, about, rows in tables(suite):
        body += [f"<h2>{title}</h2>", f"<p>{html.escape(about)}</p>", html_table(rows)]
    write_page(path, "The bots of Elftafel, compared", body)


def plots(suite: Suite) -> Iterator[str]:
    """For each game, the share of wins of the higher levels by the number of players."""
    for name in dict.fromkeys(step.game for step in suite.steps):
        steps = [step for step in suite.steps if step.game == name]
        with drawing(f"{games.facts(name).title}: wins of the higher level") as (axis, picture):
            pairs = list(dict.fromkeys((step.higher, step.lower) for step in steps))
            for place, (higher, lower) in enumerate(pairs):
                mine = [step for step in steps if (step.higher, step.lower) == (higher, lower)]
                shift = 0.08 * (place - (len(pairs) - 1) / 2)
                axis.errorbar(
                    [step.players + shift for step in mine],
                    [step.wins.value for step in mine],
                    yerr=error_bars([step.wins for step in mine]),
                    fmt="o-",
                    capsize=3,
                    color=colour(place),
                    label=f"{higher} – {lower}",
                )
            axis.axhline(0.5, color="black", linestyle="--", linewidth=0.8)
            floor = min(0.45, *(step.wins.value - step.wins.below for step in steps))
            axis.set(xlabel="players", ylim=(floor - 0.02, 1.02), xticks=sorted({step.players for step in steps}))
            axis.yaxis.set_major_formatter("{x:.0%}")
            axis.figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize="small")
        yield picture.getvalue()
