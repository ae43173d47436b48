"""What frames carry: requests, deltas, errors and an engine's info, to bytes and back. Sans-I/O."""

import json
import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from dataclasses import fields as fields_of
from typing import TypeVar

from inference import errors
from inference.engine import (
    Accounting,
    Delta,
    EngineInfo,
    Finish,
    FinishReason,
    GenerationRequest,
    Lane,
    Sampling,
)
from inference.errors import EngineError, EngineLost, RequestFailed
from inference.hosted.framing import FramingError
from inference.kinds import Kind

T = TypeVar("T")
KINDS = tuple(Kind)
KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
# Length of the JSON part; token ids follow it.
REQUEST = struct.Struct("<I")
REQUEST_FIELDS = [
    field.name for field in fields_of(GenerationRequest) if field.name not in ("token_ids", "sampling")
]
# Kind, number of ids, bytes of text, bytes of the finish as JSON.
DELTA = struct.Struct("<BIII")
COUNTER = struct.Struct("<Q")
SECONDS = struct.Struct("<d")
ERRORS: dict[str, type[EngineError]] = {
    name: thing
    for name, thing in vars(errors).items()
    if isinstance(thing, type) and issubclass(thing, EngineError)
}
# What malformed bytes raise on the way to a message.
MALFORMED = (ValueError, TypeError, KeyError, AttributeError, struct.error, RecursionError)


@dataclass(frozen=True)
class Welcome:
    """What a client learns when it connects: the engine, and the process that it lives in."""

    info: EngineInfo
    pid: int


def _reading(what: str, read: Callable[[bytes], T]) -> Callable[[bytes], T]:
    def read_checked(payload: bytes) -> T:
        try:
            return read(payload)
        except MALFORMED as error:
            raise FramingError(f"a malformed {what}: {error}") from error

    return read_checked


def write_ids(ids: tuple[int, ...]) -> bytes:
    return struct.pack(f"<{len(ids)}I", *ids)


def write_request(request: GenerationRequest) -> bytes:
    fields = {name: getattr(request, name) for name in REQUEST_FIELDS}  # asdict would copy a whole prompt
    head = json.dumps(fields | {"sampling": asdict(request.sampling)}).encode()
    return REQUEST.pack(len(head)) + head + write_ids(request.token_ids)


def _read_request(payload: bytes) -> GenerationRequest:
    (size,) = REQUEST.unpack_from(payload)
    fields = json.loads(payload[REQUEST.size : REQUEST.size + size])
    ids = payload[REQUEST.size + size :]
    sampling = fields["sampling"]
    seed, budget, schema = sampling["seed"], fields["reasoning_budget"], fields["json_schema"]
    return GenerationRequest(
        request_id=_a(str, fields["request_id"]),
        token_ids=struct.unpack(f"<{len(ids) // 4}I", ids),
        sampling=Sampling(
            max_new_tokens=_a(int, sampling["max_new_tokens"]),
            temperature=float(sampling["temperature"]),
            top_p=float(sampling["top_p"]),
            stop_token_ids=tuple(_a(int, number) for number in sampling["stop_token_ids"]),
            seed=None if seed is None else _a(int, seed),
        ),
        json_schema=None if schema is None else _a(str, schema),
        reasoning_budget=None if budget is None else _a(int, budget),
        thinking_open=_a(bool, fields["thinking_open"]),
        lane=Lane(fields["lane"]),
        deadline_s=float(fields["deadline_s"]),
        story=_a(str, fields["story"]),
    )


def _a(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} is no {kind.__name__}")
    return value


def write_delta(delta: Delta) -> bytes:
    text = delta.text.encode(errors="replace")
    finish = b"" if delta.finish is None else json.dumps(asdict(delta.finish)).encode()
    head = DELTA.pack(KIND_NUMBERS[delta.kind], len(delta.token_ids), len(text), len(finish))
    return b"".join((head, write_ids(delta.token_ids), text, finish))


def _read_delta(payload: bytes) -> Delta:
    kind, count, text, finish = DELTA.unpack_from(payload)
    text_at = DELTA.size + 4 * count
    finish_at = text_at + text
    if finish_at + finish != len(payload):
        raise ValueError(f"{len(payload)} bytes where {finish_at + finish} are announced")
    end = None
    if finish:
        fields = json.loads(payload[finish_at:])
        fields["accounting"] = Accounting(**fields["accounting"])
        fields["reason"] = FinishReason(fields["reason"])
        end = Finish(**fields)
    if kind >= len(KINDS):
        raise ValueError(f"kind {kind}")
    ids = struct.unpack_from(f"<{count}I", payload, DELTA.size)
    return Delta(KINDS[kind], ids, payload[text_at:finish_at].decode(), end)


def write_error(error: EngineError) -> bytes:
    return json.dumps([type(error).__name__, *error.args]).encode()


def _read_error(payload: bytes) -> EngineError:
    name, *args = json.loads(payload)
    return ERRORS[name](*args)


def write_welcome(welcome: Welcome) -> bytes:
    return json.dumps(asdict(welcome)).encode()


def _read_welcome(payload: bytes) -> Welcome:
    fields = json.loads(payload)
    info = fields["info"]
    for name in ("end_ids", "think_open", "think_close"):
        info[name] = tuple(_a(int, number) for number in info[name])
    return Welcome(EngineInfo(**info), _a(int, fields["pid"]))


read_request = _reading("request", _read_request)
read_delta = _reading("delta", _read_delta)
read_error = _reading("error", _read_error)
read_welcome = _reading("welcome", _read_welcome)
read_counter = _reading("beat", lambda payload: int(COUNTER.unpack(payload)[0]))
read_seconds = _reading("health", lambda payload: float(SECONDS.unpack(payload)[0]))


def as_engine_error(error: Exception) -> EngineError:
    """What a client is told of an exception in the engine's process."""
    if isinstance(error, EngineError):
        return error if type(error).__name__ in ERRORS else EngineLost(str(error))
    return RequestFailed(f"{type(error).__name__}: {error}")
