"""Answers that players reported, for the operator to read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("story", sa.Uuid, nullable=False),
        sa.Column("world", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("act_id", sa.Text, nullable=False),
        sa.Column("narrator", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("told", sa.Text),
        sa.Column("at", moment, nullable=False, server_default=sa.func.now()),
        sa.Column("done", moment),
        sa.PrimaryKeyConstraint("id", name="reports_pkey"),
        sa.UniqueConstraint("story", "act_id", name="reports_story_act_id_key"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="reports_player_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["story"], ["stories.id"], name="reports_story_fkey", ondelete="CASCADE"),
    )
    op.create_index("reports_player_idx", "reports", ["player"])


def downgrade() -> None:
    """What players reported is lost."""
    op.drop_table("reports")
