"""What a narrator is given for a turn, and what it wants kept of it. Pure."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from gamemaster.recording.tape import Tape
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.proposal import Memory, Outcome, Roll
from gamemaster.rules.referee import Ruled, rule
from gamemaster.rules.state import EndReason, ModelTurn, Recalled, Span, StoryState, TurnRecord
from worlds.schema import World

# The story's committed turns after the given number, oldest first.
Past = Callable[[int], Awaitable[list[TurnRecord]]]


def past_with(past: Past, record: TurnRecord) -> Past:
    """The story's turns with one more, which is committed just now."""

    async def with_this(number: int) -> list[TurnRecord]:
        return [*await past(number), record] if number < record.number else []

    return with_this


_RulingMade = tuple[StoryState, Roll, Outcome, Ruled]
_WORSE: tuple[EndReason, ...] = ("complete", "budget", "engine_lost")


@dataclass(frozen=True)
class Scene:
    """What a narrator may look at in a turn: the world, the story before the turn, the player's words and the dice.

    `world` has the names that the player knows.

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
    _rulings: list[_RulingMade] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "world", as_met(self.world, self.state))

    @property
    def number(self) -> int:
        """Of the turn."""
        return self.state.turn + 1

    def rule(self, outcome: Outcome) -> Ruled:
        """What the referee makes of an outcome here. Whoever proposes it has often asked already: it is ruled on once.

        The state in it is shared: make a copy before changing it.
        """
        for state, roll, known, ruled in self._rulings:
            same = state is self.state and roll == self.roll
            if same and known.model_copy(update={"suggestions": outcome.suggestions}) == outcome:
                # The referee passes suggestions on, and looks at none.
                ruling = ruled.ruling.model_copy(update={"suggestions": outcome.suggestions})
                return Ruled(ruling, ruled.after)
        ruled = rule(self.world, self.state, outcome, self.roll)
        self._rulings[:] = [(self.state, self.roll, outcome, ruled)]
        return ruled


@dataclass(eq=False)
class Notes:
    """What a narrator wants kept with the turn's record. `reason` is how the turn ends, as far as it knows."""

    reason: EndReason = "complete"
    model: ModelTurn | None = None
    memories: tuple[Memory, ...] = ()  # of those present, beside what the ruling has
    suggestions: tuple[str, ...] = ()  # in place of the ruling's, if there are any

    def worsen(self, reason: EndReason) -> None:
        """The turn ends no better than this."""
        self.reason = max(self.reason, reason, key=_WORSE.index)


class PlainTurn:
    """The part of a turn that is the same for every narrator that keeps nothing of its turns."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.notes = Notes()

    def first_words(self) -> AsyncIterator[Span]:
        """None: what is quick need not begin before it is done."""
        return _no_spans()

    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """Nothing is made of it."""


async def _no_spans() -> AsyncIterator[Span]:
    nothing: tuple[Span, ...] = ()
    for span in nothing:
        yield span
