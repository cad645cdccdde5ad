"""11! the board game in a terminal: reads messages only, knows no rules."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.text import Text

from elftafel.games.drawing import no_other_moves, no_remark
from elftafel.games.messages import Colour, Event, Move, View
from elftafel.games.start11.table import (
    Asked,
    Drew,
    DrewToLay,
    EndTurn,
    Gave,
    Give,
    JokerTile,
    Laid,
    Lay,
    NumberTile,
    Origin,
    Pass,
    Passed,
    RoundEnded,
    Skip,
    Skipped,
    Space,
    StartHand,
    StartTable,
    SymbolTile,
    Tile,
    TurnEnded,
)

SHAPES = {Colour.RED: "■", Colour.YELLOW: "▲", Colour.GREEN: "★", Colour.BLUE: "●"}
STYLES = {Colour.RED: "red", Colour.YELLOW: "yellow", Colour.GREEN: "green", Colour.BLUE: "blue"}
JOKERS = (3, 7, 13, 17)
JOKER = "◇"
LABEL = 9  # the width of a row's name

REASON_WORDS = {
    "goes_out": "your last tile",
    "earns_gift": "a pair: you may give a tile away",
    "earns_bonus": "earns a bonus tile",
    "frees_tile": "one more tile may follow anywhere",
    "leads_to_own": "opens {n} space{s} for you",
    "opens_for_others": "but it opens {n} space{s} for others",
    "opens_nothing": "opens nothing for others",
    "dear_tile": "gets rid of {n} minus point{s}",
    "tiles_left": "leaves you {n} tile{s}",
    "gives_away": "your neighbour gets {n} minus point{s}",
    "cannot_be_laid_now": "it fits nowhere now",
    "declines_gift": "but you give no tile away",
    "keeps_block": "holds back {n} tile{s} that would help others",
    "leaves_fitting": "keeps {n} tile{s} that fit{v} for later",
    "turn_is_full": "three tiles are laid",
    "nothing_fits": "nothing else fits",
    "leaves_free_tile": "you lay no free tile",
}
"""Each reason in words; `games.drawing.say_reason` fills in the figures."""

remark = no_remark
read_move = no_other_moves


def draw(table: StartTable, hand: StartHand | None, name: Callable[[int], str]) -> RenderableType:
    """The board, the racks' sizes and, sorted, the own rack."""
    lines = []
    for i, row in enumerate(table.rows):
        if i:
            lines.append(bridges(table, table.rows[i - 1].colour))
        line = Text(f"{row.colour.value:<7}{SHAPES[row.colour]} ", style=STYLES[row.colour])
        for place in range(22) if table.symbols else range(1, 21):
            line.append_text(cell(row.colour, place, place in row.lies, place in row.fits))
        lines.append(line)
    lines.append(Text("A bare number: its tile fits now.  ╎ a bridge, ╬ a bridge with a bonus", style="dim"))
    racks = ", ".join(f"{name(seat)} {size}" for seat, size in enumerate(table.rack_sizes))
    lines.append(Text(f"Racks: {racks}. Bag: {table.bag}."))
    if table.turn is not None:
        gift = " A tile may be given away." if table.gift else ""
        lines.append(Text(f"Turn: {name(table.turn)}, {table.laid} of 3 tiles laid.{gift}"))
    if table.waiting is not None:
        lines.append(Text("To be laid now: ").append_text(tile_text(table.waiting)))
    if hand is not None:
        lines.append(Text("Rack: ").append_text(draw_hand(table, hand)))
    return Group(*lines)


def draw_hand(table: StartTable, hand: StartHand) -> Text:
    """A rack."""
    return Text("  ").join(tile_text(tile) for tile in hand.tiles)


def cell(colour: Colour, place: int, lies: bool, fits: bool) -> Text:
    """One space, three characters wide: a tile with its shape, a bare number that may be laid, or a dot."""
    symbol = place in (0, 21)
    if lies and symbol:
        return Text(f" {SHAPES[colour]} ", style=f"bold {STYLES[colour]}")
    if lies and place in JOKERS:
        return Text(f"{JOKER}{place:<2}", style="bold white")
    if lies:
        return Text(f"{SHAPES[colour]}{place:<2}", style=f"bold {STYLES[colour]}")
    if fits:
        return Text(" + " if symbol else f" {place:<2}", style=STYLES[colour])
    return Text(" · ", style="dim")


