"""What a host chooses for a table.

Sent when a table is opened, shown to everyone, kept in its log.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from elftafel import games
from elftafel.match import MOST_ROUNDS
from elftafel.server.protocol.fields import Level, SeatNumber


class DecisionClock(msgspec.Struct, frozen=True, tag_field="clock", tag="decision", forbid_unknown_fields=True):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=5, le=604_800)] = 60


class MatchClock(msgspec.Struct, frozen=True, tag_field="clock", tag="match", forbid_unknown_fields=True):
    """So many seconds for the whole match, and some more after each turn."""

    seconds: Annotated[int, Meta(ge=10, le=604_800)] = 600
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 10


Clock = DecisionClock | MatchClock


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host chooses for a table."""

    game: Annotated[str, Meta(max_length=32, extra_json_schema={"enum": list(games.NAMES)})]
    seats: Annotated[int, Meta(ge=2, le=8)]
    options: dict[Annotated[str, Meta(max_length=40)], bool | int | Annotated[str, Meta(max_length=40)] | None] = {}
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None  # default: as many as seats
    draw_lots: bool = False  # for the first start (AL-1)
    clock: Clock | None = None  # none: the table waits, for days if need be
    public: bool = False  # listed for everyone; else only by link or code
    spectators: bool = True
    chat: bool = True
    hints: bool = False

    def check(self) -> None:
        """Raise BadInput for a value that the game does not allow."""
        facts = games.facts(self.game)
        facts.check_players(self.seats)
        facts.read_options(dict(self.options), self.seats)


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The step of a finished match from which somebody plays on against bots, and as which seat."""

    ply: Annotated[int, Meta(ge=0, le=10_000_000)]  # as replays count
    seat: SeatNumber
    cards: Literal["all", "known"] = "all"  # as they were, or only as far as that seat knew them
    level: Level = "casual"
