"""Background tasks of one part of the server: none is lost, none outlives its part."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple, Self, TypeVar

import structlog

from elftafel.server.ops.metrics import Metrics
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError

log = structlog.get_logger()

T = TypeVar("T")


class Failure(NamedTuple):
    """What a task returns instead of raising: in a task group, an error ends all other tasks."""

    error: Exception


class Tasks:
    """An `asyncio.TaskGroup` whose tasks may fail.

    An error is logged, or raised to the caller who waits for the result.

    Use it as `async with`: tasks can be started inside the block, and those left at its end are
    cancelled.
    """

    def __init__(self, part: str, metrics: Metrics) -> None:
        self._part = part
        self._metrics = metrics
        self._group = asyncio.TaskGroup()
        self._running: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cancel()
        await self._group.__aexit__(None, None, None)  # the block's own error stays as it is

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; if it fails, that is logged and counted."""
        return self._own(self._logged(work))

    def repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Call `work` every so many seconds until the end. A failure is logged."""
        self._own(self._repeated(work, seconds))

    def start_settled(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T | Failure]:
        """Run something whose result several callers wait for; each reads it with `result_of`."""
        return self._own(settled(work))

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work that runs to its end even if the caller is cancelled.

        Raises what the work raises. A caller that is one of these tasks is not cancelled, so it can
        do the work itself.
        """
        if asyncio.current_task() in self._running:
            return await work
        return result_of(await asyncio.shield(self.start_settled(work)))

    def cancel(self) -> None:
        """Ask all tasks to end now."""
        for task in self._running:
            task.cancel()

    async def join(self) -> None:
        """Wait until all tasks that run now have ended; others may have started meanwhile."""
        if self._running:
            await asyncio.wait(self._running)

    def _own(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = self._group.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _repeated(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._logged(work())

    async def _logged(self, work: Awaitable[None]) -> None:
        try:
            await work
        except (StoreError, Refusal) as error:  # the database is away, or a table is busy
            log.warning(self._part, problem=str(error))
        except Exception:
            log.exception(self._part)
            self._metrics.failures.labels(self._part).inc()


async def settled(work: Awaitable[T]) -> T | Failure:
    """The result of some work, or the error it ended with."""
    try:
        return await work
    except Exception as error:
        return Failure(error)


def result_of(outcome: T | Failure) -> T:
    """The result; raises the error if there was one."""
    if isinstance(outcome, Failure):
        raise outcome.error
    return outcome