def bridges(table: StartTable, upper: Colour) -> Text:
    """The bridges below a row."""
    joined = {bridge.number: bridge.bonus for bridge in table.bridges if bridge.rows[0] == upper}
    line = Text(" " * LABEL, style="dim")
    for place in range(22) if table.symbols else range(1, 21):
        line.append("   " if place not in joined else " ╬ " if joined[place] else " ╎ ")
    return line


def tile_text(tile: Tile) -> Text:
    """A tile in its colour."""
    return Text(short(tile), style="bold white" if isinstance(tile, JokerTile) else STYLES[tile.colour])


def short(tile: Tile) -> str:
    """A tile with shape and number: `■12`, `◇7`, `[■]`."""
    match tile:
        case NumberTile(colour, number):
            return f"{SHAPES[colour]}{number}"
        case JokerTile(number):
            return f"{JOKER}{number}"
        case SymbolTile(colour):
            return f"[{SHAPES[colour]}]"


def say_tile(tile: Tile) -> str:
    """A tile in words."""
    match tile:
        case NumberTile(colour, number):
            return f"{colour.value} {SHAPES[colour]} {number}"
        case JokerTile(number):
            return f"joker {JOKER} {number}"
        case SymbolTile(colour):
            return f"the {colour.value} symbol {SHAPES[colour]}"


def say_space(space: Space) -> str:
    """A space in words."""
    row = f"{space.colour.value} {SHAPES[space.colour]}"
    if space.place == 0:
        return f"the symbol space left of {row} 1"
    return f"the symbol space right of {row} 20" if space.place == 21 else f"{row} {space.place}"


def say_move(move: Move) -> str:
    """A move in words."""
    match move:
        case Lay(Space(colour, place) as space):
            if place in (0, 21):
                return f"lay {say_tile(SymbolTile(colour))} on {say_space(space)}"
            return f"lay joker {JOKER} on {say_space(space)}" if place in JOKERS else f"lay {say_space(space)}"
        case Give(tile):
            return f"give {say_tile(tile)} to your left"
        case EndTurn():
            return "end the turn"
        case Pass():
            return "pass"
        case Skip():
            return "lay no free tile"
    return str(move)


def say_event(event: Event, name: Callable[[int], str]) -> str:
    """An event in words."""
    who = name(event.seat)
    match event:
        case Laid(tile=tile, space=space, origin=origin):
            on = "" if isinstance(tile, NumberTile) else f" on {say_space(space)}"
            how = {Origin.DRAWN: "drew and laid", Origin.BONUS: "drew as a bonus and laid"}.get(origin, "laid")
            return f"{who}: {how} {say_tile(tile)}{on}" + (", free" if origin == Origin.FREE_TILE else "")
        case Drew(tile=tile):
            return f"{who}: drew a tile" if tile is None else f"{who}: drew {say_tile(tile)}"
        case DrewToLay(tile=tile, bonus=bonus):
            return f"{who}: drew {say_tile(tile)}" + (" as a bonus" if bonus else ", which fits")
        case Gave(to=to, tile=tile):
            return f"{who}: gave {'a tile' if tile is None else say_tile(tile)} to {name(to)}"
        case Skipped():
            return f"{who}: laid no free tile"
        case Passed():
            return f"{who}: passed"
        case TurnEnded():
            return f"{who}: turn over"
        case RoundEnded():
            return f"{who}: rack empty, the round is over"
    return str(event)


def ask(view: View) -> str:
    """What is asked now."""
    table: StartTable = view.table
    if table.turn is None:
        return "The round is over."
    if not view.choices:
        return "Wait for the others."
    match table.asked:
        case Asked.FIRST:
            return "You start: lay an 11."
        case Asked.DRAWN | Asked.BONUS if table.waiting is not None:
            return f"Choose a space for {say_tile(table.waiting)}."
        case Asked.FREE_TILE:
            return "Lay one tile of your rack on its space, wherever that is, or none."
    moves = [choice.move for choice in view.choices]
    can_lay = any(isinstance(move, Lay) for move in moves)
    if table.gift:
        return ("Lay another tile, or give" if can_lay else "Give") + " a tile to your left, or end the turn."
    if table.laid:
        return "Lay another tile, or end the turn." if can_lay else "End the turn."
    return "Lay a tile." if can_lay else "Nothing fits and the bag is empty: pass."
