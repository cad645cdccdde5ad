"""Statements on what matches came to: results, ratings, history.

Written in the transaction of the last move.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, func, insert, or_, select, update

from elftafel.ratings import Skill, new_skill
from elftafel.ratings import rate as move_ratings
from elftafel.server.store.daily import write_try
from elftafel.server.store.records import AnyPool, Ended, GameStatistics, HistoryLine, Pool, Rating, SeatResult
from elftafel.server.store.schema import ratings, results

SEAT = SeatResult.__struct_fields__


def pool_of(ended: Ended) -> AnyPool:
    """Among people if every seat was a person's; a deal of the day is a pool of its own."""
    if ended.daily:
        return "daily"
    return "people" if all(seat.person and not seat.bot for seat in ended.seats) else "bots"


def rank_of(seat: SeatResult, seats: Sequence[SeatResult]) -> float:
    """The rank that counts for ratings: whoever left the match to a bot is last, whatever the bot
    made of it.
    """
    return float(len(seats) + 1 if seat.stood_in else seat.rank)


def rated_as(seat: SeatResult) -> str:
    """Whose rating a seat moves: the person's, even if a bot played on; else that of the bot's
    level.
    """
    return seat.person or f"bot:{seat.bot}"


def write_results(connection: Connection, table: str, number: int, ended: Ended) -> None:
    """Results and new ratings of a match that ended with this entry."""
    pool = pool_of(ended)
    match = {
        "table_id": table,
        "number": number,
        "game": ended.game,
        "pool": pool,
        "at": ended.at,
        "players": ended.players,
    }
    if ended.seats:
        connection.execute(insert(results), [{**match, **msgspec.structs.asdict(seat)} for seat in ended.seats])
    if ended.counted is not None:
        write_try(connection, table, ended.counted)
    if pool != "daily":
        rate(connection, ended.game, pool, ended.seats, ended.hinted)


def moved(
    before: Mapping[str, Skill], names: Sequence[str], ranks: Sequence[float], hinted: frozenset[str]
) -> dict[str, Skill]:
    """The new skills of all that move: whoever took a hint cannot gain by the match, and nobody
    loses to them.
    """
    after = move_ratings(before, names, ranks=ranks)
    if not hinted.intersection(names):
        return after
    others = [i for i, name in enumerate(names) if name not in hinted]
    among_others: dict[str, Skill] = {}
    if len({names[i] for i in others}) > 1:
        among_others = move_ratings(before, [names[i] for i in others], ranks=[ranks[i] for i in others])
    found = {}
    for name, skill in after.items():
        if name not in hinted:
            found[name] = max(skill, among_others.get(name, before[name]), key=lambda each: each.mu)
        elif skill.mu < before[name].mu:
            found[name] = skill
    return found


def rate(
    connection: Connection, game: str, pool: Pool, seats: Sequence[SeatResult], hinted: frozenset[str] = frozenset()
) -> None:
    """Move the ratings of all who played."""
    names = [rated_as(seat) for seat in seats]
    if len(set(names)) < 2:
        return
    same = and_(ratings.c.game == game, ratings.c.pool == pool)
    rows = {row.person: row for row in connection.execute(select(ratings).where(same, ratings.c.person.in_(names)))}
    before = dict.fromkeys(names, new_skill())
    before |= {name: Skill(row.mu, row.sigma) for name, row in rows.items()}
    after = moved(before, names, [rank_of(seat, seats) for seat in seats], hinted)
    for name, skill in sorted(after.items()):
        values: dict[str, Any] = msgspec.structs.asdict(skill)
        if name in rows:
            values["matches"] = rows[name].matches + 1
            connection.execute(update(ratings).where(same, ratings.c.person == name), values)
        else:
            connection.execute(insert(ratings), {"person": name, "game": game, "pool": pool, "matches": 1, **values})


def ratings_of(connection: Connection, person: str) -> list[Rating]:
    """All ratings of a person or bot."""
    wanted = select(*(ratings.c[field] for field in Rating.__struct_fields__)).where(ratings.c.person == person)
    wanted = wanted.order_by(ratings.c.game, ratings.c.pool)
    return [Rating(**row) for row in connection.execute(wanted).mappings()]


def statistics(connection: Connection, person: str) -> list[GameStatistics]:
    """Matches, wins and points of a person, by game and pool; without deals of the day."""
    wanted = (
        select(
            results.c.game,
            results.c.pool,
            func.count().label("matches"),
            func.sum(results.c.won).label("wins"),
            func.sum(results.c.points).label("points"),
        )
        .where(results.c.person == person, results.c.pool != "daily")
        .group_by(results.c.game, results.c.pool)
        .order_by(results.c.game, results.c.pool)
    )
    return [GameStatistics(**row) for row in connection.execute(wanted).mappings()]


def history(connection: Connection, person: str, before: tuple[int, str] | None, limit: int) -> list[HistoryLine]:
    """Matches of a person, newest first, before the time and table of the last one seen."""
    mine = select(results.c.table_id, results.c.number).where(results.c.person == person)
    if before is not None:
        at, table = before
        mine = mine.where(or_(results.c.at < at, and_(results.c.at == at, results.c.table_id < table)))
    mine = mine.order_by(results.c.at.desc(), results.c.table_id.desc()).limit(limit)
    chosen = mine.subquery()
    same = and_(results.c.table_id == chosen.c.table_id, results.c.number == chosen.c.number)
    wanted = select(results).join(chosen, same)
    wanted = wanted.order_by(results.c.at.desc(), results.c.table_id.desc(), results.c.number.desc(), results.c.seat)
    return gathered(connection, wanted)


def result(connection: Connection, table: str) -> HistoryLine | None:
    """What the match of a table came to."""
    wanted = select(results).where(results.c.table_id == table).order_by(results.c.number, results.c.seat)
    return next(iter(gathered(connection, wanted)), None)


def gathered(connection: Connection, wanted: Select[Any]) -> list[HistoryLine]:
    """Rows of seats as matches."""
    matches: dict[tuple[str, int], list[Any]] = {}
    for row in connection.execute(wanted).mappings():
        matches.setdefault((row["table_id"], row["number"]), []).append(row)
    return [
        HistoryLine(
            table=table,
            number=number,
            **{field: rows[0][field] for field in ("game", "pool", "at", "players")},
            seats=tuple(SeatResult(**{field: row[field] for field in SEAT}) for row in rows),
        )
        for (table, number), rows in matches.items()
    ]
