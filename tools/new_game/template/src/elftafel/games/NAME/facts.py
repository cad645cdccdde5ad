"""TITLE: what the game is, for lists, help and checks."""

from elftafel.games.facts import ActionRange, Facts, Feature
from elftafel.games.facts import Options as BaseOptions


class Options(BaseOptions, frozen=True):
    """The options of TITLE."""

    higher: bool = False  # PREFIX-O1: only a higher number fits, an equal one does not


FACTS = Facts(
    name="NAME",
    title="TITLE",
    prefix="PREFIX",
    players=(2, 6),
    options=Options,
    option_rules={"higher": "PREFIX-O1"},
    actions=(
        ActionRange("lay", 0, 48, "lay a card: 12 × colour + number − 1; red, yellow, green, blue"),
        ActionRange("take", 48, 1, "take the row"),
        ActionRange("end turn", 49, 1, "end the turn"),
    ),
    observation=(
        Feature("hand", 48, "1 for each card in the own hand", bits=True),
        Feature("row", 48, "1 for each card in the row", bits=True),
        Feature("gone", 48, "1 for each card that was taken with a row", bits=True),
        Feature("hand sizes", 6, "cards in each hand, clockwise from the own seat"),
        Feature("taken", 6, "cards that each seat has taken, clockwise from the own seat"),
        Feature("turn", 6, "1 for the seat whose decision it is, clockwise from the own seat", bits=True),
        Feature("top", 1, "the number of the row's top card, 0 for an empty row"),
        Feature("laid", 1, "cards laid in this turn"),
        Feature("players", 1, "number of players"),
        Feature("higher", 1, "1 if only a higher number fits", bits=True),
    ),
    chance="the deal",
    hidden="the hands of the others, and the cards that were not dealt",
    made_of="48 cards: red ■, yellow ▲, green ★, blue ●, each 1 to 12",
    swing=5.5,
    for_points=0.1,
)
