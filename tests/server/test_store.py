"""Logs, lists and codes, on both databases."""

import asyncio
from collections.abc import Awaitable, Sequence
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elftafel.errors import BadInput
from elftafel.server.store import (
    Appended,
    Behind,
    CodeTaken,
    CommandKey,
    Line,
    LogReplaced,
    Repeated,
    Store,
    StoreError,
)
from tests.conftest import MORE
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]


def test_rows_come_back_as_they_were_appended(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            body = bytes(range(256))
            assert await store.create(line("t", 2), rows(0, 2, body)) == "t"
            assert await store.append("t", 2, rows(2, 3, b"new"), line("t", 5)) == Appended(5)
            assert await store.read("t") == rows(0, 2, body) + rows(2, 3, b"new")
            assert await store.read("t", 4) == rows(4, 1, b"new")
            assert await store.read("t", 5) == []
            assert await store.line("t") == line("t", 5)
        async with opened(database_url) as store:
            assert await store.read("t") == rows(0, 2, body) + rows(2, 3, b"new")

    asyncio.run(play())


def test_a_late_append_writes_nothing_and_hears_how_far_the_log_is(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0))
            await store.append("t", 1, rows(1, 2), line("t", 3))
            late = await store.append("t", 1, rows(1, 1, b"late"), line("t", 2), CommandKey("ben", "late"))
            assert late == Behind(3)
            assert await store.read("t") == rows(0, 3)
            assert await store.line("t") == line("t", 3)
            assert await store.append("t", 3, rows(3), line("t", 4), CommandKey("ben", "late")) == Appended(4)

    asyncio.run(play())


def test_a_command_is_applied_once(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0))
            await store.create(line("u"), rows(0))
            command = CommandKey("ben", "1")
            assert await store.append("t", 1, rows(1, 2), line("t", 3), command) == Appended(3)
            assert await store.append("t", 1, rows(1, 2), line("t", 3), command) == Repeated(2)
            assert await store.append("t", 3, rows(3), line("t", 4), command) == Repeated(2)
            assert await store.read("t") == rows(0, 3)
            # The same id is another command at another table, or from someone else.
            assert await store.append("u", 1, rows(1), line("u", 2), command) == Appended(2)
            assert await store.append("t", 3, rows(3), line("t", 4), CommandKey("anna", "1")) == Appended(4)

    asyncio.run(play())


Step = tuple[int, int, str | None]  # entries known too few or too many, rows, id of the command


@pytest.mark.timeout(120)
def test_a_log_behaves_like_a_list_whatever_is_sent(database_url: str) -> None:
    async def play(store: Store, table: str, steps: list[Step]) -> None:
        await store.create(line(table), rows(0))
        model = rows(0)
        commands: dict[str, int] = {}
        for place, (off, many, id) in enumerate(steps):
            expected = max(0, len(model) + off)
            new = rows(expected, many, f"{place}".encode())
            command = CommandKey("ben", id) if id else None
            try:
                answer = await store.append(table, expected, new, line(table, expected + many), command)
            except LogReplaced:
                assert expected > len(model)
                continue
            if id in commands:
                assert answer == Repeated(commands[id])
            elif expected < len(model):
                assert answer == Behind(len(model))
            else:
                assert answer == Appended(expected + many)
                model += new
                if id:
                    commands[id] = expected + 1
        assert await store.read(table) == model
        assert (await store.line(table)) == line(table, len(model))

    steps = st.lists(st.tuples(st.integers(-2, 1), st.integers(1, 3), st.sampled_from([None, "a", "b"])), max_size=10)
    tables = (f"t{i}" for i in count())
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(database_url, "one"))

        @settings(max_examples=20 * MORE)
        @given(steps)
        def check(steps: list[Step]) -> None:
            runner.run(play(store, next(tables), steps))

        check()
        runner.run(store.close())


def test_many_sendings_of_one_command_at_once_make_one_entry(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0))
            command = CommandKey("ben", "1")
            sendings = (store.append("t", 1, rows(1), line("t", 2), command) for _ in range(20))
            answers = await asyncio.gather(*sendings)
            assert answers.count(Appended(2)) == 1
            assert answers.count(Repeated(2)) == 19

    asyncio.run(play())


def test_a_log_shorter_than_expected_was_replaced(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0))
            with pytest.raises(LogReplaced, match="ends at entry 1, not at 7"):
                await store.append("t", 7, rows(7), line("t", 8))
            with pytest.raises(LogReplaced):
                await store.append("elsewhere", 1, rows(1), line("elsewhere", 2))
            with pytest.raises(LogReplaced):
                await store.append("t", 1, rows(1), line("t", 2), generation=b"another")
            assert await store.read("t") == rows(0)

    asyncio.run(play())


