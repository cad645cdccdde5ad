"""TITLE: what speaks for a move or against it, from the own hand and the table alone."""

from elftafel.games.messages import Reason
from elftafel.games.NAME import rules
from elftafel.kernel.record import Record

REASONS = (
    "goes_out",  # the last card of the hand
    "raises",  # how much higher than the top card
    "matches",  # the same number as the top card
    "starts_row",  # the first card of a new row
    "same_again",  # another card of the number just laid
    "can_follow",  # own cards of the same number, which may follow in this turn
    "takes_cards",  # minus points of the row
    "nothing_fits",  # no own card fits the row
    "keeps_same",  # own cards of the number just laid that stay in the hand
    "no_other",  # no other own card has this number
)
COSTS = ("takes_cards", "keeps_same")


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What is to be said about this action, the most telling first."""
    hand = int(state.hands[state.seat])
    if action == rules.TAKE:
        found = [Reason("takes_cards", int(state.row).bit_count())]
        if not hand & int(rules.fits(state)):
            found.append(Reason("nothing_fits"))
        return tuple(found)
    if action == rules.END_TURN:
        same = (hand & int(rules.fits(state))).bit_count()
        return (Reason("keeps_same", same) if same else Reason("no_other"),)
    return about_laying(state, hand, action)


def about_laying(state: Record, hand: int, card: int) -> tuple[Reason, ...]:
    """What a card does to the row, and whether more can follow."""
    if hand == 1 << card:
        return (Reason("goes_out"),)
    number = int(rules.number_of(card))
    height = number - int(rules.number_of(state.top)) if state.row else 0
    if state.laid:
        first = Reason("same_again")
    elif not state.row:
        first = Reason("starts_row")
    else:
        first = Reason("raises", height) if height else Reason("matches")
    same = int(rules.at_least(number)) & ~int(rules.at_least(number + 1)) & hand & ~(1 << card)
    return (first, Reason("can_follow", same.bit_count())) if same else (first,)
