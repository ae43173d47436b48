"""For writers and QA: stored stories, their prompts and their people, looked into; and bots that explore a world.

Server and commands may import this room; it never changes a story.
"""

__all__ = [
    "archive",
    "characters",
    "explore",
    "input_lists",
    "play_judge",
    "player_bots",
    "prompt_view",
    "recall_test",
    "stored_prompts",
    "strict_judge",
]
