"""Elfer raus!: what speaks for a move or against it, judged by the own hand and the table alone."""

from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.rules import COLOURS, END_TURN, NUMBERS, OPEN_DRAWN
from elftafel.games.messages import Reason
from elftafel.games.rows import about_holding_back, followers, opened_by, own, own_count
from elftafel.kernel import record
from elftafel.kernel.record import Record

REASONS = (
    "goes_out",  # the last card of the hand
    "leads_to_own",  # own cards that can follow at once, one after another
    "opens_row_for_others",  # cards that may then be laid and that the seat does not hold
    "clears_way",  # an own card further out, behind cards of others
    "opens_nothing",  # no other card can follow
    "keeps_block",  # cards held back that would open the row for others
    "leaves_fitting",  # cards that fit and stay in the hand, though they would help nobody else
    "nothing_fits",  # no card is left to lay
)


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action == END_TURN:
        return (about_holding_back(state, fits, opened),)
    return tuple(about_laying(state, action // 20, action % 20 + 1))[:3]


def about_laying(state: Record, colour: int, number: int) -> list[Reason]:
    """What laying a card does to its row."""
    if own_count(state) == 1:
        return [Reason("goes_out")]
    hand, new = own(state, colour), opened(state, colour, number)
    notes = []
    if follow := followers(hand, number, new):
        notes.append(Reason("leads_to_own", follow))
    for_others = (new & ~hand).bit_count()
    if opens_the_round(state):  # its number opens the other rows too
        for_others += sum(not own(state, c) >> number & 1 for c in range(COLOURS) if c not in (colour, state.dropped))
    if for_others:
        notes.append(Reason("opens_row_for_others", for_others))
    waiting = hand & ~fits(state, colour)
    if any(new & ~hand & 1 << number + step and waiting & beyond(number, step) for step in (-1, 1)):
        notes.append(Reason("clears_way"))
    if not new and not for_others:
        notes.append(Reason("opens_nothing"))
    return notes


def fits(state: Record, colour: int) -> int:
    """The numbers that may be laid in this row now (ER-5, ER-6)."""
    return int(rules.fits(state, colour))


def opened(state: Record, colour: int, number: int) -> int:
    """The numbers of this row that may be laid only after this one."""
    if not opens_the_round(state):
        return opened_by(state, colour, number, fits)
    after = record.copy(state)
    after.rows[colour] |= 1 << number
    after.starts[colour] = 0  # only the starter could lay so freely
    return fits(after, colour)


def opens_the_round(state: Record) -> bool:
    """True if the starter opens with any card (ER-O2); nobody else may lay so freely."""
    return bool(state.opening == OPEN_DRAWN and state.ply == 0)


def beyond(number: int, step: int) -> int:
    """All numbers further out than the next one on this side."""
    return NUMBERS & ~((1 << number + 2) - 1) if step > 0 else (1 << number - 1) - 1
