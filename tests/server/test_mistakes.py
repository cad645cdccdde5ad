"""Own mistakes: kept with the person, come back some days later, and are nobody else's business."""

import asyncio
import re
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, insert, select, update

from elftafel.match import import_log, stand_at
from elftafel.server.live import reviews
from elftafel.server.live.reviews import ChildLine
from elftafel.server.live.warming import Warming
from elftafel.server.store import MistakeFinding, MistakeRow, ReviewJob, SeatFinding, Store
from elftafel.server.store import mistakes as statements
from elftafel.server.store.schema import entries, results
from tests.server.apps import Running, running
from tests.server.databases import opened
from tests.server.test_reviews import FOUND, finds, until, with_tables

pytest_plugins = ["tests.server.databases"]

ACCOUNT = {
    **{"result": 1.0, "even": 0.5, "choices": -0.04, "choices_error": 0.01, "others": 0.0, "others_error": 0.01},
    **{"deal": 0.3, "draw": 0.24, "told": "cost", "decisions": 9, "loss": 0.1, "loss_error": 0.02},
    "marks": {"fine": 8, "mistake": 1},
}


def test_it_comes_back_after_1_3_7_and_21_days_as_long_as_it_is_found(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened(database_url) as store:
            await with_tables(store, "t")
            now = 1_000 * statements.DAY

            async def at(days: int, right: bool) -> MistakeRow:
                found = await store._database.write(
                    lambda connection: statements.tried(connection, "ana", "t", 4, right, now + days * statements.DAY)
                )
                assert found is not None
                return found

            await noted(store, now)
            first = await at(0, right=True)
            assert first.due_at == now + statements.DAY
            assert await at(0, right=True) == first, "before it is due, nothing counts"
            assert await at(0, right=False) == first
            assert (await at(1, right=True)).due_at == now + 4 * statements.DAY
            assert (await at(4, right=False)).due_at == now + 5 * statements.DAY
            days = 5
            for wait in (1, 3, 7, 21):
                assert (await at(days, right=True)).due_at == now + (days + wait) * statements.DAY
                days += wait
            learned = await at(days, right=True)
            assert learned.due_at is None
            assert await at(days + 99, right=False) == learned
            assert await store.mistakes_of("ana", None, 9) == []
            assert await store.mistakes_of("ana", "t", 9) == [learned]
            assert await store.mistakes_of("bo", "t", 9) == []

    asyncio.run(play())


async def noted(store: Store, now: int) -> None:
    """Ana played at a table, and a review found a mistake."""

    finding = SeatFinding(0, 9, -0.04, 0.01, 0.5, (MistakeFinding(4, "mistake", "opens_nothing", 0.1),))
    seat = {"table_id": "t", "number": 1, "seat": 0, "game": "elfer_raus", "pool": "bots", "at": 5, "players": 2}
    rest = {"person": "ana", "bot": None, "name": "Ana", "points": 1, "won": 1.0, "rank": 1, "stood_in": False}

    def job(connection: Connection) -> None:
        connection.execute(insert(results), {**seat, **rest})
        for _ in range(2):  # once, however often it is told
            statements.keep(connection, "t", (finding,), now)

    await store._database.write(job)
    ((row,), kinds) = await store.choices_of("ana", 9)
    assert (row.table, row.game, row.at, row.choices) == ("t", "elfer_raus", 5, -0.04)
    assert kinds == [("elfer_raus", "opens_nothing")]


async def reviewed(app: Running, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Any], int]:
    """A finished match with a mistake in its review, its people, and the ply of the mistake."""
    id, guests = await app.played()
    log = import_log(msgspec.json.encode((await guests[0].get(f"/api/tables/{id}/match")).json()["log"]))
    ply = max(range(len(log.actions)), key=lambda ply: len(stand_at(log, ply).legal))
    match = stand_at(log, ply)
    seat, played = match.turn, log.actions[ply][0]
    assert seat is not None
    best, *also = [action for action in match.legal if action != played][:2]
    move, better = (msgspec.to_builtins(match.game.move_of(action)) for action in (played, best))
    decision = {
        **{"ply": ply, "round": 1, "seat": seat, "played": played, "best": best, "mark": "mistake", "loss": 0.1},
        **{"error": 0.01, "hindsight": "nothing", "gain": -0.1, "gain_error": 0.01, "instead": [], "right": also},
        "move": move,
        "better": better,
        "why": [{"key": "opens_nothing", "value": None}],
    }
    review = FOUND | {"seats": [ACCOUNT, ACCOUNT], "decisions": [decision]}

    async def in_child(self: object, job: ReviewJob, text: bytes) -> ChildLine | None:
        return ChildLine(review=msgspec.Raw(msgspec.json.encode(review)))

    async def ready(self: object, name: str) -> None:
        pass

    monkeypatch.setattr(reviews.Reviews, "_in_child", in_child)
    monkeypatch.setattr(Warming, "need_thinking", ready)
    monkeypatch.setattr(reviews, "LOOK", 0.05)
    await guests[0].post(f"/api/tables/{id}/review")
    await until(app, id, "done")
    return id, [guests[seat], guests[1 - seat]], ply


