"""What no telling may have, whoever tells it: contradictions, leaks, speakers who are absent, broken form. Pure.

`faults` tries all checks on a `told_turn`; `live` reads a telling paragraph by paragraph, before anybody sees it. The
model's narrator and replay may import this room.
"""

__all__ = ["faults", "live", "told_turn"]
