"""What is written in a table's log. The log is the table: all else is replayed from it.

Entries hold secrets (the server's part of the shuffle, what a seat played): they go to the store
and nowhere else. `protocol/messages.py` has what viewers are sent.
"""

from typing import Any

import msgspec

from elftafel import games
from elftafel.errors import OtherRules
from elftafel.match import MatchLog
from elftafel.server.protocol.table_settings import TableSettings


class Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True):
    """One thing that happened at a table."""


class DailyDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which deal of the day a table plays, and whether it is the one try that counts."""

    day: str
    counted: bool
    iterations: int  # of a bot's search


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table that goes on from another match begins: that match up to there, all cards included."""

    table: str
    round: int
    seat: int  # whose knowledge, if hidden cards were dealt anew
    log: MatchLog  # without a result


class Created(Entry, frozen=True, tag="created", kw_only=True):
    """The table was opened.

    `secret` is the server's part of the shuffle; its hash is shown from now on.
    """

    settings: TableSettings
    host: str
    code: str
    secret: str
    rules_version: int
    data: Any = None  # the game's replaceable table as it was then
    previous: str | None = None  # the table of which this is the rematch
    daily: DailyDeal | None = None  # a deal of the day; then the secret is that of the deal
    origin: Origin | None = None  # the position of another match from which this one goes on


class Seated(Entry, frozen=True, tag="seated"):
    """A person took a free seat."""

    seat: int
    person: str
    name: str


class BotSeated(Entry, frozen=True, tag="bot_seated"):
    """The host put a bot in a free seat."""

    seat: int
    level: str


class Vacated(Entry, frozen=True, tag="vacated"):
    """A seat became free before the start."""

    seat: int
    removed: bool = False  # by the host; that person may not come back


class Removed(Entry, frozen=True, tag="removed"):
    """The host sent someone away who has no seat."""

    person: str


class NonceAdded(Entry, frozen=True, tag="nonce_added"):
    """A seat added its part to the shuffle."""

    seat: int
    nonce: str


class HostPassed(Entry, frozen=True, tag="host_passed"):
    """The host left before the start; another person is host now."""

    host: str


class Changed(Entry, frozen=True, tag="changed"):
    """The host changed the settings before the start.

    `kept` are the seats that stay, in their new order; further new seats are free.
    """

    settings: TableSettings
    kept: tuple[int, ...]


class Swapped(Entry, frozen=True, tag="swapped"):
    """Two seats changed places before the start."""

    seat: int
    other: int


class Started(Entry, frozen=True, tag="started"):
    """The first round was dealt."""


class Played(Entry, frozen=True, tag="played"):
    """A seat's decision; `bot` is the level of the bot that made it, if one did."""

    seat: int
    action: int
    bot: str | None = None


class Undone(Entry, frozen=True, tag="undone"):
    """A seat took back its last step (AL-7)."""

    seat: int


class Readied(Entry, frozen=True, tag="readied"):
    """A seat is ready for the next round."""

    seat: int


class Dealt(Entry, frozen=True, tag="dealt"):
    """The next round was dealt."""


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """A bot plays for an absent person from now on."""

    seat: int
    level: str
    why: str  # "left", "clock" or "host"


class Returned(Entry, frozen=True, tag="returned"):
    """The person plays again."""

    seat: int


class Hinted(Entry, frozen=True, tag="hinted"):
    """A seat took its first hint of the match."""

    seat: int


class TimeGiven(Entry, frozen=True, tag="time_given"):
    """The server was away until `until`; the running clock gets that time back."""

    milliseconds: int
    until: int


class Chatted(Entry, frozen=True, tag="chatted"):
    """Someone said something. While the match runs, spectators talk among themselves."""

    person: str
    name: str
    text: str
    spectator: bool


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people meet again at another table."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """The table was given up before the start."""

    why: str  # "host" or "idle"


class Needless(Entry, frozen=True, tag="needless", omit_defaults=True):
    """A command that had nothing to change.

    It is written so that it changes nothing if it is sent again later.
    """

    person: str = ""  # who sent it; each may have so many


AnyEntry = (
    Created
    | Seated
    | BotSeated
    | Vacated
    | Removed
    | NonceAdded
    | HostPassed
    | Changed
    | Swapped
    | Started
    | Played
    | Undone
    | Readied
    | Dealt
    | StoodIn
    | Returned
    | Hinted
    | TimeGiven
    | Chatted
    | Rematched
    | Closed
    | Needless
)

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> bytes:
    """An entry as JSON for the store."""
    return msgspec.json.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """An entry from the store."""
    return _decoder.decode(body)


def check_version(created: Created) -> None:
    """Raise OtherRules if the match was played by other rules than this program has."""
    ours = games.facts(created.settings.game).rules_version
    if created.rules_version != ours:
        raise OtherRules(f"played by version {created.rules_version} of the rules; this program has {ours}")
