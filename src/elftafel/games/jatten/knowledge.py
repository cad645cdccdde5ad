"""Jatten: who knows what of the hidden cards, and what follows from it (`redeal`, `observe`).

Viewers are the seats, and everyone (the viewer with the number of players as its index): what a
spectator knows too. For each viewer the record keeps

- `known`: cards of each kind that are certainly in a hand, because a bust or an eye showed them
  (JA-R10);
- `unknown`: the number of other cards in that hand; `unseen`: the cards that these and the pile
  consist of;
- since the pile was last renewed (JA-11): how many unseen cards can be *newer* (from that pile) and
  how many can be *older* (in hands when it was formed), and the same for the unknown cards of each
  hand. The pile holds newer cards only; a hand that has drawn nothing since holds older ones only.
  A card that leaves a hand may be of either age; then both stay possible.
"""

import numpy as np

from elftafel.games.jatten.facts import FACTS
from elftafel.kernel.bits import quotient, scratch
from elftafel.kernel.chance import rekey
from elftafel.kernel.features import (
    offsets_in,
    seat_after,
    steps_to,
    write_bits,
    write_number,
    write_row,
    write_zeros,
)
from elftafel.kernel.hands import MOST_TRIES, share_out
from elftafel.kernel.jit import compiled

KINDS = 28
NOBODY = -1
PILE = 5  # robbed instead of a seat (JA-14)
OLDER, NEWER, EITHER = 1, 2, 3
AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins


@compiled
def whole(number):
    """The same number as a 64-bit integer.

    All functions are called with this one width: each other one would be compiled once more.
    """
    return np.int64(number)


@compiled
def all_in_pile(state):
    """Before the deal every card is in the pile, and everybody knows it."""
    for kind in range(KINDS):
        for viewer in range(state.players + 1):
            state.unseen[kind, viewer] = state.deck[kind]
            state.newer[kind, viewer] = state.deck[kind]


@compiled
def drawn(state, seat, kind):
    """A card comes from the pile.

    If it goes to the hand of `seat`, only that seat sees it; otherwise (seat NOBODY) all do.
    """
    for viewer in range(state.players + 1):
        if seat == NOBODY or viewer == seat:
            unseen = state.unseen[kind, viewer] - 1
            state.unseen[kind, viewer] = unseen
            state.newer[kind, viewer] -= 1
            state.older[kind, viewer] = min(state.older[kind, viewer], unseen)
        else:
            state.unknown[seat, viewer] += 1
            state.newer_in_hand[seat, viewer] += 1


@compiled
def learn(state, seat, kind, viewer):
    """A viewer learns that one of the cards it did not know in this hand is of this kind."""
    older, older_here = whole(state.older[kind, viewer]), whole(state.older_in_hand[seat, viewer])
    newer, newer_here = whole(state.newer[kind, viewer]), whole(state.newer_in_hand[seat, viewer])
    unseen, unknown = whole(state.unseen[kind, viewer]) - 1, whole(state.unknown[seat, viewer]) - 1
    can_be_older = older > 0 and older_here > 0
    can_be_newer = newer > 0 and newer_here > 0
    if not can_be_newer:
        older -= 1
        older_here -= 1
    if not can_be_older:
        newer -= 1
        newer_here -= 1
    state.unseen[kind, viewer] = unseen
    state.older[kind, viewer] = min(older, unseen)
    state.newer[kind, viewer] = min(newer, unseen)
    state.unknown[seat, viewer] = unknown
    state.older_in_hand[seat, viewer] = min(older_here, unknown)
    state.newer_in_hand[seat, viewer] = min(newer_here, unknown)


@compiled
def leaves_hand(state, seat, kind):
    """A card is played or stolen: whoever knew of such a card in the hand knows of one less."""
    for viewer in range(state.players + 1):
        if viewer != seat:
            if state.known[seat, kind, viewer] > 0:
                state.known[seat, kind, viewer] -= 1
            else:
                learn(state, seat, kind, viewer)


@compiled
def returns_to_hand(state, seat, kind):
    """A card goes back openly: everyone may remember it (JA-R10)."""
    for viewer in range(state.players + 1):
        if viewer != seat:
            state.known[seat, kind, viewer] += 1


@compiled
def looked_at(state, seat, viewer):
    """The viewer sees a whole hand (JA-8, eye)."""
    for kind in range(KINDS):
        while state.known[seat, kind, viewer] < state.hands[seat, kind]:
            learn(state, seat, kind, viewer)
            state.known[seat, kind, viewer] += 1


@compiled
def pile_renewed(state):
    """The discards, which all have seen, are the new pile (JA-11).

    What is still unseen is in the hands.
    """
    for viewer in range(state.players + 1):
        for kind in range(KINDS):
            state.older[kind, viewer] = state.unseen[kind, viewer]
            state.newer[kind, viewer] = state.pile[kind]
            state.unseen[kind, viewer] += state.pile[kind]
        for seat in range(state.players):
            state.older_in_hand[seat, viewer] = state.unknown[seat, viewer]
            state.newer_in_hand[seat, viewer] = 0


@compiled
def at_most(state, limits, row, viewer):
    """A limit as this viewer knows it.

    The limit of everyone may be lower: a viewer that saw a hand long ago keeps no track of it.
    """
    return min(whole(limits[row, viewer]), whole(limits[row, state.players]))


