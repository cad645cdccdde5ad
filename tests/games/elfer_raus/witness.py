"""What a careful player of Elfer raus! works out from what it is shown; and small positions, counted out by hand."""

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import Any

from elftafel import games
from elftafel.games.elfer_raus import table as elfer
from elftafel.games.elfer_raus.facts import Opening
from elftafel.games.messages import COLOURS, Card
from elftafel.kernel import record


class Witness:
    """Remembers, for each other seat, the cards that it cannot hold."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.seat = seat
        self.view = view
        self.lacks: dict[int, set[Card]] = {s: set() for s in range(view.table.players)}
        rows = {row.colour: set[int]() for row in view.table.rows}
        if view.table.opening != Opening.OUTSIDE_IN and view.table.opening != Opening.DRAWN:
            self.learn_from_first_eleven(events)
        else:
            rows = {row.colour: {1, 20} for row in view.table.rows}
        self.rows = rows
        self.starts = {"eleven": {11}, "ten_to_twelve": {10, 11, 12}, "outside_in": set(), "drawn": set()}[
            view.table.opening.value
        ]
        if view.table.opening == Opening.DRAWN:
            self.rows = {row.colour: set() for row in view.table.rows}
        self.follow(events)
        self.view = view

    def learn_from_first_eleven(self, events: list[Any]) -> None:
        first = next(e.card.colour for e in events if isinstance(e, elfer.Laid))
        for colour in COLOURS[: COLOURS.index(first)]:
            for seat in self.lacks:
                self.lacks[seat].add(Card(colour, 11))

    def fits(self) -> set[Card]:
        found = set()
        for colour, lies in self.rows.items():
            for n in range(1, 21):
                next_to = n - 1 in lies or n + 1 in lies
                if n not in lies and (next_to or (not lies and n in self.starts)):
                    found.add(Card(colour, n))
        return found

    def follow(self, events: list[Any]) -> None:
        for event in events:
            match event:
                case elfer.Laid(card=card) | elfer.DrewAndLaid(card=card):
                    if isinstance(event, elfer.DrewAndLaid):
                        self.lacks[event.seat] |= self.fits()
                    if self.view.table.opening == Opening.DRAWN and not any(self.rows.values()):
                        self.starts = {card.number}
                    self.rows[card.colour].add(card.number)
                case elfer.Drew():  # a card that fitted before may be kept now (ten_to_twelve)
                    self.lacks[event.seat] = self.fits()
                case elfer.Passed():
                    self.lacks[event.seat] |= self.fits()
                case elfer.DealtAgain():
                    pass

    def see(self, view: Any, events: list[Any]) -> None:
        self.follow(events)
        self.view = view

    def check(self, state: Any) -> None:
        table = self.view.table
        for seat in range(table.players):
            cards = elfer.hand(state, seat).cards
            assert len(cards) == table.hand_sizes[seat]
            if seat == self.seat:
                assert cards == self.view.hand.cards
            else:
                assert not set(cards) & self.lacks[seat], "a seat was given a card that it cannot hold"
                if seat == table.turn and table.laid == 0 and (table.opening != Opening.DRAWN or table.ply):
                    assert set(cards) & self.fits(), "a seat that is asked can lay, or it would have drawn"


def arrangement(state: Any, seat: int) -> Hashable:
    hands = tuple(elfer.hand(state, s).cards for s in range(state.players) if s != seat)
    return hands, tuple(int(word) for word in state.stock)


def small_positions() -> Iterator[tuple[Any, int, dict[Hashable, int]]]:
    """Three players near the end: seat 0 looks, seats 1 and 2 and the stock share five or six cards."""
    yield position({1: [Card(COLOURS[0], 18)]}, hands=(2, 2), stock=2)
    yield position({1: [Card(COLOURS[0], 18)], 2: [Card(COLOURS[1], 3), Card(COLOURS[0], 19)]}, hands=(2, 3), stock=1)
    yield position({1: [Card(COLOURS[0], 20), Card(COLOURS[1], 1)]}, hands=(3, 3), stock=0)
    yield position({2: [Card(COLOURS[1], 1)]}, hands=(2, 2), stock=2, turn=1)


def position(
    lacks: dict[int, list[Card]], hands: tuple[int, int], stock: int, turn: int = 0
) -> tuple[Any, int, dict[Hashable, int]]:
    unseen = [Card(COLOURS[0], n) for n in (18, 19, 20)] + [Card(COLOURS[1], n) for n in (1, 2, 3)]
    assert len(unseen) == sum(hands) + stock
    state = record.empty(games.load("elfer_raus").record)[0]
    state.players, state.dropped, state.seat = 3, -1, turn
    for c in range(4):
        state.rows[c] = (1 << 21) - 2
    state.rows[0] &= ~sum(1 << n for n in (18, 19, 20))
    state.rows[1] &= ~sum(1 << n for n in (1, 2, 3, 20))
    state.hands[0, 1] = 1 << 20
    for seat, cards in lacks.items():
        for card in cards:
            state.lacks[seat, COLOURS.index(card.colour)] |= 1 << card.number
    ways: dict[Hashable, int] = {}
    for one in combinations(unseen, hands[0]):
        rest = [card for card in unseen if card not in one]
        for two in combinations(rest, hands[1]):
            if set(one) & set(lacks.get(1, ())) or set(two) & set(lacks.get(2, ())):
                continue
            if turn == 1 and not {Card(COLOURS[0], 18), Card(COLOURS[1], 3)} & set(one):
                continue  # seat 1 is asked, so it holds what fits: red 18 or yellow 3
            for c in range(4):
                state.hands[1, c] = sum(1 << k.number for k in one if COLOURS.index(k.colour) == c)
                state.hands[2, c] = sum(1 << k.number for k in two if COLOURS.index(k.colour) == c)
                state.stock[c] = sum(1 << k.number for k in rest if k not in two and COLOURS.index(k.colour) == c)
            ways[arrangement(state, 0)] = 1
    return state, 0, ways
