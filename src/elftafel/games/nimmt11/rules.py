"""11 nimmt!: the position and its rules, in the order of the rulebook (docs/rules/nimmt11.md).

A card is its number, 1 to 100. A set of cards is two words of 50 bits: bit i of word h is the card
50 * h + i + 1. A pile is named by its top card; `under` leads from each of its cards to the one
below.

Every round ends. Taking a pile while there is a stock turns up some of its cards, of which there
are 79 at most. Taking one without a stock leaves one pile less, and nothing else makes a pile
(there are never more than 40). Between two takes each turn lays a card, and when a hand is empty
the round is over.
"""

import numpy as np

from elftafel.kernel.bits import lowest, nth, popcount, quotient, remainder, scratch
from elftafel.kernel.chance import below, shuffle
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import next_seat, record_type, write

CARDS = 100
HALF = 50
EACH = 10  # cards dealt to each player
BULLS = 10
TEN_STEPS = (1 << 10) - 1

# Actions: lay a card, 10 * (card - 1) + steps - 1, where `steps` is from the top of the pile to it;
# or one of these
TAKE = 1000  # + top - 1
TAKE_BULL = 1100  # + seat
END_TURN = 1107
ACTIONS = 1108

# Steps in the journal
TURNED_UP, LAID, TOOK, GOT_BULL, NO_BULL, TURN_ENDED, ROUND_ENDED, RAN_OUT, TOOK_BULL = range(9)
OPEN = 128  # added to the top card in a TOOK row: all may see the cards (EN-O1)

RECORD = record_type(
    ("open_piles", "<i4"),  # EN-O1: 1 if piles lie open
    ("laid", "<i4"),  # cards laid in the running turn
    ("choosing", "<i4"),  # 1 while the taker has to choose from whom to take a bull (EN-9)
    ("supply", "<i4"),  # bulls that nobody has
    ("bulls", "<i4", 7),
    ("stock", "<i8", 2),  # what is face down; its order is decided when it is turned up
    ("hands", "<i8", (7, 2)),
    ("from_piles", "<i8", 2),  # cards in hands that came from a pile: everyone knows who holds them
    ("tops", "<i8", 2),  # the top cards of the piles
    ("bases", "<i8", 2),  # the top cards when the turn began (EN-10)
    # By card; 104 entries, not 101, so that the record has no gap
    ("under", "<i1", 104),  # the card below; 0 for the lowest of a pile, and for cards in no pile
    ("heads", "<i1", 104),  # EN-R1: the ox heads of each card
)


@compiled
def half_of(card):
    """The word of a set in which a card is."""
    return 1 if card > HALF else 0


@compiled
def bit_of(card):
    """The bit of a card in its word."""
    return 1 << (card - 1 if card <= HALF else card - 1 - HALF)


@compiled
def deal(state, journal):
    """Deal ten cards to each seat and start the first pile with one from the stock (EN-1).

    All bulls are in the supply (EN-R7).
    """
    cards = scratch()
    for i in range(CARDS):
        cards[i] = i + 1
    size = CARDS
    shuffle(state, cards, size, EACH * state.players + 1)
    for half in range(2):
        state.stock[half] = (1 << HALF) - 1
    for seat in range(state.players):
        for i in range(seat * EACH, seat * EACH + EACH):
            card = np.int64(cards[i])
            state.stock[half_of(card)] &= ~bit_of(card)
            state.hands[seat, half_of(card)] |= bit_of(card)
    state.supply = BULLS
    state.seat = state.starter  # EN-2
    start_pile(state, np.int64(cards[EACH * state.players]), journal)
    begin_turn(state)


@compiled
def start_pile(state, card, journal):
    """A card of the stock is turned up and starts a pile (EN-1, EN-7)."""
    state.stock[half_of(card)] &= ~bit_of(card)
    state.tops[half_of(card)] |= bit_of(card)
    note(journal, TURNED_UP, state.seat, card)


@compiled
def begin_turn(state):
    """Cards laid in this turn must fit the tops that lie now (EN-10)."""
    state.laid = 0
    state.bases[0] = state.tops[0]
    state.bases[1] = state.tops[1]
    state.reveals += 1


@compiled
def cards_from(state, seat, half):
    """What a seat holds of one half and of the ten cards after it; 1 comes after 100 (EN-5)."""
    return state.hands[seat, half] | (state.hands[seat, 1 - half] & TEN_STEPS) << HALF


