"""What only PostgreSQL does: many nodes on one database, connections that break, hints between nodes."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from elftafel.errors import BadInput
from elftafel.server.store import Appended, Behind, Busy, CommandKey, Store, StoreError, Unknown
from elftafel.server.store.backup import backup, restore
from elftafel.server.store.postgres import SETTINGS, shown
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]


def end_connections(url: str) -> int:
    """Break all connections to a database; tells how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        found = connection.execute(
            f"SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE {others}".encode()
        ).fetchone()
        assert found is not None
        return int(found[0])


async def until(true: Callable[[], bool]) -> None:
    """Wait, but not for ever."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def test_nodes_that_race_on_a_table_leave_no_gap_and_no_double(postgresql_url: str) -> None:
    async def player(store: Store, name: str, moves: int) -> None:
        number = 1
        for move in range(moves):
            command = CommandKey(name, str(move))
            while True:
                body = f"{name} {move}".encode()
                answer = await store.append("t", number, rows(number, 1, body), line("t", number + 1), command)
                if isinstance(answer, Behind):
                    number = answer.number
                    continue
                assert isinstance(answer, Appended)
                number = answer.number
                break

    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            await one.create(line("t"), rows(0))
            names = [f"p{i}" for i in range(6)]
            await asyncio.gather(*(player((one, two)[i % 2], name, 10) for i, name in enumerate(names)))
            found = await two.read("t")
            assert [row.number for row in found] == list(range(1, 62))
            assert sorted(row.body for row in found[1:]) == sorted(
                f"{name} {move}".encode() for name in names for move in range(10)
            )
            for name in names:  # and each person's moves in their order
                mine = [int(row.body.split()[1]) for row in found[1:] if row.body.startswith(f"{name} ".encode())]
                assert mine == list(range(10))

    asyncio.run(play())


def test_a_table_does_not_wait_for_another(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            for table in ("slow", "quick"):
                await store.create(line(table), rows(0))
            held, go_on = asyncio.Event(), asyncio.Event()
            loop = asyncio.get_running_loop()

            def hold(connection: Connection) -> None:
                connection.execute(text("UPDATE tables SET free = free WHERE id = 'slow'"))  # which locks the row
                loop.call_soon_threadsafe(held.set)
                asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(20)

            slow = asyncio.ensure_future(store._database.write(hold, "table:slow"))
            await held.wait()
            waiting = asyncio.ensure_future(store.append("slow", 1, rows(1), line("slow", 2)))
            assert await store.append("quick", 1, rows(1), line("quick", 2)) == Appended(2)
            assert not waiting.done()
            go_on.set()
            await slow
            assert await waiting == Appended(2)

    asyncio.run(play())


def test_a_lock_that_is_held_too_long_is_busy(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "lock_timeout", "100ms")

    async def play() -> None:
        async with opened(postgresql_url) as store:
            await store.create(line("t"), rows(0))

            def hold(connection: Connection) -> None:
                connection.execute(text("UPDATE tables SET free = free"))  # which locks the row too
                with pytest.raises(Busy, match="lock"):
                    asyncio.run_coroutine_threadsafe(append(), loop).result(20)

            async def append() -> object:
                return await store.append("t", 1, rows(1), line("t", 2))

            loop = asyncio.get_running_loop()
            await store._database.write(hold, "table:t")
            assert await append() == Appended(2)

    asyncio.run(play())


def test_broken_connections_come_back_unnoticed(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            await store.create(line("t"), rows(0))
            await asyncio.gather(*(store.read("t") for _ in range(20)))
            assert end_connections(postgresql_url) > 1
            assert await asyncio.gather(*(store.read("t") for _ in range(20))) == [rows(0)] * 20
            assert end_connections(postgresql_url) > 1
            assert await store.append("t", 1, rows(1), line("t", 2)) == Appended(2)

    asyncio.run(play())


def test_a_connection_lost_before_the_commit_is_tried_again(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            await store.create(line("t"), rows(0))
            runs = []

            def job(connection: Connection) -> int:
                connection.execute(text("UPDATE tables SET free = free + 1"))
                runs.append(1)
                if len(runs) == 1:
                    end_connections(postgresql_url)
                return int(connection.execute(text("SELECT free FROM tables")).scalar_one())

            assert await store._database.write(job) == 2
            assert len(runs) == 2

    asyncio.run(play())


def test_a_connection_lost_in_the_commit_is_no_success(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            await store.create(line("t"), rows(0))
            runs = []

            def job(connection: Connection) -> None:
                connection.execute(text("UPDATE tables SET free = free + 1"))
                runs.append(1)
                end_connections(postgresql_url)  # so that COMMIT gets no answer

            with pytest.raises(Unknown, match="perhaps it was written"):
                await store._database.write(job)
            assert len(runs) == 1
            assert await store.append("t", 1, rows(1), line("t", 2)) == Appended(2)

    asyncio.run(play())


def test_a_deadlock_is_tried_again(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            for table in ("a", "b"):
                await store.create(line(table), rows(0))
            both = asyncio.Barrier(2)
            loop = asyncio.get_running_loop()
            runs: list[str] = []

            def cross(first: str, second: str) -> Callable[[Connection], None]:
                def job(connection: Connection) -> None:
                    add = text("UPDATE tables SET free = free + 1 WHERE id = :table")
                    connection.execute(add, {"table": first})
                    runs.append(first)
                    if len(runs) <= 2:
                        asyncio.run_coroutine_threadsafe(both.wait(), loop).result(20)
                    connection.execute(add, {"table": second})

                return job

            await asyncio.gather(store._database.write(cross("a", "b")), store._database.write(cross("b", "a")))
            assert len(runs) >= 3
            found = [await store.line(table) for table in ("a", "b")]
            assert [one.free for one in found if one] == [3, 3]

    asyncio.run(play())


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    async def play() -> None:
        with pytest.raises(StoreError, match="postgresql") as problem:
            await Store.open("postgresql://anna:geheim@127.0.0.1:1/elftafel", "one")
        assert "geheim" not in str(problem.value)

    asyncio.run(play())
    assert shown("postgresql://anna:geheim@host/name") == "postgresql://anna:***@host/name"


def test_backups_are_left_to_the_tools_of_postgresql(postgresql_url: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="pg_dump"):
        backup(postgresql_url, tmp_path / "file")
    with pytest.raises(BadInput, match="pg_restore"):
        restore(postgresql_url, tmp_path / "file")


def test_hints_reach_other_nodes_and_only_the_last_number(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            heard: list[tuple[str, int]] = []
            ready = asyncio.Event()
            await one.listen(lambda table, number: None)
            await two.listen(lambda table, number: heard.append((table, number)), ready.set)
            await ready.wait()
            assert await one.create(line("t"), rows(0)) == "t"
            for number in range(1, 4):
                await one.append("t", number, rows(number), line("t", number + 1))
            await until(lambda: ("t", 4) in heard)
            notifier = one._notifier
            assert notifier is not None
            before = len(heard)
            for number in range(5, 100):
                notifier.tell("t", number)
                notifier.tell("u:v", number)
            await until(lambda: ("t", 99) in heard and ("u:v", 99) in heard)
            assert len(heard) <= before + 4
            late = await two.append("t", 1, rows(1), line("t", 2))
            assert isinstance(late, Behind)  # nothing to tell

    asyncio.run(play())


def test_something_passing_is_heard_by_other_nodes(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            heard: list[tuple[str, int]] = []
            said: list[str] = []
            ready = asyncio.Event()
            await one.listen(lambda table, number: None)
            await two.listen(lambda table, number: heard.append((table, number)), ready.set, said.append)
            await ready.wait()
            for text in ("old", "t:1"):
                one.say("topic", text)
            one.say("other", "ü !")
            await until(lambda: len(said) == 2)
            assert said == ["t:1", "ü !"]
            assert heard == []

    asyncio.run(play())


def test_hints_come_back_after_their_connections_broke(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url) as store:
            heard: list[tuple[str, int]] = []
            starts: list[int] = []
            await store.listen(lambda table, number: heard.append((table, number)), lambda: starts.append(1))
            await until(lambda: len(starts) == 1)
            await store.create(line("t"), rows(0))
            await until(lambda: ("t", 1) in heard)
            end_connections(postgresql_url)
            await until(lambda: len(starts) == 2)  # now is the time to ask for what was missed
            await store.append("t", 1, rows(1), line("t", 2))
            await until(lambda: ("t", 2) in heard)

    asyncio.run(play())
