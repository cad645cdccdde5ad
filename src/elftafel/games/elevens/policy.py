"""11 Elevens: a quick sensible choice. Get rid of much, offer the others little, take the sides that earn a bonus.

The worths below were found by letting thousands of rounds compare them.
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
    must_lay,
    place_of,
    stock_size,
    within_reach,
)
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

FEW = 4  # cards with which a hand is nearly done: jokers go now
NO_MOVE = -1

A_CARD, A_JOKER, A_LATE_JOKER = 8, -6, 2  # a number card is worth its number more
A_BRIDGE = -5
A_BONUS, A_FULL_SIDE = 14, 2
OPENS_FOR_ME, OPENS_FOR_OTHERS = 3, -6
GOING_ON, TAKING, THROWING = 4, -2, 0  # what a card must be worth to be laid instead


@compiled
def prefer(state, luck):
    """The card, joker or swap that is worth most, if that is more than to end, take, throw or pass."""
    seat = state.seat
    few = hand_count(state, seat) <= FEW
    best_action, best_worth = otherwise(state, few)
    if state.laid == MOST:
        return best_action
    for colour in range(COLOURS):
        hand = state.hands[seat, colour]
        inside = fits(state, colour)
        places = within_reach(state, colour)
        numbers = places if state.jokers[seat] else hand & places
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            action = place_of(colour, number)
            worth = worth_of_place(state, hand, colour, number)
            if not inside >> number & 1:
                worth += A_BRIDGE
            if hand >> number & 1:
                worth += A_CARD + number
            else:
                worth += A_LATE_JOKER if few else A_JOKER
                action += LAY_JOKER
            worth = 8 * worth + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = action
        numbers = hand & state.table_jokers[colour]
        if numbers and 8 * lowest(numbers) > best_worth:  # a swap saves its number
            best_worth = 8 * lowest(numbers)
            best_action = SWAP + place_of(colour, lowest(numbers))
    return best_action


@compiled
def stumble(state, luck):
    """A beginner's choice."""
    return prefer(state, luck)


@compiled
def otherwise(state, few):
    """What to do if no place is worth filling, and what a place must be worth to be filled instead."""
    can_throw = state.jokers[state.seat] and state.laid < MOST
    if can_throw and (few or (state.swapped and state.laid == 0)):
        return THROW_JOKER, 8 * THROWING
    if state.laid:
        return END_TURN, 8 * GOING_ON
    if stock_size(state):
        return TAKE, 8 * TAKING
    if must_lay(state):
        return NO_MOVE, -1_000_000
    return PASS, 8 * GOING_ON


@compiled
def worth_of_place(state, hand, colour, number):
    """A bonus; or the neighbours that this place opens, to own cards or to those of the others."""
    row = state.rows[colour] | 1 << number
    side = LOW_SIDE if number < 11 else HIGH_SIDE
    if row & side == side:
        return A_BONUS if state.bonus_left else A_FULL_SIDE
    opened = (1 << number - 1 | 1 << number + 1) & ~row & NUMBERS
    return OPENS_FOR_ME * popcount(opened & hand) + OPENS_FOR_OTHERS * popcount(opened & ~hand)
