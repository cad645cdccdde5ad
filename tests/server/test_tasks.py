"""Tasks of a part of the server: failures are seen, nothing is lost, nothing outlives the part. And a node's pace."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs

from elftafel.errors import BadInput
from elftafel.server.live.tasks import Failure, Tasks, result_of
from elftafel.server.node import pace
from elftafel.server.node.pace import Pace
from elftafel.server.ops.metrics import Metrics
from elftafel.server.store import StoreError


@asynccontextmanager
async def tasks_of_a_part() -> AsyncIterator[tuple[Tasks, CollectorRegistry]]:
    metrics = Metrics()
    async with Tasks("part", metrics) as tasks:
        yield tasks, metrics.registry


async def fail() -> None:
    raise ZeroDivisionError


def test_a_task_that_fails_is_logged_and_its_neighbours_go_on() -> None:
    async def run() -> None:
        async with tasks_of_a_part() as (tasks, registry):
            done = asyncio.Event()

            async def neighbour() -> None:
                await failed
                done.set()

            with capture_logs() as lines:
                failed = tasks.start(fail())
                tasks.start(neighbour())
                await asyncio.wait_for(done.wait(), 10)
            assert [(line["event"], line["log_level"]) for line in lines] == [("part", "error")]
            assert registry.get_sample_value("elftafel_failures_total", {"where": "part"}) == 1

    asyncio.run(run())


def test_what_repeats_goes_on_after_failures_and_a_database_that_is_away_is_no_failure() -> None:
    async def run() -> None:
        async with tasks_of_a_part() as (tasks, registry):
            calls: list[int] = []
            enough = asyncio.Event()

            async def work() -> None:
                calls.append(len(calls))
                if len(calls) == 1:
                    raise StoreError("away")
                if len(calls) == 2:
                    raise ZeroDivisionError
                enough.set()

            with capture_logs() as lines:
                tasks.repeat(work, 0.001)
                await asyncio.wait_for(enough.wait(), 10)
            assert [line["log_level"] for line in lines] == ["warning", "error"]
            assert registry.get_sample_value("elftafel_failures_total", {"where": "part"}) == 1

    asyncio.run(run())


def test_work_is_finished_even_if_its_caller_is_gone() -> None:
    async def run() -> None:
        async with tasks_of_a_part() as (tasks, _):
            go_on, finished = asyncio.Event(), []

            async def work() -> int:
                await go_on.wait()
                finished.append(True)
                return 11

            caller = asyncio.create_task(tasks.finish(work()))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            caller.cancel()
            with pytest.raises(asyncio.CancelledError):
                await caller
            assert not finished
            go_on.set()
            await asyncio.wait_for(tasks.join(), 10)
            assert finished
            assert await tasks.finish(work()) == 11

    asyncio.run(run())


def test_a_stop_waits_for_what_runs_and_not_for_what_begins_meanwhile() -> None:
    async def run() -> None:
        async with tasks_of_a_part() as (tasks, _):
            ended = []

            async def work(number: int) -> None:
                await asyncio.sleep(0.01)
                tasks.start(asyncio.sleep(3600))
                ended.append(number)

            for number in range(3):
                tasks.start(work(number))
            await asyncio.wait_for(tasks.join(), 10)
            assert sorted(ended) == [0, 1, 2]

    asyncio.run(run())


def test_an_error_belongs_to_whoever_waits_for_the_result() -> None:
    async def run() -> None:
        async with tasks_of_a_part() as (tasks, _):
            with capture_logs() as lines, pytest.raises(ZeroDivisionError):
                await tasks.finish(fail())
            outcome = await tasks.start_settled(fail())
            assert isinstance(outcome, Failure)
            with pytest.raises(ZeroDivisionError):
                result_of(outcome)
            assert lines == []

    asyncio.run(run())


def test_nothing_outlives_its_part_and_an_error_of_the_block_stays_what_it_was() -> None:
    async def run() -> None:
        ended = []

        async def for_ever() -> None:
            try:
                await asyncio.sleep(3600)
            finally:
                ended.append(True)

        async def block() -> None:
            async with tasks_of_a_part() as (tasks, _):
                tasks.start(for_ever())
                tasks.repeat(for_ever, 0)
                await asyncio.sleep(0.01)
                raise KeyError("of the block")

        with pytest.raises(KeyError, match="of the block"):
            await block()
        assert ended == [True, True]

    asyncio.run(run())


def test_a_pace_is_the_usual_one_but_for_what_the_environment_changes() -> None:
    assert pace.read({}) == Pace()
    assert Pace().lease == 6.0
    assert pace.read({pace.VARIABLE: '{"beat": 0.1, "lease": 3.5}'}) == Pace(beat=0.1, lease=3.5)


@pytest.mark.parametrize(
    "text", ["fast", '{"leese": 1}', '{"beat": "1"}', '{"lease": 2.0}', '{"beat": 3.5}', '{"beat": 0}']
)
def test_a_pace_in_which_a_node_would_lose_its_leases_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        pace.read({pace.VARIABLE: text})
