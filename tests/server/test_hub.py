"""A node and its tables: what it shows and when, whom it lets do what, and that it stays within bounds."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from elftafel.bots.levels import usual_budget
from elftafel.server.live import bots, live_table, session
from elftafel.server.node.pace import Pace
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError
from elftafel.server.table import commands
from elftafel.server.table.summary import ending
from tests.server.hubs import ANA, BO, CY, Gate, Line, a_move, at_turn, connected, hub_on, node_on, open_table

pytest_plugins = ["tests.server.databases"]


def test_a_match_is_not_shown_before_its_last_move_is_written(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            number = 0
            gate: Gate | None = None
            last: asyncio.Task[int] | None = None

            def status() -> str:
                return table.table.status

            while status() == "playing":
                number += 1
                assert table.table.match is not None
                nearly = min(len(hand) for hand in hands(table)) <= 1
                gate = Gate(hub) if nearly else None
                last = asyncio.create_task(hub.command(table, at_turn(table), a_move(table, f"m{number}")))
                if gate is not None:
                    await gate.reached.wait()
                    if status() == "over":
                        break
                    gate.remove()
                await last
            assert gate is not None
            assert last is not None
            asked = [
                asyncio.create_task(hub.tables.record(table.table.id)),
                asyncio.create_task(hub.tables.info(table.table.id, None)),
            ]
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in asked)
            gate.wrong = StoreError("the disk is full")
            gate.remove()
            with pytest.raises(Refusal):
                await last
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(answer, Refusal) for answer in answers)
            assert await hub.tables.record(table.table.id) is None

    asyncio.run(run())


def hands(table: live_table.LiveTable) -> list[list[int]]:
    """How many cards each seat has, as lists."""
    match = table.table.match
    assert match is not None
    sizes = match.game.table(match.state).hand_sizes
    return [[0] * size for size in sizes]


def test_memory_is_freed_even_if_a_table_cannot_be_closed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with node_on(sqlite_url, pace=Pace(given_up=-10.0, idle=-1.0)) as node:
            hub = node.hub
            for _ in range(3):
                await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)

            async def refuse(id: str) -> None:
                raise Refusal("busy")

            monkeypatch.setattr(hub.tables, "get", refuse)
            await node.housekeeping.sweep()
            assert not hub.tables.in_memory

    asyncio.run(run())


def test_a_full_node_drops_what_nobody_looks_at(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url, most_tables=2) as hub:
            made = [await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA) for _ in range(4)]
            assert len(hub.tables.in_memory) == 2
            async with connected(hub, made[0].id, ANA) as a, connected(hub, made[1].id, ANA) as b:
                await a.until("welcome")
                await b.until("welcome")
                with pytest.raises(Refusal, match="busy"):
                    await hub.tables.get(made[2].id)

    asyncio.run(run())


def test_a_key_for_a_table_is_no_id_of_a_command(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA, "1")
            again = await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA, "1")
            assert info.id == again.id
            table = await hub.tables.get(info.id)
            assert table is not None
            number = await hub.command(table, ANA, messages.PutBot(id="1", seat=1, level="easy"))
            assert number == table.table.number == 3

    asyncio.run(run())


def test_so_many_tables_and_no_more(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url, most_tables_per_person=2) as hub:
            for _ in range(2):
                info = await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)
            with pytest.raises(Refusal, match="too_many_tables"):
                await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)
            table = await hub.tables.get(info.id)
            assert table is not None
            await hub.command(table, ANA, messages.Close(id="close"))
            await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)

    asyncio.run(run())


def test_when_the_host_is_away_another_may_start(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(TableSettings(game="elfer_raus", seats=2), ANA)
            table = await hub.tables.get(info.id)
            assert table is not None
            await hub.command(table, BO, messages.Sit(id="sit"))
            async with connected(hub, info.id, ANA) as line:
                await line.until("welcome")
                monkeypatch.setattr(live_table, "AWAY", -1.0)
                with pytest.raises(Refusal, match="not_host"):
                    await hub.command(table, BO, messages.Start(id="early"))
            monkeypatch.setattr(live_table, "AWAY", 60.0)
            with pytest.raises(Refusal, match="not_host"):
                await hub.command(table, BO, messages.Start(id="soon"))
            monkeypatch.setattr(live_table, "AWAY", -1.0)
            with pytest.raises(Refusal, match="not_host"):
                await hub.command(table, CY, messages.Close(id="stranger"))
            await hub.command(table, BO, messages.Start(id="late"))
            assert table.table.host == BO.id
            assert table.table.status == "playing"

    asyncio.run(run())


def test_whoever_lost_the_connection_has_time_to_come_back(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(TableSettings(game="elfer_raus", seats=3), ANA)
            table = await hub.tables.get(info.id)
            assert table is not None
            for who in (BO, CY):
                await hub.command(table, who, messages.Sit(id="sit"))
            table.since -= 1000  # nobody was ever connected
            await hub.command(table, ANA, messages.Vacate(id="cy", seat=2))
            async with connected(hub, info.id, BO) as line:
                await line.until("welcome")
            assert not table.viewers
            with pytest.raises(Refusal, match="not_away"):
                await hub.command(table, ANA, messages.Vacate(id="at once", seat=1))
            table.last_seen[BO.id] -= live_table.AWAY + 1
            await hub.command(table, ANA, messages.Vacate(id="later", seat=1))

    asyncio.run(run())


def test_only_nodes_that_have_a_table_in_memory_are_told_of_it(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        pace = Pace(poll=60.0)  # else what is not told is found by asking
        async with node_on(postgresql_url, "one", pace=pace) as one, node_on(postgresql_url, "two", pace=pace) as two:
            table = await open_table(one.hub, BO)
            told: list[int] = []
            monkeypatch.setattr(one.gossip._store, "tell", lambda _, number: told.append(number))
            await one.hub.command(table, at_turn(table), a_move(table, "alone"))
            assert not told
            monkeypatch.undo()
            other = await two.hub.tables.get(table.table.id)
            assert other is not None
            await until(lambda: bool(table.elsewhere and other.elsewhere))
            await one.hub.command(table, at_turn(table), a_move(table, "heard"))
            await until(lambda: other.table.number == table.table.number)
            assert not table.watched, "it is in memory there, but nobody looks"

    asyncio.run(run())


async def until(true: Callable[[], bool]) -> None:
    """Wait, but not for ever."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def test_whoever_lost_the_connection_to_another_node_has_time_too(sqlite_url: str) -> None:
    async def run() -> None:
        async with node_on(sqlite_url) as node:
            table = await open_table(node.hub, BO)
            table.since -= 1000

            def announced(*people: str) -> None:
                there = live_table.Elsewhere("two", table.table.id, people, 0)
                node.gossip.text_heard(msgspec.json.encode(there).decode())

            assert table.is_away(BO.id)
            announced(BO.id)
            assert not table.is_away(BO.id)
            announced()
            assert not table.is_away(BO.id), "has just left the other node"
            table.last_seen.clear()
            announced(BO.id)
            table.elsewhere["two"] = msgspec.structs.replace(table.elsewhere["two"], heard=-1000.0)
            await node.gossip.announce_all()
            assert not table.elsewhere
            assert not table.is_away(BO.id), "the other node may have died just now"

    asyncio.run(run())


