"""What no story may have, whoever told it: contradictions, leaks, speakers who are absent, broken form. Pure.

`check` tries them all on a `told_turn`. The rest of replay may import this room.
"""

__all__ = ["check", "told_turn"]
