"""The schema: made by migrations, once, whoever starts first."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, NullPool, create_engine, inspect, make_url, text

from elftafel.errors import BadInput
from elftafel.server.store import Store, StoreError
from elftafel.server.store.migrate import head
from elftafel.server.store.schema import metadata
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]

OPEN = """
import asyncio, sys
from elftafel.server.store import Store

async def main():
    store = await Store.open(sys.argv[1], sys.argv[2])
    print(store.generation.hex())
    await store.close()

asyncio.run(main())
"""


@pytest.fixture(params=["sqlite", "empty_postgresql"])
def empty_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))


def connected(url: str) -> Connection:
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(parsed, poolclass=NullPool).connect()


def test_migrations_make_what_the_schema_says(empty_url: str) -> None:
    async def play() -> None:
        for _ in range(2):
            async with opened(empty_url) as store:
                await store.secret("cookie")

    asyncio.run(play())
    with connected(empty_url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        found = inspect(connection)
        for table in metadata.tables.values():
            assert {index["name"] for index in found.get_indexes(table.name)} == {index.name for index in table.indexes}


def test_processes_that_start_together_migrate_once(empty_postgresql_url: str) -> None:
    command = [sys.executable, "-c", OPEN, empty_postgresql_url]
    processes = [subprocess.Popen([*command, f"n{i}"], stdout=subprocess.PIPE, text=True) for i in range(2)]
    generations = [process.communicate(timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert len(set(generations)) == 1


def test_stores_that_open_together_migrate_once(empty_postgresql_url: str) -> None:
    async def play() -> None:
        stores = await asyncio.gather(*(Store.open(empty_postgresql_url, f"n{i}") for i in range(4)))
        assert len({store.generation for store in stores}) == 1
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(play())


def test_a_newer_schema_is_refused_and_left_alone(empty_url: str) -> None:
    async def play() -> None:
        async with opened(empty_url) as store:
            await store.create(line("t"), rows(0))
        set_revision(empty_url, "9999")
        for read_only in (False, True):
            with pytest.raises(BadInput, match="schema 9999 of a newer Elftafel"):
                await Store.open(empty_url, "one", read_only=read_only)
        set_revision(empty_url, head())
        async with opened(empty_url) as store:
            assert await store.read("t") == rows(0)

    asyncio.run(play())


def test_reading_needs_a_database_that_is_there(empty_postgresql_url: str, sqlite_url: str) -> None:
    async def play() -> None:
        with pytest.raises(BadInput, match="one that Elftafel has made"):
            await Store.open(empty_postgresql_url, "doctor", read_only=True)
        with pytest.raises(StoreError, match="cannot be opened"):
            await Store.open(sqlite_url, "doctor", read_only=True)
        assert not Path(str(make_url(sqlite_url).database)).exists()

    asyncio.run(play())


def test_a_path_may_have_any_characters(tmp_path: Path) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path}/a bü/c#d.db"
        async with opened(url) as store:
            await store.create(line("t"), rows(0))
        async with opened(url, read_only=True) as store:
            assert await store.read("t") == rows(0)
        assert (tmp_path / "a bü" / "c#d.db").is_file()

    asyncio.run(play())


def set_revision(url: str, revision: str) -> None:
    with connected(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
        connection.commit()
