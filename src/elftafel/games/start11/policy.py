"""11! the board game: a quick sensible choice and a beginner's.

`prefer` lays what leads to its own tiles, and gives away tiles that are far from the board and
alone. Chance decides much in this game; most of the skill is in the gift. The values were tuned by
comparing them over thousands of rounds.
"""

from elftafel.games.start11.board import BONUS, ENDS, FITTING, JOKERS, PLACES, PLAIN, ROWS, TURN, fits, joker_of
from elftafel.games.start11.rules import END_TURN, GIVE_JOKER, GIVE_NUMBER, GIVE_SYMBOL, PASS, SKIP, open_spaces
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

OPENS_FOR_ME, OPENS_FOR_OTHERS = 4, -1  # for each neighbour that is still free
A_PAIR, A_SYMBOL, A_BONUS = 6, 8, -6  # the tile of a bonus helps whoever comes next
A_FAR_TILE = 6  # as the free tile after a symbol
# The value of giving a tile away, added to its number: it does not fit; for each step to where it
# would; for each own tile beside it
DOES_NOT_FIT, A_STEP, BESIDE_OWN, A_SYMBOL_GIFT = 8, 4, -6, 15
MOST_STEPS = 5
STOPS, FORGETS = 10, 4  # a beginner ends its turn early, or forgets the gift, once in so many times


@compiled
def prefer(state, luck):
    """The space that helps most; if none can be filled, the best gift or the end of the turn."""
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
        return best_gift(state)
    return END_TURN if state.laid else PASS


@compiled
def stumble(state, luck):
    """A beginner's choice: the highest number that fits, and sometimes an early end.

    It sees no pairs and saves no jokers. Sometimes it forgets the gift, otherwise it gives its
    lowest tile.
    """
    stops = state.phase == TURN and state.laid and pick(luck, STOPS) == 0
    best_action, highest = -1, -1
    for row in range(ROWS):
        spaces = 0 if stops else open_spaces(state, row)
        while spaces:
            place = lowest(spaces)
            spaces &= spaces - 1
            if place > highest:
                highest = place
                best_action = PLACES * row + place
    if best_action >= 0:
        return best_action
    if state.phase != TURN:
        return SKIP
    if state.pair and pick(luck, FORGETS):
        return lowest_gift(state)
    return END_TURN if state.laid else PASS


@compiled
def worth_of_filling(state, row, place):
    """The value of filling a space.

    Points that leave the rack, a gift, and own tiles that it opens up, against spaces opened for
    others.
    """
    rack = state.racks[state.seat, row]
    bit = 1 << place
    beside = (bit << 1 | bit >> 1) & ~state.board[row]
    worth = OPENS_FOR_ME * popcount(rack & beside & PLAIN) + OPENS_FOR_OTHERS * popcount(beside & ~rack)
    if not state.pair and state.fresh[row] & (bit << 1 | bit >> 1):
        worth += A_PAIR
    if earns_bonus(state, row, bit):
        worth += A_BONUS
    if ENDS & bit:
        worth += A_SYMBOL  # 11 points, and a free tile
    elif state.phase == TURN:
        worth += place >> 2
    elif state.phase not in (BONUS, FITTING):  # the free tile: rather one that does not fit yet
        worth += place >> 2
        if not fits(state, row) & bit:
            worth += A_FAR_TILE
    return worth


@compiled
def earns_bonus(state, row, bit):
    """True if this is the first space of a bonus bridge (SB-8)."""
    up = row > 0 and state.bonus[row - 1] & ~state.board[row - 1] & bit != 0
    return up or (row < ROWS - 1 and state.bonus[row] & ~state.board[row + 1] & bit != 0)


@compiled
def best_gift(state):
    """A costly tile, far from where it could be laid, with no own tile beside it."""
    best_action = END_TURN
    best_worth = -100
    for row in range(ROWS):
        tiles = state.racks[state.seat, row]
        while tiles:
            place = lowest(tiles)
            tiles &= tiles - 1
            if PLAIN >> place & 1:
                worth = place + loneliness(state, row, place)
            else:
                worth = place if JOKERS >> place & 1 else A_SYMBOL_GIFT
            if worth > best_worth:
                best_worth = worth
                best_action = gift_of(row, place)
    return best_action


@compiled
def loneliness(state, row, place):
    """How far a number tile is from the board and from the own tiles."""
    bit = 1 << place
    fitting = fits(state, row)
    rack = state.racks[state.seat]
    own = rack[row] & PLAIN | (rack[0] | rack[1] | rack[2] | rack[3]) & JOKERS
    worth = BESIDE_OWN * popcount((bit << 1 | bit >> 1) & own)
    if not fitting & bit:
        worth += DOES_NOT_FIT
    near = bit
    steps = 0
    while steps < MOST_STEPS and not near & (fitting | state.board[row]):
        near |= near << 1 | near >> 1
        steps += 1
    return worth + A_STEP * steps


@compiled
def lowest_gift(state):
    """The first of the lowest tiles on the rack."""
    rack = state.racks[state.seat]
    place = lowest(rack[0] | rack[1] | rack[2] | rack[3])
    row = 0
    while not rack[row] >> place & 1:
        row += 1
    return gift_of(row, place)


@compiled
def gift_of(row, place):
    """The action that gives this tile."""
    if PLAIN >> place & 1:
        return GIVE_NUMBER + 16 * row + popcount(PLAIN & ((1 << place) - 1))
    return GIVE_JOKER + joker_of(place) if JOKERS >> place & 1 else GIVE_SYMBOL + row
