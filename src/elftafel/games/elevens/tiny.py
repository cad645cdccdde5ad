"""11 Elevens: its tiny form, which can be solved exactly."""

from collections.abc import Iterator
from typing import Any

from elftafel.games.game import Game
from elftafel.games.tiny import Begin, Tiny, blank, check_deal, nothing, read_size, splits
from elftafel.kernel.record import Record


def starts(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """Some colours with the numbers from low to high beside their 11s; no bridges, jokers and bonus cards (EE-O1)."""
    rules: Any = game.rules
    colours, low, high, each = read_size(size, ("colours", "low", "high", "hand"), (4, 11, 21, 10))
    numbers = [number for number in range(low, high + 1) if number != 11]
    cards = [21 * colour + number - 1 for colour in range(colours) for number in numbers]
    check_deal(size, len(cards), each, 4)
    for hands in splits(cards, each):
        state = blank(game, simple=True)
        for colour in range(colours):
            state.rows[colour] = rules.ELEVEN
        for place, held in enumerate(hands):
            for card in held:
                where = state.stock if place == 2 else state.hands[place]
                where[card // 21] |= 1 << card % 21 + 1
        yield state, nothing


TINY = Tiny("colours × numbers × cards in a hand, `simple`", starts, "2x9-13x2")
