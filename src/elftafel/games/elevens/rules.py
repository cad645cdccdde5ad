"""11 Elevens: the position and its rules, in the order of the rulebook (docs/rules/elevens.md).

A place is `21 * colour + number - 1`, and so is the card that belongs there. Colours are red,
yellow, green, blue: the rows from top to bottom. A set of places is one word for each colour, with
bit n for the number n.
"""

import numpy as np

from elftafel.kernel.bits import popcount, quotient, remainder, scratch
from elftafel.kernel.cards import (
    add_cards,
    count_cards,
    is_empty,
    nth_card,
    sum_of_numbers,
)
from elftafel.kernel.chance import below, shuffle
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import note
from elftafel.kernel.record import next_seat, record_type, write, write_all

COLOURS = 4
NUMBERS = (1 << 22) - 2  # the numbers 1 to 21
ELEVEN = 1 << 11
LOW_SIDE = (1 << 12) - 2  # 1 to 11
HIGH_SIDE = NUMBERS & ~(ELEVEN - 1)  # 11 to 21
JOKER = 84  # beside the number cards 0 to 83
JOKERS = 4
BONUS_CARDS = 7
MOST = 4  # cards laid or thrown in a turn (EE-3)

# Actions: lay a card at its place 0 to 83, or one of these (the first three plus a place)
LAY_JOKER, SWAP, THROW_JOKER, END_TURN, TAKE, PASS = 84, 168, 252, 253, 254, 255
ACTIONS = 256

# Steps in the journal
BRIDGED, LAID, JOKER_LAID, SWAPPED, JOKER_THROWN, BONUS_WON = range(6)
TOOK, PASSED, TURN_ENDED, ROUND_ENDED, ALL_PASSED = range(6, 11)

RECORD = record_type(
    ("simple", "<i4"),  # EE-O1: 1 without bridges, jokers and bonus cards
    ("brisk", "<i4"),  # EE-O2: 1 if the duty to lay holds from the start
    ("full_duty", "<i4"),  # EE-O3: 1 if cards that need a bridge are owed, and a thrown joker settles nothing
    ("laid", "<i4"),  # cards laid or thrown in the running turn
    ("placed", "<i4"),  # those of them that were laid
    ("swapped", "<i4"),  # 1 if a joker was swapped in the running turn
    ("passes", "<i4"),  # seats that have passed in a row
    ("rows", "<i4", 4),  # the places that are filled, by a card or a joker
    ("table_jokers", "<i4", 4),  # those of them that a joker fills
    ("crossed", "<i4", 4),  # where bridges lead from this row to the one below
    ("stock", "<i4", 4),  # what is face down; its order is decided when a card is taken
    ("stock_jokers", "<i4"),
    ("thrown", "<i4"),  # jokers that left the game
    ("bonus_left", "<i4"),  # bonus cards that nobody has yet
    ("hands", "<i4", (6, 4)),  # number cards
    ("jokers", "<i4", 6),  # jokers in each hand
    ("bridges", "<i4", 6),  # bridges before each seat
    ("bonuses", "<i4", 6),  # bonus cards before each seat
    ("known_jokers", "<i4", 6),  # jokers in each hand that everyone saw come there by a swap
    ("lacks", "<i4", (6, 4)),  # what everyone knows a seat does not hold, because it passed
)


@compiled
def hand_size(players):
    """Cards dealt to each player (EE-2)."""
    if players <= 3:
        return 20
    return 15 if players == 4 else 12


@compiled
def bridge_count(players):
    """Bridges dealt to each player (EE-2)."""
    if players <= 3:
        return 4
    return 2 if players == 6 else 3


@compiled
def deal(state, journal):
    """Lay out the 11s, shuffle and deal the rest; the starter begins (EE-1, EE-2, EE-O1)."""
    cards = scratch()
    size = np.int64(0)
    for colour in range(COLOURS):
        state.rows[colour] = ELEVEN
        state.stock[colour] = NUMBERS & ~ELEVEN
        size = add_cards(cards, size, place_of(colour, 0), NUMBERS & ~ELEVEN)
    if not state.simple:
        state.bonus_left = BONUS_CARDS
        state.stock_jokers = JOKERS
        for _ in range(JOKERS):
            cards[size] = JOKER
            size += 1
    each = hand_size(state.players)
    shuffle(state, cards, size, each * state.players)
    for seat in range(state.players):
        if not state.simple:
            state.bridges[seat] = bridge_count(state.players)
        for i in range(seat * each, seat * each + each):
            give(state, seat, cards[i])
    state.seat = state.starter


@compiled
def place_of(colour, number):
    """The place of a number in the row of a colour."""
    return 21 * colour + number - 1


@compiled
def colour_of(place):
    """The colour of a place."""
    return quotient(int(place), 21)


@compiled
def number_of(place):
    """The number of a place."""
    return remainder(int(place), 21) + 1  # int: plain NumPy would shift in the action's 16 bits


