"""A frame from a client as a message, or what is wrong with it. Whatever was sent, nothing else is raised."""

from __future__ import annotations

import re
from typing import get_args

from pydantic import ValidationError

from gamemaster.protocol import messages
from gamemaster.protocol.messages import ClientMessage, client_message

_OF_A_CLIENT, *_ = get_args(ClientMessage)  # the union; what it is told apart by stands beside it
TYPES = ", ".join(kind.model_fields["type"].default for kind in get_args(_OF_A_CLIENT))
_ID = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_-]{8,64})"')
_LOOKED_AT = 256
_QUOTED = 60  # characters of the client's own text in an error


class BadMessageError(ValueError):
    """A frame that is no message of the protocol. `act_id` is its id, if it has one: nobody must wait for it."""

    def __init__(self, code: str, message: str, limit: str | None = None, act_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.limit, self.act_id = code, limit, act_id


def parse(raw: str | bytes, max_bytes: int) -> ClientMessage:
    """The message in a frame. Raises `BadMessageError`."""
    if isinstance(raw, bytes):
        raise BadMessageError(
            "unsupported",
            f"This was a binary frame of {len(raw)} bytes. {messages.PROTOCOL} has no binary frames from clients: "
            "send each message as JSON in a text frame.",
        )
    size = len(raw.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise BadMessageError(
            "too_large",
            f"This message has {size} bytes, and one may have at most {max_bytes} bytes. Send less at once.",
            limit=f"{max_bytes} bytes",
        )
    try:
        return client_message.validate_json(raw)
    except ValidationError as error:
        raise _explain(raw, error) from None
    except (ValueError, RecursionError) as error:
        raise BadMessageError("bad_message", f"This is not a message: {_quote(str(error))}.") from None


def act_id_in(raw: str | bytes) -> str | None:
    """The id that a frame which is not read names near its beginning, so that its client can say it again."""
    found = _ID.search(raw[:_LOOKED_AT]) if isinstance(raw, str) else None
    return found[1] if found else None


def _explain(raw: str, error: ValidationError) -> BadMessageError:
    found = _ID.search(raw)
    act_id = found[1] if found else None
    first = error.errors(include_url=False)[0]
    kind, problem = first["type"], first["msg"]
    if kind == "json_invalid":
        text = f"This is not JSON ({_quote(problem)}). Send one JSON object with a `type`."
    elif kind in ("union_tag_not_found", "model_attributes_type", "model_type", "dict_type"):
        text = f"A message is a JSON object with a `type`, one of: {TYPES}."
    elif kind == "union_tag_invalid":
        tag = _quote(str(first.get("ctx", {}).get("tag", "")))
        text = f"There is no message of type {tag!r}. The types are: {TYPES}."
    else:
        where = ".".join(str(part) for part in first["loc"])
        text = f"`{_quote(where)}`: {_quote(problem, 200)}."
        more = error.error_count() - 1
        if more:
            text += f" And {more} more fault{'s' if more > 1 else ''}."
    return BadMessageError("bad_message", text, act_id=act_id)


def _quote(text: str, most: int = _QUOTED) -> str:
    """A text that may hold anything, short and printable."""
    short = text if len(text) <= most else text[:most] + "…"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in short)
