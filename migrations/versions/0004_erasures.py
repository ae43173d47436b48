"""What players took back, and what they ask for, reaches every host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "erasures",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("story", sa.Uuid),
        sa.Column("account", sa.Boolean, nullable=False),
        sa.Column("at", moment, nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("id", name="erasures_pkey"),
    )
    op.create_index("erasures_at_idx", "erasures", ["at"])
    op.create_table(
        "hosts",
        sa.Column("id", sa.Uuid, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seen", moment, nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("id", name="hosts_pkey"),
    )
    op.create_table(
        "player_exports",
        sa.Column("id", sa.Uuid, nullable=False),
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("asked", moment, nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("id", name="player_exports_pkey"),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="player_exports_player_fkey", ondelete="CASCADE"
        ),
    )
    op.create_index("player_exports_player_idx", "player_exports", ["player"])
    op.create_table(
        "export_parts",
        sa.Column("export", sa.Uuid, nullable=False),
        sa.Column("host", sa.Uuid, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("export", "host", "name", "number", name="export_parts_pkey"),
        sa.ForeignKeyConstraint(
            ["export"], ["player_exports.id"], name="export_parts_export_fkey", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """A host that is off forgets nothing more of what was taken back meanwhile."""
    for table in ("export_parts", "player_exports", "hosts", "erasures"):
        op.drop_table(table)
