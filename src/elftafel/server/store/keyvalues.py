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
    random = value(connection, name)
    if random is None:
        random = secrets.token_bytes(SIZE)
        connection.execute(insert(settings), {"name": name, "value": random})
    return random


def value(connection: Connection, name: str) -> bytes | None:
    """The value of this name; None if there is none."""
    return connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar()


def silences(connection: Connection, latest: Silence | None = None) -> tuple[Silence, ...]:
    """The last times in which no node served. A `latest` one is added to them and stored."""
    stored = value(connection, SILENCES)
    all_silences = msgspec.json.decode(stored, type=tuple[Silence, ...]) if stored else ()
    if latest is None:
        return all_silences
    all_silences = (*all_silences, latest)[-MOST_SILENCES:]
    encoded = msgspec.json.encode(all_silences)
    if stored is None:
        connection.execute(insert(settings), {"name": SILENCES, "value": encoded})
    else:
        connection.execute(update(settings).where(settings.c.name == SILENCES), {"value": encoded})
    return all_silences
