"""Jatten: what people see of it. Views, moves and events as typed messages, and why a move is not allowed."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache

import msgspec

from elftafel.games.contract import to_the_left
from elftafel.games.jatten import knowledge, rules
from elftafel.games.jatten.facts import SIGNS, Data, Options, Sign, Signs
from elftafel.games.jatten.odds import bust_odds
from elftafel.games.messages import Event, Hand, Move, Table, tag_moves
from elftafel.kernel.journal import Step
from elftafel.kernel.plain import plain, uncompiled
from elftafel.kernel.record import Record

ENDS = "JA-12"  # the rule by which a round ends
next_starter = to_the_left
cards_in_hand = uncompiled(knowledge.cards_in_hand)
KEPT = 8192  # sets of cards that need not be listed again
PAIRS = tuple((a, b) for a in range(4) for b in range(a, 4))  # of signs, as rules.pair_of numbers them


class NumberCard(msgspec.Struct, frozen=True):
    """A number card with its sign."""

    number: int
    sign: Sign = Sign.PLAIN


class Play(Move, frozen=True):
    """Put a card from the hand into the collection."""

    card: NumberCard


class Rob(Move, frozen=True):
    """Draw the first card from the hand of another player."""

    victim: int


class RobPile(Move, frozen=True, tag="rob_pile"):
    """Draw the first card from the pile (2 players)."""


class DrawAgain(Move, frozen=True, tag="draw_again"):
    """Draw one more card from the same hand or the pile."""


class Stop(Move, frozen=True):
    """Stop, and take the cards in the middle."""


class Look(Move, frozen=True):
    """Look at the hand of another player (eye)."""

    at: int


class Swap(Move, frozen=True):
    """Discard two cards of one number from the collection for three new ones (2→3)."""

    one: NumberCard
    other: NumberCard


class NoSwap(Move, frozen=True, tag="no_swap"):
    """Do not use the 2→3."""


class Steal(Move, frozen=True):
    """Take a card from the collection of the robbed player (crook)."""

    card: NumberCard


class NoTheft(Move, frozen=True, tag="no_theft"):
    """Take nothing for the crook."""


class Discard(Move, frozen=True):
    """Discard all cards of one number from the collection and draw up to 8 hand cards."""

    number: int


class Keep(Move, frozen=True):
    """Discard nothing and draw nothing."""


MOVES = tag_moves(Play, Rob, RobPile, DrawAgain, Stop, Look, Swap, NoSwap, Steal, NoTheft, Discard, Keep)


class Phase(StrEnum):
    """What the seat at turn decides next; the order is that of the rules."""

    PLAY = "play"
    ROB = "rob"
    AGAIN = "again"
    LOOK = "look"
    SWAP = "swap"
    THEFT = "theft"
    REFILL = "refill"


class JattenTable(Table, frozen=True, kw_only=True):
    """What everybody sees."""

    phase: Phase
    victim: int | None  # the seat that is being robbed in this turn
    from_pile: bool  # the pile is being robbed
    middle: tuple[NumberCard, ...]
    crook_in_middle: bool
    collections: tuple[tuple[NumberCard, ...], ...]
    hand_sizes: tuple[int, ...]  # with the crook
    pile: int
    discards: tuple[NumberCard, ...]
    turns: int  # ended so far
    winner: int | None
    signs: Signs


class KnownCards(msgspec.Struct, frozen=True):
    """Cards that are certainly in the hand of another seat, because a bust or an eye showed them."""

    seat: int
    cards: tuple[NumberCard, ...]


class JattenHand(Hand, frozen=True, kw_only=True):
    """What one seat holds, and what it knows of the others."""

    cards: tuple[NumberCard, ...]
    crook: bool
    known: tuple[KnownCards, ...]
    bust_odds: float | None  # while it may draw again: the chance of a bust, from what this seat has seen


class Played(Event, frozen=True, kw_only=True):
    """A card was put into the collection (JA-4)."""

    card: NumberCard


class Drew(Event, frozen=True, kw_only=True):
    """A card was drawn into the middle, from a hand or from the pile (victim None); a crook has no card (JA-5)."""

    victim: int | None
    card: NumberCard | None


class Looked(Event, frozen=True, kw_only=True):
    """An eye: only the two players concerned see the cards (JA-8)."""

    at: int
    cards: tuple[NumberCard, ...] | None


class Swapped(Event, frozen=True, kw_only=True):
    """Two cards were discarded for three (JA-8)."""

    cards: tuple[NumberCard, ...]


class DeclinedSwap(Event, frozen=True, kw_only=True, tag="declined_swap"):
    """The 2→3 was not used (JA-R6)."""


class Stopped(Event, frozen=True, kw_only=True):
    """The thief stopped and took the cards in the middle (JA-6)."""

    victim: int | None
    cards: tuple[NumberCard, ...]
    crook: bool


class Busted(Event, frozen=True, kw_only=True):
    """A number came for the second time: the cards went back to the hand, or from the pile to the discards (JA-7)."""

    victim: int | None
    cards: tuple[NumberCard, ...]
    crook: bool


class Stole(Event, frozen=True, kw_only=True):
    """The crook's theft (JA-6)."""

    victim: int
    card: NumberCard


