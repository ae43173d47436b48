"""What the narrators with a model share: how their part of a turn ends early, and their text as spans. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gamemaster.narration.model.degradation import Choice, Rung
from gamemaster.narration.prompts.markup import Event, Speech
from gamemaster.recording.tape import Tape
from gamemaster.rules.state import EndReason, Span
from inference.output.guard import scripts_in
from worlds.schema import World


class SteppedDown(Exception):
    """The understudy takes this stage, as the model is not likely to be done in time."""


class Cut(Exception):
    """The model's part ended before its time. `reason` is how the turn ends."""

    def __init__(self, reason: EndReason, why: str) -> None:
        super().__init__(why)
        self.reason = reason


def decided(tape: Tape | None, turn: int, stage: str, choice: Choice) -> Choice:
    """The choice that holds: the clock had a part in it."""
    if tape is None:
        return choice
    written: list[Any] = [int(choice.rung), choice.why]
    rung, why = tape.decide(turn, f"{stage}_rung", written)
    return Choice(Rung(rung), why)


def happened(tape: Tape | None, turn: int, name: str, value: bool) -> bool:
    """Whether something holds that the clock had a part in, and that hardly ever does."""
    return value if tape is None else tape.happens(turn, name, value)


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
