"""Elfer raus!: its tiny form, which can be solved exactly."""

from collections.abc import Iterator
from typing import Any

from elftafel.games.game import Game
from elftafel.games.tiny import Begin, Tiny, blank, check_deal, read_size, splits
from elftafel.kernel.record import Record


def starts(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """Some colours with the numbers from low to high; the first 11 is laid as always (ER-2, ER-3)."""
    rules: Any = game.rules
    colours, low, high, each = read_size(size, ("colours", "low", "high", "hand"), (4, 11, 20, 10))
    cards = [20 * colour + number - 1 for colour in range(colours) for number in range(low, high + 1)]
    check_deal(size, len(cards), each, 4)
    for hands in splits(cards, each):
        state = blank(game)
        for colour in range(colours):
            state.starts[colour] = rules.ELEVEN
        for place, held in enumerate(hands):
            for card in held:
                where = state.stock if place == 2 else state.hands[place]
                where[card // 20] |= 1 << card % 20 + 1
        yield state, rules.lay_first_eleven


TINY = Tiny("colours × numbers × cards in a hand", starts, "2x9-12x3")
