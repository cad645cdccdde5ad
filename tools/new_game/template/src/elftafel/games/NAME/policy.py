"""TITLE: quick choices. A sensible one that gets rid of low cards first, and a beginner's."""

from elftafel.games.NAME.rules import CARDS, END_TURN, TAKE, fits, number_of
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled


@compiled
def prefer(state, luck):
    """The lowest card that fits, and all others of its number; the row only if nothing fits."""
    best_action = END_TURN if state.laid else TAKE
    lowest_number = 100
    fitting = state.hands[state.seat] & fits(state)
    for card in range(CARDS):
        if fitting >> card & 1 and number_of(card) < lowest_number:
            lowest_number = number_of(card)
            best_action = card
    return best_action


@compiled
def stumble(state, luck):
    """A beginner's choice: the highest card that fits.

    Its mistakes: it drives the row up while its own low cards wait, it does not think of laying a second card of a
    number, and now and then it takes a row although it need not.
    """
    if state.laid:
        return END_TURN
    if state.row and pick(luck, 8) == 0:
        return TAKE
    best_action = TAKE
    highest_number = 0
    fitting = state.hands[state.seat] & fits(state)
    for card in range(CARDS):
        if fitting >> card & 1 and number_of(card) > highest_number:
            highest_number = number_of(card)
            best_action = card
    return best_action
