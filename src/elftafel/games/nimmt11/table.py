"""11 nimmt!: what people see of it. Views, moves and events as typed messages, and why a move is not allowed."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from elftafel.games.messages import Event, Hand, Move, Table, tag_moves
from elftafel.games.messages import TurnEnded as TurnEnded
from elftafel.games.nimmt11 import rules
from elftafel.games.nimmt11.facts import Data, Options
from elftafel.games.rows import count, numbers_in
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain, uncompiled
from elftafel.kernel.record import Record

ENDS = "EN-12"  # the rule by which a round ends
base_of = uncompiled(rules.base_of)


class Lay(Move, frozen=True):
    """Lay a card on the pile that had this top card when the turn began."""

    card: int
    on: int


class Take(Move, frozen=True):
    """Take the pile with this top card."""

    top: int


class TakeBull(Move, frozen=True, tag="take_bull"):
    """Take a bull from a seat."""

    owner: int


class EndTurn(Move, frozen=True, tag="end_turn"):
    """End the turn."""


MOVES = tag_moves(Lay, Take, TakeBull, EndTurn)


class Pile(msgspec.Struct, frozen=True):
    """One pile: its top card, the top card when the turn began, and if piles lie open all cards, lowest first."""

    top: int
    base: int
    cards: tuple[int, ...] | None


class NimmtTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    piles: tuple[Pile, ...]  # by top card
    stock: int
    hand_sizes: tuple[int, ...]
    bulls: tuple[int, ...]
    supply: int  # bulls that nobody has
    laid: int  # cards laid in the running turn
    choosing: bool  # the seat at turn has to choose from whom to take a bull
    open_piles: bool
    heads: tuple[int, ...]  # ox heads of the cards 1 to 100


class NimmtHand(Hand, frozen=True, kw_only=True):
    """What one seat holds."""

    cards: tuple[int, ...]


class TurnedUp(Event, frozen=True, kw_only=True, tag="turned_up"):
    """A card of the stock started a new pile (EN-1, EN-7)."""

    card: int


class Laid(Event, frozen=True, kw_only=True):
    """A card was laid: on the pile with top card `on` when the turn began; it now covers `covers`."""

    card: int
    on: int
    covers: int


class Took(Event, frozen=True, kw_only=True):
    """A pile was taken; only the taker sees its cards, unless piles lie open (EN-11, EN-O1)."""

    top: int
    cards: tuple[int, ...] | None


class GotBull(Event, frozen=True, kw_only=True, tag="got_bull"):
    """The pile had three cards or more: a bull, from the supply (EN-8) or from its owner (EN-9)."""

    owner: int | None


class NoBull(Event, frozen=True, kw_only=True, tag="no_bull"):
    """The pile had three cards or more, but the supply is empty and the taker alone has the most (EN-R4)."""


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """The seat laid its last card (EN-12), or took the last pile (EN-R3)."""

    hand_empty: bool


FIRES = {
    rules.TURNED_UP: "EN-7",
    rules.LAID: "EN-4",
    rules.TOOK: "EN-3",
    rules.GOT_BULL: "EN-8",
    rules.TOOK_BULL: "EN-9",
    rules.NO_BULL: "EN-R4",
    rules.TURN_ENDED: "EN-R8",
    rules.ROUND_ENDED: "EN-12",
    rules.RAN_OUT: "EN-R3",
}
"""The rule behind each kind of step in the journal."""


def setup(state: Record, options: Options, data: Data) -> None:
    """Write the options and the ox heads into a blank record."""
    state.open_piles = int(options.open_piles)
    state.heads[1 : rules.CARDS + 1] = data.heads()


def next_starter(starter: int, points: Sequence[int]) -> int:
    """Who starts the next round: most minus points; of those tied the first after the last starter (EN-2, EN-R5)."""
    clockwise = [(starter + step) % len(points) for step in range(1, len(points) + 1)]
    return min(clockwise, key=lambda seat: points[seat])


def is_card(number: int) -> bool:
    """Whether there is such a card."""
    return 1 <= number <= rules.CARDS


@cache
def move_of(action: int) -> Move:
    """What an action means."""
    if action == rules.END_TURN:
        return EndTurn()
    if action >= rules.TAKE_BULL:
        return TakeBull(action - rules.TAKE_BULL)
    if action >= rules.TAKE:
        return Take(action - rules.TAKE + 1)
    card, steps = action // 10 + 1, action % 10 + 1
    return Lay(card, (card - steps - 1) % rules.CARDS + 1)


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such card or seat, or the card is out of reach."""
    match move:
        case Lay(card, on) if is_card(card) and is_card(on) and 1 <= (card - on) % rules.CARDS <= 10:
            return 10 * (card - 1) + (card - on) % rules.CARDS - 1
        case Take(top) if is_card(top):
            return rules.TAKE + top - 1
        case TakeBull(owner) if 0 <= owner < 7:
            return rules.TAKE_BULL + owner
        case EndTurn():
            return rules.END_TURN
    return None


