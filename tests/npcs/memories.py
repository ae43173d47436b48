"""Memories for tests, in few words."""

from typing import Any

from npcs.memory import Memory, memory_id


def memory(owner: str, turn: int, text: str, number: int = 0, **more: Any) -> Memory:
    values = {
        "id": memory_id(turn, owner, number),
        "owner": owner,
        "turn": turn,
        "minute": turn * 5,
        "text": text,
    }
    return Memory(**{**values, **more})
