"""Replays: one round of a match, frame by frame, as a viewer may see it. Nothing of it is stored.

While a match runs, a seat can look back at what it saw itself; once it is over, nothing is hidden
any more. Replaying takes a thread: a match of twenty rounds has thousands of decisions.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from elftafel import fairness, games
from elftafel.errors import BadInput, BadLog, OtherRules
from elftafel.kernel.journal import Step
from elftafel.match import Match, MatchLog, story, verify
from elftafel.server.protocol import decoding, messages
from elftafel.server.protocol.answers import Frame, Replay
from elftafel.server.refusal import BadFile, Refusal
from elftafel.server.table import views
from elftafel.server.table.state import StandingNow, Table

ALL, SPECTATOR = "all", "spectator"
MOST_WAITING = 20  # requests that wait for the thread
MOST_EXPLAINED = 300  # letters about what is wrong with a file
PACKING = 5  # of gzip's nine levels: frames resemble each other

T = TypeVar("T")
MatchFile = fairness.MatchRecord | MatchLog


class Source(msgspec.Struct, frozen=True):
    """What a replay is made from.

    It holds the seed, so it must not leave the server: only `make` reads it.
    """

    table: str | None  # None: a file
    log: MatchLog
    dealt: int  # rounds
    chairs: tuple[messages.Chair, ...]
    own: int | None  # the seat of the person who asks
    revealed: bool  # nothing is hidden any more
    origin: messages.PlayedOn | None = None

    @property
    def views(self) -> tuple[str, ...]:
        """Whose view may be asked for; the usual one first."""
        if self.revealed:
            return (ALL, SPECTATOR, *map(str, range(len(self.log.seats))))
        return () if self.own is None else (str(self.own),)

    def view(self, asked: str | None) -> str:
        """The view that is asked for, or the usual one; raises if this person may not see it."""
        if not self.views:
            raise Refusal("not_over", expected="a match that is over, or one where you have a seat")
        if asked is None or asked in self.views:
            return asked or self.views[0]
        if self.revealed:
            raise BadInput("seat", asked, " or ".join(self.views))
        raise Refusal("own_seat_only", "seat", f"{self.views[0]}, your own, until the match is over")


def source_of(table: Table, person: str | None) -> Source:
    """The match of a table."""
    if table.match is None:
        raise Refusal("not_started")
    return Source(
        table.id,
        table.match.log(),
        table.match.round,
        tuple(table.chairs),
        table.seat_of(person),
        table.status == "over",
        table.origin,
    )


def read_file(text: bytes) -> tuple[MatchFile, str]:
    """A match file, not yet checked, and the name of its game."""
    file: MatchFile = decoding.read(text, fairness.MatchRecord if fairness.is_record(text) else MatchLog)
    game = log_in(file).game
    games.facts(game)
    return file, game


def log_in(file: MatchFile) -> MatchLog:
    """The log of a match file."""
    return file.log if isinstance(file, fairness.MatchRecord) else file


def source_in(file: MatchFile) -> Source:
    """The match of a file, checked by the rules.

    Whoever has the file has the seed, so nothing is hidden.
    """
    inside = "log." if isinstance(file, fairness.MatchRecord) else ""
    try:
        match = fairness.verify_record(file) if isinstance(file, fairness.MatchRecord) else verify(file)
    except OtherRules as error:
        raise BadFile("other_rules", f"{inside}rules_version", error.problem) from None
    except BadLog as error:
        where = "body" if error.ply is None else f"{inside}actions[{error.ply - 1}]"
        raise BadFile("bad_log", where, error.problem[:MOST_EXPLAINED], error.rule) from None
    log = log_in(file)
    chairs = tuple(messages.Chair(name=seat.name, bot=seat.bot) for seat in log.seats)
    return Source(None, log, match.round, chairs, None, True)


def make(source: Source, round: int, seat: str) -> Replay:
    """The frames of one round. `seat` must be one of the source's views."""
    assert seat in source.views, "what may be seen is decided before"
    if not 1 <= round <= source.dealt:
        raise BadInput("round", round, f"the rounds are 1 to {source.dealt}")
    frames: list[Frame] = []
    number, ply = 0, 0
    for match, decided, steps in whole_story(source):
        number += decided is None
        ply += decided is not None
        if number == round:
            frames.append(frame(match, standing(match, ply), decided, steps, seat))
    return Replay(
        table=source.table,
        game=source.log.game,
        options=source.log.options,
        chairs=source.chairs,
        rounds=match.rounds,
        dealt=source.dealt,
        over=match.over,
        results=tuple(match.results),
        totals=tuple(match.totals),
        winners=tuple(match.winners) if match.over else (),
        origin=source.origin,
        own=source.own,
        views=source.views,
        seat=seat,
        round=round,
        frames=tuple(frames),
    )


def whole_story(source: Source) -> Iterator[tuple[Match, int | None, list[Step]]]:
    """Every step of a log, and then the deal of a round in which nobody has decided yet."""
    for step in story(source.log):
        yield step
    match, _, _ = step
    if match.round < source.dealt:
        yield match, None, match.next_round()


def frame(match: Match, where: StandingNow, decided: int | None, steps: list[Step], seat: str) -> Frame:
    """One step of the match for a view."""
    if seat == ALL:
        return views.open_frame(match, where, decided, steps)
    return views.frame(match, where, decided, steps, None if seat == SPECTATOR else int(seat))


def standing(match: Match, ply: int) -> StandingNow:
    """Where the match stands; the state is not copied, so show it before the match goes on."""
    return StandingNow(
        ply,
        match.round,
        match.state,
        None,
        tuple(match.results),
        tuple(match.totals),
        tuple(match.winners) if match.over else (),
        match.turn is None and not match.over,
        None,
    )


class ReplayRoom:
    """Makes replays in a thread, one at a time; a bounded number of requests may wait."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def check(self, file: MatchFile) -> Source:
        """The match of a file, checked by the rules."""
        return await self.in_thread(lambda: source_in(file))

    async def encoded(self, source: Source, round: int, seat: str, packed: bool) -> bytes:
        """A replay as it is sent, perhaps compressed."""

        def work() -> bytes:
            body = msgspec.json.encode(make(source, round, seat))
            return gzip.compress(body, PACKING) if packed else body

        return await self.in_thread(work)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What the work gives; refused if too many wait."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
