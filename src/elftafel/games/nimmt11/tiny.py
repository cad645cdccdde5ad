"""11 nimmt!: its tiny form, which can be solved exactly."""

from collections.abc import Iterator
from typing import Any

from elftafel.games.game import Game
from elftafel.games.tiny import Begin, Tiny, blank, check_deal, nothing, read_size, splits
from elftafel.kernel.record import Record


def starts(game: Game, size: str) -> Iterator[tuple[Record, Begin]]:
    """So many cards, so many apart from each other; one of the stock starts the first pile (EN-1)."""
    count, apart, each = read_size(size, ("cards", "apart", "hand"), (12, 10, 5))
    cards = [apart * i + 1 for i in range(count)]
    check_deal(size, count - 1, each, 4)
    rules: Any = game.rules
    for mine, yours, left in splits(cards, each):
        for top in left:
            state = blank(game)
            state.supply = rules.BULLS
            state.tops[rules.half_of(top)] |= rules.bit_of(top)
            for place, held in enumerate((mine, yours, left)):
                for card in held:
                    where = state.stock if place == 2 else state.hands[place]
                    if card != top:
                        where[rules.half_of(card)] |= rules.bit_of(card)
            rules.begin_turn(state)
            yield state, nothing


TINY = Tiny("cards × steps between them × cards in a hand", starts, "8x4x2")
