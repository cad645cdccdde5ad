"""Tables and their logs, people and what their matches came to, the life of nodes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("people", sa.LargeBinary, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("cared", sa.Boolean, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    yes = "" if op.get_context().dialect.name == "postgresql" else " = 1"
    partial("tables_code", "tables", ["code"], "status IN ('open', 'playing')", unique=True)
    op.create_index("tables_codes", "tables", ["code", "created_at"])
    partial("tables_joinable", "tables", ["created_at"], f"status = 'open' AND public{yes} AND free > 0")
    partial("tables_watchable", "tables", ["created_at"], f"status = 'playing' AND public{yes} AND spectators{yes}")
    partial("tables_cared", "tables", ["id"], f"cared{yes}")
    partial("tables_host", "tables", ["host"], "status IN ('open', 'playing')")
    partial("tables_idle", "tables", ["updated_at"], "status = 'open'")
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("command", sa.Text),
        sqlite_with_rowid=False,
    )
    partial("entries_command", "entries", ["table_id", "person", "command"], "command IS NOT NULL", unique=True)
    partial("entries_making", "entries", ["person", "command"], "number = 1 AND command IS NOT NULL", unique=True)
    op.create_table(
        "seatings",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("seatings_person", "seatings", ["person"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("leases_node", "leases", ["node"])
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("hash", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("people_account", "people", ["account"], unique=True)
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("stood_in", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("results_person", "results", ["person", "at", "table_id"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def partial(name: str, table: str, columns: list[str], where: str, unique: bool = False) -> None:
    """An index of some of the rows, on both databases."""
    condition = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
