"""11 Elevens: positions written by hand, and what one seat can reason from its messages alone."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from elftafel.games import load
from elftafel.games.elevens import rules
from elftafel.games.elevens.table import JokerLaid, JokerThrown, Passed, Swapped
from elftafel.games.messages import COLOURS, Card
from elftafel.kernel import record
from elftafel.kernel.record import Record

INITIALS = "rygb"


def card(text: str) -> Card:
    """`y12` is the yellow 12."""
    return Card(COLOURS[INITIALS.index(text[0])], int(text[1:]))


def place(text: str) -> int:
    """The place, and the action number of laying the card."""
    return 21 * INITIALS.index(text[0]) + int(text[1:]) - 1


def words(text: str) -> list[int]:
    """`r3 b5-7` as one word a colour."""
    found = [0, 0, 0, 0]
    for part in text.split():
        if part != "j":
            low, _, high = part[1:].partition("-")
            for number in range(int(low), int(high or low) + 1):
                found[INITIALS.index(part[0])] |= 1 << number
    return found


def scene(
    *hands: str,
    rows: str = "",
    jokers: str = "",
    stock: str = "",
    bridges: int = 0,
    seat: int = 0,
    laid: int = 0,
    bonus_left: int = 7,
    simple: bool = False,
    brisk: bool = False,
    full_duty: bool = False,
) -> Record:
    """A position: hands and stock as `r3 b5-7 j`, the filled places beside the 11s, those that jokers fill."""
    state = record.empty(rules.RECORD)[0]
    state.players, state.seat, state.laid, state.bonus_left = len(hands), seat, laid, bonus_left
    state.simple, state.brisk, state.full_duty = simple, brisk, full_duty
    state.rows[:] = [rules.ELEVEN | a | b for a, b in zip(words(rows), words(jokers), strict=True)]
    state.table_jokers[:] = words(jokers)
    state.stock[:] = words(stock)
    state.stock_jokers = stock.split().count("j")
    for who, hand in enumerate(hands):
        state.hands[who] = words(hand)
        state.jokers[who] = hand.split().count("j")
        state.bridges[who] = bridges
    return state


def cards_in(numbers: Any) -> set[Card]:
    """The cards in one word a colour."""
    return {Card(COLOURS[c], n) for c in range(4) for n in range(1, 22) if int(numbers[c]) >> n & 1}


class Witness:
    """One seat's memory: who cannot hold what, and who must hold how many jokers."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.seat = seat
        self.lacks: list[set[Card]] = [set() for _ in range(view.table.players)]
        self.holds_jokers = [0] * view.table.players
        self.view = view
        self.see(view, events)

    def see(self, view: Any, events: list[Any]) -> None:
        """After every decision: what was seen of it, and what it left."""
        for event in events:
            match event:
                case Swapped(seat=who):
                    self.holds_jokers[who] += 1
                case JokerLaid(seat=who) | JokerThrown(seat=who):
                    self.holds_jokers[who] = max(0, self.holds_jokers[who] - 1)
                case Passed(seat=who):
                    # The stock is empty for good, so what would have fitted will never be there.
                    self.lacks[who] |= self.open_places()
        self.view = view

    def open_places(self) -> set[Card]:
        """Empty places beside a filled one, on the table as last seen."""
        found = set()
        for row in self.view.table.rows:
            for number in range(1, 22):
                beside = number - 1 in row.lies or number + 1 in row.lies
                if beside and number not in row.lies:
                    found.add(Card(row.colour, number))
        return found

    def check(self, state: Record) -> None:
        """The hidden cards of `state` are possible after all that was witnessed."""
        table, hand = self.view.table, self.view.hand
        assert cards_in(state.hands[self.seat]) == set(hand.cards)
        assert int(state.jokers[self.seat]) == hand.jokers
        seen = Counter(Card(row.colour, n) for row in table.rows for n in row.lies if n not in row.jokers)
        jokers = table.thrown + sum(len(row.jokers) for row in table.rows)
        for who in range(table.players):
            held = cards_in(state.hands[who])
            assert len(held) + int(state.jokers[who]) == table.hand_sizes[who]
            assert not held & self.lacks[who], f"seat {who} passed with {held & self.lacks[who]}"
            assert int(state.jokers[who]) >= self.holds_jokers[who], f"seat {who} was seen with more jokers"
            seen.update(held)
            jokers += int(state.jokers[who])
        left = cards_in(state.stock)
        assert len(left) + int(state.stock_jokers) == table.stock
        seen.update(left)
        assert seen == Counter(Card(colour, n) for colour in COLOURS for n in range(1, 22))
        assert jokers + int(state.stock_jokers) == (0 if table.simple else 4)


