"""11! the board game: what each seat knows of the hidden tiles, and sharing them out anew.

**Limits.** Whoever is stuck holds nothing that fits (SB-10, SB-11). Later it may get such tiles after all: a gift, or
a drawn joker or symbol that no longer fits. So a kind of tile that was once lacked has a limit n: *of this kind, and
of all kinds with a limit not above n, the rack holds n tiles together at most.* Kinds are the four jokers, the four
symbols and, as one kind, the numbers that fitted when the seat was last stuck (`lacks`: a number that fits goes on
fitting until it lies, so the newest such set holds all earlier ones). No limit excludes what is possible:
- stuck: the kinds that fit get the limit 0, and there are none of them;
- a tile comes that may be of the kinds U: let m be the lowest limit in U. Limits above m rise by one, and so do those
  of the kinds in U with limit m. Every other kind counts no tile of U, so its sum does not grow; the sums of the
  former grow by at most one, as their limits do;
- a tile of a kind with limit n is seen to leave: every sum that counted it is one less. These are the sums of the
  kinds with limits from n up, and their limits sink by one.

**Gifts.** The giver knows what it gave. `gifts[giver, k]` are the tiles that may now be k + 1 seats to its left: at
first only the neighbour; when that one hands on a tile face down, the next one too; who is stuck has none that fit;
what is seen to be laid or comes back is gone. They are never in the bag. The left neighbour gets tiles from this giver
only, so the limits that the giver keeps of its left neighbour leave them out. Further on they are one more kind with a
limit, the number of tiles that can have brought one; a tile of two kinds counts with the lower limit.

Each viewer has its own limits, because giver and receiver see a gift; EVERYONE's are those of a spectator.
"""

import numpy as np

from elftafel.games.start11.board import (
    ALL,
    ELEVEN,
    ENDS,
    EVERYONE,
    FIRST,
    GIFT,
    JOKER_NUMBERS,
    JOKERS,
    LACKED,
    LIMITED,
    NAME,
    NO_LIMIT,
    OTHERS,
    PLACE,
    PLACES,
    PLAIN,
    ROWS,
    SEATS,
    TURN,
    WAITING,
    bag_size,
    can_lay,
    fits,
    joker_of,
    rack_size,
)
from elftafel.games.start11.facts import FACTS
from elftafel.kernel.bits import lowest, popcount, remainder, scratch
from elftafel.kernel.cards import collect_unseen, hand_out
from elftafel.kernel.chance import rekey
from elftafel.kernel.hands import MOST_TRIES, share_out
from elftafel.kernel.jit import compiled

AT = FACTS.offsets  # where each part of the observation begins
JOKER_KINDS, SYMBOL_KINDS, KINDS = 64, 68, 72  # tiles by kind: 64 numbers, 4 jokers, 4 symbols


@compiled
def know_nothing(state):
    """At the deal nothing is known."""
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
    """The seat at turn can lay nothing, so it has no tile that fits; returns the kinds of these tiles."""
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
    """How many seats there are between a viewer and a holder to its left."""
    step = holder - viewer - 1
    return step if step >= 0 else step + state.players


@compiled
def know_kept(state, fitting):
    """The stuck seat kept the tile that it drew: it is of any kind but those that fit, and no gift."""
    for viewer in range(SEATS + 1):
        raise_limits(state, viewer, np.int64(state.seat), (1 << GIFT) - 1 & ~fitting)


@compiled
def raise_limits(state, viewer, holder, usable):
    """A tile of one of the `usable` kinds may have come."""
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
    """A tile of this kind has gone."""
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
    """Everybody sees a tile come from the rack of the seat at turn."""
    holder = np.int64(state.seat)
    kind = kind_of(state, holder, row, place)
    for viewer in range(SEATS + 1):
        if viewer == EVERYONE:
            lower_limits(state, viewer, holder, kind)
        elif viewer != holder and viewer < state.players:
            see_leave(state, viewer, holder, row, place, kind)


