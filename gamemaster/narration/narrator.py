"""The narrator's port: who proposes a turn's outcome and tells what came of it. There is one object for each turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, runtime_checkable

from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Notes, Scene
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Span, StoryState, TurnRecord


class NarratorTurn(Protocol):
    """One turn in a narrator's hands. What it has to remember from one step to the next is kept here.

    The caller adjudicates once, then narrates once, and says when the turn is in the store; a turn may end after any
    of these steps.
    """

    @property
    def notes(self) -> Notes:
        """What is to be kept with the turn's record; it is whole when the telling is over."""

    async def adjudicate(self) -> Outcome:
        """Propose what comes of the player's words. Must not change the scene."""

    def first_words(self) -> AsyncIterator[Span]:
        """What may be told before the ruling is known: the attempt, never its result. Taken beside `adjudicate`; it
        ends once that is over, or sooner."""

    def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        """Tell the ruling, as spans of whole sentences or paragraphs, in reading order. `after` is the ruled state."""

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """The turn is in the store. Must not raise, nor keep anybody waiting."""


class Narrator(Protocol):
    """Plays turns, of many stories at the same time."""

    @property
    def name(self) -> str:
        """As the records of its turns have it."""

    @property
    def transcripts(self) -> Transcripts | None:
        """Of what a model is prompted with; None for a narrator that prompts none."""

    def turn(self, scene: Scene) -> NarratorTurn:
        """Begin a turn. Nothing is asked of anybody before it is adjudicated. Must not raise."""


@runtime_checkable
class Expectant(Protocol):
    """A narrator that can make ready for a turn before it is asked for."""

    def expect(self, scene: Scene) -> None:
        """A turn is likely to be asked for soon; its words are not known. Must not raise, nor keep anybody waiting."""


class DelegatedTurn:
    """Implements `NarratorTurn` by another narrator's turn; what a subclass does not define is left to that one."""

    def __init__(self, inner: NarratorTurn) -> None:
        self.inner = inner

    @property
    def notes(self) -> Notes:
        return self.inner.notes

    async def adjudicate(self) -> Outcome:
        return await self.inner.adjudicate()

    def first_words(self) -> AsyncIterator[Span]:
        return self.inner.first_words()

    def narrate(self, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        return self.inner.narrate(ruling, after)

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        self.inner.after_commit(record, after)
