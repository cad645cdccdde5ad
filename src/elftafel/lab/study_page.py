"""A study for people: one page that loads nothing, with charts, tables and how everything was measured."""

import html
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from elftafel import games
from elftafel.lab.charts import STYLE, Axis, dots, lines, nice_ticks, stacked
from elftafel.lab.estimates import Estimate, said
from elftafel.lab.measures import ASKED, POINTS, SEARCH, Choices, Shape, Tension
from elftafel.lab.report import Cells, html_table, write_text
from elftafel.lab.skill import PARTS, SkillFigures, named_parts, said_rounds
from elftafel.lab.study import QUICK, THOROUGH, Study

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}
body {{ margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }}
h1 {{ font-size: 1.7rem; margin: 0 0 .5rem; }} h2 {{ font-size: 1.2rem; margin: 2.2rem 0 .4rem; }}
p, li {{ max-width: 46rem; }} p {{ margin: .4rem 0; }} .small {{ color: var(--soft); font-size: .9rem; }}
.wide {{ overflow-x: auto; margin: .6rem 0; }}
table {{ border-collapse: collapse; background: var(--card); font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3rem .7rem; border: 1px solid var(--line); text-align: right; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
.plots {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(28rem, 100%), 1fr)); gap: 1rem; }}
figure {{ margin: .6rem 0 0; background: var(--card); border: 1px solid var(--line); padding: .5rem; }}
code {{ font-size: .95em; overflow-wrap: anywhere; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def write_study(study: Study, folder: Path) -> tuple[Path, Path]:
    """Write the page and the figures into a folder; returns both paths."""
    page, figures = (folder / f"{study.plan.game}.{ending}" for ending in ("html", "json"))
    write_text("out", page, page_of(study))
    text = msgspec.json.encode(rounded(msgspec.to_builtins(study))).decode()
    write_text("out", figures, text.replace('{"number":', '\n{"number":') + "\n")
    return page, figures


def rounded(value: Any) -> Any:
    """Plain values with five digits: more would say more than was measured."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def page_of(study: Study) -> str:
    """The whole page."""
    facts = games.facts(study.plan.game)
    parts = [
        f"<h1>{html.escape(facts.title)}: a study</h1>",
        f"<p>{html.escape(facts.made_of)}. {facts.players[0]} to {facts.players[1]} players. "
        "Intervals (±) are 95 %.</p>",
        f"<h2>In short</h2><ul>{''.join(f'<li>{html.escape(line)}</li>' for line in in_short(study))}</ul>",
        *seats(study), *course(study), *luck(study), *tension(study), *choices(study), *rules(study), *method(study),
    ]  # fmt: skip
    return PAGE.format(title=html.escape(f"{facts.title}: a study"), style=STYLE, body="\n".join(parts))


def usual(study: Study) -> int:
    """The number of players about whom the summary speaks."""
    low, high = games.facts(study.plan.game).players
    return max(low, min(4, high))


def percent(estimate: Estimate, digits: int = 1) -> str:
    """A share with its interval."""
    return said(estimate, digits, percent=True)


def in_short(study: Study) -> list[str]:
    """What a designer would quote, for the usual number of players."""
    players = usual(study)
    shape: Shape = study.all_of("shape")[players]
    quick: SkillFigures = study.all_of("quick")[players]
    thorough: SkillFigures = study.all_of("thorough")[players]
    followed: Tension = study.all_of("tension")[players]
    free: Choices = study.all_of("choices")[players]
    best = max(range(players), key=lambda seat: shape.wins[seat].value)
    deal = quick.of_wins.deal
    return [
        f"With {players} players a round has {shape.length.value:.0f} decisions (90 % of rounds: "
        f"{shape.length_quantiles[0]:.0f} to {shape.length_quantiles[4]:.0f}). {percent(shape.forced, 0)} of them are "
        f"forced; the mean is {shape.branching.value:.1f} legal moves.",
        f"The starter wins {percent(shape.wins[0])} of the rounds, where even play gives {100 / players:.1f} %; "
        f"seat {best + 1} from the starter wins most, {percent(shape.wins[best])}.",
        f"Luck: of what decides who wins a round, {percent(deal, 0)} is in the cards dealt to a seat, and "
        f"{percent(quick.of_wins.player)} in whether it is played by {QUICK[0]} or {QUICK[1]}.",
        f"Skill: against an {QUICK[1]} player a {QUICK[0]} one leads with 95 % after "
        f"{said_rounds(quick.rounds_to_lead)} rounds; a searching one ({THOROUGH[0]}) against a {THOROUGH[1]} one "
        f"after {said_rounds(thorough.rounds_to_lead)}.",
        f"Tension: halfway through a round the later winner has a chance of "
        f"{percent(followed.winner[POINTS // 2], 0)}. The likeliest winner changes {said(followed.lead_changes, 1)} "
        f"times, and a round is decided after {percent(followed.decided, 0)} of it.",
        f"Choices: where there is one, good players agree completely in {percent(free.agreed, 0)} of the decisions; "
        f"of {free.legal_bits.value:.1f} bits that the rules leave open they use {said(free.entropy, 2)}.",
    ]


def seats(study: Study) -> list[str]:
    """Who wins, by the place from the starter."""
    shapes: dict[int, Shape] = study.all_of("shape")
    groups, ticks = [], {}
    at = 0.0
    for players, shape in shapes.items():
        ticks[at + (players - 1) / 2] = players
        groups.append(
            (
                f"{players} players",
                [(at + seat, scaled(won, players)) for seat, won in enumerate(shape.wins)],
            )
        )
        at += players + 1.5
    values = [value for _, points in groups for _, value in points]
    high = max(1.2, *(value.value + value.above for value in values)) * 1.02
    low = min(0.8, *(value.value - value.below for value in values)) * 0.98
    x = Axis("players; in each group the starter first, then clockwise", -1, at - 1.5, list(ticks),
             lambda tick: str(ticks[tick]))  # fmt: skip
    y = Axis("", low, high, [tick / 10 for tick in range(math.ceil(10 * low), int(10 * high) + 1)])
    rows: list[Cells] = [("players", *(f"seat {seat + 1}" for seat in range(max(shapes))), "shared wins")]
    for players, shape in shapes.items():
        cells = [percent(won) for won in shape.wins] + [""] * (max(shapes) - players)
        rows.append((str(players), *cells, percent(shape.ties)))
    return [
        "<h2>Seats</h2>",
        "<p>Share of rounds won by each seat, counted from the starter; shared wins are shared. In the chart even play "
        "is 1.</p>",
        f'<div class="plots"><figure>{dots("wins, as a multiple of even play", x, y, groups, 1)}</figure></div>',
        html_table(rows),
    ]


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """An estimate times a number."""
    low, high = estimate.low, estimate.high
    return Estimate(
        factor * estimate.value, None if low is None else factor * low, None if high is None else factor * high
    )


def course(study: Study) -> list[str]:
    """Length, branching, forced decisions."""
    shapes: dict[int, Shape] = study.all_of("shape")
    ends = [shape.length_bars[-1][0] for shape in shapes.values()]
    peak = max(part / width_of(shape) for shape in shapes.values() for _, part in shape.length_bars[:-1] or ((0, 1.0),))
    x = Axis("decisions in a round", 0, max(ends) * 1.02, nice_ticks(max(ends)))
    y = Axis("", 0, 1.05, [])
    series = [
        (f"{players}", [(start, part / width_of(shape) / peak) for start, part in shape.length_bars[:-1]] or [(0, 0)])
        for players, shape in shapes.items()
    ]
    rows: list[Cells] = [
        ("players", "decisions a round", "5 to 95 %", "legal moves", "forced", "bits a decision", "bits a round")
    ]
    for players, shape in shapes.items():
        rows.append(
            (
                str(players),
                said(shape.length, 1),
                f"{shape.length_quantiles[0]:.0f} to {shape.length_quantiles[4]:.0f}",
                said(shape.branching, 2),
                percent(shape.forced),
                said(shape.bits, 3),
                said(shape.bits_a_round, 1),
            )
        )
    return [
        "<h2>Length and freedom</h2>",
        "<p>A decision is forced if only one move is legal. A bit is a choice between two: log2 of the number of legal "
        "moves.</p>",
        f'<div class="plots"><figure>{lines("length of rounds, by players", x, y, series)}</figure></div>',
        html_table(rows),
    ]


def width_of(shape: Shape) -> float:
    """Decisions in one bar of the lengths."""
    bars = shape.length_bars
    return bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0


def luck(study: Study) -> list[str]:
    """How much is luck, how much is skill, and how soon that shows."""
    quick: dict[int, SkillFigures] = study.all_of("quick")
    thorough: dict[int, SkillFigures] = study.all_of("thorough")
    whole = [
        (f"{players} players", [max(0.0, part.value) for _, part in named_parts(skill.of_wins)])
        for players, skill in quick.items()
    ]
    most = quick[usual(study)].curve[-1][0]
    x = Axis("rounds played", 1, most, [1, 3, 10, 30, 100, 300, 1000], "{:g}".format, log=True)
    y = Axis("", 0.4, 1, [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0], lambda share: f"{share:.0%}")
    pictures = [stacked(f"who wins a round: {QUICK[0]} and {QUICK[1]}", PARTS, whole)]
    for title, found in ((QUICK, quick), (THOROUGH, thorough)):
        series = [(f"{players}", [(n, max(0.4, part)) for n, part in skill.curve]) for players, skill in found.items()]
        pictures.append(lines(f"chance that {title[0]} leads {title[1]}, by players", x, y, series, 0.95))
    rows: list[Cells] = [
        ("players, levels", "deals", "wins of the better", "lead a round", "its spread", "leads with 95 % after",
         *(f"{name}, of wins" for name in PARTS))
    ]  # fmt: skip
    for found in (quick, thorough):
        for players, skill in found.items():
            rows.append(
                (
                    f"{players}, {skill.better} – {skill.worse}",
                    f"{skill.deals:,}",
                    percent(skill.wins),
                    said(skill.lead, 2),
                    f"{skill.spread:.1f}",
                    said_rounds(skill.rounds_to_lead),
                    *(percent(part) for _, part in named_parts(skill.of_wins)),
                )
            )
    return [
        "<h2>Luck and skill</h2>",
        "<p>Two unequal levels play the same deals, each in every seat, half of the seats each (even play: 50 %). What "
        "a seat's result varies by is split into what the better <em>player</em> adds, the <em>place</em> from the "
        "starter, the <em>deal</em> (what happens to a seat with either player), and the <em>rest</em>: later draws, "
        "and how everybody’s choices meet. The lead is in points of one seat over another; without duplicate deals "
        "it takes so many rounds until the better one has more points in all with 95 %. Not told apart: the "
        "lead may be nothing. A deal below zero: the luck of later draws follows the player, not the seat.</p>",
        f'<div class="plots">{"".join(f"<figure>{picture}</figure>" for picture in pictures)}</div>',
        html_table(rows),
    ]


def tension(study: Study) -> list[str]:
    """The chance to win over the round and over the match."""
    followed: dict[int, Tension] = study.all_of("tension")
    shapes: dict[int, Shape] = study.all_of("shape")
    x = Axis("part of the round that is over", 0, 1, [0, 0.25, 0.5, 0.75, 1], lambda part: f"{part:.0%}")
    y = Axis("", 0, 1.02, [0, 0.25, 0.5, 0.75, 1], lambda part: f"{part:.0%}")
    series = [
        (f"{players}", [(place / POINTS, value.value) for place, value in enumerate(one.winner)])
        for players, one in followed.items()
    ]
    pictures = [lines("chance of the later winner, by players", x, y, series)]
    series = [
        (f"{players}", [((after + 1) / players, value.value) for after, value in enumerate(shape.leader_wins)])
        for players, shape in shapes.items()
    ]
    x = Axis("part of the match that is over", 0, 1, [0, 0.25, 0.5, 0.75, 1], lambda part: f"{part:.0%}")
    pictures.append(lines("chance that who leads wins the match, by players", x, y, series))
    rows: list[Cells] = [
        ("players", "later winner, halfway", "decided after", "lead changes a round", "comebacks",
         "lead changes a match", "leader after half the match wins")
    ]  # fmt: skip
    for players, one in followed.items():
        shape = shapes[players]
        rows.append(
            (
                str(players),
                percent(one.winner[POINTS // 2]),
                percent(one.decided),
                said(one.lead_changes, 2),
                percent(one.comebacks),
                said(shape.match_lead_changes, 2),
                percent(shape.leader_wins[players // 2 - 1]),
            )
        )
    return [
        "<h2>Tension</h2>",
        "<p>At 20 points of a round everybody’s chance to win is measured by playouts, with the cards as they lie. A "
        "round is decided when the likeliest winner has 90 % and keeps it; the lead changes when another seat becomes "
        "the likeliest winner beyond the error; a comeback is a win from below half of an even share. A match has as "
        "many rounds as players.</p>",
        f'<div class="plots">{"".join(f"<figure>{picture}</figure>" for picture in pictures)}</div>',
        html_table(rows),
    ]


def choices(study: Study) -> list[str]:
    """How far good players agree."""
    rows: list[Cells] = [
        ("players", "bits that the rules leave open", "entropy of the choices", "all agree", "as a casual player would")
    ]
    for players, one in study.all_of("choices").items():
        rows.append(
            (str(players), said(one.legal_bits), said(one.entropy), percent(one.agreed, 0), percent(one.casual, 0))
        )
    return [
        "<h2>Choices</h2>",
        f"<p>{ASKED} searches of {SEARCH.iterations} iterations with different luck decide in the same position, from "
        "what its seat knows. Low entropy: there is mostly one good move. Only decisions with more than one legal move "
        "count.</p>",
        html_table(rows),
    ]


def rules(study: Study) -> list[str]:
    """What each option changes."""
    facts = games.facts(study.plan.game)
    rows: list[Cells] = [
        ("option", "players", "decisions a round", "legal moves", "forced", "starter wins",
         f"{QUICK[0]} wins over {QUICK[1]}", "deal, of wins")
    ]  # fmt: skip
    shapes, skills = study.all_of("shape"), study.all_of("quick")
    for option, value in study.changes():
        name = (
            f"{option} {value} ({facts.option_rules[option]})"
            if value is not True
            else f"{option} ({facts.option_rules[option]})"
        )
        for players, shape in study.all_of("shape", option, value).items():
            skill, before, usually = study.all_of("quick", option, value)[players], shapes[players], skills[players]
            rows.append(
                (
                    name,
                    str(players),
                    change(shape.length, before.length, 1),
                    change(shape.branching, before.branching, 2),
                    change(shape.forced, before.forced, 1, percent=True),
                    change(shape.wins[0], before.wins[0], 1, percent=True),
                    change(skill.wins, usually.wins, 1, percent=True),
                    change(skill.of_wins.deal, usually.of_wins.deal, 1, percent=True),
                )
            )
    return [
        "<h2>Which rule matters</h2>",
        "<p>What changes if one option is changed and all others stay as usual. Percent are percentage points. * marks "
        "a change beyond its interval.</p>",
        html_table(rows),
    ]


def change(now: Estimate, before: Estimate, digits: int, percent: bool = False) -> str:
    """A difference with its interval, with a star if it is beyond it."""
    scale, unit = (100, " %") if percent else (1, "")
    reach = math.hypot(max(now.below, now.above), max(before.below, before.above))
    by = now.value - before.value
    star = " *" if abs(by) > reach else ""
    return f"{scale * by:+.{digits}f} ± {scale * reach:.{digits}f}{unit}{star}"


def method(study: Study) -> list[str]:
    """How it was measured, and how to do it again."""
    plan, sizes = study.plan, study.plan.sizes
    return [
        "<h2>How this was measured</h2>",
        f"<p>For each number of players: {sizes.rounds:,} rounds of casual players (seats, length, matches), "
        f"{sizes.deals:,} deals of duplicate play at a glance and {sizes.searched:,} with search, {sizes.followed:,} "
        f"rounds with {sizes.playouts:,} playouts at each of {POINTS} points, {sizes.decisions:,} decisions asked "
        f"{ASKED} times; for each option and number of players a quarter of the rounds and deals. These are bots: "
        "how people play may differ.</p>",
        f'<p class="small">elftafel {plan.version}, rules and bots {plan.sources}, seed “{html.escape(plan.seed)}”. '
        f"<code>{html.escape(command(study))}</code></p>",
    ]


def command(study: Study) -> str:
    """The command that makes the same page."""
    plan = study.plan
    seed = "" if plan.seed == "study" else f" --seed '{plan.seed}'"
    return f"elftafel study {plan.game} --scale {plan.scale:g}{seed}"


def short_tables(studies: Sequence[Study]) -> dict[str, list[Cells]]:
    """Tables of all games for the overview, by name."""
    course: list[Cells] = [("game", "players", "decisions", "legal moves", "forced", "starter wins × players")]
    luck: list[Cells] = [("game", "players", "deal", "player", "place", "rest", "rounds to lead", "searching")]
    tension: list[Cells] = [
        ("game", "players", "winner halfway", "decided after", "lead changes", "comebacks", "all agree", "bits used of")
    ]
    for study in studies:
        title = f"[{games.facts(study.plan.game).title}]({study.plan.game}.html)"
        for players, shape in study.all_of("shape").items():
            course.append(
                (title, str(players), said(shape.length, 0), said(shape.branching, 1), percent(shape.forced, 0),
                 said(scaled(shape.wins[0], players), 2))
            )  # fmt: skip
        for players, quick in study.all_of("quick").items():
            parts = dict(named_parts(quick.of_wins))
            thorough = study.all_of("thorough").get(players)  # a study may be cut short
            luck.append(
                (title, str(players), *(percent(parts[name], 0) for name in ("deal", "player", "place", "rest")),
                 said_rounds(quick.rounds_to_lead), "–" if thorough is None else said_rounds(thorough.rounds_to_lead))
            )  # fmt: skip
        for players, one in study.all_of("tension").items():
            free = study.all_of("choices")[players]
            tension.append(
                (title, str(players), percent(one.winner[POINTS // 2], 0), percent(one.decided, 0),
                 said(one.lead_changes, 1), percent(one.comebacks, 0), percent(free.agreed, 0),
                 f"{said(free.entropy)} of {free.legal_bits.value:.1f}")
            )  # fmt: skip
    return {"course": course, "luck": luck, "tension": tension}
