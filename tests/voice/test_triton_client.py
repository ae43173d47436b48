"""Our client against the real Triton: order, places of words, falling back, cancelling, and all ways to fail."""

import asyncio
import itertools
import os
import shutil
import signal
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path

import numpy
import pytest

from gamemaster.hosting.voice import own_triton
from tests.conftest import make_data_dir
from tests.voice.proxies import Proxy, proxy_before
from voice import triton_client
from voice.synthesizer import Chunk, UnknownVoice, Voice, VoiceDeadline, VoiceError, VoiceUnavailable
from voice.triton.machine import TritonUnavailable
from voice.triton_client import LONGEST_TEXT, TritonSynthesizer, language_of
from voice.triton_grpc import Wanted, call, connect

pytestmark = pytest.mark.integration
SENTENCE = "The keeper lifts the lantern, looks at you, and says that nobody came this way since the storm."
LONG = "The sea goes up, and the sea goes down, and the lamp goes round and round above it. " * 11


@pytest.fixture
async def speech(triton_url: str) -> AsyncIterator[TritonSynthesizer]:
    synthesizer = TritonSynthesizer(triton_url)
    yield synthesizer
    await synthesizer.close()


@pytest.fixture
async def proxy(triton_url: str) -> AsyncIterator[Proxy]:
    async with proxy_before(triton_url) as proxy:
        yield proxy


async def say(
    synthesizer: TritonSynthesizer, text: str = SENTENCE, voice: Voice | None = None
) -> list[Chunk]:
    return [chunk async for chunk in synthesizer.speak(text, voice or Voice())]


async def collect(chunks: AsyncGenerator[Chunk, None]) -> list[Chunk]:
    return [chunk async for chunk in chunks]


def samples(chunks: list[Chunk]) -> int:
    return sum(chunk.samples for chunk in chunks)


def words(chunks: list[Chunk], text: str) -> list[str]:
    return [text[word.start : word.end] for chunk in chunks for word in chunk.words]


def check_order(chunks: list[Chunk]) -> None:
    """Chunks follow one another without a gap, and so do words, in the sound as in the text."""
    assert [chunk.offset for chunk in chunks] == [samples(chunks[:at]) for at in range(len(chunks))]
    timings = [word for chunk in chunks for word in chunk.words]
    places = [word.sample for word in timings]
    assert places == sorted(places)
    assert all(before.end <= after.start for before, after in itertools.pairwise(timings))
    assert not places or places[-1] < samples(chunks)


def tone(chunks: list[Chunk]) -> float:
    """The strongest frequency of the first half second, in Hz."""
    sound = numpy.frombuffer(b"".join(chunk.pcm for chunk in chunks), "<i2")
    return float(
        numpy.argmax(numpy.abs(numpy.fft.rfft(sound.astype(float)))) * chunks[0].sample_rate / len(sound)
    )


# ---- what is heard ----


async def test_a_sentence_is_heard_in_order_with_its_words(speech: TritonSynthesizer) -> None:
    chunks = await say(speech)
    check_order(chunks)
    assert words(chunks, SENTENCE) == SENTENCE.replace(",", "").replace(".", "").split()
    assert 4 < samples(chunks) / chunks[0].sample_rate < 8
    sound = numpy.frombuffer(b"".join(chunk.pcm for chunk in chunks), "<i2")
    assert numpy.abs(sound.astype(int)).max() > 3_000


async def test_words_have_their_places_in_the_text_as_written(speech: TritonSynthesizer) -> None:
    text = "[whispers] Pay *Dr. Voss* $29.50 — “now”, at 10:30 p.m.!"
    chunks = await say(speech, text)
    check_order(chunks)
    assert words(chunks, text) == ["Pay", "Dr.", "Voss", "$29.50", "now", "at", "10:30 p.m."]


async def test_many_at_once_each_hear_their_own(speech: TritonSynthesizer) -> None:
    texts = [
        f"{number} bells, and {'all is well, ' * (number % 4)}says number {number}." for number in range(24)
    ]
    alone = [samples(await say(speech, text)) for text in texts]
    together = await asyncio.gather(*(say(speech, text) for text in texts))
    for text, chunks, length in zip(texts, together, alone, strict=True):
        check_order(chunks)
        assert words(chunks, text)[0] == text.split()[0]
        assert samples(chunks) == pytest.approx(length, rel=0.02)


async def test_streams_over_the_limit_wait_and_are_served(triton_url: str) -> None:
    synthesizer = TritonSynthesizer(triton_url, streams=2, connections=2)
    heard = await asyncio.gather(*(say(synthesizer) for _ in range(6)))
    assert all(samples(chunks) > 60_000 for chunks in heard)
    async with (
        aclosing(synthesizer.speak(LONG, Voice())) as one,
        aclosing(synthesizer.speak(LONG, Voice())) as two,
    ):
        await anext(one)
        await anext(two)
        with pytest.raises(VoiceDeadline, match="all 2 streams were busy"):
            await anext(synthesizer.speak(SENTENCE, Voice(), deadline_s=0.1))
    assert await say(synthesizer)  # those two gave their places back
    await synthesizer.close()


