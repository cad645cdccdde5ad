"""Elfer raus!: the position and its rules, in the order of the rulebook (docs/rules/elfer_raus.md).

A card is `20 * colour + number - 1`; colours are red, yellow, green, blue. A set of cards is one
word for each colour, with bit n for the number n.
"""

import numpy as np

from elftafel.games.elfer_raus.facts import FACTS
from elftafel.kernel.bits import quotient, remainder, scratch
from elftafel.kernel.cards import (
    add_cards,
    collect_unseen,
    count_cards,
    hand_out,
    is_empty,
    may_hold,
    nth_card,
    sum_of_numbers,
)
from elftafel.kernel.chance import below, rekey, shuffle
from elftafel.kernel.features import (
    offsets_in,
    seat_after,
    steps_to,
    write_bits,
    write_colours,
    write_lacks,
    write_number,
)
from elftafel.kernel.hands import MOST_TRIES, share_out
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import next_seat, record_type, write_all

COLOURS = 4
NUMBERS = (1 << 21) - 2  # the numbers 1 to 20
ELEVEN = 1 << 11
TEN_TO_TWELVE = 1 << 10 | 1 << 11 | 1 << 12
ENDS = 1 << 1 | 1 << 20
NO_COLOUR = -1

# Openings (ER-O2)
OPEN_ELEVEN, OPEN_OUTSIDE_IN, OPEN_TEN_TO_TWELVE, OPEN_DRAWN = range(4)

# Actions: a card, or
END_TURN = 80
ACTIONS = 81

# The kinds of entries in the story: what everyone saw, from which belief.py guesses hands
LAID_FIRST, LAID_MORE, HAD_TO_DRAW, PUT = range(4)
STORY_ROOM = 128  # each card is laid once, and each draw takes one of at most 40 from the stock

AT, PACKED = FACTS.offsets, FACTS.packed  # where each part of the observation begins

# Steps in the journal
DEALT_AGAIN, LAID, DREW, DREW_AND_LAID, PASSED, TURN_ENDED, ROUND_ENDED = range(7)

RECORD = record_type(
    ("opening", "<i4"),  # ER-O2: one of the openings above
    ("dropped", "<i4"),  # ER-O1: the colour that is out, or NO_COLOUR
    ("laid", "<i4"),  # cards laid in the running turn
    ("rows", "<i4", 4),  # what lies, by colour
    ("starts", "<i4", 4),  # the numbers with which a row may still be started
    ("stock", "<i4", 4),  # what is face down; its order is decided when it is drawn
    ("hands", "<i4", (6, 4)),
    ("lacks", "<i4", (6, 4)),  # what everyone knows a seat does not hold, because it had to draw
    ("story_length", "<i4"),
    ("story", "<i2", STORY_ROOM),  # what everyone saw, in order; written by `add_to_story`
)


@compiled
def hand_size(players):
    """Cards dealt to each player (ER-1)."""
    if players <= 3:
        return 20
    if players == 4:
        return 15
    return 12 if players == 5 else 10


@compiled
def deal(state, journal):
    """Shuffle, deal, and let the starter begin (ER-1, ER-2, ER-3)."""
    deal_cards(state)
    state.seat = state.starter
    if state.opening == OPEN_OUTSIDE_IN:
        begin_turn(state, journal)
    elif state.opening != OPEN_DRAWN:
        while not lay_first_eleven(state, journal):  # ER-3
            note(journal, DEALT_AGAIN, state.starter)
            deal_cards(state)


@compiled
def deal_cards(state):
    """Shuffle and deal (ER-1), by the options (ER-O1, ER-O2)."""
    state.story_length = 0
    cards = scratch()
    size = np.int64(0)
    for colour in range(COLOURS):
        all_numbers = 0 if colour == state.dropped else NUMBERS
        state.starts[colour] = starting_numbers(state.opening) if colour != state.dropped else 0
        state.rows[colour] = all_numbers & ENDS if state.opening == OPEN_OUTSIDE_IN else 0
        state.stock[colour] = all_numbers & ~state.rows[colour]
        for seat in range(6):
            state.hands[seat, colour] = 0
            state.lacks[seat, colour] = 0
        size = add_cards(cards, size, 20 * colour - 1, state.stock[colour])
    each = hand_size(state.players)
    shuffle(state, cards, size, each * state.players)
    for seat in range(state.players):
        for i in range(seat * each, seat * each + each):
            take(state, seat, cards[i])


