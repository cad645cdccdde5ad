"""Elfer raus!: a quick sensible choice. Lay what leads to your own cards, keep back what only helps the others."""

from elftafel.games.elfer_raus.rules import COLOURS, END_TURN, NUMBERS, fits
from elftafel.kernel.bits import lowest
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """The fitting card that helps most; the end of the turn if every card would help the others more."""
    best_action = END_TURN
    best_worth = 0 if state.laid else -1_000_000
    for colour in range(COLOURS):
        hand = state.hands[state.seat, colour]
        numbers = hand & fits(state, colour)
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            worth = 8 * worth_of_laying(hand, state.rows[colour], number) + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = 20 * colour + number - 1
    return best_action


@compiled
def stumble(state, luck):
    """A beginner's choice."""
    return prefer(state, luck)


@compiled
def worth_of_laying(hand, row, number):
    """Own cards that wait behind this one, against the neighbours that it offers to everybody."""
    worth = 0
    for step in (-1, 1):
        next_one = number + step
        if 1 <= next_one <= 20 and not row >> next_one & 1:
            if hand >> next_one & 1:
                worth += 4
            else:
                worth -= 2
                worth += waiting(hand, number, step)
        elif not 1 <= next_one <= 20:
            worth += 1
    return worth


@compiled
def waiting(hand, number, step):
    """1 if an own card lies further out on this side."""
    outside = NUMBERS & ~((1 << number + 1) - 1) if step > 0 else (1 << number) - 2
    return 3 if hand & outside else 0
