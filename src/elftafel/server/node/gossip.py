"""News between nodes: who has which table in memory, who wrote to it, and who is connected where.

A node tells all others when it takes a table into memory; who has it too answers. From then on these
tell each other what happens there, and nobody else hears of it in Python. Any of it may get lost.
Polling the store repairs that.
"""

import time

import msgspec

from elftafel.server.live.live_table import Elsewhere, EmoteElsewhere, LiveTable
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.node.pace import Pace
from elftafel.server.protocol.messages import Emote
from elftafel.server.store import Store

NOBODY = Elsewhere("", "", (), 0)
AGAIN = 15  # every so many announcements also of tables that no other node seems to have


class Gossip:
    """What this node hears from others and tells them; nothing if it is alone on its database."""

    def __init__(self, store: Store, tables: Tables, node: str, pace: Pace, tasks: Tasks) -> None:
        self._store = store
        self._tables = tables
        self._node = node
        self._pace = pace
        self._tasks = tasks
        self._listening = True
        self._announced = 0  # how often all tables were announced

    async def start(self) -> None:
        """Listen to other nodes, and poll for what was missed."""
        await self._store.listen(self.heard, self.missed, self.text_heard)
        if not self._store.alone:
            self._tasks.repeat(self.poll, self._pace.poll)
            self._tasks.repeat(self.announce_all, self._pace.presence)

    def stop(self) -> None:
        """Take no more news."""
        self._listening = False

    # Entries that other nodes wrote.

    def heard(self, table: str, number: int) -> None:
        """Another node wrote entries of a table, up to this number."""
        live = self._tables.in_memory.get(table)
        if live is not None and live.table.number < number and self._listening:
            self._tasks.start(self._tables.catch_up(live))

    def missed(self) -> None:
        """The connection to other nodes was interrupted: ask the store at once what is new."""
        if self._listening:
            self._tasks.start(self.poll())
            for live in self._tables.in_memory.values():
                self.announce(live)

    async def poll(self) -> None:
        """Ask the store whether there are new entries for any table in memory, and read them."""
        known = {live.table.id: live.table.number for live in self._tables.in_memory.values() if not live.lock.locked()}
        for id, number in await self._store.changed_since(known):
            live = self._tables.in_memory.get(id)
            if live is not None and number > live.table.number:
                self.announce(live)  # the writer seems not to know that it is here
                await self._tables.catch_up(live)

    # Who is connected where.

    def announce(self, live: LiveTable) -> None:
        """Tell other nodes that a table is in memory here, and who is connected to it."""
        if not self._store.alone:
            seated = tuple(person for person in live.people_here if live.table.seat_of(person) is not None)
            here = Elsewhere(self._node, live.table.id, seated, live.spectators_here, live.screens_here)
            self._store.say(live.table.id, msgspec.json.encode(here).decode())

    def presence_changed(self, live: LiveTable) -> None:
        """Tell the other nodes that have a table who is connected to it now."""
        if live.elsewhere:
            self.announce(live)

    def emote(self, live: LiveTable, person: str, emote: Emote) -> None:
        """Tell other nodes that somebody showed a face here."""
        if not self._store.alone:
            shown = EmoteElsewhere(self._node, live.table.id, person, emote)
            self._store.say(f"{live.table.id} {person}", msgspec.json.encode(shown).decode())

    async def announce_all(self) -> None:
        """Tell it again for tables that other nodes have, and forget nodes that have not done so for long.

        Now and then for all: an announcement may have been lost.
        """
        now = time.monotonic()
        self._announced += 1
        for live in self._tables.in_memory.values():
            if live.elsewhere or self._announced % AGAIN == 0:
                self.announce(live)
            gone = [node for node, other in live.elsewhere.items() if now - other.heard > 3 * self._pace.presence]
            for node in gone:
                live.left(live.elsewhere.pop(node).people)
            if gone:
                live.send_presence()

    def text_heard(self, text: str) -> None:
        """Another node tells who is connected there, or that somebody showed a face."""
        told = read_news(text)
        live = None if told is None or told.node == self._node else self._tables.in_memory.get(told.table)
        if live is None:
            return
        if isinstance(told, Elsewhere):
            self._presence_heard(live, told)
        elif told is not None:
            live.show_emote(told.person, told.emote)

    def _presence_heard(self, live: LiveTable, other: Elsewhere) -> None:
        before = live.elsewhere.get(other.node)
        live.elsewhere[other.node] = msgspec.structs.replace(other, heard=time.monotonic())
        if before is not None:
            live.left(set(before.people) - set(other.people))
        if before is None:  # it does not know of us, or how far we are
            self.announce(live)
            self._store.tell(live.table.id, live.table.number)
        if msgspec.structs.replace(before or NOBODY, heard=0.0, node=other.node, table=other.table) != other:
            live.send_presence()


def read_news(text: str) -> Elsewhere | EmoteElsewhere | None:
    """What another node said; None if it has another version of this program."""
    try:
        return msgspec.json.decode(text, type=Elsewhere)
    except msgspec.DecodeError:
        pass
    try:
        return msgspec.json.decode(text, type=EmoteElsewhere)
    except msgspec.DecodeError:
        return None
