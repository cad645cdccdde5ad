"""TITLE: what people see of it. Views, moves and events as typed messages, and why a move is not allowed."""

from elftafel.games.contract import to_the_left
from elftafel.games.messages import COLOURS, Card, Event, Hand, Move, Table, tag_moves
from elftafel.games.NAME import rules
from elftafel.games.NAME.facts import Options
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain
from elftafel.kernel.record import Record

ENDS = "PREFIX-6"  # the rule by which a round ends
next_starter = to_the_left


class Lay(Move, frozen=True):
    """Lay a card on the row."""

    card: Card


class TakeRow(Move, frozen=True, tag="take_row"):
    """Take the row."""


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn."""


MOVES = tag_moves(Lay, TakeRow, EndTurn)


class RowTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    row: tuple[Card, ...]  # from the lowest number to the highest
    top: Card | None  # the card that decides what fits; None for an empty row
    gone: tuple[Card, ...]  # cards that were taken with a row
    rest: int  # cards that were not dealt
    hand_sizes: tuple[int, ...]
    taken: tuple[int, ...]  # cards that each seat has taken
    laid: int  # cards laid in the running turn
    higher: bool


class OwnHand(Hand, frozen=True, kw_only=True):
    """What one seat holds."""

    cards: tuple[Card, ...]


class Laid(Event, frozen=True, kw_only=True):
    """A card was laid on the row (PREFIX-3)."""

    card: Card


class Took(Event, frozen=True, kw_only=True):
    """The row was taken (PREFIX-5)."""

    cards: int


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """The seat ended its turn (PREFIX-4)."""


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """The seat laid its last card (PREFIX-6)."""


FIRES = {
    rules.LAID: "PREFIX-3",
    rules.TOOK: "PREFIX-5",
    rules.TURN_ENDED: "PREFIX-4",
    rules.ROUND_ENDED: "PREFIX-6",
}
"""The rule behind each kind of step in the journal."""


def setup(state: Record, options: Options) -> None:
    """Write the options into a blank record."""
    state.higher = int(options.higher)


def card_of(number: int) -> Card:
    """The card with this action number."""
    return Card(COLOURS[number // rules.NUMBERS], number % rules.NUMBERS + 1)


def cards_in(cards: int) -> tuple[Card, ...]:
    """The cards of a set, by colour and number."""
    return tuple(card_of(card) for card in range(rules.CARDS) if int(cards) >> card & 1)


def move_of(action: int) -> Move:
    """What an action means."""
    if action == rules.TAKE:
        return TakeRow()
    return EndTurn() if action == rules.END_TURN else Lay(card_of(action))


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such card."""
    match move:
        case Lay(Card(colour, number)) if 1 <= number <= rules.NUMBERS:
            return rules.NUMBERS * COLOURS.index(colour) + number - 1
        case TakeRow():
            return rules.TAKE
        case EndTurn():
            return rules.END_TURN
    return None


def table(state: Record) -> RowTable:
    """What everybody sees."""
    seen = plain(state)
    return RowTable(
        players=int(seen.players),
        turn=None if seen.over else int(seen.seat),
        starter=int(seen.starter),
        ply=int(seen.ply),
        row=tuple(sorted(cards_in(seen.row), key=lambda card: (card.number, card.colour))),
        top=card_of(seen.top) if seen.row else None,
        gone=cards_in(seen.gone),
        rest=int(seen.rest).bit_count(),
        hand_sizes=tuple(int(seen.hands[seat]).bit_count() for seat in range(seen.players)),
        taken=tuple(int(seen.taken[seat]) for seat in range(seen.players)),
        laid=int(seen.laid),
        higher=bool(seen.higher),
    )


def hand(state: Record, seat: int) -> OwnHand:
    """What one seat holds."""
    return OwnHand(seat=seat, cards=cards_in(state.hands[seat]))


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal; here everybody sees all of it."""
    kind, seat, what, _, _ = step
    match kind:
        case rules.LAID:
            return Laid(seat=seat, card=card_of(what))
        case rules.TOOK:
            return Took(seat=seat, cards=what)
        case rules.TURN_ENDED:
            return TurnEnded(seat=seat)
    return RoundEnded(seat=seat)


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    match move:
        case Lay(card):
            if card not in hand(state, seat).cards:
                return "PREFIX-1"  # only cards from the own hand
            if state.laid:
                return "PREFIX-4"  # only the same number
            return "PREFIX-O1" if card.number == rules.number_of(state.top) else "PREFIX-3"
        case TakeRow():
            return "PREFIX-5" if state.laid else "PREFIX-R1"
    return "PREFIX-3" if state.row else "PREFIX-R1"  # at least one card first
