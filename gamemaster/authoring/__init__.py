"""For writers and QA: stored stories, their prompts and their people, looked into; and bots that explore a world.

Server and commands may import this room. It changes no story; `player_tools` deletes a player who asks for it.
"""

__all__ = [
    "archive",
    "cards",
    "characters",
    "explore",
    "input_lists",
    "new_world",
    "play_judge",
    "player_bots",
    "player_tools",
    "polish",
    "prompt_view",
    "proof",
    "recall_test",
    "skein",
    "stored_prompts",
    "strict_judge",
    "workshop",
    "world_package",
    "world_recordings",
    "world_strings",
]
