"""What outlives a process: the store of players, stories and turns, and what stories share in Redis.

`store` is the contract; `postgres_store` fulfils it, and `memory_store` does without a server, for tests. In Redis are
the frame log, the leases that make one worker the writer of a story, and the rate limits. `kept_worlds` spares the next
process the reading of worlds that have not changed. Whoever needs a store imports the contract; only `bootstrap`, `cli`
and the tools of `authoring` import the Postgres side.
"""

__all__ = [
    "database",
    "day_sums",
    "disk",
    "frame_log",
    "keep_doing",
    "kept_worlds",
    "leases",
    "memory_store",
    "migrate",
    "operator_orders",
    "options",
    "player_exports",
    "postgres_store",
    "rate_limit",
    "redis_client",
    "reports",
    "retention",
    "serialization",
    "store",
    "tables",
    "turn_pages",
]
