"""Elfer raus!: what people see of it. Views, moves and events as typed messages, and why a move is not allowed."""

from functools import cache

import msgspec

from elftafel.games.contract import to_the_left
from elftafel.games.elfer_raus import rules
from elftafel.games.elfer_raus.facts import Opening, Options
from elftafel.games.messages import COLOURS, Card, Colour, Event, Hand, Move, Table, tag_moves
from elftafel.games.messages import Laid as Laid
from elftafel.games.messages import Passed as Passed
from elftafel.games.messages import RoundEnded as RoundEnded
from elftafel.games.messages import TurnEnded as TurnEnded
from elftafel.games.rows import cards_in, count, numbers_in
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain, uncompiled
from elftafel.kernel.record import Record

ENDS = "ER-10"  # the rule by which a round ends
next_starter = to_the_left
fits = uncompiled(rules.fits)


class Lay(Move, frozen=True):
    """Lay a card on its row."""

    card: Card


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn."""


MOVES = tag_moves(Lay, EndTurn)


class RowOnTable(msgspec.Struct, frozen=True):
    """One row: what lies, and what may be laid next."""

    colour: Colour
    lies: tuple[int, ...]
    fits: tuple[int, ...]


class ElferTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    rows: tuple[RowOnTable, ...]
    stock: int
    hand_sizes: tuple[int, ...]
    laid: int  # cards laid in the running turn
    opening: Opening
    dropped: Colour | None


class ElferHand(Hand, frozen=True, kw_only=True):
    """What one seat holds."""

    cards: tuple[Card, ...]


class DealtAgain(Event, frozen=True, kw_only=True, tag="dealt_again"):
    """No 11 was dealt, so everything was shuffled and dealt again (ER-3)."""


class Drew(Event, frozen=True, kw_only=True):
    """A card was drawn and kept; only its owner sees which (ER-R2)."""

    card: Card | None


class DrewAndLaid(Event, frozen=True, kw_only=True, tag="drew_and_laid"):
    """A card was drawn, fitted, and was laid by the rules (ER-R1)."""

    card: Card


FIRES = {
    rules.DEALT_AGAIN: "ER-3",
    rules.LAID: "ER-6",
    rules.DREW: "ER-8",
    rules.DREW_AND_LAID: "ER-R1",
    rules.PASSED: "ER-9",
    rules.TURN_ENDED: "ER-7",
    rules.ROUND_ENDED: "ER-10",
}
"""The rule behind each kind of step in the journal."""


def setup(state: Record, options: Options) -> None:
    """Write the options into a blank record."""
    state.opening = tuple(Opening).index(options.opening)
    state.dropped = rules.NO_COLOUR if options.drop_colour is None else COLOURS.index(options.drop_colour)


@cache
def card_of(number: int) -> Card:
    """The card with this action number."""
    return Card(COLOURS[number // 20], number % 20 + 1)


@cache
def move_of(action: int) -> Move:
    """What an action means."""
    return EndTurn() if action == rules.END_TURN else Lay(card_of(action))


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such card."""
    match move:
        case Lay(Card(colour, number)) if 1 <= number <= 20:
            return 20 * COLOURS.index(colour) + number - 1
        case EndTurn():
            return rules.END_TURN
    return None


def table(state: Record) -> ElferTable:
    """What everybody sees."""
    seen = plain(state)
    return ElferTable(
        players=seen.players,
        turn=None if seen.over else seen.seat,
        starter=seen.starter,
        ply=seen.ply,
        rows=tuple(
            RowOnTable(colour, numbers_in(seen.rows[i]), numbers_in(fits(seen, i)))
            for i, colour in enumerate(COLOURS)
            if i != seen.dropped
        ),
        stock=count(seen.stock),
        hand_sizes=tuple(count(seen.hands[seat]) for seat in range(seen.players)),
        laid=seen.laid,
        opening=tuple(Opening)[seen.opening],
        dropped=None if seen.dropped < 0 else COLOURS[seen.dropped],
    )


def hand(state: Record, seat: int) -> ElferHand:
    """What one seat holds."""
    seen = plain(state)
    return ElferHand(seat=seat, cards=cards_in(seen.hands[seat]))


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal as `viewer` may see it; None is a spectator."""
    kind, seat, card, _, _ = step
    match kind:
        case rules.DEALT_AGAIN:
            return DealtAgain(seat=seat)
        case rules.LAID:
            return Laid(seat=seat, card=card_of(card))
        case rules.DREW:
            return Drew(seat=seat, card=card_of(card) if viewer == seat else None)
        case rules.DREW_AND_LAID:
            return DrewAndLaid(seat=seat, card=card_of(card))
        case rules.PASSED:
            return Passed(seat=seat)
        case rules.TURN_ENDED:
            return TurnEnded(seat=seat)
    return RoundEnded(seat=seat)


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    match move:
        case EndTurn():
            return "ER-4"  # at least one card first
        case Lay(Card(colour, number)):
            if COLOURS.index(colour) == state.dropped:
                return "ER-O1"
            held = hand(state, seat).cards
            if Card(colour, number) not in held:
                return "ER-1"  # only cards from the own hand
            return "ER-6" if state.rows[COLOURS.index(colour)] else "ER-5"
    return "ER-4"
