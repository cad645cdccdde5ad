"""11 Elevens in a terminal: the grid of rows with its bridges, the seats, the own hand, and plain sentences."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from elftafel.games.drawing import SHAPES, STYLES, chips, no_other_moves, words
from elftafel.games.elevens.table import (
    AllPassed,
    BonusWon,
    Bridged,
    ElevensHand,
    ElevensTable,
    EndTurn,
    JokerLaid,
    JokerThrown,
    Laid,
    Lay,
    LayJoker,
    Pass,
    Passed,
    RoundEnded,
    RowOnTable,
    Side,
    Swap,
    Swapped,
    Take,
    ThrowJoker,
    Took,
    TurnEnded,
)
from elftafel.games.messages import COLOURS, Card, Event, Move, View

SIDES = {Side.LOW: "1 to 11", Side.HIGH: "11 to 21"}
LABEL = 9  # width of a row's name
NUMBERS = range(1, 22)

REASON_WORDS = {
    "goes_out": "your last card",
    "leads_to_own": "{n} of your cards can follow",
    "clears_way": "clears the way to {n} of your cards",
    "sheds_points": "gets rid of {n} minus point{s}",
    "keeps_block": "holds back {n} card{s} that would help others",
    "leaves_fitting": "keeps {n} card{s} that fit{v} for later",
    "nothing_fits": "no card fits in its row",
    "completes_side": "fills a side and earns a bonus card",
    "opens_for_others": "but it opens {n} place{s} for others",
    "opens_nothing": "opens nothing in its row",
    "uses_bridge": "at the cost of a bridge",
    "swaps_joker": "your card is gone, and you may lay the joker at once",
    "sheds_joker": "gets rid of a joker, 11 minus points",
    "takes_card": "but it adds a card to your hand",
    "turn_is_full": "four cards are laid",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

read_move = no_other_moves


def draw(table: ElevensTable, hand: ElevensHand | None, name: Callable[[int], str]) -> RenderableType:
    """The table and, sorted, the own hand."""
    parts: list[RenderableType] = [draw_rows(table), Text(legend(table), style="dim"), draw_seats(table, name)]
    if hand is not None:
        parts += [Text("\nyour hand"), draw_hand(table, hand)]
    return Group(*parts)


def draw_rows(table: ElevensTable) -> Text:
    """The four rows under a line of numbers, with the bridges between them."""
    text = Text(" " * LABEL + "".join(f"{number:>3}" for number in NUMBERS) + "\n", style="dim")
    bridges = {(bridge.upper, bridge.number) for bridge in table.bridges_on_table}
    for row in table.rows:
        text.append(f"{SHAPES[row.colour]} {row.colour:<{LABEL - 2}}")
        for number in NUMBERS:
            text.append(f"{cell(row, number):>3}", STYLES[row.colour] if number in row.lies else "dim")
        text.append("\n")
        if row.colour != COLOURS[-1] and not table.simple:
            marks = "".join("  ║" if (row.colour, number) in bridges else "   " for number in NUMBERS)
            text.append(" " * LABEL + marks + "\n")
    return text


def cell(row: RowOnTable, number: int) -> str:
    """A place: its number, J for a joker, + where its row goes on, a dot otherwise."""
    if number in row.jokers:
        return "J"
    if number in row.lies:
        return str(number)
    return "+" if number in row.fits else "·"


def legend(table: ElevensTable) -> str:
    """What the signs mean, and what lies beside the rows."""
    if table.simple:
        return f"+ fits   stock {table.stock}"
    return (
        f"+ fits   J joker   ║ bridge   stock {table.stock}   bonus cards left {table.bonus_left}"
        f"   jokers out {table.thrown}"
    )


def draw_seats(table: ElevensTable, name: Callable[[int], str]) -> Grid:
    """One line a seat: cards in hand, bridges, bonus cards."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    grid.add_column("")
    grid.add_column("cards", justify="right")
    if not table.simple:
        grid.add_column("bridges", justify="right")
        grid.add_column("bonus", justify="right")
    for seat in range(table.players):
        line = ["▶" if seat == table.turn else " ", Text(name(seat)), str(table.hand_sizes[seat])]
        if not table.simple:
            line += [str(table.bridges[seat]), str(table.bonuses[seat])]
        grid.add_row(*line)
    return grid


def draw_hand(table: ElevensTable, hand: ElevensHand) -> Text:
    """A hand, one line a colour."""
    lines = [chips(sorted(card for card in hand.cards if card.colour == colour)) for colour in COLOURS]
    jokers = Text(" ").join([Text(" J ", "bold reverse")] * hand.jokers)
    return Text("\n").join(line for line in [*lines, jokers] if line.plain)


def say_move(move: Move) -> str:
    """A move in words."""
    match move:
        case Lay(card):
            return f"lay {words(card)}"
        case LayJoker(card):
            return f"lay a joker as {words(card)}"
        case Swap(card):
            return f"swap {words(card)} for the joker"
        case ThrowJoker():
            return "throw joker"
        case EndTurn():
            return "end turn"
        case Take():
            return "take a card"
        case Pass():
            return "pass"
    return str(move)


def remark(table: ElevensTable, move: Move) -> str:
    """What a move costs beside the card: a bridge, where the row does not lead there."""
    if isinstance(move, Lay | LayJoker):
        card = move.card if isinstance(move, Lay) else move.place
        row = next(row for row in table.rows if row.colour == card.colour)
        return "" if card.number in row.fits else " (bridge)"
    return ""


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """What happened, in words."""
    who = name(event.seat)
    match event:
        case Bridged(place=card, origin=origin):
            return f"{who}: laid a bridge from {words(Card(origin, card.number))} to {words(card)}"
        case Laid(card=card):
            return f"{who}: laid {words(card)}"
        case JokerLaid(place=card):
            return f"{who}: laid a joker as {words(card)}"
        case Swapped(card=card):
            return f"{who}: swapped {words(card)} for the joker there"
        case JokerThrown():
            return f"{who}: threw a joker out of the game"
        case BonusWon(colour=colour, side=side):
            return f"{who}: filled {colour} {SHAPES[colour]} {SIDES[side]} and took a bonus card"
        case Took(card=None, joker=joker):
            return f"{who}: took a joker" if joker else f"{who}: took a card"
        case Took(card=Card() as card):
            return f"{who}: took {words(card)}"
        case Passed():
            return f"{who}: passed"
        case TurnEnded():
            return f"{who}: turn ended"
        case RoundEnded():
            return f"{who}: emptied the hand and ended the round"
        case AllPassed():
            return f"{who}: passed last of all, the round is over"
    return str(event)


def ask(view: View) -> str:
    """What is asked now, in one line."""
    table: ElevensTable = view.table
    moves = [choice.move for choice in view.choices]
    if table.turn is None:
        return "The round is over"
    if not moves:
        return "Another seat is thinking"
    if Take() in moves:
        return "Lay up to 4 cards, or take one from the stock."
    if moves == [Pass()]:
        return "Nothing fits and the stock is empty: pass."
    if Pass() in moves:
        return "The stock is empty: lay up to 4 cards, or pass."
    if EndTurn() not in moves:
        if table.laid:
            return "A thrown joker is not enough: lay a number card."
        return "After a swap, lay or throw at least one card." if table.swapped else "Lay at least one card."
    if moves == [EndTurn()]:
        return f"{table.laid} of 4 laid: end your turn."
    return f"{table.laid} of 4 laid: go on or end your turn."
