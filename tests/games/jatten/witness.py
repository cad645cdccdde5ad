"""Jatten, for the battery over all games: what one seat knows from messages alone, and positions counted out."""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations
from math import comb, prod
from typing import Any

import msgspec

from elftafel.games import load
from elftafel.games.jatten import rules
from elftafel.games.jatten import table as t
from elftafel.kernel import record


def kind(text: str) -> int:
    """A kind of card from `3`, `3+`, `3o` (eye) or `3x` (2→3)."""
    return 4 * (int(text[0]) - 1) + "+ox".find(text[1:] or "-") + 1


def counts(text: str) -> list[int]:
    """Counts of each kind from `3 3+ 5o`."""
    found = Counter(kind(word) for word in text.split())
    return [found[k] for k in range(28)]


def scene(
    *hands: str,
    collections: tuple[str, ...] = (),
    pile: str = "1 2 3 4 5 6 7",
    discards: str = "",
    middle: str = "",
    seat: int = 0,
    phase: int = 0,
    victim: int | None = None,
    crook_out: bool = False,
) -> Any:
    """A position written down; nobody knows anything of the hands but the owners."""
    state = record.empty(load("jatten").record)[0]
    players = len(hands)
    state.players, state.seat, state.phase, state.winner = players, seat, phase, -1
    state.victim = -1 if victim is None else victim
    state.crook_out = crook_out
    for other, cards in enumerate(hands):
        state.hands[other] = counts(cards)
        state.hand_sizes[other] = sum(counts(cards))
    for other, cards in enumerate(collections):
        state.collections[other] = counts(cards)
        state.sets[other] = [sum(counts(cards)[4 * n : 4 * n + 4]) for n in range(7)]
    state.pile[:], state.pile_size = counts(pile), sum(counts(pile))
    state.discards[:], state.discard_size = counts(discards), sum(counts(discards))
    state.middle = sum(1 << kind(word) for word in middle.split())
    in_middle = counts(middle)
    for k in range(28):
        hidden = int(state.pile[k]) + sum(int(state.hands[other, k]) for other in range(players))
        open_cards = int(state.discards[k]) + int(state.collections[:, k].sum()) + in_middle[k]
        state.deck[k] = hidden + open_cards
        for viewer in range(players + 1):
            own = int(state.hands[viewer, k]) if viewer < players else 0
            state.unseen[k, viewer] = state.newer[k, viewer] = hidden - own
    for viewer in range(players + 1):
        for other in range(players):
            if other != viewer:
                state.unknown[other, viewer] = state.newer_in_hand[other, viewer] = state.hand_sizes[other]
    return state


