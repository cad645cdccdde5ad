"""11 nimmt!: what the game is, for lists, help and checks, and the ox heads on its cards."""

from typing import ClassVar

import msgspec

from elftafel.errors import BadInput
from elftafel.games.facts import ActionRange, Facts, Feature
from elftafel.games.facts import Data as BaseData
from elftafel.games.facts import Options as BaseOptions


class Options(BaseOptions, frozen=True):
    """The options of 11 nimmt!"""

    open_piles: bool = False


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that show this many ox heads."""

    heads: int
    cards: tuple[int, ...]


class Data(BaseData, frozen=True):
    """The ox heads on the cards (EN-R1): groups of cards, and what all others show."""

    rule: ClassVar[str] = "EN-R1"

    groups: tuple[Group, ...]
    others: int = 1

    def check(self) -> None:
        """Raise BadInput if a number of heads cannot be, or a card does not exist or is named twice."""
        check_heads("others", self.others)
        named: set[int] = set()
        for i, group in enumerate(self.groups):
            check_heads(f"groups[{i}].heads", group.heads)
            for card in group.cards:
                field = f"groups[{i}].cards"
                if not 1 <= card <= 100:
                    raise BadInput(field, card, "the cards are 1 to 100", "EN-R1")
                if card in named:
                    raise BadInput(field, card, "each card is named once at most", "EN-R1")
                named.add(card)

    def heads(self) -> tuple[int, ...]:
        """The ox heads of the cards 1 to 100, in order."""
        by_card = {card: group.heads for group in self.groups for card in group.cards}
        return tuple(by_card.get(card, self.others) for card in range(1, 101))


def check_heads(field: str, heads: int) -> None:
    """Raise BadInput if no card can show so many ox heads."""
    if not 1 <= heads <= 10:
        raise BadInput(field, heads, "a card shows 1 to 10 ox heads", "EN-R1")


FACTS = Facts(
    name="nimmt11",
    title="11 nimmt!",
    prefix="EN",
    players=(2, 7),
    options=Options,
    option_rules={"open_piles": "EN-O1"},
    actions=(
        ActionRange("lay", 0, 1000, "lay a card: 10 × (card − 1) + steps − 1; steps from the pile's top to the card"),
        ActionRange("take", 1000, 100, "take a pile: 1000 + its top card − 1"),
        ActionRange("take bull", 1100, 7, "take a bull from a seat: 1100 + seat"),
        ActionRange("end turn", 1107, 1, "end the turn"),
    ),
    observation=(
        Feature("hand", 100, "1 for each card in the own hand", bits=True),
        Feature("known", 600, "for each other seat clockwise: 1 for each card it is known to hold", bits=True),
        Feature("piles", 100, "for each card that is a pile's top: the cards in that pile"),
        Feature("lies under", 100, "for each card in a pile: that pile's top card"),
        Feature("bases", 100, "1 for each card that was a pile's top when the turn began", bits=True),
        Feature("heads", 100, "ox heads of each card"),
        Feature("hand sizes", 7, "cards in each hand, clockwise from the own seat"),
        Feature("bulls", 7, "bulls of each seat, clockwise from the own seat"),
        Feature("turn", 7, "1 for the seat whose decision it is, clockwise from the own seat", bits=True),
        Feature("supply", 1, "bulls that nobody has"),
        Feature("stock", 1, "cards in the stock"),
        Feature("laid", 1, "cards laid in this turn"),
        Feature("choosing", 1, "1 while the taker has to choose from whom to take a bull", bits=True),
        Feature("players", 1, "number of players"),
        Feature("open piles", 1, "1 if piles lie open", bits=True),
    ),
    chance="the deal, and each card turned up from the stock",
    hidden="the hands of the others, as far as their cards did not come from a pile, and the stock",
    made_of="100 cards: 1 to 100, with ox heads; 10 bull cards",
    swing=5.0,
    for_points=0.4,
    data=Data,
    order=5,
    suite_deals={"casual": (80, 80, 80, 60, 60, 60), "strong": (40, 40, 40, 40, 40, 40)},
)