@compiled
def fits(state, seat, base):
    """What a seat holds of the ten cards after `base`: bit d - 1 for d steps (EN-4, EN-5)."""
    half = half_of(base)
    return cards_from(state, seat, half) >> (base - HALF * half) & TEN_STEPS


@compiled
def usable(state, half):
    """The bases that may be used now: one without a bull (EN-R2), as many as bulls (EN-10)."""
    used = popcount(state.bases[0] & ~state.tops[0]) + popcount(state.bases[1] & ~state.tops[1])
    if used < max(state.bulls[state.seat], 1):
        return state.bases[half]
    return state.bases[half] & ~state.tops[half]


@compiled
def higher_than_top(state, base, cards):
    """Of the cards that fit a base, those that are higher than its pile's top now (EN-10)."""
    top = top_over(state, base)
    reached = top - base if top >= base else top - base + CARDS
    return cards >> reached << reached


@compiled
def top_over(state, base):
    """The top card now of the pile whose top was `base` when the turn began."""
    if state.tops[half_of(base)] & bit_of(base):
        return base
    for half in range(2):
        tops = state.tops[half] & ~state.bases[half]
        while tops:
            top = HALF * half + lowest(tops) + 1
            tops &= tops - 1
            if base_of(state, top) == base:
                return top
    return base


@compiled
def base_of(state, top):
    """The card that was on top of this pile when the turn began (EN-10)."""
    while state.bases[half_of(top)] & bit_of(top) == 0:
        top = np.int64(state.under[top])
    return top


@compiled
def legal(state, out):
    """Lay a card that fits, or take a pile (EN-3).

    Once a card is laid: lay more, or end the turn (EN-10, EN-R8).
    """
    count = 0
    if state.choosing:
        seats = richest_others(state)
        while seats:
            count = write(out, count, TAKE_BULL + lowest(seats))
            seats &= seats - 1
        return count
    laid = state.laid
    for half in range(2):
        hand = cards_from(state, state.seat, half)
        bases = usable(state, half)
        if laid == 0:
            count = write_takes(out, count, half, bases)
        bases &= ten_before(hand)  # where nothing fits need not be looked at
        while bases:
            bit = lowest(bases)
            bases &= bases - 1
            base = HALF * half + bit + 1
            cards = hand >> bit + 1 & TEN_STEPS  # what fits this base
            if laid:
                cards = higher_than_top(state, base, cards)
            count = write_lays(out, count, base, cards)
    if laid:
        count = write(out, count, END_TURN)
    return count


@compiled
def ten_before(cards):
    """What lies 1 to 10 below any card of a set."""
    one = cards >> 1
    two = one | one >> 1
    four = two | two >> 2
    return four | four >> 4 | two >> 8


@compiled
def write_takes(out, count, half, tops):
    """Add the taking of these piles to the legal actions."""
    while tops:
        count = write(out, count, TAKE + HALF * half + lowest(tops))
        tops &= tops - 1
    return count


@compiled
def write_lays(out, count, base, cards):
    """Add the laying of these cards, given as steps from a base, to the legal actions."""
    for steps in range(1, 11):
        # Every action is written, but only those in the set are counted: faster than a branch.
        write(out, count, action_to_lay(base, steps))
        count += cards & 1
        cards >>= 1
    return count


@compiled
def action_to_lay(base, steps):
    """Lay the card so many steps from a base, past 100 too (EN-5)."""
    action = 10 * (base + steps - 1) + steps - 1
    return action if base + steps <= CARDS else action - 10 * CARDS


@compiled
def apply(state, action, journal):
    """Lay a card, take a pile, choose whose bull to take, or end the turn."""
    state.ply += 1
    if action == END_TURN:  # EN-R8
        note(journal, TURN_ENDED, state.seat)
        pass_on(state)
    elif action >= TAKE_BULL:
        state.choosing = 0
        take_bull(state, action - TAKE_BULL, journal)
        turn_up_two(state, journal)
    elif action >= TAKE:
        take(state, int(action) - TAKE + 1, journal)
    else:
        lay(state, int(quotient(action, 10)) + 1, int(remainder(action, 10)) + 1, journal)


@compiled
def lay(state, card, steps, journal):
    """A card goes on a pile (EN-4); the last card of a hand ends the round (EN-12)."""
    seat, half, bit = state.seat, half_of(card), bit_of(card)
    base = card - steps if card > steps else card - steps + CARDS
    top = top_over(state, base)
    state.hands[seat, half] &= ~bit
    state.from_piles[half] &= ~bit
    state.tops[half_of(top)] &= ~bit_of(top)
    state.tops[half] |= bit
    state.under[card] = top
    state.laid += 1
    note(journal, LAID, seat, card, base, top)
    if state.hands[seat, 0] | state.hands[seat, 1] == 0:
        state.over = 1
        note(journal, ROUND_ENDED, seat)
    elif state.bulls[seat] == 0:  # EN-R8
        pass_on(state)