@compiled
def give(state, seat, card):
    """A card goes from the stock to a hand."""
    if card == JOKER:
        state.stock_jokers -= 1
        state.jokers[seat] += 1
    else:
        colour, bit = colour_of(card), 1 << number_of(card)
        state.stock[colour] &= ~bit
        state.hands[seat, colour] |= bit


@compiled
def fits(state, colour):
    """The empty places of a row next to a filled one (EE-5, EE-R4)."""
    row = state.rows[colour]
    return (row << 1 | row >> 1) & ~row & NUMBERS


@compiled
def across(state, colour):
    """The empty places of a row whose neighbour above or below is filled (EE-1, EE-6).

    A bridge can lead there.
    """
    upper = state.rows[colour - 1] if colour > 0 else 0
    lower = state.rows[colour + 1] if colour < COLOURS - 1 else 0
    return (upper | lower) & ~state.rows[colour]


@compiled
def within_reach(state, colour):
    """The places of a row that the seat at turn can fill, maybe by a bridge (EE-5 to EE-7)."""
    return fits(state, colour) | (across(state, colour) if state.bridges[state.seat] else 0)


@compiled
def under_duty(state):
    """True if a number card that can be laid must be laid: with an empty stock, or always (EE-4, EE-O2)."""
    return state.brisk != 0 or stock_size(state) == 0


@compiled
def owed(state, colour):
    """The places of a row whose number cards the seat at turn owes under duty (EE-11).

    Those that fit inside the row (EE-R6), with EE-O3 also those that an own bridge reaches.
    """
    return within_reach(state, colour) if state.full_duty else fits(state, colour)


@compiled
def must_lay(state):
    """True if the seat at turn is under duty and holds a number card that it owes.

    Then it may neither take nor pass (EE-4, EE-O2).
    """
    if not under_duty(state):
        return False
    cards = 0
    for colour in range(COLOURS):
        cards |= state.hands[state.seat, colour] & owed(state, colour)
    return cards != 0


@compiled
def still_owes(state):
    """True if the seat at turn has only thrown jokers in this turn, and that does not settle its duty (EE-O3)."""
    return state.full_duty != 0 and state.placed == 0 and state.laid < MOST and must_lay(state)


@compiled
def legal(state, out):
    """Lay, throw and swap (EE-3 to EE-10), then end the turn; or else take or pass (EE-3, EE-4)."""
    seat = state.seat
    count = 0
    for colour in range(COLOURS):
        hand = state.hands[seat, colour]
        first = place_of(colour, 0)
        if state.laid < MOST:
            places = within_reach(state, colour)
            count = write_all(out, count, first, hand & places)
            if state.jokers[seat]:
                count = write_all(out, count, first + LAY_JOKER, places)
        swaps = hand & state.table_jokers[colour]  # EE-9, EE-R9
        count = write_all(out, count, first + SWAP, swaps)
    if can_throw(state):
        count = write(out, count, THROW_JOKER)
    if state.laid:
        if not still_owes(state):
            count = write(out, count, END_TURN)
    elif not state.swapped and not must_lay(state):  # EE-R1
        count = write(out, count, TAKE if stock_size(state) else PASS)
    return count


@compiled
def can_throw(state):
    """True if the seat at turn may throw a joker (EE-10), which must leave room for a card that it owes (EE-O3)."""
    if state.jokers[state.seat] == 0 or state.laid == MOST:
        return False
    return state.laid < MOST - 1 or not still_owes(state)


@compiled
def apply(state, action, journal):
    """Do what the seat at turn chose. Nothing else is forced: it ends its turn itself (EE-R9)."""
    state.ply += 1
    if action < SWAP:
        as_joker = action >= LAY_JOKER
        lay(state, action - LAY_JOKER if as_joker else action, as_joker, journal)
    elif action < THROW_JOKER:
        swap(state, action - SWAP, journal)
    elif action == THROW_JOKER:
        throw_joker(state, journal)
    elif action == END_TURN:
        note(journal, TURN_ENDED, state.seat)
        pass_on(state)
    elif action == TAKE:
        take(state, journal)
    else:
        pass_without_card(state, journal)


@compiled
def lay(state, place, as_joker, journal):
    """A card or a joker goes to a place (EE-5, EE-8).

    If its own row does not lead there, over a bridge (EE-6, EE-R3).
    """
    seat, colour, number = state.seat, colour_of(place), number_of(place)
    bit = 1 << number
    if not fits(state, colour) & bit:
        spend_bridge(state, colour, number, journal)
    if as_joker:
        give_up_joker(state)
        state.table_jokers[colour] |= bit
        note(journal, JOKER_LAID, seat, place)
    else:
        state.hands[seat, colour] &= ~bit
        note(journal, LAID, seat, place)
    state.rows[colour] |= bit
    state.placed += 1
    win_bonus(state, colour, number, journal)
    count_card(state, journal)


