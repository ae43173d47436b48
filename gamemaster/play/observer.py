"""What watches a story from beside it: an observer is offered each turn once it is committed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gamemaster.rules.state import StoryState, TurnRecord
from worlds.schema import World


@dataclass(eq=False)
class CommittedTurn:
    """A turn that was just committed. `forgotten`: the player wants nothing of it kept."""

    story: str
    player: str
    world: World
    world_hash: str
    before: StoryState
    record: TurnRecord
    after: StoryState
    forgotten: bool = False


class TurnObserver(Protocol):
    def offer(self, turn: CommittedTurn) -> None:
        """A turn was committed. Returns at once, whatever becomes of it."""
