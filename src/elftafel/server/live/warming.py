"""Games compiled in the background, while tables play.

Child processes compile, because that holds Python's lock for seconds. This one loads the result, of
a game when somebody plays it, and of its search when a bot thinks or somebody asks for a hint: in
memory they are large. Until then a game's functions run as plain Python, which the people at its
tables cannot tell; bots that search decide without a search.
"""

import asyncio
import time
from contextlib import suppress

import structlog

from elftafel import games
from elftafel.bots.levels import usual_budget
from elftafel.games import warm
from elftafel.kernel import jit
from elftafel.server.live.tasks import Failure, Tasks, result_of
from elftafel.server.ops.metrics import Metrics
from elftafel.server.refusal import Refusal

log = structlog.get_logger()

Job = asyncio.Task[Failure | None]


class Warming:
    """Which games are compiled, and the work of compiling the others."""

    def __init__(self, metrics: Metrics) -> None:
        self.ready: dict[str, bool] = dict.fromkeys(games.NAMES, False)  # compiled, as far as tables need it
        self.tasks = Tasks("warming", metrics)
        self._jobs: dict[tuple[str, bool], Job] = {}  # by game, and whether its search is compiled
        self._quick: set[tuple[str, bool]] = set()  # jobs that only load what is in the cache
        self._loaded: set[str] = set()
        self._compiler = asyncio.Semaphore(1)  # two games at once would slow both

    def start(self) -> None:
        """Let tables play at once, and compile all games: first what tables need, then the search."""
        jit.play_meanwhile()
        self.tasks.start(self._warm_all())

    def stop(self) -> None:
        """Stop compiling."""
        self.tasks.cancel()
        warm.stop()

    async def need(self, name: str) -> None:
        """Wait until a game can be played; the game that is asked for is compiled next.

        Raises Refusal if it cannot be loaded.
        """
        if await self._is_compiled(name, thinking=False) or name in self._loaded:
            return
        try:
            await asyncio.to_thread(games.load, name)
        except Exception as error:
            log.error("game cannot be loaded", game=name, problem=repr(error))
            raise Refusal("game_not_ready", "game", "another game, until the server's log tells more") from None
        self._loaded.add(name)

    async def can_think(self, name: str) -> bool:
        """True if bots can search in this game; if not, they will when it is compiled."""
        return await self._is_compiled(name, thinking=True)

    async def need_thinking(self, name: str) -> None:
        """Wait until a game's search is compiled. Raises Refusal if that fails."""
        if has_failed(self._job(name, thinking=True)):
            del self._jobs[name, True]  # try again
        try:
            result_of(await asyncio.shield(self._job(name, thinking=True)))
        except Exception:
            raise Refusal("game_not_ready", "game", "another game, until the server's log tells more") from None

    def is_thinking_ready(self, name: str) -> bool:
        """True if `need_thinking` would return at once, or nearly."""
        job = self._jobs.get((name, True))
        return warm.is_warm(name, thinking=True) if job is None else job.done() and not has_failed(job)

    async def _is_compiled(self, name: str, thinking: bool) -> bool:
        """True if this is compiled; waits for it where that is quick, or where nothing plays meanwhile."""
        job = self._job(name, thinking)
        if not job.done() and ((name, thinking) in self._quick or not jit.plays_meanwhile()):
            await asyncio.shield(job)
        return job.done() and not has_failed(job)

    def _job(self, name: str, thinking: bool) -> Job:
        """The task that compiles this, started now unless it was before."""
        if (name, thinking) not in self._jobs:
            if warm.is_warm(name, thinking):
                self._quick.add((name, thinking))
            self._jobs[name, thinking] = self.tasks.start_settled(self._warm(name, thinking))
        return self._jobs[name, thinking]

    async def _warm_all(self) -> None:
        for thinking in (False, True):
            for name in games.NAMES:
                with suppress(Exception):  # it is in the log; who needs the game tries again
                    await self._compile(name, thinking)

    async def _compile(self, name: str, thinking: bool) -> None:
        """Let a child process compile this, unless it is in the cache."""
        if not warm.is_warm(name, thinking):
            async with self._compiler:
                try:
                    log.info("compiling", game=name, thinking=thinking)
                    await asyncio.to_thread(warm.warm, name, thinking, beside=True)
                except Exception as error:
                    log.error("game cannot be compiled", game=name, thinking=thinking, problem=repr(error))
                    raise
        self.ready[name] = True

    async def _warm(self, name: str, thinking: bool) -> None:
        if thinking:  # what tables need comes first
            await asyncio.shield(self._job(name, thinking=False))
        await self._compile(name, thinking)
        began = time.perf_counter()
        try:
            shares = warm.THINKING if thinking else warm.TABLE
            await asyncio.to_thread(warm.compile_verbs, name, [verb for share in shares for verb in share])
        except Exception as error:
            log.error("game cannot be loaded", game=name, thinking=thinking, problem=repr(error))
            raise
        log.info("game ready", game=name, thinking=thinking, seconds=round(time.perf_counter() - began, 2))


def has_failed(job: Job) -> bool:
    """True if a job has ended without success."""
    return job.done() and (job.cancelled() or isinstance(job.result(), Failure))


def thinks(level: str | None) -> bool:
    """True for a bot's level that searches."""
    return level is not None and usual_budget(level) is not None
