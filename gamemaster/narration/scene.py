"""What a narrator is given for a turn, and what it wants kept of it. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gamemaster.recording.tape import Tape
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import EndReason, ModelTurn, Recalled, StoryState, TurnRecord
from worlds.schema import World

# The story's committed turns after the given number, oldest first.
Past = Callable[[int], Awaitable[list[TurnRecord]]]

_WORSE: tuple[EndReason, ...] = ("complete", "budget", "engine_lost")


@dataclass(frozen=True)
class Scene:
    """What a narrator may look at in a turn: the world, the story before the turn, the player's words and the dice.

    `story` and `past` are for narrators that remember: the story's id, and its committed turns. `recalled` is what
    comes to the minds of those present, best first; None where the story keeps no memories. `tape` takes down what a
    narrator asks its engine and what that answers, if the session is recorded.
    """

    world: World
    state: StoryState
    words: str
    roll: Roll
    story: str = ""
    past: Past | None = None
    recalled: tuple[Recalled, ...] | None = None
    tape: Tape | None = field(default=None, compare=False)

    @property
    def number(self) -> int:
        """Of the turn."""
        return self.state.turn + 1


@dataclass(eq=False)
class Notes:
    """What a narrator wants kept with the turn's record. `reason` is how the turn ends, as far as it knows."""

    reason: EndReason = "complete"
    model: ModelTurn | None = None

    def worsen(self, reason: EndReason) -> None:
        """The turn ends no better than this."""
        self.reason = max(self.reason, reason, key=_WORSE.index)


class PlainTurn:
    """The part of a turn that is the same for every narrator that keeps nothing of its turns."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.notes = Notes()

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """Nothing is made of it."""
