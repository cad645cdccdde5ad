"""Reviews at a server: jobs that any node does and none loses, bounded for each person, and only of what is over."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, text

from elftafel.errors import BadInput
from elftafel.kernel.jit import PLAIN
from elftafel.server.live import reviews
from elftafel.server.live.reviews import ChildLine
from elftafel.server.live.warming import Warming
from elftafel.server.settings import Settings
from elftafel.server.store import ReviewJob, Store
from elftafel.server.store.reviews import MOST_TRIES
from elftafel.server.store.schema import metadata
from tests.server.apps import Running, running
from tests.server.databases import line, opened, rows

pytest_plugins = ["tests.server.databases"]

FOUND: dict[str, Any] = {
    "elftafel_review": 1,
    "game": "elfer_raus",
    "rules_version": 1,
    "iterations": 5000,
    "seed": 0,
    "seats": [],
    "decisions": [],
    "chart": [],
    "turns": [],
}


# The store.


async def with_tables(store: Store, *ids: str) -> None:
    for id in ids:
        await store.create(line(id), rows(0))


def test_a_job_is_done_once_and_kept(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await with_tables(store, "t")
            assert await store.review("t") is None
            for person in ("ana", "bo", "ana"):
                assert await store.ask_review("t", person, 500, 1) is None
            assert await store.claim_review(60) == ReviewJob("t", 500)
            assert await store.claim_review(60) is None
            assert await store.get_on_with_review("t", 3, 9, 60)
            row = await store.review("t")
            assert row is not None
            assert (row.done, row.total, row.finished_at, row.body) == (3, 9, None, None)
            await store.finish_review("t", b"found")
            assert await store.claim_review(60) is None
            row = await store.review("t")
            assert row is not None
            assert row.finished_at is not None
            assert (row.body, row.problem) == (b"found", None)

    asyncio.run(play())


def test_another_node_takes_what_one_has_left(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url, "one") as one, opened_beside(database_url, one) as two:
            await with_tables(one, "t", "u")
            await one.ask_review("t", "ana", 500, 9)
            await one.ask_review("u", "ana", 500, 9)
            assert await one.claim_review(0) == ReviewJob("t", 500)  # its time is over at once
            assert await two.claim_review(60) == ReviewJob("t", 500)
            assert not await one.get_on_with_review("t", 1, 2, 60)
            await one.finish_review("t", b"late")
            row = await two.review("t")
            assert row is not None
            assert row.finished_at is None
            assert await two.claim_review(60) == ReviewJob("u", 500)
            await two.leave_reviews()
            assert await one.claim_review(60) == ReviewJob("t", 500)

    asyncio.run(play())


def opened_beside(url: str, store: Store) -> Any:
    """A second store; SQLite allows one, so there the same one with another name."""
    if not store.alone:
        return opened(url, "two")
    two = Store(store._database, url, "two", store.generation)

    class Beside:
        async def __aenter__(self) -> Store:
            return two

        async def __aexit__(self, *_: object) -> None:
            pass

    return Beside()


def test_a_match_over_which_nodes_die_is_given_up(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            await with_tables(store, "t", "u")
            await store.ask_review("t", "ana", 500, 9)
            for _ in range(MOST_TRIES):
                assert await store.claim_review(0) == ReviewJob("t", 500)
            await store.ask_review("u", "ana", 500, 9)
            assert await store.claim_review(0) is None
            row = await store.review("t")
            assert row is not None
            assert row.problem == "gave up"
            assert await store.claim_review(0) == ReviewJob("u", 500)

    asyncio.run(play())


def test_a_person_may_ask_for_a_few_an_hour(database_url: str) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await with_tables(store, *"abcd")
            assert await store.ask_review("a", "ana", 500, 2) is None
            assert await store.ask_review("b", "ana", 500, 2) is None
            wait = await store.ask_review("c", "ana", 500, 2)
            assert wait is not None
            assert 3_500_000 < wait <= 3_600_000
            assert await store.review("c") is None
            assert await store.ask_review("a", "ana", 500, 2) is None, "that one is there already"
            assert await store.ask_review("c", "bo", 500, 2) is None

    asyncio.run(play())


FIRST = {"tables", "entries", "seatings", "leases", "nodes", "people", "results", "ratings", "settings"}
"""The tables of the first version of the database."""


def test_a_database_without_reviews_gets_them_and_can_be_read_before(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            await with_tables(store, "t")
        engine = create_engine(sqlite_url)
        with engine.begin() as connection:
            for name in reversed([table.name for table in metadata.sorted_tables]):
                if name not in FIRST:
                    connection.execute(text(f"DROP TABLE {name}"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        engine.dispose()
        async with opened(sqlite_url, read_only=True) as store:
            assert await store.read("t") == rows(0)
        async with opened(sqlite_url) as store:
            assert await store.read("t") == rows(0)
            assert await store.ask_review("t", "ana", 500, 1) is None

    asyncio.run(play())


# The server.


def seen(answer: Any) -> tuple[int, Any]:
    return answer.status_code, answer.json().get("state") or answer.json().get("error")


async def until(app: Running, id: str, state: str) -> Any:
    """The answer when the review is finished; to be asked seldom, so the store is looked at meanwhile."""
    while True:
        row = await app.store.review(id)
        if row is not None and row.finished_at is not None:
            break
        await asyncio.sleep(0.02)
    answer = (await app.client().get(f"/api/tables/{id}/review")).json()
    assert answer["state"] == state
    return answer


def finds(monkeypatch: pytest.MonkeyPatch, last: ChildLine | None) -> list[str]:
    """No child processes: every review ends like this. Returns the tables that were worked on."""
    done: list[str] = []

    async def in_child(self: object, job: ReviewJob, text: bytes) -> ChildLine | None:
        done.append(job.table)
        return last

    async def ready(self: object, name: str) -> None:
        pass

    monkeypatch.setattr(reviews.Reviews, "_in_child", in_child)
    monkeypatch.setattr(Warming, "need_thinking", ready)
    monkeypatch.setattr(reviews, "LOOK", 0.05)
    return done


def test_a_match_is_reviewed_once_for_all_who_may_see_it(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = finds(monkeypatch, ChildLine(review=msgspec.Raw(msgspec.json.encode(FOUND))))

    async def play() -> None:
        async with running(sqlite_url) as app:
            id, guests = await app.played()
            nobody, path = app.client(), f"/api/tables/{id}/review"
            assert seen(await nobody.get(path)) == (200, "none")
            assert seen(await nobody.post(path)) == (401, "not_signed_in")
            assert seen(await guests[0].get("/api/tables/none/review")) == (404, "no_such_table")
            assert (await guests[0].post(path)).status_code == 202
            answer = await until(app, id, "done")
            assert answer["review"] == FOUND
            assert (await guests[1].post(path)).json() == answer
            assert done == [id]
        async with running(sqlite_url) as app:  # it is kept
            assert (await until(app, id, "done"))["review"] == FOUND
        assert done == [id]

    asyncio.run(play())


def test_a_running_match_has_no_review_whoever_asks(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = finds(monkeypatch, None)

    async def play() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest()
            table = {"game": "elfer_raus", "seats": 1, "rounds": 1}
            for more in ({"seats": 2}, {"seats": 2, "public": True}):
                id = (await guest.post("/api/tables", json=table | more)).json()["id"]
                for ask in (guest.get, guest.post):
                    assert seen(await ask(f"/api/tables/{id}/review")) == (409, "not_over")
                assert await app.store.review(id) is None
        assert done == []

    asyncio.run(play())


def test_what_cannot_be_reviewed_and_what_is_asked_too_often_is_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, ChildLine(problem="nobody had a choice"))

    async def play() -> None:
        async with running(sqlite_url, reviews_per_hour=1) as app:
            id, guests = await app.played()
            await guests[0].post(f"/api/tables/{id}/review")
            assert (await until(app, id, "failed"))["review"] is None
            await app.store.create(line("other"), rows(0))
            assert await app.store.ask_review("other", (await guests[0].get("/api/people/me")).json()["id"], 5, 1)
        async with running(sqlite_url, review_iterations=0) as app:
            id, guests = await app.played()
            answer = await guests[0].get(f"/api/tables/{id}/review")
            assert answer.json() == {"state": "none", "offered": False, "done": 0, "total": 0, "review": None}
            assert seen(await guests[0].post(f"/api/tables/{id}/review")) == (403, "not_allowed")

    asyncio.run(play())


def test_a_review_that_a_stop_interrupts_goes_on_after_it(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch, ChildLine(review=msgspec.Raw(msgspec.json.encode(FOUND))))
    working = reviews.Reviews._in_child
    begun = []

    async def forever(self: object, job: ReviewJob, text: bytes) -> ChildLine | None:
        begun.append(job.table)
        await asyncio.sleep(3600)
        return None

    async def play() -> None:
        monkeypatch.setattr(reviews.Reviews, "_in_child", forever)
        async with running(sqlite_url) as app:
            id, guests = await app.played()
            await guests[0].post(f"/api/tables/{id}/review")
            while not begun:
                await asyncio.sleep(0.02)
        monkeypatch.setattr(reviews.Reviews, "_in_child", working)
        async with running(sqlite_url) as app:
            await until(app, id, "done")

    asyncio.run(play())


@pytest.mark.skipif(PLAIN, reason="a search")
@pytest.mark.xdist_group("search-elfer_raus")
def test_a_child_process_does_it_and_tells_its_progress(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "LOOK", 0.05)
    monkeypatch.setattr(reviews, "SIGN", 0.1)

    async def play() -> None:
        async with running(sqlite_url, review_iterations=100, review_nice=0) as app:
            id, guests = await app.played()
            await guests[0].post(f"/api/tables/{id}/review")
            answer = await until(app, id, "done")
            decisions = answer["review"]["decisions"]
            assert answer["done"] > 0
            assert answer["total"] == len(decisions) > 10
            record = (await guests[1].get(f"/api/tables/{id}/match")).json()
            assert [record["log"]["actions"][one["ply"]][0] for one in decisions] == [
                one["played"] for one in decisions
            ]

    asyncio.run(play())


def test_a_setting_that_no_review_can_use_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"
    for iterations in (0, 100, 20_000):
        Settings(database=database, review_iterations=iterations).check()
    with pytest.raises(BadInput, match="0 or at least 100"):
        Settings(database=database, review_iterations=99).check()