async def ready(name: str) -> None:
    """Instead of `need_thinking`: the search is compiled."""


def test_a_hint_is_thought_about_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[int] = []

    def counted(game: Any, state: Any, seat: int, *more: Any) -> tuple[()]:
        thoughts.append(seat)
        return ()

    monkeypatch.setattr(bots, "hints", counted)

    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO, hints=True)
            monkeypatch.setattr(hub.warming, "need_thinking", ready)
            seat, ply = table.table.turn or 0, table.table.ply
            await asyncio.gather(*(hub.bots.hint(table, seat, ply) for _ in range(20)))
            assert len(thoughts) == 1
            with pytest.raises(Refusal, match="stale"):
                await hub.bots.hint(table, 1 - seat, ply)

    asyncio.run(run())


def test_who_asks_again_after_a_hint_failed_gets_a_new_one(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def at_second_try(game: Any, state: Any, seat: int, *more: Any) -> tuple[()]:
        tries.append(seat)
        if len(tries) == 1:
            raise MemoryError
        return ()

    monkeypatch.setattr(bots, "hints", at_second_try)

    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO, hints=True)
            monkeypatch.setattr(hub.warming, "need_thinking", ready)
            seat, ply = table.table.turn or 0, table.table.ply
            with pytest.raises(MemoryError):
                await hub.bots.hint(table, seat, ply)
            assert await hub.bots.hint(table, seat, ply) == ()

    asyncio.run(run())


