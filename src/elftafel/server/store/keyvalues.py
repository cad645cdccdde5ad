"""Values that are made once and shared by all nodes."""

import secrets

import msgspec
from sqlalchemy import Connection, insert, select, update

from elftafel.server.store.records import Silence
from elftafel.server.store.schema import settings

GENERATION = "generation"
SILENCES = "silences"
MOST_SILENCES = 20  # that are remembered
SIZE = 32  # bytes of a secret


def shared(connection: Connection, name: str) -> bytes:
    """The random value of this name, made now if there is none."""
    found = value(connection, name)
    if found is None:
        found = secrets.token_bytes(SIZE)
        connection.execute(insert(settings), {"name": name, "value": found})
    return found


def value(connection: Connection, name: str) -> bytes | None:
    """The value of this name."""
    return connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar()


def silences(connection: Connection, latest: Silence | None = None) -> tuple[Silence, ...]:
    """The last times in which no node served, with the latest added."""
    found = value(connection, SILENCES)
    known = msgspec.json.decode(found, type=tuple[Silence, ...]) if found else ()
    if latest is None:
        return known
    known = (*known, latest)[-MOST_SILENCES:]
    if found is None:
        connection.execute(insert(settings), {"name": SILENCES, "value": msgspec.json.encode(known)})
    else:
        changed = {"value": msgspec.json.encode(known)}
        connection.execute(update(settings).where(settings.c.name == SILENCES), changed)
    return known
