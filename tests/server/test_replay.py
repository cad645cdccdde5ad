"""Replays: who may see what of which match, that it is the truth, and that files are checked before they are shown."""

import asyncio
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from elftafel import fairness, games
from elftafel.kernel.chance import new_luck, pick
from elftafel.match import Match, MatchLog, Seat, export_log, story, verify
from elftafel.server.http.guard import LARGER
from elftafel.server.protocol import messages
from elftafel.server.table import replay, views
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import Dealt, Played, Started, Undone
from elftafel.server.table.replay import ALL, SPECTATOR, make, source_of
from elftafel.server.table.state import Moment, Table
from tests.server.apps import Running, running
from tests.server.tables import SECRET, Scene, person

pytest_plugins = ["tests.server.databases"]

TABLE = {"game": "elfer_raus", "seats": 2, "rounds": 2}


def random_log(name: str, players: int, rounds: int = 1, word: int = 1) -> MatchLog:
    """A whole match of random moves."""
    game, luck = games.load(name), new_luck(word)
    seats = tuple(Seat(f"Person {seat}") for seat in range(players))
    match = Match(game, game.facts.read_options({}, players), seats, bytes([word]) * 32, rounds)
    while not match.over:
        if match.turn is None:
            match.next_round()
        legal = game.legal(match.state)
        match.apply(legal[int(pick(luck, len(legal)))])
    return match.log()


def file_source(log: MatchLog) -> replay.Source:
    return replay.source_in(log)


# What is shown.


@pytest.mark.parametrize("name", games.NAMES)
def test_all_hands_are_the_true_ones_and_every_step_is_told_whole(name: str) -> None:
    players = games.facts(name).players[0] + 1
    log = random_log(name, players)
    shown = make(file_source(log), 1, ALL)
    assert len(shown.frames) == len(log.actions) + 1
    for (match, seat, steps), frame in zip(story(log), shown.frames, strict=True):
        assert frame.seat == seat
        assert frame.position.view.hand is None
        assert frame.hands == tuple(match.game.view(match.state, each).hand for each in range(players))
        told = [msgspec.to_builtins(event) for event in frame.events]
        for viewer in (*range(players), None):  # nobody saw more than is told here
            for whole, seen in zip(told, match.game.events(steps, viewer), strict=True):
                known = {key: value for key, value in msgspec.to_builtins(seen).items() if value}
                assert known.items() <= whole.items()
    assert shown.over
    assert shown.results == verify(log).log().result.rounds  # type: ignore[union-attr]
    assert shown.frames[-1].position.winners == shown.winners


@pytest.mark.parametrize("name", games.NAMES)
def test_a_seat_of_a_finished_match_sees_what_it_saw(name: str) -> None:
    log = random_log(name, games.facts(name).players[0])
    for seat in (0, None):
        shown = make(file_source(log), 1, SPECTATOR if seat is None else str(seat))
        for (match, _, steps), frame in zip(story(log), shown.frames, strict=True):
            assert frame.hands is None
            assert frame.events == tuple(match.game.events(steps, seat))
            view = match.game.view(match.state, seat)
            assert msgspec.json.encode(frame.position.view) == msgspec.json.encode(view)


def test_rounds_follow_each_other() -> None:
    log = random_log("nimmt11", 3, rounds=3)
    rounds = [make(file_source(log), number, ALL) for number in (1, 2, 3)]
    plies = [[frame.position.ply for frame in shown.frames] for shown in rounds]
    for before, after in pairwise(plies):
        assert after[0] == before[-1], "a deal is no decision"
    assert plies[-1][-1] == len(log.actions)
    assert all(numbers == list(range(numbers[0], numbers[-1] + 1)) for numbers in plies)
    assert [len(shown.frames[-1].position.results) for shown in rounds] == [1, 2, 3]
    assert [shown.frames[-1].position.between_rounds for shown in rounds] == [True, True, False]
    assert {len(shown.results) for shown in rounds} == {3}


# What is not shown.


