"""A chat request as the JSON that is sent, without the fields that the server has refused before."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from inference.remote.chat_request import ChatRequest, ChatServer

# What a server may refuse, and a request can do without.
OPTIONAL = ("stream_options", "stream", "temperature", "top_p", "seed", "max_tokens")
NEWER_LIMIT = "max_completion_tokens"  # what some servers want in place of `max_tokens`
_LOCATED = re.compile(r"loc\W+body\W+(\w+)")  # as FastAPI servers name a field
_CONTEXT = re.compile(
    r"context[\s_](?:length|size|window)|exceed_context|prompt is too long|too many (?:input )?tokens", re.I
)
# Gemma's and Mistral's own chat templates raise this, and servers pass it on.
_ROLES = re.compile(
    r"\bsystem\W{1,3}(?:role|message|prompt)|\broles? must alternate|\brole\W{1,3}system\b", re.I
)
_FORM = re.compile(r"response_format|json_schema|json_object|grammar|structured", re.I)


@dataclass(eq=False)
class BodyWriter:
    """Writes the bodies of requests to one server. `left_out`: fields that it refused, and is not sent again.

    `two_roles`: its template knows the user and the assistant alone, so the system's message begins the user's first.
    """

    server: ChatServer
    left_out: set[str] = field(default_factory=set)
    newer_limit: bool = False
    two_roles: bool = False

    def body(self, request: ChatRequest) -> dict[str, object]:
        sampling = request.sampling
        optional: dict[str, object] = {
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": sampling.max_new_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
        }
        if sampling.seed is not None:
            optional["seed"] = sampling.seed
        if self.newer_limit:
            optional[NEWER_LIMIT] = optional.pop("max_tokens")
        messages = [{"role": message.role, "content": message.text} for message in request.messages]
        body: dict[str, object] = {
            "model": self.server.model,
            "messages": _two_roles(messages) if self.two_roles else messages,
            **{name: value for name, value in optional.items() if name not in self.left_out},
        }
        if request.json_schema is not None:
            schema = {"name": "answer", "schema": json.loads(request.json_schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.json_object:
            body["response_format"] = {"type": "json_object"}
        return body | dict(self.server.extra)

    def leave_out(self, refusal: str) -> str | None:
        """The field that a refusal names, which is not sent from now on; None if it is about something else."""
        name = named_field(refusal)
        if name == "max_tokens" and NEWER_LIMIT in refusal and not self.newer_limit:
            self.newer_limit = True
            return name
        if name is None or name in self.left_out or name in self.server.extra:
            return None
        self.left_out.add(name)
        return name

    def fold_roles(self, refusal: str) -> bool:
        """Whether a refusal is about the roles of messages, which are told otherwise from now on."""
        if self.two_roles or names_the_context(refusal) or _ROLES.search(refusal) is None:
            return False
        self.two_roles = True
        return True


def _two_roles(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """The messages of users and assistants in turn: what comes from one side in a row is one."""
    found: list[dict[str, str]] = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        if found and found[-1]["role"] == role:
            found[-1]["content"] += f"\n\n{message['content']}"
        else:
            found.append({"role": role, "content": message["content"]})
    return found


def names_the_context(refusal: str) -> bool:
    """Whether a server refuses what is longer than its context."""
    return _CONTEXT.search(refusal) is not None


def named_field(refusal: str) -> str | None:
    """The optional field that a server's refusal is about."""
    if names_the_context(refusal):
        return None
    exact = _named_parameter(refusal)
    if exact is not None:
        return exact if exact in (*OPTIONAL, NEWER_LIMIT) else None
    if _FORM.search(refusal):
        return None
    found = {name: at.start() for name in OPTIONAL if (at := re.search(rf"\b{name}\b", refusal))}
    return min(found, key=lambda name: found[name]) if found else None


def _named_parameter(refusal: str) -> str | None:
    """As OpenAI names it (`error.param`), or FastAPI (`loc`)."""
    if located := _LOCATED.search(refusal):
        return located.group(1)
    try:
        error = json.loads(refusal).get("error")
        param = error.get("param") if isinstance(error, dict) else None
    except (ValueError, AttributeError):
        return None
    return param.split(".")[0] if isinstance(param, str) and param else None
