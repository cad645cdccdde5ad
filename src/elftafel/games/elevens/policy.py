"""11 Elevens: a quick sensible choice, one for company, and a beginner's.

`prefer` takes the stock first and then opens the sides where its own cards wait. A hand is emptied
only when the rows let it. Whoever holds the next card of a side stops all others there, and nobody
has to lay while there is a stock. So a place is valued by the cards that are still missing on its
side: own cards speak for opening it, cards of the others against it. When another hand is down to
half, everything possible is laid; in the simple game (EE-O1), which only an empty hand wins, at the
very end. The values were tuned by comparing them over thousands of rounds.

That is strong, but nobody lays a card before the stock is gone. So casual bots `play_along`: they
lay when they can.
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
    can_throw,
    fits,
    hand_count,
    hand_size,
    must_lay,
    place_of,
    still_owes,
    stock_size,
    within_reach,
)
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

FEW, COMPANY_FEW = 19, 10  # with so few own cards, of 20 dealt, jokers are played or thrown
# When another hand has so few cards, of 20 dealt, nothing is held back
HURRY, SIMPLE_HURRY, COMPANY_HURRY = 10, 2, 3
GOES_ON = 3  # a beginner lays another card once in so many times
CARDS_FIRST = 1_000
NO_MOVE, ANY = -1, -1_000_000  # no move but laying; a value that every place is above

# The value of filling a place
OWN_MISSING = 6  # for each card still missing on the side that the seat holds; others' cards below
OTHER_MISSING, SIMPLE_OTHER_MISSING = -4, -1
# For each empty neighbour of the place, by who may hold its card
OPENED_FOR_ITSELF, OPENED_FOR_OTHERS, SIMPLE_OPENED = -5, -11, -18
A_BONUS = 60
A_JOKER, A_BRIDGE = -28, -2
A_SWAP, SWAPPED_NUMBER = 47, 8  # a swap, and for each point of its number
IN_A_HURRY = 99
# What a place must be worth to be filled instead of going on, taking, throwing or passing.
# A bonus, a swap, a long own side or haste is worth more than taking.
GOING_ON, TAKING, THROWING, PASSING = 24, 28, -98, -16
SIMPLE_GOING_ON = 4


@compiled
def prefer(state, luck):
    """The most valuable card, joker or swap, or else to end, take, throw or pass."""
    action, worth = otherwise(state, FEW)
    return most_valuable(state, luck, action, worth, SIMPLE_HURRY if state.simple else HURRY)


@compiled
def play_along(state, luck):
    """What a casual player does: like `prefer`, but rather than take it lays the best card that it can.

    It goes on only where `prefer` would; it keeps its jokers longer and hurries later.
    """
    action, worth = otherwise(state, COMPANY_FEW)
    if action == TAKE and can_lay(state):
        worth = ANY
    return most_valuable(state, luck, action, worth, SIMPLE_HURRY if state.simple else COMPANY_HURRY)


@compiled
def most_valuable(state, luck, best_action, best_worth, hurry):
    """The card, joker or swap that is worth more than `best_worth`, or else `best_action`."""
    seat = state.seat
    if state.laid == MOST:
        return best_action
    haste = IN_A_HURRY if must_hurry(state, hurry) else 0
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
    """A beginner's choice: a bonus, or the way to most own cards, whatever it opens for the others.

    It never holds back, spends its bridges at once, lays a joker anywhere rather than take a card,
    and mostly stops although it could go on.
    """
    seat = state.seat
    if state.laid == MOST or (state.laid and pick(luck, GOES_ON) and not still_owes(state)):
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
def otherwise(state, few):
    """What to do if no place is worth filling, and the value that a place needs instead.

    With `few` cards of 20 dealt, a joker is thrown.
    """
    is_few = 20 * hand_count(state, state.seat) <= few * hand_size(state.players)
    if can_throw(state) and (is_few or (state.swapped and state.laid == 0)):
        return THROW_JOKER, 8 * THROWING
    if state.laid:
        if still_owes(state):
            return NO_MOVE, ANY
        return END_TURN, 8 * (SIMPLE_GOING_ON if state.simple else GOING_ON)
    if must_lay(state):
        return NO_MOVE, ANY
    if stock_size(state):
        return TAKE, 8 * TAKING
    return PASS, 8 * PASSING


@compiled
def can_lay(state):
    """True if the seat at turn holds a number card that it can lay, maybe over a bridge."""
    cards = 0
    for colour in range(COLOURS):
        cards |= state.hands[state.seat, colour] & within_reach(state, colour)
    return cards != 0


@compiled
def must_hurry(state, few):
    """True if another hand is so small that nothing should be held back: `few` cards of 20 dealt."""
    small = few * hand_size(state.players)
    hurry = False
    for other in range(state.players):
        hurry = hurry or (other != state.seat and 20 * hand_count(state, other) <= small)
    return hurry


@compiled
def worth_of_place(state, hand, colour, number):
    """The value of filling a place: a bonus, or what it opens.

    That is the cards still missing on its side, by who holds them, and the neighbours that it
    opens.
    """
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
