"""What a player reads before the first turn: the world's opening, then the place where it begins. Pure."""

from __future__ import annotations

from collections.abc import Callable

from gamemaster.narration.understudy.prose import Teller
from gamemaster.protocol.messages import TextSpan
from gamemaster.protocol.presenters import opening_choices, speaker_name
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import Span, StoryState, digest, new_story
from worlds.schema import Boundaries, World


def opening_spans(world: World, seed: int, boundaries: Boundaries | None = None) -> list[Span]:
    """The spans of the opening. Their wordings are told as any others: the same seed gives the same.

    `boundaries`: the player's lines.
    """
    state = new_story(world, seed)
    state.boundaries = boundaries
    world = as_met(world, state)
    draft = open_turn(world, state, Outcome(), roll_for(seed, 0))
    draft.happen("opening", world.opening)
    draft.describe(first=True, looking=False)
    return Teller(world, state, draft.state).tell(Ruling(happenings=tuple(draft.happenings)))


def begin(world: World, seed: int) -> StoryState:
    """The state in which a story begins: the opening has been told."""
    state = new_story(world, seed)
    state.hear(opening_spans(world, seed))
    return state


TRIES = 40  # seeds for each opening there is: nearly never are they all in vain


def seed_for(world: World, choice: int | None, draw_seed: Callable[[], int]) -> int:
    """A seed with which the chosen opening is told: that follows from the seed, as all of a story's chance does."""
    choices = opening_choices(world)
    seed = draw_seed()
    if choice is None or choice >= len(choices):
        return seed
    key = digest(choices[choice])
    for _ in range(TRIES * len(choices)):
        if key in begin(world, seed).told:
            break
        seed = draw_seed()
    return seed


def opening(world: World, seed: int, boundaries: Boundaries | None = None) -> tuple[TextSpan, ...]:
    """The opening of the story that has this seed, as it is shown."""
    spans = opening_spans(world, seed, boundaries)
    world = as_met(world, new_story(world, seed))
    return tuple(
        TextSpan(kind=span.kind, speaker=span.speaker, name=speaker_name(world, span.speaker), text=span.text)
        for span in spans
    )
