"""11! the board game: the position, the tiles, and what fits where (SB-4 to SB-7).

How a turn goes is in rules.py. Rows are yellow, red, blue, green. Each has 22 places: its numbers 1
to 20 and, beyond them, the symbol spaces 0 and 21. A space is named `32 * row + place`, and a set
of spaces is one word for each row, with bit p for place p.

Tiles are named like spaces, each with one name. A number tile has the name of its own space. The
four jokers of a number share the names of the four spaces of that number, and the two symbols of a
row those of its two ends; which of them has which name means nothing. So a rack, the bag and the
board are four words each.
"""

import numpy as np

from elftafel.kernel.bits import popcount
from elftafel.kernel.jit import compiled
from elftafel.kernel.record import record_type

ROWS = 4
SEATS = 4
PLACES = 22
NAME, PLACE = 5, 31  # a name is `row << NAME | place`, and `name & PLACE` its place
LEFT, RIGHT = 0, 21  # the symbol spaces
ALL = (1 << 22) - 1
ENDS = 1 << LEFT | 1 << RIGHT
NUMBERS = ALL & ~ENDS
JOKERS = 1 << 3 | 1 << 7 | 1 << 13 | 1 << 17
JOKER_NUMBERS = (3, 7, 13, 17)
PLAIN = NUMBERS & ~JOKERS  # the numbers that have a tile in each colour
ELEVEN = 1 << 11
COLUMNS = 1 << 1 | 1 << 11 | 1 << 20  # the connection zones (SB-6)

WAITING = 4  # the "rack" of the drawn tile that waits for its space

# What the seat is asked for
TURN, FITTING, BONUS, FREE_TILE, FIRST, TURN_OVER = range(6)

# Kinds of tiles about which something may be known: 4 jokers, 4 symbols, the numbers that a seat
# once lacked, the viewer's own gifts, the rest
LACKED, GIFT, OTHERS = 8, 9, 10
LIMITED = 10  # kinds that may have a limit
NO_LIMIT = 100
EVERYONE = 4  # the row of `limits` with what spectators know

RECORD = record_type(
    ("symbols", "<i4"),  # SB-O1: 1 if the symbol tiles take part
    ("bridges", "<i4", 3),  # SB-7: the numbers joined between rows r and r + 1
    ("bonus", "<i4", 3),  # SB-8: those of them with a bonus
    ("phase", "<i4"),  # what the seat is asked for: one of the above
    ("laid", "<i4"),  # tiles laid in the running turn that count among the 3
    ("pair", "<i4"),  # SB-9: 1 once two tiles of this turn lie next to each other
    ("owed", "<i4"),  # SB-8: bonus tiles still to be drawn
    ("fresh", "<i4", 4),  # number spaces filled in the running turn
    ("board", "<i4", 4),  # spaces that are filled
    ("bag", "<i4", 4),
    ("racks", "<i4", (5, 4)),  # by seat; the fifth holds the drawn tile that waits for its space
    ("lacks", "<i4", (4, 4)),  # the numbers that a seat did not have when it was last stuck
    ("limits", "<i1", (5, 4, 11)),  # [viewer or EVERYONE, holder, kind]: see limits.py
    # [giver, k]: gifts that may be with the (k + 1)-th seat to the giver's left, and how many of
    # them can have left that seat face down
    ("gifts", "<i4", (4, 3, 4)),
    ("handed", "<i4", (4, 2)),
)


@compiled
def joker_of(place):
    """Which joker has this number: 0 to 3 for 3, 7, 13, 17."""
    return popcount(JOKERS & ((1 << place) - 1))


@compiled
def fits(state, row):
    """The spaces of this row that may be filled now (SB-4, SB-6, SB-7, SB-R10)."""
    board = state.board
    here = board[row]
    joined = (board[0] | board[1] | board[2] | board[3]) & COLUMNS | ELEVEN
    if row > 0:
        joined |= board[row - 1] & state.bridges[row - 1]
    if row < 3:
        joined |= board[row + 1] & state.bridges[row]
    return (here << 1 | here >> 1 | joined) & ~here & ALL


@compiled
def homes(state, holder, row):
    """The spaces of this row on which some tile of a rack belongs, filled or not (SB-5, SB-O1)."""
    racks = state.racks
    jokers = racks[holder, 0] | racks[holder, 1] | racks[holder, 2] | racks[holder, 3]
    symbols = ENDS if racks[holder, row] & ENDS else 0
    return racks[holder, row] & PLAIN | jokers & JOKERS | symbols


@compiled
def can_lay(state):
    """True if the seat at turn holds a tile that fits (SB-3)."""
    playable = 0
    for row in range(ROWS):
        playable |= homes(state, np.int64(state.seat), row) & fits(state, row)
    return playable != 0


@compiled
def rack_size(state, seat):
    """Tiles on a rack."""
    rack = state.racks[seat]
    return popcount(rack[0]) + popcount(rack[1]) + popcount(rack[2]) + popcount(rack[3])


@compiled
def bag_size(state):
    """Tiles in the bag."""
    bag = state.bag
    return popcount(bag[0]) + popcount(bag[1]) + popcount(bag[2]) + popcount(bag[3])
