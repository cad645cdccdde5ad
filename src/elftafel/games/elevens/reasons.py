"""11 Elevens: what speaks for a move or against it, judged by the own hand and the table alone."""

from elftafel.games.elevens import rules
from elftafel.games.elevens.rules import (
    END_TURN,
    HIGH_SIDE,
    LAY_JOKER,
    LOW_SIDE,
    MOST,
    PASS,
    SWAP,
    TAKE,
    THROW_JOKER,
)
from elftafel.games.messages import Reason
from elftafel.games.rows import about_holding_back, followers, opened_by, own, own_count, waiting
from elftafel.kernel.record import Record

REASONS = (
    "goes_out",  # the last card of the hand
    "completes_side",  # earns a bonus card
    "leads_to_own",  # own cards that can follow at once inside the row, one after another
    "clears_way",  # own cards further out in the row, behind places for which the seat has no card
    "opens_nothing",  # no other place of the row can be filled that could not before
    "sheds_points",  # minus points that leave the hand, if nothing else speaks for the card
    "swaps_joker",  # a card goes, a joker comes
    "sheds_joker",  # a joker less to pay for, thrown or laid
    "keeps_block",  # cards held back that would open the row for others
    "leaves_fitting",  # cards that fit and are kept for later, though they would help nobody else
    "turn_is_full",  # four cards are laid
    "nothing_fits",  # no number card fits inside its row
    "uses_bridge",  # spends a bridge
    "opens_for_others",  # places of the row that it opens and for which the seat has no card
    "takes_card",  # a card more in the hand
)
COSTS = ("uses_bridge", "opens_for_others", "takes_card")


def reasons(state: Record, action: int) -> tuple[Reason, ...]:
    """What to say about this action, the most important first."""
    if action < SWAP:
        notes = about_laying(state, action % LAY_JOKER, action >= LAY_JOKER)
    elif action < THROW_JOKER:
        notes = [Reason("swaps_joker")]
    elif action == THROW_JOKER:
        notes = [Reason("sheds_joker")]
        if hand_size(state) == 1:
            notes.insert(0, Reason("goes_out"))
    elif action == TAKE:
        notes = [about_holding_back(state, fits, opened), Reason("takes_card")]
    elif action == END_TURN:
        notes = [Reason("turn_is_full") if state.laid == MOST else about_holding_back(state, fits, opened)]
    else:
        assert action == PASS
        notes = [Reason("nothing_fits")]
    return tuple(notes)


def about_laying(state: Record, place: int, as_joker: bool) -> list[Reason]:
    """What filling a place brings and costs."""
    if hand_size(state) == 1:
        return [Reason("goes_out")]
    colour, number = place // 21, place % 21 + 1
    hand, new = own(state, colour), opened(state, colour, number)
    row = int(state.rows[colour]) | 1 << number
    side = LOW_SIDE if number < 11 else HIGH_SIDE
    notes = []
    if row & side == side and state.bonus_left:
        notes.append(Reason("completes_side"))
    if follow := followers(hand, number, new):
        notes.append(Reason("leads_to_own", follow))
    if behind := waiting(hand, number, new, fits(state, colour)):
        notes.append(Reason("clears_way", behind))
    if not new and not notes:
        notes.append(Reason("opens_nothing"))
    notes = notes or [Reason("sheds_joker") if as_joker else Reason("sheds_points", number)]
    if not fits(state, colour) >> number & 1:
        notes.append(Reason("uses_bridge"))
    if new & ~hand:
        notes.append(Reason("opens_for_others", (new & ~hand).bit_count()))
    return notes


def hand_size(state: Record) -> int:
    """Cards and jokers that the seat at turn holds."""
    return own_count(state) + int(state.jokers[state.seat])


def fits(state: Record, colour: int) -> int:
    """The empty places of a row next to a filled one (EE-5)."""
    return int(rules.fits(state, colour))


def opened(state: Record, colour: int, number: int) -> int:
    """The places of this row that lie next to a filled one only after this one is filled."""
    return opened_by(state, colour, number, fits)
