"""Jatten: how likely the next card busts, as far as the seat at turn can know.

The odds are exact: they count all arrangements of the unseen cards that `redeal` draws from.
"""

from functools import lru_cache
from math import comb, prod
from typing import Any

from elftafel.games.jatten.knowledge import KINDS, PILE
from elftafel.games.jatten.rules import NUMBERS
from elftafel.kernel.plain import plain
from elftafel.kernel.record import Record

KEPT = 4096  # hands whose counts need not be made again
OLDER, NEWER, EITHER = range(3)
"""Unseen cards by age: older than the pile, from this pile, or perhaps either."""


def bust_odds(state: Record) -> float:
    """The probability that the next card has a number that already lies in the middle.

    As far as the seat at turn can know.
    """
    seen = plain(state)
    seat, victim = seen.seat, seen.victim
    taken = [seen.middle >> 4 * number & 15 != 0 for number in range(NUMBERS)]
    unseen, doubles = [0, 0, 0], [0, 0, 0]
    for kind in range(KINDS):
        for age, cards in enumerate(ages_of(seen, kind)):
            unseen[age] += cards
            if taken[kind >> 2]:
                doubles[age] += cards
    holder = seen.players if victim == PILE else victim
    expected = expected_ages(seen, unseen, holder)
    busts = sum(expected[age] * doubles[age] / unseen[age] for age in range(3) if unseen[age])
    if victim == PILE:
        return float(busts / seen.pile_size)
    busts += sum(seen.known[victim][kind][seat] for kind in range(KINDS) if taken[kind >> 2])
    return float(busts / (seen.hand_sizes[victim] + 1 - seen.crook_out))


def ages_of(seen: Any, kind: int) -> tuple[int, int, int]:
    """The unseen cards of a kind by age.

    How many are older than the pile, how many came from this pile, and how many may be either.
    """
    seat, everyone = seen.seat, seen.players
    unseen = seen.unseen[kind][seat]
    older = unseen - min(seen.newer[kind][seat], seen.newer[kind][everyone])
    newer = unseen - min(seen.older[kind][seat], seen.older[kind][everyone])
    return older, newer, unseen - older - newer


def expected_ages(seen: Any, unseen: list[int], holder: int) -> list[float]:
    """How many older, newer and other unseen cards a holder has, on average over all arrangements.

    An arrangement gives each holder some older and some newer cards; it counts as often as these can be among the
    places of the holder. `others` counts the ways of all hands but the holder's, by what they took together.
    """
    seat, everyone = seen.seat, seen.players
    hands = [other for other in range(everyone) if other not in (seat, holder)]
    others = Together(tuple(places(seen, other) for other in hands))
    pile = seen.pile_size
    own = ((0, 0, 1),) if holder == everyone else splits(*places(seen, holder))
    total, sums = 0, [0, 0, 0]
    for older, newer, ways in own:
        row = others.row(unseen[OLDER] - older)
        left = unseen[NEWER] - newer  # for the pile and the other hands
        first = max(0, left - len(row) + 1)
        counts = [ways * comb(pile, taken) * row[left - taken] for taken in range(first, min(pile, left) + 1)]
        count = sum(counts)
        total += count
        if holder == everyone:
            sums[NEWER] = sum(taken * ways for taken, ways in enumerate(counts, first))
            sums[EITHER] = pile * count - sums[NEWER]
        else:
            sums[OLDER] += older * count
            sums[NEWER] += newer * count
            sums[EITHER] += (seen.unknown[holder][seat] - older - newer) * count
    if not total:  # what was kept as knowledge contradicts itself: count without it
        size = pile if holder == everyone else seen.unknown[holder][seat]
        return [size * cards / sum(unseen) for cards in unseen]
    return [count / total for count in sums]


def places(seen: Any, other: int) -> tuple[int, int, int]:
    """How many unknown cards a hand has, and how many of them can be older and newer at most."""
    seat, everyone = seen.seat, seen.players
    most_older = min(seen.older_in_hand[other][viewer] for viewer in (seat, everyone))
    most_newer = min(seen.newer_in_hand[other][viewer] for viewer in (seat, everyone))
    return seen.unknown[other][seat], most_older, most_newer


@lru_cache(KEPT)
def splits(size: int, most_older: int, most_newer: int) -> tuple[tuple[int, int, int], ...]:
    """How a hand's places can be shared out: so many older, so many newer, and in how many ways."""
    if not (most_older or most_newer):
        return ((0, 0, 1),) if size == 0 else ()
    return tuple(
        (older, newer, comb(size, older) * comb(size - older, newer))
        for older in range(min(size, most_older) + 1)
        for newer in range(min(size - older, most_newer) + 1)
    )


class Together:
    """In how many ways several hands take some older and some newer cards together.

    The counts of a hand are the coefficients of a polynomial in two variables, and so the digits of one large number:
    multiplying such numbers multiplies the polynomials. That is much quicker than adding count by count.
    """

    def __init__(self, hands: tuple[tuple[int, int, int], ...]) -> None:
        cards = sum(size for size, _, _ in hands)
        self.stride = cards + 1  # digits for each number of older cards
        self.width = cards // 5 + 1  # bytes a digit: none reaches 3 ** cards
        ways = prod(digits(hand, self.stride, self.width) for hand in hands)
        self.data = ways.to_bytes(self.stride * self.stride * self.width, "little")

    def row(self, older: int) -> list[int]:
        """The ways to take so many older cards, by how many newer ones."""
        if not 0 <= older < self.stride:
            return [0] * self.stride
        first = older * self.stride * self.width
        starts = range(first, first + self.stride * self.width, self.width)
        return [int.from_bytes(self.data[start : start + self.width], "little") for start in starts]


@lru_cache(KEPT)
def digits(hand: tuple[int, int, int], stride: int, width: int) -> int:
    """The counts of `splits` as digits of one number."""
    return sum(ways << 8 * width * (older * stride + newer) for older, newer, ways in splits(*hand))
