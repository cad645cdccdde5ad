"""11! the board game: what everyone learns about the hidden tiles during a round.

**Limits.** A seat that is stuck holds nothing that fits (SB-10, SB-11). Later it may get such tiles
after all: as a gift, or by drawing a joker or symbol that no longer fits. So each kind of tile that
a seat once lacked has a limit n: *of this kind, together with all kinds whose limit is not above n,
the rack holds at most n tiles.* Kinds are the four jokers, the four symbols and, as one kind, the
numbers that fitted when the seat was last stuck (`lacks`; a number that fits goes on fitting until
it is laid, so the newest such set contains all earlier ones). No limit ever excludes what is
possible:
- A seat is stuck: the kinds that fit get the limit 0, since there are none of them.
- A tile comes that may be of the kinds U. Let m be the lowest limit in U. Limits above m rise by
  one, and so do those of the kinds in U with limit m. No other kind counts a tile of U, so its sum
  does not grow. The sums of the former grow by at most one, as their limits do.
- A tile of a kind with limit n is seen to leave. Every sum that counted it is now one less: these
  are the sums of the kinds with limits from n up, and their limits sink by one.

**Gifts.** The giver knows what it gave. `gifts[giver, k]` are the tiles that may now be k + 1 seats
to its left: at first only with the neighbour; when the neighbour hands on a tile face down, with
the next seat too. A seat that is stuck has none of those that fit. A tile that is seen to be laid,
or comes back, is no gift any more. Gifts are never in the bag. The left neighbour gets tiles from
this giver only, so the limits that the giver keeps of its left neighbour do not count them. Further
on, gifts are one more kind with a limit: the number of tiles that can have brought one. A tile of
two kinds counts with the lower limit.

Each viewer has its own limits, because giver and receiver see a gift; those of EVERYONE are what a
spectator knows.
"""

import numpy as np

from elftafel.games.start11.board import (
    ELEVEN,
    ENDS,
    EVERYONE,
    GIFT,
    JOKER_NUMBERS,
    JOKERS,
    LACKED,
    LIMITED,
    NO_LIMIT,
    OTHERS,
    PLAIN,
    ROWS,
    SEATS,
    fits,
    joker_of,
)
from elftafel.kernel.bits import popcount
from elftafel.kernel.jit import compiled


@compiled
def know_nothing(state):
    """Set the limits at the deal, when nothing is known."""
    for viewer in range(SEATS + 1):
        for holder in range(SEATS):
            for kind in range(OTHERS + 1):
                state.limits[viewer, holder, kind] = NO_LIMIT


@compiled
def know_no_eleven(state, holder):
    """A seat did not start: it has no 11 (SB-2)."""
    for row in range(ROWS):
        state.lacks[holder, row] = ELEVEN
    for viewer in range(SEATS + 1):
        state.limits[viewer, holder, LACKED] = 0


@compiled
def know_stuck(state):
    """The seat at turn can lay nothing: it has no tile that fits. Returns the kinds of these."""
    holder = np.int64(state.seat)
    jokers = 0
    for row in range(ROWS):
        jokers |= fits(state, row) & JOKERS
    kinds = 1 << LACKED
    for joker in range(4):
        if jokers >> JOKER_NUMBERS[joker] & 1:
            kinds |= 1 << joker
    for row in range(ROWS):
        spaces = fits(state, row)
        state.lacks[holder, row] = spaces & PLAIN
        tiles = spaces & PLAIN | jokers
        if spaces & ENDS:
            kinds |= 1 << 4 + row
            tiles |= ENDS
        for viewer in range(state.players):
            if viewer != holder:
                state.gifts[viewer, steps_left(state, viewer, holder), row] &= ~tiles
    for viewer in range(SEATS + 1):
        for kind in range(LIMITED):
            if kinds >> kind & 1:
                state.limits[viewer, holder, kind] = 0
    return kinds


@compiled
def steps_left(state, viewer, holder):
    """How many seats are between a viewer and a holder to its left."""
    step = holder - viewer - 1
    return step if step >= 0 else step + state.players


@compiled
def know_kept(state, fitting):
    """The stuck seat kept the tile that it drew.

    The tile is of any kind but those that fit, and it is no gift.
    """
    for viewer in range(SEATS + 1):
        raise_limits(state, viewer, np.int64(state.seat), (1 << GIFT) - 1 & ~fitting)


@compiled
def raise_limits(state, viewer, holder, usable):
    """A tile of one of the `usable` kinds may have come to the holder."""
    limits = state.limits[viewer, holder]
    least = NO_LIMIT
    for kind in range(LIMITED):
        if usable >> kind & 1 and limits[kind] < least:
            least = int(limits[kind])
    for kind in range(LIMITED):
        limit = limits[kind]
        if limit < NO_LIMIT and (limit > least or (limit == least and usable >> kind & 1)):
            limits[kind] = limit + 1


@compiled
def lower_limits(state, viewer, holder, kind):
    """A tile of this kind has left the holder."""
    limits = state.limits[viewer, holder]
    gone = limits[kind]
    if 0 < gone < NO_LIMIT:
        for other in range(LIMITED):
            if gone <= limits[other] < NO_LIMIT:
                limits[other] -= 1


