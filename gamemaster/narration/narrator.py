"""The Narrator protocol: who proposes a turn's outcome and tells what the referee made of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from gamemaster.recording.tape import Tape
from gamemaster.rules.proposal import Outcome, Roll, Ruling
from gamemaster.rules.state import EndReason, ModelTurn, Recalled, Span, StoryState, TurnRecord
from worlds.schema import World

# The story's committed turns after the given number, oldest first.
Past = Callable[[int], Awaitable[list[TurnRecord]]]


@dataclass(eq=False)
class Notes:
    """What a narrator wants kept with the turn's record. `reason` is how the turn ends, as far as it knows.

    `committed` is called once the turn is in the store; it must not raise, nor keep anybody waiting. `tape` takes down
    what a narrator asks its engine and what that answers, if the session is recorded.
    """

    reason: EndReason = "complete"
    model: ModelTurn | None = None
    committed: Callable[[TurnRecord, StoryState], None] | None = None
    tape: Tape | None = None


@dataclass(frozen=True)
class Scene:
    """What a narrator may look at in a turn: the world, the story before the turn, the player's words and the dice.

    `story` and `past` are for narrators that remember: the story's id, and its committed turns. `recalled` is what
    comes to the minds of those present, best first; None where the story keeps no memories.
    """

    world: World
    state: StoryState
    words: str
    roll: Roll
    story: str = ""
    past: Past | None = None
    recalled: tuple[Recalled, ...] | None = None
    notes: Notes = field(default_factory=Notes, compare=False)


class Narrator(Protocol):
    """Adjudicates, then narrates. Both are called once a turn, in this order, with the same scene."""

    name: str

    async def adjudicate(self, scene: Scene) -> Outcome:
        """Propose what comes of the player's words. Must not change `scene`, but for its notes."""

    def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        """Tell the ruling, as spans of whole sentences or paragraphs, in reading order. `after` is the ruled state."""
