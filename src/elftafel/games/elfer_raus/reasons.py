"""Elfer raus!: what speaks for a move or against it, judged by the own hand and the table alone."""

from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.rules import COLOURS, END_TURN, OPEN_DRAWN
from elftafel.games.messages import Reason
from elftafel.games.rows import about_holding_back, followers, opened_by, own, own_count, waiting
from elftafel.kernel import record
from elftafel.kernel.record import Record

REASONS = (
    "goes_out",  # the last card of the hand
    "leads_to_own",  # own cards that can follow at once, one after another
    "clears_way",  # own cards further out, behind cards of others
    "opens_nothing",  # no other card can follow
    "nearly_full",  # at most two more cards fit on its side, if the card is cheap and nothing else speaks for it
    "sheds_points",  # minus points that leave the hand, if nothing else speaks for the card
    "opens_row_for_others",  # cards that may then be laid and that the seat does not hold
    "keeps_block",  # cards held back that would open the row for others
    "leaves_fitting",  # cards that fit and are kept for later, though they would help nobody else
    "nothing_fits",  # no card is left to lay
)
COSTS = ("opens_row_for_others",)
CHEAP = 3  # minus points of a card that are no reason to lay it


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action == END_TURN:
        return (about_holding_back(state, fits, opened),)
    return tuple(about_laying(state, action // 20, action % 20 + 1))


def about_laying(state: Record, colour: int, number: int) -> list[Reason]:
    """What laying a card does to its row."""
    if own_count(state) == 1:
        return [Reason("goes_out")]
    hand, new = own(state, colour), opened(state, colour, number)
    notes = []
    if follow := followers(hand, number, new):
        notes.append(Reason("leads_to_own", follow))
    if behind := waiting(hand, number, new, fits(state, colour)):
        notes.append(Reason("clears_way", behind))
    for_others = (new & ~hand).bit_count()
    if opens_the_round(state):  # its number opens the other rows too
        for_others += sum(not own(state, c) >> number & 1 for c in range(COLOURS) if c not in (colour, state.dropped))
    if not new and not for_others:
        notes.append(Reason("opens_nothing"))
    if not notes:
        nearly_full = number <= CHEAP and new == 1 << number - 1
        notes = [Reason("nearly_full") if nearly_full else Reason("sheds_points", number)]
    return [*notes, Reason("opens_row_for_others", for_others)] if for_others else notes


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
