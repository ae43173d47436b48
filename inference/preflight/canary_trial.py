"""What a canary has to try with, and how it asks."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from inference.engine import (
    Accounting,
    Delta,
    Engine,
    FinishReason,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
    new_request_id,
)
from inference.preflight.canary_prompts import ANSWER_TOKENS, Ids, Prompts
from inference.profiles.schema import Expectations

DEADLINE_S = 300.0


@dataclass(frozen=True)
class Trial:
    """An engine on trial.

    kv_cache_dtype  the type of its KV cache, as the profile sets it
    page_size       tokens that its prefix cache finds or misses together
    running         how many requests its scheduler runs now; None: it cannot be asked
    """

    engine: Engine
    prompts: Prompts
    expect: Expectations
    speculates: bool
    kv_cache_dtype: str | None = None
    page_size: int = 1
    running: Callable[[], Awaitable[int]] | None = None


@dataclass
class Answer:
    """What came of one request. `ids` and `text` are the content's."""

    ids: list[int] = field(default_factory=list)
    text: str = ""
    reasoning_tokens: int = 0
    markers: int = 0
    reason: FinishReason | None = None
    truncated: bool = False
    account: Accounting = field(default_factory=Accounting)

    def add(self, delta: Delta) -> None:
        self.text += delta.text
        self.ids += delta.token_ids if delta.kind is Kind.CONTENT else ()
        self.reasoning_tokens += len(delta.token_ids) if delta.kind is Kind.REASONING else 0
        self.markers += delta.kind is Kind.MARKER
        if delta.finish:
            self.reason, self.truncated = delta.finish.reason, delta.finish.reasoning_truncated
            self.account = delta.finish.accounting


def request(ids: Ids, most: int = ANSWER_TOKENS) -> GenerationRequest:
    """One for an answer without a thought, chosen greedily."""
    return GenerationRequest(
        new_request_id(), ids, Sampling(most, temperature=0.0), lane=Lane.PLAY, deadline_s=DEADLINE_S
    )


async def ask(engine: Engine, asked: GenerationRequest) -> Answer:
    answer = Answer()
    async with aclosing(engine.generate(asked)) as deltas:
        async for delta in deltas:
            answer.add(delta)
    return answer


def thoughtful_request(
    trial: Trial, ids: Ids, budget: int, *, schema: str | None = None
) -> GenerationRequest:
    """One for a thought and an answer, as the play asks for its rulings: the chat format says how."""
    asked = replace(request(ids, budget + ANSWER_TOKENS), json_schema=schema)
    sampling = replace(asked.sampling, stop_token_ids=trial.prompts.chat.stops if schema else ())
    return trial.prompts.chat.with_reasoning(replace(asked, sampling=sampling), budget)