@compiled
def starting_numbers(opening):
    """With what a row may be started (ER-5, ER-O2)."""
    if opening == OPEN_ELEVEN:
        return ELEVEN
    if opening == OPEN_TEN_TO_TWELVE:
        return TEN_TO_TWELVE
    return NUMBERS if opening == OPEN_DRAWN else 0


@compiled
def take(state, seat, card):
    """A card goes from the stock to a hand."""
    colour, bit = colour_of(card), 1 << number_of(card)
    state.stock[colour] &= ~bit
    state.hands[seat, colour] |= bit


@compiled
def colour_of(card):
    """The colour of a card."""
    return quotient(card, 20)


@compiled
def number_of(card):
    """The number of a card."""
    return remainder(card, 20) + 1


@compiled
def lay_first_eleven(state, journal):
    """The first 11 in the order of the colours is laid by its holder, and play passes on (ER-2)."""
    for colour in range(COLOURS):
        for seat in range(state.players):
            if state.hands[seat, colour] & ELEVEN:
                state.seat = seat
                add_to_story(state, PUT, 20 * colour + 10)
                lay(state, colour, 11)
                note(journal, LAID, seat, 20 * colour + 10)
                pass_on(state, journal)
                return True
            state.lacks[seat, colour] |= ELEVEN
    return False


@compiled
def fits(state, colour):
    """The numbers that may be laid in this row now (ER-5, ER-6)."""
    row = state.rows[colour]
    return (row << 1 | row >> 1 | state.starts[colour]) & ~row & NUMBERS


@compiled
def playable(state, colour):
    """What the seat at turn can lay in this row: bit n - 1 for the number n."""
    return np.int64(state.hands[state.seat, colour] & fits(state, colour)) >> 1


@compiled
def can_lay(state):
    """True if the seat at turn holds a card that fits."""
    return playable(state, 0) | playable(state, 1) | playable(state, 2) | playable(state, 3) != 0


@compiled
def legal(state, out):
    """Every card that fits (ER-4), and the end of the turn once one is laid (ER-7)."""
    # An action is a bit: three colours in one word, the fourth and the end of the turn in another.
    low = playable(state, 0) | playable(state, 1) << 20 | playable(state, 2) << 40
    high = playable(state, 3) | (state.laid != 0) << 20
    return write_all(out, write_all(out, 0, 0, low), 60, high)


@compiled
def apply(state, action, journal):
    """Lay a card or end the turn; then the next seats draw, lay and pass as they must."""
    state.ply += 1
    if action == END_TURN:
        note(journal, TURN_ENDED, state.seat)
        pass_on(state, journal)
        return
    colour, number = colour_of(action), number_of(action)
    add_to_story(state, LAID_MORE if state.laid else LAID_FIRST, action)
    lay(state, colour, number)
    note(journal, LAID, state.seat, action)
    if is_empty(state.hands[state.seat]):  # ER-10
        state.over = 1
        note(journal, ROUND_ENDED, state.seat)
    elif state.opening == OPEN_DRAWN and state.ply == 1:  # ER-O2: its number opens every row
        for other in range(COLOURS):
            if other != colour and other != state.dropped:
                state.starts[other] = 1 << number
        pass_on(state, journal)


@compiled
def lay(state, colour, number):
    """A card goes from the hand of the seat at turn to its row."""
    state.hands[state.seat, colour] &= ~(1 << number)
    state.laid += 1
    put(state, colour, number)


@compiled
def put(state, colour, number):
    """A row gets a card; then it needs no start any more."""
    state.rows[colour] |= 1 << number
    state.starts[colour] = 0


@compiled
def pass_on(state, journal):
    """The turn passes to the left."""
    state.seat = next_seat(state)
    begin_turn(state, journal)


@compiled
def begin_turn(state, journal):
    """A seat with nothing that fits draws; if that does not help, play passes on (ER-8, ER-9)."""
    state.laid = 0
    state.reveals += 1
    while not can_lay(state):
        draw_while_stuck(state, journal)
        state.seat = next_seat(state)


