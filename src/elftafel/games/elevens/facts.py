"""11 Elevens: what the game is, for lists, help and checks."""

from elftafel.games.facts import ActionRange, Facts, Feature
from elftafel.games.facts import Options as BaseOptions


class Options(BaseOptions, frozen=True):
    """The options of 11 Elevens."""

    simple: bool = False  # EE-O1: no bridges, jokers or bonus cards
    brisk: bool = False  # EE-O2: a card that fits must be laid from the start
    full_duty: bool = False  # EE-O3: cards that need a bridge are owed too, and a thrown joker settles nothing


FACTS = Facts(
    name="elevens",
    title="11 Elevens",
    prefix="EE",
    players=(2, 6),
    options=Options,
    option_rules={"simple": "EE-O1", "brisk": "EE-O2", "full_duty": "EE-O3"},
    actions=(
        ActionRange("lay", 0, 84, "lay a number card: 21 × colour + number − 1; red, yellow, green, blue"),
        ActionRange("lay joker", 84, 84, "lay a joker at this place: 84 + 21 × colour + number − 1"),
        ActionRange("swap", 168, 84, "swap the joker at this place for the own card: 168 + 21 × colour + number − 1"),
        ActionRange("throw joker", 252, 1, "throw a joker out of the game"),
        ActionRange("end turn", 253, 1, "end the turn"),
        ActionRange("take", 254, 1, "take a card from the stock"),
        ActionRange("pass", 255, 1, "pass, with an empty stock"),
    ),
    observation=(
        Feature("hand", 84, "1 for each number card in the own hand", bits=True),
        Feature("rows", 84, "1 for each place that is filled", bits=True),
        Feature("jokers on the table", 84, "1 for each place that a joker fills", bits=True),
        Feature("lacks", 420, "for each other seat clockwise: 1 for each card it is known not to hold", bits=True),
        Feature("hand sizes", 6, "cards in each hand, jokers included, clockwise from the own seat"),
        Feature("known jokers", 6, "jokers that everyone knows to be in each hand, clockwise from the own seat"),
        Feature("bridges", 6, "bridges before each seat, clockwise from the own seat"),
        Feature("bonus cards", 6, "bonus cards before each seat, clockwise from the own seat"),
        Feature("turn", 6, "1 for the seat whose decision it is, clockwise from the own seat", bits=True),
        Feature("jokers", 1, "jokers in the own hand"),
        Feature("thrown", 1, "jokers out of the game"),
        Feature("stock", 1, "cards in the stock"),
        Feature("laid", 1, "cards laid or thrown in this turn"),
        Feature("swapped", 1, "1 if a joker was swapped in this turn", bits=True),
        Feature("passes", 1, "seats that have passed in a row"),
        Feature("bonus cards left", 1, "bonus cards that nobody has yet"),
        Feature("players", 1, "number of players"),
        Feature("options", 1, "1 for `simple`, plus 2 for `brisk`, plus 4 for `full_duty`"),
    ),
    chance="the deal, and each card taken from the stock",
    hidden="the hands of the others and the stock; a card taken is seen by its owner alone",
    made_of="84 number cards: red ■, yellow ▲, green ★, blue ●, each 1 to 21; 4 jokers, 15 bridges, 7 bonus cards",
    swing=32.0,
    for_points=0.1,
    order=2,
    suite_deals={"casual": (20, 20, 20, 20, 20), "strong": (120, 30, 30, 30, 30)},
)
