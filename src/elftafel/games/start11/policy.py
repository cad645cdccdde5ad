"""11! the board game: a quick sensible choice. Lay what leads to your own tiles; give away what is dear and far off."""

from elftafel.games.start11.board import BONUS, ENDS, FITTING, JOKERS, PLACES, PLAIN, ROWS, TURN, fits, joker_of
from elftafel.games.start11.rules import END_TURN, GIVE_JOKER, GIVE_NUMBER, GIVE_SYMBOL, PASS, SKIP, open_spaces
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """The space that helps most; the dearest gift when the turn can give no more; the end of the turn."""
    best_action = -1
    best_worth = 0
    for row in range(ROWS):
        spaces = open_spaces(state, row)
        while spaces:
            place = lowest(spaces)
            spaces &= spaces - 1
            worth = 8 * worth_of_filling(state, row, place) + pick(luck, 8)
            if best_action < 0 or worth > best_worth:
                best_worth = worth
                best_action = PLACES * row + place
    if best_action >= 0:
        return best_action
    if state.phase != TURN:
        return SKIP
    if state.pair:
        return dearest_gift(state)
    return END_TURN if state.laid else PASS


@compiled
def stumble(state, luck):
    """A beginner's choice."""
    return prefer(state, luck)


@compiled
def worth_of_filling(state, row, place):
    """Points got rid of, a gift earned, own tiles that this opens up, against spaces opened for the others."""
    rack = state.racks[state.seat, row]
    bit = 1 << place
    beside = (bit << 1 | bit >> 1) & ~state.board[row]
    worth = 4 * popcount(rack & beside & PLAIN) - popcount(beside & ~rack)
    if not state.pair and state.fresh[row] & (bit << 1 | bit >> 1):
        worth += 6
    if ENDS & bit:
        worth += 8  # 11 points, and a free tile
    elif state.phase == TURN:
        worth += place >> 2
    elif state.phase not in (BONUS, FITTING):  # the free tile: rather one that does not fit yet
        worth += place >> 2
        if not fits(state, row) & bit:
            worth += 6
    return worth


@compiled
def dearest_gift(state):
    """The tile with most points; one that does not fit counts for more."""
    best_action = END_TURN
    best_worth = 0
    for row in range(ROWS):
        tiles = state.racks[state.seat, row]
        fitting = fits(state, row)
        while tiles:
            place = lowest(tiles)
            tiles &= tiles - 1
            if PLAIN >> place & 1:
                worth = place + (0 if fitting >> place & 1 else 8)
                action = GIVE_NUMBER + 16 * row + popcount(PLAIN & ((1 << place) - 1))
            elif JOKERS >> place & 1:
                worth = place
                action = GIVE_JOKER + joker_of(place)
            else:
                worth = 11
                action = GIVE_SYMBOL + row
            if worth > best_worth:
                best_worth = worth
                best_action = action
    return best_action
