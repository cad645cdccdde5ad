"""A table in memory on this node: the replayed log, its viewers, and the lock for its changes."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

import msgspec

from elftafel.server.people.limits import Buckets
from elftafel.server.protocol import messages
from elftafel.server.table import views
from elftafel.server.table.entries import Played
from elftafel.server.table.state import Moment, Table

AWAY = 20.0  # seconds without a connection after which someone counts as away: a reload takes less
REMEMBERED = 40  # commands whose entry number is kept in memory; the store has all of them


class Viewer(Protocol):
    """A client connected to a table."""

    @property
    def person(self) -> str | None:
        """Who it is; None for a spectator without a name."""

    @property
    def screen(self) -> bool:
        """True for a screen that the whole room looks at."""

    def send(self, message: bytes) -> None:
        """Queue an encoded message for this viewer; never waits."""

    def end(self, why: str) -> None:
        """Close the connection, with a reason for the client."""


class Elsewhere(msgspec.Struct, frozen=True):
    """Another node that has a table in memory, and who is connected to it there, as it announced last."""

    node: str
    table: str
    people: tuple[str, ...]
    spectators: int
    screens: int = 0
    heard: float = 0.0  # when, on the monotonic clock


class EmoteElsewhere(msgspec.Struct, frozen=True):
    """A face that somebody showed at another node."""

    node: str
    table: str
    person: str
    emote: messages.Emote


class LiveTable:
    """One table and its viewers. Whoever reads or changes the table holds the lock."""

    def __init__(self, table: Table, generation: bytes = b"") -> None:
        self.table = table
        self.generation = generation  # the store's, when the table was read
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        # Numbers of the entries that commands made, by person and command id.
        self.done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.held = False  # this node has the lease: it plays for bots and watches the clock
        self.gone = False  # dropped from memory: get the table again
        self.elsewhere: dict[str, Elsewhere] = {}  # other nodes that have it in memory, and who is connected there
        self.announcing = False  # presence will be sent in a moment
        self.chats = Buckets(0.5, 5, most_keys=500)
        self.emotes = Buckets(0.25, 3, most_keys=100)
        self.last_seen: dict[str, float] = {}  # when a connection of a seated person ended last
        self.since = time.monotonic()
        self.used = time.monotonic()  # the last time that it changed or somebody left

    def remember(self, person: str, id: str, number: int) -> None:
        """Note that a command was done as entry `number`."""
        self.done[person, id] = number
        while len(self.done) > REMEMBERED:
            self.done.popitem(last=False)

    def publish(self, moments: list[Moment]) -> int:
        """Send what happened to all viewers, as each may see it; returns how many messages."""
        table, viewers = self.table, tuple(self.viewers)
        if not all(isinstance(moment.entry, Played) for moment in moments):
            for viewer in viewers:
                if not table.may_watch(viewer.person):  # the entries took that right away
                    viewer.end("removed" if viewer.person in table.removed else "no_spectators")
        for moment in moments:
            for viewer in viewers:
                viewer.send(views.encoded(table, moment, table.seat_of(viewer.person)))
        return len(moments) * len(viewers)

    @property
    def idle(self) -> bool:
        """True if the table can be dropped: no viewer, no bot, no clock, no change under way."""
        return not (self.viewers or self.table.cared or self.lock.locked())

    def host_is_away(self, person: str) -> bool:
        """True if this person has a seat and the host has not been connected for a while."""
        host = self.table.host
        return person != host and self.table.seat_of(person) is not None and self.is_away(host)

    def is_away(self, person: str) -> bool:
        """True if this person has not been connected at any node for a while."""
        if person in self.people_there:
            return False
        return time.monotonic() - self.last_seen.get(person, self.since) > AWAY

    def left(self, people: Iterable[str]) -> None:
        """A connection of each of these people has ended, here or at another node."""
        now = time.monotonic()
        for person in people:
            if person == self.table.host or self.table.seat_of(person) is not None:  # nobody asks about others
                self.last_seen[person] = now

    @property
    def watched(self) -> bool:
        """True if anybody is connected to this table, at any node."""
        others = self.elsewhere.values()
        return bool(self.viewers) or any(other.people or other.spectators or other.screens for other in others)

    @property
    def people_there(self) -> frozenset[str]:
        """People who are connected to this table at any node."""
        return self.people_here.union(*(other.people for other in self.elsewhere.values()))

    @property
    def people_here(self) -> frozenset[str]:
        """People who are connected to this table at this node."""
        return frozenset(viewer.person for viewer in self.viewers if viewer.person is not None)

    @property
    def spectators_here(self) -> int:
        """How many connections at this node have no seat."""
        return sum(self.table.seat_of(viewer.person) is None for viewer in self.viewers)

    @property
    def online(self) -> tuple[bool, ...]:
        """For each seat, whether a connected person or a bot is in it."""
        there = self.people_there
        return tuple(chair.bot is not None or chair.person in there for chair in self.table.chairs)

    @property
    def spectators(self) -> int:
        """How many watch without a seat, at all nodes."""
        return self.spectators_here + sum(other.spectators for other in self.elsewhere.values())

    @property
    def screens_here(self) -> int:
        """How many screens for a whole room are connected at this node."""
        return sum(viewer.screen for viewer in self.viewers)

    @property
    def screens(self) -> int:
        """How many screens for a whole room are connected, at all nodes."""
        return self.screens_here + sum(other.screens for other in self.elsewhere.values())

    @property
    def log(self) -> str:
        """The log that entry numbers belong to: another one after the database was restored."""
        return self.generation.hex()[:16]

    def welcome(self, person: str | None, now: int) -> messages.Welcome:
        """Everything that a person may know of the table now."""
        return views.welcome(self.table, person, now, self.online, self.spectators, self.log, self.screens)

    def send(self, message: messages.FromServer, but: Viewer | None = None) -> None:
        """Send one message to all viewers, or to all but one."""
        encoded = messages.write(message)
        for viewer in tuple(self.viewers):
            if viewer is not but:
                viewer.send(encoded)

    def show_emote(self, person: str, emote: messages.Emote, sender: Viewer | None = None) -> None:
        """Show a person's face to all viewers but the one that sent it; nothing without a seat."""
        seat = self.table.seat_of(person)
        if seat is not None:
            self.send(messages.Emoted(seat, emote), but=sender)

    def send_presence(self) -> None:
        """Send to all viewers who is connected."""
        self.send(messages.Presence(self.online, self.spectators, self.screens))
