"""What people can do at this node's tables.

A socket brings a command to `Hub.command`; from there `Tables.do` changes the table.
"""

import time
from typing import Protocol

from elftafel.server.live.bots import Bots
from elftafel.server.live.daily import Daily
from elftafel.server.live.live_table import AWAY, LiveTable, Viewer
from elftafel.server.live.opening import Opening
from elftafel.server.live.reviews import Reviews
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.live.warming import Warming
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings
from elftafel.server.store import CommandKey, Store
from elftafel.server.table import commands
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import AnyEntry

FOR_HOSTS = (
    messages.PutBot,
    messages.TakeBot,
    messages.Vacate,
    messages.Remove,
    messages.Change,
    messages.Swap,
    messages.Start,
    messages.StandIn,
    messages.Close,
)


class OpenSocket(Viewer, Protocol):
    """A connected client, as the node's housekeeping and metrics see it."""

    @property
    def last_heard(self) -> float:
        """When its last message came, on the monotonic clock."""

    @property
    def queue(self) -> list[bytes]:
        """Messages that wait because the client takes too little."""

    def give_up_if_stuck(self, now: float) -> None:
        """Close the socket if it has not taken a message for long."""


class Hub:
    """The live parts of a node: tables and new tables, bots, reviews, deals of the day, compiled
    games, open sockets."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, server_time: ServerTime) -> None:
        self.settings = settings
        self.metrics = metrics
        self.time = server_time
        self.sockets: set[OpenSocket] = set()
        self.beside = Tasks("sockets", metrics)  # slow commands, which end with their socket
        self.warming = Warming(metrics)
        self.tables = Tables(store, metrics, server_time, self.warming.need, settings.most_tables)
        self.opening = Opening(store, self.tables, server_time, settings.most_tables_per_person)
        self.bots = Bots(self.tables, self.warming, server_time, metrics, settings.bot_threads, settings.bot_pace)
        self.reviews = Reviews(store, self.tables, self.warming, settings, metrics)
        self.daily = Daily(store, self.opening, self.warming, server_time, settings, metrics)

    async def command(self, live: LiveTable, who: Actor, command: messages.AnyCommand) -> int:
        """Do what a person asks; returns the number of the entry that did it. Raises Refusal."""
        key = CommandKey(who.id, command.id)
        if isinstance(command, messages.Rematch):
            return await self.opening.rematch(live, who, key)
        if isinstance(command, messages.Start):
            await self.warming.need(live.table.settings.game)
        if live.table.clock is not None and not self.time.fresh:
            # This process may have slept: give that time back before anyone's clock is judged.
            await self.time.refresh()
            await self.tables.give_back(live)
        if isinstance(command, FOR_HOSTS) and live.host_is_away(who.id):
            await self.tables.do(live, lambda table, now: commands.take_over(table, who))
        return await self.tables.do(live, lambda table, now: decide(live, who, command, now), key)


def decide(live: LiveTable, who: Actor, command: messages.AnyCommand, now: int) -> list[AnyEntry]:
    """The entries that a command writes; beyond `commands.decide`, looks at who is connected."""
    new_entries = commands.decide(live.table, who, command, now)
    if isinstance(command, messages.StandIn | messages.Vacate):
        person = live.table.chairs[command.seat].person
        if person is not None and not live.is_away(person):
            raise Refusal("not_away", "seat", f"a person who has not been connected for {AWAY:.0f} seconds")
    if isinstance(command, messages.Chat) and not live.chats.take(who.id, time.monotonic()):
        raise Refusal("too_fast")
    return new_entries
