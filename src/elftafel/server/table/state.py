"""A table, replayed from its log: people, bots, the match, the clock. It changes by `apply` alone,
entry by entry.

The same entries give the same table on every node and after every restart. What a command may do is
decided in `commands.py`; what a viewer is shown is made in `views.py`.
"""

from collections import Counter, deque
from typing import Any

import msgspec

from elftafel import daily, fairness, games
from elftafel.errors import BadLog
from elftafel.kernel import record
from elftafel.kernel.journal import Step
from elftafel.match import Match, RoundResult, Seat, stand_at
from elftafel.server.protocol.messages import Chair, ClockFace, DailyInfo, PlayedOn, Status, TableInfo
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.table.clock import FORGOTTEN, PAUSE, SeatClock
from elftafel.server.table.entries import (
    AnyEntry,
    BotSeated,
    Changed,
    Chatted,
    Closed,
    Created,
    DailyDeal,
    Dealt,
    Entry,
    Hinted,
    HostPassed,
    Needless,
    NonceAdded,
    Origin,
    Played,
    Readied,
    Rematched,
    Removed,
    Returned,
    Seated,
    Started,
    StoodIn,
    Swapped,
    TimeGiven,
    Undone,
    Vacated,
)

LEFT_TO_BOTS = 0.25  # of a person's decisions; more is as good as leaving
RECENT = 20  # moments that are kept for viewers who connect again


class Moment(msgspec.Struct):
    """What an entry did: enough to tell it to any viewer, later too."""

    number: int
    at: int
    entry: Entry
    steps: tuple[Step, ...] = ()
    standing: "StandingNow | None" = None
    info: TableInfo | None = None  # what everybody may know of the table since then, if the entry changed it
    encoded: dict[int | None, bytes] = {}  # the message to a viewer, once it was asked for
    outline: list[bytes] | None = None  # what these messages have in common

    def forget(self) -> None:
        """Keep no messages: viewers who were connected have them. For others they are made again."""
        self.encoded.clear()
        self.outline = None
        if self.standing is not None:
            self.standing.public = None


class StandingNow(msgspec.Struct):
    """The match at one moment; `state` is a copy that nobody changes."""

    ply: int
    round: int
    state: record.Record
    can_undo: int | None  # the seat that may take back its step
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    between_rounds: bool
    clock: ClockFace | None
    legal: list[int] | None = None  # the legal actions, if they are known already
    public: Any = None  # what everybody sees of the state, encoded once it was asked for


