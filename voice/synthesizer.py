"""What speech is made of: voices, chunks of audio, timings of words, and the errors a synthesizer may raise."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

DEFAULT_VOICE = "default"  # every model of the repository has a voice of this name
SLOWEST, FASTEST = 0.5, 2.0  # bounds of rate, and of pitch


class VoiceError(Exception):
    """Speech could not be made. The message says what happened and is fit for a log, not for a player."""


class VoiceUnavailable(VoiceError):
    """The speech server is not there, or died while it spoke."""


class UnknownVoice(VoiceError):
    """The server has neither the voice, nor any that it falls back to, nor the default one."""


class VoiceDeadline(VoiceError):
    """The server is there, but did not send audio in time."""


@dataclass(frozen=True)
class Voice:
    """How a speaker sounds. `rate` and `pitch` are factors of what is normal for the voice, 0.5 to 2.

    `fallback`: names to try in this order where the server does not know `name`; the default voice comes last by
    itself. Raises ValueError for a rate or a pitch out of bounds.
    """

    name: str = DEFAULT_VOICE
    rate: float = 1.0
    pitch: float = 1.0
    fallback: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what, value in (("rate", self.rate), ("pitch", self.pitch)):
            if not SLOWEST <= value <= FASTEST:  # also false for NaN
                raise ValueError(
                    f"voice {self.name!r}: {what} is {value}, but must be {SLOWEST} to {FASTEST}"
                )


@dataclass(frozen=True)
class WordTiming:
    """A word begins at `sample` of its utterance; `start` to `end` are its characters in the text as written."""

    sample: int
    start: int
    end: int


@dataclass(frozen=True)
class Chunk:
    """A stretch of an utterance's audio.

    `pcm`: 16-bit signed little-endian, mono. `offset`: the samples of the utterance before it. `words`: those whose
    timing became known with this chunk, in order; a word may begin later than the chunk ends, never earlier than any
    audio that was given before.
    """

    pcm: bytes
    sample_rate: int  # Hz
    offset: int = 0
    words: tuple[WordTiming, ...] = ()

    @property
    def samples(self) -> int:
        return len(self.pcm) // 2

    @property
    def seconds(self) -> float:
        return self.samples / self.sample_rate


@dataclass(frozen=True)
class Health:
    """Whether speech can be made now, by which models, and, if not, why."""

    ready: bool
    models: tuple[str, ...] = ()
    message: str = ""


class Synthesizer(Protocol):
    """Makes speech of text. One object serves all streams of a process."""

    def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        """`text` as written, spoken in `voice`; it is made fit for the ear here. No chunk at all: nothing to say.

        Ending the iteration early (`aclose`) cancels the synthesis on the server. `deadline_s` is how long each
        chunk may keep one waiting. Raises VoiceUnavailable, UnknownVoice or VoiceDeadline, any of them also after
        some chunks were given.
        """
        ...

    async def health(self) -> Health:
        """As last seen; asks the server if nobody did lately. Raises nothing."""
        ...

    async def close(self) -> None:
        """End all streams and let go of the connections. May be called twice."""
        ...
