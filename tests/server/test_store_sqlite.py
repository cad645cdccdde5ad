"""What only SQLite does: group commit, one server a file, and going on after a full disk."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, make_url, text

from elftafel.errors import BadInput
from elftafel.server.store import Appended, Busy, Store, StoreError, Unknown, writer
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]

APPEND_FOR_EVER = """
import asyncio, sys
from tests.server.databases import line, rows
from elftafel.server.store import Store

async def appender(store, table):
    await store.create(line(table), rows(0))
    number = 1
    while True:
        answer = await store.append(table, number, rows(number, 2), line(table, number + 2))
        number = answer.number
        print(table, number, flush=True)

async def main():
    store = await Store.open(sys.argv[1], "child")
    await asyncio.gather(*(appender(store, f"t{i}") for i in range(8)))

asyncio.run(main())
"""


def path_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def test_what_was_acknowledged_is_there_after_a_kill(sqlite_url: str) -> None:
    command = [sys.executable, "-c", APPEND_FOR_EVER, sqlite_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(100)]
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    last = {table: int(number) for table, number in (one.split() for one in told if one.endswith("\n"))}
    assert len(last) == 8

    async def play() -> None:
        async with opened(sqlite_url) as store:
            for table, number in last.items():
                found = await store.read(table)
                assert found == rows(0, len(found))  # without gaps, and both rows of an append or none
                assert len(found) % 2 == 1
                assert len(found) >= number
                assert await store.line(table) == line(table, len(found))

    asyncio.run(play())


def test_nobody_hears_of_an_append_before_its_commit(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            for i in range(5):
                await store.create(line(f"t{i}"), rows(0))
            may_commit, commits = threading.Event(), []
            commit = writer.Writer._commit

            def outcome(self: writer.Writer, *job: Any) -> object:
                found = plain_outcome(self, *job)
                may_commit.wait(10)
                return found

            def counted(self: writer.Writer, group: list[writer.Waiting]) -> list[object]:
                commits.append(len(group))
                return commit(self, group)

            plain_outcome = writer.Writer._outcome
            monkeypatch.setattr(writer.Writer, "_outcome", outcome)
            monkeypatch.setattr(writer.Writer, "_commit", counted)
            appends = [asyncio.ensure_future(store.append(f"t{i}", 1, rows(1), line(f"t{i}", 2))) for i in range(5)]
            await asyncio.sleep(0.1)
            assert not any(append.done() for append in appends)
            assert await store.read("t0") == rows(0)  # others still see the old state
            may_commit.set()
            assert await asyncio.gather(*appends) == [Appended(2)] * 5
            assert sum(commits) == 5
            assert len(commits) <= 2

    asyncio.run(play())


def test_a_failing_job_fails_alone(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            tries = [store.create(line(f"t{i % 7}", code=f"c{i}"), rows(0)) for i in range(10)]
            found = await asyncio.gather(*tries, return_exceptions=True)
            assert [one for one in found if isinstance(one, str)] == [f"t{i}" for i in range(7)]
            assert all(isinstance(one, StoreError) for one in found[7:])  # the id is there already
            assert len(await store.tables_of("anna", 100)) == 7

    asyncio.run(play())


def test_a_full_disk_fails_what_needs_room_and_nothing_else(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            for table in ("big", "small"):
                await store.create(line(table), rows(0))

            def limit(connection: Connection) -> None:
                pages = connection.execute(text("PRAGMA page_count")).scalar_one() + 20
                set_limit = f"PRAGMA max_page_count = {pages}"
                connection.execute(text(set_limit))
                event.listen(connection.engine, "connect", lambda driver, _: driver.execute(set_limit))

            await store._database.write(limit)
            big = store.append("big", 1, rows(1, 1, bytes(500_000)), line("big", 2))
            small = store.append("small", 1, rows(1), line("small", 2))
            found = await asyncio.gather(big, small, return_exceptions=True)
            assert isinstance(found[0], StoreError)
            assert "disk is full" in str(found[0])
            assert found[1] == Appended(2)
            assert await store.read("big") == rows(0)
            assert await store.line("big") == line("big")
            assert await store.append("big", 1, rows(1), line("big", 2)) == Appended(2)
            assert await store.read("small") == rows(0, 2)

    asyncio.run(play())


def test_a_commit_of_unknown_outcome_is_no_success(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            await store.create(line("t"), rows(0))

            def broken(driver: sqlite3.Connection) -> None:
                problem = sqlite3.OperationalError("disk I/O error")
                problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
                raise problem

            monkeypatch.setattr(writer, "commit", broken)
            with pytest.raises(Unknown, match="disk reports an error: perhaps"):
                await store.append("t", 1, rows(1), line("t", 2))
            monkeypatch.undo()
            assert await store.read("t") == rows(0)
            assert await store.append("t", 1, rows(1), line("t", 2)) == Appended(2)

    asyncio.run(play())


def engine_of(store: Store) -> Engine:
    return store._database._writer._engine  # type: ignore[attr-defined, no-any-return]


def test_a_file_locked_by_another_program_is_busy(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elftafel.server.store.sqlite.LOCK_SECONDS", 0.1)

    async def play() -> None:
        async with opened(sqlite_url) as store:
            with closing(sqlite3.connect(path_of(sqlite_url), isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(Busy, match="another program"):
                    await store.create(line("t"), rows(0))
                assert await store.read("t") == []
                other.execute("ROLLBACK")
            await store.create(line("t"), rows(0))

    asyncio.run(play())


def test_too_much_that_waits_is_refused(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "WAITING", 3)

    async def play() -> None:
        async with opened(sqlite_url) as store:
            tries = [asyncio.ensure_future(store.create(line(f"t{i}"), rows(0))) for i in range(50)]
            found = await asyncio.gather(*tries, return_exceptions=True)
            refused = [one for one in found if isinstance(one, Busy)]
            assert refused
            assert len(await store.tables_of("anna", 100)) == 50 - len(refused)

    asyncio.run(play())


def test_closing_writes_what_waits(sqlite_url: str) -> None:
    async def play() -> None:
        store = await Store.open(sqlite_url, "one")
        tries = [asyncio.ensure_future(store.create(line(f"t{i}"), rows(0))) for i in range(500)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*tries) == [f"t{i}" for i in range(500)]
        with pytest.raises(StoreError, match="closed"):
            await store.create(line("late"), rows(0))
        with pytest.raises(StoreError, match="closed"):
            await store.read("t0")

    asyncio.run(play())


def test_who_gives_up_hinders_nobody(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            tries = [asyncio.ensure_future(store.create(line(f"t{i}"), rows(0))) for i in range(20)]
            await asyncio.sleep(0)
            for one in tries[::2]:
                one.cancel()
            found = await asyncio.gather(*tries, return_exceptions=True)
            assert found[1::2] == [f"t{i}" for i in range(1, 20, 2)]
            await store.create(line("after"), rows(0))

    asyncio.run(play())


def test_a_second_server_on_the_file_is_refused(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url):
            with pytest.raises(BadInput, match="another Elftafel server has it open"):
                await Store.open(sqlite_url, "two")
        async with opened(sqlite_url, "two"):
            pass

    asyncio.run(play())


def test_a_second_server_on_the_file_is_refused_under_any_name(sqlite_url: str, tmp_path: Path) -> None:
    path, folder = path_of(sqlite_url), tmp_path / "elsewhere"
    folder.mkdir()
    symbolic, hard = folder / "symbolic.db", folder / "hard.db"

    async def play() -> None:
        async with opened(sqlite_url):
            symbolic.symlink_to(path)
            hard.hardlink_to(path)
            for name in (symbolic, hard):
                with pytest.raises(BadInput):
                    await Store.open(f"sqlite:///{name}", "two")
        async with opened(f"sqlite:///{symbolic}", "two") as store:
            await store.create(line("t"), rows(0))
        async with opened(sqlite_url, "two") as store:
            assert await store.read("t") == rows(0)

    asyncio.run(play())


def test_a_file_that_is_no_database_is_left_alone(sqlite_url: str) -> None:
    async def play() -> None:
        path = path_of(sqlite_url)
        path.parent.mkdir()
        path.write_text("a shopping list, " * 100)
        with pytest.raises(StoreError, match="no database"):
            await Store.open(sqlite_url, "one")
        assert path.read_text() == "a shopping list, " * 100

    asyncio.run(play())


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StoreError, match="file"):
            await Store.open(f"sqlite:///{tmp_path}/file/store.db", "one")

    asyncio.run(play())


def test_the_file_is_for_its_owner_only_and_safe_against_a_power_cut(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            assert os.stat(path_of(sqlite_url)).st_mode & 0o077 == 0

            def pragmas(connection: Connection) -> list[object]:
                names = ("journal_mode", "synchronous", "foreign_keys")
                return [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names]

            assert await store._database.write(pragmas) == ["wal", 2, 1]

    asyncio.run(play())
