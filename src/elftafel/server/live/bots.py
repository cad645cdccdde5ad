"""Bots at live tables, and hints for people: searches in a few threads beside the event loop.

A bot gets a record in which everything that its seat cannot know was dealt again at random: it
cannot cheat, not even by mistake.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import structlog

from elftafel import games
from elftafel.bots.bot import Bot
from elftafel.bots.daily import reply
from elftafel.bots.hints import Hint, hints
from elftafel.bots.levels import Budget, usual_budget
from elftafel.bots.thinking import Standing
from elftafel.errors import BadLog
from elftafel.games.game import Game
from elftafel.kernel import record, verbs
from elftafel.kernel.chance import new_luck
from elftafel.server.live.live_table import LiveTable
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Failure, Tasks, result_of
from elftafel.server.live.warming import Warming, thinks
from elftafel.server.ops.metrics import Metrics
from elftafel.server.refusal import Refusal
from elftafel.server.store import StoreError
from elftafel.server.table import commands
from elftafel.server.table.entries import AnyEntry
from elftafel.server.table.state import Table

log = structlog.get_logger()

MOST_BOTS = 16  # bots that are kept for the next step of their turn; a search tree takes up to 8 MB
HINT_SECONDS = 0.4
MOST_HINTS = 40  # hints that are kept or being computed
UNWATCHED = Budget(seconds=0.1)  # for a bot at a table without viewers
LEAST_SECONDS = 0.05  # that a bot thinks, however many wait


class Bots:
    """Plays for the bots of this node's tables, and computes hints."""

    def __init__(
        self, tables: Tables, warming: Warming, server_time: ServerTime, metrics: Metrics, threads: int, pace: int
    ) -> None:
        self.waiting = 0  # decisions that wait for a thread or are being made, at watched tables
        self.tasks = Tasks("bots", metrics)
        self._tables = tables
        self._warming = warming
        self._time = server_time
        self._metrics = metrics
        self._pace = pace  # least milliseconds between two decisions of bots
        self._most_threads = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._unwatched = ThreadPoolExecutor(1, thread_name_prefix="unwatched")
        self._hint_thread = ThreadPoolExecutor(1, thread_name_prefix="hint")
        # Bots by table, log, seat and level; tasks that play, by table; hints by table, log and ply.
        # A log that a restore replaced has another generation: nothing that was made from it is used.
        self._bots: OrderedDict[tuple[str, bytes, int, str], Bot] = OrderedDict()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._hints: dict[tuple[str, bytes, int], asyncio.Task[tuple[Hint, ...] | Failure]] = {}

    async def stop(self) -> None:
        """Stop all bots and hints."""
        self.tasks.cancel()
        await self.tasks.join()
        for threads in (self._threads, self._unwatched, self._hint_thread):
            threads.shutdown(wait=False, cancel_futures=True)

    # Playing.

    def attend(self, live: LiveTable) -> None:
        """Start to play for a table's bots if one has to decide and this node holds the lease."""
        if live.held and not live.gone and live.table.bot_to_play and live.table.id not in self._playing:
            task = self._playing[live.table.id] = self.tasks.start(self._play(live))
            task.add_done_callback(lambda _: self._played(live.table.id))

    def _played(self, id: str) -> None:
        del self._playing[id]
        live = self._tables.in_memory.get(id)  # anew, if it was forgotten meanwhile
        if live is not None:
            self.attend(live)

    async def _play(self, live: LiveTable) -> None:
        """Decide for the bots of a table until a person has to decide."""
        paused_at = None  # the ply for which the pause between moves was made
        while live.held and not live.gone and live.table.bot_to_play:
            wait = live.table.at + self._pace - self._time.now()
            if wait > 0 and paused_at != live.table.ply:
                paused_at = live.table.ply
                await asyncio.sleep(wait / 1000)
                continue
            async with live.lock:  # a change under way is not yet written
                table = live.table
                ply, seat, match, level = table.ply, table.turn, table.match, table.bot_to_play
                if live.gone or seat is None or match is None or level is None:
                    continue
                state = record.copy(match.state)
                standing = Standing.of(match)
            try:
                await self._warming.need(table.settings.game)
                action = await self._think(live, seat, level, state, standing)
                await self._tables.do(live, partial(bot_decides, ply, action))
                if live.gone or live.table.turn != seat:
                    self._bots.pop((table.id, live.generation, seat, level), None)  # its tree is of no use any more
            except (Refusal, StoreError, BadLog) as error:
                log.warning("bot", table=table.id, problem=str(error))
                await asyncio.sleep(0.5)
            except Exception:
                log.exception("bot", table=table.id)
                await asyncio.sleep(5)

    async def _think(self, live: LiveTable, seat: int, level: str, state: record.Record, standing: Standing) -> int:
        """The action that a bot chooses, computed in a thread."""
        loop = asyncio.get_running_loop()
        table = live.table
        if table.daily is not None:  # the same reply everywhere: no bot that is kept, no clock, no waiting bots
            game = games.load(table.settings.game)
            if thinks(level):
                await self._warming.need_thinking(game.facts.name)
            asked = (game, level, table.daily.iterations, table.secret, state, standing)
            return await loop.run_in_executor(self._threads, reply, *asked)
        bot = self._bot(live, seat, level)
        can_think = not thinks(level) or await self._warming.can_think(live.table.settings.game)
        if not live.watched:
            budget = unwatched_budget(level) if can_think else None
            return await loop.run_in_executor(self._unwatched, choose, bot, state, seat, standing, budget)
        began = time.perf_counter()
        self.waiting += 1
        try:
            budget = self._shared_budget(level) if can_think else None
            return await loop.run_in_executor(self._threads, choose, bot, state, seat, standing, budget)
        finally:
            self.waiting -= 1
            self._metrics.bot_seconds.observe(time.perf_counter() - began)

    def _shared_budget(self, level: str) -> Budget | None:
        """A level's budget; shorter while more bots wait than there are threads."""
        budget = usual_budget(level)
        if budget is None or not budget.seconds:
            return budget
        share = min(1.0, self._most_threads / self.waiting)
        return Budget(seconds=max(LEAST_SECONDS, budget.seconds * share))

    def _bot(self, live: LiveTable, seat: int, level: str) -> Bot:
        """The bot of a seat: the one that decided there last, if it is still kept."""
        key = (live.table.id, live.generation, seat, level)
        bot = self._bots.pop(key, None)
        if bot is None:
            bot = Bot(games.load(live.table.settings.game), level, secrets.randbits(60))
        self._bots[key] = bot
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot

    # Hints.

    async def hint(self, live: LiveTable, seat: int, ply: int) -> tuple[Hint, ...]:
        """The legal moves of a seat, the best first; computed once, however often one asks."""
        async with live.lock:
            match = live.table.match
            if match is None or live.table.ply != ply or live.table.turn != seat:
                raise Refusal("stale", "ply", str(live.table.ply), stale=True)
            state = record.copy(match.state)
            standing = Standing.of(match)
            key = (live.table.id, live.generation, ply)
        if key not in self._hints:
            self._hints[key] = self.tasks.start_settled(self._hint(match.game, state, seat, standing))
            for old in list(self._hints)[:-MOST_HINTS]:
                self._hints.pop(old).cancel()
        try:
            return result_of(await asyncio.shield(self._hints[key]))
        except Exception:
            self._hints.pop(key, None)  # so that the next question tries again
            raise
        except asyncio.CancelledError:
            if key in self._hints and not self._hints[key].cancelled():
                raise  # the client that asked is gone
            raise Refusal("busy") from None  # pushed out by newer questions

    async def _hint(self, game: Game, state: record.Record, seat: int, standing: Standing) -> tuple[Hint, ...]:
        await self._warming.need_thinking(game.facts.name)
        budget = Budget(seconds=HINT_SECONDS)
        return await asyncio.get_running_loop().run_in_executor(
            self._hint_thread, lambda: hints(game, state, seat, budget, standing, secrets.randbits(60))
        )


def bot_decides(ply: int, action: int, table: Table, now: int) -> list[AnyEntry]:
    """The entry for a bot's action; none if the table has moved on from that ply."""
    return commands.bot_decides(table, ply, action)


def unwatched_budget(level: str) -> Budget | None:
    """A level's budget at a table without viewers: little time for levels that take time."""
    budget = usual_budget(level)
    return UNWATCHED if budget is not None and budget.seconds else budget


def choose(bot: Bot, state: record.Record, seat: int, standing: Standing, budget: Budget | None) -> int:
    """A bot's decision, made from what its seat may know."""
    verbs.redeal(state, seat, new_luck(secrets.randbits(60)))
    bot.budget = budget
    return bot.choose(state, standing)