@compiled
def see_leave(state, viewer, holder, row, place, kind):
    """One viewer sees which tile leaves a rack, and asks itself whether it was a gift of its own.

    A number is easily told. With a joker or symbol: if all its gifts of this kind that may be there can only be there,
    it is one of them, for equal tiles are equal. If some may be elsewhere, it was one of them or not, and all that was
    known of them is forgotten: from now on they are tiles like any other.
    """
    far = steps_left(state, viewer, holder)
    gifts = state.gifts[viewer]
    found = 0
    doubt = 0
    gone_row, gone = row, 1 << place
    if kind >= LACKED:
        found = gifts[far, row] & gone
    else:
        for r in range(ROWS):
            tiles = gifts[far, r] & equal_tiles(row, place, r)
            if tiles:
                found |= tiles
                if not gifts[far, gone_row] & gone:  # one with another name goes in its place
                    gone_row, gone = r, tiles & -tiles
                for k in range(3):
                    if k != far:
                        doubt |= tiles & gifts[k, r]
    if doubt:
        left = viewer + 1 if viewer + 1 < state.players else 0
        for r in range(ROWS):
            tiles = gifts[far, r] & equal_tiles(row, place, r)
            for _ in range(popcount(tiles & gifts[0, r])):
                raise_limits(state, viewer, left, 1 << kind)
            for k in range(3):
                gifts[k, r] &= ~tiles
    elif found:
        for k in range(3):
            gifts[k, gone_row] &= ~gone
            if k < far and k < 2 and state.handed[viewer, k] > 0:
                state.handed[viewer, k] -= 1
        if state.limits[viewer, holder, GIFT] < state.limits[viewer, holder, kind]:
            kind = GIFT
    if doubt or not found or far > 0:  # the limits of the left neighbour count no gifts
        lower_limits(state, viewer, holder, kind)


@compiled
def equal_tiles(row, place, other_row):
    """The tiles in a row of names that equal this joker or symbol."""
    if JOKERS >> place & 1:
        return 1 << place
    return ENDS if other_row == row else 0


@compiled
def know_gift(state, row, place):
    """A tile is handed to the left: giver and receiver know it, the others only that there was one (SB-9)."""
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
    """Some tile came to the receiver, of any kind that the giver may have had; maybe one that the viewer gave."""
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
    if usable >> GIFT & 1 or state.limits[viewer, receiver, LACKED] < NO_LIMIT:  # else there are no limits
        raise_limits(state, viewer, receiver, usable)


@compiled
def redeal(state, seat, luck):
    """Share the unseen tiles out anew, evenly among all ways that `seat` must hold possible."""
    tiles, allowed, held, need = scratch(), scratch(), scratch(), scratch()
    for holder in range(state.players + 1):
        need[holder] = 0
    count = collect_unseen(state.bag, state.racks, state.players, seat, 1 << NAME, 0, tiles, need)
    for i in range(count):
        allowed[i] = may_hold(state, seat, tiles[i] >> NAME, tiles[i] & PLACE)
    for _ in range(MOST_TRIES):
        share_out(luck, count, allowed, need, state.players + 1, held)
        hand_out(state.bag, state.racks, state.players, seat, 1 << NAME, 0, tiles, count, held)
        if is_possible(state, seat):
            break
    forget_what_others_know(state, seat)
    rekey(state, luck)


@compiled
def may_hold(state, seat, row, place):
    """Who may hold this tile as far as `seat` knows: a bit a seat, and one for the bag."""
    known = 0
    for k in range(state.players - 1):
        if state.gifts[seat, k, row] >> place & 1:
            known |= 1 << remainder(seat + 1 + k, state.players)
    if known:
        return known
    holders = 1 << state.players
    for other in range(state.players):
        if other != seat:
            kind = kind_of(state, other, row, place)
            if state.limits[seat, other, kind] > 0 and state.limits[EVERYONE, other, kind] > 0:
                holders |= 1 << other
    return holders


@compiled
def is_possible(state, seat):
    """Whether the racks agree with all that `seat` knows."""
    for holder in range(state.players):
        if holder != seat:
            if not (within_limits(state, seat, holder) and within_limits(state, EVERYONE, holder)):
                return False
    for far in range(state.players - 2):  # no more gifts went on than were handed on
        further = 0
        for k in range(far + 1, state.players - 1):
            holder = remainder(seat + 1 + k, state.players)
            for row in range(ROWS):
                further += popcount(state.racks[holder, row] & state.gifts[seat, k, row])
        if further > state.handed[seat, far]:
            return False
    return has_what_the_turn_needs(state)


@compiled
def within_limits(state, viewer, holder):
    """Whether a rack keeps to the limits that a viewer knows; its gifts to its left neighbour do not count."""
    limits = state.limits[viewer, holder]
    counts = scratch()
    for kind in range(OTHERS + 1):
        counts[kind] = 0
    for row in range(ROWS):
        rest = state.racks[holder, row]
        gifts = 0
        if viewer != EVERYONE:
            far = steps_left(state, viewer, holder)
            gifts = rest & state.gifts[viewer, far, row]
            if far == 0:
                rest &= ~gifts
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            kind = kind_of(state, holder, row, place)
            if gifts >> place & 1 and limits[GIFT] < limits[kind]:
                kind = GIFT
            counts[kind] += 1
    for kind in range(LIMITED):
        if limits[kind] < NO_LIMIT:
            total = 0
            for other in range(LIMITED):
                if limits[other] <= limits[kind]:
                    total += counts[other]
            if total > limits[kind]:
                return False
    return True


