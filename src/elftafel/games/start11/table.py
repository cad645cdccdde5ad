"""11! the board game: what people see. Views, moves and events as typed messages, and why a move is not allowed."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

import msgspec

from elftafel.games.contract import to_the_left
from elftafel.games.messages import Colour, Event, Hand, Move, Table, tag_moves
from elftafel.games.messages import Passed as Passed
from elftafel.games.messages import RoundEnded as RoundEnded
from elftafel.games.messages import TurnEnded as TurnEnded
from elftafel.games.start11 import board, rules
from elftafel.games.start11.facts import JOKERS, ROWS, Board, Bridge, Options
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain, uncompiled
from elftafel.kernel.record import Record

ENDS = "SB-12"  # the rule by which a round ends
next_starter = to_the_left
fits = uncompiled(board.fits)
bag_size = uncompiled(board.bag_size)
rack_size = uncompiled(board.rack_size)
KEPT = 8192  # sets of tiles that need not be listed again

NUMBERS = tuple(n for n in range(1, 21) if n not in JOKERS)
"""The numbers that have a tile in each colour."""


class NumberTile(msgspec.Struct, frozen=True, order=True, tag_field="tile", tag="number"):
    """A number tile of a colour."""

    colour: Colour
    number: int


class JokerTile(msgspec.Struct, frozen=True, order=True, tag_field="tile", tag="joker"):
    """A grey tile that fits any space of its number."""

    number: int


class SymbolTile(msgspec.Struct, frozen=True, order=True, tag_field="tile", tag="symbol"):
    """A symbol tile of a row (SB-R2)."""

    colour: Colour


Tile = NumberTile | JokerTile | SymbolTile


class Space(msgspec.Struct, frozen=True, order=True):
    """A space of the board: the numbers 1 to 20 of a row, and 0 and 21 for the symbol spaces beside them."""

    colour: Colour
    place: int


class Asked(StrEnum):
    """What the seat at turn is asked for."""

    TURN = "turn"
    DRAWN = "drawn"  # lay the drawn tile on one of the spaces that it fits (SB-10)
    BONUS = "bonus"  # lay the bonus tile on a free space (SB-R3)
    FREE_TILE = "free_tile"  # lay any tile on its space, or not (SB-O1)
    FIRST = "first"  # lay an 11 to start (SB-2)


class Origin(StrEnum):
    """Why a tile was laid."""

    RACK = "rack"
    FIRST = "first"
    FREE_TILE = "free_tile"
    DRAWN = "drawn"
    BONUS = "bonus"


class Lay(Move, frozen=True):
    """Fill a space; the tile follows from it."""

    space: Space


class Give(Move, frozen=True):
    """Pass a tile to the left neighbour and end the turn."""

    tile: Tile


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn, without a gift."""


class Pass(Move, frozen=True):
    """Pass: nothing fits and the bag is empty."""


class Skip(Move, frozen=True):
    """Do without the free tile after a symbol."""


MOVES = tag_moves(Lay, Give, EndTurn, Pass, Skip)


class RowOnBoard(msgspec.Struct, frozen=True):
    """One row: what lies, and what may be laid next (places 0 and 21 are the symbol spaces)."""

    colour: Colour
    lies: tuple[int, ...]
    fits: tuple[int, ...]
    fresh: tuple[int, ...]  # laid in the running turn


class StartTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    rows: tuple[RowOnBoard, ...]
    bridges: tuple[Bridge, ...]
    bag: int
    rack_sizes: tuple[int, ...]
    laid: int  # tiles laid in the running turn that count among the 3
    gift: bool  # the running turn has earned a gift
    asked: Asked
    waiting: Tile | None  # the drawn tile that has to be laid now
    symbols: bool


class StartHand(Hand, frozen=True, kw_only=True):
    """What one seat holds."""

    tiles: tuple[Tile, ...]


class Laid(Event, frozen=True, kw_only=True):
    """A tile was laid."""

    tile: Tile
    space: Space
    origin: Origin


class Drew(Event, frozen=True, kw_only=True):
    """A tile was drawn and kept; only its owner sees which."""

    tile: Tile | None


class DrewToLay(Event, frozen=True, kw_only=True, tag="drew_to_lay"):
    """A tile was drawn that has to be laid, and its space is to be chosen."""

    tile: Tile
    bonus: bool


class Gave(Event, frozen=True, kw_only=True):
    """A tile was passed on face down; only giver and receiver see which (SB-9)."""

    to: int
    tile: Tile | None


