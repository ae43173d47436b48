"""Settings: how many connections to Postgres the service opens, and what is kept there how long."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

ALONE = 20  # connections of a process that serves alone
AMONG_OTHERS = 10  # of each process of several
FEWEST = 2  # one may be held by a long statement, and health is asked on another


class DatabaseOptions(BaseModel):
    """Connections to Postgres, bounded for all processes that serve with one database."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    connections: int | None = Field(
        None,
        ge=FEWEST,
        le=100_000,
        description="of one `gamemaster serve`, all its workers together; by default 10 for each worker, or 20",
    )
    hosts: int = Field(
        1, ge=1, le=10_000, description="machines or containers that serve with this database, for `doctor`"
    )

    def of_a_process(self, workers: int) -> int:
        """What each of `workers` processes may open."""
        if self.connections is None:
            return ALONE if workers == 1 else AMONG_OTHERS
        return max(FEWEST, self.connections // workers)

    def of_all(self, workers: int) -> int:
        """The most that all hosts open at any time: while workers are replaced, each host has one too many."""
        there_at_once = workers if workers == 1 else workers + 1
        return self.hosts * self.of_a_process(workers) * there_at_once


class RetentionOptions(BaseModel):
    """How long the database keeps what nobody plays with. Recordings have settings of their own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    undone_days: int = Field(30, ge=1, le=36_500, description="days that a turn is kept which was taken back")
    idle_player_days: int = Field(
        30, ge=1, le=36_500, description="days that a player is kept who never began a story"
    )
    erasure_days: int = Field(
        400,
        ge=1,
        le=36_500,
        description="days that a host may be off and still hear what players took back; no fewer than files are kept",
    )

    def outlasting(self, days: int) -> RetentionOptions:
        """With what players took back known for longer than any file of theirs may be kept, which is so many days."""
        return self.model_copy(update={"erasure_days": max(self.erasure_days, days + 1)})
