"""What requests bring and what answers hold, over HTTP.

Bounds stand in the types; the OpenAPI document shows them.
"""

import gzip
import re
from collections import Counter
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from elftafel import games
from elftafel.bots.levels import LEVELS
from elftafel.bots.review import Review
from elftafel.games.facts import Facts
from elftafel.match import MOST_ROUNDS
from elftafel.server.people.accounts import LEAST_PASSPHRASE, MOST_PASSPHRASE
from elftafel.server.protocol.answers import Answer, LiveSpot, SeatLine
from elftafel.server.protocol.fields import END
from elftafel.server.store import ChoicesRow, GameStatistics, HistoryLine, Line, MistakeRow, Rating, ReviewRow

ID = r"^[A-Za-z0-9_-]{1,40}$"
CODE = r"^[A-Za-z0-9]{4,12}$"
SEAT = r"^([0-7]|all|spectator)$"
CURSOR = r"^[0-9]{1,15}_[A-Za-z0-9_-]{1,40}$"
ACCOUNT = rf"^[a-z0-9][a-z0-9._-]{{2,31}}{END}"

GivenName = Annotated[str, Meta(min_length=1, max_length=200, description="cleaned, and cut to 40 letters")]
Account = Annotated[str, Meta(pattern=ACCOUNT, description="3 to 32 small letters, digits, dots, dashes")]
NewPassphrase = Annotated[str, Meta(min_length=LEAST_PASSPHRASE, max_length=MOST_PASSPHRASE)]
GivenPassphrase = Annotated[str, Meta(min_length=1, max_length=MOST_PASSPHRASE)]


class Language(StrEnum):
    """The languages of the screens."""

    ENGLISH = "en"
    GERMAN = "de"
    DUTCH = "nl"
    FRENCH = "fr"
    ICELANDIC = "is"


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of a request."""


class Arrival(Form, frozen=True):
    """A new guest."""

    name: GivenName
    language: Language = Language.ENGLISH
    beside: bool = False  # another person at the same device: no cookie, the token alone


class PersonChange(Form, frozen=True):
    """Another name or language."""

    name: GivenName | UnsetType = UNSET
    language: Language | UnsetType = UNSET


class AccountForm(Form, frozen=True):
    """An account for the present person.

    `current` is needed to change one that there is already.
    """

    account: Account
    passphrase: NewPassphrase
    current: GivenPassphrase | None = None


class SignIn(Form, frozen=True):
    """Be the person of an account on this device too."""

    account: Account
    passphrase: GivenPassphrase


class Me(Answer, frozen=True):
    """The present person."""

    id: str
    name: str
    language: str
    account: str | None
    created_at: int  # milliseconds since 1970
    ratings: tuple[Rating, ...]


class Identity(Answer, frozen=True):
    """Who one is now.

    Browsers get a cookie; programs send the token as `Authorization: Bearer …` or in `hello`.
    """

    person: Me
    token: str


class Visitor(Answer, frozen=True):
    """Who asks; nobody yet at a first visit.

    `at_machine` tells whoever sits at the server itself, and may let people in this room in.
    """

    person: Me | None
    at_machine: bool


class Nearby(Answer, frozen=True):
    """The address for people in this room, if they are let in; and whether somebody has come."""

    address: str | None
    reached: bool


class Someone(Answer, frozen=True):
    """What everyone may know of a person."""

    id: str
    name: str
    ratings: tuple[Rating, ...]


class History(Answer, frozen=True):
    """Finished matches, newest first; `before` of the last answer gives older ones."""

    matches: tuple[HistoryLine, ...]
    before: str | None


class Statistics(Answer, frozen=True):
    """What a person's matches came to."""

    games: tuple[GameStatistics, ...]
    ratings: tuple[Rating, ...]


class OptionInfo(Answer, frozen=True):
    """An option of a game: a flag (true or false) or a choice of values, with the rule that
    explains it.
    """

    name: str
    kind: Literal["flag", "choice"]
    values: tuple[str | bool | None, ...]
    default: str | bool | None
    rule: str


class GameInfo(Answer, frozen=True):
    """The facts of a game."""

    name: str
    title: str
    least_players: int
    most_players: int
    made_of: str
    hidden: str
    options: tuple[OptionInfo, ...]
    rule_prefix: str
    rules_version: int
    ready: bool  # compiled: a table can start at once


