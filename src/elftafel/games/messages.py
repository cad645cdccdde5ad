"""Message types that games share: cards, the frame of a view, and events that several games have."""

from enum import StrEnum
from typing import Any

import msgspec


class Colour(StrEnum):
    """A colour and its shape; the order is that of the rules."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


COLOURS = tuple(Colour)


class Card(msgspec.Struct, frozen=True, order=True):
    """A number card of a colour."""

    colour: Colour
    number: int


class Move(msgspec.Struct, frozen=True, tag_field="move", tag=str.lower):
    """One thing a seat can do with one click. Each game has its own kinds."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower, kw_only=True):
    """One thing that happened, as one viewer may see it. Each game has its own kinds."""

    seat: int


class Laid(Event, frozen=True, kw_only=True):
    """A card was laid."""

    card: Card


class Passed(Event, frozen=True, kw_only=True):
    """The seat passed, because there was nothing left to draw or to take and nothing that it had to lay."""


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """The seat's turn ended."""


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """The round is over: the seat has nothing left to lay."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees. Each game adds its own fields; a hidden thing has no place here."""

    players: int
    turn: int | None  # the seat whose decision it is; None when the round is over
    starter: int
    ply: int


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat alone sees. Each game adds its own fields."""

    seat: int


class Choice(msgspec.Struct, frozen=True):
    """A legal move with its action number."""

    action: int
    move: Any


class Reason(msgspec.Struct, frozen=True):
    """What speaks for a move or against it: a key, which screens put into words, and a figure where it has one."""

    key: str
    value: float | None = None


NOTHING_BETTER = "nothing_better"
"""The reason for a recommended move about which there is nothing good to say: the others are worse."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one viewer may see of a position. Spectators have no hand and no choices."""

    table: Any
    hand: Any | None
    choices: tuple[Choice, ...]


def tag_moves(*kinds: type[Move]) -> Any:
    """The union type of a game's moves, for decoding."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union
