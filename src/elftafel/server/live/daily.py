"""The deal of the day on this node: its secret, the one counted try, and what an expert makes of it.

All nodes have the same installation's secret and the same deals from the store, and take the day from
the database's time: so they deal the same cards on the same day.
"""

import asyncio
import sys
from contextlib import suppress

import msgspec
import structlog

from elftafel import daily, fairness, games
from elftafel.bots.daily import ExpertTask
from elftafel.daily import DayDeal
from elftafel.errors import BadInput
from elftafel.match import MatchLog, Seat
from elftafel.server.live.opening import Given, Opening
from elftafel.server.live.server_time import ServerTime
from elftafel.server.live.tasks import Tasks
from elftafel.server.live.warming import Warming
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol.table_settings import TableSettings
from elftafel.server.refusal import Refusal
from elftafel.server.settings import Settings
from elftafel.server.store import CommandKey, DealJob, Store, StoreError
from elftafel.server.store.daily import NO_EXPERT
from elftafel.server.table.commands import Actor
from elftafel.server.table.entries import DailyDeal

log = structlog.get_logger()

MOST_DEALS = 300  # that are kept in memory
LOOK = 2.0  # seconds between looks for deals that wait for an expert
LEASE = 600.0  # seconds after which another node may play a deal as an expert; one takes some ten


