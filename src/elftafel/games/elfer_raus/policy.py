"""Elfer raus!: a quick sensible choice, which opens rows for own cards, and a beginner's."""

from elftafel.games.elfer_raus.rules import COLOURS, END_TURN, NUMBERS, OPEN_OUTSIDE_IN, fits
from elftafel.kernel.bits import lowest, popcount
from elftafel.kernel.chance import pick
from elftafel.kernel.jit import compiled

OWN_WAY = 4  # value of opening a number on the way to an own card; opening one for others costs 1
WORTH_A_SECOND = 22  # after the card that ER-4 demands, only cards worth more than this are laid
ALWAYS = -1_000_000
TO_TEN = (1 << 11) - 2  # the numbers 1 to 10
FROM_ELEVEN = NUMBERS & ~TO_TEN


@compiled
def prefer(state, luck):
    """One card in a turn: the one that opens most for the own hand and least for the others.

    A card that is kept back costs nothing, and those who wait for it have to draw. If the whole
    hand can be laid in this turn, it is.
    """
    best_action = END_TURN
    best_worth = 8 * WORTH_A_SECOND
    if state.laid == 0 or can_go_out(state):
        best_worth = ALWAYS
    above, below = sides_of(state)
    for colour in range(COLOURS):
        hand, row = int(state.hands[state.seat, colour]), int(state.rows[colour])
        numbers = hand & fits(state, colour)
        while numbers:
            number = lowest(numbers)
            numbers &= numbers - 1
            worth = 8 * worth_of_laying(hand, row, number, above, below) + pick(luck, 8)
            if worth > best_worth:
                best_worth = worth
                best_action = 20 * colour + number - 1
    return best_action


@compiled
def can_go_out(state):
    """True if the whole hand can be laid in this turn."""
    for colour in range(COLOURS):
        hand = int(state.hands[state.seat, colour])
        if not can_lay_all(hand, hand & fits(state, colour)):
            return False
    return True


@compiled
def can_lay_all(hand, reached):
    """True if all cards of a colour can be laid, one after another, beginning with `reached`."""
    before = 0
    while reached != before:
        before = reached
        reached |= hand & (reached << 1 | reached >> 1)
    return reached == hand


@compiled
def sides_of(state):
    """The numbers to which a row can grow upward, and those to which it can grow downward.

    If its two ends grow toward each other (ER-O2), each is assumed to reach the middle.
    """
    inward = state.opening == OPEN_OUTSIDE_IN
    return (TO_TEN, FROM_ELEVEN) if inward else (NUMBERS, NUMBERS)


@compiled
def worth_of_laying(hand, row, number, above, below):
    """The value of what a card opens on both sides.

    The way to the farthest own card counts for it; every number that others may lay counts against
    it.
    """
    worth = 0
    if not row >> number + 1 & 1:
        opened = above >> number + 1 << number + 1 & ~row
        way = opened & all_up_to(hand & opened)
        worth += OWN_WAY * popcount(way) - popcount(opened)
    if not row >> number - 1 & 1:
        opened = below & (1 << number) - 1 & ~row
        own = hand & opened
        way = opened & -(own & -own)  # from the lowest own card upward
        worth += OWN_WAY * popcount(way) - popcount(opened)
    return worth


@compiled
def all_up_to(numbers):
    """All numbers from 0 to the highest one of a set."""
    numbers |= numbers >> 1
    numbers |= numbers >> 2
    numbers |= numbers >> 4
    numbers |= numbers >> 8
    return numbers | numbers >> 16


@compiled
def stumble(state, luck):
    """A beginner's choice: the highest number that fits, for fear of minus points.

    Its mistakes: it opens rows and whole sides for everyone, does not see which card leads to its
    own ones, keeps its low cards to the end, and sometimes lays one more card although it need not.
    It does lay the whole hand if it can.
    """
    best_action = END_TURN
    highest = 0
    if state.laid == 0 or pick(luck, 8) == 0 or can_go_out(state):
        for colour in range(COLOURS):
            numbers = int(state.hands[state.seat, colour]) & fits(state, colour)
            number = popcount(all_up_to(numbers)) - 1
            if number > highest:
                highest = number
                best_action = 20 * colour + number - 1
    return best_action