async def test_a_voice_is_spoken_by_the_model_that_has_it(speech: TritonSynthesizer) -> None:
    ann, bob, plain = [
        await say(speech, "Here I am.", Voice(name)) for name in ("duo#ann", "duo#bob", "en-gb+m3")
    ]
    assert abs(tone(ann) - tone(bob)) > 20
    assert plain[0].sample_rate != ann[0].sample_rate


async def test_an_unknown_voice_falls_back_in_order_and_last_to_the_default(
    speech: TritonSynthesizer,
) -> None:
    bob = tone(await say(speech, "Here I am.", Voice("duo#bob")))
    found = await say(speech, "Here I am.", Voice("nobody", fallback=("no one", "duo#bob", "duo#ann")))
    assert tone(found) == pytest.approx(bob, rel=0.02)
    default = await say(speech, "Here I am.")
    last = await say(speech, "Here I am.", Voice("nobody", fallback=("no one",)))
    assert samples(last) == pytest.approx(samples(default), rel=0.02)


async def test_a_server_without_any_of_the_voices_says_so(
    speech: TritonSynthesizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triton_client, "DEFAULT_VOICE", "nor this")
    for _ in range(2):  # the second time from memory
        with pytest.raises(UnknownVoice, match="none of the voices nobody, no one, nor this"):
            await say(speech, voice=Voice("nobody", fallback=("no one",)))


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("cmn", "你好，我是守夜人。"),
        ("ja", "こんにちは。"),
        ("ru", "Здравствуйте, я смотритель маяка."),
        ("ar", "مرحبا، أنا حارس المنارة."),
        ("hi", "नमस्ते, मैं पहरेदार हूँ।"),
        ("el", "Καλημέρα σας."),
        ("fr", "« Bonjour », dit-il."),
        ("default", "Ж 中 ع"),
    ],
)
async def test_other_scripts_sound(speech: TritonSynthesizer, voice: str, text: str) -> None:
    chunks = await say(speech, text, Voice(voice))
    check_order(chunks)
    assert samples(chunks) > chunks[0].sample_rate / 4


async def test_a_sentence_of_ten_thousand_characters(speech: TritonSynthesizer) -> None:
    text = ("and the sea goes up and down " * 345)[:9_999] + "."
    chunks = await say(speech, text)
    check_order(chunks)
    assert len(words(chunks, text)) == len(text.split())
    assert chunks[0].samples < chunks[0].sample_rate / 2  # the first comes as soon as that of any other


@pytest.mark.parametrize(
    ("hostile", "plain"),
    [
        (
            '<speak><prosody rate="x-slow" pitch="+50%">Who is there?</prosody><break time="9s"/></speak>',
            "Who is there?",
        ),
        ("<think>He is the thief.</think>Who is there?", "Who is there?"),
        ("Who\x00 is\x1b[31m\x07 there?\u202e\ud83d", "Who is there?"),
        ("[[h@l'oU]] Who is there?", "Who is there?"),
        ("Who is there? " + "\u0301" * 500, "Who is there?"),
    ],
)
async def test_markup_is_not_obeyed_and_not_spoken(
    speech: TritonSynthesizer, hostile: str, plain: str
) -> None:
    heard, expected = await say(speech, hostile), await say(speech, plain)
    assert samples(heard) == pytest.approx(samples(expected), rel=0.02)
    assert words(heard, hostile)[-1] == "there"


@pytest.mark.parametrize(
    "text", ["", "   \n", "…", "*sighs*", "[wind]", "😀", "<br/>", "https://example.com/x"]
)
async def test_what_is_no_speech_makes_no_sound(speech: TritonSynthesizer, text: str) -> None:
    assert await say(speech, text) == []


async def test_a_text_over_the_limit_is_refused_before_anything_is_done(speech: TritonSynthesizer) -> None:
    with pytest.raises(VoiceError, match=f"limit of {LONGEST_TEXT}"):
        await say(speech, "a" * (LONGEST_TEXT + 1))


def test_a_voice_out_of_bounds_is_refused() -> None:
    for bad in (0.4, 2.1, float("nan")):
        with pytest.raises(ValueError, match=r"rate is .* 0\.5 to 2"):
            Voice(rate=bad)
        with pytest.raises(ValueError, match="pitch"):
            Voice(pitch=bad)


@pytest.mark.parametrize(
    ("voice", "language"),
    [("default", "en"), ("en-gb+f3", "en"), ("fr", "fr"), ("cmn", "en"), ("cmn-latn", "cmn"), ("de_DE-thor-low", "de"),
     ("amy", "en"), ("duo#ann", "en"), ("", "en")],
)  # fmt: skip
def test_the_language_is_read_from_the_name(voice: str, language: str) -> None:
    assert language_of(voice) == language


# ---- leaving ----


