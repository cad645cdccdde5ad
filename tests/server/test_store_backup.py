"""Backups of a SQLite database and the way back, while a server writes."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

from elftafel.errors import BadInput
from elftafel.server.store import Appended, LogReplaced, Store, StoreError
from elftafel.server.store.backup import backup, restore
from elftafel.server.store.partial import temporary
from elftafel.server.store.sqlite_file import damage
from tests.server.databases import break_index, ended, line, opened, rows

pytest_plugins = ["tests.server.databases"]


def path_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def left_over(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if "-part" in path.name]


@asynccontextmanager
async def writing(store: Store, *tables: str) -> AsyncIterator[dict[str, int]]:
    """Appends to tables as fast as it goes; tells what was acknowledged."""
    told: dict[str, int] = {}

    async def append_on(table: str) -> None:
        await store.create(line(table), rows(0))
        number = 1
        while True:
            answer = await store.append(table, number, rows(number), line(table, number + 1))
            assert isinstance(answer, Appended)
            number = told[table] = answer.number

    tasks = [asyncio.create_task(append_on(table)) for table in tables]
    try:
        yield told
    finally:
        for task in tasks:
            task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        problems = [one for one in found if not isinstance(one, asyncio.CancelledError | LogReplaced)]
        assert problems == []


def test_a_backup_is_one_state_of_a_database_that_is_written(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store, writing(store, "a", "b", "c") as told:
            while len(told) < 3:
                await asyncio.sleep(0.01)
            before = dict(told)
            await asyncio.to_thread(backup, sqlite_url, file)
        assert not left_over(tmp_path)
        assert file.stat().st_mode & 0o077 == 0
        async with opened(url_of(file)) as store:
            for table, number in before.items():
                found = await store.read(table)
                assert found == rows(0, len(found))
                assert len(found) >= number
                assert await store.line(table) == line(table, len(found))

    asyncio.run(play())


def test_a_backup_overwrites_only_by_force(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            backup(sqlite_url, file)
            await store.create(line("t"), rows(0))
            with pytest.raises(BadInput, match="there already"):
                backup(sqlite_url, file)
            backup(sqlite_url, file, force=True)
            with pytest.raises(BadInput, match="database itself"):
                backup(sqlite_url, path_of(sqlite_url), force=True)
        async with opened(url_of(file), read_only=True) as store:
            assert await store.read("t") == rows(0)

    asyncio.run(play())


def test_a_backup_of_nothing_or_into_nowhere_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        with pytest.raises(BadInput, match="no such file"):
            backup(sqlite_url, tmp_path / "copy.db")
        async with opened(sqlite_url):
            with pytest.raises(StoreError, match="No such file"):
                backup(sqlite_url, tmp_path / "nowhere" / "copy.db")
        assert not left_over(tmp_path)

    asyncio.run(play())


def test_a_restore_while_the_server_runs_is_noticed_at_once(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            replaced: list[bytes] = []
            store.on_replaced = lambda: replaced.append(store.generation)
            old = store.generation
            await store.begin()
            await store.create(line("old", cared=True), rows(0))
            assert await store.claim(9, 60) == ["old"]
            await asyncio.to_thread(backup, sqlite_url, file)
            await store.append("old", 1, rows(1, 1, b"lost"), line("old", 2, cared=True))
            await store.create(line("new"), rows(0))
            kept = await asyncio.to_thread(restore, sqlite_url, file)
            assert kept == Path(f"{path_of(sqlite_url)}.before-restore")
            # The log ends where the server believes that it does, but it is another one.
            with pytest.raises(LogReplaced):
                await store.append("old", 1, rows(1), line("old", 2))
            assert replaced == [store.generation]
            assert store.generation != old
            assert await store.line("new") is None
            assert await store.read("old") == rows(0)
            with pytest.raises(LogReplaced):  # read before, appended after
                await store.append("old", 1, rows(1), line("old", 2), generation=old)
            assert len(replaced) == 1
            assert await store.append("old", 1, rows(1), line("old", 2)) == Appended(2)
            assert (await store.beat(["old"], 60)).lost == {"old"}
        async with opened(url_of(kept)) as store:
            assert await store.read("old") == [*rows(0), *rows(1, 1, b"lost")]
            assert await store.read("new") == rows(0)

    asyncio.run(play())


def test_a_sign_of_life_notices_a_restore_and_gives_the_time_back(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            replaced: list[int] = []
            store.on_replaced = lambda: replaced.append(1)
            await store.begin()
            backup(sqlite_url, file)
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("UPDATE nodes SET seen_at = seen_at - 3600000")
            await store.beat([], 5)
            await asyncio.to_thread(restore, sqlite_url, file)
            [found] = (await store.beat([], 5)).silences
            assert replaced == [1]
            assert found.until - found.since >= 3_600_000
            assert (await store.beat([], 5)).silences == (found,)

    asyncio.run(play())


def test_what_was_acknowledged_before_a_restore_is_in_the_kept_copy(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            backup(sqlite_url, file)
            async with writing(store, "a", "b", "c") as told:
                while len(told) < 3:
                    await asyncio.sleep(0.01)
                kept = await asyncio.to_thread(restore, sqlite_url, file)
                await asyncio.sleep(0.05)
            assert kept is not None
            assert await store.tables_of("anna", 9) == []
        async with opened(url_of(kept), read_only=True) as store:
            for table, number in told.items():
                assert await store.read(table) == rows(0, number)

    asyncio.run(play())


def test_a_restore_brings_everything_back(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            await store.create(line("t", status="playing"), rows(0))
            await store.append("t", 1, rows(1), line("t", 2, status="over"), ended=ended("anna", "ben"))
            await store.add_person("anna", "Anna", "de", 1)
            secret = await store.secret("cookie")
            ratings, person = await store.ratings("anna"), await store.person("anna")
        backup(sqlite_url, file)
        for name in ("elftafel.db", "elftafel.db.lock"):
            (path_of(sqlite_url).parent / name).unlink()
        assert restore(sqlite_url, file) is None  # nothing was there
        async with opened(sqlite_url) as store:
            assert await store.ratings("anna") == ratings
            assert await store.person("anna") == person
            assert await store.secret("cookie") == secret
            assert await store.line("t") == line("t", 2, status="over")
        assert restore(sqlite_url, file) == Path(f"{path_of(sqlite_url)}.before-restore")
        assert restore(sqlite_url, file) == Path(f"{path_of(sqlite_url)}.before-restore-2")

    asyncio.run(play())


def test_a_damaged_database_is_set_aside_when_no_server_runs(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            await store.create(line("t"), rows(0))
        backup(sqlite_url, file)
        path_of(sqlite_url).write_bytes(b"damaged" * 10_000)
        kept = restore(sqlite_url, file)
        assert kept is not None
        assert kept.read_bytes() == b"damaged" * 10_000
        async with opened(sqlite_url) as store:
            assert await store.read("t") == rows(0)

    asyncio.run(play())


def test_a_database_with_a_broken_index_is_set_aside_too(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            await store.create(line("t"), rows(0))
        backup(sqlite_url, file)
        break_index(path_of(sqlite_url))
        assert restore(sqlite_url, file) == Path(f"{path_of(sqlite_url)}.before-restore")
        async with opened(sqlite_url) as store:
            assert await store.read("t") == rows(0)
        assert damage(path_of(sqlite_url)) == []

    asyncio.run(play())


def test_a_file_one_byte_short_is_no_backup_and_cannot_be_backed_up(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            await store.create(line("t"), rows(0))

    asyncio.run(play())
    short, path = tmp_path / "short.db", path_of(sqlite_url)
    backup(sqlite_url, short)
    for file in (short, path):
        os.truncate(file, file.stat().st_size - 1)
    with pytest.raises(StoreError, match="cut off, 1 bytes are missing"):
        restore(sqlite_url, short)
    with pytest.raises(StoreError, match="cut off, 1 bytes are missing"):
        backup(sqlite_url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from elftafel.server.store.partial import temporary
with temporary(Path(sys.argv[1])) as copied:
    copied.write_bytes(b"secret")
    Path(f"{copied}-wal").write_bytes(b"secret")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_left_of_a_killed_backup_or_restore(sqlite_url: str, tmp_path: Path) -> None:
    async def served_once() -> None:
        async with opened(sqlite_url):
            pass

    asyncio.run(served_once())
    folder = path_of(sqlite_url).parent
    for target in (tmp_path / "monday.db", path_of(sqlite_url)):
        subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
        assert len(left_over(target.parent)) == 1
    with temporary(tmp_path / "tuesday.db") as at_work:  # by another process, as far as locks can tell
        theirs = tmp_path / "film.1a2b3c4d.part"
        theirs.touch()
        backup(sqlite_url, tmp_path / "wednesday.db")
        assert left_over(tmp_path) == [at_work.parent], "the next backup has removed the other, whatever its name"
        assert theirs.exists(), "what is not ours stays"
    assert left_over(tmp_path) == []
    asyncio.run(served_once())
    assert left_over(folder) == [], "a server that starts removes it too"


def test_a_signal_ends_a_backup_without_leaving_anything(sqlite_url: str, tmp_path: Path) -> None:
    code = """
