"""What goes into the store and comes out of it, and its errors.

Bodies are opaque: the store never reads a move.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from elftafel.errors import ElftafelError

Status = Literal["open", "playing", "over", "closed"]
Pool = Literal["people", "bots"]
AnyPool = Literal["people", "bots", "daily"]  # a deal of the day moves no rating


class LogRow(Struct, frozen=True):
    """One entry of a table's log."""

    number: int  # 1, 2, 3 … without gaps
    at: int  # milliseconds since 1970
    body: bytes  # JSON


class CommandKey(Struct, frozen=True):
    """What a person asked; applied once, however often it is sent."""

    person: str
    id: str


class Line(Struct, frozen=True, kw_only=True):
    """What lists need of a table; rewritten with each append."""

    id: str
    code: str  # of no other table that is not over
    game: str
    status: Status
    public: bool
    spectators: bool
    host: str
    created_at: int
    updated_at: int
    seats: bytes  # JSON for lists
    people: tuple[str, ...]  # who has a seat
    free: int  # seats
    cared: bool  # the server itself has something to do here: a bot's turn, a clock
    number: int  # of the last entry


class SeatResult(Struct, frozen=True, kw_only=True):
    """How a seat ended."""

    seat: int
    person: str | None
    bot: str | None  # its level
    name: str
    points: int
    won: float  # share of the win
    rank: int  # 1 is best; equal ranks are ties
    stood_in: bool  # a bot decided much for the person, or at the end


class Try(Struct, frozen=True, kw_only=True):
    """A person's counted result of a deal of the day."""

    day: str
    game: str
    person: str
    at: int
    points: int
    lead: int  # over the best of the others
    rank: int
    table_id: str = ""


class Ended(Struct, frozen=True, kw_only=True):
    """A match that ended with an append."""

    game: str
    at: int
    players: int
    seats: tuple[SeatResult, ...]
    hinted: frozenset[str] = frozenset()  # people who took a hint
    daily: bool = False  # a deal of the day: it moves no rating
    counted: Try | None = None  # of a deal of the day


class Append(Struct, frozen=True, kw_only=True):
    """Rows to be written after entry number `expected` of a table."""

    expected: int
    rows: Sequence[LogRow]
    line: Line
    command: CommandKey | None
    ended: Ended | None
    generation: bytes  # of the log, when the table was read


class Appended(Struct, frozen=True):
    """The rows are committed."""

    number: int  # of the last entry now


class Behind(Struct, frozen=True):
    """Others were faster: nothing was written."""

    number: int  # of the last entry now


class Repeated(Struct, frozen=True):
    """The command was applied before: nothing was written."""

    number: int  # of the first entry that it made


class Silence(Struct, frozen=True):
    """A time in which no node served; players get it back."""

    since: int
    until: int


class Beat(Struct, frozen=True):
    """The answer to a sign of life."""

    now: int
    kept: frozenset[str]
    lost: frozenset[str]  # another node took them, or they are gone
    silences: tuple[Silence, ...]  # the last times in which no node served, or none could reach the database


class Person(Struct, frozen=True, kw_only=True):
    """Someone who plays; a guest has no account."""

    id: str
    name: str
    language: str
    account: str | None
    created_at: int
    seen_at: int


class HistoryLine(Struct, frozen=True, kw_only=True):
    """A finished match of a person."""

    table: str
    number: int  # of the entry that ended it
    game: str
    pool: AnyPool
    at: int
    players: int
    seats: tuple[SeatResult, ...]


class GameStatistics(Struct, frozen=True, kw_only=True):
    """What a person's matches of a game came to, among people only or with bots."""

    game: str
    pool: Pool
    matches: int
    wins: float  # shares
    points: int


class Rating(Struct, frozen=True, kw_only=True):
    """OpenSkill (Plackett–Luce) of a person or a bot's level, by game and pool."""

    game: str
    pool: Pool
    mu: float
    sigma: float
    matches: int


class ReviewJob(Struct, frozen=True):
    """A review that a node has taken on."""

    table: str
    iterations: int


class ReviewRow(Struct, frozen=True, kw_only=True):
    """A review as far as it is."""

    asked_at: int
    done: int  # decisions judged so far
    total: int  # 0 while nobody knows
    finished_at: int | None
    body: bytes | None  # compressed JSON
    problem: str | None  # why there will be none


class MistakeFinding(Struct, frozen=True):
    """A marked decision that a review found."""

    ply: int
    mark: str
    kind: str  # the key of the first reason for what was better
    loss: float


class SeatFinding(Struct, frozen=True):
    """What a review found about the choices of a seat. Shares of a win."""

    seat: int
    decisions: int
    choices: float
    choices_error: float
    cards: float  # luck of deal and draw
    mistakes: tuple[MistakeFinding, ...]


class MistakeRow(Struct, frozen=True):
    """An own mistake, and when it comes again (null: it is learned)."""

    table: str
    ply: int
    game: str
    mark: str
    kind: str  # the key of the first reason for what was better
    loss: float
    found: int  # times in a row that something better was found
    due_at: int | None


class ChoicesRow(Struct, frozen=True):
    """What a review found about a person's choices in a match. Shares of a win."""

    table: str
    game: str
    at: int
    decisions: int
    choices: float
    choices_error: float
    cards: float  # luck of deal and draw


class DealRow(Struct, frozen=True, kw_only=True):
    """A deal of the day as it is written down."""

    body: bytes  # JSON
    expert: bytes | None  # JSON: what an expert made of it; empty if nobody could find out


class DealJob(Struct, frozen=True):
    """A deal that a node plays as an expert would."""

    day: str
    game: str
    body: bytes


class Board(Struct, frozen=True, kw_only=True):
    """A group of people who compare their deals of the day."""

    id: str
    name: str


class StoreError(ElftafelError):
    """The database could not do it: nothing was written."""


class Busy(StoreError):
    """Too much waits already: nothing was written, try again later."""


class Unknown(StoreError):
    """The connection broke while committing: perhaps it was written, perhaps not.

    Read the log again.
    """


class LogReplaced(StoreError):
    """The log is not the one that was read before: a backup was restored.

    Nothing was written; read all again.
    """


class CodeTaken(StoreError):
    """A table that is not over has this code."""


class AccountTaken(StoreError):
    """Someone else has an account of this name."""
