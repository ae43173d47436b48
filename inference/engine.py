"""What an engine is: requests, deltas, the Engine protocol, and the checks before a request is submitted."""

import string
import uuid
from collections.abc import AsyncGenerator, Container, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NoReturn, Protocol

from inference.errors import (
    DeadlineExceeded,
    EngineBusy,
    EngineError,
    EngineLost,
    EngineNotStarted,
    RequestFailed,
    RequestRefused,
)
from inference.kinds import Kind
from inference.schema_check import check_grammar

__all__ = [
    "Accounting",
    "DeadlineExceeded",
    "Delta",
    "Engine",
    "EngineBusy",
    "EngineError",
    "EngineInfo",
    "EngineLost",
    "EngineNotStarted",
    "Finish",
    "FinishReason",
    "GenerationRequest",
    "Kind",
    "Lane",
    "RequestFailed",
    "RequestRefused",
    "Sampling",
    "check_request",
    "new_request_id",
]

# SGLang aborts every request whose id STARTS with the given one, so all ids have one length.
REQUEST_ID_LENGTH = 32
MAX_NEW_TOKENS = 32_768
MAX_STOP_TOKENS = 16
MAX_SEED = 2**31 - 1
MAX_TEMPERATURE = 2.0
MAX_DEADLINE_S = 3600.0
# How far play's priority is above the background's: more than SGLang's threshold (10) for preempting what runs.
PLAY_AHEAD = 100


class Lane(StrEnum):
    """Who waits for a request. Play goes before background."""

    PLAY = "play"
    BACKGROUND = "background"


class FinishReason(StrEnum):
    COMPLETE = "complete"  # the model ended: end of sequence, or the grammar is fulfilled
    STOP = "stop"  # one of the request's own stop tokens
    LENGTH = "length"  # max_new_tokens
    BUDGET = "budget"  # reasoning never closed, and was stopped hard: there is no answer
    ABORT = "abort"  # abort() was called


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are chosen. `max_new_tokens` counts every new token: reasoning, markers and content.

    A `seed` is a wish: the same is chosen again only where the engine's stamps have `seeds: held`.
    """

    max_new_tokens: int
    temperature: float = 0.8
    top_p: float = 0.95
    stop_token_ids: tuple[int, ...] = ()
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """One generation. `deadline_s` is in seconds from the call of generate().

    json_schema       JSON Schema, as JSON text, that the content must match; the same text again reuses the
                      compiled grammar. Everything in it must be bounded: see `inference.schema_check`.
    reasoning_budget  the most tokens between <think> and </think>; None: the model shall not reason.
    story             requests that name the same one share a prefix: a router keeps them on one machine.
    thinking_open     the prompt ends inside an open <think> (`inference.chat_template` opens it). Needed for a budget
                      beside a json_schema, as a grammar that begins before the tag forbids it.
    """

    request_id: str
    token_ids: tuple[int, ...]
    sampling: Sampling
    json_schema: str | None = None
    reasoning_budget: int | None = None
    thinking_open: bool = False
    lane: Lane = Lane.PLAY
    deadline_s: float = 120.0
    story: str = ""


@dataclass(frozen=True, slots=True)
class Accounting:
    """What one request cost. Times in seconds from the call of generate(); None: it never came, or is not known.

    reasoning_tokens counts without markers; completion_tokens counts everything, markers and stop token included.
    accept_length is tokens per verification step (1.0: no draft was ever right), accept_rate the share of draft
    tokens that were accepted; both None without speculation.
    """

    prompt_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    completion_tokens: int = 0
    first_token_s: float | None = None
    first_visible_s: float | None = None
    accept_length: float | None = None
    accept_rate: float | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """How a generation ended. The stop token that ended it is only here, never among the deltas' ids."""

    reason: FinishReason
    accounting: Accounting = Accounting()
    reasoning_truncated: bool = False
    stop_token_id: int | None = None


