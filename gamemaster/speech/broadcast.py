"""One utterance on its way to those who hear it: encoded once for each codec, in order; who is too slow loses it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from gamemaster.protocol import messages
from gamemaster.protocol.audio_frames import AudioFrame, pack
from gamemaster.protocol.outbox import Data, Outbox, encode
from gamemaster.speech.playback_position import Utterance, Word
from voice.codecs import Codec, Encoder, Packet, encoder, out_rate, out_samples

Made = TypeVar("Made")


@dataclass(frozen=True)
class Title:
    """What a client is told of an utterance beside its place in the text."""

    turn: int
    number: int
    speaker: str | None
    name: str | None


@dataclass(frozen=True)
class _Ear:
    """A client as it listened when the utterance began. Who chose anew since then hears the next one."""

    outbox: Outbox
    choices: int

    @property
    def has_chosen_anew(self) -> bool:
        return self.outbox.choices != self.choices


@dataclass
class _Track:
    """The utterance in one codec, and who hears it so. `length`: samples that were sent, as the codec counts them."""

    codec: Codec
    ears: list[_Ear]
    made: Encoder | None = None
    sequence: int = 0
    length: int = 0
    waiting: list[Data] = field(default_factory=list)  # what must come before the next audio
    announced: bool = False  # `utterance` was sent


class Broadcast:
    """Sends one utterance. Call `begin`, `send` for each chunk, and `end`, or `abandon` at any time."""

    def __init__(
        self, title: Title, utterance: Utterance, ears: Iterable[Outbox], encoders: Executor
    ) -> None:
        self._title, self._utterance, self._encoders = title, utterance, encoders
        tracks: dict[Codec, _Track] = {}
        for ear in ears:
            if ear.codec is not None:
                track = tracks.setdefault(ear.codec, _Track(ear.codec, []))
                track.ears.append(_Ear(ear, ear.choices))
        self._tracks = list(tracks.values())
        self._over = False

    async def begin(self) -> None:
        """Make the encoders, and say what comes."""
        rate, title, at = self._utterance.rate, self._title, self._utterance
        for track in self._tracks:
            track.made = await self._in_thread(track, partial(encoder, track.codec, rate))
            frame = messages.Utterance(
                turn=title.turn,
                utterance=title.number,
                span=at.span,
                start=at.start,
                end=at.end,
                speaker=title.speaker,
                name=title.name,
                sample_rate=track.made.sample_rate,
                pre_skip=track.made.pre_skip,
            )
            track.waiting.append(encode(frame))

    async def send(self, pcm: bytes, words: Iterable[Word]) -> None:
        """A stretch of PCM16 at the utterance's rate, and the words whose timing became known with it."""
        timed = list(words)
        for track in self._tracks:
            if track.made is None or not track.ears:
                continue
            if timed:
                track.waiting.append(encode(self._timing(track.codec, timed)))
            self._out(track, await self._in_thread(track, partial(track.made.encode, pcm)))

    def _timing(self, codec: Codec, words: list[Word]) -> messages.Timing:
        rate = self._utterance.rate
        return messages.Timing(
            turn=self._title.turn,
            utterance=self._title.number,
            words=tuple((out_samples(word.sample, codec, rate), word.start, word.end) for word in words),
        )

    async def end(self) -> None:
        """All of it was sent; `utterance.samples` is its length."""
        for track in self._tracks:
            if track.made is not None and track.ears:
                self._out(track, await self._in_thread(track, track.made.finish))
        self._end_all(failed=False)

    def abandon(self) -> None:
        """The rest will not come: say so to those who began to hear it."""
        if not self._over:
            self._end_all(failed=True)

    def _end_all(self, *, failed: bool) -> None:
        for track in self._tracks:
            for ear in track.ears:
                self._end_for(ear, track, failed=failed)
        self._over = True

    def _end_for(self, ear: _Ear, track: _Track, *, failed: bool) -> None:
        """Say that no more of the utterance comes, if it was begun."""
        if track.announced and not ear.has_chosen_anew:
            length = track.length if failed else self._length(track.codec)
            frame = self._frame(track, track.sequence, length, b"", last=True, failed=failed)
            ear.outbox.mark(pack(frame))

    def _out(self, track: _Track, packets: list[Packet]) -> None:
        """Queue packets at the hearers'; who has no room for them hears no more of this utterance."""
        frames: list[Data] = list(track.waiting)
        track.waiting.clear()
        frames += [
            pack(self._frame(track, track.sequence + n, packet.offset, packet.payload))
            for n, packet in enumerate(packets)
        ]
        if not frames:
            return
        for ear in list(track.ears):
            outbox = ear.outbox
            if ear.has_chosen_anew or not outbox.hears or not outbox.offer(frames):
                track.ears.remove(ear)
                self._end_for(ear, track, failed=True)
        track.announced = True
        track.sequence += len(packets)
        if track.made is not None:
            track.length = min(track.made.samples_out, self._length(track.codec))

    def _length(self, codec: Codec) -> int:
        return out_samples(self._utterance.samples, codec, self._utterance.rate)

    def _frame(
        self,
        track: _Track,
        sequence: int,
        offset: int,
        payload: bytes,
        *,
        last: bool = False,
        failed: bool = False,
    ) -> AudioFrame:
        return AudioFrame(
            codec=track.codec,
            turn=self._title.turn,
            utterance=self._title.number,
            sequence=sequence,
            sample_rate=out_rate(track.codec, self._utterance.rate),
            sample_offset=offset,
            payload=payload,
            last=last,
            failed=failed,
        )

    async def _in_thread(self, track: _Track, work: Callable[[], Made]) -> Made:
        """Opus is encoded in a thread; PCM is only cut up."""
        if track.codec == "pcm16":
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._encoders, work)