class DeclinedTheft(Event, frozen=True, kw_only=True, tag="declined_theft"):
    """Nothing was taken for the crook (JA-R11)."""

    victim: int


class IntoHand(Event, frozen=True, kw_only=True, tag="into_hand"):
    """A card was drawn from the pile into the hand; only its owner sees which (JA-9, JA-10)."""

    card: NumberCard | None


class IntoCollection(Event, frozen=True, kw_only=True, tag="into_collection"):
    """A card was drawn from the pile into the collection, for a +1 or a 2→3 (JA-8)."""

    card: NumberCard


class Discarded(Event, frozen=True, kw_only=True):
    """All cards of one number were discarded (JA-10)."""

    cards: tuple[NumberCard, ...]


class Kept(Event, frozen=True, kw_only=True):
    """Nothing was discarded or drawn (JA-10)."""


class Renewed(Event, frozen=True, kw_only=True):
    """The discards became the new pile (JA-11)."""

    cards: int


class Won(Event, frozen=True, kw_only=True):
    """Six of one number at the end of the turn (JA-12)."""


class RoundTired(Event, frozen=True, kw_only=True, tag="round_tired"):
    """The round ended without a winner after 40 turns each (JA-R15)."""


FIRES = {
    rules.PLAYED: "JA-4",
    rules.DREW: "JA-5",
    rules.LOOKED: "JA-8",
    rules.SWAPPED: "JA-8",
    rules.NO_SWAP: "JA-R6",
    rules.STOPPED: "JA-6",
    rules.BUSTED: "JA-7",
    rules.STOLE: "JA-6",
    rules.NO_THEFT: "JA-R11",
    rules.INTO_HAND: "JA-9",
    rules.INTO_COLLECTION: "JA-8",
    rules.DISCARDED: "JA-10",
    rules.KEPT: "JA-10",
    rules.RENEWED: "JA-11",
    rules.WON: "JA-12",
    rules.TIRED: "JA-R15",
}
"""The rule behind each kind of step in the journal."""


def setup(state: Record, options: Options, data: Data) -> None:
    """Write the options and the table of signs into a blank record."""
    state.signs = tuple(Signs).index(options.signs)
    counts = data.mild if options.signs is Signs.MILD else data.standard
    for number, line in enumerate(counts):
        state.deck[4 * number : 4 * number + 4] = msgspec.structs.astuple(line)


