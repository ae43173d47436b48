"""Recordings driven as load against a running service: the players, their sockets, and what they were shown.

`driver` runs the plan, `consistency` and `audit` find turns that are missing or told twice, `objectives` says which
turns were good enough. Commands may import this room.
"""

__all__ = ["audit", "driver", "objectives", "plan", "presence", "refusals"]