class LevelInfo(Answer, frozen=True):
    """A level that a bot can have."""

    name: str
    thinks: bool


class Catalogue(Answer, frozen=True):
    """All that a host can choose from."""

    games: tuple[GameInfo, ...]
    levels: tuple[LevelInfo, ...]
    most_rounds: int = MOST_ROUNDS


class TableLine(Answer, frozen=True):
    """A table in a list."""

    id: str
    code: str
    game: str
    status: str
    public: bool
    spectators: bool
    host: str
    seats: tuple[SeatLine, ...]
    free: int
    created_at: int
    updated_at: int


class TableLists(Answer, frozen=True):
    """Public tables, newest first: those with free seats, and those where a match can be watched."""

    joinable: tuple[TableLine, ...]
    watchable: tuple[TableLine, ...]


class MyTables(Answer, frozen=True):
    """Where the present person has a seat: those not over first."""

    tables: tuple[TableLine, ...]


class ReviewState(StrEnum):
    """How far a review is."""

    NONE = "none"  # nobody asked yet
    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class MatchReview(Answer, frozen=True):
    """The review of a finished match, or how far it is: `done` of `total` decisions."""

    state: ReviewState
    offered: bool  # this server makes reviews
    done: int
    total: int  # 0 while nobody knows
    review: Review | None


class Mistakes(Answer, frozen=True):
    """Own mistakes to look at again: those that are due, the longest first, or all of one match."""

    mistakes: tuple[MistakeRow, ...]


class MistakeAgain(Answer, frozen=True):
    """An own mistake as a live decision: any move of `spot.then` is something better."""

    spot: LiveSpot
    round: int
    move: Any  # what was played
    found: int  # times in a row that something better was found
    due_at: int | None


class TryAgain(Form, frozen=True):
    """How it went."""

    right: bool


class KindOfMistake(Answer, frozen=True):
    """How often a reason was overlooked; `kind` is its key."""

    kind: str
    count: int


class OwnChoices(Answer, frozen=True):
    """The own choices in a game: matches that were looked back at, the newest first, and kinds of mistakes."""

    game: str
    matches: tuple[ChoicesRow, ...]
    kinds: tuple[KindOfMistake, ...]  # the commonest first


class ChoicesByGame(Answer, frozen=True):
    """The own choices, by game."""

    games: tuple[OwnChoices, ...]


class Health(Answer, frozen=True):
    """The process answers."""

    ok: bool
    version: str


class Readiness(Answer, frozen=True):
    """Whether this server can serve tables, and what is missing."""

    ready: bool
    database: bool
    games: dict[str, bool]
    missing: tuple[str, ...]


_seats: msgspec.json.Decoder[tuple[SeatLine, ...]] = msgspec.json.Decoder(tuple[SeatLine, ...])


def table_line(line: Line) -> TableLine:
    """A line of the store as lists show it."""
    kept = {field: getattr(line, field) for field in TableLine.__struct_fields__ if field != "seats"}
    return TableLine(seats=_seats.decode(line.seats), **kept)


def match_review(row: ReviewRow | None, offered: bool) -> MatchReview:
    """A row of the store as people see it."""
    if row is None:
        return MatchReview(state=ReviewState.NONE, offered=offered, done=0, total=0, review=None)
    state = ReviewState.WORKING if row.total else ReviewState.WAITING
    if row.finished_at is not None:
        state = ReviewState.FAILED if row.body is None else ReviewState.DONE
    review = None if row.body is None else msgspec.json.decode(gzip.decompress(row.body), type=Review)
    return MatchReview(state=state, offered=offered, done=row.done, total=row.total, review=review)


def option_info(facts: Facts, field: msgspec.structs.FieldInfo) -> OptionInfo:
    """An option as hosts choose it."""
    kinds: tuple[Any, ...] = get_args(field.type) if get_origin(field.type) is UnionType else (field.type,)
    values: list[str | bool | None] = [None] if type(None) in kinds else []
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            values += [value.value for value in kind]
        elif kind is bool:
            values += [False, True]
    return OptionInfo(
        name=field.name,
        kind="flag" if field.type is bool else "choice",
        values=tuple(values),
        default=msgspec.to_builtins(field.default),
        rule=facts.option_rules[field.name],
    )


