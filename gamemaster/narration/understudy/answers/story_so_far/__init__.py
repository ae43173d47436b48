"""What the player knows of their own story: what they did, what they were told and saw, and whom they heard it from.

Part of `answers`, whose rules hold here. `tellings` reads what was told so far, sentence by sentence; `evidence` finds
what in it speaks of a matter.
"""

__all__ = ["deeds_done", "evidence", "own_deeds", "own_knowledge", "own_memory", "recap", "tellings"]
