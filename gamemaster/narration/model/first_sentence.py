"""When a turn's first sentence is told in the understudy's words, as the model has been silent for too long."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from gamemaster.narration.model.text_source import ModelState, TextSource
from gamemaster.narration.options import ModelCourse
from gamemaster.narration.understudy.first_words import Beginning, beginning_of
from gamemaster.rules.state import Span

FIRST_PARAGRAPH_TOKENS = 60  # about, until the first text of a telling may be shown
PATIENCE_S = 0.15


@dataclass(eq=False)
class FirstSentence:
    """The first sentence of one turn, from whose making the model's silence is counted. `adjudicated` is set once the
    outcome is there; `begun` is what was told."""

    source: TextSource
    state: ModelState
    adjudicated: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    begun: Beginning | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._started_s = self.source.clock()

    async def if_due(self) -> Beginning | None:
        """The sentence, once the model has been silent for `first_words_s`, or is going to be; None if it is not."""
        return beginning_of(self.state.scene) if await self._is_silent() else None

    async def tell(self, begun: Beginning) -> AsyncIterator[Span]:
        """Tells it, unless a turn that is played again had none."""
        tape, state = self.state.tape, self.state
        if tape is not None and not tape.happens(state.number, "first_words", True):
            return
        self.begun, state.model.began = begun, begun.text
        state.gate.clear()  # what the model writes meanwhile is taken once this is told
        try:
            yield Span(kind="narration", text=begun.text)
            yield Span(kind="narration", text="", more=True)
        finally:
            state.gate.set()

    async def _is_silent(self) -> bool:
        """Whether the model's first word comes too late. Returns when that is sure."""
        limit_s, tape = self.source.settings.first_words_s, self.state.tape
        if not limit_s:
            return False
        if tape is not None and tape.coming is not None:  # played again: as it was then
            while not self.adjudicated.is_set() and tape.coming() != "first_words":  # noqa: ASYNC110
                await asyncio.sleep(0)
            return tape.coming() == "first_words"
        left_s = limit_s - (self.source.clock() - self._started_s)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.adjudicated.wait(), max(0.0, left_s))
        if not self.adjudicated.is_set():
            return True
        if self.state.out or self.source.settings.course == ModelCourse.READ:
            return False  # the understudy tells, at once
        now = self.source.clock()
        expected_s = self.source.pace.seconds_for(FIRST_PARAGRAPH_TOKENS, now)
        return now - self._started_s + expected_s > limit_s + PATIENCE_S