def game_info(name: str, ready: bool) -> GameInfo:
    """The facts of a game as hosts need them."""
    facts = games.facts(name)
    return GameInfo(
        name=name,
        title=facts.title,
        least_players=facts.players[0],
        most_players=facts.players[1],
        made_of=facts.made_of,
        hidden=facts.hidden,
        options=tuple(option_info(facts, field) for field in msgspec.structs.fields(facts.options)),
        rule_prefix=facts.prefix,
        rules_version=facts.rules_version,
        ready=ready,
    )


def catalogue(ready: dict[str, bool]) -> Catalogue:
    """All games and levels."""
    return Catalogue(
        games=tuple(game_info(name, ready.get(name, False)) for name in games.NAMES),
        levels=tuple(LevelInfo(name=name, thinks=budget is not None) for name, budget in LEVELS.items()),
    )


def write_cursor(line: HistoryLine) -> str:
    """Where the next page of a history begins."""
    return f"{line.at}_{line.table}"


def read_cursor(text: str) -> tuple[int, str] | None:
    """The time and table of a cursor; None if it is none."""
    if not re.fullmatch(CURSOR, text):
        return None
    at, _, table = text.partition("_")
    return int(at), table


# The deal of the day.


class DailyTry(Answer, frozen=True):
    """How a person stands with a deal of the day; no numbers while it is played."""

    table: str
    over: bool
    counted: bool  # there is a result among all
    points: int | None = None
    lead: int | None = None  # over the best of the others; negative: behind
    rank: int | None = None


class DailyGame(Answer, frozen=True):
    """A deal of the day. Its secret and seed are null until the day is over."""

    game: str
    name: str  # what the seed is made with, in the place of a table's id
    seats: int
    level: str  # of the bots
    commitment: str
    secret: str | None
    seed: str | None
    finished: int  # people with a result
    own: DailyTry | None


class Sealed(Answer, frozen=True):
    """Of a deal that is still to come: the hash of its secret."""

    game: str
    name: str
    commitment: str


class BoardLine(Answer, frozen=True):
    """A group in a list."""

    id: str
    name: str


class DailyPage(Answer, frozen=True):
    """The deals of a day. Days are those of UTC."""

    day: str
    today: str
    first: str  # the earliest day that can be played
    now: int
    ends_at: int  # of this day
    games: tuple[DailyGame, ...]
    next_day: str
    next_games: tuple[Sealed, ...]  # of the day after today; empty for earlier days
    streak: int  # days in a row with a result
    best_streak: int
    boards: tuple[BoardLine, ...]  # own groups


class LeadCount(Answer, frozen=True):
    """How many people have this lead."""

    lead: int
    people: int


class DailyResult(Answer, frozen=True):
    """What everybody made of a deal. On its day only for those who have a result."""

    day: str
    game: str
    own: DailyTry | None
    counts: tuple[LeadCount, ...]  # the smallest lead first
    people: int
    better_than: float | None  # the share of the others; null for the only one
    expert_lead: int | None  # what an expert got with the same cards
    expert_comes: bool  # it is being found out


class BoardForm(Form, frozen=True):
    """A new group."""

    name: GivenName


class BoardResult(Answer, frozen=True):
    """What a member made of a deal; `lead` is null as long as you have no result of that deal yourself."""

    game: str
    lead: int | None


class BoardMember(Answer, frozen=True):
    """A member of a group with the results of a day."""

    id: str
    name: str
    results: tuple[BoardResult, ...]


class DailyBoard(Answer, frozen=True):
    """A group that compares its results of a day. Whoever has the link may look and join."""

    id: str
    name: str
    day: str
    today: str
    first: str
    member: bool
    members: tuple[BoardMember, ...]


def own_choices(rows: list[ChoicesRow], kinds: list[tuple[str, str]]) -> ChoicesByGame:
    """What reviews found about a person, by game; the game that was played last comes first."""
    names = dict.fromkeys(row.game for row in rows)
    return ChoicesByGame(
        games=tuple(
            OwnChoices(
                game=name,
                matches=tuple(row for row in rows if row.game == name),
                kinds=tuple(
                    KindOfMistake(kind=kind, count=count)
                    for kind, count in Counter(kind for game, kind in kinds if game == name).most_common()
                ),
            )
            for name in names
        )
    )
