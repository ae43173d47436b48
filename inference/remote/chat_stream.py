"""One streamed chat completion: its events in, deltas out. Sans-I/O."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inference.engine import Accounting, Delta, Finish, FinishReason, RequestFailed
from inference.kinds import Kind
from inference.output.reasoning import Splitter

FINISHES = {"stop": FinishReason.COMPLETE, "length": FinishReason.LENGTH}
# The splitter works on any numbers; here they are characters.
OPEN, CLOSE = (tuple(map(ord, tag)) for tag in ("<think>", "</think>"))


@dataclass
class AnswerReader:
    """Reasoning is taken from the server's own field (`reasoning_content`, or `reasoning`), and from <think> tags in
    the content, of servers that do not split. Its text is dropped.

    reasoning_characters  the most; then the answer ends with FinishReason.BUDGET.
    characters            the most in all, for a server that knows no end.
    """

    reasoning_characters: int
    characters: int
    clock: Callable[[], float] = time.monotonic
    account: Accounting = field(default_factory=Accounting, init=False)
    _reason: FinishReason | None = field(default=None, init=False)
    _first_token_s: float | None = field(default=None, init=False)
    _first_visible_s: float | None = field(default=None, init=False)
    _reasoned: int = field(default=0, init=False)
    _received: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._started = self.clock()
        self._splitter = Splitter(OPEN, CLOSE, limit=self.reasoning_characters)

    def event(self, data: str) -> list[Delta]:
        """Raises RequestFailed if the server reports an error, and whatever malformed JSON raises."""
        if data == "[DONE]":
            if self._reason is None:
                raise RequestFailed("the server ended its answer without saying why")
            return [*self._rest(), self.end(self._reason)]
        message = json.loads(data)
        if error := message.get("error"):
            text = error.get("message", error) if isinstance(error, Mapping) else error
            raise RequestFailed(f"the server broke off: {text}")
        if usage := message.get("usage"):
            self._count(usage)
        return [delta for choice in message.get("choices", [])[:1] for delta in self._choice(choice)]

    def end(self, reason: FinishReason) -> Delta:
        account = replace(
            self.account, first_token_s=self._first_token_s, first_visible_s=self._first_visible_s
        )
        return Delta(Kind.CONTENT, finish=Finish(reason, account, reason is FinishReason.BUDGET))

    def _choice(self, choice: Mapping[str, Any]) -> list[Delta]:
        piece = choice.get("delta") or {}
        if reason := choice.get("finish_reason"):
            if reason not in FINISHES:
                raise RequestFailed(f"the server ended its answer for a reason of its own: {reason}")
            self._reason = FINISHES[reason]
        reasoning = piece.get("reasoning_content") or piece.get("reasoning") or ""
        content = piece.get("content") or ""
        self._received += len(reasoning) + len(content)
        if self._received > self.characters:
            raise RequestFailed(f"the server wrote more than {self.characters} characters")
        if (reasoning or content) and self._first_token_s is None:
            self._first_token_s = self._elapsed_s()
        self._reasoned += len(reasoning)
        deltas = [Delta(Kind.REASONING)] if reasoning else []
        deltas += self._deltas(self._splitter.feed(list(map(ord, content))))
        if self._splitter.overrun or self._reasoned > self.reasoning_characters:
            deltas.append(self.end(FinishReason.BUDGET))
        return deltas

    def _rest(self) -> list[Delta]:
        return self._deltas(self._splitter.finish())

    def _deltas(self, runs: list[tuple[Kind, tuple[int, ...]]]) -> list[Delta]:
        deltas = []
        for kind, characters in runs:
            if kind is Kind.CONTENT:
                if self._first_visible_s is None:
                    self._first_visible_s = self._elapsed_s()
                deltas.append(Delta(kind, text="".join(map(chr, characters))))
            elif kind is Kind.REASONING:
                deltas.append(Delta(kind))
        return deltas

    def _elapsed_s(self) -> float:
        return self.clock() - self._started

    def _count(self, usage: Mapping[str, Any]) -> None:
        prompt = usage.get("prompt_tokens_details") or {}
        completion = usage.get("completion_tokens_details") or {}
        self.account = replace(
            self.account,
            prompt_tokens=int(usage.get("prompt_tokens") or 0),
            completion_tokens=int(usage.get("completion_tokens") or 0),
            cached_tokens=int(prompt.get("cached_tokens") or 0),
            reasoning_tokens=int(completion.get("reasoning_tokens") or 0),
        )
