"""What goes over a table's socket: JSON objects, told apart by `t`. docs/protocol.md explains each
of them.

Nothing here has room for a secret: a field that a viewer must not see does not exist in these
types, and what a game shows comes through `Game.view` and `Game.events` alone.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from elftafel.match import RoundResult
from elftafel.server.protocol.fields import END, Level, Nonce, SeatNumber
from elftafel.server.protocol.table_settings import TableSettings

VERSION = 2
MOST_BYTES = 4096  # of one message from a client; a longer one is refused
MOST_FRAME = 4 * MOST_BYTES  # an even longer one ends the socket before it is read
MOST_CHAT = 300  # letters
PING = b'{"t":"ping"}'  # as nearly every client writes it

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=f"^[A-Za-z0-9_-]+{END}")]
PersonId = Annotated[str, Meta(min_length=1, max_length=40)]
Status = Literal["open", "playing", "over", "closed"]
Emote = Literal["cheer", "laugh", "wow", "clap", "heart", "think", "sad", "sleepy"]
Ply = Annotated[int, Meta(ge=0, le=10_000_000)]


class FromClient(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """Anything a client may send."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: which protocol, who, and the last event number seen."""

    version: int
    token: Annotated[str, Meta(max_length=200)] | None = None  # for clients without the cookie
    after: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None
    log: Annotated[str, Meta(max_length=40)] | None = None  # whose events these are: from the last welcome
    screen: bool = False  # a screen for the whole room: it sees what everybody may see, whoever's cookie it has


class Ping(FromClient, frozen=True, tag="ping"):
    """Still there: if nothing else was sent for 5 seconds."""


class Command(FromClient, frozen=True):
    """Something to be done, once, however often it is sent with the same id."""

    id: Id


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat: this one, or any that is free."""

    seat: SeatNumber | None = None
    nonce: Nonce = ""


class AddNonce(Command, frozen=True, tag="add_nonce"):
    """Add the own part to the shuffle, before the start."""

    nonce: Nonce


class Leave(Command, frozen=True, tag="leave"):
    """Leave the seat: before the start it becomes free, later a bot plays on."""


class PutBot(Command, frozen=True, tag="put_bot"):
    """Host: put a bot in a seat that is free or has a bot."""

    seat: SeatNumber
    level: Level


class TakeBot(Command, frozen=True, tag="take_bot"):
    """Host: take a bot away."""

    seat: SeatNumber


class Vacate(Command, frozen=True, tag="vacate"):
    """Host: before the start, free the seat of a person who is not there."""

    seat: SeatNumber


class Remove(Command, frozen=True, tag="remove"):
    """Host: send a person away: from a seat before the start, from watching at any time."""

    person: PersonId


class Change(Command, frozen=True, tag="change"):
    """Host: before the start, other settings for the same game. Whoever sits there keeps a seat."""

    settings: TableSettings


class Swap(Command, frozen=True, tag="swap"):
    """Host: before the start, two seats change places, whoever or nobody sits there."""

    seat: SeatNumber
    other: SeatNumber


class Start(Command, frozen=True, tag="start"):
    """Host: deal the first round; all seats must be taken, or with `fewer` the free ones go."""

    fewer: bool = False


class Play(Command, frozen=True, tag="play"):
    """The own decision at this ply: an action number from `choices`, or a move in words."""

    ply: Ply
    action: Annotated[int, Meta(ge=0, le=65_535)] | None = None
    move: dict[str, Any] | None = None


class Undo(Command, frozen=True, tag="undo"):
    """Take back the own last step."""

    ply: Ply


class NextRound(Command, frozen=True, tag="next_round"):
    """Ready for the next round, after one has ended; it is dealt when all are."""

    ply: Ply


class StandIn(Command, frozen=True, tag="stand_in"):
    """Host: let a bot play for a person who is not there."""

    seat: SeatNumber
    level: Level = "casual"


class Return(Command, frozen=True, tag="return"):
    """Play again oneself."""


class Chat(Command, frozen=True, tag="chat"):
    """Say something."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHAT)]


class ShowEmote(Command, frozen=True, tag="emote"):
    """Show a face to the table, without words. It is not written down."""

    emote: Emote


class Rematch(Command, frozen=True, tag="rematch"):
    """Open another table with the same seats, after the match."""


class Close(Command, frozen=True, tag="close"):
    """Host: give the table up before the start."""


