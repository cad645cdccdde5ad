"""Jatten: what the game is, for lists, help and checks; and the table of signs that a host may replace."""

from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from elftafel.errors import BadInput
from elftafel.games.facts import ActionRange, Facts, Feature
from elftafel.games.facts import Data as BaseData
from elftafel.games.facts import Options as BaseOptions

NUMBERS = 7
COPIES = 14  # cards of each number


class Sign(StrEnum):
    """What a number card carries; the order is that of the kinds."""

    PLAIN = "plain"
    PLUS_ONE = "plus_one"
    EYE = "eye"
    TWO_FOR_THREE = "two_for_three"


SIGNS = tuple(Sign)


class Signs(StrEnum):
    """How many cards carry a sign (JA-R1)."""

    STANDARD = "standard"
    MILD = "mild"


class Options(BaseOptions, frozen=True):
    """The options of Jatten."""

    signs: Signs = Signs.STANDARD


class SignCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of the 14 cards of one number, how many carry which sign."""

    plain: int
    plus_one: int
    eye: int
    two_for_three: int


class Data(BaseData, frozen=True):
    """The signs on the cards (JA-R1): for each option the counts of the numbers 1 to 7."""

    rule: ClassVar[str] = "JA-R1"

    standard: tuple[SignCounts, ...]
    mild: tuple[SignCounts, ...]

    @classmethod
    def from_file(cls, given: dict[str, Any]) -> Any:
        """The counts as lists: the file has a line named after each number."""
        names = [signs.value for signs in Signs]
        for name in given:
            if name not in names:
                raise BadInput("table", name, f"the tables are {' and '.join(names)}", cls.rule)
        return {name: counts_by_number(name, given.get(name)) for name in names}

    def check(self) -> None:
        """Raise BadInput if the cards of a number are not 14."""
        for name, lines in (("standard", self.standard), ("mild", self.mild)):
            if len(lines) != NUMBERS:
                raise BadInput(name, len(lines), "there is a line for each number 1 to 7", "JA-R1")
            for number, counts in enumerate(lines, 1):
                check_counts(f"{name}.{number}", counts)


def check_counts(field: str, counts: SignCounts) -> None:
    """Raise BadInput if these cannot be the cards of one number."""
    for sign, count in msgspec.structs.asdict(counts).items():
        if not 0 <= count <= COPIES:
            raise BadInput(f"{field}.{sign}", count, f"a count is 0 to {COPIES}", "JA-R1")
    total = sum(msgspec.structs.astuple(counts))
    if total != COPIES:
        raise BadInput(field, total, f"the counts of a number add up to {COPIES}", "JA-R1")


def counts_by_number(name: str, lines: Any) -> list[Any]:
    """The lines of one table of the file, from number 1 to 7; BadInput names a line that is wrong."""
    numbers = [str(number) for number in range(1, NUMBERS + 1)]
    if not isinstance(lines, dict):
        raise BadInput(name, lines, "it should be a table with a line for each number 1 to 7", Data.rule)
    for number in lines:
        if number not in numbers:
            raise BadInput(f"{name}.{number}", lines[number], "the numbers are 1 to 7", Data.rule)
    for number in numbers:
        try:
            msgspec.convert(lines.get(number), SignCounts)
        except msgspec.ValidationError as error:
            expected = f"give plain, plus_one, eye and two_for_three: {error}"
            raise BadInput(f"{name}.{number}", lines.get(number), expected, Data.rule) from None
    return [lines[number] for number in numbers]


FACTS = Facts(
    name="jatten",
    title="Jatten",
    prefix="JA",
    players=(2, 5),
    options=Options,
    option_rules={"signs": "JA-R1"},
    actions=(
        ActionRange("play", 0, 28, "play a card: 4 × (number − 1) + sign; plain, +1, eye, 2→3"),
        ActionRange("rob", 28, 5, "draw the first card from the hand of this seat"),
        ActionRange("rob the pile", 33, 1, "draw the first card from the pile (2 players)"),
        ActionRange("draw again", 34, 1, "draw one more card"),
        ActionRange("stop", 35, 1, "stop and take the cards in the middle"),
        ActionRange("look", 36, 5, "look at the hand of this seat (eye)"),
        ActionRange("swap", 41, 70, "discard two cards for three (2→3): 10 × (number − 1) + pair of signs"),
        ActionRange("no swap", 111, 1, "keep the cards"),
        ActionRange("steal", 112, 28, "take this card from the collection of the robbed player (crook)"),
        ActionRange("no theft", 140, 1, "take nothing for the crook"),
        ActionRange("discard", 141, 7, "discard all own cards of this number and draw up to 8"),
        ActionRange("keep", 148, 1, "discard nothing and draw nothing"),
    ),
    observation=(
        Feature("hand", 28, "cards of each kind in the own hand"),
        Feature("collections", 140, "cards of each kind in each collection, clockwise from the own seat"),
        Feature("middle", 28, "1 for each kind in the middle", bits=True),
        Feature("discards", 28, "discarded cards of each kind"),
        Feature("known", 112, "for each other seat clockwise: cards of each kind it is known to hold"),
        Feature("unseen", 28, "cards of each kind of which it is not known where they are"),
        Feature("pile at most", 28, "how many cards of each kind can be in the pile"),
        Feature("deck", 28, "cards of each kind in the game"),
        Feature("hand sizes", 5, "cards in each hand with the crook, clockwise from the own seat"),
        Feature("turn", 5, "1 for the seat whose turn it is, clockwise from the own seat", bits=True),
        Feature(
            "robbed", 6, "1 for the seat that is being robbed, clockwise from the own seat; last the pile", bits=True
        ),
        Feature("phase", 7, "1 for: play, rob, draw again, look, swap, steal, refill", bits=True),
        Feature("crook", 1, "1 if a crook lies in the middle", bits=True),
        Feature("pile", 1, "cards in the pile"),
        Feature("turns", 1, "turns that each seat has had, rounded down"),
        Feature("players", 1, "number of players"),
    ),
    chance="the deal, each card drawn from the pile, and each card stolen from a hand",
    hidden="the hands of the others, except cards shown by a bust or an eye; the pile",
    made_of="98 cards: 14 each of 1 to 7, some with a sign (+1, eye, 2→3), and a crook for each player",
    swing=2.0,
    for_points=0.1,
    widen=0.0,
    data=Data,
    order=3,
    suite_deals={"casual": (600, 1000, 600, 1500), "strong": (200, 400, 250, 200)},
)
