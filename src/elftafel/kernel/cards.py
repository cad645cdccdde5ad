"""Sets of cards of four colours: one word for each colour, with bit n for the number n."""

from elftafel.kernel.bits import lowest, nth, popcount, quotient, remainder
from elftafel.kernel.jit import compiled

COLOURS = 4


@compiled
def count_cards(cards):
    """How many cards are in a set."""
    return popcount(cards[0]) + popcount(cards[1]) + popcount(cards[2]) + popcount(cards[3])


@compiled
def is_empty(cards):
    """True if there is no card in a set."""
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
    """How many numbers of a set follow one another next to `number`, in steps of -1 or 1."""
    count = 0
    while numbers >> number + step & 1:
        count += 1
        number += step
    return count


@compiled
def may_hold(lacks, players, seat, colour, number):
    """Who may hold a card as far as `seat` knows: a bit for each other seat and the stock."""
    holders = 1 << players
    for other in range(players):
        if other != seat and not lacks[other, colour] >> number & 1:
            holders |= 1 << other
    return holders


@compiled
def sum_of_numbers(cards):
    """The sum of the numbers of a set of cards."""
    total = 0
    for colour in range(COLOURS):
        numbers = cards[colour]
        while numbers:
            total += lowest(numbers)
            numbers &= numbers - 1
    return total


@compiled
def add_cards(cards, count, first, numbers):
    """Add the card `first` + n to a list for each number n of a set; returns its new length."""
    while numbers:
        cards[count] = first + lowest(numbers)
        numbers &= numbers - 1
        count += 1
    return count


@compiled
def collect_unseen(stock, hands, players, seat, width, least, cards, need):
    """List the cards in the stock and in all hands but that of `seat`; returns how many they are.

    A card is `width` * colour + number - `least`. The list is in the order of the cards, so that it
    depends on nothing that `seat` cannot know. `need` grows by the number of cards that each hand
    has; the entry after the last seat is the stock's.
    """
    count = 0
    for colour in range(COLOURS):
        unseen = stock[colour]
        need[players] += popcount(unseen)
        for holder in range(players):
            if holder != seat:
                unseen |= hands[holder, colour]
                need[holder] += popcount(hands[holder, colour])
        count = add_cards(cards, count, width * colour - least, unseen)
    return count


@compiled
def hand_out(stock, hands, players, seat, width, least, cards, count, held):
    """Put each card of a list (see `collect_unseen`) where `held` says: a hand or the stock.

    What the stock and the hands of the others held before is gone.
    """
    for colour in range(COLOURS):
        stock[colour] = 0
        for holder in range(players):
            if holder != seat:
                hands[holder, colour] = 0
    for i in range(count):
        colour, bit = quotient(cards[i], width), 1 << remainder(cards[i], width) + least
        if held[i] == players:
            stock[colour] |= bit
        else:
            hands[held[i], colour] |= bit
