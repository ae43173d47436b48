"""Narrators made for a test: what they say in a turn is two methods, and nothing is kept between the two."""

from __future__ import annotations

from collections.abc import AsyncIterator

from gamemaster.narration.scene import PlainTurn, Scene
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState


class StatelessNarrator:
    """Implements `gamemaster.narration.narrator.Narrator` with what a subclass proposes and tells of a scene."""

    name: str
    transcripts = None

    def turn(self, scene: Scene) -> StatelessTurn:
        return StatelessTurn(self, scene)

    async def adjudicate(self, scene: Scene) -> Outcome:
        return Outcome()

    def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        raise NotImplementedError


class StatelessTurn(PlainTurn):
    def __init__(self, narrator: StatelessNarrator, scene: Scene) -> None:
        super().__init__(scene)
        self.narrator = narrator

    async def adjudicate(self) -> Outcome:
        return await self.narrator.adjudicate(self.scene)

    def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        return self.narrator.narrate(self.scene, ruling, after)
