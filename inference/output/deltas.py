"""From an engine's raw chunks of token ids to Deltas: kinds, text, and the account of what it cost."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from inference.engine import Accounting, Delta, EngineInfo, Finish, FinishReason, GenerationRequest
from inference.kinds import Kind
from inference.output.reasoning import Run, Splitter


class Detokenizer(Protocol):
    """Turns one generation's content ids into text, keeping back characters that are not whole yet."""

    def feed(self, ids: Sequence[int]) -> str: ...

    def flush(self) -> str:
        """What is left of a character that never became whole."""
        ...


def splitter_for(request: GenerationRequest, info: EngineInfo) -> Splitter:
    """One that stops hard at the request's budget; where no reasoning was asked for, at the first token of it."""
    return Splitter(
        info.think_open,
        info.think_close,
        thinking_open=request.thinking_open,
        limit=request.reasoning_budget or 0,
    )


@dataclass
class DeltaMaker:
    """One generation's raw ids in, Deltas out. The engine feeds ids without the stop token that ended it.

    Once `overrun` is true the engine stops the generation and finishes with FinishReason.BUDGET: reasoning is then
    exactly as long as the budget, and `inference.output.reasoning_budget` can go on from there.
    """

    request: GenerationRequest
    info: EngineInfo
    text: Detokenizer
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)
    completion_tokens: int = field(default=0, init=False)
    first_token_s: float | None = field(default=None, init=False)
    first_visible_s: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()
        self.splitter = splitter_for(self.request, self.info)

    @property
    def overrun(self) -> bool:
        return self.splitter.overrun

    def feed(self, ids: Sequence[int]) -> list[Delta]:
        if ids and self.first_token_s is None:
            self.first_token_s = self.clock() - self.started
        self.completion_tokens += len(ids)
        return [self._delta(run) for run in self.splitter.feed(ids)]

    def finish(
        self,
        reason: FinishReason,
        *,
        prompt_tokens: int | None = None,
        cached_tokens: int = 0,
        accept_length: float | None = None,
        accept_rate: float | None = None,
        stop_token_id: int | None = None,
        truncated: bool = False,
    ) -> list[Delta]:
        """The rest; the last delta carries the account. `truncated`: the engine itself closed the reasoning."""
        deltas = [self._delta(run) for run in self.splitter.finish()]
        account = Accounting(
            prompt_tokens=len(self.request.token_ids) if prompt_tokens is None else prompt_tokens,
            cached_tokens=cached_tokens,
            reasoning_tokens=self.splitter.reasoning_tokens,
            completion_tokens=self.completion_tokens + (stop_token_id is not None),
            first_token_s=self.first_token_s,
            first_visible_s=self.first_visible_s,
            accept_length=accept_length,
            accept_rate=accept_rate,
        )
        reason = FinishReason.BUDGET if self.overrun else reason
        end = Finish(reason, account, self.overrun or truncated, stop_token_id)
        return [*deltas, Delta(Kind.CONTENT, (), self.text.flush(), end)]

    def _delta(self, run: Run) -> Delta:
        kind, ids = run
        text = self.text.feed(ids) if kind is Kind.CONTENT else ""
        if text and self.first_visible_s is None:
            self.first_visible_s = self.clock() - self.started
        return Delta(kind, ids, text)
