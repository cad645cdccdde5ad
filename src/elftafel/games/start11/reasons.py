"""11! the board game: what speaks for a move or against it, by the own rack and the board."""

from elftafel.games.messages import Reason
from elftafel.games.start11 import board
from elftafel.games.start11.board import (
    BONUS,
    ENDS,
    FITTING,
    JOKER_NUMBERS,
    JOKERS,
    PLACES,
    PLAIN,
    ROWS,
)
from elftafel.games.start11.knowledge import spaces_in_use
from elftafel.games.start11.rules import (
    END_TURN,
    GIVE_JOKER,
    GIVE_NUMBER,
    GIVE_SYMBOL,
    MOST,
    PASS,
    SKIP,
)
from elftafel.kernel import record
from elftafel.kernel.record import Record

DEAR = 15  # a tile of this many points is dear
CHEAP = 5  # so few minus points are no reason to lay a tile
SYMBOL_POINTS = 11
PLAIN_NUMBERS = tuple(n for n in range(1, 21) if PLAIN >> n & 1)

REASONS = (
    "goes_out",  # the last tile of the rack
    "earns_gift",  # a second tile beside one of this turn: a tile may be given away
    "earns_bonus",  # a tile is drawn from the bag and laid for free
    "frees_tile",  # a symbol: one tile may be laid anywhere
    "leads_to_own",  # spaces that fit only then and for which the seat has a tile
    "opens_for_others",  # spaces that fit only then and for which it has none
    "opens_nothing",  # no space fits that did not before
    "dear_tile",  # minus points that leave the rack, if they are many or nothing else speaks for the tile
    "tiles_left",  # how many tiles the rack has then, if the tile is cheap and nothing else speaks for it
    "gives_away",  # the minus points that the neighbour gets
    "cannot_be_laid_now",  # the gift is a tile that fits nowhere now
    "declines_gift",  # ends the turn without the gift that was earned
    "keeps_block",  # tiles held back that would open spaces for others
    "leaves_fitting",  # tiles that fit and are kept for later, though they would help nobody else
    "turn_is_full",  # three tiles are laid
    "nothing_fits",  # no tile fits
    "leaves_free_tile",  # a symbol's free tile is not laid
)
COSTS = ("opens_for_others", "declines_gift", "leaves_free_tile")


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action < GIVE_NUMBER:
        notes = about_laying(state, action // PLACES, action % PLACES)
    elif action < END_TURN:
        notes = about_giving(state, action)
    elif action == SKIP:
        notes = [Reason("leaves_free_tile")]
    elif action == PASS:
        notes = [Reason("nothing_fits")]
    else:
        notes = about_ending(state)
    return tuple(notes)


def about_laying(state: Record, row: int, place: int) -> list[Reason]:
    """What filling a space brings and costs."""
    drawn = state.phase in (FITTING, BONUS)
    rack = rack_of(state)
    if not drawn:
        rack = without(rack, row, place)
        if not any(rack):
            return [Reason("goes_out")]
    bit = 1 << place
    notes = []
    if ENDS & bit:
        notes.append(Reason("frees_tile"))
    elif not state.pair and int(state.fresh[row]) & (bit << 1 | bit >> 1):
        notes.append(Reason("earns_gift"))
    if any(int(state.bag[r]) for r in range(ROWS)) and (
        (row > 0 and int(state.bonus[row - 1]) & ~int(state.board[row - 1]) & bit)
        or (row < ROWS - 1 and int(state.bonus[row]) & ~int(state.board[row + 1]) & bit)
    ):
        notes.append(Reason("earns_bonus"))
    new = opened(state, row, place)
    mine = sum((new[r] & homes(rack, r)).bit_count() for r in range(ROWS))
    theirs = sum((new[r] & ~homes(rack, r)).bit_count() for r in range(ROWS))
    if mine:
        notes.append(Reason("leads_to_own", mine))
    if not mine and not theirs:
        notes.append(Reason("opens_nothing"))
    if not drawn and (points(place) >= DEAR or not notes):
        left = sum(word.bit_count() for word in rack)
        notes.append(Reason("tiles_left", left) if points(place) <= CHEAP else Reason("dear_tile", points(place)))
    if theirs:
        notes.append(Reason("opens_for_others", theirs))
    return notes


def about_giving(state: Record, action: int) -> list[Reason]:
    """What giving a tile away does."""
    row, place = 0, 0
    if action < GIVE_JOKER:
        row, place = (action - GIVE_NUMBER) // 16, PLAIN_NUMBERS[(action - GIVE_NUMBER) % 16]
        spaces = [(row, place)]
    elif action < GIVE_SYMBOL:
        place = JOKER_NUMBERS[action - GIVE_JOKER]
        spaces = [(r, place) for r in range(ROWS)]
    else:
        row = action - GIVE_SYMBOL
        spaces = [(row, 0), (row, PLACES - 1)]
    notes = [Reason("gives_away", points(place))]
    if sum(word.bit_count() for word in rack_of(state)) == 1:
        notes.insert(0, Reason("goes_out"))
    if not any(fits(state, r) >> p & 1 for r, p in spaces):
        notes.append(Reason("cannot_be_laid_now"))
    return notes


def about_ending(state: Record) -> list[Reason]:
    """Why to stop, and what is left undone."""
    notes = [Reason("declines_gift")] if state.pair else []
    if state.laid == MOST:
        return [*notes, Reason("turn_is_full")]
    rack = rack_of(state)
    fitting = [(r, p) for r in range(ROWS) for p in range(PLACES) if homes(rack, r) & fits(state, r) & 1 << p]
    blocks = 0
    for row, place in fitting:
        left = without(rack, row, place)
        new = opened(state, row, place)
        blocks += any(new[r] & ~homes(left, r) for r in range(ROWS))
    if blocks:
        return [*notes, Reason("keeps_block", blocks)]
    return [*notes, Reason("leaves_fitting", len(fitting)) if fitting else Reason("nothing_fits")]


def points(place: int) -> int:
    """What the tile of this space costs if it stays on the rack (SB-12)."""
    return SYMBOL_POINTS if ENDS >> place & 1 else place


def rack_of(state: Record) -> list[int]:
    """The rack of the seat at turn."""
    return [int(word) for word in state.racks[state.seat]]


def without(rack: list[int], row: int, place: int) -> list[int]:
    """The rack without the tile for this space: any joker of the number, any symbol of the row."""
    left = list(rack)
    if JOKERS >> place & 1:
        row = next(r for r in range(ROWS) if left[r] >> place & 1)
    elif ENDS >> place & 1 and not left[row] >> place & 1:
        place = PLACES - 1 - place
    left[row] &= ~(1 << place)
    return left


def homes(rack: list[int], row: int) -> int:
    """The spaces of this row on which some tile of a rack belongs (SB-5, SB-O1)."""
    jokers = (rack[0] | rack[1] | rack[2] | rack[3]) & JOKERS
    return rack[row] & PLAIN | jokers | (ENDS if rack[row] & ENDS else 0)


def fits(state: Record, row: int) -> int:
    """The spaces of this row that may be filled now (SB-4, SB-6, SB-7), if they are in use."""
    return int(board.fits(state, row)) & int(spaces_in_use(state))


def opened(state: Record, row: int, place: int) -> list[int]:
    """The spaces of each row that fit only after this one is filled."""
    after = record.copy(state)
    after.board[row] |= 1 << place
    return [fits(after, r) & ~fits(state, r) for r in range(ROWS)]