class AskHint(Command, frozen=True, tag="hint"):
    """What would be good here? If the table allows hints."""

    ply: Ply


class AskWhyNot(Command, frozen=True, tag="why_not"):
    """Which rule forbids this move now?"""

    move: dict[str, Any]


AnyCommand = (
    Sit
    | AddNonce
    | Leave
    | PutBot
    | TakeBot
    | Vacate
    | Remove
    | Change
    | Swap
    | Start
    | Play
    | Undo
    | NextRound
    | StandIn
    | Return
    | Chat
    | ShowEmote
    | Rematch
    | Close
    | AskHint
    | AskWhyNot
)
AnyFromClient = Hello | Ping | AnyCommand


class Chair(msgspec.Struct, frozen=True):
    """A seat: free, a person (with the level of the bot that plays for them while away), or a bot."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    nonce: str = ""


class ClockFace(msgspec.Struct, frozen=True):
    """The clock: whose decision has to be made until when (server time), and what each seat has
    left for the match.
    """

    seat: int | None
    deadline: int | None
    left: tuple[int, ...] | None  # milliseconds, for a clock of the whole match


class Position(msgspec.Struct, frozen=True):
    """Where the match stands, as one viewer may see it."""

    ply: int
    round: int
    view: Any
    can_undo: bool
    between_rounds: bool
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]  # when the match is over
    clock: ClockFace | None
    hands: tuple[Any, ...] | None = None  # of all seats, open for everybody after a round


class DailyInfo(msgspec.Struct, frozen=True):
    """Which deal of the day a table plays, and whether it is the one try that counts."""

    day: str
    counted: bool


class PlayedOn(msgspec.Struct, frozen=True):
    """The step of another match from which a table goes on: unrated, and not shuffled here.

    `cards`: `all` as they were, or only what `seat` knew, the others dealt anew.
    """

    table: str
    round: int
    ply: int  # as replays count
    seat: int
    cards: Literal["all", "known"]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table."""

    id: str
    code: str
    settings: TableSettings
    rounds: int
    host: str
    status: Status
    chairs: tuple[Chair, ...]
    commitment: str
    created_at: int
    previous: str | None
    rematch: str | None
    ready: tuple[int, ...]  # seats that are ready for the next round
    deals_at: int | None  # when it is dealt even if others are not
    hinted: tuple[int, ...] = ()  # seats that took a hint in this match
    daily: DailyInfo | None = None
    origin: PlayedOn | None = None


class Body(msgspec.Struct, frozen=True, tag_field="kind"):
    """What an event tells."""


class SeatedBody(Body, frozen=True, tag="seated"):
    """A person took a seat."""

    seat: int
    person: str
    name: str


class BotSeatedBody(Body, frozen=True, tag="bot_seated"):
    """A bot was put in a seat."""

    seat: int
    level: str


class VacatedBody(Body, frozen=True, tag="vacated"):
    """A seat became free."""

    seat: int
    removed: bool


class RemovedBody(Body, frozen=True, tag="removed"):
    """The host sent someone away who had no seat."""

    person: str


class NonceBody(Body, frozen=True, tag="nonce_added"):
    """A seat added its part to the shuffle."""

    seat: int
    nonce: str


class HostBody(Body, frozen=True, tag="host_passed"):
    """Another person is host now."""

    host: str


class ChangedBody(Body, frozen=True, tag="changed"):
    """The host changed the settings; `table` beside the event has them."""


class SwappedBody(Body, frozen=True, tag="swapped"):
    """Two seats changed places."""

    seat: int
    other: int


class StartedBody(Body, frozen=True, tag="started"):
    """The first round was dealt."""

    events: tuple[Any, ...]
    position: Position | None


class ReadiedBody(Body, frozen=True, tag="readied"):
    """A seat is ready for the next round."""

    seat: int


class DealtBody(Body, frozen=True, tag="dealt"):
    """The next round was dealt."""

    events: tuple[Any, ...]
    position: Position | None


class PlayedBody(Body, frozen=True, tag="played"):
    """A seat made a decision; `bot` is the level, if a bot made it."""

    seat: int
    bot: str | None
    events: tuple[Any, ...]
    position: Position | None


class UndoneBody(Body, frozen=True, tag="undone"):
    """A seat took back its last step."""

    seat: int
    position: Position | None


