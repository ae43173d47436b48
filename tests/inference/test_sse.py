"""Events come out as they were sent, however the bytes are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.sse import MAX_EVENT_BYTES, EventDecoder, EventTooLarge

line = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20)
events = st.lists(st.lists(line, min_size=1, max_size=3).map("\n".join), max_size=6)


@given(events, st.lists(st.integers(0, 30), max_size=60), st.sampled_from(["\n", "\r\n", "\r"]))
def test_events_survive_any_cutting(sent: list[str], cuts: list[int], end: str) -> None:
    lines = []
    for event in sent:
        lines += [": keep-alive", "event: message", *(f"data: {line}" for line in event.split("\n")), ""]
    data = "".join(line + end for line in lines).encode()
    decoder, got = EventDecoder(), list[str]()
    for size in [*cuts, len(data)]:
        got += decoder.feed(data[:size])
        data = data[size:]
    assert got == sent
    assert decoder.finish() == []


@pytest.mark.parametrize("rest", [b"data: a", b"data: a\n", b"data: a\r", b"data: a\n\n", b"\ndata: a\r\n"])
def test_what_no_empty_line_ended_is_the_last_event(rest: bytes) -> None:
    decoder = EventDecoder()
    assert decoder.feed(rest) + decoder.finish() == ["a"]


@pytest.mark.parametrize(
    "data", [b"data: " + b"x" * MAX_EVENT_BYTES, b"data: xxxxxx\n" * (MAX_EVENT_BYTES // 12 + 1)]
)
def test_an_event_without_end_is_refused(data: bytes) -> None:
    decoder = EventDecoder()
    with pytest.raises(EventTooLarge, match=str(MAX_EVENT_BYTES)):
        decoder.feed(data)
