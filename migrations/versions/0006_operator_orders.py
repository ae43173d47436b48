"""What an operator ordered: players who may not act or come in, and the switch for maintenance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "sanctions",
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("muted", moment),
        sa.Column("banned", moment),
        sa.Column("signed_out", moment),
        sa.PrimaryKeyConstraint("player", name="sanctions_pkey"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="sanctions_player_fkey", ondelete="CASCADE"),
    )
    op.create_table(
        "switches",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", moment, nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("name", name="switches_pkey"),
    )


def downgrade() -> None:
    """Who was muted or banned may act and come in again."""
    op.drop_table("switches")
    op.drop_table("sanctions")