@compiled
def redeal(state, seat, luck):
    """Share the unseen cards out anew among the unknown cards of the other hands and the pile."""
    kinds, ages, allowed, held, need = scratch(), scratch(), scratch(), scratch(), scratch()
    pile = state.players
    may_be_older, may_be_newer = 0, 1 << pile
    for other in range(state.players):
        need[other] = state.unknown[other, seat]
        if other != seat:
            state.older_in_hand[other, seat] = at_most(state, state.older_in_hand, other, seat)
            state.newer_in_hand[other, seat] = at_most(state, state.newer_in_hand, other, seat)
        if state.older_in_hand[other, seat] > 0:
            may_be_older |= 1 << other
        if state.newer_in_hand[other, seat] > 0:
            may_be_newer |= 1 << other
    need[pile] = state.pile_size
    count = 0
    for kind in range(KINDS):
        unseen = whole(state.unseen[kind, seat])
        state.older[kind, seat] = at_most(state, state.older, kind, seat)
        state.newer[kind, seat] = at_most(state, state.newer, kind, seat)
        only_older = unseen - state.newer[kind, seat]
        only_newer = unseen - state.older[kind, seat]
        for i in range(unseen):
            kinds[count] = kind
            if i < only_older:
                ages[count] = OLDER
                allowed[count] = may_be_older
            elif i < only_older + only_newer:
                ages[count] = NEWER
                allowed[count] = may_be_newer
            else:
                ages[count] = EITHER
                allowed[count] = may_be_older | may_be_newer
            count += 1
    for _ in range(MOST_TRIES):
        share_out(luck, count, allowed, need, state.players + 1, held)
        if ages_fit(state, seat, count, ages, held):
            break
    for kind in range(KINDS):
        state.pile[kind] = 0
        for other in range(state.players):
            if other != seat:
                state.hands[other, kind] = state.known[other, kind, seat]
    for i in range(count):
        if held[i] == pile:
            state.pile[kinds[i]] += 1
        else:
            state.hands[held[i], kinds[i]] += 1
    for viewer in range(state.players + 1):
        if viewer != seat:
            forget(state, seat, viewer)
    rekey(state, luck)


@compiled
def ages_fit(state, seat, count, ages, held):
    """No hand has more older or newer cards than it can have."""
    for other in range(state.players):
        older, newer = 0, 0
        for i in range(count):
            if held[i] == other:
                older += ages[i] == OLDER
                newer += ages[i] == NEWER
        if older > state.older_in_hand[other, seat] or newer > state.newer_in_hand[other, seat]:
            return False
    return True


@compiled
def forget(state, seat, viewer):
    """Take away what a viewer knew of the true cards: it keeps what everyone saw of the hands.

    Of the hand of `seat` it keeps everything, since `seat` knows what was seen. Ages are open again
    for all viewers but `seat`.
    """
    for other in range(state.players):
        if other != viewer:
            unknown = whole(state.hand_sizes[other])
            for kind in range(KINDS):
                if other != seat:
                    state.known[other, kind, viewer] = state.known[other, kind, state.players]
                unknown -= state.known[other, kind, viewer]
            state.unknown[other, viewer] = unknown
            state.older_in_hand[other, viewer] = unknown
            state.newer_in_hand[other, viewer] = unknown
    for kind in range(KINDS):
        unseen = whole(state.pile[kind])
        for other in range(state.players):
            if other != viewer:
                unseen += state.hands[other, kind] - state.known[other, kind, viewer]
        state.unseen[kind, viewer] = unseen
        state.older[kind, viewer] = unseen
        state.newer[kind, viewer] = unseen


@compiled
def observe(state, seat, out):
    """Write what `seat` knows, others counted clockwise from it.

    The table of the entries is in docs/games/jatten.md.
    """
    at = offsets_in(out, AT, PACKED)
    players = state.players
    write_row(out, at.hand, state.hands[seat], KINDS)
    write_bits(out, at.middle, state.middle, 28)
    write_row(out, at.discards, state.discards, KINDS)
    write_row(out, at.deck, state.deck, KINDS)
    for kind in range(KINDS):
        write_number(out, at.unseen + kind, state.unseen[kind, seat])
        write_number(out, at.pile_at_most + kind, at_most(state, state.newer, kind, seat))
    for step in range(5):
        other, here = seat_after(seat, step, players), step < players
        if here:
            write_row(out, at.collections + KINDS * step, state.collections[other], KINDS)
        else:
            write_zeros(out, at.collections + KINDS * step, KINDS)
        write_number(out, at.hand_sizes + step, cards_in_hand(state, other) if here else 0)
    for step in range(1, 5):
        if step < players:
            other = seat_after(seat, step, players)
            for kind in range(KINDS):
                write_number(out, at.known + KINDS * (step - 1) + kind, state.known[other, kind, seat])
        else:
            write_zeros(out, at.known + KINDS * (step - 1), KINDS)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, players), 5)
    write_bits(out, at.robbed, robbed_bit(state, seat), 6)
    write_bits(out, at.phase, 1 << state.phase, 7)
    write_bits(out, at.crook, state.crook_out, 1)
    write_number(out, at.pile, state.pile_size)
    write_number(out, at.turns, quotient(state.turns, players))
    write_number(out, at.players, players)


@compiled
def robbed_bit(state, seat):
    """The bit of who is being robbed, counted clockwise from `seat`; bit 5 is the pile."""
    if state.victim == NOBODY:
        return 0
    return 1 << 5 if state.victim == PILE else 1 << steps_to(seat, state.victim, state.players)


@compiled
def cards_in_hand(state, seat):
    """Number cards and the crook, unless it lies in the middle."""
    crook = 0 if state.crook_out and seat == state.victim else 1
    return state.hand_sizes[seat] + crook
