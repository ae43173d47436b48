"""What a turn says for the recording while it is played: one tape for each session of a story.

A tape only hands on what it is told, in order and at once, to its `put`; nothing that it is given changes afterwards.
What is costly to write down goes as a `Later`, and is made where it is written. The same tape, with another `put`,
compares a session that is played again with how it was (`gamemaster.verifying`), and gives `decided` back.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gamemaster.prompt import Prompt, Segment
from inference.engine import Delta, EngineError, GenerationRequest, Kind
from inference.remote import ChatRequest

T = TypeVar("T")
Later = Callable[[], Any]
Put = Callable[[str, Mapping[str, Any]], None]
Decode = Callable[[tuple[int, ...]], str]


@dataclass(eq=False)
class Tape:
    """`put` gets a line's kind and its other fields. `decisions` (turn, name, value) gives what was decided then.

    `reasoning`: keep what the model thought, too; for debugging alone.
    """

    put: Put
    decisions: Callable[[int, str, Any], Any] | None = None
    reasoning: bool = False
    on: bool = True  # False: the recording has ended, nothing more is wanted
    _narrator: Mapping[str, Any] | None = None
    _requests: int = 0
    _beside: int = 0
    _sent: dict[int, tuple[Segment, ...]] = field(default_factory=dict)

    def write(self, kind: str, **fields: Any) -> None:
        if self.on:
            self.put(kind, fields)

    def narrator(self, described: Mapping[str, Any]) -> None:
        """Who narrates from here on, if that is news."""
        if self._narrator != described:
            self._narrator = described
            self.write("narrator", **described)

    def decide(self, turn: int, name: str, value: T) -> T:
        """Something that the clock or other stories had a part in; returns what holds."""
        if self.decisions is not None:
            value = self.decisions(turn, name, value)
        self.write("decided", turn=turn, name=name, value=value)
        return value

    def request(
        self, turn: int, stage: str, request: GenerationRequest | ChatRequest, prompt: Prompt, decode: Decode
    ) -> int:
        """The number of a request that is made now: from 1 in turns, from -1 down beside the play."""
        if stage in ("outcome", "narration"):
            self._requests += 1
            number = self._requests
        else:
            self._beside -= 1
            number = self._beside
        segments = prompt.segments
        shared = _shared(self._sent.get(prompt.epoch, ()), segments)
        new = segments[shared:]
        self._sent = {prompt.epoch: segments}
        self.write(
            "request",
            request=number,
            turn=turn,
            stage=stage,
            prompt=lambda: _prompt(prompt, shared),
            text=lambda: "".join(decode(segment.ids) for segment in new),
            sampling=request.sampling,
            schema=lambda: _digest((request.json_schema or "").encode()),
            budget=getattr(request, "reasoning_budget", None),
        )
        return number

    def delta(self, number: int, delta: Delta) -> None:
        hidden = delta.kind is Kind.REASONING and not self.reasoning
        self.write(
            "delta",
            request=number,
            delta={
                "kind": delta.kind,
                "text": "" if hidden else delta.text,
                "ids": () if hidden else delta.token_ids,
                "tokens": len(delta.token_ids),
                "finish": delta.finish,
            },
        )


async def taped(deltas: AsyncGenerator[Delta, None], tape: Tape, number: int) -> AsyncGenerator[Delta, None]:
    """The deltas of a request, as they are wanted, each on the tape; and how it ended, if not by itself."""
    async with aclosing(deltas):
        try:
            async for delta in deltas:
                tape.delta(number, delta)
                yield delta
        except EngineError as error:
            tape.write("fault", request=number, error=type(error).__name__, args=list(error.args))
            raise
        except BaseException as error:
            tape.write("closed", request=number, by=type(error).__name__)
            raise


def _shared(one: tuple[Segment, ...], other: tuple[Segment, ...]) -> int:
    """How many segments two prompts begin with in common."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs and mine != theirs:
            break
        count += 1
    return count


def _prompt(prompt: Prompt, shared: int) -> dict[str, Any]:
    """Of the whole, and of its segments after those that it shares with the request before."""
    parts = [
        {"name": segment.name, "tokens": len(segment.ids), "digest": _digest(_packed(segment.ids))}
        for segment in prompt.segments[shared:]
    ]
    return {"tokens": len(prompt), "digest": _digest(_packed(prompt.ids)), "shared": shared, "parts": parts}


def _packed(ids: tuple[int, ...]) -> bytes:
    return array("I", ids).tobytes()


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