class StoodInBody(Body, frozen=True, tag="stood_in"):
    """A bot plays for a person from now on; why: left, clock or host."""

    seat: int
    level: str
    why: str
    position: Position | None


class ReturnedBody(Body, frozen=True, tag="returned"):
    """The person plays again."""

    seat: int
    position: Position | None


class HintedBody(Body, frozen=True, tag="hinted"):
    """A seat took its first hint: it cannot gain rating by this match."""

    seat: int


class TimeGivenBody(Body, frozen=True, tag="time_given"):
    """The server was away; the running clock got that time back."""

    milliseconds: int
    position: Position | None


class ChattedBody(Body, frozen=True, tag="chatted"):
    """Someone said something."""

    person: str
    name: str
    text: str
    spectator: bool


class RematchedBody(Body, frozen=True, tag="rematched"):
    """The same people meet again there: follow."""

    table: str


class ClosedBody(Body, frozen=True, tag="closed"):
    """The table was given up before the start; why: host or idle."""

    why: str


class FromServer(msgspec.Struct, frozen=True, tag_field="t"):
    """Anything the server may send."""


class Happened(FromServer, frozen=True, tag="event"):
    """An event with its number. The body is null for a viewer who may not see it, or if nothing
    changed: no gaps.

    `table` is what everybody may know of the table after the event, if the event changed that.
    """

    n: int
    at: int
    body: Any
    table: TableInfo | None


class Welcome(FromServer, frozen=True, tag="welcome", kw_only=True):
    """All that this viewer may know of the table: the answer to hello, and whenever too much was
    missed.
    """

    version: int
    now: int
    n: int
    log: str  # another one after the server's database was restored: numbers start anew
    person: str | None
    seat: int | None
    table: TableInfo
    position: Position | None
    recent: tuple[Happened, ...]  # the last events, without positions
    online: tuple[bool, ...]
    spectators: int
    screens: int


class Resumed(FromServer, frozen=True, tag="resumed"):
    """The answer to hello with `after`: the missing events follow."""

    now: int
    n: int


class Ack(FromServer, frozen=True, tag="ack"):
    """Done and safely written, as event `n`."""

    id: str
    n: int


class Refused(FromServer, frozen=True, tag="refused", kw_only=True):
    """Not done; nothing has changed. For a stale ply the present position comes along."""

    id: str | None
    error: str
    field: str | None = None
    expected: str | None = None
    rule: str | None = None
    position: Position | None = None


class Hints(FromServer, frozen=True, tag="hints"):
    """Legal moves, the best first."""

    id: str
    ply: int
    hints: tuple[Any, ...]


class WhyNot(FromServer, frozen=True, tag="why_not"):
    """The rule that forbids a move; null if it is allowed."""

    id: str
    rule: str | None


class Pong(FromServer, frozen=True, tag="pong"):
    """Still here."""

    now: int


class Presence(FromServer, frozen=True, tag="presence"):
    """Who is connected. Not numbered: only the latest counts. `screens` are among the spectators."""

    online: tuple[bool, ...]
    spectators: int
    screens: int = 0


class Emoted(FromServer, frozen=True, tag="emoted"):
    """A seat shows a face. Not numbered; whoever sent it gets it with the `id` of the command."""

    seat: int
    emote: Emote
    id: str | None = None


class Warn(FromServer, frozen=True, tag="warning"):
    """The time of a seat is nearly up."""

    seat: int
    left: int


class Notice(FromServer, frozen=True, tag="notice"):
    """Something to wait for: `warming` while a game is being compiled for the first time."""

    key: str


class Bye(FromServer, frozen=True, tag="bye"):
    """The server closes this socket; why: a key."""

    why: str


class Named(msgspec.Struct):
    """Of a message that is none of ours, the part that tells which it was."""

    id: Id | None = None


_named = msgspec.json.Decoder(Named)
_decoder: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)
_encoder = msgspec.json.Encoder()


def read(text: str | bytes) -> AnyFromClient:
    """A message from a client; raises msgspec.DecodeError."""
    return _decoder.decode(text)


def id_in(text: str | bytes) -> str | None:
    """The id in a message that cannot be read as one of ours, if it has a good one."""
    try:
        return _named.decode(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def is_too_long(text: str | bytes) -> bool:
    """True for a message of more than MOST_BYTES."""
    if isinstance(text, str) and not text.isascii():
        text = text.encode(errors="surrogatepass")
    return len(text) > MOST_BYTES


def write(message: FromServer) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)
