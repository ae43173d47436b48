"""Encoders of one utterance's audio: PCM16 as it comes, or Opus through PyAV's libopus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from av import AudioFrame, AudioResampler
    from av.audio.codeccontext import AudioCodecContext
    from av.audio.fifo import AudioFifo

Codec = Literal["opus", "pcm16"]
PREFERRED: tuple[Codec, ...] = ("opus", "pcm16")  # what there is
SAMPLE_BYTES = 2
# PCM frames: the first is short, so that the voice starts at once; each costs the service and every hop the same, so
# that the others grow, twice as long each time.
FIRST_PCM_FRAME_S, LONGEST_PCM_FRAME_S = 0.1, 0.4
OPUS_RATE = 48_000  # Hz; libopus decodes to it whatever it was given
OPUS_FRAME_MS = "60"  # the longest without loss of quality; fewer frames cost every hop less
# A fourth of the work of libopus's defaults (3 ms a second of speech, not 13) at the same rate; it then uses CELT.
OPUS_MANNER = {"application": "audio", "compression_level": "5", "frame_duration": OPUS_FRAME_MS}
OPUS_BITS = (
    32_000  # a second: transparent for one voice (RFC 7845 and the codec's own advice: 24 to 40 kbit/s)
)
OPUS_HEAD_PRE_SKIP = slice(10, 12)  # in the identification header, RFC 7845 section 5.1


@dataclass(frozen=True)
class Packet:
    """An encoded stretch. `offset`: samples of the utterance before it, at the encoder's `sample_rate`."""

    offset: int
    payload: bytes


class Encoder(Protocol):
    """Encodes one utterance. `encode` and `finish` may block for milliseconds: not in the event loop."""

    codec: Codec
    sample_rate: int  # Hz, of what comes out
    pre_skip: int  # samples

    @property
    def samples_out(self) -> int:
        """Samples in the packets that came out so far, the pre-skip not counted."""
        ...

    def encode(self, pcm: bytes) -> list[Packet]:
        """The packets that became whole with this stretch of PCM16."""
        ...

    def finish(self) -> list[Packet]:
        """What is left. Nothing can be encoded after it."""
        ...


def out_rate(codec: Codec, rate: int) -> int:
    """The sample rate in Hz that audio of `rate` has in a codec."""
    return OPUS_RATE if codec == "opus" else rate


def out_samples(samples: int, codec: Codec, rate: int) -> int:
    """A place in audio of `rate`, counted in the codec's samples."""
    return (samples * OPUS_RATE + rate // 2) // rate if codec == "opus" else samples


def in_samples(samples: int, codec: Codec, rate: int) -> int:
    """The other way round: the last place that `out_samples` puts no later than this one."""
    return ((samples + 1) * rate - rate // 2 - 1) // OPUS_RATE if codec == "opus" else samples


def encoder(codec: Codec, rate: int) -> Encoder:
    """For one utterance of mono PCM16 at `rate` Hz."""
    return OpusEncoder(rate) if codec == "opus" else PcmEncoder(rate)


class PcmEncoder:
    """Cuts PCM16 into frames."""

    codec: Codec = "pcm16"
    pre_skip = 0

    def __init__(self, rate: int) -> None:
        self.sample_rate = rate
        self._frame_bytes = max(1, round(rate * FIRST_PCM_FRAME_S)) * SAMPLE_BYTES
        self._longest = max(1, round(rate * LONGEST_PCM_FRAME_S)) * SAMPLE_BYTES
        self._given = 0  # bytes

    @property
    def samples_out(self) -> int:
        return self._given // SAMPLE_BYTES

    def encode(self, pcm: bytes) -> list[Packet]:
        packets = []
        at = 0
        while at < len(pcm):
            payload = pcm[at : at + self._frame_bytes]
            packets.append(Packet(self.samples_out, payload))
            self._given += len(payload)
            at += len(payload)
            self._frame_bytes = min(2 * self._frame_bytes, self._longest)
        return packets

    def finish(self) -> list[Packet]:
        return []


class OpusEncoder:
    """libopus for speech. The first packet's offset is 0 although it begins with the pre-skip: see `audio_frames`."""

    codec: Codec = "opus"
    sample_rate = OPUS_RATE

    def __init__(self, rate: int) -> None:
        import av

        self._rate = rate
        self._frame: type[AudioFrame] = av.AudioFrame
        context: AudioCodecContext = av.CodecContext.create("libopus", "w")
        context.sample_rate, context.layout, context.format = OPUS_RATE, "mono", "s16"
        context.bit_rate = OPUS_BITS
        context.options = OPUS_MANNER
        context.open()
        self._context = context
        self._resampler: AudioResampler = av.AudioResampler(format="s16", layout="mono", rate=OPUS_RATE)
        self._fifo: AudioFifo = av.AudioFifo()
        self.pre_skip = int.from_bytes((context.extradata or b"")[OPUS_HEAD_PRE_SKIP], "little")
        self._packets = 0

    @property
    def samples_out(self) -> int:
        return max(0, self._packets * self._context.frame_size - self.pre_skip)

    def encode(self, pcm: bytes) -> list[Packet]:
        if not pcm:
            return []
        frame = self._frame(format="s16", layout="mono", samples=len(pcm) // SAMPLE_BYTES)
        frame.sample_rate = self._rate
        frame.planes[0].update(pcm)
        return self._through(frame)

    def finish(self) -> list[Packet]:
        packets = self._through(None)
        rest = self._fifo.read(0, True)
        if rest is not None:
            packets += self._encode(rest)
        return packets + self._encode(None)

    def _through(self, frame: AudioFrame | None) -> list[Packet]:
        """Resample (None: what the resampler still holds), and encode what makes whole packets."""
        for resampled in self._resampler.resample(frame):
            resampled.pts = None  # the fifo would compare it with its own count
            self._fifo.write(resampled)
        packets: list[Packet] = []
        while (whole := self._fifo.read(self._context.frame_size)) is not None:
            packets += self._encode(whole)
        return packets

    def _encode(self, frame: AudioFrame | None) -> list[Packet]:
        packets = []
        for packet in self._context.encode(frame):
            packets.append(Packet(self.samples_out, bytes(packet)))
            self._packets += 1
        return packets