class Skipped(Event, frozen=True, kw_only=True):
    """The seat did without the free tile (SB-O1)."""


FIRES = {
    rules.LAID: "SB-4",
    rules.LAID_FIRST: "SB-2",
    rules.LAID_FREE: "SB-O1",
    rules.LAID_DRAWN: "SB-10",
    rules.LAID_BONUS: "SB-8",
    rules.DREW: "SB-10",
    rules.DREW_FITTING: "SB-10",
    rules.DREW_BONUS: "SB-R3",
    rules.GAVE: "SB-9",
    rules.SKIPPED: "SB-O1",
    rules.PASSED: "SB-11",
    rules.TURN_ENDED: "SB-3",
    rules.ROUND_ENDED: "SB-12",
}
"""The rule behind each kind of step in the journal."""

ORIGINS = {
    rules.LAID: Origin.RACK,
    rules.LAID_FIRST: Origin.FIRST,
    rules.LAID_FREE: Origin.FREE_TILE,
    rules.LAID_DRAWN: Origin.DRAWN,
    rules.LAID_BONUS: Origin.BONUS,
}


def setup(state: Record, options: Options, data: Board) -> None:
    """Write the options and the board into a blank record."""
    state.symbols = options.symbols
    for bridge in data.bridges:
        pair = ROWS.index(bridge.rows[0])
        state.bridges[pair] |= 1 << bridge.number
        if bridge.bonus:
            state.bonus[pair] |= 1 << bridge.number


def tile_of(name: int) -> Tile:
    """The tile with this name in the record."""
    row, place = name >> board.NAME, name & board.PLACE
    if place in JOKERS:
        return JokerTile(place)
    return NumberTile(ROWS[row], place) if 1 <= place <= 20 else SymbolTile(ROWS[row])


def space_of(name: int) -> Space:
    """The space with this name in the record."""
    return Space(ROWS[name >> board.NAME], name & board.PLACE)