def test_the_first_hint_of_a_seat_is_written_before_it_is_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "hints", lambda *_: ())

    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO, hints=True)
            monkeypatch.setattr(hub.warming, "need", ready)
            who, seat, before = at_turn(table), table.table.turn, table.table.number
            async with connected(hub, table.table.id, who) as line:
                await line.until("welcome")
                for id in ("one", "two"):
                    line.say(messages.AskHint(id=id, ply=table.table.ply))
                while len([told for told in line.heard if told["t"] == "hints"]) < 2:
                    await asyncio.sleep(0.01)
            kinds = [told["t"] for told in line.heard if told["t"] in ("event", "hints")]
            assert kinds == ["event", "hints", "hints"]
            event = await line.until("event")
            assert event["body"] == {"kind": "hinted", "seat": seat}
            assert event["table"]["hinted"] == [seat]
            assert table.table.number == before + 1
            while table.table.status != "over":
                await hub.command(table, at_turn(table), a_move(table, f"m{table.table.ply}"))
            assert ending(table.table).hinted == {who.id}

    asyncio.run(run())


def test_nothing_made_from_a_log_outlives_it(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old: Any = ("old",)
    new: Any = ("new",)
    monkeypatch.setattr(bots, "hints", lambda *_: old)

    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO, hints=True)
            monkeypatch.setattr(hub.warming, "need_thinking", ready)
            seat, ply = table.table.turn or 0, table.table.ply
            assert await hub.bots.hint(table, seat, ply) == old
            bot = hub.bots._bot(table, 1, "strong")
            assert hub.bots._bot(table, 1, "strong") is bot
            # After a restore the same ply may be somebody else's.
            table.generation = b"another log"
            monkeypatch.setattr(bots, "hints", lambda *_: new)
            assert await hub.bots.hint(table, seat, ply) == new
            assert hub.bots._bot(table, 1, "strong") is not bot

    asyncio.run(run())


def test_a_bot_that_nobody_watches_thinks_no_longer_than_one_that_is_watched() -> None:
    assert bots.unwatched_budget("casual") is None
    assert bots.unwatched_budget("strong") == usual_budget("strong")
    assert bots.unwatched_budget("expert") == bots.UNWATCHED


