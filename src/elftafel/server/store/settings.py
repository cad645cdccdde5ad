"""Values that are made once and shared by all nodes."""

import secrets

from sqlalchemy import Connection, insert, select

from elftafel.server.store.schema import settings

GENERATION = "generation"
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