def rig(state: Any, *draws: tuple[int | str, str]) -> None:
    """Load the dice: the next random draws are these cards, each from the hand of a seat or from the "pile"."""
    sources: dict[int | str, list[int]] = {"pile": [int(n) for n in state.pile]}
    for seat in range(state.players):
        crook = 0 if state.crook_out and state.victim == seat else 1
        sources[seat] = [*(int(n) for n in state.hands[seat]), crook]
    words = []
    for source, card in draws:
        cards = sources[source]
        k = 28 if card == "crook" else kind(card)
        assert cards[k] > 0, f"no {card} to draw from {source}"
        words.append((2 * sum(cards[:k]) + 1) * (1 << 31) // sum(cards))
        cards[k] -= 1
    assert len(words) <= 16
    state.left = len(words)
    state.block[16 - len(words) :] = words


class Witness:
    """One seat that remembers every message, and counts."""

    def __init__(self, game: Any, seat: int, view: Any, events: list[Any]) -> None:
        self.game, self.seat = game, seat
        self.at_least = [Counter[Any]() for _ in range(view.table.players)]  # cards certainly in a hand
        self.renewed: Counter[Any] | None = None  # the pile when last renewed, less what was seen to leave it
        self.older: Counter[Any] = Counter()  # what was in the other hands then
        self.drew_since: set[int] = set(range(view.table.players))
        line = {"standard": game.data.standard, "mild": game.data.mild}[view.table.signs]
        self.deck = Counter(t.cards_in([n for counts in line for n in msgspec.structs.astuple(counts)]))
        self.seen: Counter[Any] = Counter(view.hand.cards)  # open or in the own hand, without the discards
        for cards in view.table.collections:
            self.seen.update(cards)
        self.discards: Counter[Any] = Counter(view.table.discards)
        self.view = view
        self.see(view, events)

    def see(self, view: Any, events: list[Any]) -> None:
        """Take in what this seat is shown after a ply."""
        for event in events:
            self.take_in(event)
        self.view = view
        self.discards = Counter(view.table.discards)

    def take_in(self, event: Any) -> None:
        match event:
            case t.Played(seat=seat, card=card):
                self.leaves(seat, card)
            case t.Drew(victim=None, card=card):
                self.from_pile(card)
            case t.Drew(victim=int(victim), card=card) if card is not None:
                self.leaves(victim, card)
            case t.Looked(seat=seat, at=at, cards=cards):
                if seat == self.seat:
                    self.at_least[at] = Counter(cards)
            case t.Swapped(cards=cards) | t.Discarded(cards=cards) | t.Busted(victim=None, cards=cards):
                self.discards.update(cards)
                self.seen.subtract(cards)
            case t.Busted(victim=int(victim), cards=cards) if victim != self.seat:
                self.at_least[victim].update(cards)
                self.seen.subtract(cards)
                self.older.update(cards)
            case t.IntoHand(seat=seat, card=card):
                self.drew_since.add(seat)
                if seat == self.seat:
                    self.from_pile(card)
            case t.IntoCollection(card=card):
                self.from_pile(card)
            case t.Renewed(cards=cards):
                assert cards == self.discards.total()
                self.older = self.deck - self.seen - self.discards
                self.renewed = self.discards
                self.discards = Counter()
                self.drew_since = set()

    def leaves(self, seat: int, card: Any) -> None:
        if seat != self.seat:
            self.seen[card] += 1
        if self.at_least[seat][card] > 0:
            self.at_least[seat][card] -= 1

    def from_pile(self, card: Any) -> None:
        self.seen[card] += 1
        if self.renewed is not None:
            self.renewed[card] -= 1
            assert self.renewed[card] >= 0

    def check(self, state: Any) -> None:
        """The hidden cards of this position are possible after all that this seat has seen."""
        now = self.view.table
        assert self.game.people.hand(state, self.seat).cards == self.view.hand.cards
        for other in range(now.players):
            cards = Counter(t.cards_in(state.hands[other]))
            crook = 0 if now.crook_in_middle and now.victim == other else 1
            assert cards.total() + crook == now.hand_sizes[other]
            if other != self.seat:
                assert cards >= self.at_least[other], f"seat {other} must hold {self.at_least[other] - cards}"
        pile = Counter(t.cards_in(state.pile))
        assert pile.total() == now.pile
        if self.renewed is not None:
            assert pile <= self.renewed, f"not in the pile since it was renewed: {pile - self.renewed}"
            if not self.drew_since - {self.seat}:
                assert pile == self.renewed
            idle = [h for h in range(now.players) if h != self.seat and h not in self.drew_since]
            old = Counter(c for h in idle for c in t.cards_in(state.hands[h]))
            assert old <= self.older, f"drew nothing since the pile was renewed, and cannot hold {old - self.older}"
        seen = Counter(c for cards in (now.middle, now.discards, *now.collections) for c in cards)
        everything = seen + pile
        for other in range(now.players):
            everything += Counter(t.cards_in(state.hands[other]))
        assert everything == Counter(t.cards_in(state.deck))


def arrangement(state: Any, seat: int) -> Hashable:
    """The cards hidden from this seat: the other hands and the pile."""
    others = tuple(tuple(state.hands[h].tolist()) for h in range(state.players) if h != seat)
    return others, tuple(state.pile.tolist())


def small_positions() -> Iterator[tuple[Any, int, dict[Hashable, int]]]:
    """Positions with every possible arrangement and in how many ways the cards can make it."""
    yield after_a_bust()
    yield after_an_eye()
    yield after_a_renewal()


def after_a_bust() -> tuple[Any, int, dict[Hashable, int]]:
    """Seat 1 took back 4 5 4+: these stay, the other cards of seats 1 and 2 and the pile are anything unseen."""
    game = load("jatten")
    state = scene("1 2", "4 4+ 5 6", "4 7", collections=("1", "2", "3"), pile="4 5 6 6 7", phase=rules.ROB)
    rig(state, (1, "4"), (1, "5"), (1, "4+"))
    for action in (rules.A_ROB + 1, rules.A_AGAIN, rules.A_AGAIN):
        game.apply(state, action)
    loose = [kind(c) for c in ["6", "4", "7", "4", "5", "6", "6", "7"]]
    return state, 0, dealt_out(loose, {1: "4 4+ 5", 2: ""}, {1: 1, 2: 2})


def after_an_eye() -> tuple[Any, int, dict[Hashable, int]]:
    """Seat 0 has seen the hand of seat 2; then seat 2 played one of two equal cards: one is still there."""
    game = load("jatten")
    state = scene("1 2", "4o 5 6", "3 3 7", collections=("1", "2", "3"), pile="3 3 5 6 7", phase=rules.ROB)
    rig(state, (1, "4o"))
    game.apply(state, rules.A_ROB + 1)
    game.apply(state, rules.A_LOOK + 2)
    state.seat, state.phase, state.middle, state.victim = 2, rules.PLAY, 0, -1
    game.apply(state, kind("3"))
    loose = [kind(c) for c in ["5", "6", "3", "3", "5", "6", "7"]]
    return state, 0, dealt_out(loose, {1: "", 2: "3 7"}, {1: 2, 2: 0})


def after_a_renewal() -> tuple[Any, int, dict[Hashable, int]]:
    """The pile was renewed with the discards; seat 1 drew two cards since, seat 2 none: the ages are told apart."""
    game = load("jatten")
    state = scene("1 2", "4", "5 6", collections=("1", "2", "3"), pile="7", discards="2 3 4 4 6", phase=rules.ROB)
    state.seat = 1
    state.phase = rules.ROB
    rig(state, (0, "1"), (0, "2"))
    game.apply(state, rules.A_ROB)  # seat 1 robs seat 0 of a card …
    game.apply(state, rules.A_STOP)
    game.apply(state, rules.A_DISCARD + 1)  # … and discards its 2 to fill its hand: the pile runs out after one card
    # older: 4 5 6 and the 7 that seat 1 drew first; newer: the renewed pile, of which seat 1 drew five
    drew = int(state.hand_sizes[1]) - 2
    older = [kind(c) for c in ["4", "5", "6", "7"]]
    newer = [kind(c) for c in ["2", "2", "3", "4", "4", "6"]]
    ways: Counter[Hashable] = Counter()
    for old_1 in combinations(range(4), 2):
        for new_1 in combinations(range(6), drew):
            one = Counter([older[i] for i in old_1] + [newer[i] for i in new_1])
            two = Counter(older[i] for i in range(4) if i not in old_1)
            pile = Counter(newer[i] for i in range(6) if i not in new_1)
            ways[((as_counts(one), as_counts(two)), as_counts(pile))] += 1
    return state, 0, dict(ways)


def as_counts(cards: Counter[int]) -> tuple[int, ...]:
    return tuple(cards[k] for k in range(28))


def dealt_out(loose: list[int], fixed: dict[int, str], need: dict[int, int]) -> dict[Hashable, int]:
    """Every way to give the loose cards to the seats, beside the fixed ones; the rest is the pile."""
    ways: Counter[Hashable] = Counter()
    first, second = sorted(need)
    every = range(len(loose))
    for one in combinations(every, need[first]):
        for two in combinations([i for i in every if i not in one], need[second]):
            hands = tuple(
                as_counts(Counter([loose[i] for i in given] + [kind(c) for c in fixed[seat].split()]))
                for seat, given in ((first, one), (second, two))
            )
            pile = as_counts(Counter(loose[i] for i in every if i not in one and i not in two))
            ways[(hands, pile)] += 1
    total = prod((comb(len(loose), need[first]), comb(len(loose) - need[first], need[second])))
    assert sum(ways.values()) == total
    return dict(ways)
