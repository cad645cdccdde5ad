"""What reviews found about people: their choices, and mistakes to look at again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "looked_back",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("choices", sa.Float, nullable=False),
        sa.Column("choices_error", sa.Float, nullable=False),
        sa.Column("cards", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("looked_back_person", "looked_back", ["person", "at"])
    op.create_table(
        "mistakes",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("mistakes_due", "mistakes", ["person", "due_at"])
