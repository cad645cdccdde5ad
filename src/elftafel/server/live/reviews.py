"""Reviews of finished matches: jobs in the database, which any node does, one at a time each.

A child process at low priority does the work, so that live tables keep their pace. The job stays in
the database until it is finished: if this node stops, another goes on.
"""

import asyncio
import gzip
import sys
import time
from contextlib import suppress

import msgspec
import structlog

from elftafel.bots.judging import Mark
from elftafel.bots.review import Decision, Review
from elftafel.errors import BadLog
from elftafel.games.messages import NOTHING_BETTER
from elftafel.match import MatchLog, export_log, stand_at
from elftafel.server.live.tables import Tables
from elftafel.server.live.tasks import Tasks
from elftafel.server.live.warming import Warming
from elftafel.server.ops.metrics import Metrics
from elftafel.server.protocol.answers import LiveSpot
from elftafel.server.refusal import Refusal, TooOften
from elftafel.server.settings import Settings
from elftafel.server.store import MistakeFinding, ReviewJob, ReviewRow, SeatFinding, Store, StoreError
from elftafel.server.table.live_spot import live_spot

log = structlog.get_logger()

LOOK = 2.0  # seconds between looks for jobs that other nodes were asked for or left
LEASE = 20.0  # seconds without a sign, after which another node may take a job
SIGN = 1.0  # seconds between signs
MOST_LINE = 1 << 26  # bytes of a review
PACKING = 6  # of gzip's nine levels
MOST_PROBLEM = 300  # letters


class ChildLine(msgspec.Struct, frozen=True):
    """A line of the child process: how far it is, or the end."""

    done: int = 0
    total: int = 0
    review: msgspec.Raw = msgspec.Raw()  # empty for none
    problem: str | None = None


class Reviews:
    """Takes questions for reviews, and works on those that wait."""

    def __init__(self, store: Store, tables: Tables, warming: Warming, settings: Settings, metrics: Metrics) -> None:
        self.tasks = Tasks("reviews", metrics)
        self._store = store
        self._tables = tables
        self._warming = warming
        self._settings = settings
        self._asked = asyncio.Event()

    def start(self) -> None:
        """Begin to work, unless the settings say that there are no reviews."""
        if self._settings.review_iterations:
            self.tasks.repeat(self.work, 0)

    async def stop(self) -> None:
        """Stop working, and leave what is not finished to others."""
        self.tasks.cancel()
        await self.tasks.join()
        if self._settings.review_iterations:
            with suppress(StoreError):  # then they are free when their time is over
                await self._store.leave_reviews()

    @property
    def offered(self) -> bool:
        """True if this server makes reviews."""
        return self._settings.review_iterations > 0

    async def find(self, table: str) -> ReviewRow | None:
        """The review of a match as far as it is. Refused while the match runs."""
        row = await self._store.review(table)
        if row is None:
            await self._log_of(table)
        return row

    async def ask(self, table: str, person: str) -> ReviewRow | None:
        """Have a finished match reviewed, unless it was; raises TooOften for who asks for many."""
        await self._log_of(table)
        settings = self._settings
        wait = await self._store.ask_review(table, person, settings.review_iterations, settings.reviews_per_hour)
        if wait is not None:
            raise TooOften(wait / 1000)
        self._asked.set()
        return await self._store.review(table)

    async def mistake(self, table: str, ply: int) -> tuple[LiveSpot, Decision] | None:
        """The position of a marked decision to be decided once more, and what was found about it."""
        match = await self._log_of(table)
        row = await self._store.review(table)
        if row is None or row.body is None:
            return None
        review = msgspec.json.decode(gzip.decompress(row.body), type=Review)
        decision = next((one for one in review.decisions if one.ply == ply and one.mark != Mark.FINE), None)
        if decision is None:
            return None
        return await asyncio.to_thread(once_more, match, decision), decision

    async def work(self) -> None:
        """Wait a while or for a question; then do one job, if one waits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._asked.wait()
        self._asked.clear()
        job = await self._store.claim_review(LEASE)
        if job is not None:
            self._asked.set()  # look for the next one at once
            await self._do(job)

    async def _do(self, job: ReviewJob) -> None:
        try:
            match = await self._log_of(job.table)
            await self._warming.need_thinking(match.game)
        except (Refusal, BadLog) as error:
            reason = error.key if isinstance(error, Refusal) else str(error)[:MOST_PROBLEM]
            log.warning("review", table=job.table, problem=reason)
            await self._store.finish_review(job.table, None, reason)
            return
        began = time.monotonic()
        last = await self._in_child(job, export_log(match))
        if last is None:
            return  # another node has it, or the child died: somebody will try again
        found = bytes(last.review)
        body = gzip.compress(found, PACKING) if found else None
        problem = None if last.problem is None else last.problem[:MOST_PROBLEM]
        await self._store.finish_review(job.table, body, problem, findings_in(found) if found else ())
        log.info("review", table=job.table, problem=problem, seconds=round(time.monotonic() - began, 1))

    async def _in_child(self, job: ReviewJob, text: bytes) -> ChildLine | None:
        """The last line of a child process that reviews this log; None if it did not come so far."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "elftafel.bots.reviewing", str(job.iterations), str(self._settings.review_nice)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_LINE,
        )
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(text)
            child.stdin.close()
            return await self._watch(job, child.stdout)
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()

    async def _watch(self, job: ReviewJob, lines: asyncio.StreamReader) -> ChildLine | None:
        """Read what the child writes, and give signs that the job gets on."""
        latest, signed = ChildLine(), 0.0
        while True:
            text = None
            with suppress(TimeoutError):
                async with asyncio.timeout(SIGN):
                    text = await lines.readline()
            if text == b"":
                return None
            if text:
                latest = msgspec.json.decode(text, type=ChildLine)
                if bytes(latest.review) or latest.problem is not None:
                    return latest
            if time.monotonic() - signed >= SIGN:
                if not await self._store.get_on_with_review(job.table, latest.done, latest.total, LEASE):
                    return None
                signed = time.monotonic()

    async def _log_of(self, table: str) -> MatchLog:
        """The log of a finished match. Refused while it runs: a review tells all cards."""
        record = await self._tables.record(table)
        if record is None:
            raise Refusal("not_over", expected="a match that is over")
        return record.log


def once_more(log: MatchLog, decision: Decision) -> LiveSpot:
    """The position of a decision; what its seat could not know is dealt anew."""
    return live_spot(stand_at(log, decision.ply), decision.ply, (decision.best, *decision.right), decision.ply)


def findings_in(body: bytes) -> tuple[SeatFinding, ...]:
    """What a review tells about each seat, to be kept for the people."""
    review = msgspec.json.decode(body, type=Review)
    return tuple(
        SeatFinding(
            seat,
            account.decisions,
            account.choices,
            account.choices_error,
            account.deal + account.draw,
            tuple(
                MistakeFinding(one.ply, one.mark, one.why[0].key if one.why else NOTHING_BETTER, one.loss)
                for one in review.marked(seat)
            ),
        )
        for seat, account in enumerate(review.seats)
    )
