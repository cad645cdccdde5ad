"""Playing on from a step of a finished match: a real table, unrated, that says what it is."""

import asyncio
from typing import Any

import msgspec
import pytest

from elftafel import games
from elftafel.errors import BadInput, BadLog
from elftafel.kernel import record
from elftafel.match import MatchLog, begin, export_log, import_log, replay, stand_at, verify
from elftafel.server.live.opening import going_on
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import PlayOn
from elftafel.server.table.commands import Actor
from elftafel.server.table.replay import ALL, make, source_in
from tests.server.apps import Running, running
from tests.server.test_replay import random_log

pytest_plugins = ["tests.server.databases"]


def to_its_end(log: MatchLog, ply: int) -> MatchLog:
    match = stand_at(log, ply)
    while not match.over:
        if match.turn is None:
            match.next_round()
        match.apply(match.legal[0], match.actions[-1][1] if match.actions else 0)
    return match.log()


@pytest.mark.parametrize("name", games.NAMES)
def test_a_log_with_cards_dealt_anew_is_a_log(name: str) -> None:
    log = random_log(name, games.facts(name).players[0], rounds=2)
    assert b"redealt" not in export_log(log)
    first = next(ply for ply in range(4, len(log.actions)) if len(replay(log, ply).legal) > 1)
    source = msgspec.structs.replace(source_in(log), table="t")
    seat = replay(log, first).turn
    assert seat is not None
    _, origin = going_on(source, PlayOn(ply=first, seat=seat, cards="known"))
    true, known = stand_at(log, first), stand_at(origin.log, first)
    assert record.save(known.state) != record.save(true.state)
    view = true.game.view(true.state, seat)
    assert msgspec.json.encode(known.game.view(known.state, seat)) == msgspec.json.encode(view)

    done = to_its_end(origin.log, first)
    assert export_log(import_log(export_log(done))) == export_log(done)
    verify(done)
    whole = source_in(done)
    assert [make(whole, number, ALL).frames for number in (1, 2)]
    with pytest.raises(BadLog):
        verify(msgspec.structs.replace(done, redealt=(msgspec.structs.replace(done.redealt[0], ply=10**6),)))  # type: ignore[index]


def test_it_begins_at_decisions_alone_also_at_the_first_of_a_round() -> None:
    log = random_log("elfer_raus", 2, rounds=2)
    rounds = [stand_at(log, ply).round for ply in range(len(log.actions))]
    assert rounds == sorted(rounds)
    border = rounds.index(2)
    source = msgspec.structs.replace(source_in(log), table="t")
    _, origin = going_on(source, PlayOn(ply=border, seat=1, cards="known"))
    again = stand_at(origin.log, border)
    assert (again.round, len(again.redealt)) == (2, 1)
    verify(to_its_end(origin.log, border))
    for wrong in (PlayOn(ply=len(log.actions), seat=0), PlayOn(ply=10**6, seat=0), PlayOn(ply=1, seat=5)):
        with pytest.raises(BadInput):
            going_on(source, wrong)
    assert begin(log).redealt == []


def status(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.json().get("error")


async def state_of(app: Running, id: str) -> bytes:
    live = await app.hub.tables.get(id)
    assert live is not None
    assert live.table.match is not None
    return record.save(live.table.match.state)


@pytest.mark.parametrize("cards", ["all", "known"])
def test_it_is_a_table_of_its_own_that_counts_nowhere(sqlite_url: str, cards: str) -> None:
    async def play() -> None:
        async with running(sqlite_url) as app:
            id, (ana, bo) = await app.played()
            wish = {"ply": 5, "seat": 1, "cards": cards, "level": "random"}
            assert status(await app.client().post(f"/api/tables/{id}/play-on", json=wish)) == (401, "not_signed_in")
            answer = await ana.post(f"/api/tables/{id}/play-on", json=wish, headers={"idempotency-key": "once"})
            assert answer.status_code == 201, answer.text
            info = answer.json()
            assert info["origin"] == {"table": id, "round": 1, "ply": 5, "seat": 1, "cards": cards}
            assert info["status"] == "playing"
            assert [chair["bot"] for chair in info["chairs"]] == ["random", None]
            again = await ana.post(f"/api/tables/{id}/play-on", json=wish, headers={"idempotency-key": "once"})
            new = info["id"]
            assert again.json()["id"] == new
            # while it runs, nobody looks into it, and it is no source of another one
            assert status(await bo.get(f"/api/tables/{new}/replay")) == (409, "not_over")
            assert status(await bo.post(f"/api/tables/{new}/play-on", json=wish)) == (409, "not_over")
            for wrong in ({"ply": 10_000}, {"seat": 3}, {"level": "genius"}, {"cards": "mine"}):
                answer = await ana.post(f"/api/tables/{id}/play-on", json=wish | wrong)
                assert answer.status_code in (400, 409, 422), answer.text
            history = (await ana.get("/api/people/me/history")).json()
            person = (await ana.get("/api/people/me")).json()
            await finish(app, new, person["id"])
            assert (await ana.get("/api/people/me/history")).json() == history
            assert (await ana.get("/api/people/me")).json()["ratings"] == person["ratings"]
            for path in ("match", "review"):
                assert status(await ana.get(f"/api/tables/{new}/{path}")) == (409, "played_on")
            assert (await bo.get(f"/api/tables/{new}/replay")).status_code == 200
            before = await state_of(app, new)
        async with running(sqlite_url) as app:  # from its log alone it is the same
            assert await state_of(app, new) == before

    asyncio.run(play())


async def finish(app: Running, id: str, person: str) -> None:
    """Play to the end; after each decision the table is read from its log again, and must be the same."""

    who = Actor(person, "Ana")
    while True:
        live = await app.hub.tables.get(id)
        assert live is not None
        table = live.table
        if table.status == "over":
            return
        if table.turn == 1:
            assert table.match is not None
            play = messages.Play(id=f"p{table.ply}", ply=table.ply, action=table.match.legal[0])
            await app.hub.command(live, who, play)
            before = await state_of(app, id)
            if table.ply % 4 == 0 and live.table.turn == 1:
                app.hub.tables.forget(live)
                assert await state_of(app, id) == before
        else:
            await asyncio.sleep(0.01)