async def test_leaving_cancels_on_the_server(triton_url: str) -> None:
    """More streams than the model serves at once, each of minutes of audio: were they not cancelled, the last one
    would not be heard within its deadline."""
    client = await connect(triton_url)
    wanted = Wanted("speech_espeak", (LONG * 25)[:19_000], "default", 1.0, 1.0, 0)

    async def leave_early() -> None:
        async with aclosing(call(client, wanted, 60.0)) as answers:
            await anext(answers)

    for _ in range(3):
        await asyncio.gather(*(leave_early() for _ in range(50)))
    async with aclosing(call(client, wanted, 10.0)) as answers:
        assert (await anext(answers)).pcm
    await client.close()


async def test_closing_ends_a_stream_at_once_and_the_next_is_served(speech: TritonSynthesizer) -> None:
    async with aclosing(speech.speak(LONG, Voice())) as chunks:
        assert (await anext(chunks)).offset == 0
    speaking = asyncio.Event()

    async def listen() -> None:
        async with aclosing(speech.speak(LONG, Voice())) as chunks:
            await anext(chunks)
            speaking.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(listen())
    await speaking.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await say(speech)


# ---- failing ----


async def test_no_server_fails_at_once_and_is_found_when_it_comes(proxy: Proxy, triton_url: str) -> None:
    synthesizer = TritonSynthesizer("127.0.0.1:9")
    health = await synthesizer.health()
    assert not health.ready
    assert "does not answer" in health.message
    with pytest.raises(VoiceUnavailable):
        await say(synthesizer)
    await synthesizer.close()
    await synthesizer.close()
    with pytest.raises(VoiceUnavailable):
        await say(synthesizer)


async def test_a_connection_that_breaks_in_mid_sentence_is_told_and_not_tried_again(proxy: Proxy) -> None:
    synthesizer = TritonSynthesizer(proxy.url)
    await synthesizer.health()
    proxy.delay_s = 0.05
    chunks = synthesizer.speak(LONG, Voice())
    assert (await anext(chunks)).samples
    proxy.cut()
    with pytest.raises(VoiceUnavailable):
        await collect(chunks)
    assert not (await synthesizer.health()).ready
    while not (await synthesizer.health()).ready:  # noticed by itself
        await asyncio.sleep(0.05)
    proxy.delay_s = 0.0
    assert await say(synthesizer)
    await synthesizer.close()


async def test_a_connection_that_breaks_before_anything_was_heard_is_tried_again(proxy: Proxy) -> None:
    synthesizer = TritonSynthesizer(proxy.url)
    await say(synthesizer)
    proxy.open.clear()
    task = asyncio.create_task(say(synthesizer))
    await asyncio.sleep(0.1)
    proxy.cut()
    proxy.open.set()
    chunks = await task
    check_order(chunks)
    assert len(words(chunks, SENTENCE)) == len(SENTENCE.split())
    await synthesizer.close()


async def test_a_server_that_goes_silent_ends_at_the_deadline(proxy: Proxy) -> None:
    synthesizer = TritonSynthesizer(proxy.url)
    await synthesizer.health()
    proxy.open.clear()
    with pytest.raises(VoiceDeadline, match=r"nothing within 0\.3 s"):
        await anext(synthesizer.speak(SENTENCE, Voice(), deadline_s=0.3))
    proxy.open.set()
    proxy.delay_s = 0.05
    chunks = synthesizer.speak(LONG, Voice(), deadline_s=0.5)
    await anext(chunks)
    proxy.open.clear()
    with pytest.raises(VoiceDeadline):
        await collect(chunks)
    proxy.open.set()
    assert await say(synthesizer)
    await synthesizer.close()


async def test_a_slow_server_is_heard_in_order(proxy: Proxy) -> None:
    synthesizer = TritonSynthesizer(proxy.url)
    proxy.delay_s = 0.1
    chunks = await say(synthesizer)
    check_order(chunks)
    assert words(chunks, SENTENCE)[-1] == "storm"
    await synthesizer.close()


async def test_a_server_killed_in_mid_sentence_is_back_by_itself() -> None:
    folder = make_data_dir()
    try:
        async with own_triton(folder, lambda message: None) as server:
            assert server.process is not None
            tether = server.process.pid
            children = await asyncio.to_thread(Path(f"/proc/{tether}/task/{tether}/children").read_text)
            synthesizer = TritonSynthesizer(server.url)
            async with aclosing(synthesizer.speak(LONG, Voice())) as chunks:
                await anext(chunks)
                os.kill(int(children), signal.SIGKILL)
                with pytest.raises(VoiceUnavailable):
                    await collect(chunks)
            while not (await synthesizer.health()).ready:
                await asyncio.sleep(0.1)
            assert words(await say(synthesizer), SENTENCE)[-1] == "storm"
            await synthesizer.close()
    except TritonUnavailable as error:
        pytest.skip(f"WITHOUT THE REAL TRITON: {error}")
    finally:
        shutil.rmtree(folder)
