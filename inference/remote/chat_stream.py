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
COUNTS = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens")
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
    _before: str | None = field(default="", init=False)  # the piece before; None: they do not repeat it
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
        """An answer in one piece, or in lines of JSON, of a server that does not stream events. Raises as `event`."""
        try:
            messages = [json.loads(data)]
        except ValueError:
            messages = [json.loads(line) for line in data.splitlines() if line.strip()]
        deltas = [delta for message in messages for delta in self._message(message, "message")]
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
        if message is None:
            return []
        if error := message.get("error"):
            text = error.get("message", error) if isinstance(error, Mapping) else error
            raise RequestFailed(f"the server broke off: {text}")
        if isinstance(usage := message.get("usage"), Mapping):
            self._count(usage)
        choices = message.get("choices") or []
        return [delta for choice in choices[:1] if choice for delta in self._choice(choice, part)]

    def _choice(self, choice: Mapping[str, Any], part: str) -> list[Delta]:
        other = "message" if part == "delta" else "delta"
        piece = choice.get(part if part in choice else other) or {"content": choice.get("text")}
        reasoning = piece.get("reasoning_content") or piece.get("reasoning") or ""
        content = self._new(_text_of(piece.get("content")))
        if reason := choice.get("finish_reason"):
            known = FINISHES.get(str(reason).lower())
            if known is None:
                raise RequestFailed(f"the server ended its answer for a reason of its own: {reason}")
            self._reason = known
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

    def _new(self, content: str) -> str:
        """What is new of a piece: some servers send all there is with each."""
        before = self._before
        if not content or before is None:
            return content
        repeats = len(content) > len(before) and content.startswith(before)
        self._before = content if repeats or not before.strip() else None
        return content[len(before) :] if repeats else content

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
        """What a server counted. An account that cannot be read is none, and costs no answer."""
        parts = [usage, usage.get("prompt_tokens_details"), usage.get("completion_tokens_details")]
        said = {name: one for part in parts if isinstance(part, Mapping) for name, one in part.items()}
        counts = {name: one if isinstance(one := said.get(name), int) and one > 0 else 0 for name in COUNTS}
        self.account = replace(self.account, **counts)


def _text_of(content: Any) -> str:
    """A message's text, which some servers send in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    if content is not None and not isinstance(content, str):
        raise TypeError(f"content is a {type(content).__name__}")
    return content or ""
