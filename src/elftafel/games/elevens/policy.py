"""11 Elevens: quick choices. `prefer` takes the stock first, then opens the sides where its own cards wait.

A hand is emptied only when the rows let it. Whoever holds the next card of a side stops all others there, and nobody
has to lay while there is a stock. So a card is judged by what is still missing on its side: own cards want the way
open, cards of the others want it shut. When another hand is down to half, all that can go goes; in the simple game
(EE-O1), which an empty hand wins and nothing else, only at the very end. The worths were found by letting thousands
of rounds compare them.
"""

from elftafel.games.elevens.rules import (
    COLOURS,
    END_TURN,
    HIGH_SIDE,
    LAY_JOKER,
    LOW_SIDE,
    MOST,
    NUMBERS,
    PASS,
    SWAP,
    TAKE,
    THROW_JOKER,
    fits,
    hand_count,
    hand_size,
    must_lay,
    place_of,
    stock_size,
    within_reach,
)
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

FEW = 19  # own cards, for each 20 dealt, with which jokers go, if need be thrown
HURRY, SIMPLE_HURRY = 10, 2  # cards of another hand, for each 20 dealt, with which it is time to hold nothing back
STOPS = 4  # a beginner ends its turn early once in so many times
CARDS_FIRST = 1_000
NO_MOVE = -1

OWN_MISSING = 6  # each card that is still missing on the side
OTHER_MISSING, SIMPLE_OTHER_MISSING = -4, -1
OPENED_FOR_ITSELF, OPENED_FOR_OTHERS, SIMPLE_OPENED = -5, -11, -18  # each empty neighbour, by who may hold its card
A_BONUS = 60
A_JOKER, A_BRIDGE = -28, -2
A_SWAP, SWAPPED_NUMBER = 47, 8  # and that times the number
IN_A_HURRY = 99
# What a place must be worth to be filled instead; to take is beaten by a bonus, a swap, a long own side, or haste
GOING_ON, TAKING, THROWING, PASSING = 24, 28, -98, -16
SIMPLE_GOING_ON = 4


@compiled
def prefer(state, luck):
    """The card, joker or swap that is worth most, if that is more than to end, take, throw or pass."""
    seat = state.seat
    best_action, best_worth = otherwise(state)
    if state.laid == MOST:
        return best_action
    haste = IN_A_HURRY if must_hurry(state) else 0
    for colour in range(COLOURS):
        hand = state.hands[seat, colour]
        inside = fits(state, colour)
        places = within_reach(state, colour)
        numbers = places if state.jokers[seat] else hand & places
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            action = place_of(colour, number)
            worth = worth_of_place(state, hand, colour, number) + haste
            if not inside >> number & 1:
                worth += A_BRIDGE
            if not hand >> number & 1:
                worth += A_JOKER
                action += LAY_JOKER
            worth = 8 * worth + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = action
        numbers = hand & state.table_jokers[colour]
        if numbers:
            worth = 8 * (A_SWAP + SWAPPED_NUMBER * lowest(numbers))
            if worth > best_worth:
                best_worth = worth
                best_action = SWAP + place_of(colour, lowest(numbers))
    return best_action


@compiled
def stumble(state, luck):
    """A beginner's choice: a bonus, or the way to most own cards, whatever that opens for the others.

    It never holds back, spends its bridges at once, lays a joker anywhere rather than take a card, and sometimes stops
    while it could go on.
    """
    seat = state.seat
    if state.laid == MOST or (state.laid and pick(luck, STOPS) == 0):
        return END_TURN
    best_action, best_worth = NO_MOVE, -2_000
    for colour in range(COLOURS):
        hand = state.hands[seat, colour]
        places = within_reach(state, colour)
        numbers = places if state.jokers[seat] and not state.laid else hand & places
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            missing = (LOW_SIDE if number < 11 else HIGH_SIDE) & ~state.rows[colour]
            worth = 8 * (A_BONUS if missing == 1 << number else popcount(missing & hand)) + pick(luck, 8)
            action = place_of(colour, number)
            if not hand >> number & 1:
                worth -= CARDS_FIRST
                action += LAY_JOKER
            if worth > best_worth:
                best_worth = worth
                best_action = action
        numbers = hand & state.table_jokers[colour]
        if numbers and best_worth < 0:  # no card fits
            best_worth = 0
            best_action = SWAP + place_of(colour, lowest(numbers))
    if best_action != NO_MOVE:
        return best_action
    if state.laid:
        return END_TURN
    if state.swapped:
        return THROW_JOKER
    return TAKE if stock_size(state) else PASS


@compiled
def otherwise(state):
    """What to do if no place is worth filling, and what a place must be worth to be filled instead."""
    can_throw = state.jokers[state.seat] and state.laid < MOST
    few = 20 * hand_count(state, state.seat) <= FEW * hand_size(state.players)
    if can_throw and (few or (state.swapped and state.laid == 0)):
        return THROW_JOKER, 8 * THROWING
    if state.laid:
        return END_TURN, 8 * (SIMPLE_GOING_ON if state.simple else GOING_ON)
    if stock_size(state):
        return TAKE, 8 * TAKING
    if must_lay(state):
        return NO_MOVE, -1_000_000
    return PASS, 8 * PASSING


@compiled
def must_hurry(state):
    """Whether another hand is so small that it is time to hold nothing back."""
    small = (SIMPLE_HURRY if state.simple else HURRY) * hand_size(state.players)
    found = False
    for other in range(state.players):
        found = found or (other != state.seat and 20 * hand_count(state, other) <= small)
    return found


@compiled
def worth_of_place(state, hand, colour, number):
    """A bonus; or what is still missing on this side, by whose cards they are, and the neighbours that this opens."""
    row = state.rows[colour] | 1 << number
    missing = (LOW_SIDE if number < 11 else HIGH_SIDE) & ~row
    if not missing:
        return A_BONUS if state.bonus_left else 0
    opened = (1 << number - 1 | 1 << number + 1) & ~row & NUMBERS
    worth = OWN_MISSING * popcount(missing & hand)
    if state.simple:
        return worth + SIMPLE_OTHER_MISSING * popcount(missing & ~hand) + SIMPLE_OPENED * popcount(opened)
    worth += OTHER_MISSING * popcount(missing & ~hand) + OPENED_FOR_ITSELF * popcount(opened & hand)
    return worth + OPENED_FOR_OTHERS * popcount(opened & ~hand)
