"""New tables: opened by a host, or as the rematch of a match that is over."""

import asyncio
import secrets
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from elftafel import fairness, games
from elftafel.daily import PERSON
from elftafel.errors import BadInput
from elftafel.match import stand_at
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import PlayOn, TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.store import CodeTaken, CommandKey, LogRow, Store
from elftafel.server.table import commands, entries
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import AnyEntry, BotSeated, Created, DailyDeal, Origin, Removed, Seated, Started
from elftafel.server.table.replay import Source
from elftafel.server.table.state import Table
from elftafel.server.table.summary import line_of

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look like one another
CODE_LENGTH = 6
SEED_BITS = 48  # what every reader of JSON keeps exactly


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What a table with a deal of the day is given, and other tables make or choose."""

    deal: DailyDeal
    secret: str
    level: str
    data: Any


class Opening:
    """Opens tables, within the number that one person may have."""

    def __init__(self, store: Store, tables: Tables, server_time: ServerTime, most_per_person: int) -> None:
        self._store = store
        self._tables = tables
        self._time = server_time
        self._most_per_person = most_per_person

    async def open_table(self, settings: TableSettings, host: Actor, key: str | None = None) -> messages.TableInfo:
        """Open a table with its host in the first seat.

        The same key from the same person gives the same table.
        """
        settings.check()
        # The id of a command at a table has no colon, so this key is none of those.
        command = None if key is None else CommandKey(host.id, f"open:{key}")
        id = None if command is None else await self._store.opened(command)
        if id is None:
            await self.check_number(host.id)
            id = await self._create(settings, host.id, [Seated(0, host.id, host.name)], command)
        info = await self._tables.info(id, host.id)
        assert info is not None
        return info

    async def play_on(self, source: Source, wish: PlayOn, host: Actor, key: str | None) -> messages.TableInfo:
        """Open a table that goes on from a step of a finished match, with bots in the other seats.

        The same key from the same person gives the same table.
        """
        if not source.revealed or source.table is None:
            raise Refusal("not_over", expected="a match that is over")
        settings, origin = await asyncio.to_thread(going_on, source, wish)
        command = None if key is None else CommandKey(host.id, f"open:{key}")
        id = None if command is None else await self._store.opened(command)
        if id is None:
            await self.check_number(host.id)
            seated: list[AnyEntry] = [
                Seated(seat, host.id, host.name) if seat == wish.seat else BotSeated(seat, wish.level)
                for seat in range(settings.seats)
            ]
            id = await self._create(settings, host.id, [*seated, Started()], command, origin=origin)
        info = await self._tables.info(id, host.id)
        assert info is not None
        return info

    async def rematch(self, live: LiveTable, who: Actor, key: CommandKey) -> int:
        """Open a table with the same seats, if there is none yet, and tell everyone where it is.

        Returns the number of the entry that tells it.
        """
        async with live.lock:
            table = live.table
            if live.gone:
                raise Refusal("resync")
            commands.own_seat(table, who)
            if table.daily is not None:
                raise Refusal("daily_stays", expected="a deal of the day has no rematch")
            if table.status != "over":
                raise Refusal("not_over")
            settings, seated, known = table.settings, same_seats(table), table.rematch
        if known is None:
            await self.check_number(who.id)
            # In the table's name, not in a person's: it is made once, even if several ask.
            once = CommandKey(table.id, "rematch")
            known = await self._create(settings, who.id, seated, once, table.id)
        return await self._tables.do(live, partial(rematched, who, known), key)

    async def open_daily(self, settings: TableSettings, host: Actor, given: Given, command: CommandKey | None) -> str:
        """Open and start a table with a deal of the day; returns its id, or that of the same command's."""
        bots: list[AnyEntry] = [BotSeated(seat, given.level) for seat in range(1, settings.seats)]
        seated = [Seated(PERSON, host.id, host.name), *bots, Started()]
        return await self._create(settings, host.id, seated, command, given=given)

    async def check_number(self, host: str) -> None:
        """Raise Refusal if a person has too many tables that are not over."""
        if await self._store.hosted(host) >= self._most_per_person:
            raise Refusal("too_many_tables", expected=f"at most {self._most_per_person} own tables that are not over")

    async def _create(
        self,
        settings: TableSettings,
        host: str,
        seated: list[AnyEntry],
        command: CommandKey | None,
        previous: str | None = None,
        given: Given | None = None,
        origin: Origin | None = None,
    ) -> str:
        """Write the first entries of a new table.

        Returns its id, or the id of the table that the same command made before.
        """
        if origin is not None:
            data = None  # its log has the table it was played with
        elif given is None:
            data = games.load_data(settings.game)
            data = None if data is None else msgspec.to_builtins(data, str_keys=True)
        else:
            data = given.data
        while True:
            created = Created(
                settings=settings,
                host=host,
                code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
                secret=fairness.new_secret() if given is None else given.secret,
                rules_version=games.facts(settings.game).rules_version,
                data=data,
                previous=previous,
                daily=None if given is None else given.deal,
                origin=origin,
            )
            table = Table(secrets.token_urlsafe(12))
            now = self._time.now()
            rows = []
            for number, entry in enumerate([created, *seated], 1):
                table.apply(number, now, entry)
                rows.append(LogRow(number, now, entries.encode(entry)))
            try:
                return await self._store.create(line_of(table), rows, command)
            except CodeTaken:
                continue


def going_on(source: Source, wish: PlayOn) -> tuple[TableSettings, Origin]:
    """The settings of a table that goes on from a step of a match, and that match up to there."""
    log = source.log
    if not 0 <= wish.ply <= len(log.actions):
        raise BadInput("ply", wish.ply, f"0 to {len(log.actions)}")
    if not 0 <= wish.seat < len(log.seats):
        raise BadInput("seat", wish.seat, f"0 to {len(log.seats) - 1}")
    commands.check_level(wish.level)
    so_far = msgspec.structs.replace(
        log,
        actions=log.actions[: wish.ply],
        result=None,
        redealt=tuple(one for one in log.redealt or () if one.ply <= wish.ply) or UNSET,
    )
    match = stand_at(so_far, wish.ply)
    if wish.cards == "known":
        match.deal_anew(wish.seat, secrets.randbits(SEED_BITS))
        so_far = msgspec.structs.replace(so_far, redealt=tuple(match.redealt))
    settings = TableSettings(
        game=log.game,
        seats=len(log.seats),
        options=log.options,
        rounds=log.rounds,
        draw_lots=log.draw_lots,
        hints=True,
    )
    assert source.table is not None
    return settings, Origin(source.table, match.round, wish.seat, so_far)


def rematched(who: Actor, new: str, table: Table, now: int) -> list[AnyEntry]:
    """The entry that tells where the rematch is; none if it was told before."""
    return commands.rematch(table, who, new)


def same_seats(table: Table) -> list[AnyEntry]:
    """Entries that seat the people and bots of a table where they sit now, and keep out whom its
    host sent away.
    """
    seated: list[AnyEntry] = []
    for seat, chair in enumerate(table.chairs):
        if chair.person is not None:
            seated.append(Seated(seat, chair.person, chair.name or ""))
        elif chair.bot is not None:
            seated.append(BotSeated(seat, chair.bot))
    return seated + [Removed(person) for person in sorted(table.removed)]