@compiled
def pass_on(state):
    """The turn passes to the left."""
    state.seat = next_seat(state)
    begin_turn(state)


@compiled
def take(state, top, journal):
    """Put a whole pile into the hand (EN-3, EN-6).

    Three cards or more bring a bull (EN-8); then new piles are started.
    """
    seat = state.seat
    state.tops[half_of(top)] &= ~bit_of(top)
    low = 0
    high = 0
    size = 0
    card = top
    while card:
        if card <= HALF:
            low |= bit_of(card)
        else:
            high |= bit_of(card)
        lower = np.int64(state.under[card])
        state.under[card] = 0
        card = lower
        size += 1
    state.hands[seat, 0] |= low
    state.hands[seat, 1] |= high
    state.from_piles[0] |= low
    state.from_piles[1] |= high
    state.reveals += 1
    note(journal, TOOK, seat, top + OPEN * state.open_piles, low, high)
    if size >= 3:
        get_bull(state, journal)
    if not state.choosing:
        turn_up_two(state, journal)


@compiled
def get_bull(state, journal):
    """A bull from the supply (EN-8), else from whoever has the most (EN-9, EN-R4)."""
    seats = richest_others(state)
    if state.supply:
        state.supply -= 1
        state.bulls[state.seat] += 1
        note(journal, GOT_BULL, state.seat)
    elif seats == 0:
        note(journal, NO_BULL, state.seat)
    elif seats & (seats - 1):
        state.choosing = 1
    else:
        take_bull(state, lowest(seats), journal)


@compiled
def richest_others(state):
    """The other seats that have the most bulls of all, a bit for each.

    None if the taker alone has the most (EN-R4).
    """
    most = 0
    for seat in range(state.players):
        most = max(most, state.bulls[seat])
    seats = 0
    for seat in range(state.players):
        if seat != state.seat and state.bulls[seat] == most:
            seats |= 1 << seat
    return seats


@compiled
def take_bull(state, owner, journal):
    """A bull goes from its owner to the taker (EN-9)."""
    state.bulls[owner] -= 1
    state.bulls[state.seat] += 1
    note(journal, TOOK_BULL, state.seat, owner)


@compiled
def turn_up_two(state, journal):
    """Start new piles with two cards of the stock, or as many as there are (EN-7).

    The round ends if there is no pile left (EN-R3).
    """
    for _ in range(2):
        size = stock_size(state)
        if size:
            start_pile(state, draw(state, size), journal)
    if state.tops[0] | state.tops[1] == 0:
        state.over = 1
        note(journal, RAN_OUT, state.seat)
    else:
        pass_on(state)


@compiled
def draw(state, size):
    """A random card of the stock."""
    n = below(state, size)
    first_half = popcount(state.stock[0])
    if n < first_half:
        return nth(state.stock[0], n) + 1
    return nth(state.stock[1], n - first_half) + HALF + 1


@compiled
def stock_size(state):
    """Cards in the stock."""
    return popcount(state.stock[0]) + popcount(state.stock[1])


@compiled
def hand_count(state, seat):
    """Cards in a hand."""
    return popcount(state.hands[seat, 0]) + popcount(state.hands[seat, 1])


@compiled
def scores(state, out):
    """Minus the ox heads left in each hand (EN-12)."""
    for seat in range(state.players):
        out.points[seat] = 0
        for half in range(2):
            cards = state.hands[seat, half]
            while cards:
                out.points[seat] -= state.heads[HALF * half + lowest(cards) + 1]
                cards &= cards - 1


@compiled
def sound(state):
    """True if every card is in the stock, in one hand or in one pile, and no bull is missing."""
    bulls = state.supply
    for seat in range(state.players):
        bulls += state.bulls[seat]
    for half in range(2):
        seen = state.stock[half]
        twice = seen & state.tops[half]
        seen |= state.tops[half]
        for card in range(1, CARDS + 1):
            lower = np.int64(state.under[card])
            if lower and half_of(lower) == half:
                twice |= seen & bit_of(lower)
                seen |= bit_of(lower)
        for seat in range(7):
            twice |= seen & state.hands[seat, half]
            seen |= state.hands[seat, half]
        if twice or seen != (1 << HALF) - 1:
            return False
    return bulls == BULLS
