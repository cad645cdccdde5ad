"""Elfer raus!: what the game is, for lists, help and checks."""

from enum import StrEnum

from elftafel.errors import BadInput
from elftafel.games.facts import ActionRange, Facts, Feature
from elftafel.games.facts import Options as BaseOptions
from elftafel.games.messages import Colour


class Opening(StrEnum):
    """How rows are started (ER-O2)."""

    ELEVEN = "eleven"
    OUTSIDE_IN = "outside_in"
    TEN_TO_TWELVE = "ten_to_twelve"
    DRAWN = "drawn"


class Options(BaseOptions, frozen=True):
    """The options of Elfer raus!"""

    drop_colour: Colour | None = None
    opening: Opening = Opening.ELEVEN

    def check(self, players: int) -> None:
        """A colour is dropped only with two players (ER-O1)."""
        if self.drop_colour is not None and players != 2:
            raise BadInput("drop_colour", self.drop_colour.value, "a colour is dropped only with 2 players", "ER-O1")


FACTS = Facts(
    name="elfer_raus",
    title="Elfer raus!",
    prefix="ER",
    players=(2, 6),
    options=Options,
    option_rules={"drop_colour": "ER-O1", "opening": "ER-O2"},
    actions=(
        ActionRange("lay", 0, 80, "lay a card: 20 × colour + number − 1; red, yellow, green, blue"),
        ActionRange("end turn", 80, 1, "end the turn"),
    ),
    observation=(
        Feature("hand", 80, "1 for each card in the own hand", bits=True),
        Feature("rows", 80, "1 for each card that lies", bits=True),
        Feature("starts", 80, "1 for each card with which its row may still be started", bits=True),
        Feature("lacks", 400, "for each other seat clockwise: 1 for each card it is known not to hold", bits=True),
        Feature("hand sizes", 6, "cards in each hand, clockwise from the own seat"),
        Feature("turn", 6, "1 for the seat whose decision it is, clockwise from the own seat", bits=True),
        Feature("stock", 1, "cards in the stock"),
        Feature("laid", 1, "cards laid in this turn"),
        Feature("players", 1, "number of players"),
        Feature("opening", 1, "0 eleven, 1 outside in, 2 ten to twelve, 3 drawn"),
        Feature("dropped", 1, "the colour that is out, −1 for none"),
    ),
    chance="the deal, and each card drawn from the stock",
    hidden="the hands of the others, the stock, and drawn cards that were kept",
    made_of="80 cards: red ■, yellow ▲, green ★, blue ●, each 1 to 20",
    swing=33.0,
    for_points=0.1,
    order=1,
    suite_deals={"casual": (120, 600, 900, 600, 600), "strong": (150, 250, 400, 400, 210)},
)
