"""Reviews of finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of reviews."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("asked_by", sa.Text, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("iterations", sa.Integer, nullable=False),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("body", sa.LargeBinary),
        sa.Column("problem", sa.Text),
        sqlite_with_rowid=False,
    )
    unfinished = sa.text("finished_at IS NULL")
    op.create_index("reviews_unfinished", "reviews", ["asked_at"], sqlite_where=unfinished, postgresql_where=unfinished)
    op.create_index("reviews_asked", "reviews", ["asked_by", "asked_at"])
