"""11 Elevens: a quick sensible choice. Get rid of much, lead to your own cards, take the sides that earn a bonus."""

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


@compiled
def prefer(state, luck):
    """The move that is worth most; with nothing worth laying, the end of the turn, or a card from the stock."""
    seat = state.seat
    best_action, best_worth = waiting_move(state)
    small_hand = hand_count(state, seat) <= 4
    for colour in range(COLOURS):
        hand = state.hands[seat, colour]
        inside = fits(state, colour)
        if state.laid < MOST:
            jokers = state.jokers[seat]
            places = within_reach(state, colour)
            numbers = places if jokers else hand & places
            while numbers:
                number = lowest(numbers)
                numbers &= numbers - 1
                bit = 1 << number
                worth = worth_of_place(state, hand, colour, number)
                if not inside & bit:
                    worth -= 4
                action = place_of(colour, number)
                if hand & bit:
                    worth += 8 + number
                else:
                    worth += 6 if small_hand else -2
                    action += LAY_JOKER
                worth = 8 * worth + pick(luck, 8)
                if worth > best_worth:
                    best_worth = worth
                    best_action = action
        numbers = hand & state.table_jokers[colour]
        if numbers and state.laid < MOST:
            number = lowest(numbers)
            if 8 * (number - 2) > best_worth:
                best_worth = 8 * (number - 2)
                best_action = SWAP + place_of(colour, number)
    return best_action


@compiled
def waiting_move(state):
    """What to do if no card is worth laying, and what it is worth."""
    seat = state.seat
    if state.laid < MOST and state.jokers[seat] and (state.swapped or hand_count(state, seat) <= 4):
        return THROW_JOKER, 0
    if state.laid:
        return END_TURN, 0
    if state.swapped:
        return THROW_JOKER, 0
    if stock_size(state):
        return TAKE, 0
    if must_lay(state):
        return -1, -1_000_000
    return PASS, 0


@compiled
def worth_of_place(state, hand, colour, number):
    """A bonus, and own cards that this place leads to, against the neighbours that it offers to everybody."""
    row = state.rows[colour] | 1 << number
    side = LOW_SIDE if number < 11 else HIGH_SIDE
    if row & side == side:
        return 11 if state.bonus_left else 1
    opened = (1 << number - 1 | 1 << number + 1) & ~row & NUMBERS
    return 5 * popcount(opened & hand) - 2 * popcount(opened & ~hand)