class Table:
    """One table at one moment of its log."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.number = 0
        self.at = 0
        self.created_at = 0
        self.created: Created | None = None
        self.chosen: TableSettings | None = None
        self.chairs: list[Chair] = []
        self.removed: set[str] = set()
        self.host = ""
        self.status: Status = "open"
        self.started_at = 0
        self.ply = 0
        self.match: Match | None = None
        self.clock: SeatClock | None = None
        self.round_ended_at = 0
        self.ready_since = 0  # when the first was ready for the next round
        self.time_given_until = 0
        self.rematch: str | None = None
        self.ready: set[int] = set()  # seats, between rounds
        self.hinted: set[int] = set()  # seats that took a hint
        self.chats = 0  # lines of people with seats
        self.chats_of_others = 0
        self.nonce_of: dict[str, str] = {}  # each person's part of the shuffle, also of those who left their seat
        self.spent: Counter[str] = Counter()  # a person's entries, of those that could go on for ever
        self.decisions: dict[int, list[int]] = {}  # of each seat: how many, and how many a bot made
        self.recent: deque[Moment] = deque(maxlen=RECENT)

    @property
    def settings(self) -> TableSettings:
        """What the host chose last."""
        assert self.chosen is not None, "a table begins with its creation"
        return self.chosen

    @property
    def secret(self) -> str:
        """The server's part of the shuffle."""
        assert self.created is not None
        return self.created.secret

    @property
    def daily(self) -> DailyDeal | None:
        """The deal of the day that is played here; None at all other tables."""
        return None if self.created is None else self.created.daily

    @property
    def shuffle(self) -> str:
        """The name under which the seed is made: the table's, or that of a deal of the day."""
        return self.id if self.daily is None else daily.name_of(self.daily.day, self.settings.game)

    @property
    def nonces(self) -> tuple[str, ...]:
        """The seats' parts of the shuffle."""
        return tuple(chair.nonce for chair in self.chairs)

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return self.settings.rounds or self.settings.seats

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return seat
        return None

    def may_watch(self, person: str | None) -> bool:
        """True if someone may see this table: before the start everybody, later those with a seat
        and allowed spectators.
        """
        if person is not None and person in self.removed:
            return False
        return self.status == "open" or self.settings.spectators or self.seat_of(person) is not None

    @property
    def is_counted(self) -> bool:
        """True if its result goes into histories and ratings: not if it goes on from another match."""
        return self.created is not None and self.created.origin is None

    @property
    def origin(self) -> PlayedOn | None:
        """The step of another match from which this one goes on, as everybody may know it."""
        return None if self.created is None or self.created.origin is None else played_on(self.created.origin)

    @property
    def turn(self) -> int | None:
        """The seat whose decision it is."""
        return None if self.match is None else self.match.turn

    @property
    def between_rounds(self) -> bool:
        """True if a round has ended and another is to be dealt."""
        return self.status == "playing" and self.match is not None and self.match.turn is None

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that decides for a seat, if one does."""
        return self.chairs[seat].bot or self.chairs[seat].stand_in

    @property
    def bot_to_play(self) -> str | None:
        """The level of the bot whose decision it is."""
        return None if self.turn is None else self.bot_at(self.turn)

    @property
    def only_bots(self) -> bool:
        """True if bots decide for every seat."""
        return all(self.bot_at(seat) for seat in range(len(self.chairs)))

    @property
    def deadline(self) -> int | None:
        """When the server has to do something by itself: a clock runs out, or a pause ends."""
        if self.status != "playing":
            return None
        if self.between_rounds and (self.only_bots or self.ready):
            return self.deals_at
        if self.between_rounds:
            return None if self.clock is None else self.round_ended_at + FORGOTTEN
        if self.clock is None or self.bot_to_play:
            return None
        return self.clock.deadline

    @property
    def deals_at(self) -> int | None:
        """When the next round is dealt even if not all are ready; None while everybody looks at the
        last one.
        """
        if not self.between_rounds:
            return None
        if self.only_bots:
            return self.round_ended_at
        return self.ready_since + PAUSE if self.ready else None

    @property
    def cared(self) -> bool:
        """True if the server has something to do here by itself: a bot's turn, or a deadline."""
        return self.status == "playing" and (self.bot_to_play is not None or self.deadline is not None)

    @property
    def waited_for(self) -> set[int]:
        """Seats of people who are not ready for the next round; those for whom a bot plays are."""
        return {seat for seat in range(len(self.chairs)) if not self.bot_at(seat)} - self.ready

    def left_to_bots(self, seat: int) -> bool:
        """True if bots made more than a quarter of a person's decisions, or a bot stands in at the
        end.
        """
        count, by_bot = self.decisions.get(seat, [0, 0])
        return self.chairs[seat].stand_in is not None or by_bot > count * LEFT_TO_BOTS

    def apply(self, number: int, at: int, entry: AnyEntry, shown: bool = True) -> Moment:
        """Take the next entry of the log.

        With `shown` false the moment keeps no position: nobody will ask for it.
        """
        if number != self.number + 1:
            raise BadLog(f"entry {number} follows {self.number}")
        self.number, self.at = number, max(at, self.at)
        public = self._public()
        steps = self._take(entry)
        moment = Moment(number, self.at, entry, tuple(steps), encoded={})
        if shown:
            moment.standing = self._standing()
            moment.info = None if self._public() == public else self.info()
        if self.recent:
            self.recent[-1].forget()
        self.recent.append(moment)
        return moment

    def _take(self, entry: AnyEntry) -> list[Step]:
        match entry:
            case Created():
                self.created = entry
                self.chosen = entry.settings
                self.created_at = self.at
                self.host = entry.host
                self.chairs = [Chair()] * entry.settings.seats
            case Seated():
                self.chairs[entry.seat] = Chair(person=entry.person, name=entry.name)
                self.spent[entry.person] += 1
            case BotSeated():
                self.chairs[entry.seat] = Chair(bot=entry.level, name=bot_name(entry.seat))
                self.spent[self.host] += 1
            case Vacated():
                if entry.removed and (person := self.chairs[entry.seat].person):
                    self.removed.add(person)
                self.chairs[entry.seat] = Chair()
            case Removed():
                self.removed.add(entry.person)
            case NonceAdded():
                self._change(entry.seat, nonce=entry.nonce)
                if person := self.chairs[entry.seat].person:
                    self.nonce_of[person] = entry.nonce
            case HostPassed():
                self.host = entry.host
            case Changed():
                self.chosen = entry.settings
                chairs = [self.chairs[seat] for seat in entry.kept]
                self._seat(chairs + [Chair()] * (entry.settings.seats - len(chairs)))
            case Swapped(seat=one, other=other):
                chairs = list(self.chairs)
                chairs[one], chairs[other] = chairs[other], chairs[one]
                self._seat(chairs)
            case Started():
                return self._start()
            case Readied():
                self.ready_since = self.ready_since if self.ready else self.at
                self.ready.add(entry.seat)
            case Dealt():
                return self._deal()
            case Played():
                return self._play(entry)
            case Undone():
                self._undo(entry.seat)
                self.spent[self.chairs[entry.seat].person or ""] += 1
            case StoodIn():
                self.spent[self.host] += self.chairs[entry.seat].stand_in is not None
                self._change(entry.seat, stand_in=entry.level)
            case Returned():
                self._change(entry.seat, stand_in=None)
                self.spent[self.chairs[entry.seat].person or ""] += 1
                if self.clock is not None:
                    self.clock.returned(entry.seat, self.at)
            case Hinted():
                self.hinted.add(entry.seat)
            case TimeGiven():
                self.time_given_until = entry.until
                self.round_ended_at += entry.milliseconds
                self.ready_since += entry.milliseconds
                if self.clock is not None:
                    self.clock.give(entry.milliseconds)
            case Rematched():
                self.rematch = entry.table
            case Closed():
                self.status = "closed"
            case Chatted():
                if self.seat_of(entry.person) is None:
                    self.chats_of_others += 1
                else:
                    self.chats += 1
            case Needless():
                self.spent[entry.person] += 1
        return []

    def _seat(self, chairs: list[Chair]) -> None:
        """Put the chairs in this order; bots are called after their seats."""
        self.chairs = [
            msgspec.structs.replace(chair, name=bot_name(seat)) if chair.bot else chair
            for seat, chair in enumerate(chairs)
        ]

    def _change(self, seat: int, **fields: Any) -> None:
        self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], **fields)

    def _start(self) -> list[Step]:
        assert self.created is not None
        game = games.load(self.settings.game)
        self.status = "playing"
        self.started_at = self.at
        self.ply += 1
        seats = tuple(Seat(chair.name or "", chair.bot) for chair in self.chairs)
        if self.created.origin is not None:
            return self._go_on(self.created.origin, seats)
        self.match = Match(
            game,
            game.facts.read_options(dict(self.settings.options), self.settings.seats),
            seats,
            fairness.seed(self.shuffle, self.secret, self.nonces),
            self.settings.rounds,
            self.settings.draw_lots,
            None if self.created.data is None else game.read_data(self.created.data),
        )
        if self.settings.clock is not None:
            self.clock = SeatClock(self.settings.clock, self.settings.seats)
        self._begin_round()
        return self.match.deal_steps

    def _go_on(self, origin: Origin, seats: tuple[Seat, ...]) -> list[Step]:
        """Begin where another match stood. Its time is part of the log, so this one's goes on from there."""
        log = msgspec.structs.replace(origin.log, seats=seats)
        self.match = stand_at(log, len(log.actions))
        self.started_at -= log.actions[-1][1] if log.actions else 0
        return []

    def _deal(self) -> list[Step]:
        assert self.match is not None
        self.ply += 1
        steps = self.match.next_round()
        self._begin_round()
        return steps

    def _begin_round(self) -> None:
        self.ready.clear()
        if self.clock is not None and self.turn is not None:
            self.clock.deal(self.turn, self.at)

    def _play(self, entry: Played) -> list[Step]:
        assert self.match is not None
        if entry.seat != self.turn:
            raise BadLog(f"seat {entry.seat} played, but it was the turn of {self.turn}")
        self.ply += 1
        steps = self.match.apply(entry.action, self.at - self.started_at)
        counts = self.decisions.setdefault(entry.seat, [0, 0])
        counts[0] += 1
        counts[1] += entry.bot is not None
        if self.clock is not None:
            self.clock.decided(entry.seat, self.turn, self.at, self.match.can_undo(entry.seat))
            if entry.bot is not None:
                self.clock.bot_decided(entry.seat)
        if self.match.turn is None:
            self.round_ended_at = self.at
        if self.match.over:
            self.status = "over"
        return steps

    def _undo(self, seat: int) -> None:
        assert self.match is not None
        self.ply += 1
        self.match.undo(seat)
        if self.clock is not None:
            self.clock.undone(seat, self.at)

    def info(self) -> TableInfo:
        """What everybody may know of the table now."""
        assert self.created is not None
        return TableInfo(
            id=self.id,
            code=self.created.code,
            settings=self.settings,
            rounds=self.rounds,
            host=self.host,
            status=self.status,
            chairs=tuple(self.chairs),
            commitment=fairness.commitment(self.secret),
            created_at=self.created_at,
            previous=self.created.previous,
            origin=self.origin,
            rematch=self.rematch,
            ready=tuple(sorted(self.ready)),
            deals_at=self.deals_at,
            hinted=tuple(sorted(self.hinted)),
            daily=None if self.daily is None else DailyInfo(self.daily.day, self.daily.counted),
        )

    def _public(self) -> tuple[object, ...]:
        """The part of `info` that entries change: equal before and after an entry that leaves it as
        it is.
        """
        seats = tuple(self.chairs), set(self.ready), len(self.hinted)
        return self.chosen, self.host, self.status, self.rematch, self.deals_at, seats

    def _standing(self) -> StandingNow | None:
        if self.match is None:
            return None
        turn = self.turn
        return StandingNow(
            self.ply,
            self.match.round,
            record.copy(self.match.state),
            turn if turn is not None and self.match.can_undo(turn) else None,
            tuple(self.match.results),
            tuple(self.match.totals),
            tuple(self.match.winners) if self.match.over else (),
            self.between_rounds,
            self._clock_face(),
            self.match.legal,
        )

    def _clock_face(self) -> ClockFace | None:
        if self.clock is None:
            return None
        return ClockFace(self.turn, self.deadline, None if self.clock.per_decision else tuple(self.clock.bank))


def bot_name(seat: int) -> str:
    """A bot's name in logs; screens have their own words for it."""
    return f"Bot {seat + 1}"


def played_on(origin: Origin) -> PlayedOn:
    """What everybody may know of where a table goes on from. It names no card."""
    ply = len(origin.log.actions)
    anew = any(one.ply == ply for one in origin.log.redealt or ())
    return PlayedOn(origin.table, origin.round, ply, origin.seat, "known" if anew else "all")
