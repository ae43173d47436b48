"""One chat completion: its events in, deltas out. Sans-I/O, and patient with servers that keep to the protocol
loosely."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inference.engine import Accounting, Delta, Finish, FinishReason, RequestFailed
from inference.kinds import Kind
from inference.output.readable import readable
from inference.output.reasoning import Splitter
from inference.remote.new_text import NewText
from inference.remote.thought_marks import CLOSE as CLOSE_TAG
from inference.remote.thought_marks import OPEN as OPEN_TAG
from inference.remote.thought_marks import ThoughtMarks

# "eos" and the like: what some servers say for "stop". What is not known may mean that the answer was cut.
FINISHES = {
    "stop": FinishReason.COMPLETE,
    "eos": FinishReason.COMPLETE,
    "eos_token": FinishReason.COMPLETE,
    "end_turn": FinishReason.COMPLETE,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
}
_REFUSALS = re.compile(r"[45]\d\d")  # a status among an error's fields
FAILURES = frozenset({"content_filter", "safety", "recitation", "error", "abort", "cancelled"})
COUNTS = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens")
# The splitter works on any numbers; here they are characters.
OPEN, CLOSE = (tuple(map(ord, tag)) for tag in (OPEN_TAG, CLOSE_TAG))


class ErrorInAnswer(Exception):
    """A refusal within an answer that began with 200, as gateways and vLLM send it once they stream."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status, self.said = status, said


