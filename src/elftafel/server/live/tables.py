"""The live tables of this node: fetched from the store, changed only through `do`, told to viewers after commit.

Every node may change every table. The number of an entry decides who was first: a node that was behind forgets its
copy, reads the log again and decides anew.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
import structlog

from elftafel import fairness, games
from elftafel.errors import BadLog
from elftafel.server.live.bots import BotRoom
from elftafel.server.live.live_table import LiveTable
from elftafel.server.node.caretaker import Caretaker
from elftafel.server.ops import crash
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings
from elftafel.server.store import (
    Appended,
    Behind,
    CodeTaken,
    CommandKey,
    LogReplaced,
    LogRow,
    Repeated,
    Store,
    StoreError,
)
from elftafel.server.table import commands, entries, views
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import AnyEntry, BotSeated, Created, Needless, Rematched, Seated, Started, Vacated
from elftafel.server.table.replay import Source, source_of
from elftafel.server.table.state import RECENT, Moment, Table
from elftafel.server.table.summary import ending, line_of, record_of

if TYPE_CHECKING:
    from elftafel.server.live.session import Session

log = structlog.get_logger()

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that are read for one another
CODE_LENGTH = 6
PRESENCE = 0.1  # seconds in which changes of presence are gathered
MOST_TRIES = 20  # times to decide anew because another node was first

HOSTS = (
    messages.PutBot,
    messages.TakeBot,
    messages.Vacate,
    messages.Remove,
    messages.Start,
    messages.StandIn,
    messages.Close,
)
SEATING = (Seated, BotSeated, Vacated)  # who watched may sit now, or the other way round

T = TypeVar("T")
Decide = Callable[[Table, int], list[AnyEntry]]


class Hub:
    """All tables that this node has in memory."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.sessions: set[Session] = set()
        self.doing: set[asyncio.Task[int]] = set()  # changes under way
        self.did = time.monotonic()  # the last change
        self.bots = BotRoom(self)
        self.care = Caretaker(self)

    async def start(self) -> None:
        """Begin the server's own work."""
        self.store.on_replaced = self.forget_all
        self.bots.start()
        await self.care.start()

    async def stop(self) -> None:
        """End everything in order: nothing new, viewers told, leases given up."""
        await self.care.stop()
        await self.bots.stop()
        await asyncio.gather(*self.doing, return_exceptions=True)
        for live in tuple(self.tables.values()):
            for viewer in tuple(live.viewers):
                viewer.end("restart")

    def now(self) -> int:
        """The time of the database, which all nodes share, in milliseconds."""
        return self.care.now()

    # fetching

    async def get(self, id: str) -> LiveTable | None:
        """A table, from memory or from the store."""
        live = self.tables.get(id)
        if live is not None:
            return live
        task = self.loading.get(id)
        if task is None:
            task = asyncio.create_task(self._load(id))
            self.loading[id] = task
            task.add_done_callback(lambda _: self.loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> LiveTable | None:
        while len(self.tables) + len(self.loading) > self.settings.most_tables:
            if not self._make_room():
                raise Refusal("busy")
        generation = self.store.generation
        rows = await self.store.read(id)
        if not rows:
            return None
        table = Table(id)
        await self._replay(table, rows)
        live = LiveTable(table, generation)
        await self.care.give_back(live)
        self.tables[id] = live
        self.metrics.tables.set(len(self.tables))
        self.care.attend(live)
        return live

    def _make_room(self) -> bool:
        """Drop the table that nobody has looked at for longest; False if all are needed."""
        idle = [live for live in self.tables.values() if live.idle]
        if idle:
            self.forget(min(idle, key=lambda live: live.used))
        return bool(idle)

    async def _replay(self, table: Table, rows: list[LogRow], known: int | None = None) -> list[Moment]:
        """Apply rows; those after the `known` one will be told to viewers, else only the last can be asked for."""
        moments = []
        first = len(rows) - RECENT if known is None else min(len(rows) - RECENT, known - table.number)
        for i, row in enumerate(rows):
            entry = entries.decode(row.body)
            if isinstance(entry, Created):
                entries.check_version(entry)
            elif isinstance(entry, Started):  # until then nothing compiled is needed
                await self.bots.need(table.settings.game)
            moments.append(table.apply(row.number, row.at, entry, told=i >= first))
            if i % 16 == 15:
                await asyncio.sleep(0)  # a long log must not hold up the other tables
        return moments

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other nodes have written, and tell it."""
        async with live.lock:
            if live.gone:
                return
            await self._take_in(live)
        self.care.attend(live)

    async def _take_in(self, live: LiveTable) -> bool:
        """Whether other nodes have written more; then it is applied and told. The caller holds the lock."""
        rows = await self.store.read(live.table.id, live.table.number)
        try:
            self._publish(live, await self._replay(live.table, rows, live.table.number))
        except BaseException:
            self.forget(live)  # something may be applied and not told: viewers must not miss it
            raise
        return bool(rows)

    def _publish(self, live: LiveTable, moments: list[Moment]) -> None:
        self.metrics.messages_out.inc(live.publish(moments))
        if any(isinstance(moment.entry, SEATING) for moment in moments):
            self.presence_changed(live)

    def forget(self, live: LiveTable) -> None:
        """Drop a table from memory; viewers come back and fetch it anew."""
        live.gone = True
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]
        self.metrics.tables.set(len(self.tables))
        for viewer in tuple(live.viewers):
            viewer.end("resync")

    def forget_all(self) -> None:
        """The store was replaced: nothing in memory is true any more."""
        for live in tuple(self.tables.values()):
            self.forget(live)

    # changing

    async def do(self, live: LiveTable, decide: Decide, command: CommandKey | None = None) -> int:
        """Decide, write, and tell everyone; returns the entry's number. Raises Refusal; nothing has changed then.

        Once begun it comes to its end, even if who asked goes away meanwhile.
        """
        task = asyncio.create_task(self._do(live, decide, command))
        self.doing.add(task)
        task.add_done_callback(self._did)
        return await asyncio.shield(task)

    def _did(self, task: asyncio.Task[int]) -> None:
        self.doing.discard(task)
        self.did = time.monotonic()
        if not task.cancelled():
            task.exception()  # who asked has it, or is gone

    async def _do(self, live: LiveTable, decide: Decide, command: CommandKey | None) -> int:
        known = live.table.number
        try:
            async with live.lock:
                number = await self._do_locked(live, decide, command)
        except BaseException:
            if not live.gone and live.table.number > known:  # what others wrote was taken in all the same
                self.care.attend(live)
            raise
        self.care.attend(live)
        return number

    async def _do_locked(self, live: LiveTable, decide: Decide, command: CommandKey | None) -> int:
        """The same, for who holds the lock."""
        if live.gone:
            raise Refusal("resync")
        if command is not None and (done := live.done.get((command.person, command.id))):
            return done
        try:
            moments, number = await self._write(live, decide, command)
        except Refusal:
            # A command that was done before, perhaps by another node, must not be answered by what came after it.
            if (before := await self._done(live, command)) is not None:
                return before
            raise
        if command is not None:
            live.remember(command.person, command.id, number)
        self._publish(live, moments)
        crash.at("after_publish")
        return number

    async def _write(self, live: LiveTable, decide: Decide, command: CommandKey | None) -> tuple[list[Moment], int]:
        """Entries are tried on the table before they are written; if another node was first, all starts anew."""
        for _ in range(MOST_TRIES):
            table = live.table
            now = max(self.now(), table.at)
            try:
                wanted = decide(table, now)
            except Refusal:
                if await self._behind(live):
                    continue
                raise
            if not wanted and (command is None or table.number >= commands.MOST_ENTRIES):
                if await self._behind(live):
                    continue
                done = await self._done(live, command)
                return [], table.number if done is None else done
            wanted = wanted or [Needless()]
            before, was_over = table.number, table.status == "over"
            try:
                moments = [table.apply(before + i, now, entry) for i, entry in enumerate(wanted, 1)]
                outcome = await self._append(live, moments, command, was_over)
                if not isinstance(outcome, Appended):
                    await self._reload(live, before)
            except BaseException as error:
                self.forget(live)  # memory may be ahead: what was written, only the log can tell
                if isinstance(error, LogReplaced):
                    raise Refusal("resync") from None
                if isinstance(error, StoreError | BadLog):
                    log.error("store", problem=str(error))
                    raise Refusal("try_again") from None
                raise
            if isinstance(outcome, Appended):
                return moments, before + 1
            if isinstance(outcome, Repeated):
                return [], outcome.number
        raise Refusal("busy")

    async def _append(
        self, live: LiveTable, moments: list[Moment], command: CommandKey | None, was_over: bool
    ) -> Appended | Behind | Repeated:
        table = live.table
        rows = [LogRow(m.number, m.at, entries.encode(m.entry)) for m in moments]
        ended = ending(table) if table.status == "over" and not was_over else None
        began = time.perf_counter()
        crash.at("before_append")
        outcome = await self.store.append(
            table.id, rows[0].number - 1, rows, line_of(table), command, ended, live.generation
        )
        self.metrics.commit_seconds.observe(time.perf_counter() - began)
        crash.at("after_append")
        return outcome

    async def _done(self, live: LiveTable, command: CommandKey | None) -> int | None:
        """The entry that this command has made, if it was done before; by then it is told."""
        number = None if command is None else await self.store.done(live.table.id, command)
        if number is not None and number > live.table.number and not live.gone:
            await self._take_in(live)
        return number

    async def _behind(self, live: LiveTable) -> bool:
        """Whether this node had not heard all: what is refused or needless here may be neither any more."""
        return not self.store.alone and await self._take_in(live)

    async def _reload(self, live: LiveTable, known: int) -> None:
        """Replace a table that was changed in memory only by what the log says, and tell what is new in it."""
        table = Table(live.table.id)
        live.generation = self.store.generation
        moments = await self._replay(table, await self.store.read(table.id), known)
        live.table = table
        self._publish(live, [moment for moment in moments if moment.number > known])

    async def command(self, live: LiveTable, who: Actor, command: messages.AnyCommand) -> int:
        """Do what a person asks; returns the number of the entry that did it."""
        key = CommandKey(who.id, command.id)
        if isinstance(command, messages.Rematch):
            return await self._rematch(live, who, key)
        if isinstance(command, messages.Start):
            await self.bots.need_all(live.table)
        if live.table.clock is not None and not self.care.fresh:
            await self.care.beat()  # this node may have slept: nobody shall pay for that
            await self.care.give_back(live)
        if isinstance(command, HOSTS) and live.host_is_away(who.id):
            await self.do(live, lambda table, now: commands.take_over(table, who))
        return await self.do(live, lambda table, now: self._decide(live, who, command, now), key)

    def _decide(self, live: LiveTable, who: Actor, command: messages.AnyCommand, now: int) -> list[AnyEntry]:
        """What a command writes, with what only this room knows: who is connected, and how much somebody talks."""
        wanted = commands.decide(live.table, who, command, now)
        if isinstance(command, messages.StandIn | messages.Vacate) and live.online[command.seat]:
            raise Refusal("not_away", "seat", "a person who is not connected")
        if isinstance(command, messages.Chat) and not live.chats.take(who.id, time.monotonic()):
            raise Refusal("too_fast")
        return wanted

    # opening

    async def open_table(self, settings: TableSettings, host: Actor, key: str | None = None) -> messages.TableInfo:
        """A new table; the same key from the same person gives the same table."""
        settings.check()
        command = None if key is None else CommandKey(host.id, f"open:{key}")  # no command's id has a colon
        id = None if command is None else await self.store.opened(command)
        if id is None:
            await self._check_room(host.id)
            id = await self._create(settings, host.id, [Seated(0, host.id, host.name)], command)
        found = await self.info(id, host.id)
        assert found is not None
        return found

    async def _check_room(self, host: str) -> None:
        most = self.settings.most_tables_per_person
        if await self.store.hosted(host) >= most:
            raise Refusal("too_many_tables", expected=f"at most {most} own tables that are not over")

    async def _create(
        self,
        settings: TableSettings,
        host: str,
        seated: list[AnyEntry],
        command: CommandKey | None,
        previous: str | None = None,
    ) -> str:
        facts = games.facts(settings.game)
        data = games.load_data(settings.game)
        while True:
            created = Created(
                settings=settings,
                host=host,
                code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
                secret=fairness.new_secret(),
                rules_version=facts.rules_version,
                data=None if data is None else msgspec.to_builtins(data, str_keys=True),
                previous=previous,
            )
            table = Table(secrets.token_urlsafe(12))
            now = self.now()
            first: list[AnyEntry] = [created, *seated]
            rows = [LogRow(number, now, entries.encode(entry)) for number, entry in enumerate(first, 1)]
            for row, entry in zip(rows, first, strict=True):
                table.apply(row.number, row.at, entry)
            try:
                made = await self.store.create(line_of(table), rows, command)
            except CodeTaken:
                continue
            return made

    async def _rematch(self, live: LiveTable, who: Actor, key: CommandKey) -> int:
        """The same seats at a new table; everyone at the old one is told where."""
        async with live.lock:
            table = live.table
            if live.gone:
                raise Refusal("resync")
            commands.own_seat(table, who)
            if table.status != "over":
                raise Refusal("not_over")
            settings = table.settings
            people: list[AnyEntry] = []
            for seat, chair in enumerate(table.chairs):
                if chair.person is not None:
                    people.append(Seated(seat, chair.person, chair.name or ""))
                elif chair.bot is not None:
                    people.append(BotSeated(seat, chair.bot))
            already = table.rematch
        if already is None:
            await self._check_room(who.id)
            once = CommandKey(table.id, "rematch")  # asked for by the table, so to speak: whoever is first makes it
            new = await self._create(settings, who.id, people, once, table.id)
        return await self.do(live, lambda table, now: [] if table.rematch else [Rematched(new)], key)

    # who is there

    def presence_changed(self, live: LiveTable) -> None:
        """Somebody came or went: tell everyone, several changes at once."""
        if not live.telling:
            live.telling = True
            asyncio.get_running_loop().call_later(PRESENCE, self._tell_presence, live)

    def _tell_presence(self, live: LiveTable) -> None:
        live.telling = False
        live.tell_presence()
        self.care.tell_presence(live)

    # reading

    async def info(self, id: str, person: str | None) -> messages.TableInfo | None:
        """What everybody may know of a table; None if there is none, or not for this person."""
        return await self._look(id, lambda table: views.info(table) if table.may_watch(person) else None)

    async def record(self, id: str) -> fairness.MatchRecord | None:
        """A finished match with all that is needed to check it; None while it is not over."""
        return await self._look(id, lambda table: record_of(table) if table.status == "over" else None)

    async def source(self, id: str, person: str | None) -> Source | None:
        """What a replay is made of; None if there is no table, or not for this person, or nothing was dealt."""
        return await self._look(id, lambda table: source_of(table, person) if table.may_watch(person) else None)

    async def _look(self, id: str, look: Callable[[Table], T | None]) -> T | None:
        """What is found at a table as it stands."""
        live = await self.get(id)
        if live is None:
            return None
        async with live.lock:  # what is being written at this moment is not yet so
            if live.gone:
                raise Refusal("resync")
            return look(live.table)