def arrangement(state: Record, seat: int) -> Hashable:
    """All that `seat` does not see, in a fixed form."""
    others = [who for who in range(state.players) if who != seat]
    hands = tuple((tuple(state.hands[who].tolist()), int(state.jokers[who])) for who in others)
    return hands, tuple(state.stock.tolist()), int(state.stock_jokers)


def every_arrangement(
    state: Record, seat: int, sure: dict[int, str], loose: str, barred: dict[int, str]
) -> dict[Hashable, int]:
    """All ways to give the `loose` cards out beside the `sure` ones, none to a seat from which it is `barred`.

    Each loose card is one of its own, so two jokers that change places count twice.
    """
    stock = int(state.players)
    holders = [who for who in range(stock + 1) if who != seat]
    room = {who: int(rules.hand_count(state, who)) for who in holders if who != stock}
    room[stock] = int(rules.stock_size(state))
    given = {who: sure.get(who, "").split() for who in holders}
    cards = loose.split()
    found: Counter[Hashable] = Counter()

    def give(i: int) -> None:
        if i == len(cards):
            blank = record.copy(state)
            for who in holders:
                numbers, jokers = words(" ".join(given[who])), given[who].count("j")
                if who == stock:
                    blank.stock[:], blank.stock_jokers = numbers, jokers
                else:
                    blank.hands[who], blank.jokers[who] = numbers, jokers
            found[arrangement(blank, seat)] += 1
            return
        for who in holders:
            if len(given[who]) < room[who] and cards[i] not in barred.get(who, "").split():
                given[who].append(cards[i])
                give(i + 1)
                given[who].pop()

    give(0)
    return dict(found)


def small_positions() -> Iterator[tuple[Record, int, dict[Hashable, int]]]:
    """Positions with few hidden cards, and every way in which these can lie."""
    game = load("elevens")

    # Seat 1 swapped a joker and threw one: no joker is sure any more. The stock still has cards.
    state = scene("r2 j", "y12 y5 j", stock="g3 g4 b9 j", jokers="y12", seat=1)
    for action in (rules.SWAP + place("y12"), rules.THROW_JOKER, rules.END_TURN):
        game.apply(state, action)
    yield state, 0, every_arrangement(state, 0, {}, "j y5 g3 g4 b9 j", {})

    # Seat 1 swapped a joker and laid y13: it holds that joker still.
    state = scene("r2", "y12 y13 y5 b2", stock="g3 j b9 j", jokers="y12", seat=1)
    for action in (rules.SWAP + place("y12"), place("y13"), rules.END_TURN):
        game.apply(state, action)
    yield state, 0, every_arrangement(state, 0, {1: "j"}, "y5 b2 g3 j b9 j", {})

    # The stock is empty. Seat 1 passed, seat 2 laid r10, seat 3 passed.
    state = scene("r12 b20", "r9 b5 j", "r10 y10 g3 j", "b4 g20 j", seat=1)
    for action in (rules.PASS, place("r10"), rules.END_TURN, rules.PASS):
        game.apply(state, action)
    barred = {1: "r10 r12 y10 y12 g10 g12 b10 b12", 3: "r9 r12 y10 y12 g10 g12 b10 b12"}
    yield state, 0, every_arrangement(state, 0, {}, "r9 b5 j y10 g3 j b4 g20 j", barred)

    # Seat 1 swapped and ended with that joker, seat 2 passed; the stock is empty.
    state = scene("b1 b2", "g12 g13 r3 j", "r2 y4 j", rows="r4-20", jokers="g12", seat=1)
    for action in (rules.SWAP + place("g12"), place("g13"), rules.END_TURN, rules.PASS):
        game.apply(state, action)
    barred = {2: "r3 r21 y10 y12 g10 g14 b10 b12"}
    yield state, 0, every_arrangement(state, 0, {1: "j"}, "r3 j r2 y4 j", barred)

    # Seat 1 passed with a bridge where those count (EE-O3), seat 2 without one.
    state = scene("b1 b2", "r3 y9", "y5 g20 g19", rows="r5", seat=1, full_duty=True)
    state.bridges[1] = 1
    for _ in range(2):
        game.apply(state, rules.PASS)
    barred = {1: "y5", 2: ""}
    yield state, 0, every_arrangement(state, 0, {}, "r3 y9 y5 g20 g19", barred)
