"""Jatten: the position, and how cards move in it. How a turn goes is in rules.py.

A kind of card is `4 * (number - 1) + sign`; signs are plain, +1, eye, 2→3. A hand, a collection,
the pile and the discards are counts of each kind. Who knows what is kept in knowledge.py.
"""

from elftafel.games.jatten.knowledge import KINDS, drawn, leaves_hand, whole
from elftafel.kernel.bits import quotient, remainder
from elftafel.kernel.chance import below
from elftafel.kernel.jit import compiled
from elftafel.kernel.record import record_type

NUMBERS = 7

RECORD = record_type(
    ("signs", "<i4"),  # JA-R1: 0 standard, 1 mild
    ("phase", "<i4"),  # what the seat at turn decides next: one of the phases in rules.py
    ("victim", "<i4"),  # the seat that is being robbed, or PILE, or NOBODY
    ("middle", "<i4"),  # the kinds in the middle, bit k for kind k
    ("crook_out", "<i4"),  # 1 while the victim's crook lies in the middle
    ("turns", "<i4"),  # turns ended so far
    ("winner", "<i4"),  # the seat that won the round, or NOBODY
    ("pile_size", "<i4"),
    ("discard_size", "<i4"),
    ("hand_sizes", "<i4", 5),  # number cards in each hand
    ("sets", "<i4", (5, 7)),  # cards of each number in each collection
    ("deck", "<i1", 28),  # JA-R1: how many cards of each kind there are
    ("pile", "<i1", 28),  # what is face down; its order is decided when it is drawn
    ("discards", "<i1", 28),
    ("hands", "<i1", (5, 28)),
    ("collections", "<i1", (5, 28)),
    # What each viewer knows (knowledge.py); viewers are the seats and everyone
    ("known", "<i1", (5, 28, 6)),  # cards of a kind that are certainly in a hand
    ("unknown", "<i1", (5, 6)),  # the other cards of that hand
    ("older_in_hand", "<i1", (5, 6)),  # of these, how many at most are older than the pile
    ("newer_in_hand", "<i1", (5, 6)),  # and how many at most came from this pile
    ("unseen", "<i1", (28, 6)),  # cards of a kind of which it is not known where they are
    ("older", "<i1", (28, 6)),  # of these, how many at most are older than the pile
    ("newer", "<i1", (28, 6)),  # and how many at most came from this pile or are in it
)


@compiled
def number_of(kind):
    """The number of a kind, counted from 0."""
    return kind >> 2


@compiled
def leave_pile(state, kind):
    """A card leaves the pile."""
    state.pile[kind] -= 1
    state.pile_size -= 1


@compiled
def into_hand(state, seat, kind):
    """A card from the pile goes to a hand."""
    state.hands[seat, kind] += 1
    state.hand_sizes[seat] += 1
    drawn(state, seat, kind)


@compiled
def into_collection(state, seat, kind):
    """A card goes to a collection."""
    state.collections[seat, kind] += 1
    state.sets[seat, number_of(kind)] += 1


@compiled
def out_of_collection(state, seat, kind):
    """A card leaves a collection."""
    state.collections[seat, kind] -= 1
    state.sets[seat, number_of(kind)] -= 1


@compiled
def out_of_hand(state, seat, kind):
    """A card leaves a hand openly."""
    state.hands[seat, kind] -= 1
    state.hand_sizes[seat] -= 1
    leaves_hand(state, seat, kind)


@compiled
def discard(state, kind):
    """A card goes to the discards."""
    state.discards[kind] += 1
    state.discard_size += 1


@compiled
def draw(state):
    """Take a random card out of the pile."""
    kind = nth_card(state.pile[:], below(state, whole(state.pile_size)))
    leave_pile(state, kind)
    return kind


@compiled
def nth_card(cards, n):
    """The kind of the n-th of these cards, counted from 0."""
    kind = 0
    while n >= cards[kind]:
        n -= cards[kind]
        kind += 1
    return kind


@compiled
def has_collection(state, seat):
    """True if a seat has collected any card."""
    cards = 0
    for number in range(NUMBERS):
        cards |= state.sets[seat, number]
    return cards != 0


@compiled
def largest_set(state, seat):
    """The most cards of one number in a collection (JA-13)."""
    largest = 0
    for number in range(NUMBERS):
        largest = max(largest, state.sets[seat, number])
    return largest


@compiled
def pair_of(pair):
    """The two kinds of a pair: of each number plain and plain, plain and +1 … 2→3 and 2→3."""
    first = 4 * quotient(pair, 10)
    left = remainder(pair, 10)
    signs = 4
    while left >= signs:
        left -= signs
        signs -= 1
        first += 1
    return first, first + left


@compiled
def has_pair(cards, pair):
    """True if both cards of a pair are there (JA-R7)."""
    one, other = pair_of(pair)
    if one == other:
        return cards[one] >= 2
    return cards[one] > 0 and cards[other] > 0


@compiled
def sound(state):
    """True if every card is in one place, and all counts are right."""
    pile, discards = 0, 0
    for seat in range(state.players):
        hand = 0
        for kind in range(KINDS):
            hand += state.hands[seat, kind]
        if hand != state.hand_sizes[seat]:
            return False
    for kind in range(KINDS):
        pile += state.pile[kind]
        discards += state.discards[kind]
        least = min(state.pile[kind], state.discards[kind])
        cards = state.pile[kind] + state.discards[kind] + (state.middle >> kind & 1)
        for seat in range(state.players):
            least = min(least, state.hands[seat, kind], state.collections[seat, kind])
            cards += state.hands[seat, kind] + state.collections[seat, kind]
        if least < 0 or cards != state.deck[kind]:
            return False
    for seat in range(state.players):
        for number in range(NUMBERS):
            cards = 0
            for kind in range(4 * number, 4 * number + 4):
                cards += state.collections[seat, kind]
            if cards != state.sets[seat, number]:
                return False
    return pile == state.pile_size and discards == state.discard_size
