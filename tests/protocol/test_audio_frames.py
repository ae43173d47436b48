"""The binary audio frame: its bytes, and what is refused."""

import pytest

from gamemaster.protocol.audio_frames import HEADER, AudioFrame, BadAudioFrame, pack, unpack


def test_the_header_is_as_documented() -> None:
    frame = AudioFrame("opus", 7, 2, 300, 48000, 2**40 + 5, b"packet", last=True, failed=True)
    data = pack(frame)
    assert HEADER.size == 28
    assert data[:4] == bytes([1, 1, 3, 0])
    assert [int.from_bytes(data[at : at + 4], "little") for at in (4, 8, 12, 16)] == [7, 2, 300, 48000]
    assert int.from_bytes(data[20:28], "little") == 2**40 + 5
    assert data[28:] == b"packet"


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("codec", ["pcm16", "opus"])
def test_a_frame_comes_back(codec: str, last: bool) -> None:
    frame = AudioFrame(codec, 1, 0, 0, 22050, 441, b"\x01\x02", last=last)  # type: ignore[arg-type]  # both are Codecs
    assert unpack(pack(frame)) == frame


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "0 bytes"),
        (b"\x01" * 27, "27 bytes"),
        (b"\x02" + bytes(27), "version 2"),
        (b"\x01\x09" + bytes(26), "codec 9"),
    ],
)
def test_other_bytes_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadAudioFrame, match=why):
        unpack(data)
