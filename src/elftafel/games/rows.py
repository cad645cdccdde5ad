"""What games of rows share outside compiled code.

Such a game has four colours, and for each a row that grows from one number to the next. Its record
has `hands` and `rows`: a word for each colour, with bit n for the number n.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from elftafel.games.messages import Card, Colour, Reason
from elftafel.kernel import record
from elftafel.kernel.cards import COLOURS, run_beside
from elftafel.kernel.record import Record

KEPT = 8192  # sets whose cards need not be listed again
WITHIN = 3  # cards of others at most before the way to an own card is worth a word

Fits = Callable[[Record, int], int]
"""The numbers that may be laid in the row of a colour now."""
Opened = Callable[[Record, int, int], int]
"""The numbers of a row that may be laid only after a colour's number was laid."""


@lru_cache(KEPT)
def numbers_in(word: Any) -> tuple[int, ...]:
    """The numbers in a set."""
    bits = int(word)
    return tuple(number for number in range(1, bits.bit_length()) if bits >> number & 1)


@lru_cache(KEPT)
def cards_in(words: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards in a hand, from its word for each colour."""
    return tuple(
        Card(colour, number) for colour, word in zip(Colour, words, strict=True) for number in numbers_in(word)
    )


def count(words: tuple[int, ...]) -> int:
    """How many cards there are in a set of a word for each colour."""
    return sum(word.bit_count() for word in words)


def own(state: Record, colour: int) -> int:
    """The numbers of a colour that the seat at turn holds."""
    return int(state.hands[state.seat, colour])


def own_count(state: Record) -> int:
    """How many number cards the seat at turn holds."""
    return sum(own(state, colour).bit_count() for colour in range(COLOURS))


def opened_by(state: Record, colour: int, number: int, fits: Fits) -> int:
    """The numbers of this row that fit after `number` is laid, and did not before."""
    after = record.copy(state)
    after.rows[colour] |= 1 << number
    return fits(after, colour) & ~fits(state, colour)


def followers(hand: int, number: int, opened: int) -> int:
    """How many own cards can be laid one after another next to `number`, on the sides that it opened."""
    return sum(run_beside(hand, number, step) for step in (-1, 1) if opened & 1 << number + step)


def waiting(hand: int, number: int, opened: int, fits: int) -> int:
    """How many own cards lie further out than cards of others that may follow `number`, on the sides that it opened.

    Cards that fit already do not count, nor does a side where the next own card is far away.
    """
    found = 0
    for step in (-1, 1):
        if opened & ~hand & 1 << number + step:
            behind = hand & ~fits & beyond(number, step)
            if behind & ~beyond(number + step * WITHIN, step):
                found += behind.bit_count()
    return found


def beyond(number: int, step: int) -> int:
    """All numbers further out than the next one on this side."""
    return ~((1 << number + 2) - 1) if step > 0 else (1 << max(number - 1, 0)) - 1


def about_holding_back(state: Record, fits: Fits, opened: Opened) -> Reason:
    """What it means to lay no more.

    A block is kept, or cards that would help nobody else are kept for later, or nothing fits.
    """
    fitting = [(c, n) for c in range(COLOURS) for n in numbers_in(own(state, c) & fits(state, c))]
    blocks = [(c, n) for c, n in fitting if opened(state, c, n) & ~own(state, c)]
    if blocks:
        return Reason("keeps_block", len(blocks))
    return Reason("leaves_fitting", len(fitting)) if fitting else Reason("nothing_fits")
