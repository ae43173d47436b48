"""Players, worlds, stories and turns; pgvector where the server has it.

A migration says what the tables were at its time, so it does not import `gamemaster.storage.tables`.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Later migrations want it for what characters remember. A server without it, or a role that may not create it, does:
# the code then goes without recall by likeness.
VECTOR = """
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS vector;
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR invalid_parameter_value THEN
    RAISE NOTICE 'pgvector is not available here: %', SQLERRM;
END $$
"""


def moment(name: str, *, now: bool = False) -> sa.Column[datetime]:
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=not now, server_default=default)


def upgrade() -> None:
    op.execute(VECTOR)
    op.create_table(
        "players",
        sa.Column("id", sa.Uuid, nullable=False),
        moment("created", now=True),
        sa.Column("settings", postgresql.JSONB, nullable=False, server_default=sa.text("'{}'")),
        sa.PrimaryKeyConstraint("id", name="players_pkey"),
    )
    op.create_table(
        "worlds",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        moment("first_seen", now=True),
        sa.PrimaryKeyConstraint("hash", name="worlds_pkey"),
    )
    create_stories()
    create_turns()


def create_stories() -> None:
    op.create_table(
        "stories",
        sa.Column("id", sa.Uuid, nullable=False),
        sa.Column("player", sa.Uuid, nullable=False),
        sa.Column("world", sa.Text, nullable=False),
        sa.Column("world_hash", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("parent", sa.Uuid),
        sa.Column("parent_turn", sa.Integer),
        sa.Column("epoch", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("turn", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("state", postgresql.JSON, nullable=False),
        sa.Column("start_digest", sa.Text, nullable=False),
        sa.Column("ended", sa.Text),
        sa.Column("new_act", sa.Text, nullable=False),
        moment("created", now=True),
        moment("updated", now=True),
        sa.PrimaryKeyConstraint("id", name="stories_pkey"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="stories_player_fkey", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["world_hash"], ["worlds.hash"], name="stories_world_hash_fkey"),
        sa.ForeignKeyConstraint(["parent"], ["stories.id"], name="stories_parent_fkey", ondelete="SET NULL"),
        sa.UniqueConstraint("player", "new_act", name="stories_player_new_act_key"),
        sa.CheckConstraint("turn >= 0", name=op.f("stories_turn_check")),
    )
    op.create_index("stories_player_updated_idx", "stories", ["player", sa.text("updated DESC")])
    op.create_index("stories_parent_idx", "stories", ["parent"])


def create_turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("story", sa.Uuid, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("act_id", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("record", postgresql.JSONB),
        sa.Column("digest", sa.Text),
        sa.Column("undone_by", sa.Text),
        moment("accepted_at", now=True),
        moment("committed_at"),
        moment("undone_at"),
        sa.PrimaryKeyConstraint("id", name="turns_pkey"),
        sa.ForeignKeyConstraint(["story"], ["stories.id"], name="turns_story_fkey", ondelete="CASCADE"),
        sa.UniqueConstraint("story", "act_id", name="turns_story_act_id_key"),
        sa.CheckConstraint("status IN ('accepted', 'committed', 'undone')", name=op.f("turns_status_check")),
        sa.CheckConstraint(
            "status <> 'committed' OR (record IS NOT NULL AND digest IS NOT NULL)",
            name=op.f("turns_told_check"),
        ),
        sa.CheckConstraint("number >= 1", name=op.f("turns_number_check")),
    )
    partial = {
        "turns_live_key": (["story", "number"], "status <> 'undone'"),
        "turns_pending_key": (["story"], "status = 'accepted'"),
        "turns_undone_by_key": (["story", "undone_by"], "undone_by IS NOT NULL"),
    }
    for name, (columns, condition) in partial.items():
        op.create_index(name, "turns", columns, unique=True, postgresql_where=sa.text(condition))


def downgrade() -> None:
    """All stories are lost. The extension stays: it may be older than the tables."""
    for table in ("turns", "stories", "worlds", "players"):
        op.drop_table(table)
