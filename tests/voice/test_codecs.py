"""Encoders: what a decoder makes of their packets is the audio that went in, sample for sample in time."""

from __future__ import annotations

import array
import itertools
import math

import av
import pytest
from av.audio.codeccontext import AudioCodecContext

from voice.codecs import (
    OPUS_RATE,
    OpusEncoder,
    Packet,
    PcmEncoder,
    encoder,
    in_samples,
    out_rate,
    out_samples,
)

RATE = 22_050
CLICK_AT = 15_000  # samples


def tone(samples: int, hertz: float = 440) -> bytes:
    return array.array(
        "h", [round(9000 * math.sin(2 * math.pi * hertz * n / RATE)) for n in range(samples)]
    ).tobytes()


def encode(pcm: bytes, chunk: int) -> tuple[OpusEncoder, list[Packet]]:
    opus = OpusEncoder(RATE)
    packets = [packet for at in range(0, len(pcm), chunk) for packet in opus.encode(pcm[at : at + chunk])]
    return opus, packets + opus.finish()


def decode(packets: list[Packet], pre_skip: int, length: int) -> array.array[int]:
    """As a client does: the packets one after the other, without the pre-skip, cut at the utterance's length."""
    context: AudioCodecContext = av.CodecContext.create("libopus", "r")
    context.sample_rate, context.layout = OPUS_RATE, "mono"
    to_s16 = av.AudioResampler(format="s16", layout="mono", rate=OPUS_RATE)
    samples: array.array[int] = array.array("h")
    for packet in packets:
        for frame in context.decode(av.Packet(packet.payload)):
            frame.pts = None
            for plain in to_s16.resample(frame):
                samples.frombytes(bytes(plain.planes[0])[: plain.samples * 2])
    return samples[pre_skip:][:length]


@pytest.mark.parametrize("chunk", [4410, 2 * 997, 10**6])
def test_opus_gives_back_what_went_in(chunk: int) -> None:
    pcm = tone(CLICK_AT) + tone(RATE, 880)
    opus, packets = encode(pcm, chunk)
    length = out_samples(len(pcm) // 2, "opus", RATE)
    heard = decode(packets, opus.pre_skip, length)
    assert opus.pre_skip == 312
    assert len(heard) == length
    energy = sum(sample * sample for sample in heard) / len(heard)
    assert energy == pytest.approx(9000**2 / 2, rel=0.1)
    # The tone changes where it did before, within 5 ms: zero crossings double there.
    change = out_samples(CLICK_AT, "opus", RATE)
    for at, hertz in ((change - 4800, 440), (change + 240, 880)):
        stretch = heard[at : at + 4560]
        crossings = sum((a < 0) != (b < 0) for a, b in itertools.pairwise(stretch))
        assert crossings == pytest.approx(2 * hertz * len(stretch) / OPUS_RATE, abs=2)


def test_opus_offsets_are_contiguous() -> None:
    opus, packets = encode(tone(RATE), 4410)
    offsets = [packet.offset for packet in packets]
    assert offsets[:2] == [0, 2880 - opus.pre_skip]
    assert {b - a for a, b in itertools.pairwise(offsets[1:])} == {2880}
    assert offsets[-1] < out_samples(RATE, "opus", RATE) <= offsets[-1] + 2880


def test_pcm_goes_through_as_it_is() -> None:
    pcm = tone(5000)
    plain = PcmEncoder(RATE)
    packets = [*plain.encode(pcm[:6000]), *plain.encode(b""), *plain.encode(pcm[6000:]), *plain.finish()]
    assert b"".join(packet.payload for packet in packets) == pcm
    for before, packet in itertools.pairwise(packets):
        assert packet.offset == before.offset + len(before.payload) // 2
    assert max(len(packet.payload) for packet in packets) <= RATE * 2 // 10


def test_an_empty_utterance_is_no_fault() -> None:
    assert PcmEncoder(RATE).finish() == []
    opus = encoder("opus", RATE)
    assert opus.encode(b"") == []
    opus.finish()


@pytest.mark.parametrize("rate", [8000, 16_000, 22_050, 24_000, 44_100, 48_000])
def test_places_are_counted_there_and_back(rate: int) -> None:
    assert out_rate("pcm16", rate) == rate
    assert out_rate("opus", rate) == OPUS_RATE
    for samples in (0, 1, 7, 12_345, 10**9 + 7):
        assert in_samples(out_samples(samples, "opus", rate), "opus", rate) == samples
        assert in_samples(out_samples(samples, "opus", rate) - 1, "opus", rate) == samples - 1
        assert in_samples(out_samples(samples, "pcm16", rate), "pcm16", rate) == samples
