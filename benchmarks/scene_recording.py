"""Records a spoken scene to a WAV file as the service would speak it, and checks what is to be heard in it.

    python -m benchmarks.scene_recording scene.wav [--url HOST:PORT] [--json]

The scene's text streams in small pieces through the sentence splitter, our client and the real Triton, each speaker in
a voice of their own. Then the file is read back and compared with what the bare `tritonclient` says of each sentence:

- order: of all sentences, the one whose loudness over time is most like that of a piece of the file is the one that
  belongs there;
- voices: of all the scene's voices, the one whose average spectrum is most like that piece's is its speaker's;
- length: the file lasts as long as the sentences, with their pauses, by the bare client, within three per cent, and
  roughly as long as so many words take at eSpeak's 175 words a minute (which counts longer words than a story's).
"""

from __future__ import annotations

import asyncio
import json
import sys
import wave
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import numpy.typing

from benchmarks.measuring import options_parser, result
from benchmarks.voice import RATE, Bare, triton_at
from voice.normalize import normalise
from voice.sentences import SentenceSplitter
from voice.synthesizer import Synthesizer, Voice
from voice.triton_client import TritonSynthesizer

PAUSE_S = 0.3  # between sentences
WORDS_PER_S = 175 / 60  # eSpeak's usual speed
FRAME = 441  # samples of which loudness is one value: 20 ms
Sound = numpy.typing.NDArray[numpy.float64]

NARRATOR, TALLACK, DILYS = Voice("en-gb"), Voice("en-gb+m3", pitch=0.7), Voice("en-gb+f4", pitch=1.2)
SCENE: tuple[tuple[Voice, str], ...] = (
    (NARRATOR, "At 10 o'clock the light goes out. It is a small thing: a tired *paff* from the tower."),
    (TALLACK, "Four at table. Good. Dr. Voss has the middle watch tonight, twelve to four — lamp, bell, log."),
    (DILYS, "[quietly] It cost us $29.50, and nobody has touched it since. Did you hear the bell?"),
    (NARRATOR, "From the south-west, out of the wool, a steamer blows: one long, and the long wait after it."),
    (TALLACK, "(softly) She is asking."),
    (DILYS, "Then answer her! Somebody answer her, before she finds the reef by herself."),
)  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A sentence of the recording, and where it is in it, in samples."""

    text: str
    voice: Voice
    start: int
    end: int


def sentences() -> Iterator[tuple[Voice, str]]:
    """The scene's sentences, of text that comes in small pieces."""
    for voice, text in SCENE:
        splitter = SentenceSplitter(first_clause_chars=0)
        for at in range(0, len(text), 7):
            yield from ((voice, each.text.strip()) for each in splitter.feed(text[at : at + 7]))
        yield from ((voice, each.text.strip()) for each in splitter.finish())


async def record(synthesizer: Synthesizer, file: Path) -> list[Said]:
    """Speaks the scene into the file. Raises VoiceError."""
    told: list[Said] = []
    with wave.open(str(file), "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(RATE)
        for voice, text in sentences():
            start = recording.tell()
            async with aclosing(synthesizer.speak(text, voice)) as chunks:
                async for chunk in chunks:
                    assert chunk.sample_rate == RATE
                    recording.writeframesraw(chunk.pcm)
            told.append(Said(text, voice, start, recording.tell()))
            recording.writeframesraw(bytes(2 * int(PAUSE_S * RATE)))
    return told


def read_sound(file: Path) -> Sound:
    with wave.open(str(file)) as recording:
        return _sound(recording.readframes(recording.getnframes()))


def _sound(pcm: bytes) -> Sound:
    return numpy.frombuffer(pcm, "<i2").astype(numpy.float64)


async def check(url: str, file: Path, told: list[Said]) -> dict[str, Any]:
    """What the file holds, against the bare client. `right_order` and `right_voices` are shares of the sentences."""
    recording = read_sound(file)
    bare = Bare(url)
    try:
        voices = list(dict.fromkeys(said.voice for said in told))
        by_voice = {
            voice: [_sound(await bare.whole(normalise(said.text).text, voice)) for said in told]
            for voice in voices
        }
    finally:
        await bare.close()
    pieces = [recording[said.start : said.end] for said in told]
    right = [by_voice[said.voice][number] for number, said in enumerate(told)]
    order = [
        max(range(len(told)), key=lambda one: _alike(_loudness(piece), _loudness(right[one])))
        for piece in pieces
    ]
    speakers = [
        max(voices, key=lambda voice: _alike(_spectrum(piece), _spectrum(by_voice[voice][number])))
        for number, piece in enumerate(pieces)
    ]
    seconds = len(recording) / RATE
    pauses = len(told) * PAUSE_S
    words = sum(len(normalise(said.text).text.split()) for said in told)
    return {
        "sentences": len(told),
        "right_order": sum(place == number for number, place in enumerate(order)) / len(told),
        "right_voices": sum(one == said.voice for one, said in zip(speakers, told, strict=True)) / len(told),
        "seconds": seconds,
        "length_ratio": seconds / (sum(map(len, right)) / RATE + pauses),
        "words_ratio": (seconds - pauses) / (words / WORDS_PER_S),
    }


def _loudness(sound: Sound) -> Sound:
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    return numpy.asarray(numpy.sqrt((frames**2).mean(axis=1)))


def _spectrum(sound: Sound) -> Sound:
    """The average over time of what each frequency has, in decibels: a voice's colour, whatever it says."""
    size = 2048
    frames = sound[: len(sound) // size * size].reshape(-1, size) * numpy.hanning(size)
    return numpy.asarray(20 * numpy.log10(numpy.abs(numpy.fft.rfft(frames, axis=1)).mean(axis=0) + 1))


def _alike(one: Sound, other: Sound) -> float:
    """Correlation, the shorter made as long as the longer with silence."""
    length = max(len(one), len(other))
    one, other = (numpy.pad(each, (0, length - len(each))) for each in (one, other))
    return float(numpy.corrcoef(one, other)[0, 1])


def faults(found: dict[str, Any]) -> list[str]:
    """What is not as it must be."""
    said = []
    if found["right_order"] < 1 or found["right_voices"] < 1:
        said.append("a sentence is out of its order, or in another's voice")
    if abs(found["length_ratio"] - 1) > 0.03:
        said.append("it does not last as long as its sentences do")
    if abs(found["words_ratio"] - 1) > 0.25:
        said.append("it does not last as long as so many words do")
    return said


async def run(url: str | None, file: Path) -> dict[str, Any]:
    async with triton_at(url) as at:
        synthesizer = TritonSynthesizer(at)
        try:
            return await check(at, file, await record(synthesizer, file))
        finally:
            await synthesizer.close()


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("file", type=Path, help="the WAV file to write")
    parser.add_argument("--url", help="a Triton that runs; else one of our own is started")
    parser.add_argument("--json", action="store_true", help="print the figures as one line of JSON, the last")
    given = parser.parse_args()
    found = asyncio.run(run(given.url, given.file))
    print(json.dumps(found)) if given.json else result("scene recording", found)
    if said := faults(found):
        sys.exit("; ".join(said))


if __name__ == "__main__":
    main()
