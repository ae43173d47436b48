"""One turn's speech: its text as it is told becomes sentences, those become audio one ahead of what is heard.

Only what is told can enter, and of that only narration and speech: `tell` takes the spans that `Telling` shows. What a
model reasons is never told, and so can never be spoken. Notices are about the game, and are read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.rules.state import Span
from gamemaster.speech.broadcast import Broadcast, Title
from gamemaster.speech.playback_position import Cut, Hearing, Utterance, Word
from gamemaster.speech.voices import Voices
from voice.codecs import in_samples
from voice.sentences import FIRST_CLAUSE_CHARS, Sentence, SentenceSplitter
from voice.synthesizer import Chunk, Voice, VoiceError

log = logging.getLogger(__name__)

AHEAD_S = 3.0  # short sentences are spoken further ahead than one, until so much audio waits to be heard
SPOKEN_KINDS = ("narration", "speech")


@dataclass(frozen=True)
class Waits:
    """Seconds: that a client may play later than its audio lasts; that one which lost its line may stay away; and that
    one which came back may take to say that it goes on playing what it had got before.
    """

    late_s: float = 5.0
    away_s: float = 5.0
    back_s: float = 1.0


@dataclass(frozen=True)
class _Line:
    """A sentence that waits to be spoken."""

    span: int
    speaker: str | None
    sentence: Sentence


class Speech:
    """Shared by the turn, which tells and then calls `wait_until_heard`, and the story, which says what clients do.

    `ears` is the story's own collection of followers, as it is at any time.

    A turn was heard when its audio was played to the end by one of those who listen (the furthest counts: they are one
    player's windows). What nobody will hear any more is told all the same, in text: a player who lost the line finds it
    written when they come back, and one who acts without interrupting has read on.
    """

    def __init__(
        self,
        turn: int,
        voices: Voices,
        ears: Collection[Outbox],
        voice_of: Callable[[str | None], Voice],
        name_of: Callable[[str | None], str | None],
        waits: Waits | None = None,
        on_begun: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_begun` is called when the first sound goes to those who listen."""
        self.turn, self.voices, self._ears = turn, voices, ears
        self._voice_of, self._name_of = voice_of, name_of
        self._waits, self._on_begun = waits or Waits(), on_begun
        self.hearing = Hearing()
        self.failed = False
        self._lines: asyncio.Queue[_Line | None] = asyncio.Queue()
        self._splitter: SentenceSplitter | None = None
        self._telling: tuple[int, str | None] = (-1, None)  # span and speaker of what the splitter holds
        self._told = False  # no more text comes
        self._spoken = False  # no more audio comes
        self._over = False  # nobody waits for it any more
        self._asking = False  # a sentence is being synthesised
        self._changed = asyncio.Event()
        self._players: set[Outbox] = set()  # have what was sent last, or say that they play it
        self._passing: asyncio.TimerHandle | None = None
        self._work: asyncio.Task[None] | None = None

    # ---- what is told ----

    def tell(self, index: int, span: Span, text: str) -> None:
        """More text of the span with this number was shown."""
        if span.kind not in SPOKEN_KINDS:
            return
        if self._splitter is None or self._telling[0] != index:
            self._close_span()
            first = FIRST_CLAUSE_CHARS if self._telling[0] < 0 else 0
            self._splitter = SentenceSplitter(first_clause_chars=first)
            self._telling = (index, span.speaker)
        self._queue(self._splitter.feed(text))

    def pause(self) -> None:
        """No more text comes for now: what there is of a sentence is spoken."""
        self._close_span()

    def _close_span(self) -> None:
        if self._splitter is not None:
            self._queue(self._splitter.finish())
            self._splitter = None

    def _queue(self, sentences: list[Sentence]) -> None:
        span, speaker = self._telling
        for sentence in sentences:
            if sentence.has_words:
                self._lines.put_nowait(_Line(span, speaker, sentence))

    # ---- what clients do ----

    def on_played(self, outbox: Outbox, utterance: int, samples: int) -> None:
        """A client has heard so far."""
        self._players.add(outbox)
        if self.hearing.progress(*self._place(outbox, utterance, samples)):
            self._changed.set()

    def cut(self, outbox: Outbox, utterance: int, samples: int) -> Cut | None:
        """Where the text ends for a player who interrupts there. None: all was heard that is spoken of this turn."""
        place = self._place(outbox, utterance, samples)
        self.hearing.progress(*place)
        if self._spoken and self.hearing.ahead == 0:
            self._changed.set()
            return None
        return self.hearing.cut(*place)

    def _place(self, outbox: Outbox, utterance: int, samples: int) -> tuple[int, int]:
        """A client's place, in samples as they are counted here."""
        if utterance < len(self.hearing.utterances) and outbox.codec is not None:
            samples = in_samples(samples, outbox.codec, self.hearing.utterances[utterance].rate)
        return utterance, samples

    def leave_off(self) -> None:
        """Nobody waits to hear the rest: no more is spoken."""
        if not self._over:
            self._over = True
            self._changed.set()
            if self._work is not None:
                self._work.cancel()

    def interrupt(self) -> None:
        """The player speaks up: no more is spoken, nor sent of what was."""
        for ear in self._ears:
            ear.hush()
        self.leave_off()

    def listener_changed(self, outbox: Outbox) -> None:
        """This client came, went, or chose otherwise.

        One that comes when nobody is left who got what was sent last does not get that again. It may have come back
        and play on what it had; if it says nothing of that, it reads it, and hears what comes next.
        """
        if outbox not in self._ears:
            self._players.discard(outbox)
        elif outbox.hears:
            heard = self._told and self.hearing.ahead == 0
            if self._spoken and not self._over and not heard:
                outbox.mark(self._end_of_audio())
            if self._passing is None and not self._players.intersection(self._ears):
                loop = asyncio.get_running_loop()
                self._passing = loop.call_later(self._waits.back_s, self._pass_over)
        self._changed.set()

    def _pass_over(self) -> None:
        self._passing = None
        if not self._players.intersection(self._ears):
            self.hearing.progress(len(self.hearing.utterances), 0)
            self._changed.set()

    # ---- what the turn waits for ----

    async def wait_until_heard(self) -> None:
        """Until all that is told was heard, or nobody waits for it any more. No text is told after it."""
        self._told = True
        self._close_span()
        self._lines.put_nowait(None)
        clock = asyncio.get_running_loop().time
        alone_since: float | None = None
        while not self._over and not (self._spoken and self.hearing.ahead == 0):
            if self._ears:
                alone_since = None
                if not any(ear.codec for ear in self._ears):
                    break
                limit = self.hearing.unheard_s + self._waits.late_s
                if self._asking:  # not the player is waited for
                    limit += self.voices.patience.silence_s
            else:
                alone_since = clock() if alone_since is None else alone_since
                limit = alone_since + self._waits.away_s - clock()
            self._changed.clear()
            try:
                async with asyncio.timeout(limit):
                    await self._changed.wait()
            except TimeoutError:
                log.info("turn %d: nobody listens; the rest is told in text", self.turn)
                break
        self.leave_off()

    # ---- the work ----

    def start(self) -> None:
        """Begin to speak what is told; `close` ends it."""
        self._work = asyncio.create_task(self._run(), name=f"speech of turn {self.turn}")

    async def close(self) -> None:
        """Speak no more; returns when the speech server was told so, too."""
        self.leave_off()
        if self._work is not None:
            await asyncio.gather(self._work, return_exceptions=True)
        if self._passing is not None:
            self._passing.cancel()
        self._finish()

    async def _run(self) -> None:
        try:
            await self._speak_all()
        except VoiceError as error:
            self._fail(error)
        except Exception as error:
            log.exception("turn %d could not be spoken", self.turn)
            self._fail(error)
        finally:
            self._finish()

    def _fail(self, error: Exception) -> None:
        self.failed = True
        self.voices.on_failure(error, [ear for ear in self._ears if ear.hears])

    def _finish(self) -> None:
        """Say to all who listen, once, that no more audio comes."""
        if self._spoken:
            return
        self._spoken = True
        for ear in self._ears:
            if ear.codec is not None:
                ear.mark(self._end_of_audio())
        self._changed.set()

    def _end_of_audio(self) -> str:
        return encode(messages.Spoken(turn=self.turn, utterances=len(self.hearing.utterances)))

    async def _speak_all(self) -> None:
        while (line := await self._lines.get()) is not None:
            while not (self._is_time() and any(ear.hears for ear in self._ears)):
                if any(ear.codec for ear in self._ears) and not any(ear.hears for ear in self._ears):
                    self.failed = True  # in another story; all listeners were told
                    return
                self._changed.clear()
                await self._changed.wait()
            self._asking = True
            self._changed.set()
            try:
                await self._speak(line)
            finally:
                self._asking = False

    def _is_time(self) -> bool:
        """Whether the next sentence is to be spoken: one ahead of the one that is being heard."""
        return self.hearing.ahead <= 1 or self.hearing.unheard_s < AHEAD_S

    async def _speak(self, line: _Line) -> None:
        text = line.sentence.text.strip()
        start = line.sentence.start + line.sentence.text.index(text)
        utterance: Utterance | None = None
        broadcast: Broadcast | None = None
        async with contextlib.aclosing(self.voices.speak(text, self._voice_of(line.speaker))) as chunks:
            try:
                async for chunk in chunks:
                    if utterance is None or broadcast is None:
                        utterance = Utterance(line.span, start, start + len(text), text, chunk.sample_rate)
                        broadcast = self._broadcast(line, utterance)
                        await broadcast.begin()
                        if len(self.hearing.utterances) == 1:
                            self._on_begun()
                    words = _words(chunk, utterance)
                    utterance.words += words
                    utterance.samples += chunk.samples
                    await broadcast.send(chunk.pcm, words)
                    self._changed.set()
                if broadcast is not None:
                    await broadcast.end()
            finally:
                if utterance is not None and broadcast is not None:
                    broadcast.abandon()
                    utterance.whole = True
                    self._changed.set()

    def _broadcast(self, line: _Line, utterance: Utterance) -> Broadcast:
        number = self.hearing.begin(utterance)
        title = Title(self.turn, number, line.speaker, self._name_of(line.speaker))
        self._players = {ear for ear in self._ears if ear.hears}
        return Broadcast(title, utterance, self._players, self.voices.encoders)


def _words(chunk: Chunk, utterance: Utterance) -> list[Word]:
    """A chunk's words in the span's text; never outside of the utterance, whatever the server said."""
    length = utterance.end - utterance.start
    return [
        Word(
            max(0, word.sample),
            utterance.start + min(max(0, word.start), length),
            utterance.start + min(max(0, word.end), length),
        )
        for word in chunk.words
    ]
