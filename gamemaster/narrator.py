"""The Narrator protocol: who proposes a turn's outcome and tells what the referee made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from gamemaster.outcome import Outcome, Roll, Ruling
from gamemaster.state import Span, StoryState
from worlds.schema import World


@dataclass(frozen=True)
class Scene:
    """What a narrator may look at in a turn: the world, the story before the turn, the player's words and the dice."""

    world: World
    state: StoryState
    words: str
    roll: Roll


class Narrator(Protocol):
    """Adjudicates, then narrates. Both are called once a turn, in this order, with the same scene."""

    name: str

    async def adjudicate(self, scene: Scene) -> Outcome:
        """Propose what comes of the player's words. Must not change `scene`."""

    def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        """Tell the ruling, as spans of whole sentences or paragraphs, in reading order. `after` is the ruled state."""
