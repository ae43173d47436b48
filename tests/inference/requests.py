"""Requests and answers that the tests of this folder share."""

from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from inference.engine import (
    Delta,
    Engine,
    EngineInfo,
    Finish,
    GenerationRequest,
    Kind,
    Sampling,
    new_request_id,
)
from inference.scripted.script import prompt_of

INFO = EngineInfo("test", 1000, 4096, 8192, (2,), (3,), (4,), draft_tokens=4)


def request_of(
    prompt: str | tuple[int, ...] = "Hello", max_new_tokens: int = 256, **fields: Any
) -> GenerationRequest:
    ids = prompt_of(prompt) if isinstance(prompt, str) else prompt
    return replace(
        GenerationRequest(new_request_id(), ids, Sampling(max_new_tokens, temperature=0.0)), **fields
    )


@dataclass
class Answer:
    deltas: list[Delta] = field(default_factory=list)

    @property
    def finish(self) -> Finish:
        ends = [delta.finish for delta in self.deltas if delta.finish]
        assert len(ends) == 1
        assert self.deltas[-1].finish is ends[0]
        return ends[0]

    @property
    def text(self) -> str:
        return "".join(delta.text for delta in self.deltas)

    def ids(self, *kinds: Kind) -> tuple[int, ...]:
        """Ids of these kinds, or all."""
        wanted = kinds or tuple(Kind)
        return tuple(number for delta in self.deltas if delta.kind in wanted for number in delta.token_ids)


async def collect(engine: Engine, request: GenerationRequest, into: Answer | None = None) -> Answer:
    answer = Answer() if into is None else into
    async with aclosing(engine.generate(request)) as deltas:
        async for delta in deltas:
            answer.deltas.append(delta)
    return answer
