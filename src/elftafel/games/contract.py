"""What the modules in a game's folder must offer, and how they are found there.

A game has `rules.py`, `policy.py`, `table.py`, `reasons.py` and `terminal.py`. It may have `knowledge.py`, if what a
seat knows fills a module of its own, and `belief.py`, if it guesses more than it knows. Compiled functions are typed
by Numba, from the records that they are called with; here their numbers are `Any`.
"""

import inspect
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from elftafel.errors import IncompleteGame
from elftafel.games.messages import Event, Hand, Move, Reason, Table, View
from elftafel.kernel.journal import Step
from elftafel.kernel.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import RenderableType
    from rich.text import Text


class Knowledge(Protocol):
    """What a seat knows: in `knowledge.py`, or in `rules.py` of a game that has none."""

    def redeal(self, state: Record, seat: Any, luck: Any) -> Any:
        """Replace all that `seat` cannot know by a draw in which every possible arrangement is equally likely."""

    def observe(self, state: Record, seat: Any, out: Any) -> Any:
        """Write what `seat` knows as numbers of fixed length into `out`."""


class Rules(Protocol):
    """`rules.py`: the record of a position and how a round goes."""

    RECORD: np.dtype[Any]

    def deal(self, state: Record, journal: Any) -> Any:
        """Shuffle and deal a round; the record's header and options are set."""

    def legal(self, state: Record, out: Any) -> Any:
        """Write every legal action into `out`; returns how many there are."""

    def apply(self, state: Record, action: Any, journal: Any) -> Any:
        """Carry out one legal action and everything the rules then force."""

    def scores(self, state: Record, out: Any) -> Any:
        """Write each seat's points of the round into `out`, more is better."""

    def sound(self, state: Record) -> Any:
        """True if every card is in exactly one place."""


class Policy(Protocol):
    """`policy.py`: quick choices for the seat whose decision it is."""

    def prefer(self, state: Record, luck: Any) -> Any:
        """A sensible legal action; playouts of the search use it.

        A game may also have `play_along`, with the same arguments: what casual bots do, if that is something else.
        """

    def stumble(self, state: Record, luck: Any) -> Any:
        """A beginner's legal action, with a beginner's mistakes."""


class Belief(Protocol):
    """`belief.py`: deals that explain what the other seats did."""

    MIND: np.dtype[Any]

    def believe(self, state: Record, mind: Any, seat: Any, luck: Any) -> Any:
        """Replace all that `seat` cannot know by a draw from what it believes."""


class People(Protocol):
    """`table.py`: what people see and say, as messages."""

    MOVES: Any  # the union type of its moves, for decoding
    ENDS: str  # the rule by which a round ends
    FIRES: dict[int, str]  # the rule behind each kind of step in the journal

    @property
    def setup(self) -> "Callable[..., None]":
        """`setup(state, options)` writes the options into a blank record; with `data` last if the game has any."""

    def next_starter(self, starter: int, points: "Sequence[int]") -> int:
        """The `starter` of the next round; `to_the_left` for most games (AL-6)."""

    def move_of(self, action: int) -> Move:
        """What an action number means."""

    def action_of(self, move: Move) -> int | None:
        """The action number of a move; None if there can be none."""

    def table(self, state: Record) -> Table:
        """What everybody sees of a position."""

    def hand(self, state: Record, seat: int) -> Hand:
        """What `seat` alone sees of a position."""

    def event(self, step: Step, viewer: int | None) -> Event:
        """One step of the journal as `viewer` may see it; None is a spectator."""

    def why_not(self, state: Record, seat: int, move: Move) -> str:
        """The rule that forbids a move which is not legal for the seat at turn."""


class Reasons(Protocol):
    """`reasons.py`: what speaks for a move or against it."""

    @property
    def REASONS(self) -> tuple[str, ...]:
        """Every key that it may give."""

    @property
    def COSTS(self) -> tuple[str, ...]:
        """The keys that speak against a move; the others speak for it."""

    def reasons(self, state: Record, action: int) -> tuple[Reason, ...]:
        """What is true of a legal action of the seat at turn, the most telling first.

        `Game.reasons` says what speaks for the action before what speaks against it, and no more than three things.
        """


class Terminal(Protocol):
    """`terminal.py`: the game in a terminal. It reads messages only and knows no rules."""

    REASON_WORDS: dict[str, str]  # a sentence for every key of REASONS, as `games.drawing.say_reason` fills it in

    @property
    def draw(self) -> "Callable[[Any, Any, Callable[[int], str]], RenderableType]":
        """`draw(table, hand, name)`: the table and, unless it is None, the own hand."""

    @property
    def draw_hand(self) -> "Callable[[Any, Any], Text]":
        """`draw_hand(table, hand)`: one hand alone."""

    @property
    def remark(self) -> "Callable[[Any, Move], str]":
        """`remark(table, move)`: what the list of moves says besides the move; `no_remark` for most games."""

    def say_move(self, move: Move) -> str:
        """A move in words, as a person may type it."""

    def read_move(self, text: str) -> Move | None:
        """A move typed in words that no action number has; `no_other_moves` for most games."""

    def say_event(self, event: Event, name: "Callable[[int], str]") -> str:
        """What happened, in words."""

    def ask(self, view: View) -> str:
        """What is asked of the seat at turn, in one line."""


class Rooms(NamedTuple):
    """The modules of one game that are needed to play it."""

    rules: Rules
    policy: Policy
    people: People
    reasons: Reasons
    knowledge: Knowledge
    belief: Belief | None


def to_the_left(starter: int, points: "Sequence[int]") -> int:
    """The `next_starter` of a game in which the start passes to the left each round (AL-6)."""
    return (starter + 1) % len(points)


def find_rooms(game: str) -> Rooms:
    """All modules of a game but its drawing; IncompleteGame says which module lacks what."""
    return Rooms(
        find_room(game, "rules", Rules),
        find_room(game, "policy", Policy),
        find_room(game, "table", People),
        find_room(game, "reasons", Reasons),
        find_room(game, "knowledge" if has_room(game, "knowledge") else "rules", Knowledge),
        find_room(game, "belief", Belief) if has_room(game, "belief") else None,
    )


def has_room(game: str, module: str) -> bool:
    """Whether a game's folder has this module."""
    return find_spec(f"elftafel.games.{game}.{module}") is not None


def find_room(game: str, module: str, contract: Any) -> Any:
    """One module of a game; IncompleteGame if it is missing or lacks a name of its contract."""
    if not has_room(game, module):
        raise IncompleteGame(game, f"{module}.py", "is not there")
    room = import_module(f"elftafel.games.{game}.{module}")
    if missing := [name for name in members(contract) if not hasattr(room, name)]:
        lines = [f"{name} ({inspect.getdoc(getattr(contract, name, None)) or 'a constant'})" for name in missing]
        raise IncompleteGame(game, f"{module}.py", f"lacks {'; '.join(lines)}")
    return room


def members(contract: Any) -> list[str]:
    """The names that a contract asks for, in the order in which it does."""
    constants = inspect.get_annotations(contract)
    return [*constants, *(name for name in vars(contract) if not name.startswith("_") and name not in constants)]