def test_chat_is_bounded_by_person_not_by_socket(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            for number in range(5):
                await hub.command(table, BO, messages.Chat(id=f"c{number}", text="hello"))
            with pytest.raises(Refusal, match="too_fast"):
                await hub.command(table, BO, messages.Chat(id="c6", text="hello"))
            assert await hub.command(table, BO, messages.Chat(id="c1", text="hello")), "done before"
            await hub.command(table, ANA, messages.Chat(id="c1", text="hello"))

    asyncio.run(run())


def test_a_face_is_shown_to_all_and_not_written(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            number = table.table.number
            async with (
                connected(hub, table.table.id, BO) as bo,
                connected(hub, table.table.id, ANA) as ana,
                connected(hub, table.table.id, None) as watcher,
            ):
                for line in (bo, ana, watcher):
                    await line.until("welcome")
                bo.say(messages.ShowEmote(id="e1", emote="wow"))
                assert await bo.until("emoted") == {"t": "emoted", "seat": 1, "emote": "wow", "id": "e1"}
                for line in (ana, watcher):
                    assert await line.until("emoted") == {"t": "emoted", "seat": 1, "emote": "wow", "id": None}
                watcher.say(messages.ShowEmote(id="e1", emote="wow"))
                assert (await watcher.until("refused"))["error"] == "sign_in"
            assert table.table.number == number

    asyncio.run(run())


def test_faces_are_bounded_by_person_and_shown_once(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            shown: list[str] = []
            hub.tables.on_emote.append(lambda live, person, emote: shown.append(person))
            face = partial(messages.ShowEmote, emote="laugh")
            nobody = Line()
            for number in (0, 1, 1, 2):
                assert hub.tables.emote(table, BO, face(id=f"e{number}"), nobody) == 1  # type: ignore[arg-type]
            with pytest.raises(Refusal, match="too_fast"):
                hub.tables.emote(table, BO, face(id="e3"), nobody)  # type: ignore[arg-type]
            hub.tables.emote(table, ANA, face(id="e1"), nobody)  # type: ignore[arg-type]
            assert shown == [BO.id] * 3 + [ANA.id]
            with pytest.raises(Refusal, match="not_seated"):
                hub.tables.emote(table, CY, face(id="e1"), nobody)  # type: ignore[arg-type]

    asyncio.run(run())


def test_no_faces_where_there_is_no_chat(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO, chat=False)
            with pytest.raises(Refusal, match="no_chat"):
                hub.tables.emote(table, BO, messages.ShowEmote(id="e", emote="sad"), Line())  # type: ignore[arg-type]

    asyncio.run(run())


def test_a_face_from_another_node(sqlite_url: str) -> None:
    """What `say` sends there is what `text_heard` hears here; a node does not hear itself."""

    async def run() -> None:
        async with node_on(sqlite_url, "one") as node:
            table = await open_table(node.hub, BO)
            sent: list[str] = []
            node.gossip._store = SimpleNamespace(alone=False, say=lambda topic, text: sent.append(text))  # type: ignore[assignment]
            node.hub.tables.emote(table, BO, messages.ShowEmote(id="e", emote="clap"), Line())  # type: ignore[arg-type]
            async with connected(node.hub, table.table.id, ANA) as ana:
                await ana.until("welcome")
                node.gossip.text_heard(sent[0])
                node.gossip.text_heard("nothing that we know")
                node.gossip.text_heard(sent[0].replace('"one"', '"two"').replace("clap", "heart"))
                assert await ana.until("emoted") == {"t": "emoted", "seat": 1, "emote": "heart", "id": None}

    asyncio.run(run())


def test_a_long_log_is_read_again_without_its_past(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            for number in range(50):
                if table.table.status != "playing":
                    break
                await hub.command(table, at_turn(table), a_move(table, f"m{number}"))
            before = commands.give_back(table.table, 0, 0), messages.write(table.welcome(BO.id, 0))
            hub.tables.forget(table)
            again = await hub.tables.get(table.table.id)
            assert again is not None
            assert (commands.give_back(again.table, 0, 0), messages.write(again.welcome(BO.id, 0))) == before

    asyncio.run(run())


def test_a_bot_keeps_its_search_tree_for_no_longer_than_its_turn(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, bots=1)
            live.held = True
            decided = 0
            async with asyncio.timeout(20):
                while decided < 3:
                    hub.tables.attend(live)
                    if live.table.turn == 0 and not hub.bots._playing:
                        assert not hub.bots._bots
                        await hub.command(live, ANA, a_move(live, f"move-{live.table.ply}"))
                        decided += 1
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_viewer_who_takes_too_little_gets_everything_anew(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_QUEUED", 2)

    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            async with connected(hub, table.table.id, CY) as line:
                await line.until("welcome")
                line.heard.clear()
                line.stuck_since = time.monotonic()
                for text in ("one", "two", "three", "four"):
                    await hub.command(table, ANA, messages.Chat(id=text, text=text))
                assert not line.heard
                line.stuck_since = None
                (viewer,) = hub.sockets
                assert isinstance(viewer, session.Session)
                viewer.flush()
                welcome = await line.until("welcome")
                assert welcome["recent"][-1]["body"]["text"] == "four"
                await hub.command(table, ANA, messages.Chat(id="five", text="five"))
                assert (await line.until("event"))["n"] == welcome["n"] + 1

    asyncio.run(run())


def test_a_viewer_who_takes_nothing_is_let_go(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with node_on(sqlite_url) as node:
            hub = node.hub
            table = await open_table(hub, BO)
            async with connected(hub, table.table.id, CY) as line:
                await line.until("welcome")
                line.stuck_since = time.monotonic()
                await hub.command(table, at_turn(table), a_move(table))
                await node.housekeeping.drop_silent()
                assert hub.sockets, "it has had no time yet"
                monkeypatch.setattr(session, "SEND_SECONDS", 0.0)
                await node.housekeeping.drop_silent()
                async with asyncio.timeout(5):
                    while hub.sockets:
                        await asyncio.sleep(0.01)
            assert not table.viewers
            assert not table.gone

    asyncio.run(run())


def test_a_node_stops_even_if_it_is_asked_for_work_at_that_very_moment(sqlite_url: str) -> None:
    async def run() -> None:
        async with node_on(sqlite_url) as node:

            async def claim_for_ever() -> None:
                while True:
                    await node.heartbeat.claim()

            for ticks in range(6):
                claiming = asyncio.create_task(claim_for_ever())
                await asyncio.sleep(0.01)
                node.heartbeat.claim_soon()
                for _ in range(ticks):
                    await asyncio.sleep(0)
                claiming.cancel()
                done, _ = await asyncio.wait([claiming], timeout=5)
                assert done, f"went on after {ticks} ticks"

    asyncio.run(run())


def test_whoever_was_sent_away_is_not_let_in_to_the_rematch(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            table = await open_table(hub, BO)
            await hub.command(table, ANA, messages.Remove(id="remove", person=CY.id))
            while table.table.status != "over":
                await hub.command(table, at_turn(table), a_move(table, f"m{table.table.ply}"))
            await hub.command(table, BO, messages.Rematch(id="again"))
            assert table.table.rematch is not None
            async with connected(hub, table.table.rematch, CY) as line:
                assert (await line.until("bye"))["why"] == "no_table"
            again = await hub.tables.get(table.table.rematch)
            assert again is not None
            with pytest.raises(Refusal, match="removed"):
                await hub.command(again, CY, messages.Sit(id="sit"))

    asyncio.run(run())


def test_a_message_that_is_refused_is_named_where_it_can_be(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)
            long = "é" * 2100  # letters of two bytes
            for text, error, id in (
                ('{"t": "fly", "id": "a1"}', "bad_message", "a1"),
                ('{"t": "sit", "id": "a2", "seat": "first"}', "bad_message", "a2"),
                ('{"id": "a3", "t": "start", "now": true}', "bad_message", "a3"),
                ('{"t": "sit", "id": "not an id"}', "bad_message", None),
                ('{"t": "sit", "id": 7}', "bad_message", None),
                ('["a4"]', "bad_message", None),
                ("{", "bad_message", None),
                ('{"t": "chat", "id": "a5", "text": "' + long + '"}', "too_long", "a5"),
                ("x" * 5000, "too_long", None),
            ):
                async with connected(hub, info.id, ANA) as line:
                    await line.until("welcome")
                    line.say_raw(text=text)
                    refused = await line.until("refused")
                    assert (refused["error"], refused["id"]) == (error, id)

    asyncio.run(run())


def test_whoever_waits_for_a_game_is_told_before_the_welcome(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(TableSettings(game="jatten", seats=2), ANA)
            table, compiled = await hub.tables.get(info.id), asyncio.Event()

            async def slow(id: str) -> Any:
                await compiled.wait()
                return table

            monkeypatch.setattr(hub.tables, "get", slow)
            monkeypatch.setattr(session, "NOTICE_SECONDS", 0.01)
            async with connected(hub, info.id, ANA) as line:
                assert (await line.until("notice"))["key"] == "warming"
                compiled.set()
                await line.until("welcome")
            kinds = [message["t"] for message in line.heard]
            assert set(kinds[: kinds.index("welcome")]) == {"notice"}

    asyncio.run(run())