import os, signal, sys
from elftafel.cli import main
from elftafel.server.store import backup
backup.check_ours = lambda *_: os.kill(os.getpid(), signal.SIGTERM)
main(["backup", sys.argv[1], "--database", sys.argv[2]])
"""

    async def served_once() -> None:
        async with opened(sqlite_url):
            pass

    asyncio.run(served_once())
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path / "copy.db"), sqlite_url], check=False)
    assert ended.returncode == 128 + signal.SIGTERM
    assert not (tmp_path / "copy.db").exists()
    assert left_over(tmp_path) == []


def test_only_sound_backups_of_ours_are_restored(sqlite_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        file = tmp_path / "copy.db"
        async with opened(sqlite_url) as store:
            await asyncio.gather(*(store.create(line(f"t{i}"), rows(0)) for i in range(200)))
            backup(sqlite_url, file)
            text, other, damaged, newer = (tmp_path / name for name in ("text", "other", "damaged", "newer"))
            text.write_text("a shopping list, " * 100)
            with closing(sqlite3.connect(other)) as connection:
                connection.execute("CREATE TABLE things (name)")
            data = bytearray(file.read_bytes())
            data[20_000:40_000] = bytes(20_000)
            damaged.write_bytes(data)
            newer.write_bytes(file.read_bytes())
            with closing(sqlite3.connect(newer)) as connection, connection:
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
            for bad, why in (
                (text, "no database"),
                (other, "one that Elftafel has made"),
                (damaged, "damaged"),
                (newer, "newer Elftafel"),
                (tmp_path / "nothing", "no such file"),
            ):
                with pytest.raises((BadInput, StoreError), match=why):
                    restore(sqlite_url, bad)
            assert await store.append("t0", 1, rows(1), line("t0", 2)) == Appended(2)
        assert not left_over(path_of(sqlite_url).parent)
        assert not list(path_of(sqlite_url).parent.glob("*before-restore*"))

    asyncio.run(play())
