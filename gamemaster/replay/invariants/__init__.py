"""What no story may have, whoever told it: contradictions, leaks, speakers who are absent, broken form. Pure.

`check` has the critic (`gamemaster.narration.critic`) look at a told turn, for a run. The rest of replay may import
this room.
"""

__all__ = ["check"]