def cards_in(words: Any) -> tuple[int, ...]:
    """The cards in a set."""
    return numbers_in((int(words[0]) | int(words[1]) << rules.HALF) << 1)


def cards_under(state: Record, top: int) -> tuple[int, ...]:
    """The cards of a pile, lowest first."""
    seen = plain(state)
    pile = []
    while top:
        pile.append(top)
        top = seen.under[top]
    return tuple(reversed(pile))


def piles(state: Record) -> tuple[Pile, ...]:
    """The piles as everybody sees them."""
    seen = plain(state)
    return tuple(
        Pile(top, int(base_of(seen, top)), cards_under(state, top) if seen.open_piles else None)
        for top in cards_in(seen.tops)
    )


def table(state: Record) -> NimmtTable:
    """What everybody sees."""
    seen = plain(state)
    return NimmtTable(
        players=seen.players,
        turn=None if seen.over else seen.seat,
        starter=seen.starter,
        ply=seen.ply,
        piles=piles(state),
        stock=count(seen.stock),
        hand_sizes=tuple(count(seen.hands[seat]) for seat in range(seen.players)),
        bulls=seen.bulls[: seen.players],
        supply=seen.supply,
        laid=seen.laid,
        choosing=bool(seen.choosing),
        open_piles=bool(seen.open_piles),
        heads=seen.heads[1 : rules.CARDS + 1],
    )


def hand(state: Record, seat: int) -> NimmtHand:
    """What one seat holds."""
    seen = plain(state)
    return NimmtHand(seat=seat, cards=cards_in(seen.hands[seat]))


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal as `viewer` may see it; None is a spectator."""
    kind, seat, a, b, c = step
    match kind:
        case rules.TURNED_UP:
            return TurnedUp(seat=seat, card=a)
        case rules.LAID:
            return Laid(seat=seat, card=a, on=b, covers=c)
        case rules.TOOK:
            shown = viewer == seat or a >= rules.OPEN
            return Took(seat=seat, top=a % rules.OPEN, cards=cards_in((b, c)) if shown else None)
        case rules.GOT_BULL:
            return GotBull(seat=seat, owner=None)
        case rules.TOOK_BULL:
            return GotBull(seat=seat, owner=a)
        case rules.NO_BULL:
            return NoBull(seat=seat)
        case rules.TURN_ENDED:
            return TurnEnded(seat=seat)
    return RoundEnded(seat=seat, hand_empty=kind == rules.ROUND_ENDED)


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    if state.choosing:
        match move:
            case TakeBull(owner):
                return "EN-R4" if owner == seat else "EN-9"
        return "EN-R7"  # the bull comes first
    match move:
        case TakeBull():
            return "EN-9"  # only after a take, from an empty supply
        case Take():
            return "EN-R2" if state.laid else "EN-3"  # not after laying; only a pile that lies
        case Lay(card, on):
            return why_not_lay(state, seat, card, on)
    return "EN-3" if can_lay(state, seat) else "EN-6"  # the end of a turn in which nothing was done


def why_not_lay(state: Record, seat: int, card: int, on: int) -> str:
    """The rule that forbids to lay this card on the pile that had this top card."""
    if card not in hand(state, seat).cards:
        return "EN-1"  # only cards from the own hand
    tops, bases = cards_in(state.tops), cards_in(state.bases)
    if on not in bases:
        return "EN-10" if on in tops else "EN-3"  # what counts is the top when the turn began; only on a pile's top
    if 1 <= (card - on) % rules.CARDS <= 10:
        return "EN-10"  # not in rising order, or more piles than bulls
    if not state.laid and not can_lay(state, seat):
        return "EN-6"
    return "EN-5" if on > 90 else "EN-4"


def can_lay(state: Record, seat: int) -> bool:
    """Whether any card in the hand fits any pile."""
    return any(rules.fits(state, seat, top) for top in cards_in(state.tops))
