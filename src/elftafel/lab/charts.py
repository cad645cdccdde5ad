"""Small charts as SVG for a page: lines, dots with intervals, stacked bars. The page's colours give both lights."""

import html
from collections.abc import Callable, Sequence
from math import log10

import msgspec

from elftafel.lab.estimates import Estimate

WIDTH, HEIGHT = 520, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 40, 44
LINES = 7  # kinds of lines that the page's style tells apart, by colour and by dashes

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #23211d; --soft: #6a665e; --line: #d9d5cb; --card: #fff;
  --c0: #0b6aa2; --c1: #c2410c; --c2: #0f7a55; --c3: #9d3f86; --c4: #7a5c00; --c5: #3949ab; --c6: #555; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191c1a; --ink: #e9e6de; --soft: #a8a499; --line: #3c413d; --card: #212522;
    --c0: #6cb6f2; --c1: #ff9d66; --c2: #5fd3a4; --c3: #f09ad8; --c4: #e5c04b; --c5: #a9b6ff; --c6: #bdbdbd; } }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .q { fill: var(--soft); }
svg .g { stroke: var(--line); fill: none; } svg .e { stroke: var(--ink); stroke-dasharray: 4 3; fill: none; }
svg .l { fill: none; stroke-width: 2; }
""" + "".join(
    f"svg .s{i} {{ stroke: var(--c{i}); stroke-dasharray: {dashes}; }} svg .f{i} {{ fill: var(--c{i}); }}\n"
    for i, dashes in enumerate(("none", "7 3", "2 3", "9 3 2 3", "4 4", "1 2", "12 4"))
)


class Axis(msgspec.Struct, frozen=True):
    """What one direction of a chart shows."""

    title: str
    low: float
    high: float
    ticks: Sequence[float]
    said: Callable[[float], str] = "{:g}".format
    log: bool = False

    def part(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.log:
            return (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return (value - self.low) / (self.high - self.low)


Line = tuple[str, Sequence[tuple[float, float]]]
"""A name and points."""


def across(axis: Axis, value: float) -> float:
    """Pixels from the left."""
    return LEFT + axis.part(value) * (WIDTH - LEFT - RIGHT)


def down(axis: Axis, value: float) -> float:
    """Pixels from the top."""
    return HEIGHT - BOTTOM - axis.part(value) * (HEIGHT - TOP - BOTTOM)


def nice_ticks(high: float, about: int = 5) -> list[float]:
    """Round numbers from 0 to `high`."""
    step = 10 ** int(log10(high / about)) if high >= about else 10 ** (int(log10(high / about)) - 1)
    while high / step > about:
        step *= 2 if str(step).lstrip("0.")[:1] != "2" else 2.5
    return [step * i for i in range(int(high / step) + 1)]


def framed(title: str, x: Axis, y: Axis, drawn: Sequence[str]) -> str:
    """A chart with its axes."""
    parts = []
    for value in y.ticks:
        at = down(y, value)
        parts.append(f'<path class="g" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="q" x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{text(y.said(value))}</text>')
    for value in x.ticks:
        at, low = across(x, value), HEIGHT - BOTTOM
        parts.append(f'<path class="g" d="M{at:.1f} {low}v4"/>')
        parts.append(f'<text class="q" x="{at:.1f}" y="{low + 17}" text-anchor="middle">{text(x.said(value))}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="q" x="{middle:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{text(x.title)}</text>')
    parts += drawn
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{text(title)}">'
        f'<text x="4" y="14" font-weight="600">{text(title)}</text>{"".join(parts)}</svg>'
    )


def legend(names: Sequence[str]) -> list[str]:
    """The names beside a piece of their lines, above the chart."""
    drawn, at = [], LEFT
    for place, name in enumerate(names):
        drawn.append(
            f'<path class="l s{place % LINES}" d="M{at} 29h22"/><text x="{at + 27}" y="33">{text(name)}</text>'
        )
        at += 40 + 7 * len(name)
    return drawn


def lines(title: str, x: Axis, y: Axis, series: Sequence[Line], even: float | None = None) -> str:
    """Some lines; `even` is a level worth comparing with."""
    drawn = [] if even is None else [f'<path class="e" d="M{LEFT} {down(y, even):.1f}H{WIDTH - RIGHT}"/>']
    for place, (name, points) in enumerate(series):
        path = "L".join(f"{across(x, at):.1f} {down(y, value):.1f}" for at, value in points)
        drawn.append(f'<path class="l s{place % LINES}" d="M{path}"><title>{text(name)}</title></path>')
    return framed(title, x, y, [*drawn, *legend([name for name, _ in series])])


def dots(
    title: str, x: Axis, y: Axis, groups: Sequence[tuple[str, Sequence[tuple[float, Estimate]]]], even: float
) -> str:
    """Estimates with their intervals in groups, and the level of even play."""
    drawn = [f'<path class="e" d="M{LEFT} {down(y, even):.1f}H{WIDTH - RIGHT}"/>']
    for place, (name, points) in enumerate(groups):
        for at, value in points:
            cx, cy = across(x, at), down(y, value.value)
            low, high = down(y, value.value - value.below), down(y, value.value + value.above)
            drawn.append(
                f'<path class="s{place % LINES}" style="stroke-dasharray:none" d="M{cx:.1f} {low:.1f}V{high:.1f}"/>'
                f'<circle class="f{place % LINES}" cx="{cx:.1f}" cy="{cy:.1f}" r="4">'
                f"<title>{text(name)}: {value.value:.3f}</title></circle>"
            )
    return framed(title, x, y, drawn)


def stacked(title: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Bars of parts that add up to a whole, one below the other; parts below nothing are not drawn."""
    left, each = 150, 30
    high = 48 + each * len(rows) + 8
    parts = [f'<text x="4" y="14" font-weight="600">{text(title)}</text>']
    at = left
    for place, name in enumerate(names):
        parts.append(f'<rect class="f{place}" x="{at}" y="24" width="10" height="10"/>')
        parts.append(f'<text x="{at + 14}" y="33">{text(name)}</text>')
        at += 30 + 7 * len(name)
    for line, (label, shares) in enumerate(rows):
        y = 48 + each * line
        parts.append(f'<text x="{left - 8}" y="{y + 16}" text-anchor="end">{text(label)}</text>')
        start, room = float(left), WIDTH - RIGHT - left
        whole = sum(max(0.0, part) for part in shares)
        for place, part in enumerate(shares):
            wide = max(0.0, part) / whole * room
            parts.append(f'<rect class="f{place}" x="{start:.1f}" y="{y}" width="{wide:.1f}" height="22"/>')
            if wide > 34:
                parts.append(
                    f'<text x="{start + wide / 2:.1f}" y="{y + 15}" text-anchor="middle" '
                    f'style="fill:var(--card)">{100 * part:.0f} %</text>'
                )
            start += wide
    return f'<svg viewBox="0 0 {WIDTH} {high}" role="img" aria-label="{text(title)}">{"".join(parts)}</svg>'


def text(plain: str) -> str:
    """Plain text as HTML."""
    return html.escape(plain)
