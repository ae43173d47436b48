"""Frames survive any cutting; anything else is refused at its header, before it is held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.hosted.framing import (
    HEADER,
    MAX_PAYLOAD,
    VERSION,
    Decoder,
    Frame,
    FrameType,
    FramingError,
    encode,
)

frames = st.builds(Frame, st.sampled_from(FrameType), st.integers(0, 2**32 - 1), st.binary(max_size=200))


@given(st.lists(frames, max_size=8), st.lists(st.integers(0, 50), max_size=100))
def test_frames_come_out_as_they_went_in_however_they_are_cut(sent: list[Frame], cuts: list[int]) -> None:
    decoder, got = Decoder(), list[Frame]()
    data = b"".join(map(encode, sent))
    for size in [*cuts, len(data)]:
        got += decoder.feed(data[:size])
        data = data[size:]
    assert got == sent


@given(st.binary(max_size=400), st.integers(1, 20))
def test_garbage_is_frames_or_an_error_and_nothing_else(data: bytes, step: int) -> None:
    decoder = Decoder()
    try:
        for at in range(0, len(data), step):
            for frame in decoder.feed(data[at : at + step]):
                assert encode(frame) in data
    except FramingError:
        return


@given(frames, st.integers(0, HEADER.size - 1), st.integers(0, 255))
def test_a_damaged_header_never_yields_more_than_was_sent(frame: Frame, at: int, value: int) -> None:
    data = bytearray(encode(frame))
    data[at] = value
    try:
        assert len(Decoder().feed(bytes(data))) <= 1 + len(data) // HEADER.size
    except FramingError:
        return


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ((6, VERSION + 1, 1, 0), "version"),
        ((MAX_PAYLOAD + 7, VERSION, 1, 0), f"6 to {MAX_PAYLOAD + 6}"),
        ((5, VERSION, 1, 0), "6 to"),
        ((6, VERSION, 99, 0), "frame type 99"),
    ],
)
def test_a_bad_header_is_refused_at_once(header: tuple[int, ...], problem: str) -> None:
    with pytest.raises(FramingError, match=problem):
        Decoder().feed(HEADER.pack(*header))


def test_a_payload_that_is_too_large_is_not_sent() -> None:
    assert Decoder().feed(encode(Frame(FrameType.DELTA, 1, bytes(MAX_PAYLOAD))))
    with pytest.raises(FramingError, match=str(MAX_PAYLOAD)):
        encode(Frame(FrameType.DELTA, 1, bytes(MAX_PAYLOAD + 1)))
