"""Statements on reviews of finished matches: who asked, which node works, what was found.

A row is a job until it is finished. A node holds it for a while and renews that as it gets on; when
it stops, another node takes the job. Times are the database's.
"""

from sqlalchemy import Connection, Update, insert, select, update

from elftafel.server.store.records import ReviewJob, ReviewRow
from elftafel.server.store.schema import reviews

MOST_TRIES = 3  # nodes that may die over the same match
HOUR = 3_600_000


def ask(connection: Connection, table: str, person: str, iterations: int, now: int, most: int) -> int | None:
    """Ask for the review of a table, unless somebody has.

    Returns None, or in how many milliseconds this person may ask again: at most `most` an hour.
    """
    if row(connection, table) is not None:
        return None
    asked = select(reviews.c.asked_at).where(reviews.c.asked_by == person, reviews.c.asked_at > now - HOUR)
    times = sorted(connection.execute(asked).scalars())
    if len(times) >= most:
        return int(times[-most]) + HOUR - now
    connection.execute(
        insert(reviews),
        {
            "table_id": table,
            "asked_by": person,
            "asked_at": now,
            "iterations": iterations,
            "node": "",
            "until": 0,
            "tries": 0,
            "done": 0,
            "total": 0,
        },
    )
    return None


def row(connection: Connection, table: str) -> ReviewRow | None:
    """The review of a table as far as it is; None if nobody asked."""
    wanted = select(*(reviews.c[field] for field in ReviewRow.__struct_fields__)).where(reviews.c.table_id == table)
    found = connection.execute(wanted).mappings().first()
    return None if found is None else ReviewRow(**found)


def claim(connection: Connection, node: str, now: int, until: int) -> ReviewJob | None:
    """Take the job that has waited longest and that no node holds; None if there is none.

    A job over which several nodes have died is given up.
    """
    waiting = (
        select(reviews.c.table_id, reviews.c.iterations, reviews.c.tries)
        .where(reviews.c.finished_at.is_(None), reviews.c.until <= now)
        .order_by(reviews.c.asked_at, reviews.c.table_id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    found = connection.execute(waiting).first()
    if found is None:
        return None
    this = update(reviews).where(reviews.c.table_id == found.table_id)
    if found.tries >= MOST_TRIES:
        connection.execute(this, {"finished_at": now, "problem": "gave up"})
        return None
    connection.execute(this, {"node": node, "until": until, "tries": found.tries + 1})
    return ReviewJob(found.table_id, found.iterations)


def get_on(connection: Connection, node: str, table: str, done: int, total: int, until: int) -> bool:
    """Note how far a job is and hold it for longer; False if it is not this node's any more."""
    values = {"done": done, "total": total, "until": until}
    return bool(connection.execute(held(node, table), values).rowcount)


def finish(connection: Connection, node: str, table: str, now: int, body: bytes | None, problem: str | None) -> bool:
    """Write what was found, or why nothing can be; False if another node has the job by now."""
    values = {"finished_at": now, "body": body, "problem": problem}
    return bool(connection.execute(held(node, table), values).rowcount)


def leave(connection: Connection, node: str) -> None:
    """Leave this node's jobs to others; they were not its fault."""
    mine = (reviews.c.node == node, reviews.c.finished_at.is_(None), reviews.c.until > 0)
    connection.execute(update(reviews).where(*mine).values(node="", until=0, tries=reviews.c.tries - 1))


def held(node: str, table: str) -> Update:
    """A change of a job that this node holds and has not finished."""
    return update(reviews).where(reviews.c.table_id == table, reviews.c.node == node, reviews.c.finished_at.is_(None))
