"""11! the board game: what a seat must hold possible (`redeal`) and what it observes.

Both rest on what was learnt during the round: see limits.py.
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
    LACKED,
    LIMITED,
    NAME,
    NO_LIMIT,
    OTHERS,
    PLACE,
    PLACES,
    ROWS,
    SEATS,
    TURN,
    WAITING,
    bag_size,
    can_lay,
    fits,
    rack_size,
)
from elftafel.games.start11.facts import FACTS
from elftafel.games.start11.limits import kind_of, steps_left
from elftafel.kernel.bits import lowest, popcount, remainder, scratch
from elftafel.kernel.cards import collect_unseen, hand_out
from elftafel.kernel.chance import rekey
from elftafel.kernel.features import offsets_in, seat_after, steps_to, write_bits, write_number, write_ones
from elftafel.kernel.hands import MOST_TRIES, share_out
from elftafel.kernel.jit import compiled

AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins
JOKER_KINDS, SYMBOL_KINDS, KINDS = 64, 68, 72  # tiles by kind: 64 numbers, 4 jokers, 4 symbols


@compiled
def redeal(state, seat, luck):
    """Share the unseen tiles out anew, evenly among all ways that are possible for `seat`."""
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
    """Who may hold this tile as far as `seat` knows: a bit for each seat, and one for the bag."""
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
    """True if the racks agree with everything that `seat` knows."""
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
    """True if a rack keeps to the limits that a viewer knows.

    The viewer's gifts to its left neighbour do not count.
    """
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
    """True if the seat at turn can have come to its decision with this rack.

    The starter has an 11 (SB-2); a seat that did not draw at the beginning of its turn can lay
    something (SB-10).
    """
    seat = state.seat
    if state.over:
        return True
    if state.phase == FIRST:
        rack = state.racks[seat]
        return (rack[0] | rack[1] | rack[2] | rack[3]) & ELEVEN != 0
    return state.phase != TURN or state.laid > 0 or bag_size(state) == 0 or can_lay(state)


@compiled
def forget_what_others_know(state, seat):
    """Leave the other seats with what everyone knows.

    What they know of their own gifts is hidden from `seat`.
    """
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
    """Write what `seat` knows, others counted clockwise from it.

    The table of the entries is in docs/games/start11.md.
    """
    at = offsets_in(out, AT, PACKED)
    players = state.players
    write_kinds(out, at.rack, state.racks[seat])
    write_kinds(out, at.waiting, state.racks[WAITING])
    in_use = spaces_in_use(state)
    for row in range(ROWS):
        write_bits(out, at.board + PLACES * row, state.board[row], 22)
        write_bits(out, at.fits + PLACES * row, fits(state, row) & in_use, 22)
        write_bits(out, at.fresh + PLACES * row, state.fresh[row], 22)
    for pair in range(3):
        first = at.bridges + 20 * pair - 1
        write_ones(out, first + 1, state.bridges[pair] >> 1, 20)
        bonus = state.bonus[pair]
        while bonus:  # each is a bridge too
            write_number(out, first + lowest(bonus), 2)
            bonus &= bonus - 1
    for k in range(3):
        write_lacks(state, seat, k, out, at.lacks + KINDS * k)
        write_kinds(out, at.given + KINDS * k, state.gifts[seat, k])
    for step in range(4):
        here = step < players
        write_number(out, at.rack_sizes + step, rack_size(state, seat_after(seat, step, players)) if here else 0)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, players), 4)
    write_number(out, at.bag, bag_size(state))
    write_number(out, at.laid, state.laid)
    write_bits(out, at.pair, state.pair, 1)
    write_number(out, at.phase, state.phase)
    write_number(out, at.players, players)
    write_bits(out, at.symbols, state.symbols, 1)


@compiled
def spaces_in_use(state):
    """The spaces in use: without symbol tiles, those at the ends are not (SB-O1)."""
    return ALL if state.symbols else ALL & ~ENDS


@compiled
def by_rank(tiles):
    """The number tiles of a row as 16 bits, one for each number that is not a joker's."""
    tiles = np.int64(tiles)
    low = tiles >> 1 & 3 | (tiles >> 4 & 7) << 2 | (tiles >> 8 & 31) << 5  # 1 2, 4 5 6, 8 … 12
    return low | (tiles >> 14 & 7) << 10 | (tiles >> 18 & 7) << 13  # 14 15 16, 18 19 20


@compiled
def write_kinds(out, at, tiles):
    """Write a set of tiles, counted by kind: 64 numbers by row, 4 jokers, 4 symbols."""
    numbers = by_rank(tiles[0]) | by_rank(tiles[1]) << 16 | by_rank(tiles[2]) << 32 | by_rank(tiles[3]) << 48
    write_ones(out, at, numbers, 64)
    for joker in range(4):
        place = JOKER_NUMBERS[joker]
        count = (tiles[0] >> place & 1) + (tiles[1] >> place & 1) + (tiles[2] >> place & 1) + (tiles[3] >> place & 1)
        write_number(out, at + JOKER_KINDS + joker, count)
    for row in range(ROWS):
        write_number(out, at + SYMBOL_KINDS + row, popcount(tiles[row] & ENDS))


@compiled
def write_lacks(state, seat, k, out, at):
    """Write 1 for each kind that the (k + 1)-th seat to the left is known not to have."""
    numbers, others = 0, 0
    if k + 1 < state.players:
        holder = seat_after(seat, k + 1, state.players)
        limits = state.limits[seat, holder]
        gifts = state.gifts[seat, k]
        all_gifts = gifts[0] | gifts[1] | gifts[2] | gifts[3]
        if limits[LACKED] == 0:
            for row in range(ROWS):
                numbers |= by_rank(state.lacks[holder, row] & ~gifts[row]) << 16 * row
        for i in range(4):
            if limits[i] == 0 and all_gifts >> JOKER_NUMBERS[i] & 1 == 0:
                others |= 1 << i
            if limits[4 + i] == 0 and gifts[i] & ENDS == 0:
                others |= 1 << 4 + i
    write_bits(out, at, numbers, 64)
    write_bits(out, at + JOKER_KINDS, others, 8)
