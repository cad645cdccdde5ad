"""11! the board game: what the game is, for lists, help and checks."""

from itertools import pairwise
from typing import ClassVar

import msgspec

from elftafel.errors import BadInput
from elftafel.games.facts import ActionRange, Data, Facts, Feature
from elftafel.games.facts import Options as BaseOptions
from elftafel.games.messages import Colour

ROWS = (Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.GREEN)
"""The rows of the board, from top to bottom."""

JOKERS = (3, 7, 13, 17)
"""The numbers that only grey joker tiles have."""

BONUSES = 4
"""How many bridges carry a bonus (SB-8)."""


class Options(BaseOptions, frozen=True):
    """The options of 11! the board game."""

    symbols: bool = False  # SB-O1: the eight symbol tiles take part


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bridge between the same number in two neighbouring rows (SB-7)."""

    rows: tuple[Colour, Colour]
    number: int
    bonus: bool = False  # SB-8


class Board(Data, frozen=True):
    """The bridges of the board (SB-R1)."""

    rule: ClassVar[str] = "SB-R1"

    bridges: tuple[Bridge, ...]

    def check(self) -> None:
        """Raise BadInput unless such a board can be played on."""
        seen = set()
        for i, bridge in enumerate(self.bridges):
            field = f"bridges[{i}]"
            names = [colour.value for colour in bridge.rows]
            upper, lower = (ROWS.index(colour) for colour in bridge.rows)
            if lower != upper + 1:
                neighbours = ", ".join(f"{a.value}–{b.value}" for a, b in pairwise(ROWS))
                raise BadInput(f"{field}.rows", names, f"neighbouring rows are {neighbours}", "SB-R1")
            if not 2 <= bridge.number <= 19 or bridge.number == 11:
                expected = "bridges have a number from 2 to 19 and not 11 (1, 11 and 20 are connection zones)"
                raise BadInput(f"{field}.number", bridge.number, expected, "SB-R1")
            if (upper, bridge.number) in seen:
                raise BadInput(field, [*names, bridge.number], "a bridge is named once", "SB-R1")
            seen.add((upper, bridge.number))
        bonuses = sum(bridge.bonus for bridge in self.bridges)
        if bonuses != BONUSES:
            raise BadInput("bridges", bonuses, f"{BONUSES} bridges have bonus = true", "SB-8")


FACTS = Facts(
    name="start11",
    title="11! the board game",
    prefix="SB",
    players=(2, 4),
    options=Options,
    option_rules={"symbols": "SB-O1"},
    actions=(
        ActionRange(
            "lay", 0, 88, "fill a space: 22 × row + place; rows yellow, red, blue, green; 0 and 21 for symbols"
        ),
        ActionRange("give number", 88, 64, "give a number tile: 16 × row + its rank among 1 2 4 5 6 8 … 16 18 19 20"),
        ActionRange("give joker", 152, 4, "give a joker 3, 7, 13, 17"),
        ActionRange("give symbol", 156, 4, "give a symbol tile of a row"),
        ActionRange("end turn", 160, 1, "end the turn, without a gift"),
        ActionRange("pass", 161, 1, "pass: nothing fits and the bag is empty"),
        ActionRange("skip", 162, 1, "do not lay the free tile after a symbol"),
    ),
    observation=(
        Feature("rack", 72, "tiles of each kind on the own rack: 64 numbers by row, 4 jokers, 4 symbols"),
        Feature("board", 88, "1 for each space that is filled: 22 × row + place", bits=True),
        Feature("fits", 88, "1 for each space that may be filled now (SB-4 to SB-7)", bits=True),
        Feature("fresh", 88, "1 for each number space that was filled in this turn", bits=True),
        Feature("waiting", 72, "the drawn tile that has to be laid now, by kind"),
        Feature("bridges", 60, "for each pair of neighbouring rows and number: 1 a bridge, 2 with a bonus"),
        Feature("lacks", 216, "for each other seat clockwise: 1 for each kind it is known not to hold", bits=True),
        Feature("given", 216, "for each other seat clockwise: own gifts that it may hold now, by kind"),
        Feature("rack sizes", 4, "tiles on each rack, clockwise from the own seat"),
        Feature("turn", 4, "1 for the seat whose decision it is, clockwise from the own seat", bits=True),
        Feature("bag", 1, "tiles in the bag"),
        Feature("laid", 1, "tiles laid in this turn that count among the 3"),
        Feature("pair", 1, "1 if this turn has earned a gift", bits=True),
        Feature("phase", 1, "0 turn, 1 a drawn tile that fits, 2 a bonus tile, 3 the free tile, 4 the first 11"),
        Feature("players", 1, "number of players"),
        Feature("symbols", 1, "1 if symbol tiles take part", bits=True),
    ),
    chance="the deal, and each tile drawn from the bag",
    hidden="the racks of the others, the bag, drawn tiles that were kept, and gifts between others",
    made_of="64 number tiles (yellow ▲, red ■, blue ●, green ★; 1 to 20 without 3, 7, 13, 17), 16 jokers, 8 symbols",
    swing=28.0,
    for_points=0.4,
    data=Board,
    order=4,
    suite_deals={"casual": (400, 250, 600), "strong": (50, 50, 50)},
)