@compiled
def has_what_the_turn_needs(state):
    """The starter has an 11 (SB-2), and who did not draw at the beginning of a turn can lay something (SB-10)."""
    seat = state.seat
    if state.over:
        return True
    if state.phase == FIRST:
        rack = state.racks[seat]
        return (rack[0] | rack[1] | rack[2] | rack[3]) & ELEVEN != 0
    return state.phase != TURN or state.laid > 0 or bag_size(state) == 0 or can_lay(state)


@compiled
def forget_what_others_know(state, seat):
    """What the others know of their own gifts is hidden from `seat`; they are left with what everyone knows."""
    for viewer in range(SEATS):
        if viewer == seat:
            continue
        for holder in range(SEATS):
            for kind in range(LIMITED):
                state.limits[viewer, holder, kind] = state.limits[EVERYONE, holder, kind]
        for row in range(ROWS):
            for k in range(3):
                state.gifts[viewer, k, row] = 0
        for k in range(2):
            state.handed[viewer, k] = 0


@compiled
def observe(state, seat, out):
    """What `seat` knows, others counted clockwise from it (the table is in docs/games/start11.md)."""
    players = state.players
    write_kinds(out, AT.rack, state.racks[seat])
    write_kinds(out, AT.waiting, state.racks[WAITING])
    for row in range(ROWS):
        fitting = fits(state, row) & spaces_in_use(state)
        for place in range(PLACES):
            space = PLACES * row + place
            out[AT.board + space] = state.board[row] >> place & 1
            out[AT.fits + space] = fitting >> place & 1
            out[AT.fresh + space] = state.fresh[row] >> place & 1
    for pair in range(3):
        for number in range(1, 21):
            bridge = (state.bridges[pair] >> number & 1) + (state.bonus[pair] >> number & 1)
            out[AT.bridges + 20 * pair + number - 1] = bridge
    for k in range(3):
        write_lacks(state, seat, k, out, AT.lacks + KINDS * k)
        write_kinds(out, AT.given + KINDS * k, state.gifts[seat, k])
    for step in range(4):
        other = remainder(seat + step, players)
        here = step < players
        out[AT.rack_sizes + step] = rack_size(state, other) if here else 0
        out[AT.turn + step] = here and other == state.seat
    out[AT.bag] = bag_size(state)
    out[AT.laid] = state.laid
    out[AT.pair] = state.pair
    out[AT.phase] = state.phase
    out[AT.players] = players
    out[AT.symbols] = state.symbols


@compiled
def spaces_in_use(state):
    """The spaces in use: without symbol tiles, not those at the ends (SB-O1)."""
    return ALL if state.symbols else ALL & ~ENDS


@compiled
def write_kinds(out, at, tiles):
    """Write a set of tiles, counted by kind: 64 numbers by row, 4 jokers, 4 symbols."""
    for k in range(4):
        out[at + JOKER_KINDS + k] = 0
    for row in range(ROWS):
        out[at + SYMBOL_KINDS + row] = popcount(tiles[row] & ENDS)
        number_kind = 16 * row
        for place in range(1, 21):
            has = tiles[row] >> place & 1
            if PLAIN >> place & 1:
                out[at + number_kind] = has
                number_kind += 1
            else:
                out[at + JOKER_KINDS + joker_of(place)] += has


@compiled
def write_lacks(state, seat, k, out, at):
    """Write 1 for each kind that the (k + 1)-th seat to the left is known not to have."""
    holder = remainder(seat + 1 + k, state.players)
    limits = state.limits[seat, holder]
    there = k + 1 < state.players
    all_gifts = 0
    number_kind = 0
    for row in range(ROWS):
        gifts = state.gifts[seat, k, row]
        all_gifts |= gifts
        lacks = state.lacks[holder, row] & ~gifts
        for place in range(1, 21):
            if PLAIN >> place & 1:
                out[at + number_kind] = there and limits[LACKED] == 0 and lacks >> place & 1 == 1
                number_kind += 1
        out[at + SYMBOL_KINDS + row] = there and limits[4 + row] == 0 and gifts & ENDS == 0
    for joker in range(4):
        has_none = limits[joker] == 0 and all_gifts >> JOKER_NUMBERS[joker] & 1 == 0
        out[at + JOKER_KINDS + joker] = there and has_none
