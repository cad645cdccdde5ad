"""Sets of cards of four colours: one word a colour, bit n for the number n. Shared by the games of rows."""

from elftafel.kernel.bits import nth, popcount
from elftafel.kernel.jit import compiled


@compiled
def count_cards(cards):
    """How many cards are in a set."""
    return popcount(cards[0]) + popcount(cards[1]) + popcount(cards[2]) + popcount(cards[3])


@compiled
def is_empty(cards):
    """Whether no card is in a set."""
    return cards[0] | cards[1] | cards[2] | cards[3] == 0


@compiled
def nth_card(cards, n):
    """The colour and the number of the n-th card of a set, counted from 0."""
    colour = 0
    while n >= popcount(cards[colour]):
        n -= popcount(cards[colour])
        colour += 1
    return colour, nth(cards[colour], n)


@compiled
def run_beside(numbers, number, step):
    """How many numbers of a set follow one after another on this side of a number."""
    count = 0
    while numbers >> number + step & 1:
        count += 1
        number += step
    return count


@compiled
def may_hold(lacks, players, seat, colour, number):
    """Who may hold a card as far as `seat` knows: a bit for each other seat that may, and one for the stock."""
    holders = 1 << players
    for other in range(players):
        if other != seat and not lacks[other, colour] >> number & 1:
            holders |= 1 << other
    return holders


@compiled
def write_numbers(out, at, numbers, most):
    """A set of numbers from 1 to `most` as zeros and ones; returns where the next entry goes."""
    for number in range(1, most + 1):
        out[at] = numbers >> number & 1
        at += 1
    return at
