"""What a careful player of 11 nimmt! works out from what it is shown; and small positions, counted out by hand."""

from collections.abc import Hashable, Iterator
from itertools import combinations, pairwise
from typing import Any

from elftafel import games
from elftafel.games.nimmt11 import table as nimmt
from elftafel.kernel import record


class Witness:
    """Remembers every pile, and which cards went from piles into which hands."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.seat = seat
        self.piles: dict[int, list[int]] = {}  # by top card, lowest first
        self.holds: dict[int, set[int]] = {s: set() for s in range(view.table.players)}
        self.see(view, events)

    def see(self, view: Any, events: list[Any]) -> None:
        for event in events:
            match event:
                case nimmt.TurnedUp(card=card):
                    self.piles[card] = [card]
                case nimmt.Laid(seat=seat, card=card, covers=covers):
                    self.piles[card] = [*self.piles.pop(covers), card]
                    self.holds[seat].discard(card)
                case nimmt.Took(seat=seat, top=top, cards=cards):
                    pile = self.piles.pop(top)
                    assert cards is None or set(cards) == set(pile)
                    self.holds[seat] |= set(pile)
        self.view = view
        shown = view.table.piles
        assert [pile.top for pile in shown] == sorted(self.piles)
        assert all(pile.cards is None or list(pile.cards) == self.piles[pile.top] for pile in shown)

    def check(self, state: Any) -> None:
        table = self.view.table
        everywhere: list[int] = []
        for seat in range(table.players):
            cards = nimmt.hand(state, seat).cards
            assert len(cards) == table.hand_sizes[seat]
            assert set(cards) >= self.holds[seat], "a seat lost a card that everyone saw it take"
            if seat == self.seat:
                assert cards == self.view.hand.cards
            everywhere += cards
        assert set(nimmt.cards_in(state.tops)) == set(self.piles)
        for top, pile in self.piles.items():
            assert list(nimmt.cards_under(state, top)) == pile
            everywhere += pile
        stock = nimmt.cards_in(state.stock)
        assert len(stock) == table.stock
        assert sorted([*everywhere, *stock]) == list(range(1, 101))


def arrangement(state: Any, seat: int) -> Hashable:
    hands = tuple(nimmt.hand(state, s).cards for s in range(state.players) if s != seat)
    return hands, nimmt.cards_in(state.stock)


def small_positions() -> Iterator[tuple[Any, int, dict[Hashable, int]]]:
    """Three players near the end: the others and the stock share six cards, some in hands are known from piles."""
    yield position(0, known={}, hands=(2, 2))
    yield position(1, known={0: (7, 77), 2: (50,)}, hands=(1, 3))
    yield position(2, known={0: (51,), 2: (8,)}, hands=(3, 3))


def position(
    seat: int, known: dict[int, tuple[int, ...]], hands: tuple[int, int]
) -> tuple[Any, int, dict[Hashable, int]]:
    """All other cards lie in one pile; `seat` holds the 20 and the 60."""
    unseen = (1, 2, 49, 52, 99, 100)
    state = record.empty(games.load("nimmt11").record)[0]
    state.players, state.seat, state.supply = 3, 0, 10
    own = {20, 60, *known.get(seat, ())}
    taken = own.union(unseen, *known.values())
    pile = [card for card in range(1, 101) if card not in taken]
    for lower, card in pairwise(pile):
        state.under[card] = lower
    put(state.tops, {pile[-1]})
    put(state.bases, {pile[-1]})
    put(state.from_piles, set().union(*known.values()))
    put(state.hands[seat], own)
    first, second = (s for s in range(3) if s != seat)
    ways: dict[Hashable, int] = {}
    for one in combinations(unseen, hands[0]):
        rest = [card for card in unseen if card not in one]
        for two in combinations(rest, hands[1]):
            put(state.hands[first], {*one, *known.get(first, ())})
            put(state.hands[second], {*two, *known.get(second, ())})
            put(state.stock, {card for card in rest if card not in two})
            ways[arrangement(state, seat)] = 1
    return state, seat, ways


def put(words: Any, cards: set[int]) -> None:
    """Write a set of cards into the record."""
    both = sum(1 << card - 1 for card in cards)
    words[:] = [both & (1 << 50) - 1, both >> 50]