@dataclass
class AnswerReader:
    """Reasoning is taken from the server's own field (`reasoning_content`, or `reasoning`), and from <think> tags in
    the content, of servers that do not split. Its text is dropped.

    reasoning_characters  the most; then the answer ends with FinishReason.BUDGET.
    characters            the most in all, for a server that knows no end.
    in_thought            the answer is expected to begin inside a thought that the server's template opened. If it
                          never closes, it was none, and comes as content after all.
    opens_thought         set when that is seen to hold, or not to; None while nothing is known.
    wants_json            an answer that is all reasoning is the answer: some servers take it for a thought.
    """

    reasoning_characters: int
    characters: int
    clock: Callable[[], float] = time.monotonic
    in_thought: bool = False
    wants_json: bool = False
    account: Accounting = field(default_factory=Accounting, init=False)
    opens_thought: bool | None = field(default=None, init=False)
    _reason: FinishReason | None = field(default=None, init=False)
    _first_token_s: float | None = field(default=None, init=False)
    _first_visible_s: float | None = field(default=None, init=False)
    _reasoned: int = field(default=0, init=False)
    _received: int = field(default=0, init=False)
    _new: NewText = field(default_factory=NewText, init=False)
    _marks: ThoughtMarks = field(default_factory=ThoughtMarks, init=False)
    _index: object = field(default=None, init=False)  # of the choice that is read
    _thought: str = field(default="", init=False)  # what was taken for a thought
    _closed: bool = field(default=False, init=False)  # a thought; nothing was said since

    def __post_init__(self) -> None:
        self._started = self.clock()
        self._splitter = Splitter(OPEN, CLOSE, self.in_thought, limit=self.reasoning_characters)

    @property
    def is_told_why(self) -> bool:
        """Whether the server said why it ended the answer: nothing but its account comes after."""
        return self._reason is not None

    def event(self, data: str) -> list[Delta]:
        """Raises RequestFailed or ErrorInAnswer if the server reports an error, and whatever malformed JSON raises."""
        if _is_several(data):
            return [delta for line in data.splitlines() for delta in self.event(line)]
        if not data.strip():
            return []  # keeps the connection alive
        if data.strip().strip('"') == "[DONE]":
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
        rest, reason = self._rest(), self._reason or FinishReason.COMPLETE
        is_all_thought = self._first_visible_s is None and reason is FinishReason.COMPLETE
        if self.wants_json and is_all_thought and self._thought:
            rest.append(self._content(self._thought))
        return [*rest, self.end(reason)]

    def _message(self, message: Any, part: str) -> list[Delta]:
        if not isinstance(message, Mapping):
            return []
        if error := message.get("error") or (message.get("object") == "error" and message):
            self._fail(error)
        if isinstance(usage := message.get("usage"), Mapping):
            self._count(usage)
        choices = message.get("choices") or []
        return [delta for choice in choices if self._is_ours(choice) for delta in self._choice(choice, part)]

    def _fail(self, error: Any) -> None:
        text, codes = error, list[str]()
        if isinstance(error, Mapping):
            text, codes = error.get("message", error), [str(error.get(key)) for key in ("code", "status")]
        status = next((int(code) for code in codes if _REFUSALS.fullmatch(code)), None)
        if status is not None and not self._received:
            raise ErrorInAnswer(status, readable(json.dumps(error)))
        raise RequestFailed(f"the server broke off: {readable(str(text))}")

    def _is_ours(self, choice: Any) -> bool:
        """Only the choice that comes first was asked for."""
        if not isinstance(choice, Mapping) or not choice:
            return False
        index = choice.get("index") or 0
        self._index = index if self._index is None else self._index
        return bool(index == self._index)

    def _choice(self, choice: Mapping[str, Any], part: str) -> list[Delta]:
        other = "message" if part == "delta" else "delta"
        piece = choice.get(part if part in choice else other) or {"content": choice.get("text")}
        reasoning = _string(piece.get("reasoning_content")) or _string(piece.get("reasoning"))
        content = self._new.feed(_text_of(piece.get("content")))
        if reason := choice.get("finish_reason"):
            self._end_for(str(reason).lower())
        self._received += len(reasoning) + len(content)
        if (reasoning or content) and self._first_token_s is None:
            self._first_token_s = self._elapsed_s()
        self._reasoned += len(reasoning)
        if self.wants_json:
            self._thought += reasoning
        deltas = [Delta(Kind.REASONING)] if reasoning else []
        deltas += self._split(self._marks.feed(content))
        if self._splitter.overrun or self._reasoned > self.reasoning_characters:
            deltas.append(self.end(FinishReason.BUDGET))
        elif self._received > self.characters:  # it does not know the limit it was given
            deltas += [*self._rest(), self.end(FinishReason.LENGTH)]
        return deltas

    def _end_for(self, reason: str) -> None:
        if reason in FAILURES:
            raise RequestFailed(f"the server ended its answer for a reason of its own: {reason}")
        self._reason = FINISHES.get(reason, FinishReason.LENGTH)

    def _split(self, text: str) -> list[Delta]:
        return self._deltas(self._splitter.feed(list(map(ord, text))))

    def _rest(self) -> list[Delta]:
        deltas = self._split(self._marks.feed(self._new.finish()) + self._marks.finish())
        deltas += self._deltas(self._splitter.finish())
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
                if self._closed and text.strip():
                    # Whoever reads on must know that what stood before it was no answer.
                    deltas.append(Delta(Kind.MARKER))
                    self._closed = False
                deltas.append(self._content(text))
            elif kind is Kind.REASONING:
                if self.wants_json or (self.in_thought and self.opens_thought is None):
                    self._thought += text
                deltas.append(Delta(kind))
            elif characters == CLOSE:
                if self._splitter.stray_close or (self.in_thought and self.opens_thought is None):
                    self.opens_thought = True
                self._closed = True
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


def _is_several(data: str) -> bool:
    """Whether each line is an event of its own: some servers leave out the empty lines between them."""
    lines = [line for line in map(str.strip, data.splitlines()) if line]
    return len(lines) > 1 and all(line == "[DONE]" or line[0] + line[-1] == "{}" for line in lines)


def _text_of(content: Any) -> str:
    """A message's text, which some servers send in parts, their model's thoughts among them."""
    if isinstance(content, list):
        return "".join(map(_text_of_part, content))
    if content is not None and not isinstance(content, str):
        raise TypeError(f"content is a {type(content).__name__}")
    return content or ""


def _text_of_part(part: Any) -> str:
    is_for_people = isinstance(part, Mapping) and str(part.get("type") or "text").endswith("text")
    return _string(part.get("text") if is_for_people else part)


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""
