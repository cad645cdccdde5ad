"""Leases on tables, signs of life and the time in which no node served, on both databases."""

import asyncio

import pytest
from sqlalchemy import Connection, update

from elftafel.server.store import Store
from elftafel.server.store.keyvalues import MOST_SILENCES
from elftafel.server.store.schema import nodes
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]


async def dead_for(store: Store, seconds: float) -> int:
    """As if all nodes had stopped to beat so long ago."""
    at = await store.now() - int(seconds * 1000)

    def job(connection: Connection) -> None:
        connection.execute(update(nodes), {"seen_at": at})

    await store._database.write(job)
    return at


def test_only_tables_that_need_care_are_claimed(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            for table in ("a", "b", "c", "d"):
                await store.create(line(table, cared=table != "b"), rows(0))
            assert await store.claim(2, 60) == ["a", "c"]
            assert await store.claim(9, 60) == ["d"]
            assert await store.claim(9, 60) == []
            await store.append("b", 1, rows(1), line("b", 2, cared=True))
            assert await store.claim(9, 60) == ["b"]

    asyncio.run(play())


def test_a_lease_that_is_not_renewed_runs_out(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            for table in ("held", "left"):
                await store.create(line(table, cared=True), rows(0))
            assert sorted(await store.claim(9, 0.3)) == ["held", "left"]
            beat = await store.beat(["held"], 60)
            assert (beat.kept, beat.lost) == (frozenset({"held"}), frozenset())
            await asyncio.sleep(0.35)
            store.node = "two"
            assert await store.claim(9, 60) == ["left"]
            store.node = "one"
            beat = await store.beat(["held", "left", "never"], 60)
            assert (beat.kept, beat.lost) == (frozenset({"held"}), frozenset({"left", "never"}))
            assert abs(beat.now - await store.now()) < 5_000

    asyncio.run(play())


def test_a_node_that_starts_again_can_claim_what_it_held_at_once(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            for table in ("mine", "theirs"):
                await store.create(line(table, cared=True), rows(0))
            assert await store.claim(1, 60) == ["mine"]
            store.node = "two"
            assert await store.claim(1, 60) == ["theirs"]
            await store.begin()
            assert await store.claim(9, 60) == (["mine", "theirs"] if store.alone else ["theirs"])

    asyncio.run(play())


def test_a_graceful_stop_leaves_tables_to_others_at_once(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.create(line("t", cared=True), rows(0))
            await store.beat(await store.claim(9, 60), 60)
            await store.release()
            store.node = "two"
            assert await store.claim(9, 60) == ["t"]

    asyncio.run(play())


def test_two_nodes_never_hold_one_table(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            for i in range(40):
                await one.create(line(f"t{i}", cared=True), rows(0))
            taken = await asyncio.gather(*((one, two)[i % 2].claim(7, 60) for i in range(20)))
            found = [table for tables in taken for table in tables]
            assert len(found) == len(set(found))
            found += await one.claim(100, 60)
            assert len(found) == len(set(found)) == 40

    asyncio.run(play())


def test_the_first_start_knows_no_silence(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            assert await store.begin() == ()
            assert (await store.beat([], 5)).silences == ()

    asyncio.run(play())


def test_the_time_of_a_stop_is_noted_once(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url, "one") as store:
            await store.begin()
            stopped = await dead_for(store, 3_600)
        async with opened(database_url, "two") as store:
            [found] = await store.begin()
            assert found.since == stopped
            assert found.until == pytest.approx(await store.now(), abs=5_000)
            assert (await store.beat([], 5)).silences == (found,)

    asyncio.run(play())


def test_a_quick_graceful_restart_is_noted_too(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url, "one") as store:
            await store.begin()
            stopped = (await store.beat([], 5)).now
            await store.release()
        await asyncio.sleep(0.05)
        async with opened(database_url, "two") as store:
            [found] = await store.begin()
            assert found.since >= stopped
            assert found.until - found.since >= 50

    asyncio.run(play())


def test_the_last_silences_are_remembered(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await store.begin()
            since = []
            for seconds in range(60, 60 + MOST_SILENCES + 2):
                since.append(await dead_for(store, seconds))
                found = (await store.beat([], 5)).silences
            assert [silence.since for silence in found] == since[2:]

    asyncio.run(play())


def test_many_nodes_that_start_note_one_silence(postgresql_url: str) -> None:
    async def play() -> None:
        stores = await asyncio.gather(*(Store.open(postgresql_url, f"node{i}") for i in range(4)))
        await stores[0].begin()
        since = await dead_for(stores[0], 60)
        found = await asyncio.gather(*(store.begin() for store in stores))
        assert [silence.since for silence in found[0]] == [since]
        assert found == [found[0]] * 4  # and all know it
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(play())


def test_a_node_that_joins_living_ones_notes_nothing(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            await one.begin()
            assert await two.begin() == ()

    asyncio.run(play())


@pytest.mark.parametrize("lived", [False, True])
def test_a_start_soon_after_a_crash_is_noted_when_it_is_sure(
    postgresql_url: str, lived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elftafel.server.store.nodes.ALIVE", 60_000)

    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            clock, later = two._database.clock, 0
            monkeypatch.setattr(two._database, "clock", lambda connection: clock(connection) + later)
            await one.begin()
            crashed = (await one.beat([], 5)).now
            assert await two.begin() == ()
            began = await two.now()
            if lived:
                await one.beat([], 5)
            found = []
            for later in (30_000, 60_000, 90_000):  # noqa: B007
                found.append((await two.beat([], 5)).silences)
            assert found[0] == ()
            assert found[1] == found[2]
            assert [silence.since for silence in found[1]] == ([] if lived else [crashed])
            assert all(crashed <= silence.until <= began for silence in found[1])

    asyncio.run(play())


def test_when_nobody_could_beat_for_long_one_silence_is_noted(postgresql_url: str) -> None:
    async def play() -> None:
        async with opened(postgresql_url, "one") as one, opened(postgresql_url, "two") as two:
            await one.begin()
            await two.begin()
            since = await dead_for(one, 30)
            beats = await asyncio.gather(one.beat([], 5), two.beat([], 5))
            assert [silence.since for silence in beats[0].silences] == [since]
            assert beats[0].silences == beats[1].silences

    asyncio.run(play())


def test_a_restarted_server_on_a_file_holds_no_old_leases(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url, "one") as store:
            await store.begin()
            await store.create(line("t", cared=True), rows(0))
            assert await store.claim(9, 3_600) == ["t"]
        async with opened(sqlite_url, "two") as store:
            assert await store.claim(9, 60) == []
            await store.begin()
            assert await store.claim(9, 60) == ["t"]

    asyncio.run(play())
