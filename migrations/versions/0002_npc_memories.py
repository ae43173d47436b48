"""What characters remember, and the vectors of that where the server has pgvector."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import VECTOR
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

HAS_VECTOR = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')"


def upgrade() -> None:
    op.create_table(
        "npc_memories",
        sa.Column("story", sa.Uuid, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("people", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("importance", sa.SmallInteger, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("heard_from", sa.Text),
        sa.Column("about", sa.Text),
        sa.Column("valid_from", sa.Integer, nullable=False),
        sa.Column("invalid_at", sa.Integer),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("hops", sa.SmallInteger, nullable=False),
        sa.Column("evidence", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("invalid_turn", sa.Integer),
        sa.Column("forgotten_turn", sa.Integer),
        sa.Column("search", postgresql.TSVECTOR, nullable=False),
        sa.PrimaryKeyConstraint("story", "id", name="npc_memories_pkey"),
        sa.ForeignKeyConstraint(
            ["story"], ["stories.id"], name="npc_memories_story_fkey", ondelete="CASCADE"
        ),
        sa.CheckConstraint("importance BETWEEN 1 AND 10", name=op.f("npc_memories_importance_check")),
        sa.CheckConstraint("source IN ('saw', 'heard', 'reflected')", name=op.f("npc_memories_source_check")),
    )
    partial = {"live": ("owner", "forgotten_turn IS NULL"), "about": ("about", "about IS NOT NULL")}
    for name, (column, condition) in partial.items():
        columns = ["story", column]
        op.create_index(
            f"npc_memories_{name}_idx", "npc_memories", columns, postgresql_where=sa.text(condition)
        )
    if op.get_bind().scalar(sa.text(HAS_VECTOR)):
        create_vectors()


def create_vectors() -> None:
    op.create_table(
        "npc_memory_vectors",
        sa.Column("story", sa.Uuid, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("embedding", VECTOR, nullable=False),
        sa.PrimaryKeyConstraint("story", "id", "model", name="npc_memory_vectors_pkey"),
        sa.ForeignKeyConstraint(
            ["story", "id"],
            ["npc_memories.story", "npc_memories.id"],
            name="npc_memory_vectors_story_id_fkey",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """All memories are lost."""
    op.execute("DROP TABLE IF EXISTS npc_memory_vectors")
    op.drop_table("npc_memories")