class Daily:
    """Deals of the day: opens tables for them, and lets an expert play them."""

    def __init__(
        self,
        store: Store,
        opening: Opening,
        warming: Warming,
        server_time: ServerTime,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.tasks = Tasks("daily", metrics)
        self._store = store
        self._opening = opening
        self._warming = warming
        self._time = server_time
        self._settings = settings
        # Both with the log's generation: a restore may bring others.
        self._secret: tuple[bytes, bytes] | None = None
        self._deals: dict[tuple[bytes, str, str], DayDeal] = {}
        self._asked = asyncio.Event()

    def start(self) -> None:
        """Begin to look for deals that wait for an expert, unless the settings forbid slow work."""
        if self._settings.review_iterations:
            self.tasks.repeat(self.work, 0)

    async def stop(self) -> None:
        """Stop working, and leave what is not finished to others."""
        self.tasks.cancel()
        await self.tasks.join()
        if self._settings.review_iterations:
            with suppress(StoreError):  # then it is free when its time is over
                await self._store.leave_deals()

    # Days and secrets.

    @property
    def today(self) -> str:
        """The day that it is now, in UTC by the database's time."""
        return daily.day_at(self._time.now())

    def check_day(self, day: str) -> None:
        """Raise BadInput for a day that cannot be played: one that is not yet, or long ago."""
        first, last = daily.after(self.today, 1 - daily.KEPT), self.today
        if not first <= daily.read_day(day).isoformat() <= last:
            raise BadInput("day", day, f"{first} to {last}")

    async def secret(self, day: str, game: str) -> str:
        """The secret of a deal. Nobody may be shown it before the day is over."""
        if self._secret is None or self._secret[0] != self._store.generation:
            self._secret = self._store.generation, await self._store.secret("daily")
        return daily.secret_of(self._secret[1], day, game)

    async def commitment(self, day: str, game: str) -> str:
        """The hash of a deal's secret, which may be shown from the day before."""
        return fairness.commitment(await self.secret(day, game))

    async def opened_secret(self, day: str, game: str) -> str | None:
        """The secret of a deal, once its day is over; None before."""
        return await self.secret(day, game) if day < self.today else None

    async def deal(self, day: str, game: str) -> DayDeal:
        """The table of a deal, written down when it is first asked for."""
        key = (self._store.generation, day, game)
        if key not in self._deals:
            row = await self._store.deal(day, game, msgspec.json.encode(daily.deal_now(game)))
            self._deals[key] = msgspec.json.decode(row.body, type=DayDeal)
            for old in list(self._deals)[:-MOST_DEALS]:
                del self._deals[old]
        return self._deals[key]

    async def expert(self, day: str, game: str) -> tuple[int | None, bool]:
        """By how much an expert is ahead with these cards; and whether that is being found out."""
        points = await self._store.expert(day, game)
        if points:
            return daily.lead_of(msgspec.json.decode(points, type=tuple[int, ...]), daily.PERSON), False
        return None, points is None and self._settings.review_iterations > 0

    # Playing.

    async def open(self, day: str, game: str, who: Actor, key: str | None = None) -> str:
        """The table where a person plays a deal; on its day the one where they began it.

        Earlier days can be played again and again, uncounted; the same key gives the same table.
        """
        self.check_day(day)
        games.facts(game)
        counted = day == self.today
        command: CommandKey | None = CommandKey(who.id, try_key(day, game))
        if not counted:
            command = None if key is None else CommandKey(who.id, f"{try_key(day, game)}:{key}")
        id = None if command is None else await self._store.opened(command)
        if id is not None:
            return id
        if not counted:
            await self._opening.check_number(who.id)
        deal = await self.deal(day, game)
        if deal.rules_version != games.facts(game).rules_version:
            raise BadInput("day", day, "a day that was begun under this version's rules")
        await self._warming.need(game)
        given = Given(
            deal=DailyDeal(day, counted, deal.iterations),
            secret=await self.secret(day, game),
            level=deal.level,
            data=deal.data,
        )
        return await self._opening.open_daily(settings_of(game, deal), who, given, command)

    async def begun(self, day: str, person: str) -> dict[str, str]:
        """The tables where a person has begun the deals of a day to be counted, by game."""
        keys = {try_key(day, game): game for game in games.NAMES}
        found = await self._store.begun(person, list(keys))
        return {keys[key]: table for key, table in found.items()}

    # The expert.

    async def work(self) -> None:
        """Wait a while; then play one deal as an expert, if one waits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._asked.wait()
        self._asked.clear()
        job = await self._store.claim_deal(LEASE)
        if job is not None:
            self._asked.set()  # look for the next one at once
            await self._do(job)

    async def _do(self, job: DealJob) -> None:
        deal = msgspec.json.decode(job.body, type=DayDeal)
        if deal.rules_version != games.facts(job.game).rules_version:
            await self._store.finish_deal(job.day, job.game, NO_EXPERT)
            return
        try:
            await self._warming.need_thinking(job.game)
        except Refusal as error:
            log.warning("expert", day=job.day, game=job.game, problem=error.key)
            return
        secret = await self.secret(job.day, job.game)
        points = await self._in_child(ExpertTask(log_of(job.day, job.game, deal, secret), secret, deal))
        if points:
            await self._store.finish_deal(job.day, job.game, points)
            log.info("expert", day=job.day, game=job.game)

    async def _in_child(self, task: ExpertTask) -> bytes:
        """The points of a deal as an expert plays it, from a child process; empty if it died."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "elftafel.bots.daily", str(self._settings.review_nice)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            points, _ = await child.communicate(msgspec.json.encode(task))
            return points.strip()
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()


def try_key(day: str, game: str) -> str:
    """What names the command that begins a counted try: it is carried out once for a person."""
    return f"daily:{day}:{game}"


def settings_of(game: str, deal: DayDeal) -> TableSettings:
    """The settings of a deal's table: nobody looks on, nobody helps, no clock runs."""
    return TableSettings(
        game=game, seats=deal.seats, rounds=1, draw_lots=True, spectators=False, chat=False, hints=False
    )


def log_of(day: str, game: str, deal: DayDeal, secret: str) -> MatchLog:
    """The match of a deal before its first decision."""
    settings = settings_of(game, deal)
    facts = games.facts(game)
    return MatchLog(
        game=game,
        rules_version=deal.rules_version,
        options=msgspec.to_builtins(facts.read_options(dict(settings.options), deal.seats)),
        data=deal.data,
        seats=tuple(Seat(f"Seat {seat + 1}") for seat in range(deal.seats)),
        rounds=1,
        draw_lots=settings.draw_lots,
        seed=daily.seed_of(secret, day, game, deal.seats).hex(),
        actions=(),
    )