def test_rows_with_a_gap_are_refused(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            with pytest.raises(ValueError, match="do not follow"):
                await store.create(line("t", 2), rows(1))
            await store.create(line("t"), rows(0))
            for bad in (rows(2), [*rows(1), *rows(2), *rows(4)], []):
                with pytest.raises(ValueError, match="do not follow"):
                    await store.append("t", 1, bad, line("t", 2))

    asyncio.run(play())


def test_a_repeated_creation_gives_the_table_that_it_made(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            command = CommandKey("anna", "make")
            ids = await asyncio.gather(*(store.create(line(f"t{i}"), rows(0), command) for i in range(10)))
            assert len(set(ids)) == 1
            assert len(await store.tables_of("anna", 100)) == 1
            assert await store.create(line("other"), rows(0), CommandKey("ben", "make")) == "other"
            # A later command of the same id at that table is a repetition too.
            assert await store.append(ids[0], 1, rows(1), line(ids[0], 2), command) == Repeated(1)

    asyncio.run(play())


def test_a_code_belongs_to_one_table_until_that_is_over(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("old", code="KRAN"), rows(0))
            with pytest.raises(CodeTaken, match="KRAN"):
                await store.create(line("new", code="KRAN"), rows(0))
            assert await store.line("new") is None
            await store.append("old", 1, rows(1), line("old", 2, code="KRAN", status="over"))
            found = await store.by_code("KRAN")
            assert found is not None
            assert found.id == "old"
            await store.create(line("new", code="KRAN", created_at=2_000), rows(0))
            found = await store.by_code("KRAN")
            assert found is not None
            assert found.id == "new"
            await store.append("new", 1, rows(1), line("new", 2, code="KRAN", status="over", created_at=2_000))
            found = await store.by_code("KRAN")
            assert found is not None
            assert found.id == "new"
            assert await store.by_code("NONE") is None

    asyncio.run(play())


def test_of_many_creations_with_one_code_one_succeeds(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            tries = (store.create(line(f"t{i}", code="KRAN"), rows(0)) for i in range(10))
            found = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(one, str) for one in found) == 1
            assert sum(isinstance(one, CodeTaken) for one in found) == 9

    asyncio.run(play())


def test_lists_show_what_one_may_join_or_watch_newest_first(database_url: str) -> None:
    async def ids(found: Awaitable[Sequence[Line]]) -> list[str]:
        return [one.id for one in await found]

    async def play() -> None:
        async with opened(database_url) as store:
            tables: dict[str, dict[str, Any]] = {
                "open": {},
                "newer": {},
                "full": {"free": 0},
                "private": {"public": False},
                "playing": {"status": "playing", "free": 0},
                "watched": {"status": "playing"},
                "closed": {"status": "playing", "spectators": False},
                "over": {"status": "over"},
            }
            for number, (table, changes) in enumerate(tables.items()):
                await store.create(line(table, created_at=number, **changes), rows(0))
            assert await ids(store.joinable(10)) == ["newer", "open"]
            assert await ids(store.joinable(1)) == ["newer"]
            assert await ids(store.watchable(10)) == ["watched", "playing"]

    asyncio.run(play())


def test_a_person_finds_the_tables_where_they_have_a_seat(database_url: str) -> None:
    async def ids(store: Store, person: str) -> list[str]:
        return [one.id for one in await store.tables_of(person, 10)]

    async def play() -> None:
        async with opened(database_url) as store:
            for number, status in enumerate(["open", "over", "playing", "over"]):
                table = f"{status}{number}"
                await store.create(line(table, status=status, updated_at=number, people=("anna",)), rows(0))
            assert await ids(store, "anna") == ["playing2", "open0", "over3", "over1"]
            assert await ids(store, "ben") == []
            await store.append("open0", 1, rows(1), line("open0", 2, people=("ben", "carl")))
            assert await ids(store, "anna") == ["playing2", "over3", "over1"]
            assert await ids(store, "carl") == ["open0"]
            found = await store.line("open0")
            assert found is not None
            assert found.people == ("ben", "carl")

    asyncio.run(play())


def test_polling_finds_tables_that_changed(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            known = {f"t{i}": 1 for i in range(30)}
            for table in known:
                await store.create(line(table), rows(0))
            assert await store.changed_since(known) == []
            await store.append("t3", 1, rows(1, 4), line("t3", 5))
            assert await store.changed_since(known | {f"gone{i}": 1 for i in range(3_000)}) == [("t3", 5)]
            assert await store.changed_since({}) == []

    asyncio.run(play())


def test_a_command_that_was_done_is_found(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0), CommandKey("anna", "make"))
            await store.append("t", 1, rows(1, 2), line("t", 3), CommandKey("ben", "1"))
            assert await store.done("t", CommandKey("ben", "1")) == 2
            assert await store.done("t", CommandKey("anna", "make")) == 1
            assert await store.done("t", CommandKey("anna", "1")) is None

    asyncio.run(play())


def test_tables_that_nobody_starts_are_found(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            for number, status in enumerate(["open", "playing", "over", "closed", "open", "open"]):
                await store.create(line(f"t{number}", status=status, updated_at=number), rows(0))
            assert await store.idle(5, 10) == ["t0", "t4"]
            assert await store.idle(5, 1) == ["t0"]
            await store.create(line("new", code="code-t3"), rows(0))  # a closed table keeps no code

    asyncio.run(play())


def test_secrets_are_made_once_and_last(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            found = set(await asyncio.gather(*(store.secret("cookie") for _ in range(8))))
            assert len(found) == 1
            assert len(next(iter(found))) == 32
            assert await store.secret("other") not in found
            generation = store.generation
        async with opened(database_url, "two") as store:
            assert await store.secret("cookie") in found
            assert store.generation == generation

    asyncio.run(play())


def test_a_store_opened_for_reading_writes_nothing(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t"), rows(0))
            async with opened(database_url, "doctor", read_only=True) as reader:  # beside it
                assert await reader.read("t") == rows(0)
                await store.append("t", 1, rows(1), line("t", 2))
                assert await reader.read("t") == rows(0, 2)
        async with opened(database_url, "doctor", read_only=True) as reader:  # without it
            assert await reader.read("t") == rows(0, 2)
            with pytest.raises(StoreError, match="reading only"):
                await reader.create(line("u"), rows(0))

    asyncio.run(play())


def test_other_addresses_are_refused() -> None:
    async def play() -> None:
        for url in ("mysql://host/name", "nothing", "sqlite://", "sqlite:///:memory:"):
            with pytest.raises(BadInput, match="database"):
                await Store.open(url, "one")

    asyncio.run(play())
