"""11! the board game: how a round goes, in the order of the rulebook (docs/rules/start11.md).

The position and what fits where are in board.py, what each seat knows of the hidden tiles in
limits.py and knowledge.py.
"""

import numpy as np

from elftafel.games.start11.board import (
    ALL,
    BONUS,
    ELEVEN,
    ENDS,
    FIRST,
    FITTING,
    FREE_TILE,
    JOKERS,
    LEFT,
    NAME,
    NUMBERS,
    PLACE,
    PLACES,
    PLAIN,
    RIGHT,
    ROWS,
    SEATS,
    TURN,
    TURN_OVER,
    WAITING,
    bag_size,
    can_lay,
    fits,
    homes,
    joker_of,
)
from elftafel.games.start11.board import RECORD as RECORD
from elftafel.games.start11.limits import (
    know_gift,
    know_kept,
    know_laid,
    know_no_eleven,
    know_nothing,
    know_stuck,
)
from elftafel.kernel.bits import lowest, nth, popcount, quotient, remainder, scratch
from elftafel.kernel.cards import add_cards
from elftafel.kernel.chance import below, shuffle
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import next_seat, write

MOST = 3  # tiles a turn (SB-3), and draws (SB-10)

# Actions: a space to fill, or
GIVE_NUMBER = 88
GIVE_JOKER = 152
GIVE_SYMBOL = 156
END_TURN = 160
PASS = 161
SKIP = 162
ACTIONS = 163

# Steps in the journal
LAID, LAID_FIRST, LAID_FREE, LAID_DRAWN, LAID_BONUS = range(5)
DREW, DREW_FITTING, DREW_BONUS, GAVE, SKIPPED, PASSED, TURN_ENDED, ROUND_ENDED = range(5, 13)


@compiled
def deal(state, journal):
    """Fill the bag and the racks, and find out who starts (SB-1, SB-2)."""
    deal_tiles(state)
    know_nothing(state)
    state.seat = state.starter
    for _ in range(state.players):
        rack = state.racks[state.seat]
        if (rack[0] | rack[1] | rack[2] | rack[3]) & ELEVEN:
            state.phase = FIRST
            return
        know_no_eleven(state, state.seat)
        step_left(state)
    draw_for_an_eleven(state, journal)


@compiled
def deal_tiles(state):
    """All tiles go into the bag, then a share onto each rack (SB-1, SB-O1)."""
    tiles = scratch()
    size = np.int64(0)
    for row in range(ROWS):
        state.bag[row] = ALL if state.symbols else NUMBERS
        size = add_cards(tiles, size, row << NAME, state.bag[row])
    each = 20 if state.players <= 3 else 15
    shuffle(state, tiles, size, each * state.players)
    for seat in range(state.players):
        for i in range(seat * each, seat * each + each):
            row, bit = tiles[i] >> NAME, 1 << (tiles[i] & PLACE)
            state.bag[row] &= ~bit
            state.racks[seat, row] |= bit


@compiled
def draw_for_an_eleven(state, journal):
    """Nobody has an 11: all draw in turn until one comes, and it is laid (SB-2, SB-R9)."""
    while True:
        tile = draw(state)
        if tile & PLACE == 11:
            state.laid = 1
            state.racks[WAITING, tile >> NAME] = 0
            note(journal, LAID_DRAWN, state.seat, tile, tile)
            put(state, tile >> NAME, tile & PLACE)
            return
        keep(state, tile)
        note(journal, DREW, state.seat, tile)
        step_left(state)


@compiled
def draw(state):
    """Take a random tile out of a bag that is not empty; it waits for its space."""
    n = below(state, bag_size(state))
    row = 0
    while n >= popcount(state.bag[row]):
        n -= popcount(state.bag[row])
        row += 1
    place = nth(state.bag[row], n)
    state.bag[row] &= ~(1 << place)
    state.racks[WAITING, row] = 1 << place
    return row << NAME | place


@compiled
def keep(state, tile):
    """The drawn tile goes onto the rack of the seat at turn."""
    state.racks[WAITING, tile >> NAME] = 0
    state.racks[state.seat, tile >> NAME] |= 1 << (tile & PLACE)


@compiled
def step_left(state):
    """The turn goes to the seat to the left."""
    state.seat = next_seat(state)


@compiled
def open_spaces(state, row):
    """The spaces of this row that the seat at turn may fill with its next tile."""
    phase = state.phase
    mine = homes(state, WAITING if phase in (FITTING, BONUS) else state.seat, row)
    if phase == TURN:  # SB-3, SB-4
        return mine & fits(state, row) if state.laid < MOST else 0
    if phase == FITTING:  # SB-10
        return mine & fits(state, row)
    if phase == BONUS:  # SB-8, SB-R3
        return mine & ~state.board[row]
    if phase == FREE_TILE:  # SB-O1
        return mine & ~state.board[row] & NUMBERS
    return mine & ELEVEN  # SB-2, SB-R11


