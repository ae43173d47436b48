"""Whether players let their play be recorded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consents",
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("allowed", sa.Boolean, nullable=False),
        sa.Column("text", sa.Integer, nullable=False),
        sa.Column("answered", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("player", name="consents_pkey"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="consents_player_fkey", ondelete="CASCADE"),
        sa.CheckConstraint("text >= 1", name=op.f("consents_text_check")),
    )


def downgrade() -> None:
    """All answers are lost; players are asked again, and until then nothing is recorded."""
    op.drop_table("consents")
