"""Elfer raus!: quick choices. A sensible one that opens the way to its own cards only, and a beginner's."""

from elftafel.games.elfer_raus.rules import COLOURS, END_TURN, NUMBERS, fits
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

OWN_WAY = 4  # what a step on the way to an own card is worth, where a step for the others costs 1
WORTH_A_SECOND = 22  # a card is laid on top of the one that ER-4 demands only if it is worth more than this
ALWAYS = -1_000_000


@compiled
def prefer(state, luck):
    """One card a turn, the one that opens most for its own hand and least for others'; all of them to go out.

    A card kept back costs nothing, and those who wait for it have to draw.
    """
    best_action = END_TURN
    best_worth = 8 * WORTH_A_SECOND
    if state.laid == 0 or can_go_out(state):
        best_worth = ALWAYS
    for colour in range(COLOURS):
        hand, row = int(state.hands[state.seat, colour]), int(state.rows[colour])
        numbers = hand & fits(state, colour)
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            worth = 8 * worth_of_laying(hand, row, number) + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = 20 * colour + number - 1
    return best_action


@compiled
def can_go_out(state):
    """Whether the whole hand can be laid in this turn."""
    for colour in range(COLOURS):
        hand = int(state.hands[state.seat, colour])
        reached = hand & fits(state, colour)
        before = 0
        while reached != before:
            before = reached
            reached |= hand & (reached << 1 | reached >> 1)
        if reached != hand:
            return False
    return True


@compiled
def worth_of_laying(hand, row, number):
    """What opens on both sides of a card: the way out to one's own farthest card, against all that others may lay."""
    worth = 0
    if not row >> number + 1 & 1:
        outside = NUMBERS >> number + 1 << number + 1 & ~row
        way = outside & all_up_to(hand & outside)
        worth += OWN_WAY * popcount(way) - popcount(outside)
    if not row >> number - 1 & 1:
        outside = NUMBERS & (1 << number) - 1 & ~row
        own = hand & outside
        way = outside & -(own & -own)  # from the lowest own card upward
        worth += OWN_WAY * popcount(way) - popcount(outside)
    return worth


@compiled
def all_up_to(numbers):
    """All numbers from 0 to the highest of a set."""
    numbers |= numbers >> 1
    numbers |= numbers >> 2
    numbers |= numbers >> 4
    numbers |= numbers >> 8
    return numbers | numbers >> 16


@compiled
def stumble(state, luck):
    """A beginner's choice: the highest number that fits, for fear of minus points; all cards to go out.

    Its mistakes: it opens rows and whole sides for everyone, does not see which card leads to its own, wastes the 20s
    that it could keep for a turn without anything better, and lets its far-out low cards wait till the end.
    """
    best_action = END_TURN
    highest = 0
    if state.laid == 0 or can_go_out(state):
        for colour in range(COLOURS):
            numbers = int(state.hands[state.seat, colour]) & fits(state, colour)
            number = popcount(all_up_to(numbers)) - 1
            if number > highest:
                highest = number
                best_action = 20 * colour + number - 1
    return best_action