@cache
def move_of(action: int) -> Move:
    """What an action means."""
    if action < rules.GIVE_NUMBER:
        row, place = divmod(action, board.PLACES)
        return Lay(Space(ROWS[row], place))
    if action < rules.GIVE_JOKER:
        row, rank = divmod(action - rules.GIVE_NUMBER, len(NUMBERS))
        return Give(NumberTile(ROWS[row], NUMBERS[rank]))
    if action < rules.GIVE_SYMBOL:
        return Give(JokerTile(JOKERS[action - rules.GIVE_JOKER]))
    if action < rules.END_TURN:
        return Give(SymbolTile(ROWS[action - rules.GIVE_SYMBOL]))
    return {rules.END_TURN: EndTurn, rules.PASS: Pass, rules.SKIP: Skip}[action]()


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such space or tile."""
    match move:
        case Lay(Space(colour, place)) if 0 <= place < board.PLACES:
            return board.PLACES * ROWS.index(colour) + place
        case Give(NumberTile(colour, number)) if number in NUMBERS:
            return rules.GIVE_NUMBER + len(NUMBERS) * ROWS.index(colour) + NUMBERS.index(number)
        case Give(JokerTile(number)) if number in JOKERS:
            return rules.GIVE_JOKER + JOKERS.index(number)
        case Give(SymbolTile(colour)):
            return rules.GIVE_SYMBOL + ROWS.index(colour)
        case EndTurn():
            return rules.END_TURN
        case Pass():
            return rules.PASS
        case Skip():
            return rules.SKIP
    return None


@lru_cache(KEPT)
def places_in(word: Any) -> tuple[int, ...]:
    """The places in a set."""
    bits = int(word)
    return tuple(place for place in range(board.PLACES) if bits >> place & 1)


def tiles_in(words: Iterable[int]) -> tuple[Tile, ...]:
    """The tiles in a set: numbers by row, then jokers, then symbols."""
    return _tiles_in(tuple(words))


@lru_cache(KEPT)
def _tiles_in(words: tuple[int, ...]) -> tuple[Tile, ...]:
    tiles = [tile_of(row << board.NAME | place) for row in range(len(ROWS)) for place in places_in(words[row])]
    numbers = [tile for tile in tiles if isinstance(tile, NumberTile)]
    jokers = sorted(tile for tile in tiles if isinstance(tile, JokerTile))
    symbols = [tile for tile in tiles if isinstance(tile, SymbolTile)]
    return (*numbers, *jokers, *symbols)


def bridges_of(state: Record) -> tuple[Bridge, ...]:
    """The bridges of the board that is played on."""
    seen = plain(state)
    return tuple(
        Bridge((ROWS[pair], ROWS[pair + 1]), number, bool(seen.bonus[pair] >> number & 1))
        for pair in range(len(ROWS) - 1)
        for number in places_in(seen.bridges[pair])
    )


def table(state: Record) -> StartTable:
    """What everybody sees."""
    seen = plain(state)
    spaces = board.ALL if seen.symbols else board.NUMBERS
    waiting = tiles_in(seen.racks[board.WAITING])
    return StartTable(
        players=seen.players,
        turn=None if seen.over else seen.seat,
        starter=seen.starter,
        ply=seen.ply,
        rows=tuple(
            RowOnBoard(
                colour,
                places_in(seen.board[i]),
                places_in(fits(seen, i) & spaces),
                places_in(seen.fresh[i]),
            )
            for i, colour in enumerate(ROWS)
        ),
        bridges=bridges_of(state),
        bag=bag_size(seen),
        rack_sizes=tuple(rack_size(seen, seat) for seat in range(seen.players)),
        laid=seen.laid,
        gift=bool(seen.pair),
        asked=tuple(Asked)[seen.phase],
        waiting=waiting[0] if waiting else None,
        symbols=bool(seen.symbols),
    )


def hand(state: Record, seat: int) -> StartHand:
    """What one seat holds."""
    seen = plain(state)
    return StartHand(seat=seat, tiles=tiles_in(seen.racks[seat]))


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal as `viewer` may see it; None is a spectator."""
    kind, seat, a, b, _ = step
    match kind:
        case rules.DREW:
            return Drew(seat=seat, tile=tile_of(a) if viewer == seat else None)
        case rules.DREW_FITTING | rules.DREW_BONUS:
            return DrewToLay(seat=seat, tile=tile_of(a), bonus=kind == rules.DREW_BONUS)
        case rules.GAVE:
            return Gave(seat=seat, to=b, tile=tile_of(a) if viewer in (seat, b) else None)
        case rules.SKIPPED:
            return Skipped(seat=seat)
        case rules.PASSED:
            return Passed(seat=seat)
        case rules.TURN_ENDED:
            return TurnEnded(seat=seat)
        case rules.ROUND_ENDED:
            return RoundEnded(seat=seat)
    return Laid(seat=seat, tile=tile_of(a), space=space_of(b), origin=ORIGINS[kind])


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    asked = tuple(Asked)[state.phase]
    match move:
        case Lay(space):
            return why_not_lay(state, seat, space, asked)
        case Skip():
            return "SB-O1"  # only after a symbol
        case Pass() if asked == Asked.TURN:
            return "SB-11"
        case Give(tile) if asked == Asked.TURN and state.pair:
            return "SB-O1" if isinstance(tile, SymbolTile) and not state.symbols else "SB-1"  # only from the own rack
        case Give() if asked == Asked.TURN:
            return "SB-9"
        case EndTurn() if asked == Asked.TURN:
            return "SB-3" if board.can_lay(state) else "SB-11"  # at least one tile first, or pass
    return {Asked.FIRST: "SB-2", Asked.DRAWN: "SB-10", Asked.BONUS: "SB-8"}.get(asked, "SB-O1")


def why_not_lay(state: Record, seat: int, space: Space, asked: Asked) -> str:
    """The rule that forbids to fill this space."""
    if not 0 <= space.place < board.PLACES:
        return "SB-5"
    row = ROWS.index(space.colour)
    symbol = not 1 <= space.place <= 20
    if symbol and not state.symbols:
        return "SB-O1"
    if int(state.board[row]) >> space.place & 1:
        return "SB-5"  # the space is filled
    holder = board.WAITING if asked in (Asked.DRAWN, Asked.BONUS) else seat
    held = int(board.homes(state, holder, row)) >> space.place & 1
    if asked == Asked.BONUS:
        return "SB-R3"
    if asked == Asked.DRAWN:
        return "SB-4" if held else "SB-10"
    if asked == Asked.FIRST:
        return "SB-2"
    if asked == Asked.FREE_TILE:
        return "SB-O1" if symbol else "SB-1"
    if state.laid == rules.MOST:
        return "SB-3"
    if not held:
        return "SB-1"  # only from the own rack
    return "SB-O1" if symbol else "SB-4"
