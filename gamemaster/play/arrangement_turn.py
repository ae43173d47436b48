"""A turn in which a world's writer arranges something (`!at jetty`). No time passes; what is due happens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from gamemaster.narration.narrator import Narrator
from gamemaster.narration.scene import PlainTurn, Scene
from gamemaster.narration.understudy.prose import Teller
from gamemaster.play.turn import Given
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState
from gamemaster.rules.upkeep.arrangement import SETTLING, arrange, what_happened


@dataclass(frozen=True)
class WriterNarrator:
    """Implements `gamemaster.narration.narrator.Narrator`: says what was arranged."""

    text: str
    name: str = "writer"
    transcripts: None = None

    def turn(self, scene: Scene) -> WriterTurn:
        return WriterTurn(scene, self.text)


class WriterTurn(PlainTurn):
    """Implements `gamemaster.narration.narrator.NarratorTurn`."""

    def __init__(self, scene: Scene, text: str) -> None:
        super().__init__(scene)
        self.text = text

    async def adjudicate(self) -> Outcome:
        return SETTLING

    async def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        yield Span(kind="notice", text=self.text)
        happened = what_happened(ruling)
        if not happened.happenings:
            return
        for span in Teller(self.scene.world, self.scene.state, after).tell(happened):
            yield span


def arrange_turn(given: Given) -> tuple[Given, Narrator]:
    """The turn on the arranged state, and who tells it. Raises `ArrangementError`."""
    arranged, text = arrange(given.world, given.before, given.words)
    return replace(given, before=arranged), WriterNarrator(text)
