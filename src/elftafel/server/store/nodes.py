"""Statements on the server's own life: which nodes live, which cares for which table, when none
served.

Times are the database's (see `Database.clock`), so that nodes need not agree on theirs.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from elftafel.server.store.records import Silence
from elftafel.server.store.schema import cared, leases, nodes, tables

ALIVE = 5_000  # ms after its last sign of life a node counts as dead
FORGOTTEN = 86_400_000  # ms after which its row is dropped
CHUNK = 5_000  # ids in one statement


class Doubt(Struct, frozen=True):
    """Other nodes seemed to live when this one began.

    If none of them gives another sign, nobody served before.
    """

    began: int
    seen: dict[str, int]  # their last signs


def start(connection: Connection, node: str, now: int, alone: bool) -> Silence | Doubt | None:
    """The first sign of life.

    If no other node lives, the time since the last one did belongs to this one.
    """
    seen = signs(connection)
    others = {id: at for id, (at, gone) in seen.items() if id != node and not gone and now - at < ALIVE}
    last = last_sign(seen)
    sign(connection, node, now, node in seen)
    connection.execute(delete(nodes).where(nodes.c.seen_at < now - FORGOTTEN))
    dead = leases.c.node != "" if alone else leases.c.node == node  # this node, in an earlier life
    connection.execute(update(leases).where(dead), {"node": "", "until": 0})
    if last is None or last >= now:
        return None
    return Doubt(now, others) if others and not alone else Silence(last, now)


def beat(connection: Connection, node: str, now: int, doubt: Doubt | None) -> Silence | Doubt | None:
    """A sign of life. If no node gave one for long, the time without belongs to this one."""
    seen = signs(connection)
    last = last_sign(seen)
    sign(connection, node, now, node in seen)
    if last is not None and now - last >= ALIVE:
        return Silence(last, now)
    return None if doubt is None else settled(doubt, seen, now)


def settled(doubt: Doubt, seen: dict[str, tuple[int, bool]], now: int) -> Silence | Doubt | None:
    """What a doubt has become: nothing if one of the other nodes lives, a silence if all are dead,
    else still a doubt.
    """
    if any(seen.get(id, (0, True)) != (at, False) for id, at in doubt.seen.items()):
        return None  # one of them did live
    last = max(doubt.seen.values())
    return Silence(last, doubt.began) if now - last >= ALIVE else doubt


def signs(connection: Connection) -> dict[str, tuple[int, bool]]:
    """For each node when it was last seen, and True if it stopped in good order."""
    return {row.id: (row.seen_at, row.gone) for row in connection.execute(select(nodes))}


def last_sign(seen: dict[str, tuple[int, bool]]) -> int | None:
    """When any node was last seen."""
    return max((at for at, _ in seen.values()), default=None)


def sign(connection: Connection, node: str, now: int, has_row: bool) -> None:
    """Write this node's sign of life."""
    if has_row:
        connection.execute(update(nodes).where(nodes.c.id == node), {"seen_at": now, "gone": False})
    else:
        connection.execute(insert(nodes), {"id": node, "seen_at": now, "gone": False})


def renew(connection: Connection, node: str, held: Sequence[str], until: int) -> frozenset[str]:
    """Renew leases; returns the tables that are still this node's."""
    kept: set[str] = set()
    for first in range(0, len(held), CHUNK):
        mine = (leases.c.node == node, leases.c.table_id.in_(held[first : first + CHUNK]))
        connection.execute(update(leases).where(*mine), {"until": until})
        kept.update(connection.execute(select(leases.c.table_id).where(*mine)).scalars())
    return frozenset(kept)


def claim(connection: Connection, node: str, limit: int, now: int, until: int) -> list[str]:
    """Take tables that need care and that no node holds; what another node is taking right now is
    left to it.
    """
    wanted = (
        select(leases.c.table_id)
        .join(tables, tables.c.id == leases.c.table_id)
        .where(cared, leases.c.until <= now)
        .order_by(leases.c.until, leases.c.table_id)
        .limit(limit)
        .with_for_update(skip_locked=True, of=leases)
    )
    taken = list(connection.execute(wanted).scalars())
    if taken:
        connection.execute(update(leases).where(leases.c.table_id.in_(taken)), {"node": node, "until": until})
    return taken


def release(connection: Connection, node: str, now: int) -> None:
    """Leave all tables to others; the node has stopped."""
    connection.execute(update(leases).where(leases.c.node == node), {"node": "", "until": 0})
    connection.execute(update(nodes).where(nodes.c.id == node), {"seen_at": now, "gone": True})
