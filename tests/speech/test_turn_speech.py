"""A turn's speech: in order, one sentence ahead, for everyone in their codec; and what ends it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from gamemaster.protocol.outbox import MAX_AUDIO_BYTES, Outbox
from gamemaster.rules.state import Span
from gamemaster.speech.playback_position import Cut
from gamemaster.speech.turn_speech import Speech, Waits
from gamemaster.speech.voices import Patience, Voices
from tests.speechkit import RATE, WORD, FakeRoom, FakeSynthesizer, audio, drain, heard_frames, of_type
from voice.codecs import Codec
from voice.synthesizer import Voice

QUICK = Patience(deadline_s=1, watch_s=0.01, rest_s=0.01, longest_rest_s=0.02)
LONG = " ".join(["word"] * 40) + ". "  # four seconds


def narration(text: str, kind: str = "narration", speaker: str | None = None) -> Span:
    return Span.model_validate({"kind": kind, "text": text, "speaker": speaker})


@asynccontextmanager
async def speaking(
    synthesizer: FakeSynthesizer, *codecs: Codec, waits: Waits | None = None
) -> AsyncIterator[tuple[Speech, list[Outbox], Voices]]:
    """A speech that clients with these codecs hear."""
    async with Voices(FakeRoom(synthesizer), patience=QUICK) as voices:
        ears = [Outbox(64) for _ in codecs]
        for ear, codec in zip(ears, codecs, strict=True):
            voices.choose(ear, "player", [codec])
        await until(lambda: all(ear.hears for ear in ears))
        for ear in ears:
            await drain(ear)
        speech = Speech(
            3, voices, ears, lambda who: Voice(who or "teller"), lambda who: who and who.title(), waits
        )
        speech.start()
        try:
            yield speech, ears, voices
        finally:
            await speech.close()


async def until(holds: Any) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


def tell(speech: Speech, *spans: Span) -> None:
    """As the telling does: in pieces."""
    for index, span in enumerate(spans):
        for at in range(0, len(span.text), 7):
            speech.tell(index, span, span.text[at : at + 7])


async def told_and_heard(speech: Speech, ear: Outbox, *spans: Span) -> list[Any]:
    """Tell, and play each utterance to its end as it comes."""
    tell(speech, *spans)
    waiting = asyncio.create_task(speech.wait_until_heard())
    frames: list[Any] = []
    while not waiting.done():
        frames += await drain(ear)
        speech.on_played(ear, sum(frame.last for frame in audio(frames)), 0)
    await waiting
    return frames + await drain(ear)


async def test_sentences_in_order_with_speakers_and_voices() -> None:
    spans = [
        narration("One two. Three four five."),
        narration("“Go!”", "speech", "hild"),
        narration("(the game was saved)", "notice"),
        narration("She goes."),
    ]
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16") as (speech, (ear,), _):
        frames = await told_and_heard(speech, ear, *spans)
    assert [(text, voice.name) for text, voice in fake.spoken] == [
        ("One two.", "teller"),
        ("Three four five.", "teller"),
        ("“Go!”", "hild"),
        ("She goes.", "teller"),
    ]
    said = of_type(frames, "utterance")
    assert [(each["utterance"], each["span"], each["start"], each["end"]) for each in said] == [
        (0, 0, 0, 8),
        (1, 0, 9, 25),
        (2, 1, 0, 5),
        (3, 3, 0, 9),
    ]
    assert [(each["speaker"], each["name"]) for each in said][1:3] == [(None, None), ("hild", "Hild")]
    words = [tuple(word) for each in of_type(frames, "timing") for word in each["words"]]
    assert [spans[0].text[start:end] for _, start, end in words[:5]] == [
        "One",
        "two",
        "Three",
        "four",
        "five",
    ]
    assert of_type(frames, "spoken") == [frames[-1]]
    assert frames[-1]["utterances"] == 4
    assert all(frame["turn"] == 3 and frame["epoch"] == frame["offset"] == -1 for frame in said)


@pytest.mark.parametrize(("codec", "rate"), [("pcm16", RATE), ("opus", 48_000)])
async def test_each_utterance_is_whole_and_contiguous(codec: Codec, rate: int) -> None:
    async with speaking(FakeSynthesizer(), codec) as (speech, (ear,), _):
        frames = await told_and_heard(speech, ear, narration("One two three. Four."))
    for utterance, words in ((0, 3), (1, 1)):
        mine = audio(frames, utterance)
        assert [frame.sequence for frame in mine] == list(range(len(mine)))
        assert [frame.last for frame in mine] == [False] * (len(mine) - 1) + [True]
        assert {(frame.codec, frame.sample_rate, frame.turn) for frame in mine} == {(codec, rate, 3)}
        assert mine[-1].payload == b""
        assert mine[-1].sample_offset == pytest.approx(words * WORD * rate / RATE, abs=1)
        assert not mine[-1].failed
        # `utterance` and the timings came before the audio that they are about.
        place = frames.index(mine[0])
        assert [frame["utterance"] for frame in of_type(frames[:place], "utterance")][-1] == utterance
        if codec == "pcm16":
            assert b"".join(frame.payload for frame in mine)[:4] == b"\x01\x00\x01\x00"
            for before, frame in itertools.pairwise(mine):
                assert frame.sample_offset == before.sample_offset + len(before.payload) // 2
    times = [word[0] for word in of_type(frames, "timing")[0]["words"]]
    assert times == [0]
    assert of_type(frames, "timing")[1]["words"][0][0] == round(WORD * rate / RATE)


async def test_one_sentence_ahead_of_what_is_heard() -> None:
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16") as (speech, (ear,), _):
        tell(speech, narration(LONG * 5))
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: len(fake.spoken) == 2 and not fake.running)
        await asyncio.sleep(0.05)
        assert len(fake.spoken) == 2
        speech.on_played(ear, 0, 39 * WORD)
        await asyncio.sleep(0.05)
        assert len(fake.spoken) == 2
        speech.on_played(ear, 1, 0)
        await until(lambda: len(fake.spoken) == 3 and not fake.running)
        assert not waiting.done()
        for utterance in range(2, 6):
            await until(lambda n=utterance: len(fake.spoken) >= min(n + 1, 5) and not fake.running)
            speech.on_played(ear, utterance, 0)
        await asyncio.wait_for(waiting, 30)


async def test_short_sentences_go_further_ahead() -> None:
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16") as (speech, _, _):
        tell(speech, narration("Yes. " * 60))
        await until(lambda: len(fake.spoken) >= 30)
        await asyncio.sleep(0.05)
        assert 30 <= len(fake.spoken) <= 32


async def test_two_windows_hear_in_their_codecs_and_the_furthest_counts() -> None:
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16", "opus") as (speech, (plain, packed), _):
        frames = await told_and_heard(speech, packed, narration("One two. Three."))
        others = await drain(plain)
    assert len(fake.spoken) == 2
    assert {frame.codec for frame in audio(frames)} == {"opus"}
    assert {frame.codec for frame in audio(others)} == {"pcm16"}
    for each in (frames, others):
        assert [frame["utterance"] for frame in of_type(each, "utterance")] == [0, 1]
        assert of_type(each, "spoken")[0]["utterances"] == 2


@pytest.mark.parametrize(("codec", "rate"), [("pcm16", RATE), ("opus", 48_000)])
async def test_an_interruption_cancels_and_cuts_at_the_last_whole_word(codec: Codec, rate: int) -> None:
    fake = FakeSynthesizer()
    text = "One two three. Four five six. Seven eight."
    async with speaking(fake, codec) as (speech, (ear,), _):
        tell(speech, narration(text))
        await until(lambda: len(speech.hearing.utterances) == 2 and speech.hearing.utterances[1].whole)
        fake.gate = asyncio.Event()
        tell_more = narration(LONG, "speech", "hild")
        speech.tell(1, tell_more, LONG)
        await until(lambda: fake.running)
        second = [word.sample * rate // RATE for word in speech.hearing.utterances[1].words]
        assert speech.cut(ear, 1, second[2] - 1) == Cut(0, text.index("Four") + 4)
        assert speech.cut(ear, 1, second[2] + 1) == Cut(0, text.index("five") + 4)
        speech.interrupt()
        await speech.close()
        assert fake.running == 0
        assert len(fake.cancelled) == 1
        frames = await drain(ear)
    assert not audio(frames, 0)
    assert of_type(frames, "spoken")


async def test_the_voice_fails_in_mid_sentence() -> None:
    fake = FakeSynthesizer(fail_at_word=2)
    async with speaking(fake, "pcm16") as (speech, (ear,), _):
        tell(speech, narration("One two three. Four five six."))
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: speech.failed)
        frames = await drain(ear)
        (voice,) = of_type(frames, "voice")[:1]
        assert (voice["state"], bool(voice["message"])) == ("degraded", True)
        last = audio(frames)[-1]
        assert (last.last, last.failed, last.sample_offset) == (True, True, 2 * WORD)
        assert of_type(frames, "spoken")[0]["utterances"] == 1
        assert len(fake.spoken) == 1
        assert not waiting.done()  # what there is is heard first
        assert speech.cut(ear, 0, WORD) == Cut(0, 3)
        speech.on_played(ear, 1, 0)
        await asyncio.wait_for(waiting, 30)
        assert speech.cut(ear, 1, 0) is None


async def test_who_is_behind_loses_the_rest_of_the_utterance_and_hears_the_next() -> None:
    async with speaking(FakeSynthesizer(), "pcm16", "pcm16") as (speech, (quick, slow), _):
        assert slow.offer([bytes(MAX_AUDIO_BYTES - 20_000)])
        text = "One two. Three four five six seven eight nine ten. Next."
        speech.tell(0, narration(text), text)
        await until(lambda: len(speech.hearing.utterances) == 2 and speech.hearing.utterances[1].whole)
        good = await drain(quick)
        held: list[Any] = []
        while True:  # not `drain`: the large frame is none
            try:
                async with asyncio.timeout(0.01):
                    held += await slow.next() or []
            except TimeoutError:
                break
        lost = [each for each in held if isinstance(each, str) or len(each) < MAX_AUDIO_BYTES // 2]
        last = audio(heard_frames(lost), 1)[-1]
        assert (last.last, last.failed) == (True, True)
        assert 0 < last.sample_offset < 8 * WORD
        assert not audio(good, 1)[-1].failed
        speech.on_played(quick, 2, 0)
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: len(speech.hearing.utterances) == 3 and speech.hearing.utterances[2].whole)
        assert not audio(await drain(slow), 2)[-1].failed
        speech.on_played(quick, 3, 0)
        await asyncio.wait_for(waiting, 30)


async def test_nobody_is_waited_for_who_does_not_listen() -> None:
    fake = FakeSynthesizer(gate=asyncio.Event())
    async with speaking(fake, "pcm16") as (speech, (ear,), voices):
        tell(speech, narration("One two."))
        waiting = asyncio.create_task(speech.wait_until_heard())
        await asyncio.sleep(0.02)
        assert not waiting.done()
        voices.choose(ear, "player", [])
        speech.listener_changed(ear)
        await asyncio.wait_for(waiting, 30)


@pytest.mark.parametrize("comes_back", [True, False])
async def test_a_lost_line_is_waited_for_a_while(comes_back: bool) -> None:
    waits = Waits(late_s=30, away_s=0.2)
    async with speaking(FakeSynthesizer(), "pcm16", waits=waits) as (speech, ears, _):
        tell(speech, narration("One two."))
        waiting = asyncio.create_task(speech.wait_until_heard())
        (ear,) = ears
        ears.clear()
        speech.listener_changed(ear)
        await asyncio.sleep(0.05)
        assert not waiting.done()
        if comes_back:
            ears.append(ear)
            speech.listener_changed(ear)
            await asyncio.sleep(0.25)
            assert not waiting.done()
            speech.on_played(ear, 1, 0)
        await asyncio.wait_for(waiting, 30)


async def test_who_never_says_what_was_played_is_not_waited_for_for_ever() -> None:
    waits = Waits(late_s=0.05)
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16", waits=waits) as (speech, _, _):
        tell(speech, narration("One."))
        await asyncio.wait_for(speech.wait_until_heard(), 5)
        assert fake.running == 0


async def test_text_without_words_is_no_utterance() -> None:
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16") as (speech, (ear,), _):
        frames = await told_and_heard(speech, ear, narration("* * *\n"), narration("— …"))
    assert fake.spoken == []
    assert of_type(frames, "spoken")[0]["utterances"] == 0
    assert not audio(frames)


@pytest.mark.parametrize("goes_on", [True, False])
async def test_who_comes_back_plays_on_or_hears_what_comes_next(goes_on: bool) -> None:
    fake = FakeSynthesizer()
    async with speaking(fake, "pcm16", waits=Waits(back_s=0.1)) as (speech, ears, voices):
        tell(speech, narration(LONG * 4))
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: len(fake.spoken) == 2 and not fake.running)
        lost = ears.pop()
        voices.leave(lost)
        speech.listener_changed(lost)
        back = Outbox(64)
        voices.choose(back, "player", ["opus"])
        ears.append(back)
        speech.listener_changed(back)
        if goes_on:
            speech.on_played(back, 0, 10 * WORD)
            await asyncio.sleep(0.2)
            assert len(fake.spoken) == 2
            speech.on_played(back, 2, 0)
        await until(lambda: len(speech.hearing.utterances) == 4 and speech.hearing.utterances[3].whole)
        frames = await drain(back)
        assert [frame["utterance"] for frame in of_type(frames, "utterance")] == [2, 3]
        speech.on_played(back, 4, 0)
        await asyncio.wait_for(waiting, 30)


async def test_who_chooses_anew_in_mid_utterance_hears_the_next() -> None:
    fake = FakeSynthesizer(gate=(gate := asyncio.Event()))
    async with speaking(fake, "pcm16") as (speech, (ear,), voices):
        gate.set()
        tell(speech, narration("One two three. Four."))
        await until(lambda: speech.hearing.utterances)
        gate.clear()
        await drain(ear)
        voices.choose(ear, "player", ["opus"])
        ear.hush()
        speech.listener_changed(ear)
        gate.set()
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: len(speech.hearing.utterances) == 2 and speech.hearing.utterances[1].whole)
        frames = await drain(ear)
        assert not audio(frames, 0)
        assert {frame.codec for frame in audio(frames, 1)} == {"opus"}
        speech.on_played(ear, 2, 0)
        await asyncio.wait_for(waiting, 30)


async def test_a_slow_server_is_waited_for_longer_than_a_player_who_is_late() -> None:
    fake = FakeSynthesizer(gate=asyncio.Event())
    async with speaking(fake, "pcm16", waits=Waits(late_s=0.01)) as (speech, _, _):
        tell(speech, narration("One two."))
        waiting = asyncio.create_task(speech.wait_until_heard())
        await until(lambda: fake.running)
        await asyncio.sleep(0.1)
        assert not waiting.done()
        assert fake.gate is not None
        fake.gate.set()
        await asyncio.wait_for(waiting, 30)
