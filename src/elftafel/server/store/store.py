"""The door to the database, for the event loop: a call is one transaction in a thread and returns
after its commit.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError

from elftafel.errors import BadInput
from elftafel.server.store import daily, log, mistakes, nodes, people, results, reviews
from elftafel.server.store.database import Database
from elftafel.server.store.keyvalues import GENERATION, shared, silences, value
from elftafel.server.store.records import (
    Append,
    Appended,
    Beat,
    Behind,
    Board,
    ChoicesRow,
    CommandKey,
    DealJob,
    DealRow,
    Ended,
    GameStatistics,
    HistoryLine,
    Line,
    LogReplaced,
    LogRow,
    MistakeRow,
    Person,
    Rating,
    Repeated,
    ReviewJob,
    ReviewRow,
    SeatFinding,
    Silence,
    StoreError,
    Try,
)
from elftafel.server.store.sqlite import Sqlite, path_of

if TYPE_CHECKING:
    from elftafel.server.store.notify import Notifier

ADDRESSES = "sqlite:///path or postgresql://user@host/name"


class Store:
    """Tables, their logs and people, in SQLite or PostgreSQL."""

    def __init__(self, database: Database, url: str, node: str, generation: bytes) -> None:
        self.node = node
        self.generation = generation  # of the log: another one after a restore
        self.on_replaced: Callable[[], None] = lambda: None  # called in the loop when the log is another one
        self._database = database
        self._url = url
        self._notifier: Notifier | None = None
        self._doubt: nodes.Doubt | None = None  # until it is clear if other nodes lived when this one began

    @classmethod
    async def open(cls, url: str, node: str, *, read_only: bool = False) -> "Store":
        """Open `sqlite:///path` or `postgresql://…`; makes what is missing.

        Beside a server, read only.
        """
        database = await open_database(url, read_only)
        try:
            if read_only:
                generation = await database.read(lambda connection: value(connection, GENERATION) or b"")
            else:
                generation = await database.write(lambda connection: shared(connection, GENERATION), "settings")
        except BaseException:
            await database.close()
            raise
        return cls(database, url, node, generation)

    async def close(self) -> None:
        """Finish what waits, then close."""
        if self._notifier is not None:
            await self._notifier.close()
        await self._database.close()

    @property
    def alone(self) -> bool:
        """True if no other node can have this database open."""
        return self._database.alone

    async def listen(
        self,
        heard: Callable[[str, int], None],
        missed: Callable[[], None] | None = None,
        said: Callable[[str], None] | None = None,
    ) -> None:
        """Notify other nodes of what is written here, and listen to them.

        `heard` is called with a table and its last number, `said` with a text, `missed` after
        notices may be lost.
        """
        if not self._database.alone:
            from elftafel.server.store.notify import Notifier

            self._notifier = Notifier(self._url, heard, missed, said)
            self._notifier.start()

    def say(self, topic: str, text: str) -> None:
        """Send other nodes a text that may get lost; only the latest of a topic counts."""
        if self._notifier is not None:
            self._notifier.say(topic, text)

    @property
    def waiting(self) -> int:
        """Calls that wait for the database."""
        return self._database.waiting

    # Tables and their logs.

    async def create(self, line: Line, rows: Sequence[LogRow], command: CommandKey | None = None) -> str:
        """Write a new table.

        Returns its id, or the id of the table that this command made before. Raises CodeTaken.
        """
        locks = [f"code:{line.code}"] + ([f"command:{command.person}:{command.id}"] if command else [])
        id = await self._database.write(lambda connection: log.create(connection, line, rows, command), *sorted(locks))
        if id == line.id:
            self.tell(id, line.number)
        return id

    async def append(
        self,
        table: str,
        expected: int,
        rows: Sequence[LogRow],
        line: Line,
        command: CommandKey | None = None,
        ended: Ended | None = None,
        generation: bytes | None = None,
        is_held_elsewhere: Callable[[], bool] | None = None,
    ) -> Appended | Behind | Repeated:
        """Write rows after entry number `expected`.

        `generation` is that in which the table was read (default: now's). Other nodes are told, unless
        `is_held_elsewhere`, asked after the commit, says that none of them has the table in memory.
        """
        append = Append(
            expected=expected,
            rows=rows,
            line=line,
            command=command,
            ended=ended,
            generation=self.generation if generation is None else generation,
        )
        try:
            result = await self._database.append(append)
        except LogReplaced:
            with suppress(StoreError):  # else the next sign of life notices
                self._replace(await self._database.read(lambda connection: value(connection, GENERATION) or b""))
            raise
        if isinstance(result, Appended) and (is_held_elsewhere is None or is_held_elsewhere()):
            self.tell(table, result.number)
        return result

    async def read(self, table: str, after: int = 0) -> list[LogRow]:
        """The log of a table after an entry."""
        return await self._database.read(lambda connection: log.read(connection, table, after))

    async def line(self, table: str) -> Line | None:
        """The line of a table."""
        return await self._database.read(lambda connection: log.line(connection, table))

    async def by_code(self, code: str) -> Line | None:
        """The line of the table with this code: the one that is not over, else the last one that
        had it.
        """
        return await self._database.read(lambda connection: log.by_code(connection, code))

    async def joinable(self, limit: int) -> list[Line]:
        """Public tables with free seats, newest first."""
        return await self._database.read(lambda connection: log.joinable_lines(connection, limit))

    async def watchable(self, limit: int) -> list[Line]:
        """Public tables where a match runs that anyone may watch, newest first."""
        return await self._database.read(lambda connection: log.watchable_lines(connection, limit))

    async def tables_of(self, person: str, limit: int) -> list[Line]:
        """Where a person has a seat: those not over first, the last changed first."""
        return await self._database.read(lambda connection: log.tables_of(connection, person, limit))

    async def changed_since(self, known: Mapping[str, int]) -> list[tuple[str, int]]:
        """Those of the `known` tables that have another last entry, with its number.

        Repairs lost notices.
        """
        return await self._database.read(lambda connection: log.changed_since(connection, known))

    async def hosted(self, person: str) -> int:
        """How many tables that are not over this person is the host of."""
        return await self._database.read(lambda connection: log.hosted(connection, person))

    async def opened(self, command: CommandKey) -> str | None:
        """The table that a command has made; None if the command is new."""
        return await self._database.read(lambda connection: log.opened(connection, command))

    async def done(self, table: str, command: CommandKey) -> int | None:
        """The number of the entry that a command has made; None if the command is new."""
        return await self._database.read(lambda connection: log.done(connection, table, command))

    async def idle(self, before: int, limit: int) -> list[str]:
        """Tables that were never started and not changed since."""
        return await self._database.read(lambda connection: log.idle(connection, before, limit))

    async def every(self, after: str = "", limit: int = 500) -> list[str]:
        """Ids of all tables, in pages: in order of the ids, after one of them."""
        return await self._database.read(lambda connection: log.every(connection, after, limit))

    async def result(self, table: str) -> HistoryLine | None:
        """What the match of a table came to, if it is over."""
        return await self._database.read(lambda connection: results.result(connection, table))

    # The server's own work.

    async def now(self) -> int:
        """The time by which nodes agree, in milliseconds since 1970."""
        return await self._database.read(self._database.clock)

    async def begin(self) -> tuple[Silence, ...]:
        """To be called once at the start: the last times in which no node served."""

        def job(connection: Connection) -> tuple[nodes.Doubt | None, tuple[Silence, ...]]:
            now = self._database.clock(connection)
            return noted(connection, nodes.start(connection, self.node, now, self._database.alone))

        self._doubt, silent_times = await self._database.write(job, "nodes")
        return silent_times

    async def beat(self, held: Sequence[str], seconds: float) -> Beat:
        """A sign of life, every second or two: renews this node's leases for so many seconds."""

        def job(connection: Connection) -> tuple[nodes.Doubt | None, bytes, Beat]:
            now = self._database.clock(connection)
            doubt, silent_times = noted(connection, nodes.beat(connection, self.node, now, self._doubt))
            kept = nodes.renew(connection, self.node, held, now + int(seconds * 1000))
            return doubt, shared(connection, GENERATION), Beat(now, kept, frozenset(held) - kept, silent_times)

        self._doubt, generation, beat = await self._database.write(job, "nodes")
        self._replace(generation)
        return beat

    async def claim(self, limit: int, seconds: float) -> list[str]:
        """Tables that need care and that no node holds: they are this node's for so many seconds."""

        def job(connection: Connection) -> list[str]:
            now = self._database.clock(connection)
            return nodes.claim(connection, self.node, limit, now, now + int(seconds * 1000))

        return await self._database.write(job)

    async def release(self) -> None:
        """Leave all tables to others, at a graceful stop."""

        def job(connection: Connection) -> None:
            nodes.release(connection, self.node, self._database.clock(connection))

        await self._database.write(job, "nodes")

    # Reviews.

    async def ask_review(self, table: str, person: str, iterations: int, most: int) -> int | None:
        """Ask for the review of a finished match, unless somebody has.

        Returns None, or in how many milliseconds this person may ask again.
        """

        def job(connection: Connection) -> int | None:
            return reviews.ask(connection, table, person, iterations, self._database.clock(connection), most)

        return await self._database.write(job, *sorted((f"review:{table}", f"reviews:{person}")))

    async def review(self, table: str) -> ReviewRow | None:
        """The review of a table as far as it is; None if nobody asked."""
        return await self._database.read(lambda connection: reviews.row(connection, table))

    async def claim_review(self, seconds: float) -> ReviewJob | None:
        """A review to work on: it is this node's for so many seconds."""

        def job(connection: Connection) -> ReviewJob | None:
            now = self._database.clock(connection)
            return reviews.claim(connection, self.node, now, now + int(seconds * 1000))

        return await self._database.write(job)

    async def get_on_with_review(self, table: str, done: int, total: int, seconds: float) -> bool:
        """Note how far a review is and hold it for longer; False if another node has it by now."""

        def job(connection: Connection) -> bool:
            until = self._database.clock(connection) + int(seconds * 1000)
            return reviews.get_on(connection, self.node, table, done, total, until)

        return await self._database.write(job)

    async def finish_review(
        self, table: str, body: bytes | None, problem: str | None = None, findings: tuple[SeatFinding, ...] = ()
    ) -> None:
        """Write what a review found, also about each of the people, or why there is none."""

        def job(connection: Connection) -> None:
            now = self._database.clock(connection)
            if reviews.finish(connection, self.node, table, now, body, problem):
                mistakes.keep(connection, table, findings, now)

        await self._database.write(job)

    async def leave_reviews(self) -> None:
        """Leave this node's reviews to others, at a graceful stop."""
        await self._database.write(lambda connection: reviews.leave(connection, self.node))

    async def mistakes_of(self, person: str, table: str | None, most: int) -> list[MistakeRow]:
        """A person's mistakes that are due, or all those of one match."""
        clock = self._database.clock
        return await self._database.read(
            lambda connection: mistakes.due(connection, person, clock(connection), table, most)
        )

    async def mistake(self, person: str, table: str, ply: int) -> MistakeRow | None:
        """One of a person's mistakes; None if there is none."""
        return await self._database.read(lambda connection: mistakes.one(connection, person, table, ply))

    async def tried_again(self, person: str, table: str, ply: int, right: bool) -> MistakeRow | None:
        """Note how a try to find something better went."""

        def job(connection: Connection) -> MistakeRow | None:
            return mistakes.tried(connection, person, table, ply, right, self._database.clock(connection))

        return await self._database.write(job, f"mistakes:{person}")

    async def choices_of(self, person: str, most: int) -> tuple[list[ChoicesRow], list[tuple[str, str]]]:
        """What reviews found about a person: of each match, and the game and kind of each mistake."""

        def job(connection: Connection) -> tuple[list[ChoicesRow], list[tuple[str, str]]]:
            return mistakes.choices(connection, person, most), mistakes.kinds(connection, person, most)

        return await self._database.read(job)

    # The deal of the day.

    async def deal(self, day: str, game: str, body: bytes) -> DealRow:
        """The deal as it is written down; written now as `body` if nobody has done it."""
        return await self._database.write(
            lambda connection: daily.deal(connection, day, game, body), f"deal:{day}:{game}"
        )

    async def expert(self, day: str, game: str) -> bytes | None:
        """What an expert made of a deal; None as long as nobody has found out."""
        return await self._database.read(lambda connection: daily.expert(connection, day, game))

    async def claim_deal(self, seconds: float) -> DealJob | None:
        """A deal to play as an expert would: it is this node's for so many seconds."""

        def job(connection: Connection) -> DealJob | None:
            now = self._database.clock(connection)
            return daily.claim(connection, self.node, now, now + int(seconds * 1000))

        return await self._database.write(job)

    async def finish_deal(self, day: str, game: str, expert: bytes) -> None:
        """Write what an expert made of a deal."""
        await self._database.write(lambda connection: daily.finish(connection, day, game, expert))

    async def leave_deals(self) -> None:
        """Leave this node's deals to others, at a graceful stop."""
        await self._database.write(lambda connection: daily.leave(connection, self.node))

    async def begun(self, person: str, commands: Sequence[str]) -> dict[str, str]:
        """Which of these commands of a person have opened a table, and which table."""
        return await self._database.read(lambda connection: daily.begun(connection, person, commands))

    async def tries_of(self, day: str, persons: Sequence[str]) -> list[Try]:
        """What these people made of the deals of a day."""
        return await self._database.read(lambda connection: daily.tries_of(connection, day, persons))

    async def tried(self, day: str) -> dict[str, int]:
        """How many people have a result of each deal of a day."""
        return await self._database.read(lambda connection: daily.finished(connection, day))

    async def lead_counts(self, day: str, game: str) -> list[tuple[int, int]]:
        """How many people have which lead in a deal of the day."""
        return await self._database.read(lambda connection: daily.counts(connection, day, game))

    async def days_of(self, person: str) -> list[str]:
        """The days of which a person has a counted result."""
        return await self._database.read(lambda connection: daily.days_of(connection, person))

    async def add_board(self, id: str, name: str, person: str, most: int) -> bool:
        """A new group that compares its results; False if this person is in too many."""

        def job(connection: Connection) -> bool:
            return daily.add_board(connection, id, name, person, self._database.clock(connection), most)

        return await self._database.write(job, f"boards:{person}")

    async def board(self, id: str) -> tuple[Board, list[tuple[str, str]]] | None:
        """A group, and its members' ids and names; None if there is none."""

        def job(connection: Connection) -> tuple[Board, list[tuple[str, str]]] | None:
            found = daily.board(connection, id)
            return None if found is None else (found, daily.members_of(connection, id))

        return await self._database.read(job)

    async def boards_of(self, person: str) -> list[Board]:
        """The groups of a person."""
        return await self._database.read(lambda connection: daily.boards_of(connection, person))

    async def join_board(self, id: str, person: str, most_boards: int, most_members: int) -> bool:
        """Become a member; False if the group is full, or this person is in too many."""

        def job(connection: Connection) -> bool:
            now = self._database.clock(connection)
            return daily.join(connection, id, person, now, most_boards, most_members)

        return await self._database.write(job, *sorted((f"board:{id}", f"boards:{person}")))

    async def quit_board(self, id: str, person: str) -> None:
        """Be a member no more."""
        await self._database.write(lambda connection: daily.quit(connection, id, person), f"board:{id}")

    # People.

    async def add_person(self, id: str, name: str, language: str, at: int) -> None:
        """Someone new; a person who is known stays as they are."""
        await self._database.write(lambda connection: people.add_person(connection, id, name, language, at))

    async def person(self, id: str) -> Person | None:
        """A person by id."""
        return await self._database.read(lambda connection: people.person(connection, id))

    async def rename(self, id: str, name: str, language: str) -> None:
        """Another name or language."""
        await self._database.write(lambda connection: people.change(connection, id, name=name, language=language))

    async def seen(self, id: str, at: int) -> None:
        """A person was here."""
        await self._database.write(lambda connection: people.seen(connection, id, at))

    async def set_account(self, id: str, account: str, hash: str) -> None:
        """Give a person an account, or another pass-phrase for it. Raises AccountTaken."""
        await self._database.write(
            lambda connection: people.set_account(connection, id, account, hash), f"account:{account}"
        )

    async def by_account(self, account: str) -> tuple[Person, str] | None:
        """The person with this account and the hash of their pass-phrase; None if there is none."""
        return await self._database.read(lambda connection: people.by_account(connection, account))

    async def history(self, person: str, before: tuple[int, str] | None = None, limit: int = 50) -> list[HistoryLine]:
        """Matches of a person, newest first, before the time and table of the last one seen."""
        return await self._database.read(lambda connection: results.history(connection, person, before, limit))

    async def statistics(self, person: str) -> list[GameStatistics]:
        """What a person's matches came to, by game and pool."""
        return await self._database.read(lambda connection: results.statistics(connection, person))

    async def ratings(self, person: str) -> list[Rating]:
        """Ratings of a person (or of `bot:<level>`), by game and pool."""
        return await self._database.read(lambda connection: results.ratings_of(connection, person))

    async def secret(self, name: str) -> bytes:
        """A random value of 32 bytes, made once and shared by all nodes."""
        return await self._database.write(lambda connection: shared(connection, f"secret:{name}"), "settings")

    def tell(self, table: str, number: int) -> None:
        """Tell other nodes that a table was written up to this entry; that may get lost."""
        if self._notifier is not None:
            self._notifier.tell(table, number)

    def _replace(self, generation: bytes) -> None:
        """Tell the server if the log is another one."""
        if generation != self.generation:
            self.generation = generation
            self.on_replaced()


def noted(connection: Connection, sign: Silence | nodes.Doubt | None) -> tuple[nodes.Doubt | None, tuple[Silence, ...]]:
    """The open doubt, if there is one, and all silences; a new silence is stored with the others."""
    if isinstance(sign, nodes.Doubt):
        return sign, silences(connection)
    return None, silences(connection, sign)


async def open_database(url: str, read_only: bool) -> Database:
    """The right kind of database for an address."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadInput("database", url.partition(":")[0], ADDRESSES) from None
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        from elftafel.server.store.postgres import Postgres

        return await Postgres.open(url, read_only)
    if parsed.get_backend_name() != "sqlite":
        raise BadInput("database", parsed.render_as_string(), ADDRESSES)
    return await Sqlite.open(path_of(url), read_only)
