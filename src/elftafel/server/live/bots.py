"""Where bots think: threads beside the event loop, a bounded number of them, and games compiled before they are needed.

A bot is handed a record in which all that its seat cannot know was dealt anew: it cannot cheat even by mistake.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import structlog

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.hints import Hint, hints
from elftafel.bots.levels import Budget, usual_budget
from elftafel.bots.thinking import Standing
from elftafel.errors import BadLog
from elftafel.games import warm
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.server.live.live_table import LiveTable
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError
from elftafel.server.table import commands
from elftafel.server.table.state import Table

if TYPE_CHECKING:
    from elftafel.server.live.tables import Hub

log = structlog.get_logger()

MOST_BOTS = 64  # kept with what they have thought, for the next step of their turn
HINT_SECONDS = 0.4
MOST_HINTS = 40  # that are kept or waited for
QUICK = Budget(seconds=0.1)  # for a bot that nobody watches
LEAST_SECONDS = 0.05


class BotRoom:
    """Threads that think, and the games that they think about."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.threads = ThreadPoolExecutor(hub.settings.bot_threads, thread_name_prefix="bot")
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.waiting = 0  # thoughts that are asked for and not done
        self.unseen = ThreadPoolExecutor(1, thread_name_prefix="unseen")  # bots that nobody watches wait for each other
        self.hinting = ThreadPoolExecutor(1, thread_name_prefix="hint")
        self.hints: dict[tuple[str, int], asyncio.Task[tuple[Hint, ...]]] = {}  # by table and ply, the latest ones
        self.warming: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self.ready: dict[str, bool] = dict.fromkeys(games.NAMES, False)
        self.compiling = asyncio.Semaphore(1)
        self.background: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile all games in the background, what tables need before what bots need."""
        self.background = asyncio.create_task(self._warm_all())

    async def stop(self) -> None:
        """No more thoughts."""
        tasks: list[asyncio.Task[Any]] = [*self.tasks.values(), *self.warming.values(), *self.hints.values()]
        if self.background is not None:
            tasks.append(self.background)
        for task in tasks:
            task.cancel()
        warm.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        for threads in (self.threads, self.unseen, self.hinting):
            threads.shutdown(wait=False, cancel_futures=True)

    # games

    async def _warm_all(self) -> None:
        for thinking in (False, True):
            for name in games.NAMES:
                try:
                    await self.need(name, thinking)
                except Refusal:
                    log.error("game cannot be loaded", game=name)

    async def need(self, name: str, thinking: bool = False) -> None:
        """Wait until a game, and its search if bots think, can be used without compiling."""
        task = self.warming.get((name, thinking))
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self.warming[name, thinking] = asyncio.create_task(self._warm(name, thinking))
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("warming", game=name, problem=repr(error))
            raise Refusal("game_not_ready", "game", "another game, until the server's log tells more") from None

    def is_ready(self, name: str, thinking: bool = False) -> bool:
        """Whether `need` would return at once."""
        task = self.warming.get((name, thinking))
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    async def need_all(self, table: Table) -> None:
        """Wait for all that a table needs."""
        name = table.settings.game
        await self.need(name)
        if any(thinks(chair.bot) for chair in table.chairs):
            await self.need(name, thinking=True)

    async def _warm(self, name: str, thinking: bool) -> None:
        if thinking:
            await self.need(name)
        async with self.compiling:  # child processes share the work; two games at once would slow both
            began = time.perf_counter()
            if not warm.is_warm(name, thinking):
                log.info("compiling", game=name, thinking=thinking)
                await asyncio.to_thread(warm.warm, name, thinking)
            shares = warm.THINKING if thinking else warm.TABLE
            await asyncio.to_thread(warm.compile_verbs, name, [verb for share in shares for verb in share])
            log.info("game ready", game=name, thinking=thinking, seconds=round(time.perf_counter() - began, 2))
        self.ready[name] = True

    # bots

    def attend(self, live: LiveTable) -> None:
        """Let a bot think if it is its decision and this node's work."""
        if live.held and not live.gone and live.table.bot_to_play and live.table.id not in self.tasks:
            task = asyncio.create_task(self._play(live))
            self.tasks[live.table.id] = task
            task.add_done_callback(lambda _: self._done(live.table.id))

    def _done(self, id: str) -> None:
        self.tasks.pop(id, None)
        if live := self.hub.tables.get(id):  # perhaps fetched anew meanwhile
            self.attend(live)

    async def _play(self, live: LiveTable) -> None:
        """Decide for the bots of a table until a person has to decide."""
        waited = None  # at this ply
        while live.held and not live.gone and live.table.bot_to_play:
            wait = live.table.at + self.hub.settings.bot_pace - self.hub.now()
            if wait > 0 and waited != live.table.ply:
                waited = live.table.ply
                await asyncio.sleep(wait / 1000)
                continue
            async with live.lock:  # what is being written at this moment is not yet so
                table = live.table
                ply, seat, match, level = table.ply, table.turn, table.match, table.bot_to_play
                if live.gone or seat is None or match is None or level is None:
                    continue
                state = record.copy(match.state)
                standing = Standing(tuple(match.totals), match.rounds - match.round)
            try:
                await self.need(table.settings.game, thinks(level))
                action = await self._think(live, seat, level, state, standing)
                await self.hub.do(live, lambda table, now: commands.bot_decides(table, ply, action))  # noqa: B023
            except (Refusal, StoreError, BadLog) as error:
                log.warning("bot", table=table.id, problem=str(error))
                await asyncio.sleep(0.5)
            except Exception:
                log.exception("bot", table=table.id)
                await asyncio.sleep(5)

    async def _think(self, live: LiveTable, seat: int, level: str, state: record.Record, standing: Standing) -> int:
        bot = self._bot(live.table, seat, level)
        began = time.perf_counter()
        if not live.viewers and not live.elsewhere:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.unseen, choose, bot, state, seat, standing, unseen_budget(level))
        self.waiting += 1
        try:
            budget = self._budget(level)
            return await asyncio.get_running_loop().run_in_executor(
                self.threads, choose, bot, state, seat, standing, budget
            )
        finally:
            self.waiting -= 1
            self.hub.metrics.bot_seconds.observe(time.perf_counter() - began)

    def _budget(self, level: str) -> Budget | None:
        """A level's budget; when more bots wait than there are threads, they share the time."""
        budget = usual_budget(level)
        if budget is None or not budget.seconds:
            return budget
        share = min(1.0, self.hub.settings.bot_threads / self.waiting)
        return Budget(seconds=max(LEAST_SECONDS, budget.seconds * share))

    def _bot(self, table: Table, seat: int, level: str) -> Bot:
        key = (table.id, seat, level)
        bot = self.bots.pop(key, None)
        if bot is None:
            bot = Bot(games.load(table.settings.game), level, secrets.randbits(60))
        self.bots[key] = bot
        while len(self.bots) > MOST_BOTS:
            self.bots.popitem(last=False)
        return bot

    async def hint(self, live: LiveTable, seat: int, ply: int) -> tuple[Hint, ...]:
        """The moves of a seat, the best first; thought about once, however often it is asked."""
        async with live.lock:
            match = live.table.match
            if match is None or live.table.ply != ply or live.table.turn != seat:
                raise Refusal("stale", "ply", str(live.table.ply), stale=True)
            state = record.copy(match.state)
            standing = Standing(tuple(match.totals), match.rounds - match.round)
        key = (live.table.id, ply)
        if key not in self.hints:
            self.hints[key] = asyncio.create_task(self._hint(match.game, state, seat, standing))
            for old in list(self.hints)[:-MOST_HINTS]:
                self.hints.pop(old).cancel()
        try:
            return await asyncio.shield(self.hints[key])
        except Exception:
            self.hints.pop(key, None)  # the next who asks may have more luck
            raise
        except asyncio.CancelledError:
            if key in self.hints and not self.hints[key].cancelled():
                raise  # who asked is gone
            raise Refusal("busy") from None

    async def _hint(self, game: Game, state: record.Record, seat: int, standing: Standing) -> tuple[Hint, ...]:
        await self.need(game.facts.name, thinking=True)
        budget = Budget(seconds=HINT_SECONDS)
        return await asyncio.get_running_loop().run_in_executor(
            self.hinting, lambda: hints(game, state, seat, budget, standing, secrets.randbits(60))
        )


def unseen_budget(level: str) -> Budget | None:
    """A level's budget where nobody watches: little of the time of those that take time."""
    budget = usual_budget(level)
    return QUICK if budget is not None and budget.seconds else budget


def thinks(level: str | None) -> bool:
    """Whether a level searches."""
    return level is not None and usual_budget(level) is not None


def choose(bot: Bot, state: record.Record, seat: int, standing: Standing, budget: Budget | None) -> int:
    """A bot's decision, from what its seat may know."""
    verbs.redeal(state, seat, new_luck(secrets.randbits(60)))
    bot.budget = budget
    return bot.choose(state, standing)
