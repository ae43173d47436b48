"""Who narrates while a model loads: the understudy; then the model, which has the understudy at hand itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from gamemaster.narration.narrator import Narrator, Notes, Scene
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState


@dataclass(eq=False)
class Standby:
    """Implements `gamemaster.narration.narrator.Narrator` by the one that is there. A turn is told by whoever
    adjudicated it."""

    _now: Narrator
    name: str = field(init=False)
    _by: WeakKeyDictionary[Notes, Narrator] = field(default_factory=WeakKeyDictionary)

    def __post_init__(self) -> None:
        self.name = self._now.name

    @property
    def now(self) -> Narrator:
        """Who adjudicates the next turn."""
        return self._now

    def hand_over(self, narrator: Narrator) -> None:
        """From the next turn on, `narrator` tells."""
        self._now, self.name = narrator, narrator.name

    async def adjudicate(self, scene: Scene) -> Outcome:
        narrator = self._by[scene.notes] = self._now
        return await narrator.adjudicate(scene)

    def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        return self._by.get(scene.notes, self._now).narrate(scene, ruling, after)


def narrating(narrator: Narrator) -> Narrator:
    """Whoever tells a turn that begins now, to its end: one that is handed over to meanwhile tells the next."""
    return narrator.now if isinstance(narrator, Standby) else narrator
