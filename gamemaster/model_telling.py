"""What the narrators with a model share: how their part of a turn ends early, and their text as spans. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.guard import scripts_in
from gamemaster.script import Event, Speech
from gamemaster.state import EndReason, Span
from worlds.schema import World


class SteppedDown(Exception):
    """The understudy takes this stage, as the model is not likely to be done in time."""


class Cut(Exception):
    """The model's part ended before its time. `reason` is how the turn ends."""

    def __init__(self, reason: EndReason, why: str) -> None:
        super().__init__(why)
        self.reason = reason


@dataclass(eq=False)
class WorldScripts:
    """The scripts that each world is written in, found once a world: to the guard they are text, not noise."""

    _known: dict[int, frozenset[str]] = field(default_factory=dict)

    def of(self, world: World) -> frozenset[str]:
        key = id(world)
        if key not in self._known:
            places = [v for place in world.locations.values() for v in place.description.first]
            self._known[key] = scripts_in(
                [world.bible, *(text for variant in places for text in variant.text)]
            )
        return self._known[key]


def span_of(event: Event) -> Span:
    """What the script gave, as a span that may go on the one before it."""
    if isinstance(event, Speech):
        return Span(kind="speech", speaker=event.speaker, text=event.text, more=not event.opens)
    return Span(kind="narration", text=event.text, more=not event.opens)