@compiled
def legal(state, out):
    """Every space that may be filled; then the gift and the end of the turn (SB-9, SB-R12).

    Or to pass (SB-11), or to leave the free tile.
    """
    count = np.int64(0)
    for row in range(ROWS):
        spaces = open_spaces(state, row)
        while spaces:
            count = write(out, count, PLACES * row + lowest(spaces))
            spaces &= spaces - 1
    if state.phase == TURN and state.pair:
        count = write_gifts(state, out, count)
    if state.phase == FREE_TILE or (state.phase == TURN and (state.laid or count == 0)):
        count = write(out, count, np.int64(SKIP if state.phase == FREE_TILE else END_TURN if state.laid else PASS))
    return count


@compiled
def write_gifts(state, out, count):
    """Every kind of tile on the rack may be the gift (SB-9)."""
    jokers = 0
    for row in range(ROWS):
        rack = state.racks[state.seat, row]
        jokers |= rack & JOKERS
        numbers = rack & PLAIN
        while numbers:
            rank = popcount(PLAIN & ((numbers & -numbers) - 1))
            numbers &= numbers - 1
            count = write(out, count, GIVE_NUMBER + 16 * row + rank)
        if rack & ENDS:
            count = write(out, count, GIVE_SYMBOL + row)
    while jokers:
        count = write(out, count, GIVE_JOKER + joker_of(lowest(jokers)))
        jokers &= jokers - 1
    return count


@compiled
def apply(state, action, journal):
    """Do one thing, and then all that everyone can see is forced."""
    state.ply += 1
    if action < GIVE_NUMBER:
        lay(state, quotient(action, PLACES), remainder(action, PLACES), journal)
    elif action < END_TURN:
        give(state, np.int64(action), journal)
    elif action == SKIP:
        note(journal, SKIPPED, state.seat)
        state.phase = TURN
    elif action == PASS:  # SB-11
        note(journal, PASSED, state.seat)
        know_stuck(state)
        state.phase = TURN_OVER
    else:
        note(journal, TURN_ENDED, state.seat)
        state.phase = TURN_OVER
    while not state.over:
        draw_bonus(state, journal)
        if state.phase == TURN and state.laid == MOST and not state.pair:  # SB-R12
            note(journal, TURN_ENDED, state.seat)
            state.phase = TURN_OVER
        if state.phase != TURN_OVER:
            return
        pass_on(state, journal)


@compiled
def lay(state, row, place, journal):
    """Fill a space with the tile that belongs there, from the rack or just drawn."""
    phase = state.phase
    drawn = phase in (FITTING, BONUS)
    tile = take(state, WAITING if drawn else state.seat, row, place)
    note(journal, kind_of_laying(phase), state.seat, tile, row << NAME | place)
    if not drawn:
        know_laid(state, tile >> NAME, tile & PLACE)
    if phase not in (BONUS, FREE_TILE):  # SB-8, SB-O1, SB-R5: these do not count
        state.laid += 1
    put(state, row, place)
    end_if_empty(state, journal)  # SB-R7


@compiled
def take(state, holder, row, place):
    """Take the tile for this space off a rack; returns the tile.

    Any joker of the number, or any symbol of the row, will do.
    """
    if JOKERS >> place & 1:
        row = 0
        while not state.racks[holder, row] >> place & 1:
            row += 1
    elif ENDS >> place & 1:
        place = LEFT if state.racks[holder, row] & 1 << LEFT else RIGHT
    state.racks[holder, row] &= ~(1 << place)
    return row << NAME | place


@compiled
def kind_of_laying(phase):
    """The kind of step in the journal for a tile laid in this phase."""
    if phase == TURN:
        return LAID
    if phase == FIRST:
        return LAID_FIRST
    if phase == FREE_TILE:
        return LAID_FREE
    return LAID_DRAWN if phase == FITTING else LAID_BONUS


@compiled
def put(state, row, place):
    """Fill a space.

    This may earn bonus tiles (SB-8), a gift (SB-9), or the free tile of a symbol (SB-O1).
    """
    bit = 1 << place
    state.board[row] |= bit
    if ENDS & bit:
        state.phase = FREE_TILE
        return
    state.phase = TURN
    if state.fresh[row] & (bit << 1 | bit >> 1):  # SB-R6
        state.pair = 1
    state.fresh[row] |= bit
    if row > 0 and state.bonus[row - 1] & ~state.board[row - 1] & bit:
        state.owed += 1
    if row < 3 and state.bonus[row] & ~state.board[row + 1] & bit:
        state.owed += 1