@cache
def card_of(kind: int) -> NumberCard:
    """The card of this kind."""
    return NumberCard(kind // 4 + 1, SIGNS[kind % 4])


def kind_of(card: NumberCard) -> int | None:
    """The kind of this card; None if there is no such number."""
    return 4 * (card.number - 1) + SIGNS.index(card.sign) if 1 <= card.number <= rules.NUMBERS else None


def cards_in(counts: Iterable[int]) -> tuple[NumberCard, ...]:
    """The cards that these counts of each kind stand for, sorted."""
    return _cards_in(tuple(counts))


@lru_cache(KEPT)
def _cards_in(counts: tuple[int, ...]) -> tuple[NumberCard, ...]:
    return tuple(card_of(kind) for kind, count in enumerate(counts) for _ in range(count))


@lru_cache(KEPT)
def cards_of_bits(kinds: int) -> tuple[NumberCard, ...]:
    """The cards of a set of kinds."""
    return tuple(card_of(kind) for kind in range(rules.KINDS) if kinds >> kind & 1)


@cache
def move_of(action: int) -> Move:
    """What an action means."""
    if action < rules.A_ROB:
        return Play(card_of(action))
    if action < rules.A_ROB_PILE:
        return Rob(action - rules.A_ROB)
    if rules.A_LOOK <= action < rules.A_SWAP:
        return Look(action - rules.A_LOOK)
    if rules.A_SWAP <= action < rules.A_NO_SWAP:
        number, pair = divmod(action - rules.A_SWAP, 10)
        one, other = PAIRS[pair]
        return Swap(card_of(4 * number + one), card_of(4 * number + other))
    if rules.A_STEAL <= action < rules.A_NO_THEFT:
        return Steal(card_of(action - rules.A_STEAL))
    if rules.A_DISCARD <= action < rules.A_KEEP:
        return Discard(action - rules.A_DISCARD + 1)
    return _SINGLE[action]


_SINGLE: dict[int, Move] = {
    rules.A_ROB_PILE: RobPile(),
    rules.A_AGAIN: DrawAgain(),
    rules.A_STOP: Stop(),
    rules.A_NO_SWAP: NoSwap(),
    rules.A_NO_THEFT: NoTheft(),
    rules.A_KEEP: Keep(),
}


def action_of(move: Move) -> int | None:
    """The action that a move stands for; None if there is no such card or seat."""
    match move:
        case Play(card):
            return kind_of(card)
        case Rob(seat) if 0 <= seat < 5:
            return rules.A_ROB + seat
        case Look(seat) if 0 <= seat < 5:
            return rules.A_LOOK + seat
        case Swap(one, other) if one.number == other.number and 1 <= one.number <= rules.NUMBERS:
            a, b = sorted((SIGNS.index(one.sign), SIGNS.index(other.sign)))
            return rules.A_SWAP + 10 * (one.number - 1) + PAIRS.index((a, b))
        case Steal(card):
            kind = kind_of(card)
            return None if kind is None else rules.A_STEAL + kind
        case Discard(number) if 1 <= number <= rules.NUMBERS:
            return rules.A_DISCARD + number - 1
    return next((action for action, single in _SINGLE.items() if single == move), None)


def table(state: Record) -> JattenTable:
    """What everybody sees."""
    seen = plain(state)
    victim = seen.victim
    return JattenTable(
        players=seen.players,
        turn=None if seen.over else seen.seat,
        starter=seen.starter,
        ply=seen.ply,
        phase=tuple(Phase)[seen.phase],
        victim=victim if 0 <= victim < seen.players else None,
        from_pile=victim == rules.PILE,
        middle=cards_of_bits(seen.middle),
        crook_in_middle=bool(seen.crook_out),
        collections=tuple(cards_in(seen.collections[seat]) for seat in range(seen.players)),
        hand_sizes=tuple(cards_in_hand(seen, seat) for seat in range(seen.players)),
        pile=seen.pile_size,
        discards=cards_in(seen.discards),
        turns=seen.turns,
        winner=None if seen.winner < 0 else seen.winner,
        signs=tuple(Signs)[seen.signs],
    )


def hand(state: Record, seat: int) -> JattenHand:
    """What one seat holds and knows."""
    seen = plain(state)
    return JattenHand(
        seat=seat,
        cards=cards_in(seen.hands[seat]),
        crook=not (seen.crook_out and seen.victim == seat),
        known=tuple(
            KnownCards(other, cards_in(seen.by_viewer("known")[other][seat]))
            for other in range(seen.players)
            if other != seat
        ),
        bust_odds=bust_odds(state) if seen.phase == rules.AGAIN and seen.seat == seat and not seen.over else None,
    )


def event(step: Step, viewer: int | None) -> Event:
    """One step of the journal as `viewer` may see it; None is a spectator."""
    kind, seat, a, b, c = step
    robbed = None if a == rules.PILE else a
    match kind:
        case rules.PLAYED:
            return Played(seat=seat, card=card_of(a))
        case rules.DREW:
            return Drew(seat=seat, victim=robbed, card=None if b == rules.CROOK else card_of(b))
        case rules.LOOKED:
            return Looked(seat=seat, at=a, cards=unpack(b, c) if viewer in (seat, a) else None)
        case rules.SWAPPED:
            return Swapped(seat=seat, cards=(card_of(a), card_of(b)))
        case rules.NO_SWAP:
            return DeclinedSwap(seat=seat)
        case rules.STOPPED:
            return Stopped(seat=seat, victim=robbed, cards=cards_of_bits(b), crook=bool(c))
        case rules.BUSTED:
            cards = (*cards_of_bits(b), card_of(c))
            return Busted(seat=seat, victim=robbed, cards=cards, crook=bool(b >> rules.CROOK))
        case rules.STOLE:
            return Stole(seat=seat, victim=a, card=card_of(b))
        case rules.NO_THEFT:
            return DeclinedTheft(seat=seat, victim=a)
        case rules.INTO_HAND:
            return IntoHand(seat=seat, card=card_of(a) if viewer == seat else None)
        case rules.INTO_COLLECTION:
            return IntoCollection(seat=seat, card=card_of(a))
        case rules.DISCARDED:
            counts = [0] * 4 * a + [b >> 4 * sign & 15 for sign in range(4)]
            return Discarded(seat=seat, cards=cards_in(counts))
        case rules.KEPT:
            return Kept(seat=seat)
        case rules.RENEWED:
            return Renewed(seat=seat, cards=a)
        case rules.WON:
            return Won(seat=seat)
    return RoundTired(seat=seat)


def unpack(first: int, second: int) -> tuple[NumberCard, ...]:
    """The hand that an eye showed, as rules.look packs it: five bits a card, kind + 1."""
    fives = [first >> 5 * place & 31 for place in range(4)] + [second >> 5 * place & 31 for place in range(4)]
    return tuple(card_of(kind - 1) for kind in fives if kind)


def why_not(state: Record, seat: int, move: Move) -> str:
    """The rule that forbids a move which is not legal for the seat whose decision it is."""
    phase = int(state.phase)
    match move:
        case Play() if phase in (rules.PLAY, rules.ROB, rules.AGAIN):
            return "JA-4"  # one card, from the own hand
        case Rob() if phase == rules.ROB:
            return "JA-5"  # one of the other players
        case RobPile() if state.players > 2 and phase in (rules.ROB, rules.AGAIN):
            return "JA-14"
        case RobPile() if phase == rules.ROB:
            return "JA-R8"
        case Rob() | RobPile() if phase == rules.AGAIN:
            return "JA-5"  # the same player until the end
        case Look():
            return "JA-8"  # only after an eye, and not oneself
        case Swap() | NoSwap():
            return "JA-R6" if phase == rules.SWAP else "JA-8"
        case Steal() | NoTheft():
            return "JA-6"  # only for a crook, and only what lies there
        case Discard() | Keep() if phase == rules.REFILL:
            return "JA-10"
    return _DUE[phase]


_DUE = {
    rules.PLAY: "JA-4",  # a card has to be played first
    rules.ROB: "JA-5",  # at least one card has to be drawn
    rules.AGAIN: "JA-5",  # draw again or stop
    rules.LOOK: "JA-8",  # the eye acts at once
    rules.SWAP: "JA-8",  # the 2→3 acts at once
    rules.THEFT: "JA-6",  # the crook's theft comes first
    rules.REFILL: "JA-3",  # playing and stealing are over in this turn
}
"""The rule by which something else is due in each phase."""
