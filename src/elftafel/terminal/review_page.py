"""A review as one self-contained page: a chart, every seat's sum, the marked decisions."""

import html
from collections.abc import Sequence

from elftafel.bots.judging import Mark
from elftafel.bots.review import Review
from elftafel.games import facts
from elftafel.match import MatchLog
from elftafel.terminal.review import judgement, say_decision, say_turn

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#2a78a8", "#555555")
WIDTH, HEIGHT, EDGE = 900, 300, 40
DASHES = ("", "8 4", "2 4", "12 4 2 4", "4 4", "1 3", "16 4")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 3rem; background: #fbfaf7; color: #222;
  font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0; }}
h2 {{ font-size: 1.15rem; margin: 2rem 0 .5rem; }}
p {{ margin: .4rem 0; max-width: 46rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; background: #fff; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .35rem .8rem; border: 1px solid #ddd; text-align: right; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
th {{ background: #f1efe9; font-weight: 600; }}
figure {{ margin: 0; background: #fff; border: 1px solid #ddd; padding: .5rem; }}
svg {{ display: block; width: 100%; height: auto; }}
li {{ margin: .4rem 0; max-width: 46rem; }}
.blunder {{ font-weight: 700; }} .mistake {{ font-weight: 600; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def page(log: MatchLog, review: Review) -> str:
    """The page of a review, in English."""
    title = f"{facts(log.game).title}: luck and choice"
    names = [seat.name for seat in log.seats]
    parts = [
        f"<h1>{text(title)}</h1>",
        f"<p>{text(', '.join(names))}. {len(review.decisions)} decisions with a choice, "
        f"{review.iterations} iterations each.</p>",
        "<h2>Chance of winning, with all cards known</h2>",
        f"<figure>{chart(review, names)}</figure>",
        listing([(say_turn(log, review, turn), "") for turn in review.turns]),
        "<h2>Luck and choice</h2>",
        f'<div class="wide">{sums(review, names)}</div>',
        "<p>Percent of a win; each result is the sum of its row. ± is one standard error.</p>",
        listing([(f"{name}: {judgement(seat)}", "") for name, seat in zip(names, review.seats, strict=True)]),
        "<h2>Decisions that cost most, against sensible opponents</h2>",
        listing([(say_decision(log, decision), decision.mark) for decision in review.marked()])
        or "<p>No decision can be told from the best one.</p>",
    ]
    return PAGE.format(title=text(title), body="\n".join(parts))


def text(plain: str) -> str:
    """Plain text as HTML."""
    return html.escape(plain)


def listing(lines: Sequence[tuple[str, str]]) -> str:
    """A list of sentences, each with the class of its mark; nothing if there are none."""
    items = "".join(
        f'<li class="{mark}">{text(line)}</li>' if mark else f"<li>{text(line)}</li>" for line, mark in lines
    )
    return f"<ul>{items}</ul>" if items else ""


def sums(review: Review, names: list[str]) -> str:
    """The accounts of all seats as a table."""
    titles = (
        "",
        "result",
        "even share",
        "choices",
        "others' choices",
        "deal",
        "draw",
        *(m for m in Mark if m != "fine"),
    )
    rows = ["<tr>" + "".join(f'<th scope="col">{text(title)}</th>' for title in titles) + "</tr>"]
    for name, seat in zip(names, review.seats, strict=True):
        cells = (
            f"{100 * seat.result:.0f}",
            f"{100 * seat.even:.0f}",
            f"{100 * seat.choices:+.0f} ± {100 * seat.choices_error:.0f}",
            f"{100 * seat.others:+.0f} ± {100 * seat.others_error:.0f}",
            f"{100 * seat.deal:+.0f}",
            f"{100 * seat.draw:+.0f}",
            *(str(seat.marks[mark]) for mark in Mark if mark != Mark.FINE),
        )
        rows.append(f'<tr><th scope="row">{text(name)}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table>{''.join(rows)}</table>"


def chart(review: Review, names: list[str]) -> str:
    """Everybody's chance over the match, with rounds and turning points, as SVG."""
    last = max(1, review.chart[-1].ply)

    def x(ply: int) -> float:
        return EDGE + ply / last * (WIDTH - 2 * EDGE)

    def y(chance: float) -> float:
        return HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE)

    drawn = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        drawn.append(
            f'<path d="M{EDGE} {y(share):.1f}H{WIDTH - EDGE}" stroke="#ddd"/>'
            f'<text x="{EDGE - 6}" y="{y(share) + 4:.1f}" text-anchor="end" font-size="12">{share:.0%}</text>'
        )
    for before, after in zip(review.chart, review.chart[1:], strict=False):
        if after.round != before.round:
            drawn.append(f'<path d="M{x(after.ply):.1f} {EDGE}V{HEIGHT - EDGE}" stroke="#bbb" stroke-dasharray="3 3"/>')
    for seat, name in enumerate(names):
        line = "L".join(f"{x(point.ply):.1f} {y(point.chances[seat]):.1f}" for point in review.chart)
        drawn.append(
            f'<path d="M{line}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}"><title>{text(name)}</title></path>'
            f'<path d="M{EDGE + seat * 120} 16h24" stroke="{COLOURS[seat]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}"/>'
            f'<text x="{EDGE + 30 + seat * 120}" y="20" font-size="13">{text(name[:12])}</text>'
        )
    for number, turn in enumerate(review.turns, 1):
        point = review.chart[turn.point]
        across, down = x(point.ply), y(turn.after)
        drawn.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="9" fill="#fff" stroke="#222"/>'
            f'<text x="{across:.1f}" y="{down + 4:.1f}" text-anchor="middle" font-size="12">{number}</text>'
        )
    label = f"Chance of winning over the match: {text(', '.join(names))}"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'
