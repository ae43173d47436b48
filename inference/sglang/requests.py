"""Between our requests and SGLang's: sampling parameters out; finish reasons and accounts back. Sans-I/O."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inference.engine import (
    PLAY_AHEAD,
    Delta,
    EngineBusy,
    EngineError,
    EngineInfo,
    FinishReason,
    GenerationRequest,
    Lane,
    RequestFailed,
)
from inference.output.deltas import DeltaMaker

# SGLang: the higher goes first, and pushes out a lower one that runs if it is far enough above it.
PRIORITIES = {Lane.PLAY: PLAY_AHEAD, Lane.BACKGROUND: 0}
QUEUE_FULL = 503


def is_strict(request: GenerationRequest) -> bool:
    """Whether SGLang's own strict thinking holds the budget.

    It counts from the first new token on, so the prompt must have opened <think>; otherwise a model that answers at
    once would be cut in mid-answer. There, and in any doubt, DeltaMaker counts and
    `inference.output.reasoning_budget` cuts.
    """
    return request.thinking_open and request.reasoning_budget is not None


def parameters(request: GenerationRequest, *, strict: bool, seeded: bool = False) -> dict[str, Any]:
    """Keyword arguments for `Engine.async_generate`.

    strict  SGLang itself holds the reasoning budget
    seeded  it heeds seeds, as it does with `enable_deterministic_inference` alone
    """
    sampling = request.sampling
    wanted: dict[str, Any] = {
        "max_new_tokens": sampling.max_new_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "skip_special_tokens": False,
    }
    if sampling.stop_token_ids:
        wanted["stop_token_ids"] = list(sampling.stop_token_ids)
    if seeded and sampling.seed is not None:
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


def deltas_of(chunk: Mapping[str, Any], maker: DeltaMaker, queue: int | None, strict: bool) -> list[Delta]:
    """What a chunk brings; with the last one, how it ended. Raises EngineError if SGLang refused or failed.

    `queue` as for `end_of`; `strict`: SGLang itself holds the reasoning budget.
    """
    meta, ids = chunk["meta_info"], list(chunk["output_ids"])
    if meta["finish_reason"] is None:
        return maker.feed(ids)
    request = maker.request
    end = end_of(meta, request, maker.info, queue)
    stop = end.stop_token_id
    if stop is not None and ids and ids[-1] == stop:
        ids.pop()
    if end.error is not None:
        raise end.error
    deltas = maker.feed(ids)
    # Strict thinking closes at exactly the budget; a model that closed there by itself is counted with it.
    full = strict and maker.splitter.reasoning_tokens == request.reasoning_budget
    truncated = full and not maker.splitter.inside
    return [*deltas, *maker.finish(end.reason, stop_token_id=stop, truncated=truncated, **costs(meta))]


def end_of(meta: Mapping[str, Any], request: GenerationRequest, info: EngineInfo, queue: int | None) -> End:
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
