"""A play-out clock: audio frames as a player in real time would hear them, and where it ran dry. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from gamemaster.protocol.audio_frames import AudioFrame
from voice.codecs import OPUS_FRAME_MS, SAMPLE_BYTES

SHORTEST_S = 0.5  # of an utterance whose real-time factor says anything
# A frame that comes as the last one ends is heard without a break: audio outputs hold this much (the page's, too).
GRACE_S = 0.02


def seconds_of(audio: AudioFrame) -> float:
    """How long a frame sounds."""
    if audio.last:
        return 0.0
    if audio.codec == "opus":
        return int(OPUS_FRAME_MS) / 1000
    return len(audio.payload) / SAMPLE_BYTES / audio.sample_rate


@dataclass
class PlayOut:
    """One turn's speech. It plays from its first frame on, in order, and waits where the next one is late.

    Times in seconds of one clock.
    """

    turn: int
    first: float | None = None  # when the first sound came
    underruns: int = 0
    dry_s: float = 0.0
    rtf: float | None = None  # the worst utterance's: how long it took to come, over how long it sounds
    _until: float = 0.0
    _utterance: tuple[int, float, float] | None = None  # number, when it began to come, its seconds so far
    _pieces: deque[tuple[float, AudioFrame]] = field(default_factory=deque)  # when its playing begins
    _heard: tuple[int, int] = (0, 0)

    def take(self, now: float, audio: AudioFrame) -> None:
        """A frame has come."""
        seconds = seconds_of(audio)
        if seconds and self.first is None:
            self.first = self._until = now
        elif seconds and now > self._until + GRACE_S:
            self.underruns += 1
            self.dry_s += now - self._until
        begins = max(now, self._until)
        self._until = begins + seconds
        self._pieces.append((begins, audio))
        self._measure(now, audio, seconds)

    def _measure(self, now: float, audio: AudioFrame, seconds: float) -> None:
        if self._utterance is None or self._utterance[0] != audio.utterance:
            self._utterance = (audio.utterance, now, 0.0)
        number, begun, so_far = self._utterance
        self._utterance = (number, begun, so_far + seconds)
        if audio.last and not audio.failed and so_far >= SHORTEST_S:
            self.rtf = max(self.rtf or 0.0, (now - begun) / so_far)

    def place(self, now: float) -> tuple[int, int]:
        """What is heard by now: all utterances before the first number, and so many samples of it."""
        while self._pieces and self._pieces[0][0] <= now:
            audio = self._pieces.popleft()[1]
            self._heard = (audio.utterance + 1, 0) if audio.last else (audio.utterance, audio.sample_offset)
        return self._heard

    def next_report_s(self, now: float, at_most_s: float) -> float | None:
        """Seconds until `place` is worth reporting: at an utterance's end, else `at_most_s`. None: nothing waits."""
        if not self._pieces:
            return None
        end = next((begins for begins, audio in self._pieces if audio.last), None)
        return at_most_s if end is None else min(at_most_s, max(0.0, end - now))
