"""What the game itself says and asks beside the story: a question back, a thing that is not there, a plan come due.

Part of `understudy`, whose rules hold here, and which alone asks this room.
"""

__all__ = ["asking_back", "notices", "plans"]
