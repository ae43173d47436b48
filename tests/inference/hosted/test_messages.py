"""Messages survive the way there and back; malformed ones are a FramingError and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference import errors
from inference.engine import (
    Accounting,
    Delta,
    Finish,
    FinishReason,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
)
from inference.hosted import messages as wire
from inference.hosted.framing import FramingError
from tests.inference.requests import INFO

token = st.integers(0, 2**32 - 1)
ids = st.lists(token, max_size=20).map(tuple)
number = st.integers(0, 2**31)
seconds = st.none() | st.floats(0, 1e6)
requests = st.builds(
    GenerationRequest,
    st.text("0123456789abcdef", min_size=32, max_size=32),
    ids,
    st.builds(Sampling, number, st.floats(0, 2), st.floats(0, 1), ids, st.none() | number),
    json_schema=st.none() | st.text(max_size=50),
    reasoning_budget=st.none() | number,
    thinking_open=st.booleans(),
    lane=st.sampled_from(Lane),
    deadline_s=st.floats(0.01, 3600),
)
accounts = st.builds(Accounting, number, number, number, number, seconds, seconds, seconds, seconds)
finishes = st.builds(Finish, st.sampled_from(FinishReason), accounts, st.booleans(), st.none() | number)
texts = st.text(st.characters(codec="utf-8"), max_size=50)
deltas = st.builds(Delta, st.sampled_from(Kind), ids, texts, st.none() | finishes)


@given(requests)
def test_requests(request: GenerationRequest) -> None:
    assert wire.read_request(wire.write_request(request)) == request


@given(deltas)
def test_deltas(delta: Delta) -> None:
    assert wire.read_delta(wire.write_delta(delta)) == delta


def test_half_a_character_is_no_reason_to_fail() -> None:
    assert wire.read_delta(wire.write_delta(Delta(Kind.CONTENT, (1,), "a\ud800"))).text == "a?"


def test_welcome() -> None:
    welcome = wire.Welcome(INFO, 123)
    assert wire.read_welcome(wire.write_welcome(welcome)) == welcome


@pytest.mark.parametrize(
    "error",
    [
        errors.RequestRefused("token_ids", "too many", "4096"),
        errors.RequestFailed("out of memory"),
        errors.EngineBusy(3, "this client"),
        errors.DeadlineExceeded(1.5),
        errors.EngineLost("killed"),
        errors.EngineNotStarted("no weights"),
    ],
)
def test_errors_keep_their_type_and_fields(error: errors.EngineError) -> None:
    read = wire.read_error(wire.write_error(error))
    assert type(read) is type(error)
    assert (vars(read), str(read)) == (vars(error), str(error))


def test_what_is_no_engine_error_becomes_one() -> None:
    assert (
        str(wire.as_engine_error(KeyError("a"))) == "the engine could not finish the request: KeyError: 'a'"
    )


READERS: list[Callable[[bytes], Any]] = [
    wire.read_request,
    wire.read_delta,
    wire.read_error,
    wire.read_welcome,
    wire.read_counter,
    wire.read_seconds,
]


@pytest.mark.parametrize("read", READERS)
@given(data=st.binary(max_size=100))
def test_random_bytes(read: Callable[[bytes], Any], data: bytes) -> None:
    try:
        read(data)
    except FramingError:
        return


@given(requests, st.integers(0, 300), st.binary(min_size=1, max_size=3))
def test_damaged_requests(request: GenerationRequest, at: int, damage: bytes) -> None:
    data = wire.write_request(request)
    try:
        wire.read_request(data[:at] + damage + data[at + len(damage) :])
    except FramingError:
        return


@pytest.mark.parametrize(
    "head", ["[]", "{}", '{"sampling": 3}', "[" * 5000, '{"request_id": 3, "sampling": {"seed": true}}']
)
def test_json_of_another_shape(head: str) -> None:
    data = head.encode()
    for read in (wire.read_request, wire.read_error, wire.read_welcome):
        with pytest.raises(FramingError):
            read(data if read is not wire.read_request else wire.REQUEST.pack(len(data)) + data)
