"""Binary audio frames of the `gamemaster.v1` protocol: a header of 28 bytes, little-endian, then the payload. Pure.

====== ====== ==================================================================================================
offset  type  what
====== ====== ==================================================================================================
0      u8     version, 1
1      u8     codec: 0 PCM16 (signed, little-endian, mono), 1 Opus (one packet, mono, at 48,000 Hz)
2      u16    flags: bit 0 the last frame of its utterance, bit 1 failed (the rest of the utterance will not come)
4      u32    turn
8      u32    utterance, counted from 0 in the turn
12     u32    sequence, counts the utterance's frames from 0
16     u32    sample rate in Hz, of the payload when decoded and of every offset
20     u64    sample offset: samples of the utterance before this frame's first one; Opus's pre-skip is not counted
====== ====== ==================================================================================================

The last frame of an utterance has no payload, and its sample offset is the utterance's length: what an Opus decoder
gives beyond it is padding. Offsets are contiguous: a frame's offset is the one before it plus that frame's samples,
less the pre-skip for the first Opus packet.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from voice.codecs import Codec

VERSION = 1
HEADER = struct.Struct("<BBHIIIIQ")
LAST, FAILED = 1, 2
CODES: dict[Codec, int] = {"pcm16": 0, "opus": 1}
CODECS: dict[int, Codec] = {code: codec for codec, code in CODES.items()}


class BadAudioFrame(ValueError):
    """Bytes that are no audio frame of this version."""


@dataclass(frozen=True)
class AudioFrame:
    """One frame; see the module's table. `sample_offset` and `sample_rate` in samples and Hz."""

    codec: Codec
    turn: int
    utterance: int
    sequence: int
    sample_rate: int
    sample_offset: int
    payload: bytes = b""
    last: bool = False
    failed: bool = False


def pack(frame: AudioFrame) -> bytes:
    """The frame as it goes over the wire. Raises `struct.error` for a number that does not fit its field."""
    flags = LAST * frame.last | FAILED * frame.failed
    header = HEADER.pack(
        VERSION, CODES[frame.codec], flags, frame.turn, frame.utterance, frame.sequence,
        frame.sample_rate, frame.sample_offset,
    )  # fmt: skip
    return header + frame.payload


def unpack(data: bytes) -> AudioFrame:
    """The frame in these bytes. Raises `BadAudioFrame`."""
    if len(data) < HEADER.size:
        raise BadAudioFrame(f"{len(data)} bytes are no audio frame: its header alone has {HEADER.size}")
    version, code, flags, turn, utterance, sequence, rate, offset = HEADER.unpack_from(data)
    if version != VERSION:
        raise BadAudioFrame(f"an audio frame of version {version}; only {VERSION} is known")
    if code not in CODECS:
        raise BadAudioFrame(f"codec {code} is not known; there are {CODECS}")
    return AudioFrame(
        codec=CODECS[code],
        turn=turn,
        utterance=utterance,
        sequence=sequence,
        sample_rate=rate,
        sample_offset=offset,
        payload=data[HEADER.size :],
        last=bool(flags & LAST),
        failed=bool(flags & FAILED),
    )
