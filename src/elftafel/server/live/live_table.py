"""A table in memory on this node: the replayed log, who is connected, and the order in which things are done to it."""

import asyncio
import time
from collections import OrderedDict
from typing import Protocol

import msgspec

from elftafel.server.people.limits import Buckets
from elftafel.server.protocol import messages
from elftafel.server.table import views
from elftafel.server.table.state import Moment, Table

HOST_AWAY = 20.0  # seconds after which another person may do what a host does
REMEMBERED = 40  # commands whose outcome is kept in memory; the log knows all


class Viewer(Protocol):
    """Someone connected to a table."""

    @property
    def person(self) -> str | None:
        """Who it is, if known."""

    def send(self, message: bytes) -> None:
        """Put a message into the queue of this viewer; never waits."""

    def end(self, why: str) -> None:
        """Say goodbye and close."""


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is connected to another node, as it said last."""

    node: str
    table: str
    people: tuple[str, ...]
    spectators: int
    heard: float = 0.0  # by the clock of the loop


class LiveTable:
    """One table and its viewers. Whoever reads or changes the table holds the lock."""

    def __init__(self, table: Table, generation: bytes = b"") -> None:
        self.table = table
        self.generation = generation  # of the store when the table was read
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.done: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.held = False  # this node does the server's work at this table
        self.gone = False  # dropped from memory: fetch it anew
        self.elsewhere: dict[str, Elsewhere] = {}  # who is connected to other nodes
        self.telling = False  # presence is about to be told
        self.chats = Buckets(0.5, 5, most_keys=500)
        self.seen: dict[str, float] = {}  # when a person's last connection ended
        self.since = time.monotonic()
        self.used = asyncio.get_running_loop().time()

    def remember(self, person: str, id: str, number: int) -> None:
        """A command was done as entry `number`."""
        self.done[person, id] = number
        while len(self.done) > REMEMBERED:
            self.done.popitem(last=False)

    def publish(self, moments: list[Moment]) -> int:
        """Tell all viewers what happened, each what they may see; returns how many messages that were."""
        told = 0
        for viewer in tuple(self.viewers):
            if not self.table.may_watch(viewer.person):  # from now on, this is not for them
                viewer.end("removed" if viewer.person in self.table.removed else "no_spectators")
        for moment in moments:
            for viewer in tuple(self.viewers):
                viewer.send(views.encoded(self.table, moment, self.table.seat_of(viewer.person)))
                told += 1
        return told

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not (self.viewers or self.table.cared or self.lock.locked())

    def host_is_away(self, person: str) -> bool:
        """Whether someone with a seat may be host instead of one who has not been there for a while."""
        host = self.table.host
        if person == host or self.table.seat_of(person) is None or host in self.people_there:
            return False
        return time.monotonic() - self.seen.get(host, self.since) > HOST_AWAY

    @property
    def people_there(self) -> frozenset[str]:
        """Persons who are connected to any node."""
        return self.people_here.union(*(other.people for other in self.elsewhere.values()))

    @property
    def people_here(self) -> frozenset[str]:
        """Persons who are connected to this node."""
        return frozenset(viewer.person for viewer in self.viewers if viewer.person is not None)

    @property
    def spectators_here(self) -> int:
        """Connections to this node without a seat."""
        return sum(self.table.seat_of(viewer.person) is None for viewer in self.viewers)

    @property
    def online(self) -> tuple[bool, ...]:
        """Which seats have somebody there: a connected person, or a bot."""
        there = self.people_there
        return tuple(chair.bot is not None or chair.person in there for chair in self.table.chairs)

    @property
    def spectators(self) -> int:
        """How many watch."""
        return self.spectators_here + sum(other.spectators for other in self.elsewhere.values())

    @property
    def log(self) -> str:
        """A name for the log that the numbers belong to."""
        return self.generation.hex()[:16]

    def welcome(self, person: str | None, now: int) -> messages.Welcome:
        """All that someone may know now."""
        return views.welcome(self.table, person, now, self.online, self.spectators, self.log)

    def tell_presence(self) -> None:
        """Tell everyone who is there."""
        message = messages.write(messages.Presence(self.online, self.spectators))
        for viewer in tuple(self.viewers):
            viewer.send(message)
