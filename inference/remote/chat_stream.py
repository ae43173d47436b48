"""One chat completion: its events in, deltas out. Sans-I/O, and patient with servers that keep to the protocol
loosely."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inference.engine import Accounting, Delta, Finish, FinishReason, RequestFailed
from inference.kinds import Kind
from inference.output.reasoning import Splitter

# "eos" and the like: what some servers say for "stop".
FINISHES = {
    "stop": FinishReason.COMPLETE,
    "eos": FinishReason.COMPLETE,
    "eos_token": FinishReason.COMPLETE,
    "end_turn": FinishReason.COMPLETE,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
}
# The splitter works on any numbers; here they are characters.
OPEN, CLOSE = (tuple(map(ord, tag)) for tag in ("<think>", "</think>"))


@dataclass
class AnswerReader:
    """Reasoning is taken from the server's own field (`reasoning_content`, or `reasoning`), and from <think> tags in
    the content, of servers that do not split. Its text is dropped.

    reasoning_characters  the most; then the answer ends with FinishReason.BUDGET.
    characters            the most in all, for a server that knows no end.
    in_thought            the answer is expected to begin inside a thought that the server's template opened. If it
                          never closes, it was none, and comes as content after all.
    opens_thought         set when that is seen to hold, or not to; None while nothing is known.
    """

    reasoning_characters: int
    characters: int
    clock: Callable[[], float] = time.monotonic
    in_thought: bool = False
    account: Accounting = field(default_factory=Accounting, init=False)
    opens_thought: bool | None = field(default=None, init=False)
    _reason: FinishReason | None = field(default=None, init=False)
    _first_token_s: float | None = field(default=None, init=False)
    _first_visible_s: float | None = field(default=None, init=False)
    _reasoned: int = field(default=0, init=False)
    _received: int = field(default=0, init=False)
    _thought: str = field(default="", init=False)  # what was taken for a thought that nobody opened

    def __post_init__(self) -> None:
        self._started = self.clock()
        self._splitter = Splitter(OPEN, CLOSE, self.in_thought, limit=self.reasoning_characters)

    def event(self, data: str) -> list[Delta]:
        """Raises RequestFailed if the server reports an error, and whatever malformed JSON raises."""
        if data.strip() == "[DONE]":
            if self._reason is None and not self._received:
                raise RequestFailed("the server ended its answer without a word")
            return self._last()
        return self._message(json.loads(data), "delta")

    def whole(self, data: str) -> list[Delta]:
        """An answer in one piece, of a server that does not stream. Raises as `event`."""
        deltas = self._message(json.loads(data), "message")
        if self._reason is None and not self._received:
            raise RequestFailed(f"the server sent no answer: {data[:200]}")
        return deltas if deltas and deltas[-1].finish else [*deltas, *self._last()]

    def close(self) -> list[Delta] | None:
        """The server hung up without saying that this was all; None: that it was not is to be feared."""
        return None if self._reason is None else self._last()

    def end(self, reason: FinishReason) -> Delta:
        account = replace(
            self.account, first_token_s=self._first_token_s, first_visible_s=self._first_visible_s
        )
        return Delta(Kind.CONTENT, finish=Finish(reason, account, reason is FinishReason.BUDGET))

    def _last(self) -> list[Delta]:
        return [*self._rest(), self.end(self._reason or FinishReason.COMPLETE)]

    def _message(self, message: Any, part: str) -> list[Delta]:
        if error := message.get("error"):
            text = error.get("message", error) if isinstance(error, Mapping) else error
            raise RequestFailed(f"the server broke off: {text}")
        if usage := message.get("usage"):
            self._count(usage)
        choices = message.get("choices") or []
        return [delta for choice in choices[:1] for delta in self._choice(choice, part)]

    def _choice(self, choice: Mapping[str, Any], part: str) -> list[Delta]:
        piece = choice.get(part) or {}
        reasoning = piece.get("reasoning_content") or piece.get("reasoning") or ""
        content = _text_of(piece.get("content"))
        if reason := choice.get("finish_reason"):
            if reason not in FINISHES:
                raise RequestFailed(f"the server ended its answer for a reason of its own: {reason}")
            self._reason = FINISHES[reason]
        self._received += len(reasoning) + len(content)
        if (reasoning or content) and self._first_token_s is None:
            self._first_token_s = self._elapsed_s()
        self._reasoned += len(reasoning)
        deltas = [Delta(Kind.REASONING)] if reasoning else []
        deltas += self._deltas(self._splitter.feed(list(map(ord, content))))
        if self._splitter.overrun or self._reasoned > self.reasoning_characters:
            deltas.append(self.end(FinishReason.BUDGET))
        elif self._received > self.characters:
            deltas += [
                *self._rest(),
                self.end(FinishReason.LENGTH),
            ]  # it does not know the limit it was given
        return deltas

    def _rest(self) -> list[Delta]:
        deltas = self._deltas(self._splitter.finish())
        if self.in_thought and self.opens_thought is None and self._thought:
            self.opens_thought = False
            text, self._thought = self._thought, ""
            deltas.append(self._content(text))
        return deltas

    def _deltas(self, runs: list[tuple[Kind, tuple[int, ...]]]) -> list[Delta]:
        deltas = []
        for kind, characters in runs:
            text = "".join(map(chr, characters))
            if kind is Kind.CONTENT:
                deltas.append(self._content(text))
            elif kind is Kind.REASONING:
                if self.in_thought and self.opens_thought is None:
                    self._thought += text
                deltas.append(Delta(kind))
            elif characters == CLOSE:
                if self._splitter.stray_close or (self.in_thought and self.opens_thought is None):
                    self.opens_thought = True
                # Whoever reads on must know that what stood before it was no answer.
                deltas.append(Delta(kind))
        return deltas

    def _content(self, text: str) -> Delta:
        if self._first_visible_s is None:
            self._first_visible_s = self._elapsed_s()
        return Delta(Kind.CONTENT, text=text)

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


def _text_of(content: Any) -> str:
    """A message's text, which some servers send in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    if content is not None and not isinstance(content, str):
        raise TypeError(f"content is a {type(content).__name__}")
    return content or ""
