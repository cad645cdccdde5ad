"""TITLE: positions written by hand, and what a careful player can tell from what it sees alone."""

from collections.abc import Hashable, Iterator
from itertools import combinations
from typing import Any

from elftafel import games
from elftafel.games.messages import COLOURS
from elftafel.games.NAME import rules, table
from elftafel.kernel import record


def card(word: str) -> int:
    """A card by its short name: `r12` is red 12."""
    colour = next(i for i, colour in enumerate(COLOURS) if colour[0] == word[0])
    return rules.NUMBERS * colour + int(word[1:]) - 1


def cards(text: str) -> int:
    """A set of cards from short names: `r12 b3`."""
    return sum(1 << card(word) for word in text.split())


def scene(row: str, *hands: str, rest: str = "", laid: int = 0, higher: bool = False) -> Any:
    """A position with seat 0 at turn. The last card of `row` is on top; cards that are not named are gone."""
    state = record.empty(games.load("NAME").record)[0]
    state.players = len(hands)
    state.higher, state.laid = int(higher), laid
    state.row, state.rest = cards(row), cards(rest)
    state.top = card(row.split()[-1]) if row else rules.NO_CARD
    state.gone = rules.ALL & ~(cards(row) | cards(rest))
    for seat, hand in enumerate(hands):
        state.hands[seat] = cards(hand)
        state.gone &= ~cards(hand)
    assert rules.sound(state)
    return state


class Witness:
    """What one seat knows: its own cards, how many the others hold, and every card that has been seen."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.seat = seat
        self.own = view.hand.cards
        self.sizes = [rules.HAND] * view.table.players
        self.seen = {view.table.top}
        self.see(view, events)

    def see(self, view: Any, events: list[Any]) -> None:
        """Take note of what happened."""
        self.own = view.hand.cards
        for event in events:
            if isinstance(event, table.Laid):
                self.seen.add(event.card)
                self.sizes[event.seat] -= 1

    def check(self, state: Any) -> None:
        """Fail if this seat can tell that the position is another one."""
        assert table.cards_in(state.hands[self.seat]) == self.own
        assert {*table.cards_in(state.row), *table.cards_in(state.gone)} == self.seen
        for seat, size in enumerate(self.sizes):
            held = table.cards_in(state.hands[seat])
            assert len(held) == size
            assert not self.seen & set(held)


def arrangement(state: Any, seat: int) -> Hashable:
    """Where the cards are that a seat does not see."""
    return tuple(int(state.hands[other]) for other in range(state.players) if other != seat)


def small_positions() -> Iterator[tuple[Any, int, dict[Any, int]]]:
    """Positions with few unseen cards, who looks at them, and how often each arrangement should come."""
    for hands, rest in ((("r1", "r2 r3"), "b4 b5 b6"), (("y1 y2", "r2", "r3 g5"), "b4 b5")):
        state = scene("g7", *hands, rest=rest)
        yield state, 0, arrangements(cards(" ".join(hands[1:]) + " " + rest), [len(hand.split()) for hand in hands[1:]])


def arrangements(unseen: int, sizes: list[int]) -> dict[Any, int]:
    """All ways to deal hands of these sizes from a set of cards."""
    if not sizes:
        return {(): 1}
    held = [1 << card for card in range(rules.CARDS) if unseen >> card & 1]
    return {
        (sum(hand), *others): 1
        for hand in combinations(held, sizes[0])
        for others in arrangements(unseen & ~sum(hand), sizes[1:])
    }
