"""Around a commit: nobody is told what is not yet written, nobody misses what is, and no node judges by old news."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import Connection, text

from elftafel.errors import BadInput
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.session import Session
from elftafel.server.protocol import messages
from elftafel.server.protocol.table_settings import DecisionClock, TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError, Unknown, postgres
from elftafel.server.table.entries import Played
from tests.server.hubs import ANA, BO, CY, Gate, a_move, at_turn, connected, hub_on, nothing, open_table, same

pytest_plugins = ["tests.server.databases"]


def test_a_refusal_does_not_tell_a_position_that_is_not_written(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            ply = live.table.ply
            async with connected(hub, live.table.id, CY) as line:
                await line.until("welcome")
                gate = Gate(hub)
                playing = asyncio.create_task(hub.command(live, at_turn(live), a_move(live)))
                await gate.reached.wait()
                line.say(messages.Play(id="old", ply=0, action=0))
                await asyncio.sleep(0.05)
                assert not any(told["t"] == "refused" for told in line.heard)
                gate.wrong = StoreError("the disk is full")
                gate.remove()
                with pytest.raises(Refusal, match="try_again"):
                    await playing
                await line.closed.wait()
            shown = [told["position"]["ply"] for told in line.heard if told.get("position")]
            assert set(shown) <= {ply}
            assert line.heard[-1] == {"t": "bye", "why": "resync"}

    asyncio.run(run())


def test_a_stale_refusal_tells_the_present_position(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            async with connected(hub, live.table.id, at_turn(live)) as line:
                line.say(messages.Play(id="old", ply=0, action=0))
                refused = await line.until("refused")
                assert refused["error"] == "stale"
                assert refused["position"]["ply"] == live.table.ply

    asyncio.run(run())


def test_whoever_missed_too_much_is_not_welcomed_to_what_is_not_written(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            number = live.table.number
            async with connected(hub, live.table.id, CY) as line:
                await line.until("welcome")
                (session,) = hub.sockets
                gate = Gate(hub)
                playing = asyncio.create_task(hub.command(live, at_turn(live), a_move(live)))
                await gate.reached.wait()
                assert isinstance(session, Session)
                session.missed = True
                session.flush()
                await asyncio.sleep(0.05)
                gate.wrong = Unknown("the line broke")
                gate.remove()
                with pytest.raises(Refusal):
                    await playing
                await line.closed.wait()
            assert [told["n"] for told in line.heard if told["t"] == "welcome"] == [number]
            assert line.heard[-1]["t"] == "bye"

    asyncio.run(run())


def test_who_goes_away_in_a_commit_does_not_disturb_the_others(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            async with connected(hub, live.table.id, CY) as line:
                await line.until("welcome")
                gate = Gate(hub)
                playing = asyncio.create_task(hub.command(live, at_turn(live), a_move(live)))
                await gate.reached.wait()
                playing.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await playing
                gate.remove()
                assert (await line.until("event"))["body"]["kind"] == "played"
                assert not live.gone

    asyncio.run(run())


def test_bots_do_not_think_about_what_is_not_written(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, bots=1)
            while at_turn_or_bot(live) != ANA.id:
                await asyncio.sleep(0.01)
            seen: list[int] = []
            think = hub.bots._think

            async def watched(live: Any, *more: Any) -> int:
                seen.append(live.table.number)
                return await think(live, *more)

            monkeypatch.setattr(hub.bots, "_think", watched)
            written = live.table.number
            live.held = True
            gate = Gate(hub)
            leaving = asyncio.create_task(hub.command(live, ANA, messages.Leave(id="leave")))
            await gate.reached.wait()
            hub.bots.attend(live)
            await asyncio.sleep(0.1)
            assert seen == []
            gate.remove()
            assert await leaving == written + 1
            while not seen:
                await asyncio.sleep(0.01)
            assert seen[0] > written

    asyncio.run(run())


def at_turn_or_bot(live: Any) -> str | None:
    return None if live.table.turn is None else live.table.chairs[live.table.turn].person


def test_bots_go_on_at_a_table_that_was_fetched_anew(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, bots=1)
            think, thinking, enough = hub.bots._think, asyncio.Event(), asyncio.Event()

            async def slowly(*arguments: Any) -> int:
                thinking.set()
                await enough.wait()
                return await think(*arguments)

            monkeypatch.setattr(hub.bots, "_think", slowly)
            await hub.command(live, ANA, messages.Leave(id="leave"))
            async with asyncio.timeout(20):
                await thinking.wait()
                hub.tables.forget(live)
                again = await same(hub, live)
                again.held = True
                hub.tables.attend(again)
                enough.set()
                while again.table.status != "over":
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_a_table_that_could_not_take_an_entry_is_fetched_anew(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            number = live.table.number
            with pytest.raises(BadInput, match="action"):
                await hub.tables.do(live, lambda table, now: [Played(table.turn or 0, 9999)])
            assert live.gone
            again = await same(hub, live)
            assert again.table.number == number
            await hub.command(again, at_turn(again), a_move(again))

    asyncio.run(run())


def test_spectators_are_not_told_the_start_of_a_table_without_spectators(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            info = await hub.opening.open_table(
                TableSettings(game="elfer_raus", seats=2, rounds=1, spectators=False), ANA
            )
            live = await hub.tables.get(info.id)
            assert live is not None
            await hub.command(live, BO, messages.Sit(id="sit"))
            async with connected(hub, info.id, CY) as line:
                await line.until("welcome")
                await hub.command(live, ANA, messages.Start(id="start"))
                assert (await line.until("bye"))["why"] == "no_spectators"
            assert not any(told["t"] == "event" for told in line.heard)

    asyncio.run(run())


def test_what_was_done_and_is_needless_now_is_acknowledged_as_what_it_was(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO)
            who = BO if at_turn(live) == ANA else ANA
            number = await hub.command(live, who, messages.Leave(id="leave"))
            await hub.command(live, ANA, messages.Chat(id="chat", text="later"))
            live.done.clear()  # as after a restart
            assert await hub.command(live, who, messages.Leave(id="leave")) == number

    asyncio.run(run())


def test_a_node_that_is_behind_does_not_refuse(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            for number in range(10):
                await one.command(here, at_turn(here), a_move(here, f"one-{number}"))
                assert there.table.ply < here.table.ply
                async with connected(two, here.table.id, CY, there.table.number) as line:
                    await two.command(there, at_turn(here), a_move(here, f"two-{number}"))
                    assert there.table.ply == here.table.ply + 1
                    await line.until("event")
                    await one.tables.catch_up(here)
                told = [message["n"] for message in line.heard if message["t"] == "event"]
                assert told == list(range(told[0], told[0] + len(told)))
                assert told[-1] == there.table.number

    asyncio.run(run())


def test_a_node_that_is_behind_does_not_take_something_for_done(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            who = BO if at_turn(here) == ANA else ANA
            await one.command(here, who, messages.Leave(id="leave"))
            left = here.table.number
            assert await two.command(there, who, messages.Return(id="return")) == left + 1

    asyncio.run(run())


def test_a_command_that_found_nothing_to_do_does_nothing_later(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two") as two:
            here = await open_table(one, BO)
            needless = await one.command(here, BO, messages.Return(id="return"))
            await one.command(here, BO, messages.Leave(id="leave"))
            there = await same(two, here)
            assert await two.command(there, BO, messages.Return(id="return")) == needless
            assert there.table.chairs[1].stand_in is not None

    asyncio.run(run())


def test_a_node_that_is_behind_does_not_take_a_viewer_back_in_time(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            number = await one.command(here, at_turn(here), a_move(here))
            async with connected(two, here.table.id, CY, after=number) as line:
                assert (await line.until("resumed"))["n"] == number
            assert there.table.number == number

    asyncio.run(run())


def test_a_node_that_is_behind_tells_a_newcomer_everything(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            for number in range(3):
                await one.command(here, at_turn(here), a_move(here, f"m{number}"))
            assert there.table.number < here.table.number
            async with connected(two, here.table.id, CY) as line:
                assert (await line.until("welcome"))["n"] == here.table.number
            await one.command(here, ANA, messages.Leave(id="leave"))
            info = await two.tables.info(here.table.id, BO.id)
            assert info is not None
            assert info.host == BO.id, "over HTTP too"

    asyncio.run(run())


@pytest.mark.parametrize("late", [False, True])
def test_a_node_that_is_far_behind_tells_every_position(postgresql_url: str, late: bool) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            async with connected(two, here.table.id, CY, after=there.table.number) as line:
                await line.until("resumed")
                for number in range(50):
                    await one.command(here, at_turn(here), a_move(here, f"move-{number}"))
                if late:
                    await two.command(there, ANA, messages.Chat(id="chat", text="hello"))
                else:
                    await two.tables.catch_up(there)
                await asyncio.sleep(0.1)
                told = [message["body"] for message in line.heard if message["t"] == "event"]
                assert [body["kind"] for body in told] == ["played"] * 50 + ["chatted"] * late
                assert all(body["position"] for body in told[:50])

    asyncio.run(run())


def test_a_command_that_another_node_did_is_acknowledged_after_its_event(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            who, move = at_turn(here), a_move(here)
            async with connected(two, here.table.id, who, after=there.table.number) as line:
                await line.until("resumed")
                number = await one.command(here, who, move)
                line.say(move)
                assert (await line.until("ack")) == {"t": "ack", "id": "move", "n": number}
                kinds = [message["t"] for message in line.heard if message["t"] in ("event", "ack")]
                assert kinds == ["event", "ack"]

    asyncio.run(run())


def test_a_command_that_another_node_does_meanwhile_is_acknowledged_after_its_event(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            two.tables._was_behind = nothing  # type: ignore[method-assign, assignment]
            await one.command(here, at_turn(here), a_move(here, "first"))
            who, move = at_turn(here), a_move(here, "second")
            async with connected(two, here.table.id, who, after=there.table.number) as line:
                await line.until("resumed")
                number = await one.command(here, who, move)
                line.say(move)  # out of turn, as far as this node knows
                assert (await line.until("ack")) == {"t": "ack", "id": "second", "n": number}
                kinds = [message["t"] for message in line.heard if message["t"] in ("event", "ack")]
                assert kinds == ["event", "event", "ack"]

    asyncio.run(run())


def test_viewers_miss_nothing_when_a_node_is_always_too_late(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two") as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            monkeypatch.setattr("elftafel.server.live.tables.MOST_TRIES", 3)
            append = two.tables._store.append
            words = 0

            async def too_late(*arguments: Any) -> Any:
                nonlocal words
                words += 1
                await one.command(here, BO, messages.Chat(id=f"chat-{words}", text="faster"))
                return await append(*arguments)

            async with connected(two, here.table.id, CY, after=there.table.number) as line:
                await line.until("resumed")
                monkeypatch.setattr(two.tables._store, "append", too_late)
                with pytest.raises(Refusal, match="busy"):
                    await two.command(there, ANA, messages.Chat(id="slow", text="slower"))
                monkeypatch.setattr(two.tables._store, "append", append)
                await two.command(there, ANA, messages.Chat(id="slow", text="slower"))
                await asyncio.sleep(0.1)
                told = [message["n"] for message in line.heard if message["t"] == "event"]
                assert told == list(range(told[0], told[0] + 4))

    asyncio.run(run())


def test_a_command_asked_again_at_a_full_table_has_the_same_answer(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two") as two:
            here = await open_table(one, BO)
            while here.table.status != "over":
                await one.command(here, at_turn(here), a_move(here, f"move-{here.table.ply}"))
            number = await one.command(here, ANA, messages.Rematch(id="rematch"))
            await one.command(here, BO, messages.Chat(id="chat", text="hello"))
            monkeypatch.setattr("elftafel.server.table.log_limits.MOST_ENTRIES", here.table.number)
            there = await same(two, here)
            assert await two.command(there, ANA, messages.Rematch(id="rematch")) == number

    asyncio.run(run())


def test_what_others_wrote_is_attended_to_even_if_a_command_is_refused(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two", deaf=True) as two:
            here = await open_table(one, BO)
            there = await same(two, here)
            await one.command(here, at_turn(here), a_move(here))
            attended: list[LiveTable] = []
            two.tables.on_change[:] = [attended.append]
            with pytest.raises(Refusal, match="not_seated"):
                await two.command(there, CY, messages.Leave(id="leave"))
            assert there.table.number == here.table.number
            assert attended == [there]

    asyncio.run(run())


def test_a_rematch_that_two_ask_for_at_once_is_one_table(postgresql_url: str) -> None:
    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one, hub_on(postgresql_url, "two") as two:
            here = await open_table(one, BO)
            while here.table.status != "over":
                await one.command(here, at_turn(here), a_move(here, f"move-{here.table.ply}"))
            there = await same(two, here)
            await asyncio.gather(
                one.command(here, ANA, messages.Rematch(id="rematch")),
                two.command(there, BO, messages.Rematch(id="rematch")),
            )
            mine = await one.tables._store.tables_of(ANA.id, 10)
            assert len(mine) == 2

    asyncio.run(run())


def test_a_node_that_slept_gives_the_time_back_before_it_judges(sqlite_url: str) -> None:
    async def run() -> None:
        async with hub_on(sqlite_url) as hub:
            live = await open_table(hub, BO, clock=DecisionClock(60))
            asleep = 100_000  # milliseconds
            hub.tables._store._database._started += asleep / 1000  # type: ignore[attr-defined]
            hub.time.offset += asleep
            hub.time.last_beat -= asleep / 1000
            await hub.command(live, at_turn(live), a_move(live))
            assert not any(chair.stand_in for chair in live.table.chairs)

    asyncio.run(run())


def test_a_node_that_sleeps_with_a_lock_does_not_stop_the_others(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = "idle_in_transaction_session_timeout"
    assert postgres.SETTINGS[limit] == "3s", "shorter than anyone waits for a lock"

    async def run() -> None:
        async with hub_on(postgresql_url, "one") as one:
            monkeypatch.setitem(postgres.SETTINGS, limit, "300ms")
            async with hub_on(postgresql_url, "two") as two:
                here = await open_table(one, BO)
                locked, awake = threading.Event(), threading.Event()

                def sleep_with_the_lock(connection: Connection) -> None:
                    connection.execute(text("UPDATE tables SET free = free"))  # which locks the rows too
                    locked.set()
                    awake.wait(60)

                sleeper = two.tables._store._database.write(sleep_with_the_lock, f"table:{here.table.id}")
                asleep = asyncio.create_task(sleeper)
                await asyncio.to_thread(locked.wait, 60)
                await one.command(here, at_turn(here), a_move(here))
                assert not asleep.done()
                awake.set()
                with pytest.raises(StoreError):
                    await asleep

    asyncio.run(run())
