"""11 nimmt! in the terminal."""

import re
from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from elftafel.games.drawing import no_remark
from elftafel.games.messages import Event, Move, View
from elftafel.games.nimmt11 import table as nimmt

CARD = "bold black on #e8e2d0"

REASON_WORDS = {
    "goes_out": "your last card",
    "continues_run": "{n} more of your cards can follow on this pile",
    "skips_own": "but {n} lower card{s} of yours no longer fit{v} there",
    "leads_to_own": "{n} of your cards could go on it later",
    "sheds_heads": "gets rid of {n} ox head{s}",
    "cards_left": "leaves you {n} card{s}",
    "takes_bull": "brings a bull",
    "heads_taken": "at the cost of {n} ox head{s}",
    "cheap_pile": "no pile is cheaper",
    "nothing_fits": "nothing else fits",
    "keeps_cards": "keeps {n} card{s} that fit{v} for later",
    "owner_has_cards": "that player has {n} card{s} left",
    "owner_is_closest": "closest to going out, with {n} card{s} left",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

remark = no_remark


def draw(table: nimmt.NimmtTable, hand: nimmt.NimmtHand | None, name: Callable[[int], str]) -> RenderableType:
    """The seats with their bulls, the piles, and the own hand."""
    seats = Text("   ").join(
        Text(
            f"{'▸ ' if seat == table.turn else ''}{name(seat)} {size}▮ {bulls(table.bulls[seat])}",
            "bold" if seat == table.turn else "",
        )
        for seat, size in enumerate(table.hand_sizes)
    )
    rest = Text(f"stock {table.stock} · {bulls(table.supply)} left · * ox heads, when more than one", "dim")
    parts: list[RenderableType] = [seats, rest, draw_piles(table)]
    if hand is not None:
        parts += [Text("\nyour hand"), draw_hand(table, hand)]
    return Group(*parts)


def bulls(count: int) -> str:
    """So many bulls, in words."""
    return "1 bull" if count == 1 else f"{count} bulls"


def chip(table: nimmt.NimmtTable, card: int) -> Text:
    """A card as a small block: 33*7 shows seven ox heads."""
    heads = table.heads[card - 1]
    return Text(f" {card}{f'*{heads}' if heads > 1 else ''} ", CARD)


def chips(table: nimmt.NimmtTable, cards: Iterable[int]) -> Text:
    """Cards side by side."""
    return Text(" ").join(chip(table, card) for card in cards)


def draw_piles(table: nimmt.NimmtTable) -> Text:
    """The top of each pile; what it was when the turn began, if that counts; all cards if piles lie open."""
    drawn = []
    for pile in table.piles:
        line = chip(table, pile.top)
        if pile.base != pile.top:
            line.append(f" on {pile.base}", "dim")
        if pile.cards is not None and len(pile.cards) > 1:
            line.append(f" over {' '.join(str(card) for card in pile.cards[-2::-1])}", "dim")
        drawn.append(line)
    between = "\n" if table.open_piles else "  "
    return Text("piles\n") + Text(between).join(drawn)


def draw_hand(table: nimmt.NimmtTable, hand: nimmt.NimmtHand) -> Text:
    """A hand, in order."""
    return chips(table, hand.cards)


def read_move(text: str) -> Move | None:
    """A move typed in words that may have no action number: `lay 96 on 47`."""
    if found := re.search(r"(\d{1,3})\s*(?:on|>)\s*(\d{1,3})", text):
        return nimmt.Lay(int(found[1]), int(found[2]))
    return None


def say_move(move: Move) -> str:
    """A move in words."""
    match move:
        case nimmt.Lay(card, on):
            return f"lay {card} on {on}"
        case nimmt.Take(top):
            return f"take pile {top}"
        case nimmt.TakeBull(owner):
            return f"take a bull from seat {owner + 1}"
    return "end turn"


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """An event in words."""
    who = name(event.seat)
    match event:
        case nimmt.TurnedUp(card=card):
            return f"{card} is turned up and starts a pile"
        case nimmt.Laid(card=card, covers=covers):
            return f"{who}: laid {card} on {covers}"
        case nimmt.Took(top=top, cards=None):
            return f"{who}: took the pile topped by {top}"
        case nimmt.Took(top=top, cards=cards):
            return f"{who}: took the pile topped by {top}: {', '.join(str(card) for card in cards or ())}"
        case nimmt.GotBull(owner=None):
            return f"{who}: got a bull for three cards or more"
        case nimmt.GotBull(owner=owner):
            return f"{who}: got a bull for three cards or more, from {name(owner or 0)}"
        case nimmt.NoBull():
            return f"{who}: no bull is left, and nobody else has as many"
        case nimmt.TurnEnded():
            return f"{who}: turn ended"
        case nimmt.RoundEnded(hand_empty=False):
            return f"{who}: took the last pile, and the round is over"
    return f"{who}: laid the last card and ended the round"


def ask(view: View) -> str:
    """What is asked now."""
    table: nimmt.NimmtTable = view.table
    if table.choosing:
        return "From whom do you take a bull?"
    if table.laid:
        return f"{table.laid} laid: go on or end your turn"
    if not any(isinstance(choice.move, nimmt.Lay) for choice in view.choices):
        return "No card fits: take a pile"
    return "Lay a card or take a pile"
