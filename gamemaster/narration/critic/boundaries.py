"""Whether a telling crosses a line that was drawn for the story, by its world or its player. Pure.

What the world's own author wrote is no excuse: whoever tells leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.narration.critic.told_turn import Finding, ToldTurn
from gamemaster.rules.boundaries import crossing_in, lines_of
from gamemaster.rules.state import OUTSIDE_STORY


def crossings(turn: ToldTurn) -> Iterator[Finding]:
    """The first sentence of each stretch that crosses a line."""
    lines = lines_of(turn.world, turn.after)
    if not lines:
        return
    for span in turn.spans:
        found = crossing_in(span.text, lines) if span.kind not in OUTSIDE_STORY else None
        if found is not None:
            yield Finding("boundary", found.words, f"this story leaves out: {found.line}")