def lived(name: str, players: int, decisions: int, word: int = 1) -> tuple[Scene, dict[int | None, list[Any]]]:
    """A running match with undone steps, and what each viewer was told of each decision that stands."""
    scene, luck = Scene(name, players, rounds=2).seat_all(), new_luck(word)
    table = scene.table
    heard: dict[int | None, list[Any]] = {viewer: [] for viewer in (*range(players), None)}

    def hear(moment: Moment) -> None:
        for viewer, told in heard.items():
            body: Any = views.event(table, moment, viewer).body
            told.append((getattr(body, "seat", None), body.events, msgspec.json.encode(body.position.view)))

    hear(scene.write(Started())[0])
    for _ in range(decisions):
        assert table.match is not None
        if table.between_rounds:
            hear(scene.write(Dealt())[0])
            continue
        if table.status == "over":
            break
        turn = table.turn
        assert turn is not None
        if table.match.can_undo(turn) and pick(luck, 3) == 0:
            scene.write(Undone(turn))
            for told in heard.values():
                told.pop()
            continue
        legal = table.match.game.legal(table.match.state)
        hear(scene.write(Played(turn, legal[int(pick(luck, len(legal)))]))[0])
    return scene, heard


def looked_back(table: Table, seat: int) -> list[Any]:
    """All rounds of a running match as a seat may see them."""
    source = source_of(table, person(seat).id)
    rounds = [make(source, number, source.view(None)) for number in range(1, source.dealt + 1)]
    return [
        (frame.seat, frame.events, msgspec.json.encode(frame.position.view))
        for shown in rounds
        for frame in shown.frames
    ]


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("decisions", [0, 7, 60])
def test_a_running_match_shows_a_seat_what_it_was_told_and_nothing_else(name: str, decisions: int) -> None:
    players = games.facts(name).players[0]
    scene, heard = lived(name, players, decisions)
    for seat in range(players):
        assert looked_back(scene.table, seat) == heard[seat]
        source = source_of(scene.table, person(seat).id)
        if not source.revealed:
            sent = msgspec.json.encode(make(source, source.dealt, str(seat)))
            assert SECRET.encode() not in sent
            assert source.log.seed[:16].encode() not in sent
            assert source.views == (str(seat),)
            with pytest.raises(AssertionError):
                make(source, 1, ALL)


