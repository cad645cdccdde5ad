"""`elftafel doctor`: replays every table of a database and compares what it came to.

Before that SQLite itself checks its file: a replay reads neither every page nor every index.
"""

import asyncio
from collections.abc import Callable

import msgspec

from elftafel import fairness
from elftafel.errors import ElftafelError
from elftafel.match import verify
from elftafel.server.store import LogRow, SeatResult, Store
from elftafel.server.store.sqlite import path_of
from elftafel.server.store.sqlite_file import damage
from elftafel.server.table import entries
from elftafel.server.table.entries import AnyEntry, Created, check_version
from elftafel.server.table.state import Table
from elftafel.server.table.summary import ending, record_of

PAGE = 200  # tables


class Trouble(msgspec.Struct, frozen=True):
    """A table that cannot be trusted, and why."""

    table: str
    what: str


class Findings(msgspec.Struct, frozen=True):
    """How many tables are right, and which are not."""

    tables: int
    matches: int  # that are over and right
    troubles: tuple[Trouble, ...]
    damage: tuple[str, ...] = ()  # of the file itself; then no table was replayed


async def examine(url: str, load: Callable[[str], object], tell: Callable[[int], None] = lambda done: None) -> Findings:
    """Check the file, then replay all tables and report those that are wrong.

    `load` makes a game ready; `tell` is called with the number of tables done.
    """
    if found := await asyncio.to_thread(file_damage, url):
        return Findings(0, 0, (), tuple(found))
    store = await Store.open(url, "doctor", read_only=True)
    try:
        tables, matches = 0, 0
        troubles: list[Trouble] = []
        page = await store.every(limit=PAGE)
        while page:
            for id in page:
                tables += 1
                try:
                    matches += await examine_table(store, id, load)
                except (ElftafelError, AssertionError, LookupError, ValueError) as error:
                    troubles.append(Trouble(id, str(error) or type(error).__name__))
                tell(tables)
            page = await store.every(page[-1], PAGE)
        return Findings(tables, matches, tuple(troubles))
    finally:
        await store.close()


def file_damage(url: str) -> list[str]:
    """What SQLite finds wrong with its file; PostgreSQL looks after its own."""
    if not url.startswith("sqlite"):
        return []
    path = path_of(url)
    return damage(path) if path.is_file() else []


async def examine_table(store: Store, id: str, load: Callable[[str], object]) -> bool:
    """Replay one table and compare its result; True if its match is over. Raises Untrue."""
    rows = await store.read(id)
    table = replayed(id, rows, load)
    line = await store.line(id)
    if line is not None and (line.number, line.status) != (table.number, table.status):
        if len(await store.read(id)) == len(rows):  # nobody plays on meanwhile
            raise Untrue(f"the list tells entry {line.number}, {line.status}; the log {table.number}, {table.status}")
    if table.status != "over":
        return False
    if not table.is_counted:
        assert table.match is not None
        verify(table.match.log())
        return True
    fairness.verify_record(record_of(table))
    kept = await store.result(id)
    if kept is None:
        raise Untrue("the match is over, but its result was not kept")
    true = ending(table).seats
    if [figures(seat) for seat in kept.seats] != [figures(seat) for seat in true]:
        raise Untrue(f"the result was kept as {summary(kept.seats)}; the rules give {summary(true)}")
    return True


def replayed(id: str, rows: list[LogRow], load: Callable[[str], object]) -> Table:
    """The table, entry by entry; raises what is wrong with the first bad one."""
    table = Table(id)
    for row in rows:
        entry = decoded(row)
        if isinstance(entry, Created):
            check_version(entry)
            load(entry.settings.game)
        try:
            table.apply(row.number, row.at, entry)
        except ElftafelError as error:
            raise Untrue(f"entry {row.number}: {error}") from None
    if not rows:
        raise Untrue("the table has no entries")
    return table


def decoded(row: LogRow) -> AnyEntry:
    """An entry that this program knows."""
    try:
        return entries.decode(row.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Untrue(f"entry {row.number} cannot be read: {error}") from None


def figures(seat: SeatResult) -> tuple[int, str | None, int, int, float]:
    """What must be the same."""
    return seat.seat, seat.person, seat.points, seat.rank, round(seat.won, 9)


def summary(seats: tuple[SeatResult, ...]) -> str:
    """Points and ranks, to be read."""
    return ", ".join(f"{seat.points} (rank {seat.rank})" for seat in seats)


class Untrue(ElftafelError):
    """Something that does not agree with the log or the rules."""