def test_an_own_mistake_is_a_live_decision_and_nobody_elses(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with running(sqlite_url) as app:
            id, (who, other), ply = await reviewed(app, monkeypatch)
            path = f"/api/people/me/mistakes/{id}/{ply}"
            (row,) = (await who.get("/api/people/me/mistakes")).json()["mistakes"]
            assert (row["table"], row["ply"], row["mark"], row["kind"]) == (id, ply, "mistake", "opens_nothing")
            again = (await who.get(path)).json()
            spot = again["spot"]
            decision = (await who.get(f"/api/tables/{id}/review")).json()["review"]["decisions"][0]
            assert {int(action) for action in spot["then"]} == {decision["best"], *decision["right"]}
            assert str(decision["played"]) in spot["others"]
            assert "hands" not in spot["position"] or spot["position"]["hands"] is None

            # what the other one held then is nowhere in it
            frames = (await who.get(f"/api/tables/{id}/replay?seat={spot['seat']}")).json()["frames"]
            seen = next(frame for frame in frames if frame["position"]["ply"] == ply)
            assert spot["position"]["view"] == seen["position"]["view"]

            for wrong in (other, await app.guest("Cy")):
                assert (await wrong.get(path)).status_code == 404
                assert (await wrong.post(path, json={"right": True})).status_code == 404
                assert (await wrong.get("/api/people/me/mistakes")).json() == {"mistakes": []}
            assert (await app.client().get(path)).status_code == 401
            assert (await who.get(f"/api/people/me/mistakes/{id}/99999")).status_code == 404
            assert (await who.post(path, json={"right": "perhaps"})).status_code in (400, 422)
            (told,) = (await who.post(path, json={"right": True})).json()["mistakes"]
            assert told["found"] == 1
            assert (await who.get("/api/people/me/mistakes")).json() == {"mistakes": []}
            assert (await who.get(f"/api/people/me/mistakes?table={id}")).json() == {"mistakes": [told]}
            (game,) = (await who.get("/api/people/me/choices")).json()["games"]
            assert [one["choices"] for one in game["matches"]] == [-0.04]
            assert game["kinds"] == [{"kind": "opens_nothing", "count": 1}]
        async with running(sqlite_url) as app:  # it is kept
            assert [row.found for row in await app.store.mistakes_of(await person(app, id, spot["seat"]), id, 9)] == [1]

    async def person(app: Running, table: str, seat: int) -> str:
        info = await app.hub.tables.info(table, None)
        assert info is not None
        return info.chairs[seat].person or ""

    asyncio.run(play())


def test_a_match_of_other_rules_is_told_and_nothing_is_lost(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch, None)

    async def play() -> None:
        async with running(sqlite_url) as app:
            id, _ = await app.played()
        engine = create_engine(sqlite_url)
        with engine.begin() as connection:
            this = (entries.c.table_id == id, entries.c.number == 1)
            body = connection.execute(select(entries.c.body).where(*this)).scalar_one()
            older = re.sub(rb'"rules_version":\d+', b'"rules_version":99', body)
            assert older != body
            connection.execute(update(entries).where(*this).values(body=older))
        engine.dispose()
        async with running(sqlite_url) as app:
            who = await app.guest("Cy")
            for ask in (who.get, who.post):
                answer = await ask(f"/api/tables/{id}/review")
                assert (answer.status_code, answer.json()["error"]) == (409, "other_rules")
            answer = await who.post(f"/api/tables/{id}/play-on", json={"ply": 3, "seat": 0})
            assert (answer.status_code, answer.json()["error"]) == (409, "other_rules")
            # one that was asked for before the rules changed ends, and says why
            assert await app.store.ask_review(id, "somebody", 500, 9) is None
            app.hub.reviews._asked.set()
            while (row := await app.store.review(id)) is None or row.finished_at is None:
                await asyncio.sleep(0.02)
            assert "version 99" in (row.problem or "")
            assert len(await app.store.read(id)) > 10

    asyncio.run(play())


def test_a_running_match_has_no_mistakes(sqlite_url: str) -> None:
    async def play() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest()
            info = (await guest.post("/api/tables", json={"game": "elfer_raus", "seats": 2, "rounds": 1})).json()
            for ply in (0, 5):
                assert (await guest.get(f"/api/people/me/mistakes/{info['id']}/{ply}")).status_code == 404
            wish = {"ply": 0, "seat": 0}
            assert (await guest.post(f"/api/tables/{info['id']}/play-on", json=wish)).status_code == 409

    asyncio.run(play())


def test_a_thousand_reviews_are_not_made_and_none_is_lost(sqlite_url: str) -> None:
    async def play() -> None:
        async with opened(sqlite_url) as store:
            ids = [f"t{i}" for i in range(40)]
            await with_tables(store, *ids)
            waits = [await store.ask_review(ids[i % 40], "ana", 500, 5) for i in range(1000)]
            assert sum(wait is None for wait in waits) == 5 * 25, "the five that are there, however often"
            kept = [id for id in ids if await store.review(id) is not None]
            assert kept == ids[:5]

    asyncio.run(play())