@compiled
def kind_of(state, holder, row, place):
    """The kind of a tile, for the limits of this holder."""
    bit = 1 << place
    if JOKERS & bit:
        return joker_of(place)
    if ENDS & bit:
        return 4 + row
    return LACKED if state.lacks[holder, row] & bit else OTHERS


@compiled
def know_laid(state, row, place):
    """Everybody sees which tile leaves the rack of the seat at turn."""
    holder = np.int64(state.seat)
    kind = kind_of(state, holder, row, place)
    for viewer in range(SEATS + 1):
        if viewer == EVERYONE:
            lower_limits(state, viewer, holder, kind)
        elif viewer != holder and viewer < state.players:
            see_leave(state, viewer, holder, row, place, kind)


@compiled
def see_leave(state, viewer, holder, row, place, kind):
    """One viewer sees which tile leaves a rack: was it one of its own gifts?

    A number tile answers that. With a joker or symbol it depends on where the viewer's gifts of
    that kind may be. If all of them that may be on this rack can be nowhere else, the tile is one
    of them, since equal tiles are interchangeable. If some may be elsewhere, there is no answer,
    and everything that was known of these gifts is forgotten: from now on they are tiles like any
    other.
    """
    far = steps_left(state, viewer, holder)
    gifts = state.gifts[viewer]
    own_gifts = 0
    doubtful = 0
    gone_row, gone = row, 1 << place
    if kind >= LACKED:
        own_gifts = gifts[far, row] & gone
    else:
        for r in range(ROWS):
            tiles = gifts[far, r] & equal_tiles(row, place, r)
            if tiles:
                own_gifts |= tiles
                if not gifts[far, gone_row] & gone:  # one with another name goes in its place
                    gone_row, gone = r, tiles & -tiles
                for k in range(3):
                    if k != far:
                        doubtful |= tiles & gifts[k, r]
    if doubtful:
        left = viewer + 1 if viewer + 1 < state.players else 0
        for r in range(ROWS):
            tiles = gifts[far, r] & equal_tiles(row, place, r)
            for _ in range(popcount(tiles & gifts[0, r])):
                raise_limits(state, viewer, left, 1 << kind)
            for k in range(3):
                gifts[k, r] &= ~tiles
    elif own_gifts:
        for k in range(3):
            gifts[k, gone_row] &= ~gone
            if k < far and k < 2 and state.handed[viewer, k] > 0:
                state.handed[viewer, k] -= 1
        if state.limits[viewer, holder, GIFT] < state.limits[viewer, holder, kind]:
            kind = GIFT
    if doubtful or not own_gifts or far > 0:  # the limits of the left neighbour count no gifts
        lower_limits(state, viewer, holder, kind)


@compiled
def equal_tiles(row, place, other_row):
    """The tiles in a row of names that equal this joker or symbol."""
    if JOKERS >> place & 1:
        return 1 << place
    return ENDS if other_row == row else 0


@compiled
def know_gift(state, row, place):
    """A tile is handed to the left (SB-9).

    Giver and receiver know which; the others know only that there was one.
    """
    giver = np.int64(state.seat)
    receiver = giver + 1 if giver + 1 < state.players else 0
    for viewer in range(SEATS + 1):
        if viewer == giver:
            state.gifts[giver, 0, row] |= 1 << place
        elif viewer == receiver:
            see_leave(state, viewer, giver, row, place, kind_of(state, giver, row, place))
        elif viewer < state.players or viewer == EVERYONE:
            see_handing(state, viewer, giver, receiver)


@compiled
def see_handing(state, viewer, giver, receiver):
    """One viewer sees a tile handed on face down.

    It is of any kind that the giver may have had, and it may be one that the viewer gave before.
    """
    usable = 0
    for kind in range(LACKED):
        if state.limits[viewer, giver, kind] > 0:
            usable |= 1 << kind
    others = 0  # numbers that the receiver lacked and the giver did not
    for row in range(ROWS):
        others |= state.lacks[receiver, row] & ~state.lacks[giver, row] & ~state.board[row]
    if others or state.limits[viewer, giver, LACKED] > 0:
        usable |= 1 << LACKED
    if viewer != EVERYONE:
        far = steps_left(state, viewer, giver)
        gifts = state.gifts[viewer]
        here = 0
        there = 0
        further = 0
        for row in range(ROWS):
            here |= gifts[far, row]
            there |= gifts[far + 1, row]
            further |= gifts[far + 1, row] | gifts[2, row]
            gifts[far + 1, row] |= gifts[far, row]
        if here:
            usable |= 1 << GIFT
            if far == 0:  # these did not count with the giver: they may be of any kind
                usable = (1 << LIMITED) - 1
            if there == 0:
                state.limits[viewer, receiver, GIFT] = 0
            state.handed[viewer, far] = state.handed[viewer, far] + 1 if further else 1
    # Otherwise there are no limits.
    if usable >> GIFT & 1 or state.limits[viewer, receiver, LACKED] < NO_LIMIT:
        raise_limits(state, viewer, receiver, usable)
