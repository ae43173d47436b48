"""The tables in Postgres. Their changes over time are in `migrations`."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSON, JSONB

from npcs.tables import npc_memories, npc_memory_vectors

# Names that do not depend on who makes the constraint, so that a migration can find them.
metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "pk": "%(table_name)s_pkey",
    }
)

NOW = func.now()


def own_id() -> Column[UUID]:
    return Column("id", Uuid, primary_key=True)


def of_player() -> Column[UUID]:
    """Whose it is: it goes when the player does."""
    return Column("player", Uuid, ForeignKey("players.id", ondelete="CASCADE"), nullable=False)


def moment(name: str) -> Column[datetime]:
    """When it came about, if nothing else is said."""
    return Column(name, DateTime(timezone=True), nullable=False, server_default=NOW)


players = Table(
    "players",
    metadata,
    own_id(),
    moment("created"),
    Column("settings", JSONB, nullable=False, server_default=text("'{}'")),
)

# Whether a player lets their play be recorded: no row, no answer yet.
consents = Table(
    "consents",
    metadata,
    Column("player", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("allowed", Boolean, nullable=False),
    Column("text", Integer, nullable=False),  # version of the words that they were asked with
    moment("answered"),
    CheckConstraint("text >= 1", name="text"),
)

worlds = Table(
    "worlds",
    metadata,
    Column("hash", Text, primary_key=True),  # of the content
    Column("id", Text, nullable=False),
    Column("title", Text, nullable=False),
    moment("first_seen"),
)

stories = Table(
    "stories",
    metadata,
    own_id(),
    of_player(),
    Column("world", Text, nullable=False),
    Column(
        "world_hash", Text, ForeignKey("worlds.hash"), nullable=False
    ),  # the world as it was at the beginning
    Column("seed", BigInteger, nullable=False),
    Column("name", Text),  # of the branch
    Column("parent", Uuid, ForeignKey("stories.id", ondelete="SET NULL")),
    Column("parent_turn", Integer),
    Column("epoch", Integer, nullable=False, server_default=text("0")),
    Column("turn", Integer, nullable=False, server_default=text("0")),
    # JSON and not JSONB, which sorts keys: a story must go on in the same way whether or not it was stored between.
    Column("state", JSON, nullable=False),
    Column("start_digest", Text, nullable=False),  # of the state at turn 0
    Column("ended", Text),  # the ending's id
    Column("new_act", Text, nullable=False),  # the act that made this story
    moment("created"),
    moment("updated"),
    UniqueConstraint("player", "new_act"),
    CheckConstraint("turn >= 0", name="turn"),
    Index("stories_player_updated_idx", "player", text("updated DESC")),
    Index(None, "parent"),
)

turns = Table(
    "turns",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("story", Uuid, ForeignKey("stories.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("act_id", Text, nullable=False),
    Column("words", Text, nullable=False),
    # accepted (the words are safe) -> committed (told) -> undone; or accepted -> undone, without a record (refused)
    Column("status", Text, nullable=False),
    Column("record", JSONB),  # the TurnRecord, but for what has a column
    Column("digest", Text),  # of the state after the turn
    Column("undone_by", Text),  # the act id of the undo
    moment("accepted_at"),
    Column("committed_at", DateTime(timezone=True)),
    Column("undone_at", DateTime(timezone=True)),
    UniqueConstraint("story", "act_id"),
    CheckConstraint("status IN ('accepted', 'committed', 'undone')", name="status"),
    CheckConstraint("status <> 'committed' OR (record IS NOT NULL AND digest IS NOT NULL)", name="told"),
    CheckConstraint("number >= 1", name="number"),
    Index("turns_live_key", "story", "number", unique=True, postgresql_where=text("status <> 'undone'")),
    Index("turns_pending_key", "story", unique=True, postgresql_where=text("status = 'accepted'")),
    Index(
        "turns_undone_by_key",
        "story",
        "undone_by",
        unique=True,
        postgresql_where=text("undone_by IS NOT NULL"),
    ),
)

# What players took back: each host deletes its own files of it. No foreign keys: a marker outlives what it is about.
erasures = Table(
    "erasures",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("player", Uuid, nullable=False),
    Column("story", Uuid),  # none: everything that was recorded of the player
    Column("account", Boolean, nullable=False),  # the player themselves is gone, and all their stories
    moment("at"),
    Index(None, "at"),
)

# Hosts that have files of players: who must answer when a player asks for everything.
hosts = Table(
    "hosts",
    metadata,
    own_id(),
    Column("name", Text, nullable=False),
    moment("seen"),
)

# A player asks for everything that is kept of them; each host puts the files that it has into the parts.
player_exports = Table(
    "player_exports",
    metadata,
    own_id(),
    of_player(),
    moment("asked"),
    Index(None, "player"),
)
export_parts = Table(
    "export_parts",
    metadata,
    Column("export", Uuid, ForeignKey("player_exports.id", ondelete="CASCADE"), nullable=False),
    Column("host", Uuid, nullable=False),
    Column("name", Text, nullable=False),  # of the file; empty: the host has put in all that it has
    Column("number", Integer, nullable=False),  # of the piece of the file
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("export", "host", "name", "number"),
)

# Answers that players say were not all right. Words and told text only if the player shares them.
reports = Table(
    "reports",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    of_player(),
    Column("story", Uuid, ForeignKey("stories.id", ondelete="CASCADE"), nullable=False),
    Column("world", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("act_id", Text, nullable=False),
    Column("narrator", Text, nullable=False),
    Column("code", Text, nullable=False),  # version of the service that told it
    Column("note", Text, nullable=False),  # the player's own words on it
    Column("words", Text),
    Column("told", Text),
    moment("at"),
    Column("done", DateTime(timezone=True)),  # an operator has dealt with it
    UniqueConstraint("story", "act_id"),
    Index(None, "player"),
)

# What an operator ordered about players: since when each holds. No row: nothing.
sanctions = Table(
    "sanctions",
    metadata,
    Column("player", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", DateTime(timezone=True)),
    Column("banned", DateTime(timezone=True)),
    Column("signed_out", DateTime(timezone=True)),  # tokens from before this moment are refused
)

# What an operator switched on for the whole service; off: no row.
switches = Table(
    "switches",
    metadata,
    Column("name", Text, primary_key=True),
    moment("since"),
)

memories = npc_memories(metadata)
memory_vectors = npc_memory_vectors(metadata)
