"""The tables that this node has in memory: fetched from the store, changed only through `do`.

Every node may change every table. The number of an entry decides who was first: a node that was
too late forgets its copy, reads the log again and decides again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import structlog

from elftafel import fairness
from elftafel.errors import BadLog
from elftafel.server.live.live_table import LiveTable, Viewer
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tasks import Failure, Tasks, result_of
from elftafel.server.ops import crash
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.store import (
    Appended,
    Behind,
    CommandKey,
    LogReplaced,
    LogRow,
    Repeated,
    Silence,
    Store,
    StoreError,
)
from elftafel.server.table import commands, entries, log_limits
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import (
    AnyEntry,
    BotSeated,
    Changed,
    Created,
    Needless,
    Seated,
    Started,
    Swapped,
    Vacated,
)
from elftafel.server.table.replay import Source, source_of
from elftafel.server.table.state import RECENT, Moment, Table
from elftafel.server.table.summary import ending, line_of, record_of

log = structlog.get_logger()

GATHER_PRESENCE = 0.1  # seconds: people who come and go within them are announced together
MOST_TRIES = 20  # times to decide again because another node was first
SEATING = (Seated, BotSeated, Vacated, Changed, Swapped)  # entries that turn spectators into players, or back

T = TypeVar("T")
Decide = Callable[[Table, int], list[AnyEntry]]
"""From a table and the time to the entries that shall be written; raises Refusal."""
Listener = Callable[[LiveTable], None]


class Tables:
    """The live tables of this node, by id."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        server_time: ServerTime,
        need_game: Callable[[str], Awaitable[None]],
        most: int,
    ) -> None:
        self.in_memory: dict[str, LiveTable] = {}
        self.on_change: list[Listener] = []  # called after a change: clocks, bots and leases
        self.on_presence: list[Listener] = []  # called after somebody came to a table or left it
        self.on_load: list[Listener] = []  # called after a table came into memory
        self.on_emote: list[Callable[[LiveTable, str, messages.Emote], None]] = []  # called after a face was shown
        self.last_change = time.monotonic()
        self.tasks = Tasks("tables", metrics)
        self._store = store
        self._metrics = metrics
        self._time = server_time
        self._need_game = need_game  # waits until a game can be played
        self._most = most
        self._loading: dict[str, asyncio.Task[LiveTable | Failure | None]] = {}
        store.on_replaced = self.forget_all

    # Fetching a table, and forgetting it.

    async def get(self, id: str) -> LiveTable | None:
        """A table, from memory or from the store; None if there is none."""
        live = self.in_memory.get(id)
        if live is not None:
            return live
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self.tasks.start_settled(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return result_of(await asyncio.shield(loading))

    async def _load(self, id: str) -> LiveTable | None:
        while len(self.in_memory) + len(self._loading) > self._most:
            if not self._make_room():
                raise Refusal("busy")
        generation = self._store.generation
        rows = await self._store.read(id)
        if not rows:
            return None
        table = Table(id)
        await self._replay(table, rows)
        live = LiveTable(table, generation)
        await self.give_back(live)
        self.in_memory[id] = live
        self._metrics.tables.set(len(self.in_memory))
        for listener in self.on_load:
            listener(live)
        self.attend(live)
        return live

    def _make_room(self) -> bool:
        """Drop the table that nobody has used for longest; False if all are in use."""
        idle = [live for live in self.in_memory.values() if live.idle]
        if idle:
            self.forget(min(idle, key=lambda live: live.used))
        return bool(idle)

    async def _replay(self, table: Table, rows: list[LogRow], sent: int | None = None) -> list[Moment]:
        """Apply rows of the log.

        Entries after number `sent` keep their positions, because viewers will get them.
        """
        moments = []
        first = len(rows) - RECENT if sent is None else min(len(rows) - RECENT, sent - table.number)
        for i, row in enumerate(rows):
            entry = entries.decode(row.body)
            if isinstance(entry, Created):
                entries.check_version(entry)
            elif isinstance(entry, Started):  # until here, nothing compiled is needed
                await self._need_game(table.settings.game)
            moments.append(table.apply(row.number, row.at, entry, shown=i >= first))
            if i % 16 == 15:
                await asyncio.sleep(0)  # let other tables go on while a long log is read
        return moments

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; viewers connect again, and so fetch it from the store."""
        live.gone = True
        if self.in_memory.get(live.table.id) is live:
            del self.in_memory[live.table.id]
        self._metrics.tables.set(len(self.in_memory))
        for viewer in tuple(live.viewers):
            viewer.end("resync")

    def forget_all(self) -> None:
        """Drop all tables: the database was replaced, so what is in memory may not be in it."""
        for live in tuple(self.in_memory.values()):
            self.forget(live)

    # Changing a table.

    async def do(self, live: LiveTable, decide: Decide, key: CommandKey | None = None) -> int:
        """Decide, write, and tell all viewers; returns the number of the first written entry.

        `key` names the command: if it was done before, nothing is written, and the number from
        then is returned. Raises Refusal if nothing was changed, or if only
        the log can tell (`try_again`, `resync`). Once begun it runs to its end,
        even if the caller is cancelled.
        """
        return await self.tasks.finish(self._do(live, decide, key))

    async def _do(self, live: LiveTable, decide: Decide, key: CommandKey | None) -> int:
        number_before = live.table.number
        try:
            async with live.lock:
                number = await self._do_locked(live, decide, key)
        except BaseException:
            if live.table.number > number_before:  # entries of other nodes were read on the way
                self.attend(live)
            raise
        finally:
            self.last_change = time.monotonic()
        self.attend(live)
        return number

    async def _do_locked(self, live: LiveTable, decide: Decide, key: CommandKey | None) -> int:
        """Like `do`, for a caller that holds the table's lock."""
        if live.gone:
            raise Refusal("resync")
        if key is not None and (number := live.done.get((key.person, key.id))):
            return number
        try:
            moments, number = await self._write(live, decide, key)
        except Refusal:
            # If the command was done before, perhaps by another node, then that is the answer.
            if (earlier := await self._number_of(live, key)) is not None:
                return earlier
            raise
        if key is not None:
            live.remember(key.person, key.id, number)
        self._publish(live, moments)
        crash.at("after_publish")
        return number

    async def _write(self, live: LiveTable, decide: Decide, key: CommandKey | None) -> tuple[list[Moment], int]:
        """Write what `decide` wants; returns what happened and the number to acknowledge.

        If another node was first, everything is decided again.
        """
        for _ in range(MOST_TRIES):
            table = live.table
            now = max(self._time.now(), table.at)
            try:
                new_entries = decide(table, now)
            except Refusal:
                if await self._was_behind(live):
                    continue
                raise
            if not new_entries and (key is None or table.number >= log_limits.MOST_ENTRIES):
                if await self._was_behind(live):
                    continue
                earlier = await self._number_of(live, key)
                return [], table.number if earlier is None else earlier
            written = new_entries or [Needless("" if key is None else key.person)]
            moments, outcome = await self._apply_and_append(live, written, now, key)
            if isinstance(outcome, Appended):
                return moments, moments[0].number
            if isinstance(outcome, Repeated):
                return [], outcome.number
        raise Refusal("busy")

    async def _apply_and_append(
        self, live: LiveTable, new_entries: list[AnyEntry], now: int, key: CommandKey | None
    ) -> tuple[list[Moment], Appended | Behind | Repeated]:
        """Apply entries in memory, then write them: what cannot be replayed is never written."""
        table = live.table
        number_before, was_over = table.number, table.status == "over"
        try:
            moments = [table.apply(number, now, entry) for number, entry in enumerate(new_entries, number_before + 1)]
            outcome = await self._append(live, moments, key, was_over)
            if not isinstance(outcome, Appended):
                await self._reload(live, number_before)
        except BaseException as error:
            self.forget(live)  # only the log knows what was written; memory may be ahead of it
            if isinstance(error, LogReplaced):
                raise Refusal("resync") from None
            if isinstance(error, StoreError | BadLog):
                log.error("store", problem=str(error))
                raise Refusal("try_again") from None
            raise
        return moments, outcome

    async def _append(
        self, live: LiveTable, moments: list[Moment], key: CommandKey | None, was_over: bool
    ) -> Appended | Behind | Repeated:
        table = live.table
        rows = [LogRow(moment.number, moment.at, entries.encode(moment.entry)) for moment in moments]
        ended = ending(table) if table.status == "over" and not was_over and table.is_counted else None
        began = time.perf_counter()
        crash.at("before_append")
        outcome = await self._store.append(
            table.id,
            rows[0].number - 1,
            rows,
            line_of(table),
            key,
            ended,
            live.generation,
            lambda: bool(live.elsewhere),
        )
        self._metrics.commit_seconds.observe(time.perf_counter() - began)
        crash.at("after_append")
        return outcome

    async def _number_of(self, live: LiveTable, key: CommandKey | None) -> int | None:
        """The entry that a command made when it was done before; None if it was not.

        Viewers have been told that entry when this returns.
        """
        number = None if key is None else await self._store.done(live.table.id, key)
        if number is not None and number > live.table.number and not live.gone:
            await self._read_news(live)
        return number

    async def _was_behind(self, live: LiveTable) -> bool:
        """True if another node wrote entries we had not read; the caller must decide again."""
        return not self._store.alone and await self._read_news(live)

    async def _reload(self, live: LiveTable, sent: int) -> None:
        """Replace a table that was changed in memory only by what the log has.

        Viewers know the entries up to number `sent`, and get those after it.
        """
        table = Table(live.table.id)
        live.generation = self._store.generation
        moments = await self._replay(table, await self._store.read(table.id), sent)
        live.table = table
        self._publish(live, [moment for moment in moments if moment.number > sent])

    # What happens to a table without a command.

    async def catch_up(self, live: LiveTable) -> None:
        """Read and publish what other nodes have written."""
        if self._store.alone:
            return
        async with live.lock:
            if live.gone:
                return
            news = await self._read_news(live)
        if news:
            self.attend(live)

    async def _read_news(self, live: LiveTable) -> bool:
        """Apply and publish new entries of other nodes; True if there are any. Needs the lock."""
        rows = await self._store.read(live.table.id, live.table.number)
        try:
            self._publish(live, await self._replay(live.table, rows, live.table.number))
        except BaseException:
            self.forget(live)  # viewers must not miss what may be applied and not published
            raise
        return bool(rows)

    async def give_back(self, live: LiveTable) -> None:
        """Give the running clock of a table the time back in which no node served."""
        for silence in self._time.silences:
            if commands.give_back(live.table, silence.since, silence.until):
                await self.do(live, partial(time_given, silence))

    def attend(self, live: LiveTable) -> None:
        """Let clocks, bots and leases see that a table has changed."""
        if not live.gone:
            live.used = time.monotonic()
            for listener in self.on_change:
                listener(live)

    # Telling viewers.

    def _publish(self, live: LiveTable, moments: list[Moment]) -> None:
        self._metrics.messages_out.inc(live.publish(moments))
        if any(isinstance(moment.entry, SEATING) for moment in moments):
            self.presence_changed(live)

    def presence_changed(self, live: LiveTable) -> None:
        """Announce soon who is connected; call it whenever somebody comes or goes."""
        if not live.announcing:
            live.announcing = True
            asyncio.get_running_loop().call_later(GATHER_PRESENCE, self._announce_presence, live)

    def _announce_presence(self, live: LiveTable) -> None:
        live.announcing = False
        live.send_presence()
        for listener in self.on_presence:
            listener(live)

    def emote(self, live: LiveTable, who: Actor, command: messages.ShowEmote, sender: Viewer) -> int:
        """Show a person's face to all viewers but the sender, at all nodes; returns their seat.

        Nothing is written: a face that gets lost is not missed.
        """
        seat = commands.own_seat(live.table, who)
        if not live.table.settings.chat:
            raise Refusal("no_chat")
        if (who.id, command.id) in live.done:  # sent again: its answer got lost
            return seat
        if not live.emotes.take(who.id, time.monotonic()):
            raise Refusal("too_fast")
        live.remember(who.id, command.id, live.table.number)
        live.show_emote(who.id, command.emote, sender)
        for listener in self.on_emote:
            listener(live, who.id, command.emote)
        return seat

    # Reading a table.

    async def info(self, id: str, person: str | None) -> messages.TableInfo | None:
        """What everybody may know of a table; None without a table that this person may watch."""
        return await self._read(id, lambda table: table.info() if table.may_watch(person) else None)

    async def record(self, id: str) -> fairness.MatchRecord | None:
        """A finished match with all that is needed to verify it; None while it is not over.

        Refused for one that goes on from another match: nothing was shuffled there.
        """
        return await self._read(id, record_when_over)

    async def source(self, id: str, person: str | None) -> Source | None:
        """What a replay is made of.

        None without a table that this person may watch, and before the first deal.
        """
        return await self._read(id, lambda table: source_of(table, person) if table.may_watch(person) else None)

    async def _read(self, id: str, read: Callable[[Table], T | None]) -> T | None:
        live = await self.get(id)
        if live is None:
            return None
        await self.catch_up(live)  # who asks may have seen more at another node
        async with live.lock:  # a change under way is not yet written
            if live.gone:
                raise Refusal("resync")
            return read(live.table)


def time_given(silence: Silence, table: Table, now: int) -> list[AnyEntry]:
    """The entry that gives a silence back to a table's clock; none if it has it already."""
    return commands.give_back(table, silence.since, silence.until)


def record_when_over(table: Table) -> fairness.MatchRecord | None:
    """The record of a table's match, once it is over; refused if the match began elsewhere."""
    if table.created is not None and table.created.origin is not None:
        raise Refusal("played_on", expected="a match that was dealt at its own table")
    return record_of(table) if table.status == "over" else None