def test_a_leak_in_a_replay_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself is tried: a frame that was made for another seat must make it fail."""
    scene, heard = lived("elfer_raus", 3, 30)
    truth = views.frame
    monkeypatch.setattr(views, "frame", lambda m, w, s, steps, viewer: truth(m, w, s, steps, 1))
    assert looked_back(scene.table, 0) != heard[0]


def test_a_round_in_which_nobody_has_decided_yet_is_shown() -> None:
    scene = Scene("elfer_raus", 2, rounds=2).start()
    while not scene.table.between_rounds:
        scene.play()
    assert source_of(scene.table, person(0).id).dealt == 1
    scene.write(Dealt())
    source = source_of(scene.table, person(0).id)
    (only,) = make(source, 2, "0").frames
    assert only.position.round == 2
    assert only.position.view.choices or only.position.view.table


# Who may, over HTTP.


async def two(app: Running) -> tuple[str, list[Any], list[Actor]]:
    """A running match of two guests."""
    guests = [await app.guest("Ana"), await app.guest("Bo")]
    me = [(await guest.get("/api/people/me")).json() for guest in guests]
    people = [Actor(one["id"], one["name"]) for one in me]
    id = (await guests[0].post("/api/tables", json=TABLE)).json()["id"]
    live = await app.hub.tables.get(id)
    assert live is not None
    await app.hub.command(live, people[1], messages.Sit(id="sit"))
    assert told(await guests[0].get(f"/api/tables/{id}/replay")) == (409, "not_started", None)
    await app.hub.command(live, people[0], messages.Start(id="start"))
    return id, guests, people


def told(answer: Any) -> tuple[int, str, str | None]:
    body = answer.json()
    return answer.status_code, body["error"], body["field"]


def test_who_sits_at_a_running_match_sees_the_own_seat_and_nobody_else_anything(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            id, guests, _ = await two(app)
            path = f"/api/tables/{id}/replay"
            for seat, guest in enumerate(guests):
                shown = (await guest.get(path)).json()
                assert (shown["seat"], shown["own"], shown["views"]) == (str(seat), seat, [str(seat)])
                assert shown["frames"][0]["position"]["view"]["hand"]["seat"] == seat
                assert shown["frames"][0]["hands"] is None
                assert (await guest.get(path, params={"seat": seat})).json() == shown
                for other in (1 - seat, "all", "spectator"):
                    answer = await guest.get(path, params={"seat": other})
                    assert told(answer) == (403, "own_seat_only", "seat")
            stranger = await app.guest("Cy")
            for one in (stranger, app.client()):
                for params in ({}, {"seat": "0"}, {"seat": "all"}, {"seat": "spectator"}):
                    assert told(await one.get(path, params=params)) == (409, "not_over", None)
            assert told(await guests[0].get(path, params={"round": 2})) == (422, "bad_field", "round")
            assert told(await guests[0].get("/api/tables/none/replay")) == (404, "no_such_table", "id")

    asyncio.run(scene())


def test_a_finished_match_is_open_to_all_who_may_see_the_table(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            id, guests = await app.played()
            path = f"/api/tables/{id}/replay"
            nobody = app.client()
            whole = (await nobody.get(path)).json()
            assert (whole["seat"], whole["own"], whole["over"]) == ("all", None, True)
            assert whole["views"] == ["all", "spectator", "0", "1"]
            assert [hand["seat"] for hand in whole["frames"][0]["hands"]] == [0, 1]
            other = (await guests[0].get(path, params={"seat": 1})).json()
            assert other["own"] == 0
            assert other["frames"][3]["position"]["view"]["hand"] == whole["frames"][3]["hands"][1]
            for params, status, field in (
                ({"seat": 2}, 422, "seat"),
                ({"seat": "x"}, 400, "seat"),
                ({"round": 0}, 400, "round"),
                ({"round": 2}, 422, "round"),
            ):
                assert told(await nobody.get(path, params=params)) == (status, "bad_field", field)
            plain = await nobody.get(path, headers={"accept-encoding": "identity"})
            packed = await nobody.get(path, headers={"accept-encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.json() == plain.json()

    asyncio.run(scene())


def test_without_spectators_only_those_who_sat_there_look_back(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            guest = await app.guest("Ana")
            id = (await guest.post("/api/tables", json={**TABLE, "spectators": False})).json()["id"]
            live = await app.hub.tables.get(id)
            assert live is not None
            ana = Actor((await guest.get("/api/people/me")).json()["id"], "Ana")
            await app.hub.command(live, ana, messages.PutBot(id="bot", seat=1, level="random"))
            await app.hub.command(live, ana, messages.Start(id="start"))
            assert (await guest.get(f"/api/tables/{id}/replay")).status_code == 200
            assert told(await app.client().get(f"/api/tables/{id}/replay")) == (404, "no_such_table", "id")

    asyncio.run(scene())


def test_too_many_replays_are_refused(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            id, _ = await app.played()
            nobody = app.client(address="10.1.2.3")
            answers = [(await nobody.get(f"/api/tables/{id}/replay")).status_code for _ in range(40)]
            assert answers[:30] == [200] * 30
            assert 429 in answers
            app.app.services.replays._waiting = replay.MOST_WAITING
            busy = await app.client(address="10.1.2.4").get(f"/api/tables/{id}/replay")
            assert told(busy) == (503, "busy", None)

    asyncio.run(scene())


# Files.


def test_a_record_and_a_plain_log_are_shown_as_the_table_shows_them(sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            id, _ = await app.played()
            nobody = app.client()
            record = (await nobody.get(f"/api/tables/{id}/match")).content
            log = export_log(fairness.read_record(record).log)
            for seat in ("all", "spectator", "1"):
                true = (await nobody.get(f"/api/tables/{id}/replay", params={"seat": seat})).json()
                for body in (record, log):
                    shown = (await send(nobody, body, seat=seat)).json()
                    assert shown["table"] is None
                    assert [chair["name"] for chair in shown["chairs"]] == ["Ana", "Bo"]
                    for field in ("game", "rounds", "results", "winners", "views", "seat", "frames"):
                        assert shown[field] == true[field], field

    asyncio.run(scene())


async def send(client: Any, body: bytes, **params: Any) -> Any:
    headers = {"content-type": "application/json"}
    return await client.post("/api/replay", content=body, headers=headers, params=params)


def test_a_match_that_is_not_over_can_be_looked_at_from_its_file(sqlite_url: str) -> None:
    whole = random_log("jatten", 3)
    part = msgspec.structs.replace(whole, actions=whole.actions[:20], result=None)

    async def scene() -> None:
        async with running(sqlite_url) as app:
            shown = (await send(app.client(), export_log(part))).json()
            assert (shown["over"], shown["winners"], len(shown["frames"])) == (False, [], 21)

    asyncio.run(scene())


def test_what_is_wrong_with_a_file_is_told(sqlite_url: str) -> None:
    log = random_log("elfer_raus", 3)
    good: dict[str, Any] = msgspec.json.decode(export_log(log))
    fair = {"version": fairness.VERSION, "table": "t", "commitment": "ü", "secret": "00" * 32, "nonces": ["", "", ""]}
    first = good["actions"][0]
    cases: list[tuple[dict[str, Any], tuple[int, str, str | None]]] = [
        ({**good, "actions": [first, first]}, (422, "bad_log", "actions[1]")),
        ({**good, "actions": [first, [10**30, 0]]}, (422, "bad_log", "actions[1]")),
        ({**good, "actions": [*good["actions"], first]}, (422, "bad_log", f"actions[{len(good['actions'])}]")),
        ({**good, "result": None}, (422, "bad_log", f"actions[{len(good['actions']) - 1}]")),
        ({**good, "rules_version": 99}, (422, "other_rules", "rules_version")),
        ({**good, "elftafel": 2}, (422, "bad_log", "body")),
        ({**good, "seed": "x"}, (422, "bad_log", "body")),
        ({**good, "seats": [], "draw_lots": True}, (422, "bad_log", "body")),
        ({**good, "rounds": 10**9}, (422, "bad_log", "body")),
        ({**good, "options": {"opening": "x" * 10_000}}, (422, "bad_log", "body")),
        ({**good, "data": {}}, (422, "bad_log", "body")),
        ({**good, "game": "chess"}, (422, "bad_field", "game")),
        ({**good, "more": 1}, (400, "bad_field", "body")),
        ({**good, "seats": [{"name": 5}]}, (400, "bad_field", "seats[0].name")),
        ({"log": good, "fairness": fair}, (422, "bad_log", "body")),
        ({"log": good, "fairness": {}}, (400, "bad_field", "fairness")),
        ({}, (400, "bad_field", "body")),
    ]

    async def scene() -> None:
        async with running(sqlite_url) as app:
            for i, (body, expected) in enumerate(cases):
                client = app.client(address=f"10.0.0.{i}")
                answer = await send(client, msgspec.json.encode(body))
                assert told(answer) == expected, body
                assert len(answer.content) < 1000
            client = app.client()
            assert told(await send(client, b"nonsense")) == (400, "bad_json", "body")
            assert told(await send(client, b"[" * 100_000)) == (400, "bad_json", "body")
            most = LARGER["/api/replay"]
            assert told(await send(client, b" " * (most + 1)))[:2] == (413, "too_large")
            large = export_log(log) + b" " * 100_000  # larger than other bodies may be
            assert (await send(client, large)).status_code == 200
            assert told(await client.post("/api/replay", content=b"{}")) == (415, "not_json", "content-type")
            illegal = await send(client, msgspec.json.encode(cases[0][0]))
            assert illegal.json()["rule"].startswith("ER-")

    asyncio.run(scene())
