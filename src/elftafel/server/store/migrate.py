"""Brings a database to the schema of this version."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from elftafel.errors import BadInput

MIGRATIONS = Path(__file__).parent / "migrations"
READABLE = ("0001", "0002")
"""Earlier schemas that can be read as they are: what came later only adds tables."""


def migrate(connection: Connection, name: str) -> None:
    """Run the missing migrations in the transaction of the caller, who holds the lock against
    others.
    """
    if check_known(connection, name) != head():
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def check_current(connection: Connection, name: str) -> None:
    """Raise BadInput if the database has no schema that this version can read."""
    revision = check_known(connection, name)
    if revision is None:
        raise BadInput("database", name, "one that Elftafel has made")
    if revision != head() and revision not in READABLE:
        raise BadInput("database", name, f"has the schema {revision}: start the server once, it brings it to {head()}")


def check_known(connection: Connection, name: str) -> str | None:
    """The revision of a database; None if it is empty. Refuses that of a newer version."""
    revision = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}
    if revision is not None and revision not in known:
        raise BadInput(
            "database", name, f"has the schema {revision} of a newer Elftafel: this one knows {head()}, update it"
        )
    return revision


def head() -> str:
    """The revision of this version."""
    return str(ScriptDirectory.from_config(configuration()).get_current_head())


def configuration() -> Config:
    """Alembic's, without a file."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
