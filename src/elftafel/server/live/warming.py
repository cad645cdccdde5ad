"""Games compiled before they are needed.

Child processes compile, because that holds Python's lock for seconds; this one loads the result.
"""

import asyncio
import time

import structlog

from elftafel import games
from elftafel.bots.levels import usual_budget
from elftafel.games import warm
from elftafel.server.live.tasks import Failure, Tasks, result_of
from elftafel.server.ops.metrics import Metrics
from elftafel.server.refusal import Refusal
from elftafel.server.table.state import Table

log = structlog.get_logger()


class Warming:
    """Which games can be played without compiling, and the work of compiling the others."""

    def __init__(self, metrics: Metrics) -> None:
        self.ready: dict[str, bool] = dict.fromkeys(games.NAMES, False)  # to be played
        self.tasks = Tasks("warming", metrics)
        self._jobs: dict[tuple[str, bool], asyncio.Task[Failure | None]] = {}
        self._compiler = asyncio.Semaphore(1)  # two games at once would slow both

    def start(self) -> None:
        """Compile all games in the background: first what tables need, then what bots need."""
        self.tasks.start(self._warm_all())

    def stop(self) -> None:
        """Stop compiling."""
        self.tasks.cancel()
        warm.stop()

    async def need(self, name: str, thinking: bool = False) -> None:
        """Wait until a game can be played or, with `thinking`, searched.

        Raises Refusal if it cannot be compiled.
        """
        job = self._jobs.get((name, thinking))
        if job is None or has_failed(job):
            job = self._jobs[name, thinking] = self.tasks.start_settled(self._warm(name, thinking))
        try:
            result_of(await asyncio.shield(job))
        except Exception as error:
            log.error("warming", game=name, problem=repr(error))
            raise Refusal("game_not_ready", "game", "another game, until the server's log tells more") from None

    async def need_all(self, table: Table) -> None:
        """Wait for everything that a table with its bots needs."""
        await self.need(table.settings.game)
        if any(thinks(chair.bot) for chair in table.chairs):
            await self.need(table.settings.game, thinking=True)

    def is_ready(self, name: str, thinking: bool = False) -> bool:
        """True if `need` would return at once."""
        job = self._jobs.get((name, thinking))
        return job is not None and job.done() and not has_failed(job)

    async def _warm_all(self) -> None:
        for thinking in (False, True):
            for name in games.NAMES:
                try:
                    await self.need(name, thinking)
                except Refusal:
                    log.error("game cannot be loaded", game=name)

    async def _warm(self, name: str, thinking: bool) -> None:
        if thinking:
            await self.need(name)
        async with self._compiler:
            began = time.perf_counter()
            if not warm.is_warm(name, thinking):
                log.info("compiling", game=name, thinking=thinking)
                await asyncio.to_thread(warm.warm, name, thinking)
            shares = warm.THINKING if thinking else warm.TABLE
            await asyncio.to_thread(warm.compile_verbs, name, [verb for share in shares for verb in share])
            log.info("game ready", game=name, thinking=thinking, seconds=round(time.perf_counter() - began, 2))
        self.ready[name] = True


def has_failed(job: asyncio.Task[Failure | None]) -> bool:
    """True if a job has ended without success and must be tried again."""
    return job.done() and (job.cancelled() or isinstance(job.result(), Failure))


def thinks(level: str | None) -> bool:
    """True for a bot's level that searches."""
    return level is not None and usual_budget(level) is not None
