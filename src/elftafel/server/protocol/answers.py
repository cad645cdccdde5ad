"""Bodies of HTTP answers that are made from a table: a seat in a list, a replay, a position to decide.

The other answers are declared in `http/schemas.py`.
"""

from typing import Any

import msgspec

from elftafel.games.messages import Move, Reason
from elftafel.match import RoundResult
from elftafel.server.protocol import messages


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an answer."""


class SeatLine(msgspec.Struct, frozen=True):
    """A seat as lists show it: free if it has no name."""

    name: str | None
    bot: str | None


class Frame(Answer, frozen=True):
    """The match after a decision (or a deal: then `seat` is null), as one viewer may see it."""

    seat: int | None
    events: tuple[Any, ...]
    position: messages.Position  # its `ply` counts the decisions of the match; undone ones are not counted
    hands: tuple[Any, ...] | None  # of every seat, as `hand` in a view; null unless all hands are shown


class Replay(Answer, frozen=True):
    """One round of a match, step by step."""

    table: str | None  # null: from a file
    game: str
    options: dict[str, Any]
    chairs: tuple[messages.Chair, ...]
    rounds: int
    dealt: int  # rounds that can be asked for
    over: bool
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    origin: messages.PlayedOn | None  # of a match that goes on from another one
    own: int | None  # the seat of who asks
    views: tuple[str, ...]  # what `seat` may be
    seat: str  # whose view this is: a number, `all` or `spectator`
    round: int
    frames: tuple[Frame, ...]


class Refusals(Answer, frozen=True):
    """The rules against moves of one kind: the usual one, and the moves that another one forbids."""

    usual: str
    others: dict[str, tuple[Move, ...]]


class LiveSpot(Answer, frozen=True):
    """A position to be decided once more, as its seat knew it: a puzzle, an own mistake."""

    game: str
    options: dict[str, Any]
    seat: int
    chairs: tuple[messages.Chair, ...]
    rounds: int
    position: messages.Position
    best: int  # an action of `then`
    then: dict[int, tuple[Frame, ...]]  # by action that is right: what it leads to
    why: tuple[Reason, ...]  # what speaks for the best one
    others: dict[int, tuple[Reason, ...]]  # by action that is allowed but not right: what is to be said about it
    refused: dict[str, Refusals]  # by kind of move


class PuzzleLine(Answer, frozen=True):
    """A puzzle in a list."""

    id: str
    players: int
    theme: str  # the key of the first reason for its answer
    difficulty: int  # 1 to 5


class PuzzleList(Answer, frozen=True):
    """The puzzles of a game."""

    puzzles: tuple[PuzzleLine, ...]


class PuzzleCost(Answer, frozen=True):
    """What a wrong move of a puzzle costs in shares of a win, with one standard error."""

    action: int
    move: Move
    value: float
    error: float


class PuzzleLevel(Answer, frozen=True):
    """How many of so many bots of a level find the answer of a puzzle."""

    level: str
    found: int
    tried: int


class PuzzlePage(Answer, frozen=True):
    """A puzzle: its position as the seat knew it, what the seat heard before, and the evidence."""

    puzzle: PuzzleLine
    spot: LiveSpot
    before: tuple[messages.Happened, ...]  # without positions
    iterations: int  # of the search that measured it
    costs: tuple[PuzzleCost, ...]  # of all other moves, the cheapest first
    levels: tuple[PuzzleLevel, ...]
