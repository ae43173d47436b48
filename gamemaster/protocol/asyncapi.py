"""The socket as an AsyncAPI 3 document, made from `messages`: every message, its fields, an example of each. Pure."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, get_args

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from gamemaster.protocol import messages
from gamemaster.protocol.client import ROUTING_DIGITS
from gamemaster.protocol.examples import example_of
from gamemaster.protocol.messages import Message

VERSION = "3.0.0"  # of AsyncAPI
REF = "#/components/schemas/{model}"
AUDIO = "audio"
CHANNEL = "socket"
DESCRIPTION = """\
Stories are played over one WebSocket. Text frames are JSON, one message each, told apart by `type`; speech comes in
binary frames. The client offers the subprotocol gamemaster.v1 and says `hello` first."""
OF_AUDIO = (
    "A piece of an utterance: a little-endian header (version, codec, turn, utterance, sequence, sample offset, sample "
    "rate, flags; see `gamemaster/protocol/audio_frames.py`) and the encoded samples."
)
OF_STORY = (
    "The first digits of the id of the story that one comes back to. A proxy may send all who name it to one host; the "
    "service itself does not read it."
)
CLOSE_CODES = (
    (messages.CLOSE_RESTART, "the service restarts: come back at once"),
    (messages.CLOSE_BAD_HELLO, "no `hello`, or one that cannot be read"),
    (messages.CLOSE_BAD_TOKEN, "the token is not valid here"),
    (messages.CLOSE_TOO_SLOW, "the client did not read what was sent"),
    (messages.CLOSE_REPLACED, "the story was opened by the same player elsewhere"),
    (messages.CLOSE_IDLE, "nothing was said for long: come back when the player does"),
    (messages.CLOSE_TOO_LARGE, "a message or what came before `hello` was too large"),
    (messages.CLOSE_TOO_MANY, "a limit of connections or of messages was passed"),
)


def models_of(union: Any) -> tuple[type[Message], ...]:
    """The messages of `ClientMessage` or `ServerMessage`."""
    return get_args(get_args(union)[0])


def type_of(model: type[Message]) -> str:
    """The value of its `type`."""
    return str(model.model_fields["type"].default)


CLIENT, SERVER = models_of(messages.ClientMessage), models_of(messages.ServerMessage)
# Some types are said by both sides, in different words.
BOTH = {type_of(model) for model in CLIENT} & {type_of(model) for model in SERVER}


def key_of(model: type[Message]) -> str:
    """The name of a message in the document: its type, and the side where both have one of that name."""
    kind = type_of(model)
    side = "client" if model in CLIENT else "server"
    return f"{kind}_from_{side}" if kind in BOTH else kind


def socket_document(version: str) -> dict[str, Any]:
    """The document. `version` is the service's."""
    sides: list[tuple[type[Message], JsonSchemaMode]] = [(model, "validation") for model in CLIENT]
    sides += [(model, "serialization") for model in SERVER]
    payloads, schemas = models_json_schema(sides, ref_template=REF)
    everything = [key_of(model) for model in (*CLIENT, *SERVER)] + [AUDIO]
    return {
        "asyncapi": VERSION,
        "info": {"title": "Game Master", "version": version, "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "servers": {"here": {"host": "localhost:8000", "protocol": "ws"}},
        "channels": {CHANNEL: _channel(everything)},
        "operations": {
            "hear": _operation("receive", "What the service hears from a client.", map(key_of, CLIENT)),
            "say": _operation("send", "What the service says to a client.", [*map(key_of, SERVER), AUDIO]),
        },
        "components": {
            "messages": {key_of(side[0]): _message(side[0], payloads[side]) for side in sides}
            | {AUDIO: _audio()},
            "schemas": schemas["$defs"],
        },
    }


def _channel(names: list[str]) -> dict[str, Any]:
    codes = "".join(f"\n- {code}: {meaning}" for code, meaning in CLOSE_CODES)
    header = {"type": "object", "properties": {"Sec-WebSocket-Protocol": {"const": messages.PROTOCOL}}}
    story = {"type": "string", "pattern": f"^[0-9a-f]{{{ROUTING_DIGITS}}}$", "description": OF_STORY}
    query = {"type": "object", "properties": {"story": story}}
    return {
        "address": "/ws",
        "description": f"Close codes:\n{codes}",
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
        "bindings": {"ws": {"method": "GET", "headers": header, "query": query, "bindingVersion": "0.1.0"}},
    }


def _operation(action: str, summary: str, names: Iterable[str]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "messages": [{"$ref": f"#/channels/{CHANNEL}/messages/{name}"} for name in names],
    }


def _message(model: type[Message], payload: dict[str, Any]) -> dict[str, Any]:
    text = inspect.cleandoc(model.__doc__ or "")
    return {
        "name": type_of(model),
        **({"description": text} if text else {}),
        "payload": payload,
        "examples": [{"payload": example_of(model).model_dump(mode="json")}],
    }


def _audio() -> dict[str, Any]:
    return {
        "name": AUDIO,
        "description": OF_AUDIO,
        "contentType": "application/octet-stream",
        "payload": {"type": "string", "format": "binary"},
    }
