"""Frames from clients: a message, or an error that says what is wrong; never anything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.protocol.decode import BadMessageError, parse
from gamemaster.protocol.messages import Act, Ping, client_message

MOST = 4096
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = [
    "hello",
    "open",
    "new_story",
    "act",
    "interrupt",
    "read_on",
    "typing",
    "undo",
    "retry",
    "branch",
    "stories",
    "ping",
    "dance",
]
KEYS = [
    "id",
    "text",
    "story",
    "epoch",
    "offset",
    "world",
    "seed",
    "name",
    "turn",
    "n",
    "token",
    "shown",
    "instant",
]


def check(raw: str | bytes) -> None:
    """It is a message that reads back as itself, or a clear error that can be sent."""
    error = None
    try:
        message = parse(raw, MOST)
    except BadMessageError as caught:
        error = str(caught)
    if error is None:
        assert client_message.validate_json(message.model_dump_json()) == message
    else:
        assert 10 < len(error) < 400
        assert error.isprintable()


@given(st.text() | st.binary())
def test_anything(raw: str | bytes) -> None:
    check(raw)


@given(st.text(alphabet=st.characters(), max_size=50))
def test_lone_surrogates_and_controls(raw: str) -> None:
    check('{"type": "act", "id": "act-12345678", "text": "' + raw + '"}')


@given(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_messages_with_anything_in_them(kind: str, fields: dict[str, object]) -> None:
    check(json.dumps({"type": kind, **fields}))


def test_messages() -> None:
    assert parse('{"type": "ping", "n": 3}', MOST) == Ping(n=3)
    assert parse('{"type": "act", "id": "act-12345678", "text": "go"}', MOST) == Act(
        id="act-12345678", text="go"
    )


def test_the_error_names_the_act_so_that_nobody_waits_for_it() -> None:
    with pytest.raises(BadMessageError) as caught:
        parse('{"type": "act", "id": "act-12345678", "text": 5}', MOST)
    assert caught.value.act_id == "act-12345678"


def test_bytes_count_not_characters() -> None:
    with pytest.raises(BadMessageError, match="at most 4096 bytes") as caught:
        parse('{"type": "act", "id": "act-12345678", "text": "' + "ð" * 2100 + '"}', MOST)
    assert (caught.value.code, caught.value.limit) == ("too_large", "4096 bytes")


def test_whoever_sends_no_known_type_is_told_all_types() -> None:
    with pytest.raises(BadMessageError) as refused:
        parse('{"type": "dance"}', MOST)
    known = client_message.json_schema()["discriminator"]["mapping"]
    told = str(refused.value).partition("The types are: ")[2].rstrip(".").split(", ")
    assert set(told) == set(known)
