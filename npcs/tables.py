"""The tables of memories in Postgres, made in the metadata of whoever has the table of stories."""

from __future__ import annotations

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR


def npc_memories(metadata: MetaData) -> Table:
    """The table of memories; there is one in a metadata."""
    return Table(
        "npc_memories",
        metadata,
        Column("story", Uuid, ForeignKey("stories.id", ondelete="CASCADE"), nullable=False),
        Column("id", Text, nullable=False),
        Column("owner", Text, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("minute", Integer, nullable=False),
        Column("place", Text, nullable=False),
        Column("people", ARRAY(Text), nullable=False),
        Column("text", Text, nullable=False),
        Column("importance", SmallInteger, nullable=False),
        Column("source", Text, nullable=False),
        Column("heard_from", Text),
        Column("about", Text),
        Column("valid_from", Integer, nullable=False),
        Column("invalid_at", Integer),
        Column("root", Text, nullable=False),
        Column("hops", SmallInteger, nullable=False),
        Column("evidence", ARRAY(Text), nullable=False),
        # The turns that ended its being true and its being remembered, so that undoing them brings both back.
        Column("invalid_turn", Integer),
        Column("forgotten_turn", Integer),
        # Written by `npcs.store` in the language of the world, and so no generated column: that would need one
        # configuration for all, as the cast from a stored name to a configuration is not immutable.
        Column("search", TSVECTOR, nullable=False),
        PrimaryKeyConstraint("story", "id"),
        CheckConstraint("importance BETWEEN 1 AND 10", name="importance"),
        CheckConstraint("source IN ('saw', 'heard', 'reflected')", name="source"),
        # Recall reads the living memories of the few characters present, which are bounded (`npcs.forgetting`), and
        # ranks them by their words. A GIN index on `search` would find the words in all stories of all players.
        Index("npc_memories_live_idx", "story", "owner", postgresql_where=text("forgotten_turn IS NULL")),
        Index("npc_memories_about_idx", "story", "about", postgresql_where=text("about IS NOT NULL")),
        keep_existing=True,
    )


def npc_memory_vectors(metadata: MetaData) -> Table:
    """The vectors of memories. A database without pgvector lacks this table, and recall then goes by words alone.

    A vector is kept with the name of the model that made it, and compared only with vectors of the same model. The
    column has no fixed dimension, so that any model may be used. It has no approximate index on purpose: recall
    compares with the bounded memories of the characters present, which is exact and fast, while HNSW would search
    all stories of all players and filter afterwards, losing nearly everything that was asked for.
    """
    return Table(
        "npc_memory_vectors",
        metadata,
        Column("story", Uuid, nullable=False),
        Column("id", Text, nullable=False),
        Column("model", Text, nullable=False),
        Column("embedding", VECTOR, nullable=False),
        PrimaryKeyConstraint("story", "id", "model"),
        ForeignKeyConstraint(["story", "id"], ["npc_memories.story", "npc_memories.id"], ondelete="CASCADE"),
        keep_existing=True,
    )
