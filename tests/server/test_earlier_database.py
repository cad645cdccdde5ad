"""A database that an earlier version wrote: it opens, all in it is right, and its tables go on.

`data/before_rooms.db.gz` was written before the server was sorted into rooms, with protocol 1: a
finished match of each game, a match that runs, tables that are open and closed, an account, and
every kind of log entry.
"""

import asyncio
import gzip
from pathlib import Path
from typing import get_args

import pytest

from elftafel import games
from elftafel.cli import main
from elftafel.server.people.accounts import Accounts, Tokens
from elftafel.server.protocol import messages
from elftafel.server.store import Store
from elftafel.server.table import entries
from tests.server.hubs import ANA, a_move, at_turn, hub_on

WRITTEN = Path(__file__).parent / "data" / "before_rooms.db.gz"

LATER = {entries.Changed, entries.Hinted, entries.Swapped}
LATER_FIELDS = (b',"daily":null', b',"origin":null')
"""Kinds of entries that the version before did not have."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    path = tmp_path / "elftafel.db"
    path.write_bytes(gzip.decompress(WRITTEN.read_bytes()))
    return f"sqlite:///{path}"


def test_the_doctor_finds_nothing_wrong(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--database", url]) == 0
    assert "9 tables replayed: 5 finished matches are right, 0 tables have a problem." in capsys.readouterr().out


def without_later(body: bytes) -> bytes:
    """An entry as it was written before it had these fields."""
    for field in LATER_FIELDS:
        body = body.replace(field, b"")
    return body


def test_every_kind_of_entry_is_in_it(url: str) -> None:
    async def scene() -> None:
        store = await Store.open(url, "test")
        try:
            bodies = [row.body for table in await store.every() for row in await store.read(table)]
            assert {type(entries.decode(body)) for body in bodies} == set(get_args(entries.AnyEntry)) - LATER
            assert {without_later(entries.encode(entries.decode(body))) for body in bodies} == set(bodies)
        finally:
            await store.close()

    asyncio.run(scene())


def test_tables_go_on(url: str) -> None:
    async def scene() -> None:
        async with hub_on(url) as hub:
            (running,) = await hub.tables._store.watchable(10)
            live = await hub.tables.get(running.id)
            assert live is not None
            before = live.table.ply
            await hub.command(live, at_turn(live), a_move(live))
            assert live.table.ply == before + 1
            open_tables = [line for line in await hub.tables._store.tables_of(ANA.id, 20) if line.status == "open"]
            assert open_tables, "the rematch"
            again = await hub.tables.get(open_tables[0].id)
            assert again is not None
            await hub.command(again, ANA, messages.Chat(id="now", text="Here again"))

    asyncio.run(scene())


def test_people_are_known(url: str) -> None:
    async def scene() -> None:
        async with hub_on(url) as hub:
            store = hub.tables._store
            people = Accounts(store, Tokens(await store.secret("cookie")), hub.settings)
            ana = await people.sign_in("ana", "a long pass-phrase", "127.0.0.1")
            assert (ana.id, ana.name) == (ANA.id, ANA.name)
            assert {line.game for line in await store.history(ANA.id)} == set(games.NAMES)
            assert sum(row.matches for row in await store.statistics(ANA.id)) == 5
            assert {rating.game for rating in await store.ratings(ANA.id)} == set(games.NAMES)

    asyncio.run(scene())
