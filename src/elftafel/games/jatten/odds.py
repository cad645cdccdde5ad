"""Jatten: how likely the next card busts, as far as the seat at turn can know.

The odds are exact: they count all arrangements of the unseen cards that `redeal` draws from.
"""

from math import comb
from typing import Any

from elftafel.games.jatten.knowledge import KINDS, PILE
from elftafel.games.jatten.rules import NUMBERS
from elftafel.kernel.plain import plain
from elftafel.kernel.record import Record

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

    The holders take cards one after another: ways[o, n] counts the ways in which those so far have
    taken o older and n newer cards, and sums[o, n] adds up, over the same ways, what `holder` took.
    """
    seat, everyone = seen.seat, seen.players
    ways = {(0, 0): 1}
    sums = {(0, 0): [0, 0, 0]}
    for other in range(everyone + 1):
        if other == seat:
            continue
        if other == everyone:  # the pile
            size, most_older, most_newer = seen.pile_size, 0, unseen[NEWER]
        else:
            size = seen.unknown[other][seat]
            most_older = min(seen.older_in_hand[other][v] for v in (seat, everyone))
            most_newer = min(seen.newer_in_hand[other][v] for v in (seat, everyone))
        next_ways: dict[tuple[int, int], int] = {}
        next_sums: dict[tuple[int, int], list[int]] = {}
        for (older, newer), count in ways.items():
            for a in range(min(size, most_older, unseen[OLDER] - older) + 1):
                for b in range(min(size - a, most_newer, unseen[NEWER] - newer) + 1):
                    either = size - a - b
                    if either and not (most_older or most_newer or other == everyone):
                        continue
                    weight = comb(size, a) * comb(size - a, b)
                    at = older + a, newer + b
                    took = (a, b, either) if other == holder else (0, 0, 0)
                    so_far = next_sums.setdefault(at, [0, 0, 0])
                    for age in range(3):
                        so_far[age] += weight * (sums[older, newer][age] + count * took[age])
                    next_ways[at] = next_ways.get(at, 0) + weight * count
        ways, sums = next_ways, next_sums
    end = unseen[OLDER], unseen[NEWER]
    if end not in ways:  # what was kept as knowledge contradicts itself: count without it
        size = seen.pile_size if holder == everyone else seen.unknown[holder][seat]
        return [size * cards / sum(unseen) for cards in unseen]
    return [total / ways[end] for total in sums[end]]
