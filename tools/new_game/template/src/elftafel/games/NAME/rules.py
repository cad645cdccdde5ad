"""TITLE: the position and its rules, in the order of the rulebook (docs/rules/NAME.md).

A card is `12 * colour + number - 1`; colours are red, yellow, green, blue. A set of cards is one word with bit n for
the card n.
"""

from elftafel.games.NAME.facts import FACTS
from elftafel.kernel.bits import lowest, popcount, quotient, remainder, scratch
from elftafel.kernel.chance import pick, rekey, shuffle
from elftafel.kernel.features import offsets_in, seat_after, steps_to, write_bits, write_number
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import record_type, write, write_all

NUMBERS = 12
CARDS = 48
HAND = 7  # cards dealt to each player
SEATS = 6
ONE_COLOUR = (1 << NUMBERS) - 1
ALL = (1 << CARDS) - 1
NO_CARD = -1
AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins

# Actions: a card, or
TAKE = 48
END_TURN = 49

# Steps in the journal
LAID, TOOK, TURN_ENDED, ROUND_ENDED = range(4)

RECORD = record_type(
    ("is_NAME", "<i4"),  # not used: two games must not have records with the same fields
    ("higher", "<i4"),  # PREFIX-O1: 1 if only a higher number fits
    ("laid", "<i4"),  # cards laid in the running turn
    ("top", "<i4"),  # the card on top of the row, or NO_CARD
    ("row", "<i8"),  # the cards in the row
    ("gone", "<i8"),  # the cards of rows that were taken; everybody saw them
    ("rest", "<i8"),  # the cards that were not dealt; nobody sees them
    ("hands", "<i8", SEATS),
    ("taken", "<i4", SEATS),  # how many cards each seat has taken
)


@compiled
def deal(state, journal):
    """Deal the hands, turn one card up and let the first seat begin (PREFIX-1, PREFIX-2)."""
    cards = scratch()
    for card in range(CARDS):
        cards[card] = card
    dealt = HAND * state.players
    shuffle(state, cards, CARDS, dealt + 1)
    state.rest = ALL
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.taken[seat] = 0
    for i in range(dealt):
        bit = 1 << cards[i]
        state.hands[quotient(i, HAND)] |= bit
        state.rest &= ~bit
    state.top = cards[dealt]
    state.row = 1 << cards[dealt]
    state.rest &= ~state.row
    state.gone = 0
    state.laid = 0
    state.seat = state.starter


@compiled
def number_of(card):
    return remainder(card, NUMBERS) + 1


@compiled
def at_least(number):
    """All cards with this number or a higher one."""
    cards = ONE_COLOUR & ~((1 << int(number) - 1) - 1)
    return cards | cards << NUMBERS | cards << 2 * NUMBERS | cards << 3 * NUMBERS


@compiled
def fits(state):
    """The cards that may be laid now, whoever holds them (PREFIX-3, PREFIX-4, PREFIX-5)."""
    if state.row == 0:
        return ALL
    number = number_of(state.top)
    if state.laid:
        return at_least(number) & ~at_least(number + 1)
    return at_least(number + state.higher)


@compiled
def legal(state, out):
    """The cards that fit; taking the row before the first card, ending the turn after it."""
    count = write_all(out, 0, 0, state.hands[state.seat] & fits(state))
    if state.laid:
        return write(out, count, END_TURN)
    if state.row:
        return write(out, count, TAKE)
    return count


@compiled
def apply(state, action, journal):
    """Carry out one action."""
    state.ply += 1
    if action == TAKE:
        take(state, journal)
    elif action == END_TURN:
        note(journal, TURN_ENDED, state.seat)
        pass_on(state)
    else:
        lay(state, action, journal)


@compiled
def lay(state, card, journal):
    """A card goes from the hand to the top of the row; the last one ends the round (PREFIX-3, PREFIX-6)."""
    bit = 1 << int(card)
    state.hands[state.seat] &= ~bit
    state.row |= bit
    state.top = card
    state.laid += 1
    note(journal, LAID, state.seat, card)
    if state.hands[state.seat] == 0:
        state.over = 1
        note(journal, ROUND_ENDED, state.seat)


@compiled
def take(state, journal):
    """The row counts against the seat and leaves the round (PREFIX-5)."""
    count = popcount(state.row)
    state.taken[state.seat] += count
    state.gone |= state.row
    state.row = 0
    state.top = NO_CARD
    note(journal, TOOK, state.seat, count)


@compiled
def pass_on(state):
    """The next seat to the left is at turn (PREFIX-2)."""
    state.seat = remainder(state.seat + 1, state.players)
    state.laid = 0
    state.reveals += 1


@compiled
def scores(state, out):
    """A minus point for each card in the hand and for each card taken (PREFIX-7)."""
    for seat in range(state.players):
        out.points[seat] = -popcount(state.hands[seat]) - state.taken[seat]


@compiled
def sound(state):
    """Every card is in the row, gone, not dealt or in one hand, and the top card is in the row."""
    seen = state.row | state.gone | state.rest
    count = popcount(state.row) + popcount(state.gone) + popcount(state.rest)
    for seat in range(SEATS):
        seen |= state.hands[seat]
        count += popcount(state.hands[seat])
    if state.row == 0:
        return seen == ALL and count == CARDS and state.top == NO_CARD
    return seen == ALL and count == CARDS and state.row >> state.top & 1 == 1


@compiled
def redeal(state, seat, luck):
    """Share all cards that the seat cannot see out anew: nothing that anybody does tells what it holds."""
    cards, sizes = scratch(), scratch()
    unseen = state.rest  # all together, so that nothing depends on who holds which
    state.rest = 0
    for other in range(state.players):
        sizes[other] = 0
        if other != seat:
            sizes[other] = popcount(state.hands[other])
            unseen |= state.hands[other]
            state.hands[other] = 0
    count = 0
    while unseen:
        cards[count] = lowest(unseen)
        unseen &= unseen - 1
        count += 1
    for other in range(state.players):
        for _ in range(sizes[other]):
            i = pick(luck, count)
            count -= 1
            state.hands[other] |= 1 << cards[i]
            cards[i] = cards[count]
    for i in range(count):
        state.rest |= 1 << cards[i]
    rekey(state, luck)


@compiled
def observe(state, seat, out):
    """Write what `seat` knows, others counted clockwise from it (the table is in docs/games/NAME.md)."""
    at = offsets_in(out, AT, PACKED)
    players = state.players
    write_bits(out, at.hand, state.hands[seat], CARDS)
    write_bits(out, at.row, state.row, CARDS)
    write_bits(out, at.gone, state.gone, CARDS)
    for step in range(SEATS):
        other, here = seat_after(seat, step, players), step < players
        write_number(out, at.hand_sizes + step, popcount(state.hands[other]) if here else 0)
        write_number(out, at.taken + step, state.taken[other] if here else 0)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, players), SEATS)
    write_number(out, at.top, number_of(state.top) if state.row else 0)
    write_number(out, at.laid, state.laid)
    write_number(out, at.players, players)
    write_bits(out, at.higher, state.higher, 1)