@compiled
def end_if_empty(state, journal):
    """The round ends the moment a rack is empty (SB-12)."""
    rack = state.racks[state.seat]
    if rack[0] | rack[1] | rack[2] | rack[3] == 0:
        state.over = 1
        state.phase = TURN
        note(journal, ROUND_ENDED, state.seat)


@compiled
def draw_bonus(state, journal):
    """Draw the bonus tiles that are owed and lay them one by one (SB-8, SB-R3).

    Each may earn another (SB-R4).
    """
    while state.owed and state.phase == TURN:
        state.owed -= 1
        if bag_size(state):  # SB-11
            state.reveals += 1
            tile = draw(state)
            state.phase = BONUS
            if lay_if_forced(state, tile, journal) > 1:
                note(journal, DREW_BONUS, state.seat, tile)


@compiled
def lay_if_forced(state, tile, journal):
    """Lay the drawn tile if it can go to one space only; returns how many spaces there are."""
    space_count = 0
    row, place = tile >> NAME, tile & PLACE
    for r in range(ROWS):
        spaces = open_spaces(state, r)
        if spaces:
            row, place = r, lowest(spaces)
            space_count += popcount(spaces)
    if space_count == 1:
        state.racks[WAITING, tile >> NAME] = 0
        note(journal, kind_of_laying(state.phase), state.seat, tile, row << NAME | place)
        put(state, row, place)
    return space_count


@compiled
def give(state, action, journal):
    """Pass a tile on, face down, to the left neighbour; this ends the turn (SB-9, SB-R12)."""
    if action < GIVE_JOKER:
        row, place = quotient(action - GIVE_NUMBER, 16), nth(PLAIN, remainder(action - GIVE_NUMBER, 16))
    elif action < GIVE_SYMBOL:
        row, place = 0, nth(JOKERS, action - GIVE_JOKER)
    else:
        row, place = action - GIVE_SYMBOL, LEFT
    tile = take(state, np.int64(state.seat), row, place)
    left = next_seat(state)
    state.racks[left, tile >> NAME] |= 1 << (tile & PLACE)
    note(journal, GAVE, state.seat, tile, left)
    know_gift(state, tile >> NAME, tile & PLACE)
    state.phase = TURN_OVER
    end_if_empty(state, journal)


@compiled
def pass_on(state, journal):
    """The turn passes to the left; a seat that is stuck draws (SB-10).

    If that does not help, the turn passes on again.
    """
    state.reveals += 1
    while True:
        step_left(state)
        state.phase = TURN
        state.laid = 0
        state.pair = 0
        for row in range(ROWS):
            state.fresh[row] = 0
        if can_lay(state) or bag_size(state) == 0:  # SB-11: passing is up to the seat
            return
        if draw_while_stuck(state, journal):
            return
        note(journal, TURN_ENDED, state.seat)


@compiled
def draw_while_stuck(state, journal):
    """Draw up to three tiles; the first that fits must be laid (SB-10, SB-R8).

    False if none did.
    """
    fitting = know_stuck(state)
    for _ in range(MOST):
        if bag_size(state) == 0:
            return False
        tile = draw(state)
        state.phase = FITTING
        space_count = lay_if_forced(state, tile, journal)
        if space_count == 1:
            state.laid = 1
            return True
        if space_count:
            note(journal, DREW_FITTING, state.seat, tile)
            return True
        state.phase = TURN
        keep(state, tile)
        know_kept(state, fitting)
        note(journal, DREW, state.seat, tile)
    return False


@compiled
def scores(state, out):
    """Minus the sum of the tiles left on each rack; a symbol counts 11 (SB-12, SB-O1)."""
    for seat in range(SEATS):
        out.points[seat] = 0
        for row in range(ROWS):
            rest = state.racks[seat, row]
            while rest:
                place = lowest(rest)
                rest &= rest - 1
                out.points[seat] -= 11 if ENDS >> place & 1 else place


@compiled
def sound(state):
    """True if every tile lies, is in the bag, is on one rack, or waits for its space."""
    tiles = 0
    filled = 0
    for row in range(ROWS):
        seen = state.bag[row]
        twice = 0
        for holder in range(SEATS + 1):
            twice |= seen & state.racks[holder, row]
            seen |= state.racks[holder, row]
        if twice or seen & state.board[row] & PLAIN or (seen | state.board[row]) & PLAIN != PLAIN:
            return False
        if popcount(seen & ENDS) + popcount(state.board[row] & ENDS) != (2 if state.symbols else 0):
            return False
        tiles += joker_counts(seen)
        filled += joker_counts(state.board[row])
    return tiles + filled == joker_counts(JOKERS) * 4


@compiled
def joker_counts(tiles):
    """How many jokers of each number there are in a row of names: four bits a number."""
    return (tiles >> 3 & 1) | (tiles >> 7 & 1) << 4 | (tiles >> 13 & 1) << 8 | (tiles >> 17 & 1) << 12