@dataclass(frozen=True, slots=True)
class Delta:
    """New tokens of one kind. All deltas' `token_ids` joined, in order, are what follows the prompt exactly.

    `text` is the content's text (a character cut across tokens comes with its last token); reasoning and markers
    have none. The last delta, and no other, has `finish`.
    """

    kind: Kind
    token_ids: tuple[int, ...] = ()
    text: str = ""
    finish: Finish | None = None


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What one must know of an engine to write a prompt for it. Sizes in tokens.

    think_open, think_close  the ids of the tags; more than one if the vocabulary has them in pieces, none if the
                             model does not reason.
    draft_tokens             what each step of speculation may need beyond the request; 0 without.
    stamps                   versions and names for recordings, such as {"sglang": "0.5.23"}.
    """

    model: str
    vocabulary_size: int
    context_length: int
    kv_capacity: int
    end_ids: tuple[int, ...] = ()
    think_open: tuple[int, ...] = ()
    think_close: tuple[int, ...] = ()
    draft_tokens: int = 0
    special_ids: Mapping[str, int] = field(default_factory=dict)
    stamps: Mapping[str, str] = field(default_factory=dict)


class Engine(Protocol):
    """Turns tokens into tokens. Safe for concurrent use within one event loop."""

    @property
    def info(self) -> EngineInfo:
        """Raises EngineLost while it is not known, as the engine has never been ready."""
        ...

    def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        """Streams one generation. Closing the generator, or cancelling its task, frees the request.

        Raises RequestRefused before anything is submitted, then any other EngineError. Callers close what they
        do not read to its end (`contextlib.aclosing`).
        """
        ...

    async def abort(self, request_id: str) -> None:
        """Ends a request, with finish reason ABORT, from anywhere. An unknown id is no error: it has ended."""
        ...

    async def health(self) -> float:
        """Seconds that a real generation of a token took just now. Raises EngineLost if there was none."""
        ...

    async def close(self) -> None:
        """Ends all requests and frees the engine. May be called twice."""
        ...


def new_request_id() -> str:
    return uuid.uuid4().hex


def check_request(request: GenerationRequest, info: EngineInfo) -> None:
    """Refuses whatever could kill or wedge an engine. Raises RequestRefused, naming the limit."""
    check_request_id(request.request_id)
    check_sampling(request.sampling)
    _check_ids("stop_token_ids", request.sampling.stop_token_ids, info)
    check_deadline(request.deadline_s)
    _check_ids("token_ids", request.token_ids, info)
    if not request.token_ids:
        _refuse("token_ids", "the prompt is empty", "at least 1 token")
    _check_room(request, info)
    _check_reasoning(request, info)
    if request.json_schema is not None:
        check_grammar(request.json_schema)


def check_not_running(request: GenerationRequest, running: Container[str]) -> None:
    """Refuses a request whose id is among those that are `running`. Raises RequestRefused."""
    if request.request_id in running:
        _refuse("request_id", f"{request.request_id} is running", "an id of its own for each request")


def _refuse(field_name: str, problem: str, limit: str) -> NoReturn:
    raise RequestRefused(field_name, problem, limit)


def check_deadline(deadline_s: float) -> None:
    if not 0 < deadline_s <= MAX_DEADLINE_S:
        _refuse("deadline_s", f"{deadline_s}", f"more than 0, at most {MAX_DEADLINE_S:g} seconds")


def check_request_id(request_id: str) -> None:
    if len(request_id) != REQUEST_ID_LENGTH or not set(request_id) <= set(string.hexdigits.lower()):
        shown = request_id if len(request_id) <= REQUEST_ID_LENGTH else request_id[:REQUEST_ID_LENGTH] + "…"
        _refuse("request_id", repr(shown), f"exactly {REQUEST_ID_LENGTH} lower-case hexadecimal digits")


def _check_ids(name: str, ids: tuple[int, ...], info: EngineInfo) -> None:
    if ids and not (min(ids) >= 0 and max(ids) < info.vocabulary_size):
        index = next(i for i, token in enumerate(ids) if not 0 <= token < info.vocabulary_size)
        _refuse(
            f"{name}[{index}]", f"{ids[index]} is not in the vocabulary", f"0 to {info.vocabulary_size - 1}"
        )


def check_sampling(sampling: Sampling) -> None:
    """All that can be told without knowing the engine."""
    if not 1 <= sampling.max_new_tokens <= MAX_NEW_TOKENS:
        _refuse("max_new_tokens", f"{sampling.max_new_tokens}", f"1 to {MAX_NEW_TOKENS}")
    if not 0 <= sampling.temperature <= MAX_TEMPERATURE:  # NaN fails every comparison
        _refuse("temperature", f"{sampling.temperature}", f"0 to {MAX_TEMPERATURE:g}")
    if not 0 < sampling.top_p <= 1:
        _refuse("top_p", f"{sampling.top_p}", "more than 0, at most 1")
    if sampling.seed is not None and not 0 <= sampling.seed <= MAX_SEED:
        _refuse("seed", f"{sampling.seed}", f"0 to {MAX_SEED}")
    if len(sampling.stop_token_ids) > MAX_STOP_TOKENS:
        _refuse("stop_token_ids", f"{len(sampling.stop_token_ids)} of them", f"at most {MAX_STOP_TOKENS}")


def _check_room(request: GenerationRequest, info: EngineInfo) -> None:
    """Draft tokens count: speculation writes them into the cache before they are verified."""
    prompt, new = len(request.token_ids), request.sampling.max_new_tokens
    for name, room in (("context", info.context_length), ("KV cache", info.kv_capacity)):
        if prompt + new + info.draft_tokens > room:
            _refuse(
                "token_ids",
                f"{prompt} prompt + {new} new + {info.draft_tokens} draft tokens do not fit the {name}",
                f"{room} tokens in all: a prompt of at most {max(0, room - new - info.draft_tokens)}",
            )


def _check_reasoning(request: GenerationRequest, info: EngineInfo) -> None:
    budget = request.reasoning_budget
    if budget is None:
        if request.thinking_open:
            _refuse(
                "thinking_open",
                "true without a reasoning budget",
                "a budget of 0 or more, or a closed template",
            )
        return
    if not info.think_close:
        _refuse("reasoning_budget", f"{budget}, but {info.model} has no </think>", "None")
    if request.json_schema is not None and not request.thinking_open:
        _refuse(
            "thinking_open",
            "false with a budget and a grammar, which would forbid <think> from the first token: no reasoning at all",
            "a prompt that ends inside an open <think>",
        )
    markers = len(info.think_close) + (0 if request.thinking_open else len(info.think_open))
    most = request.sampling.max_new_tokens - markers - 1  # at least one token of answer
    if not 0 <= budget <= most:
        _refuse(
            "reasoning_budget",
            f"{budget}",
            f"0 to {most}, as max_new_tokens counts reasoning too",
        )
