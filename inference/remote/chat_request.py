"""What a model server is asked: the server, its messages, and the checks before a request is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from inference.engine import RequestRefused, Sampling, check_deadline, check_request_id, check_sampling
from inference.schema_check import check_grammar

MAX_PROMPT_CHARACTERS = 2_000_000


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One answer to a conversation. `reasoning_characters`: the most the model may reason. Times in seconds.

    json_object  any JSON object, for servers that know no schemas; `json_schema` goes before it
    retry_s      the most that is waited, within the deadline, for a server that says it is busy or broke
    """

    request_id: str
    messages: tuple[ChatMessage, ...]
    sampling: Sampling
    json_schema: str | None = None
    reasoning_characters: int = 20_000
    deadline_s: float = 120.0
    json_object: bool = False
    retry_s: float = 0.0

    @property
    def characters(self) -> int:
        return sum(len(message.text) for message in self.messages)


@dataclass(frozen=True)
class ChatServer:
    """Where the server is, such as http://localhost:11434/v1, and what to ask it for.

    extra  further fields for each request's body, in the server's own words: for instance
           {"chat_template_kwargs": {"enable_thinking": false}} for vLLM and SGLang.
    """

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    extra: Mapping[str, object] = field(default_factory=dict)


def check_chat(request: ChatRequest) -> None:
    """Raises RequestRefused, naming the limit."""
    check_request_id(request.request_id)
    check_sampling(request.sampling)
    check_deadline(request.deadline_s)
    if request.sampling.stop_token_ids:
        raise RequestRefused("stop_token_ids", "a chat server knows no token ids", "none")
    if not request.messages:
        raise RequestRefused("messages", "there are none", "at least 1 message")
    if (size := request.characters) > MAX_PROMPT_CHARACTERS:
        raise RequestRefused("messages", f"{size} characters", f"at most {MAX_PROMPT_CHARACTERS}")
    if request.reasoning_characters < 0:
        raise RequestRefused("reasoning_characters", f"{request.reasoning_characters}", "0 or more")
    if request.json_schema is not None:
        check_grammar(request.json_schema)
