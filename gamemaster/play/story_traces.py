"""A trace for each turn of a story, made of its events once it is over: what was waited for, and how long.

The span of a turn has one child for each step: accept, recall, adjudicate, rule, narrate, speak, commit; and below
those of the model what its engine was asked. Nothing in them is anybody's words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gamemaster.logs.context import hash_of
from gamemaster.play import story_events as story
from gamemaster.play import turn_events as turn
from gamemaster.play.story_events import StoryEvent
from gamemaster.rules.state import StageUse, TurnRecord

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

STEPS = (  # name, the moment it begins with, the moment it ends with
    ("accept", "begun", "accepted"),
    ("recall", "accepted", "recalled"),
    ("adjudicate", "recalled", "proposed"),
    ("rule", "proposed", "ruled"),
    ("narrate", "ruled", "told"),
    ("speak", "speech", "told"),
    ("commit", "told", "committed"),
)
ASKED_FOR = {
    "outcome": "adjudicate",
    "narration": "narrate",
}  # the step that a request to the engine belongs to
MS = 1_000_000  # nanoseconds
Value = str | int | float | bool


@dataclass(slots=True)
class _Moments:
    """Of the turn that is played, in nanoseconds since the epoch."""

    number: int
    at: dict[str, int] = field(default_factory=dict)
    record: TurnRecord | None = None


class StoryTracer:
    """Observes one story. `clock` tells nanoseconds since the epoch."""

    def __init__(
        self, tracer: Tracer, story: str, world: str, clock: Callable[[], int] = time.time_ns
    ) -> None:
        self._tracer, self._clock = tracer, clock
        self._about: dict[str, Value] = {"gm.story": hash_of(story), "gm.world": world}
        self._turn: _Moments | None = None

    def observe(self, event: StoryEvent) -> None:
        if isinstance(event, story.TurnBegun):
            self._turn = _Moments(event.turn, {"begun": self._clock()})
            return
        moments = self._turn
        if moments is None:
            return
        match event:
            case turn.TurnAccepted():
                moments.at["accepted"] = self._clock()
            case turn.MemoriesRecalled():
                moments.at["recalled"] = self._clock()
            case turn.TurnRuled():
                now = self._clock()
                moments.at["ruled"] = now
                moments.at["proposed"] = max(moments.at.get("recalled", 0), now - round(event.ruling_s * 1e9))
            case story.SpeechBegun():
                moments.at.setdefault("speech", self._clock())
            case turn.TellingEnded():
                moments.at["told"] = self._clock()
            case turn.TurnCommitted(record):
                moments.at["committed"], moments.record = self._clock(), record
            case story.TurnFinished() | story.StoryClosed():
                self._turn = None
                self._tell(moments)
            case _:
                pass

    def _tell(self, moments: _Moments) -> None:
        at = moments.at
        whole = self._span("turn", at["begun"], {**self._about, "gm.turn": moments.number})
        record = moments.record
        if record is not None:
            narrators = {"gm.adjudicated_by": record.adjudicated_by, "gm.told_by": record.told_by}
            whole.set_attributes({"gm.reason": record.reason, **narrators})
        for name, begin, end in STEPS:
            if begin in at and end in at:
                step = self._span(name, at[begin], {}, whole)
                for use in record.model.uses if record is not None and record.model is not None else ():
                    if ASKED_FOR.get(use.stage) == name:
                        self._engine(use, at[begin], at[end], step)
                step.end(at[end])
        whole.end(max(at.values()))

    def _engine(self, use: StageUse, begin: int, end: int, step: Span) -> None:
        """The request that the step waited for; its first token as an event."""
        tokens: dict[str, Value] = {
            "gen_ai.usage.input_tokens": use.prompt,
            "gen_ai.usage.output_tokens": use.completion,
            "gm.cached_tokens": use.cached,
            "gm.reasoning_tokens": use.reasoning,
        }
        if use.accept_length is not None:
            tokens["gm.accept_length"] = use.accept_length
        span = self._span(f"engine {use.stage}", begin, tokens, step)
        if use.first_visible_ms is not None:
            span.add_event("first visible token", timestamp=min(begin + use.first_visible_ms * MS, end))
        span.end(end)

    def _span(self, name: str, begin: int, about: Mapping[str, Value], parent: Span | None = None) -> Span:
        from opentelemetry.context import Context
        from opentelemetry.trace import set_span_in_context

        context = set_span_in_context(parent) if parent is not None else Context()
        return self._tracer.start_span(name, context=context, start_time=begin, attributes=about)
