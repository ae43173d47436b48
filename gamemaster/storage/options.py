"""Settings: how many connections to Postgres the service opens, and what is kept there how long."""

from __future__ import annotations

from gamemaster.options.fields import Options, number

ALONE = 20  # connections of a process that serves alone
AMONG_OTHERS = 10  # of each process of several
FEWEST = 2  # one may be held by a long statement, and health is asked on another


class DatabaseOptions(Options):
    """Connections to Postgres, bounded for all processes that serve with one database."""

    connections: int | None = number(
        None,
        FEWEST,
        100_000,
        "of one `gamemaster serve`, all its workers together; by default 10 for each worker, or 20",
    )
    hosts: int = number(1, 1, 10_000, "machines or containers that serve with this database, for `doctor`")

    def of_a_process(self, workers: int) -> int:
        """What each of `workers` processes may open."""
        if self.connections is None:
            return ALONE if workers == 1 else AMONG_OTHERS
        return max(FEWEST, self.connections // workers)

    def of_all(self, workers: int) -> int:
        """The most that all hosts open at any time: while workers are replaced, each host has one too many."""
        there_at_once = workers if workers == 1 else workers + 1
        return self.hosts * self.of_a_process(workers) * there_at_once


class RetentionOptions(Options):
    """How long the database keeps what nobody plays with. Recordings have settings of their own."""

    undone_days: int = number(30, 1, 36_500, "days that a turn is kept which was taken back")
    idle_player_days: int = number(30, 1, 36_500, "days that a player is kept who never began a story")
    erasure_days: int = number(
        400,
        1,
        36_500,
        "days that a host may be off and still hear what players took back; no fewer than files are kept",
    )

    def outlasting(self, days: int) -> RetentionOptions:
        """With what players took back known for longer than any file of theirs may be kept, which is so many days."""
        return self.model_copy(update={"erasure_days": max(self.erasure_days, days + 1)})