@compiled
def spend_bridge(state, colour, number, journal):
    """Lay a bridge from above if that place is filled, else from below (EE-6, EE-R3)."""
    seat = state.seat
    from_above = colour > 0 and state.rows[colour - 1] >> number & 1 == 1
    gap = colour - 1 if from_above else colour
    state.bridges[seat] -= 1
    state.crossed[gap] |= 1 << number
    note(journal, BRIDGED, seat, place_of(colour, number), colour - 1 if from_above else colour + 1)


@compiled
def give_up_joker(state):
    """A joker leaves the hand: one of those that everyone knew of, as far as anyone can tell."""
    seat = state.seat
    state.jokers[seat] -= 1
    if state.known_jokers[seat]:
        state.known_jokers[seat] -= 1


@compiled
def win_bonus(state, colour, number, journal):
    """Whoever fills the last place of a side takes a bonus card, while there are any.

    EE-12, EE-R5, EE-R8.
    """
    side = LOW_SIDE if number < 11 else HIGH_SIDE
    if state.rows[colour] & side == side and state.bonus_left:
        state.bonus_left -= 1
        state.bonuses[state.seat] += 1
        note(journal, BONUS_WON, state.seat, colour, number > 11)


@compiled
def count_card(state, journal):
    """Count one of up to four cards of a turn (EE-3).

    The round is over if the hand is empty (EE-13).
    """
    state.laid += 1
    state.passes = 0
    if hand_is_empty(state, state.seat):
        state.over = 1
        note(journal, ROUND_ENDED, state.seat)


@compiled
def hand_is_empty(state, seat):
    """True if a seat holds neither a card nor a joker."""
    return is_empty(state.hands[seat]) and state.jokers[seat] == 0


@compiled
def swap(state, place, journal):
    """The real card takes the place of a joker, which everyone sees go to the hand (EE-9)."""
    seat, colour, bit = state.seat, colour_of(place), 1 << number_of(place)
    state.hands[seat, colour] &= ~bit
    state.table_jokers[colour] &= ~bit
    state.jokers[seat] += 1
    state.known_jokers[seat] += 1
    state.swapped = 1
    note(journal, SWAPPED, seat, place)


@compiled
def throw_joker(state, journal):
    """A joker leaves the game and counts as a card (EE-10, EE-R2)."""
    give_up_joker(state)
    state.thrown += 1
    note(journal, JOKER_THROWN, state.seat)
    count_card(state, journal)


@compiled
def take(state, journal):
    """The top card of the stock goes to the hand, and the turn is over (EE-3)."""
    card = draw(state)
    give(state, state.seat, card)
    note(journal, TOOK, state.seat, card)
    pass_on(state)


@compiled
def draw(state):
    """A random card of the stock, which is not empty."""
    n = below(state, stock_size(state))
    if n < state.stock_jokers:
        return JOKER
    colour, number = nth_card(state.stock, n - state.stock_jokers)
    return place_of(colour, number)


@compiled
def stock_size(state):
    """Cards in the stock, jokers included."""
    return count_cards(state.stock) + state.stock_jokers


@compiled
def pass_without_card(state, journal):
    """No card fits and the stock is empty (EE-4, EE-R6).

    When all pass in a row, the round is over (EE-R7). Nobody draws any more, so a seat that passes
    will never hold a card that it would have owed now.
    """
    for colour in range(COLOURS):
        state.lacks[state.seat, colour] |= owed(state, colour)
    state.passes += 1
    note(journal, PASSED, state.seat)
    if state.passes == state.players:
        state.over = 1
        note(journal, ALL_PASSED, state.seat)
    else:
        pass_on(state)


@compiled
def pass_on(state):
    """The turn passes to the left."""
    state.seat = next_seat(state)
    state.laid = 0
    state.placed = 0
    state.swapped = 0
    state.reveals += 1


@compiled
def scores(state, out):
    """11 for each bonus card, minus the numbers in the hand and 11 for each joker (EE-14)."""
    for seat in range(state.players):
        out.points[seat] = 11 * (state.bonuses[seat] - state.jokers[seat]) - sum_of_numbers(state.hands[seat])


@compiled
def sound(state):
    """True if every card lies, is in the stock or in one hand, and nothing is missing."""
    jokers, bonuses = state.stock_jokers + state.thrown, state.bonus_left
    for colour in range(COLOURS):
        seen = state.rows[colour] & ~state.table_jokers[colour]
        twice = (seen & state.stock[colour]) | (state.table_jokers[colour] & ~state.rows[colour])
        seen |= state.stock[colour]
        for seat in range(6):
            twice |= seen & state.hands[seat, colour]
            seen |= state.hands[seat, colour]
        if twice or seen != NUMBERS:
            return False
        jokers += popcount(state.table_jokers[colour])
    for seat in range(6):
        jokers += state.jokers[seat]
        bonuses += state.bonuses[seat]
    return jokers == (0 if state.simple else JOKERS) and bonuses == (0 if state.simple else BONUS_CARDS)


@compiled
def hand_count(state, seat):
    """Cards in a hand, jokers included."""
    return count_cards(state.hands[seat]) + state.jokers[seat]
