"""Elfer raus! in the terminal."""

from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from elftafel.games.drawing import SHAPES, STYLES, chips, no_other_moves, no_remark, words
from elftafel.games.elfer_raus import table as elfer
from elftafel.games.elfer_raus.facts import Opening
from elftafel.games.messages import Card, Event, Move, View

REASON_WORDS = {
    "goes_out": "your last card",
    "leads_to_own": "{n} of your cards can follow",
    "clears_way": "clears the way to {n} of your cards",
    "nearly_full": "the row is nearly full on that side",
    "sheds_points": "gets rid of {n} minus point{s}",
    "keeps_block": "holds back {n} card{s} that would help others",
    "leaves_fitting": "keeps {n} card{s} that fit{v} for later",
    "nothing_fits": "nothing else fits",
    "opens_row_for_others": "but it opens {n} place{s} for others",
    "opens_nothing": "opens nothing for others",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

remark = no_remark
read_move = no_other_moves


def draw(table: elfer.ElferTable, hand: elfer.ElferHand | None, name: Callable[[int], str]) -> RenderableType:
    """The four rows with what fits next, the seats, and the own hand."""
    seats = Text("   ").join(
        Text(f"{'▸ ' if seat == table.turn else ''}{name(seat)} {size}▮", "bold" if seat == table.turn else "")
        for seat, size in enumerate(table.hand_sizes)
    )
    parts: list[RenderableType] = [seats + Text(f"   stock {table.stock}", "dim"), Text(), draw_rows(table)]
    if hand is not None:
        parts += [Text("\nyour hand (▴ fits)"), draw_hand(table, hand)]
    return Group(*parts)


def draw_rows(table: elfer.ElferTable) -> Grid:
    """Each row: what fits below, what lies, what fits above."""
    grid = Grid.grid(padding=(0, 1))
    for row in table.rows:
        style = STYLES[row.colour]
        lies = Text(" ").join(Text(f" {run} ", style) for run in runs(row.lies))
        fits = ", ".join(str(number) for number in row.fits) if len(row.fits) < 8 else "any card"
        grid.add_row(
            Text(f" {SHAPES[row.colour]} ", style),
            lies if row.lies else Text("–", "dim"),
            Text(f"next: {fits}" if row.fits else "full", "dim"),
        )
    return grid


def runs(numbers: Iterable[int]) -> list[str]:
    """Numbers as runs: 5…13."""
    grouped: list[list[int]] = []
    for number in numbers:
        if grouped and grouped[-1][-1] == number - 1:
            grouped[-1].append(number)
        else:
            grouped.append([number])
    return [f"{run[0]}…{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in grouped]


def draw_hand(table: elfer.ElferTable, hand: elfer.ElferHand) -> Text:
    """A hand, a line a colour; ▴ marks what fits."""
    fitting = {Card(row.colour, number) for row in table.rows for number in row.fits}
    lines = []
    for row in table.rows:
        cards = [card for card in hand.cards if card.colour == row.colour]
        line = Text(" ").join(
            chips([card]) + Text("▴" if card in fitting else "") for card in cards
        )  # ▴ marks what fits
        lines.append(line)
    return Text("\n").join(line for line in lines if line.plain)


def say_move(move: Move) -> str:
    """A move in words."""
    return f"lay {words(move.card)}" if isinstance(move, elfer.Lay) else "end turn"


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """An event in words."""
    who = name(event.seat)
    match event:
        case elfer.DealtAgain():
            return "No 11 was dealt: shuffled and dealt again"
        case elfer.Laid(card=card):
            return f"{who}: laid {words(card)}"
        case elfer.Drew(card=card):
            return f"{who}: drew {words(card) if card else 'a card'}"
        case elfer.DrewAndLaid(card=card):
            return f"{who}: drew {words(card)}, it fits and is laid"
        case elfer.Passed():
            return f"{who}: nothing fits and the stock is empty, play passes on"
        case elfer.TurnEnded():
            return f"{who}: turn ended"
    return f"{who}: laid the last card and ended the round"


def ask(view: View) -> str:
    """What is asked now."""
    table: elfer.ElferTable = view.table
    if table.ply == 0 and table.opening == Opening.DRAWN:
        return "Open with any card: its number opens every row"
    if table.laid == 0:
        return "Lay at least one card"
    return f"{table.laid} laid: go on or end your turn"
