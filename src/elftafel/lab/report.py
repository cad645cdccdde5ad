"""A comparison for people: tables in the terminal, JSON, and one self-contained page with plots."""

import html
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from elftafel.errors import BadInput
from elftafel.lab.estimates import FEW, Estimate, error_bars, said
from elftafel.lab.figures import ComparisonFigures, Outcome, middle_of

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 3rem; background: #fbfaf7; color: #222;
  font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0; }}
h2 {{ font-size: 1.15rem; margin: 2rem 0 .5rem; }}
p {{ margin: .4rem 0; max-width: 46rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; background: #fff; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .35rem .8rem; border: 1px solid #ddd; text-align: right; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
th {{ background: #f1efe9; font-weight: 600; }}
.plots {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1rem;
  margin-top: 1.5rem; }}
.tables {{ display: flex; flex-wrap: wrap; gap: 0 2.5rem; margin-bottom: 1rem; }}
section {{ min-width: 0; }}
figure {{ margin: 0; background: #fff; border: 1px solid #ddd; padding: .5rem; }}
svg {{ display: block; width: 100%; height: auto; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""

Cells = tuple[str, ...]
"""One row of a table, as text."""


def heading(figures: ComparisonFigures, title: str) -> str:
    """What was played, in one line."""
    options = "".join(f", {name} {value}" for name, value in figures.options.items() if value not in (None, False))
    rounds = "" if figures.rounds == 1 else f" of {figures.rounds} rounds"
    return (
        f"{title}, {figures.players} players{options}: {figures.deals} deals, {len(figures.lineup)} rotations each, "
        f"{figures.matches} matches{rounds}"
    )


def tables(figures: ComparisonFigures) -> dict[str, list[Cells]]:
    """The results as tables: a title, then rows of text, first the names of the columns."""
    judged = any(bot.without_luck for bot in figures.bots)
    results: list[Cells] = [("bot", "wins", *(["without luck"] if judged else []), "even play", "points a seat")]
    ratings: list[Cells] = [("bot", "mu", "sigma", "ordinal")]
    thinking: list[Cells] = [("bot", "decisions", "mean", "median", "99 %", "worst")]
    for bot in figures.bots:
        shares = [bot.wins, bot.without_luck] if judged else [bot.wins]
        wins = (said(share, 1, percent=True) if share else "" for share in shares)
        results.append((bot.bot, *wins, f"{100 * bot.even:.1f} %", said(bot.points)))
        ratings.append((bot.bot, *(f"{value:.2f}" for value in msgspec.structs.astuple(bot.rating))))
        decisions, *times = msgspec.structs.astuple(bot.thinking)
        thinking.append((bot.bot, str(decisions), *(said_time(seconds) for seconds in times)))
    by_title = {"Results": results, "OpenSkill": ratings, "Thinking time a decision": thinking}
    if figures.pairs:
        by_title["More points"] = [("bot", "than", "of the times")]
        by_title["More points"] += [(p.first, p.second, said(p.ahead, 1, percent=True)) for p in figures.pairs]
    return by_title


def note(figures: ComparisonFigures) -> str:
    """A sentence on what the intervals mean, and how luck was removed."""
    text = "Intervals are 95 %, over deals; even play is a bot's part of the seats."
    if figures.deals < FEW:
        text = f"Fewer than {FEW} deals: too few for intervals."
    if any(bot.without_luck for bot in figures.bots):
        text += " Without luck: the wins, corrected for what was won beyond what the bot's choices gained."
    return text


def said_time(seconds: float) -> str:
    """Seconds in a readable unit."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1e3 * seconds:.1f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} µs"


def print_tables(outcome: Outcome, console: Console) -> None:
    """Print the results for a person."""
    console.print(heading(outcome.figures, outcome.title))
    for title, (head, *rows) in tables(outcome.figures).items():
        grid = Grid(*head, title=title, title_justify="left")
        for column in grid.columns[1:]:
            column.justify = "right"
        for row in rows:
            grid.add_row(*row)
        console.print(grid)
    console.print(note(outcome.figures))


def print_json(document: msgspec.Struct) -> None:
    """Print the results as one JSON document."""
    print(msgspec.json.format(msgspec.json.encode(document)).decode())


def check_target(field: str, path: Path | None, ending: str) -> None:
    """Raise BadInput for a file that could not be written. Call it before the long work."""
    if path is None:
        return
    if path.suffix.lower() != ending:
        raise BadInput(field, str(path), f"the file must end in {ending}")
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise BadInput(field, str(path), "a file in a folder that exists")


def check_report(path: Path | None) -> None:
    """Raise BadInput for a report that could not be made. Call it before the long work."""
    check_target("report", path, ".html")
    if path is not None:
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            raise BadInput("report", str(path), "its plots need matplotlib: pip install 'elftafel[plot]'") from None


def write_report(outcome: Outcome, path: Path) -> None:
    """Write one page with tables and plots, which loads nothing from anywhere."""
    figures = outcome.figures
    body = [f"<h1>{html.escape(outcome.title)}: {html.escape(' · '.join(figures.lineup))}</h1>"]
    body += [f"<p>{html.escape(heading(figures, outcome.title))}. Seed “{html.escape(figures.seed)}”.</p>"]
    body += [f'<div class="plots">{"".join(f"<figure>{picture}</figure>" for picture in plots(outcome))}</div>']
    sections = (f"<section><h2>{title}</h2>{html_table(rows)}</section>" for title, rows in tables(figures).items())
    body += [f'<div class="tables">{"".join(sections)}</div>', f"<p>{note(figures)}</p>"]
    write_page(path, f"{outcome.title}: {', '.join(figures.lineup)}", body)


def write_page(path: Path, title: str, body: Sequence[str]) -> None:
    """Write a page from its parts."""
    write_text("report", path, PAGE.format(title=html.escape(title), body="\n".join(body)))


def write_text(field: str, path: Path, text: str) -> None:
    """Write a file; raises BadInput if that is impossible."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(field, str(path), f"cannot be written: {error.strerror}") from None


def html_table(rows: Sequence[Cells]) -> str:
    """A table that scrolls sideways on a narrow screen."""
    lines = [
        "<tr>" + "".join(f"<{cell}>{html.escape(text)}</{cell}>" for text in row) + "</tr>"
        for cell, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    ]
    return f'<div class="wide" tabindex="0"><table>{"".join(lines)}</table></div>'


def plots(outcome: Outcome) -> Iterator[str]:
    """Wins, points, ratings and thinking times, each as an SVG."""
    bots = outcome.figures.bots
    names = [bot.bot for bot in bots]
    with drawing("share of wins") as (axis, picture):
        bars(axis, names, [bot.wins for bot in bots])
        for place, bot in enumerate(bots):
            label = "even play" if place == 0 else None
            axis.plot([bot.even] * 2, [place - 0.4, place + 0.4], color="black", linestyle="--", label=label)
        axis.set_xlim(0, 1)
        axis.xaxis.set_major_formatter("{x:.0%}")
        axis.legend(loc="lower right", frameon=False)
    yield picture.getvalue()
    with drawing("points a seat") as (axis, picture):
        bars(axis, names, [bot.points for bot in bots])
        axis.axvline(0, color="black", linewidth=0.8)
    yield picture.getvalue()
    with drawing("OpenSkill rating over the rounds") as (axis, picture):
        rounds = [count for count, _ in outcome.climb]
        for place, name in enumerate(names):
            axis.plot(rounds, [mus[place] for _, mus in outcome.climb], color=colour(place), label=name)
        axis.set(xlabel="rounds", ylabel="mu", xlim=(0, max(1, rounds[-1])))
        axis.legend(frameon=False)
    yield picture.getvalue()
    with drawing("thinking time a decision") as (axis, picture):
        for place, (name, times) in enumerate(zip(names, outcome.times, strict=True)):
            bins = range(min(times.bins, default=0) - 1, max(times.bins, default=0) + 2)
            shares = [times.bins.get(at, 0) / max(1, times.count) for at in bins]
            axis.step([middle_of(at) / 1e6 for at in bins], shares, where="mid", color=colour(place), label=name)
        axis.set(xscale="log", xlabel="milliseconds", ylabel="share of decisions", ylim=(0, None))
        axis.legend(frameon=False)
    yield picture.getvalue()


def colour(place: int) -> str:
    """The colour of the bot at this place in the list."""
    return COLOURS[place % len(COLOURS)]


def bars(axis: Any, names: Sequence[str], values: Sequence[Estimate]) -> None:
    """Draw a bar for each bot, the first on top, with its interval."""
    places = range(len(names))
    colours = [colour(place) for place in places]
    axis.barh(places, [value.value for value in values], xerr=error_bars(values), color=colours, capsize=4, height=0.6)
    axis.set_yticks(places, names)
    axis.invert_yaxis()


@contextmanager
def drawing(title: str, height: float = 3.2) -> Iterator[tuple[Any, io.StringIO]]:
    """An empty plot to draw on, and the text that holds its SVG afterwards."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    picture = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": title, "font.family": "sans-serif"}):
        sheet = Figure(figsize=(6, height), layout="constrained")
        axis = sheet.add_subplot()
        axis.set_title(title)
        axis.spines[["top", "right"]].set_visible(False)
        raw = io.StringIO()
        yield axis, picture
        sheet.savefig(raw, format="svg", transparent=True)
    picture.write(bare(raw.getvalue(), title))


def bare(svg: str, title: str) -> str:
    """An SVG for use inside a page: without metadata and XML namespaces, and with `title` as its label."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    return svg.replace("<svg", f'<svg role="img" aria-label="{html.escape(title)}"', 1)
