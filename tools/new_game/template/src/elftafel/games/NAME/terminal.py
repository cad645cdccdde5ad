"""TITLE in a terminal: the row, the seats and the own hand. It reads messages only."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.text import Text

from elftafel.games.drawing import chips, no_other_moves, no_remark, words
from elftafel.games.messages import Event, Move, View
from elftafel.games.NAME.table import (
    EndTurn,
    Laid,
    Lay,
    OwnHand,
    RoundEnded,
    RowTable,
    TakeRow,
    Took,
    TurnEnded,
)

REASON_WORDS = {
    "goes_out": "your last card",
    "raises": "raises the row by {n}",
    "matches": "as high as the top card",
    "starts_row": "starts a new row",
    "same_again": "the same number again",
    "can_follow": "{n} card{s} of this number can follow",
    "takes_cards": "{n} minus point{s}",
    "nothing_fits": "nothing fits",
    "keeps_same": "{n} card{s} of this number stay{v}",
    "no_other": "no other card of this number",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

remark = no_remark
read_move = no_other_moves


def draw(table: RowTable, hand: OwnHand | None, name: Callable[[int], str]) -> RenderableType:
    """The seats with their cards, the row, and the own hand."""
    seats = Text("   ").join(
        Text(
            f"{'▸ ' if seat == table.turn else ''}{name(seat)} {size}▮ {table.taken[seat]} taken",
            "bold" if seat == table.turn else "",
        )
        for seat, size in enumerate(table.hand_sizes)
    )
    row = chips(table.row) if table.row else Text("empty", "dim")
    parts: list[RenderableType] = [seats, Text(f"not dealt: {table.rest}", "dim"), Text("\nthe row"), row]
    if hand is not None:
        parts += [Text("\nyour hand"), draw_hand(table, hand)]
    return Group(*parts)


def draw_hand(table: RowTable, hand: OwnHand) -> Text:
    """A hand, by number."""
    return chips(sorted(hand.cards, key=lambda card: (card.number, card.colour)))


def say_move(move: Move) -> str:
    """A move in words."""
    match move:
        case Lay(card):
            return f"lay {words(card)}"
        case TakeRow():
            return "take the row"
        case EndTurn():
            return "end turn"
    return str(move)


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """An event in words."""
    who = name(event.seat)
    match event:
        case Laid(card=card):
            return f"{who}: laid {words(card)}"
        case Took(cards=cards):
            return f"{who}: took the row, {cards} card{'' if cards == 1 else 's'}"
        case TurnEnded():
            return f"{who}: turn ended"
        case RoundEnded():
            return f"{who}: laid the last card and ended the round"
    return str(event)


def ask(view: View) -> str:
    """What is asked now."""
    table: RowTable = view.table
    moves = [choice.move for choice in view.choices]
    if table.laid:
        return "Lay another card of this number, or end your turn" if len(moves) > 1 else "End your turn"
    if not table.row:
        return "Start a new row with any card"
    return "Lay a card or take the row" if len(moves) > 1 else "Nothing fits: take the row"
