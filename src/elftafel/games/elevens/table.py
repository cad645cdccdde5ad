"""11 Elevens: what people see of it. Views, moves and events as typed messages, and why a move is not allowed."""

from enum import StrEnum
from functools import cache

import msgspec

from elftafel.games.contract import to_the_left
from elftafel.games.elevens import rules
from elftafel.games.elevens.facts import Options
from elftafel.games.messages import COLOURS, Card, Colour, Event, Hand, Move, Table, tag_moves
from elftafel.games.messages import Laid as Laid
from elftafel.games.messages import Passed as Passed
from elftafel.games.messages import RoundEnded as RoundEnded
from elftafel.games.messages import TurnEnded as TurnEnded
from elftafel.games.rows import cards_in, count, numbers_in
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain, uncompiled
from elftafel.kernel.record import Record

ENDS = "EE-13"  # the rule by which a round ends
next_starter = to_the_left
fits = uncompiled(rules.fits)


class Lay(Move, frozen=True):
    """Lay a number card at its place, over a bridge where its row does not lead there."""

    card: Card


class LayJoker(Move, frozen=True, tag="lay_joker"):
    """Lay a joker as this card."""

    place: Card


class Swap(Move, frozen=True):
    """Put this card from the hand in place of the joker that stands for it, and take the joker."""

    card: Card


class ThrowJoker(Move, frozen=True, tag="throw_joker"):
    """Throw a joker from the hand out of the game."""


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn."""


class Take(Move, frozen=True):
    """Take the top card of the stock."""


class Pass(Move, frozen=True):
    """Pass: the stock is empty and no number card fits inside its row."""


MOVES = tag_moves(Lay, LayJoker, Swap, ThrowJoker, EndTurn, Take, Pass)


class Side(StrEnum):
    """A half of a row."""

    LOW = "low"  # 1 to 11
    HIGH = "high"  # 11 to 21


SIDES = tuple(Side)


class RowOnTable(msgspec.Struct, frozen=True):
    """One row: the filled places, those of them that a joker fills, and the places next to them."""

    colour: Colour
    lies: tuple[int, ...]
    jokers: tuple[int, ...]
    fits: tuple[int, ...]


class BridgeOnTable(msgspec.Struct, frozen=True):
    """A bridge that lies between two neighbouring rows."""

    upper: Colour
    lower: Colour
    number: int


class ElevensTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    rows: tuple[RowOnTable, ...]  # from top to bottom
    bridges_on_table: tuple[BridgeOnTable, ...]
    stock: int
    hand_sizes: tuple[int, ...]
    bridges: tuple[int, ...]  # before each seat
    bonuses: tuple[int, ...]  # before each seat
    bonus_left: int
    thrown: int  # jokers out of the game
    laid: int  # cards laid or thrown in the running turn
    swapped: bool  # a joker was swapped in the running turn
    passes: int  # seats that have passed in a row
    simple: bool


class ElevensHand(Hand, frozen=True, kw_only=True):
    """What one seat holds."""

    cards: tuple[Card, ...]
    jokers: int


class Bridged(Event, frozen=True, kw_only=True):
    """A bridge was laid from the same number of a neighbouring row (EE-6)."""

    place: Card
    origin: Colour


class JokerLaid(Event, frozen=True, kw_only=True, tag="joker_laid"):
    """A joker was laid as this card (EE-8)."""

    place: Card


class Swapped(Event, frozen=True, kw_only=True):
    """This card took the place of a joker, which went to the hand (EE-9)."""

    card: Card


class JokerThrown(Event, frozen=True, kw_only=True, tag="joker_thrown"):
    """A joker left the game (EE-10)."""


class BonusWon(Event, frozen=True, kw_only=True, tag="bonus_won"):
    """A side is full, and the seat took a bonus card (EE-12)."""

    colour: Colour
    side: Side


class Took(Event, frozen=True, kw_only=True):
    """A card was taken from the stock; only its owner sees which (EE-3)."""

    card: Card | None  # None for a joker, and for everybody but its owner
    joker: bool  # false for everybody but its owner


class AllPassed(Event, frozen=True, kw_only=True, tag="all_passed"):
    """Every seat passed in a row, this one last, and the round is over (EE-R7)."""


FIRES = {
    rules.BRIDGED: "EE-6",
    rules.LAID: "EE-5",
    rules.JOKER_LAID: "EE-8",
    rules.SWAPPED: "EE-9",
    rules.JOKER_THROWN: "EE-10",
    rules.BONUS_WON: "EE-12",
    rules.TOOK: "EE-3",
    rules.PASSED: "EE-4",
    rules.TURN_ENDED: "EE-R9",
    rules.ROUND_ENDED: "EE-13",
    rules.ALL_PASSED: "EE-R7",
}
"""The rule behind each kind of step in the journal."""


def setup(state: Record, options: Options) -> None:
    """Write the options into a blank record."""
    state.simple = int(options.simple)
    state.brisk = int(options.brisk)
    state.full_duty = int(options.full_duty)


@cache
def card_of(place: int) -> Card:
    """The card that belongs to this place."""
    return Card(COLOURS[place // 21], place % 21 + 1)


def place_of(card: Card) -> int | None:
    """The place to which a card belongs; None if there is no such card."""
    return 21 * COLOURS.index(card.colour) + card.number - 1 if 1 <= card.number <= 21 else None


@cache
def move_of(action: int) -> Move:
    """What an action means."""
    match action:
        case rules.THROW_JOKER:
            return ThrowJoker()
        case rules.END_TURN:
            return EndTurn()
        case rules.TAKE:
            return Take()
        case rules.PASS:
            return Pass()
    if action >= rules.SWAP:
        return Swap(card_of(action - rules.SWAP))
    if action >= rules.LAY_JOKER:
        return LayJoker(card_of(action - rules.LAY_JOKER))
    return Lay(card_of(action))


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such card."""
    match move:
        case ThrowJoker():
            return rules.THROW_JOKER
        case EndTurn():
            return rules.END_TURN
        case Take():
            return rules.TAKE
        case Pass():
            return rules.PASS
        case Lay(card):
            return place_of(card)
        case LayJoker(card):
            place = place_of(card)
            return None if place is None else rules.LAY_JOKER + place
        case Swap(card):
            place = place_of(card)
            return None if place is None else rules.SWAP + place
    return None