@compiled
def draw_while_stuck(state, journal):
    """Draw up to three cards; the first that fits is laid and ends the turn (ER-8)."""
    seat = state.seat
    for colour in range(COLOURS):
        state.lacks[seat, colour] |= fits(state, colour)
    for drawn in range(3):
        card = draw(state)
        if card < 0:
            if drawn == 0:
                note(journal, PASSED, seat)  # ER-9
            else:
                add_to_story(state, HAD_TO_DRAW, drawn)
            return
        colour, number = colour_of(card), number_of(card)
        if fits(state, colour) >> number & 1:
            note(journal, DREW_AND_LAID, seat, card)  # ER-R1
            add_to_story(state, HAD_TO_DRAW, drawn)
            add_to_story(state, PUT, card)
            put(state, colour, number)
            return
        note(journal, DREW, seat, card)
        keep(state, colour, number)
    add_to_story(state, HAD_TO_DRAW, 3)


@compiled
def add_to_story(state, kind, what):
    """Add to the story what everyone sees of the seat at turn (ER-R2).

    `what` is the card that it laid, by choice or as it must, or how many drawn cards it kept.
    """
    state.story[np.uint64(state.story_length)] = kind << 10 | state.seat << 7 | what
    state.story_length += 1


@compiled
def keep(state, colour, number):
    """A drawn card that does not fit stays in the hand.

    It may be one that fitted before: with ten to twelve, a 12 no longer fits once the 10 lies
    (ER-O2).
    """
    seat = state.seat
    state.hands[seat, colour] |= 1 << number
    for other in range(COLOURS):
        state.lacks[seat, other] &= fits(state, other)


@compiled
def draw(state):
    """Take a random card out of the stock, or -1 if it is empty."""
    size = stock_size(state)
    if size == 0:
        return -1
    colour, number = nth_card(state.stock, below(state, size))
    state.stock[colour] &= ~(1 << number)
    return 20 * colour + number - 1


@compiled
def stock_size(state):
    """Cards in the stock."""
    return count_cards(state.stock)


@compiled
def scores(state, out):
    """Minus the sum of the numbers left in each hand (ER-11)."""
    for seat in range(state.players):
        out.points[seat] = -sum_of_numbers(state.hands[seat])


@compiled
def sound(state):
    """True if every card lies, is in the stock or in one hand; a dropped colour is nowhere."""
    for colour in range(COLOURS):
        seen = state.rows[colour]
        twice = seen & state.stock[colour]
        seen |= state.stock[colour]
        for seat in range(6):
            twice |= seen & state.hands[seat, colour]
            seen |= state.hands[seat, colour]
        if twice or seen != (0 if colour == state.dropped else NUMBERS):
            return False
    return True


@compiled
def redeal(state, seat, luck):
    """Share the unseen cards out anew; nobody gets what it is known to lack (ER-8, ER-2)."""
    cards, allowed, held, need = scratch(), scratch(), scratch(), scratch()
    for holder in range(state.players + 1):
        need[holder] = 0
    count = collect_unseen(state.stock, state.hands, state.players, seat, 20, 1, cards, need)
    for i in range(count):
        colour, number = colour_of(cards[i]), number_of(cards[i])
        allowed[i] = may_hold(state.lacks, state.players, seat, colour, number)
    for _ in range(MOST_TRIES):
        share_out(luck, count, allowed, need, state.players + 1, held)
        hand_out(state.stock, state.hands, state.players, seat, 20, 1, cards, count, held)
        # Another seat that is asked can lay, or else it would have had to draw (ER-4, ER-8).
        if seat == state.seat or state.laid or state.over or can_lay(state):
            break
    rekey(state, luck)


@compiled
def observe(state, seat, out):
    """Write what `seat` knows, others counted clockwise from it.

    The table of the entries is in docs/games/elfer_raus.md.
    """
    at = offsets_in(out, AT, PACKED)
    write_colours(out, at.hand, state.hands[seat], 20)
    write_colours(out, at.rows, state.rows, 20)
    write_colours(out, at.starts, state.starts, 20)
    write_lacks(out, at.lacks, state.lacks, state.players, seat, 20)
    for step in range(6):
        here = step < state.players
        write_number(out, at.hand_sizes + step, hand_count(state, seat_after(seat, step, state.players)) if here else 0)
    write_bits(out, at.turn, 1 << steps_to(seat, state.seat, state.players), 6)
    write_number(out, at.stock, stock_size(state))
    write_number(out, at.laid, state.laid)
    write_number(out, at.players, state.players)
    write_number(out, at.opening, state.opening)
    write_number(out, at.dropped, state.dropped)


@compiled
def hand_count(state, seat):
    """Cards in a hand."""
    return count_cards(state.hands[seat])
