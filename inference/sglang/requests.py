"""Between our requests and SGLang's: sampling parameters out; finish reasons and accounts back. Sans-I/O."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inference.engine import (
    EngineBusy,
    EngineError,
    EngineInfo,
    FinishReason,
    GenerationRequest,
    Lane,
    RequestFailed,
)

# SGLang: the higher goes first, and may push out a lower one that runs.
PRIORITIES = {Lane.PLAY: 10, Lane.BACKGROUND: 0}
QUEUE_FULL = 503


def is_strict(request: GenerationRequest) -> bool:
    """Whether SGLang's own strict thinking holds the budget.

    It counts from the first new token on, so the prompt must have opened <think>; otherwise a model that answers at
    once would be cut in mid-answer. There, and in any doubt, DeltaMaker counts and
    `inference.output.reasoning_budget` cuts.
    """
    return request.thinking_open and request.reasoning_budget is not None


def parameters(request: GenerationRequest, *, strict: bool) -> dict[str, Any]:
    """Keyword arguments for `Engine.async_generate`. `strict`: SGLang itself holds the reasoning budget."""
    sampling = request.sampling
    wanted: dict[str, Any] = {
        "max_new_tokens": sampling.max_new_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "skip_special_tokens": False,
    }
    if sampling.stop_token_ids:
        wanted["stop_token_ids"] = list(sampling.stop_token_ids)
    if sampling.seed is not None:
        wanted["sampling_seed"] = sampling.seed
    if request.json_schema is not None:
        wanted["json_schema"] = request.json_schema
    if strict:
        wanted["custom_params"] = {"thinking_budget": request.reasoning_budget}
    return {
        "input_ids": list(request.token_ids),
        "sampling_params": wanted,
        "require_reasoning": strict,
        "priority": PRIORITIES[request.lane],
        "rid": request.request_id,
        "stream": True,
    }


@dataclass(frozen=True)
class End:
    """How SGLang ended a request: a reason, or an error to raise."""

    reason: FinishReason
    stop_token_id: int | None = None
    error: EngineError | None = None


def end_of(meta: Mapping[str, Any], request: GenerationRequest, info: EngineInfo, queue: int) -> End:
    """From the last chunk's meta_info. `queue` is the number of requests at which SGLang's queue is full."""
    found = meta["finish_reason"]
    match found["type"]:
        case "length":
            return End(FinishReason.LENGTH)
        case "stop":
            matched = found.get("matched")
            stop = matched if isinstance(matched, int) else None
            own = stop in request.sampling.stop_token_ids
            return End(FinishReason.STOP if own else FinishReason.COMPLETE, stop)
        case "abort" if found.get("status_code") == QUEUE_FULL:
            return End(FinishReason.ABORT, error=EngineBusy(queue, "SGLang"))
        case "abort" if found.get("err_type") or found.get("status_code"):
            return End(FinishReason.ABORT, error=RequestFailed(str(found.get("message"))))
        case "abort":
            return End(FinishReason.ABORT)
        case other:
            return End(FinishReason.ABORT, error=RequestFailed(f"SGLang ended it for {other!r}"))


def costs(meta: Mapping[str, Any]) -> dict[str, Any]:
    """What SGLang alone knows of a request's account, as arguments of `DeltaMaker.finish`."""
    return {
        "prompt_tokens": meta.get("prompt_tokens"),
        "cached_tokens": meta.get("cached_tokens") or 0,
        "accept_length": meta.get("spec_accept_length"),
        "accept_rate": meta.get("spec_accept_rate"),
    }
