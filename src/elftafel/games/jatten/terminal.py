"""Jatten in a terminal: collections, the middle and the hand as text. It reads messages only."""

from collections import Counter
from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from elftafel.games.drawing import no_other_moves, no_remark
from elftafel.games.jatten import table as t
from elftafel.games.jatten.facts import Sign
from elftafel.games.messages import Event, Move, View

MARKS = {Sign.PLAIN: "", Sign.PLUS_ONE: "⁺¹", Sign.EYE: "◉", Sign.TWO_FOR_THREE: "²→³"}
WORDS = {Sign.PLAIN: "", Sign.PLUS_ONE: " +1", Sign.EYE: " eye", Sign.TWO_FOR_THREE: " 2→3"}
STYLES = ("red", "yellow", "green", "blue", "magenta", "cyan", "white")

REASON_WORDS = {
    "wins_now": "wins the round",
    "makes_six": "makes a set of {n}",
    "largest_set": "your largest set grows to {n}",
    "set_grows": "a set of yours grows to {n}",
    "starts_set": "starts a new set in your collection",
    "safe_odds": "{p} chance of a safe card",
    "cannot_bust": "cannot bust",
    "at_stake": "with {n} card{s} at stake",
    "keeps_what_is_drawn": "{n} card{s} for your collection",
    "avoids_bust": "avoids a bust risk of {p}",
    "crook_steals": "the crook takes one more card",
    "known_to_hold": "holds {n} card{s} that you collect",
    "cards_there": "{n} card{s} to draw from",
    "most_cards": "the largest hand, {n} card{s}",
    "has_largest_set": "the crook may take from a set of {n}",
    "no_crook_there": "a plain draw, without signs or a crook",
    "sees_hand": "{n} unknown card{s} to see",
    "sees_next_draws": "shows what you may draw next",
    "breaks_set": "but it breaks your largest set, of {n}",
    "three_for_two": "three cards for two",
    "keeps_sets": "your sets stay as they are",
    "breaks_theirs": "breaks their largest set, of {n}",
    "fills_hand": "{n} new card{s} in your hand",
    "gives_up_set": "at the cost of {n} card{s} from your collection",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

remark = no_remark
read_move = no_other_moves


def draw(table: t.JattenTable, hand: t.JattenHand | None, name: Callable[[int], str]) -> RenderableType:
    """The table, and the own hand if there is one."""
    known = {} if hand is None else {other.seat: other.cards for other in hand.known}
    grid = Grid(box=None, padding=(0, 1))
    for title in ("", "Player", "Hand", "Collection"):
        grid.add_column(title, justify="right" if title == "Hand" else "left", no_wrap=title != "Collection")
    for seat in range(table.players):
        robbed = "robbed" if seat == table.victim and table.turn is not None else ""
        mark = "▶" if seat == table.turn else "★" if seat == table.winner else robbed
        grid.add_row(mark, f"{seat + 1} {name(seat)}", str(table.hand_sizes[seat]), sets(table.collections[seat]))
        if known.get(seat):
            grid.add_row("", "", "", Text("  holds at least ") + in_row(known[seat]))
    lines: list[RenderableType] = [grid, Text(f"Pile {table.pile}, discards {len(table.discards)}")]
    if table.middle or table.crook_in_middle:
        crook = " crook" if table.crook_in_middle else ""
        lines.append(Text("Middle: ") + in_row(table.middle) + Text(crook, style="bold"))
    if hand is not None:
        lines.append(Text("Your hand: ") + draw_hand(table, hand))
    return Group(*lines)


def draw_hand(table: t.JattenTable, hand: t.JattenHand) -> Text:
    """A hand."""
    return in_row(hand.cards) + Text(" crook" if hand.crook else "", style="bold")


def face(card: t.NumberCard) -> Text:
    """A card as it is drawn: its number and its sign."""
    return Text(f"{card.number}{MARKS[card.sign]}", style=f"bold {STYLES[card.number - 1]}")


def in_row(cards: Iterable[t.NumberCard]) -> Text:
    """Cards side by side."""
    return Text(" ").join(face(card) for card in cards)


def sets(cards: tuple[t.NumberCard, ...]) -> Text:
    """A collection, number by number, with the size of each set."""
    sizes = Counter(card.number for card in cards)
    parts = []
    for number, size in sorted(sizes.items()):
        same = in_row(card for card in cards if card.number == number)
        parts.append(same + Text(f" ({size})", style="dim") if size > 1 else same)
    return Text(" │ ", style="dim").join(parts) if parts else Text("nothing", style="dim")


def say(card: t.NumberCard) -> str:
    """A card in words."""
    return f"{card.number}{WORDS[card.sign]}"


def say_all(cards: tuple[t.NumberCard, ...], crook: bool = False) -> str:
    """Some cards in words."""
    words = [say(card) for card in cards] + ["the crook"] * crook
    return ", ".join(words) if words else "nothing"


def say_move(move: Move) -> str:
    """What a move does, in words."""
    match move:
        case t.Play(card):
            return f"play {say(card)}"
        case t.Rob(victim):
            return f"rob seat {victim + 1}"
        case t.RobPile():
            return "rob the pile"
        case t.DrawAgain():
            return "draw again"
        case t.Stop():
            return "stop"
        case t.Look(at):
            return f"look at the hand of seat {at + 1}"
        case t.Swap(one, other):
            return f"swap {say(one)} and {say(other)} for three cards"
        case t.NoSwap():
            return "swap nothing"
        case t.Steal(card):
            return f"take {say(card)}"
        case t.NoTheft():
            return "take nothing"
        case t.Discard(number):
            return f"discard all {number}s and fill the hand"
    return "keep the collection, draw nothing"


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """What happened, in words."""
    return f"{name(event.seat)}: {_what(event, name)}"


def _what(event: Event, name: Callable[[int], str]) -> str:
    match event:
        case t.Played(card=card):
            return f"played {say(card)}"
        case t.Drew(victim=None, card=card) if card is not None:
            return f"drew {say(card)} from the pile"
        case t.Drew(victim=victim, card=card) if victim is not None:
            return f"drew {'the crook' if card is None else say(card)} (robbing: {name(victim)})"
        case t.Looked(at=at, cards=cards):
            return f"looked at a hand ({name(at)})" + ("" if cards is None else f": {say_all(cards)}")
        case t.Swapped(cards=cards):
            return f"swapped {say_all(cards)} for three cards"
        case t.DeclinedSwap():
            return "swapped nothing"
        case t.Stopped(cards=cards, crook=crook):
            return f"stopped and took {say_all(cards)}" + (", with the crook" if crook else "")
        case t.Busted(victim=victim, cards=cards, crook=crook):
            where = "to the discards" if victim is None else f"back (to: {name(victim)})"
            return f"busted; {say_all(cards, crook)} went {where}"
        case t.Stole(victim=victim, card=card):
            return f"took {say(card)} for the crook (from: {name(victim)})"
        case t.DeclinedTheft():
            return "took nothing for the crook"
        case t.IntoHand(card=card):
            return "drew a card" if card is None else f"drew {say(card)}"
        case t.IntoCollection(card=card):
            return f"got {say(card)} from the pile"
        case t.Discarded(cards=cards):
            return f"discarded {say_all(cards)}"
        case t.Kept():
            return "discarded nothing"
        case t.Renewed(cards=count):
            return f"the {count} discards became the new pile"
        case t.Won():
            return "won with six of a number"
    return "the round ended without a winner"


def ask(view: View) -> str:
    """What is asked now."""
    match view.table.phase:
        case t.Phase.PLAY:
            return "Play one card into your collection."
        case t.Phase.ROB:
            return "Whom do you rob?"
        case t.Phase.AGAIN:
            return "Draw another card, or stop and take the middle?"
        case t.Phase.LOOK:
            return "Whose hand do you look at?"
        case t.Phase.SWAP:
            return "Swap two cards of one number for three?"
        case t.Phase.THEFT:
            return "Which card do you take for the crook?"
    return "Discard one number to fill your hand, or keep all?"
