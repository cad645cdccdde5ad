"""The deal of the day at a server: alike on all nodes and after a restart, one try each, nothing shown early."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from elftafel import daily, fairness, games
from elftafel.errors import BadInput
from elftafel.kernel.jit import PLAIN
from elftafel.match import MatchLog
from elftafel.server.live import daily as live_daily
from elftafel.server.live.hub import Hub
from elftafel.server.live.server_time import ServerTime
from elftafel.server.protocol import messages
from elftafel.server.refusal import Refusal
from elftafel.server.store import CommandKey, Store
from elftafel.server.table.commands import Actor
from tests.conftest import MORE
from tests.server.apps import Running, running
from tests.server.hubs import ANA, BO, CY, connected, hub_on

pytest_plugins = ["tests.server.databases"]

GAME = games.NAMES[0]
TODAY = "2026-11-18"
YESTERDAY, TOMORROW = daily.after(TODAY, -1), daily.after(TODAY)

Choose = Callable[[Any, int], int]


class Clock:
    """The time of all nodes; to be set."""

    def __init__(self) -> None:
        self.now = daily.begin_of(TODAY) + daily.DAY // 2

    def turn_to(self, day: str) -> None:
        self.now = daily.begin_of(day) + daily.DAY // 2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The day is TODAY, and no expert plays."""
    clock = Clock()
    monkeypatch.setattr(ServerTime, "now", lambda self: clock.now)
    monkeypatch.setattr(live_daily.Daily, "start", lambda self: None)
    return clock


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need no search."""
    monkeypatch.setattr(daily, "LEVEL", "casual")


def first(match: Any, number: int) -> int:
    """The first legal action."""
    return int(match.legal[0])


async def play_on(hub: Hub, id: str, who: Actor, choose: Choose = first, decisions: int = 1000) -> list[int]:
    """Make so many decisions of a person, and wait for the bots; returns all actions so far."""
    live = await hub.tables.get(id)
    assert live is not None
    hub.tables.attend(live)
    made = 0
    async with asyncio.timeout(60):
        while live.table.status == "playing":
            match = live.table.match
            assert match is not None
            if live.table.turn != daily.PERSON:
                await asyncio.sleep(0.002)
                live = await hub.tables.get(id)
                assert live is not None
                await hub.tables.catch_up(live)
                continue
            if made == decisions:
                break
            command = messages.Play(id=f"p{live.table.ply}", ply=live.table.ply, action=choose(match, made))
            await hub.command(live, who, command)
            made += 1
    async with live.lock:  # the last decision is written
        assert live.table.match is not None
    return [action for action, _ in live.table.match.actions]


async def table_of(hub: Hub, id: str) -> Any:
    live = await hub.tables.get(id)
    assert live is not None
    return live.table


# Fairness.


async def check_fairness(url: str, game: str) -> None:
    """Two people play alike at two nodes, one of them with a restart in the middle: all goes alike."""
    async with hub_on(url) as one:
        ana = await one.daily.open(TODAY, game, ANA)
        await play_on(one, ana, ANA, decisions=3)
        bo = await one.daily.open(TODAY, game, BO)
        whole = await play_on(one, bo, BO)
    async with hub_on(url, "two") as two:  # a restart, and another node
        assert await two.daily.open(TODAY, game, ANA) == ana
        assert await play_on(two, ana, ANA) == whole
        tries = {one.person: one for one in await two.daily._store.tries_of(TODAY, [ANA.id, BO.id])}
        assert tries[ANA.id].lead == tries[BO.id].lead
        assert len({(one.points, one.rank) for one in tries.values()}) == 1


@pytest.mark.usefixtures("clock")
@pytest.mark.skipif(PLAIN, reason="a search")
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=pytest.mark.xdist_group(f"search-{name}"))
        for name in (games.NAMES if MORE > 1 else games.NAMES[:1])
    ],
)
def test_a_restart_and_another_node_change_no_reply(game: str, sqlite_url: str) -> None:
    asyncio.run(check_fairness(sqlite_url, game))


@pytest.mark.usefixtures("clock", "quick")
def test_nodes_beside_each_other_give_the_same_replies(postgresql_url: str) -> None:
    async def play() -> None:
        async with hub_on(postgresql_url) as one, hub_on(postgresql_url, "two") as two:
            secrets = await asyncio.gather(one.daily.secret(TODAY, GAME), two.daily.secret(TODAY, GAME))
            assert secrets[0] == secrets[1]
            ana, bo = await asyncio.gather(one.daily.open(TODAY, GAME, ANA), two.daily.open(TODAY, GAME, BO))
            assert await play_on(one, ana, ANA) == await play_on(two, bo, BO)

            # A changed move: until then all is the same, also for who changes the node in the middle.
            cy = await two.daily.open(TODAY, GAME, CY)
            begun = await play_on(two, cy, CY, decisions=2)
            before = (await table_of(one, ana)).match.log().actions
            assert [action for action, _ in before][: len(begun)] == begun
            await play_on(one, cy, CY, lambda match, number: int(match.legal[-1]))
            assert (await table_of(one, cy)).status == "over"

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_an_undone_step_changes_no_reply(sqlite_url: str) -> None:
    async def play() -> None:
        async with hub_on(sqlite_url) as hub:
            whole = await play_on(hub, await hub.daily.open(TODAY, GAME, ANA), ANA)
            id = await hub.daily.open(TODAY, GAME, BO)
            live = await hub.tables.get(id)
            assert live is not None
            undone = 0
            while live.table.status == "playing":
                actions = await play_on(hub, id, BO, decisions=1)
                if live.table.match is not None and live.table.turn == 0 and live.table.match.can_undo(0):
                    await hub.command(live, BO, messages.Undo(id=f"u{live.table.ply}", ply=live.table.ply))
                    undone += 1
                    await play_on(hub, id, BO, decisions=1)
                    assert len(live.table.match.actions) >= len(actions)
            assert [action for action, _ in (await table_of(hub, id)).match.actions] == whole
            assert undone > 0

    asyncio.run(play())


# One try.


@pytest.mark.usefixtures("clock", "quick")
def test_a_person_has_one_try_however_many_ask_at_once(database_url: str) -> None:
    async def play() -> None:
        async with hub_on(database_url) as hub:
            ids = await asyncio.gather(*(hub.daily.open(TODAY, GAME, ANA, f"key-{i}") for i in range(5)))
            assert len(set(ids)) == 1
            other = await hub.daily.open(TODAY, games.NAMES[1], ANA)
            assert other != ids[0]
            assert await hub.daily._store.hosted(ANA.id) == 0, "tries that wait keep nobody from opening tables"
            assert await hub.daily.begun(TODAY, ANA.id) == {GAME: ids[0], games.NAMES[1]: other}
            await play_on(hub, ids[0], ANA)
            assert await hub.daily.open(TODAY, GAME, ANA) == ids[0], "over, and still the only one"

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_nobody_leaves_a_try_or_is_helped_in_it(sqlite_url: str) -> None:
    async def play() -> None:
        async with hub_on(sqlite_url) as hub:
            id = await hub.daily.open(TODAY, GAME, ANA)
            await play_on(hub, id, ANA, decisions=1)
            live = await hub.tables.get(id)
            assert live is not None
            before = live.table.number
            refused: list[tuple[messages.Command, str]] = [
                (messages.Leave(id="a"), "daily_stays"),
                (messages.Rematch(id="b"), "daily_stays"),
                (messages.StandIn(id="c", seat=0, level="expert"), "not_away"),
                (messages.PutBot(id="d", seat=0, level="expert"), "started"),
            ]
            async with connected(hub, id, ANA) as line:
                await line.until("welcome")
                for command, key in refused:
                    with pytest.raises(Refusal) as refusal:
                        await hub.command(live, ANA, command)  # type: ignore[arg-type]
                    assert refusal.value.key == key
                line.say(messages.AskHint(id="e", ply=live.table.ply))
                assert (await line.until("refused"))["error"] == "no_hints"
            assert live.table.number == before
            assert live.table.deadline is None

    asyncio.run(play())


@pytest.mark.usefixtures("quick")
def test_a_try_that_ends_after_its_day_counts_nowhere(sqlite_url: str, clock: Clock) -> None:
    async def play() -> None:
        async with hub_on(sqlite_url) as hub:
            store = hub.daily._store
            id = await hub.daily.open(TODAY, GAME, ANA)
            await play_on(hub, id, ANA, decisions=1)
            clock.turn_to(TOMORROW)
            await play_on(hub, id, ANA)
            assert (await table_of(hub, id)).status == "over"
            assert await store.tries_of(TODAY, [ANA.id]) == []

            # Earlier days: as often as one likes, the same cards, and they count nowhere.
            again = [await hub.daily.open(TODAY, GAME, ANA, key) for key in ("x", "x", "y", None, None)]
            assert again[0] == again[1]
            assert len({id, *again}) == 5
            assert await store.hosted(ANA.id) == 4
            await play_on(hub, again[0], ANA)
            assert (await table_of(hub, again[0])).match.seed == (await table_of(hub, id)).match.seed
            assert await store.tries_of(TODAY, [ANA.id]) == []
            assert await store.ratings(ANA.id) == []
            assert await store.statistics(ANA.id) == []
            assert [line.pool for line in await store.history(ANA.id)] == ["daily", "daily"]

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_a_deal_keeps_the_table_that_it_began_with(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with hub_on(sqlite_url) as hub:
            deal = await hub.daily.deal(TODAY, GAME)
            monkeypatch.setattr(daily, "LEVEL", "random")
            hub.daily._deals.clear()
            assert await hub.daily.deal(TODAY, GAME) == deal
            assert (await hub.daily.deal(YESTERDAY, GAME)).level == "random"
            old = msgspec.structs.replace(deal, rules_version=deal.rules_version + 1)
            await hub.daily._store.deal(daily.after(TODAY, -2), GAME, msgspec.json.encode(old))
            with pytest.raises(BadInput, match="this version's rules"):
                await hub.daily.open(daily.after(TODAY, -2), GAME, ANA)

    asyncio.run(play())


# Over HTTP.


@asynccontextmanager
async def app_on(url: str) -> AsyncIterator[Running]:
    async with running(url, bot_pace=0) as app:
        yield app


async def begin(app: Running, guest: Any, day: str = TODAY, game: str = GAME) -> tuple[str, Actor]:
    me = (await guest.get("/api/people/me")).json()
    answer = await guest.post(f"/api/daily/{day}/{game}")
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], Actor(me["id"], me["name"])


def game_in(page: Any, game: str = GAME) -> Any:
    return next(one for one in page["games"] if one["game"] == game)


@pytest.mark.usefixtures("quick")
def test_from_the_hash_of_the_day_before_to_the_check_of_the_day_after(sqlite_url: str, clock: Clock) -> None:
    async def play() -> None:
        async with app_on(sqlite_url) as app:
            guest = await app.guest()
            clock.turn_to(YESTERDAY)
            early = (await guest.get("/api/daily")).json()
            sealed = next(one for one in early["next_games"] if one["game"] == GAME)
            assert early["next_day"] == TODAY
            clock.turn_to(TODAY)
            page = (await guest.get("/api/daily")).json()
            now = game_in(page)
            assert now["commitment"] == sealed["commitment"]
            assert (now["secret"], now["seed"], now["own"]) == (None, None, None)
            id, ana = await begin(app, guest)
            assert game_in((await guest.get("/api/daily")).json())["own"]["over"] is False
            await play_on(app.hub, id, ana)
            path = f"/api/tables/{id}/match"
            refused = await guest.get(path)
            assert (refused.status_code, refused.json()["error"]) == (409, "day_not_over")
            assert game_in((await guest.get("/api/daily")).json())["secret"] is None
            clock.turn_to(TOMORROW)
            record = (await guest.get(path)).json()
            shown = game_in((await guest.get(f"/api/daily?day={TODAY}")).json())
            assert shown["secret"] == record["fairness"]["secret"]
            assert fairness.commitment(shown["secret"]) == sealed["commitment"]
            assert shown["name"] == record["fairness"]["table"] == f"daily:{TODAY}:{GAME}"
            assert shown["seed"] == record["log"]["seed"]
            match = fairness.verify_record(msgspec.convert(record, fairness.MatchRecord))
            assert match.over

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_results_are_told_to_those_who_have_played(sqlite_url: str) -> None:
    async def play() -> None:
        async with app_on(sqlite_url) as app:
            ana, bo, cy = [await app.guest(name) for name in ("Ana", "Bo", "Cy")]
            board = (await ana.post("/api/boards", json={"name": "At home"})).json()
            path = f"/api/boards/{board['id']}"
            seen = (await bo.get(path)).json()
            assert (seen["name"], seen["member"], [one["name"] for one in seen["members"]]) == (
                "At home",
                False,
                ["Ana"],
            )
            assert (await bo.post(f"{path}/members")).json()["member"] is True
            assert (await bo.post(f"{path}/members")).status_code == 201

            result = f"/api/daily/{TODAY}/{GAME}"
            for guest in (ana, app.client()):
                refused = await guest.get(result)
                assert (refused.status_code, refused.json()["error"]) == (409, "play_first")
            for guest, choose in ((ana, first), (bo, lambda match, number: int(match.legal[-1]))):
                id, who = await begin(app, guest)
                await play_on(app.hub, id, who, choose)
            told = (await ana.get(result)).json()
            other = (await bo.get(result)).json()
            assert told["people"] == 2
            assert sum(one["people"] for one in told["counts"]) == 2
            leads = [told["own"]["lead"], other["own"]["lead"]]
            assert sorted(one["lead"] for one in told["counts"]) == sorted(set(leads))
            expected = [0.5, 0.5] if leads[0] == leads[1] else [float(leads[0] > leads[1]), float(leads[1] > leads[0])]
            assert [told["better_than"], other["better_than"]] == expected
            assert told["expert_lead"] is None
            await app.store.finish_deal(TODAY, GAME, b"[5,-3,2,0]")
            assert (await ana.get(result)).json()["expert_lead"] == 3

            # Cy has not played: the group tells who has, and no numbers.
            seen = (await cy.get(path)).json()
            assert [[one["lead"] for one in member["results"]] for member in seen["members"]] == [[None], [None]]
            seen = (await ana.get(path)).json()
            assert [[one["lead"] for one in member["results"]] for member in seen["members"]] == [
                [lead] for lead in leads
            ]
            page = (await ana.get("/api/daily")).json()
            assert (page["streak"], page["best_streak"], game_in(page)["finished"]) == (1, 1, 2)
            assert page["boards"] == [{"id": board["id"], "name": "At home"}]
            for guest in (ana, bo):
                assert (await guest.delete(f"{path}/members/me")).status_code == 204
            assert (await ana.get(path)).json()["error"] == "no_such_board"

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_nothing_of_another_try_or_day_is_shown(sqlite_url: str) -> None:
    async def play() -> None:
        async with app_on(sqlite_url) as app:
            ana, bo = [await app.guest(name) for name in ("Ana", "Bo")]
            id, who = await begin(app, ana)
            code = (await ana.get(f"/api/tables/{id}")).json()["code"]
            secrets = {
                text
                for day in (TODAY, TOMORROW)
                for game in games.NAMES
                for secret in [await app.hub.daily.secret(day, game)]
                for text in (secret, daily.seed_of(secret, day, game, 4).hex())
            }
            heard = []

            async def look() -> None:
                """Ask for all there is, as a stranger and as the person."""
                for path in (f"/api/tables/{id}", f"/api/codes/{code}", f"/api/tables/{id}/replay"):
                    assert (await bo.get(path)).status_code == 404
                for path in (f"/api/tables/{id}/match", f"/api/tables/{id}/review"):
                    assert (await bo.get(path)).status_code in (404, 409)
                async with connected(app.hub, id, Actor("stranger", "Bo")) as line:
                    await line.until("bye")
                    heard.append(msgspec.json.encode(line.heard).decode())
                async with connected(app.hub, id, who) as line:
                    await line.until("welcome")
                    heard.append(msgspec.json.encode(line.heard).decode())
                for guest in (ana, bo):
                    for path in (
                        "/api/daily",
                        f"/api/daily?day={YESTERDAY}",
                        f"/api/daily/{TODAY}/{GAME}",
                        f"/api/tables/{id}",
                        f"/api/tables/{id}/match",
                        f"/api/tables/{id}/replay?seat=all",
                        "/api/tables/mine",
                        "/api/tables",
                    ):
                        heard.append((await guest.get(path)).text)

            await look()
            while_playing = (await ana.get(f"/api/tables/{id}/replay?seat=all")).status_code
            assert while_playing == 403
            await play_on(app.hub, id, who)
            await look()
            told = "".join(heard)
            assert not any(secret in told for secret in secrets)

    asyncio.run(play())


@pytest.mark.usefixtures("clock", "quick")
def test_bad_questions_get_clear_answers(sqlite_url: str) -> None:
    async def play() -> None:
        async with app_on(sqlite_url) as app:
            guest = await app.guest()
            first_day = daily.after(TODAY, 1 - daily.KEPT)
            for ask, path, status, error in (
                (guest.get, "/api/daily?day=tomorrow", 400, "bad_field"),
                (guest.get, "/api/daily?day=2026-02-30", 422, "bad_field"),
                (guest.get, f"/api/daily?day={TOMORROW}", 422, "bad_field"),
                (guest.post, f"/api/daily/{TOMORROW}/{GAME}", 422, "bad_field"),
                (guest.post, f"/api/daily/{daily.after(first_day, -1)}/{GAME}", 422, "bad_field"),
                (guest.get, f"/api/daily/{TOMORROW}/{GAME}", 422, "bad_field"),
                (guest.post, f"/api/daily/{TODAY}/chess", 404, "no_such_game"),
                (guest.get, f"/api/daily/{TODAY}/Chess!", 400, "bad_field"),
                (app.client().post, f"/api/daily/{TODAY}/{GAME}", 401, "not_signed_in"),
                (guest.get, "/api/boards/none", 404, "no_such_board"),
                (guest.post, "/api/boards/none/members", 404, "no_such_board"),
            ):
                answer = await ask(path)
                assert (answer.status_code, answer.json()["error"]) == (status, error), path
            assert (await guest.post("/api/boards", json={"name": "\u200b"})).status_code == 422
            assert (await guest.get(f"/api/daily?day={first_day}")).status_code == 200
            for number in range(20):
                assert (await guest.post("/api/boards", json={"name": f"{number}"})).status_code == 201
            assert (await guest.post("/api/boards", json={"name": "more"})).json()["error"] == "too_many_boards"

    asyncio.run(play())


# The expert.


@pytest.mark.usefixtures("quick")
def test_an_expert_plays_when_somebody_has(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MatchLog] = []

    async def in_child(self: object, task: Any) -> bytes:
        asked.append(task.log)
        return b"[1,2,3,4]"

    async def ready(self: object, name: str) -> None:
        pass

    monkeypatch.setattr(ServerTime, "now", lambda self: Clock().now)
    monkeypatch.setattr(live_daily.Daily, "_in_child", in_child)
    monkeypatch.setattr(live_daily, "LOOK", 0.05)
    monkeypatch.setattr("elftafel.server.live.warming.Warming.need_thinking", ready)

    async def play() -> None:
        async with hub_on(sqlite_url) as hub:
            id = await hub.daily.open(TODAY, GAME, ANA)
            await play_on(hub, id, ANA, decisions=1)
            await asyncio.sleep(0.2)
            assert asked == []
            await play_on(hub, id, ANA)
            async with asyncio.timeout(20):
                while not (points := await hub.daily._store.expert(TODAY, GAME)):
                    await asyncio.sleep(0.02)
            assert points == b"[1,2,3,4]"
            assert await hub.daily.expert(TODAY, GAME) == (-3, False)
            assert [one.seed for one in asked] == [(await table_of(hub, id)).match.seed.hex()]

    asyncio.run(play())


def test_an_expert_over_whom_nodes_die_is_given_up(database_url: str) -> None:
    async def play() -> None:
        store = await Store.open(database_url, "one")
        try:
            await store.deal(TODAY, GAME, b"{}")
            assert await store.claim_deal(0) is None, "nobody has a result"
            await store._database.write(
                lambda connection: connection.exec_driver_sql("UPDATE deals SET wanted_at = 1") and None
            )
            for _ in range(3):
                job = await store.claim_deal(0)
                assert job is not None
                assert (job.day, job.game) == (TODAY, GAME)
            assert await store.claim_deal(0) is None
            assert (await store.deal(TODAY, GAME, b"{}")).expert == b""
            assert await store.opened(CommandKey("nobody", "daily:x")) is None
        finally:
            await store.close()

    asyncio.run(play())