def table(state: Record) -> ElevensTable:
    """What everybody sees."""
    seen = plain(state)
    seats = range(seen.players)
    return ElevensTable(
        players=seen.players,
        turn=None if seen.over else seen.seat,
        starter=seen.starter,
        ply=seen.ply,
        rows=tuple(
            RowOnTable(
                colour,
                numbers_in(seen.rows[i]),
                numbers_in(seen.table_jokers[i]),
                numbers_in(fits(seen, i)),
            )
            for i, colour in enumerate(COLOURS)
        ),
        bridges_on_table=tuple(
            BridgeOnTable(COLOURS[gap], COLOURS[gap + 1], number)
            for gap in range(3)
            for number in numbers_in(seen.crossed[gap])
        ),
        stock=count(seen.stock) + seen.stock_jokers,
        hand_sizes=tuple(count(seen.hands[seat]) + seen.jokers[seat] for seat in seats),
        bridges=tuple(seen.bridges[seat] for seat in seats),
        bonuses=tuple(seen.bonuses[seat] for seat in seats),
        bonus_left=seen.bonus_left,
        thrown=seen.thrown,
        laid=seen.laid,
        swapped=bool(seen.swapped),
        passes=seen.passes,
        simple=bool(seen.simple),
    )


def hand(state: Record, seat: int) -> ElevensHand:
    """What one seat holds."""
    seen = plain(state)
    return ElevensHand(seat=seat, cards=cards_in(seen.hands[seat]), jokers=seen.jokers[seat])


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal as `viewer` may see it; None is a spectator."""
    kind, seat, a, b, _ = step
    match kind:
        case rules.BRIDGED:
            return Bridged(seat=seat, place=card_of(a), origin=COLOURS[b])
        case rules.LAID:
            return Laid(seat=seat, card=card_of(a))
        case rules.JOKER_LAID:
            return JokerLaid(seat=seat, place=card_of(a))
        case rules.SWAPPED:
            return Swapped(seat=seat, card=card_of(a))
        case rules.JOKER_THROWN:
            return JokerThrown(seat=seat)
        case rules.BONUS_WON:
            return BonusWon(seat=seat, colour=COLOURS[a], side=SIDES[b])
        case rules.TOOK:
            joker = a == rules.JOKER
            mine = viewer == seat
            return Took(seat=seat, card=card_of(a) if mine and not joker else None, joker=mine and joker)
        case rules.PASSED:
            return Passed(seat=seat)
        case rules.TURN_ENDED:
            return TurnEnded(seat=seat)
        case rules.ALL_PASSED:
            return AllPassed(seat=seat)
    return RoundEnded(seat=seat)


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    if state.simple and isinstance(move, LayJoker | Swap | ThrowJoker):
        return "EE-O1"
    match move:
        case Lay(card):
            return why_not_lay(state, seat, card)
        case LayJoker(card):
            return why_not_lay_joker(state, seat, card)
        case Swap():
            return "EE-9"  # the own real card, in place of a joker on the table
        case ThrowJoker():
            if state.jokers[seat] == 0:
                return "EE-10"
            return "EE-3" if state.laid == rules.MOST else "EE-O3"
        case EndTurn():
            if state.laid:
                return "EE-O3"  # a thrown joker does not settle what is owed
            if state.swapped:
                return "EE-R1"  # at least one card must follow a swap
            return why_owed(state) if rules.must_lay(state) else "EE-3" if rules.stock_size(state) else "EE-4"
        case Take():
            if state.laid:
                return "EE-3"
            if state.swapped:
                return "EE-9"
            return why_owed(state) if rules.stock_size(state) else "EE-4"
        case Pass():
            if rules.stock_size(state):
                return "EE-R6"
            return "EE-R1" if state.laid or state.swapped else why_owed(state)
    return "EE-3"


def why_owed(state: Record) -> str:
    """The rule by which the seat at turn, which must lay, may not do anything else."""
    inside = any(int(state.hands[state.seat, i]) & int(rules.fits(state, i)) for i in range(len(COLOURS)))
    if not inside:
        return "EE-O3"  # only a bridge leads to what is owed
    return "EE-O2" if rules.stock_size(state) else "EE-4"


def why_not_lay(state: Record, seat: int, card: Card) -> str:
    """The rule that forbids to lay this card."""
    if card not in hand(state, seat).cards or state.laid == rules.MOST:
        return "EE-3"  # only from the own hand, and four at most
    if int(state.rows[COLOURS.index(card.colour)]) >> card.number & 1:
        return "EE-9"  # a joker is there: it can only be swapped
    return "EE-6" if not state.simple and needs_bridge(state, card) else "EE-5"


def why_not_lay_joker(state: Record, seat: int, card: Card) -> str:
    """The rule that forbids to lay a joker as this card."""
    if state.jokers[seat] and state.laid == rules.MOST:
        return "EE-3"
    if state.jokers[seat] == 0 or place_of(card) is None:
        return "EE-8"
    return "EE-6" if needs_bridge(state, card) else "EE-8"


def needs_bridge(state: Record, card: Card) -> bool:
    """Whether only a bridge is missing to fill this card's place."""
    return bool(int(rules.across(state, COLOURS.index(card.colour))) >> card.number & 1)
