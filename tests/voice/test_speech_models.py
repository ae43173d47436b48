"""Both speaking models in the real Triton: what they say, to whom, in what order, and what they refuse."""

import asyncio
import time
from collections.abc import AsyncIterator

import numpy
import pytest
import tritonclient.grpc.aio as grpc
from tritonclient.utils import InferenceServerException

from tests.voice.speaking import ESPEAK, NEURAL, speak, stream
from tests.voice.tiny_voice import SAMPLE_RATE as TONE_RATE

pytestmark = pytest.mark.integration
SENTENCE = "The keeper lifts the lantern, looks at you, and says that nobody came this way since the storm."
BOTH = pytest.mark.parametrize("model", [ESPEAK, NEURAL])
ATTEMPTS = 3  # the machine may be busy with others just then


@pytest.fixture
async def client(triton_url: str) -> AsyncIterator[grpc.InferenceServerClient]:
    client = grpc.InferenceServerClient(triton_url)
    yield client
    await client.close()


def pitch_of(sound: numpy.ndarray, sample_rate: int) -> float:
    """The middle one of the pitches of all that is loud: how often it repeats itself in a second, 60 to 500 Hz."""
    size, found = sample_rate // 10, []
    shortest, longest = sample_rate // 500, sample_rate // 60
    for start in range(0, len(sound) - size, size // 2):
        part = sound[start : start + size].astype(numpy.float64)
        if numpy.abs(part).max() > 3_000:
            alike = numpy.correlate(part, part, "full")[size - 1 :]
            found.append(sample_rate / (shortest + numpy.argmax(alike[shortest:longest])))
    return float(numpy.median(found))


@BOTH
async def test_a_sentence_comes_in_chunks_short_ones_first(
    client: grpc.InferenceServerClient, model: str
) -> None:
    heard = await speak(client, model, SENTENCE)
    assert 3 < heard.seconds < 9
    assert numpy.abs(heard.sound.astype(numpy.int32)).max() > 3_000
    assert len(heard.chunks) >= 3
    assert heard.chunks[0] <= 0.5 * heard.sample_rate < max(heard.chunks)


@BOTH
async def test_every_word_has_its_place_in_the_text_and_in_the_sound(
    client: grpc.InferenceServerClient, model: str
) -> None:
    heard = await speak(client, model, SENTENCE)
    assert heard.words_said == SENTENCE.replace(",", "").replace(".", "").split()
    samples = [sample for sample, _, _ in heard.words]
    assert samples == sorted(set(samples))
    assert samples[0] == 0
    # Each word but the first begins after the one before has had at least a twentieth of a second.
    assert min(numpy.diff(samples)) > heard.sample_rate / 20
    assert samples[-1] < sum(heard.chunks)


@BOTH
async def test_places_count_characters_and_not_bytes(client: grpc.InferenceServerClient, model: str) -> None:
    heard = await speak(client, model, "Zoë’s 🐉 drägon naps — “so there”.")
    assert heard.words_said[-2:] == ["so", "there"]
    assert all(0 <= start < end <= len(heard.text) for _, start, end in heard.words)


@BOTH
async def test_rate_is_a_factor_of_speed(client: grpc.InferenceServerClient, model: str) -> None:
    usual, fast, slow = [
        (await speak(client, model, SENTENCE, rate=rate)).seconds for rate in (1.0, 2.0, 0.5)
    ]
    assert 1.7 < usual / fast < 2.3
    assert 1.7 < slow / usual < 2.3


async def test_pitch_makes_espeak_higher_and_lower(client: grpc.InferenceServerClient) -> None:
    low, usual, high = [
        pitch_of((await speak(client, ESPEAK, SENTENCE, pitch=pitch)).sound, 22_050)
        for pitch in (0.6, 1.0, 1.8)
    ]
    assert low * 1.1 < usual < high / 1.1


async def test_pitch_moves_a_neural_voice_s_tone_and_not_its_length(
    client: grpc.InferenceServerClient,
) -> None:
    usual, high = [await speak(client, NEURAL, "Aah.", voice="solo", pitch=pitch) for pitch in (1.0, 1.5)]
    assert pitch_of(usual.sound, TONE_RATE) == pytest.approx(200, rel=0.02)
    assert pitch_of(high.sound, TONE_RATE) == pytest.approx(300, rel=0.02)
    assert high.seconds == pytest.approx(usual.seconds, rel=0.01)


async def test_a_neural_voice_s_speakers_by_name_and_number(client: grpc.InferenceServerClient) -> None:
    tones = {
        voice: pitch_of((await speak(client, NEURAL, "Aah.", voice=voice)).sound, TONE_RATE)
        for voice in ("duo", "duo#ann", "duo#bob", "duo#1")
    }
    assert tones["duo"] == tones["duo#ann"] == pytest.approx(200, rel=0.02)
    assert tones["duo#bob"] == tones["duo#1"] == pytest.approx(400, rel=0.02)


async def test_voices_differ_and_do_not_rub_off_on_each_other(client: grpc.InferenceServerClient) -> None:
    names = ["en-gb", "en-gb+f3", "en-gb-scotland", "en-us+m3", "fr", "EN-GB"]
    alone = {name: (await speak(client, ESPEAK, SENTENCE, voice=name)).seconds for name in names}
    together = await asyncio.gather(*(speak(client, ESPEAK, SENTENCE, voice=name) for name in names * 4))
    for name, heard in zip(names * 4, together, strict=True):
        # eSpeak lets its pitch flutter, so that no two renderings are the same.
        assert heard.seconds == pytest.approx(alone[name], rel=0.02), name
    assert len({round(seconds, 1) for seconds in alone.values()}) >= 3


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("ru", "Смотритель маяка поднимает фонарь."),
        ("el", "Ο φύλακας σηκώνει το φανάρι."),
        ("ar", "الحارس يرفع الفانوس"),
        ("ja", "とうだいもり が ランプ を もちあげる"),
        ("hi", "रखवाला लालटेन उठाता है"),
        ("default", "Смотритель, ο φύλακας, 灯台守 🐉."),
    ],
)
async def test_other_scripts_are_spoken(client: grpc.InferenceServerClient, voice: str, text: str) -> None:
    heard = await speak(client, ESPEAK, text, voice=voice)
    assert heard.seconds > 1
    assert all(0 <= start < end <= len(text) for _, start, end in heard.words)


@BOTH
@pytest.mark.parametrize(
    "text",
    [
        '<speak><break time="60s"/><audio src="file:///etc/passwd"/>hello</speak>',
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
        "one\x00two \x01 40p three \x1b[31m four\x7f\u202e",
        "[[h@l'oU]] \ue000\U000f0000 \ufeff\ufffe five",
        "`rm -rf /` $(reboot) %s%s%n ../../../etc/passwd",
        "a" * 3_000,
        "🐉" * 500 + "\u0301" * 500,
    ],
)
async def test_hostile_text_is_only_text(client: grpc.InferenceServerClient, model: str, text: str) -> None:
    heard = await speak(client, model, text)
    # No command of the text's makes a pause: that would be a minute.
    assert heard.seconds < 0.2 * len(text) + 2
    # And the model speaks on.
    assert (await speak(client, model, "Still here.")).words_said == ["Still", "here"]


async def test_a_word_that_espeak_could_not_bear_is_spoken_in_parts(
    client: grpc.InferenceServerClient,
) -> None:
    """Over a hundred vowels in a word end its process, whatever the voice; Romanian was where it was seen."""
    text = f"{'ooiaue' * 1_000} and so on"
    heard = await speak(client, ESPEAK, text, voice="ro")
    assert [start for _, start, _ in heard.words[:3]] == [0, 48, 96]
    assert heard.words_said[-3:] == ["and", "so", "on"]


@BOTH
@pytest.mark.parametrize("text", ["", " ", "...", "—", "\n\t\x00"])
async def test_nothing_to_say_is_no_error(client: grpc.InferenceServerClient, model: str, text: str) -> None:
    heard = await speak(client, model, text)
    assert heard.seconds < 0.3, "a breath at the most: eSpeak NG's differs with what it spoke before"
    assert heard.words == []


@BOTH
async def test_ten_thousand_characters_without_a_stop_keep_no_other_waiting(
    client: grpc.InferenceServerClient, model: str
) -> None:
    ended: dict[str, float] = {}

    async def time_speech(name: str, text: str) -> float:
        seconds = (await speak(client, model, text)).seconds
        ended[name] = time.monotonic()
        return seconds

    before = 0
    for _ in range(ATTEMPTS):
        ended.clear()
        long = asyncio.create_task(time_speech("long", "never ending words " * 526))
        await asyncio.sleep(0.05)
        await asyncio.gather(*(time_speech(f"short {number}", SENTENCE) for number in range(10)))
        assert await long > 400
        before = max(before, sum(at < ended["long"] for at in ended.values()))
    # A queue would serve every short one after the long one, each time. Who comes first is the scheduler's affair.
    assert before > 5, ended


async def test_streams_share_the_model_evenly(client: grpc.InferenceServerClient) -> None:
    """Twelve equal utterances at once: all have begun before any has ended."""
    firsts, ends = [], []

    async def listen() -> None:
        begun = False
        async for _ in stream(client, ESPEAK, f"{SENTENCE} " * 8):
            if not begun:
                firsts.append(time.monotonic())
            begun = True
        ends.append(time.monotonic())

    await asyncio.gather(*(listen() for _ in range(12)))
    assert max(firsts) < min(ends)


@BOTH
@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"voice": "nobody"}, "there is no voice 'nobody'"),
        ({"voice": "../../etc/passwd"}, "there is no voice"),
        ({"voice": ""}, "there is no voice ''"),
        ({"voice": "x" * 65}, "VOICE has 65 characters; at most 64"),
        ({"rate": 2.5}, "RATE is 2.5; 0.5 to 2 is allowed"),
        ({"rate": float("nan")}, "RATE is nan; 0.5 to 2 is allowed"),
        ({"pitch": 0.0}, "PITCH is 0; 0.5 to 2 is allowed"),
        ({"text": "x" * 20_001}, "TEXT has 20001 characters; at most 20000"),
        ({"text": b"\xff\xfe"}, "TEXT is not UTF-8"),
    ],
)
async def test_what_cannot_be_spoken_is_refused_with_what_can(
    client: grpc.InferenceServerClient, model: str, given: dict[str, object], named: str
) -> None:
    with pytest.raises(InferenceServerException, match=named):
        await speak(client, model, **{"text": "Hello.", **given})  # type: ignore[arg-type]  # some are wrong


async def test_a_voice_that_does_not_exist_is_told_with_its_nearest(
    client: grpc.InferenceServerClient,
) -> None:
    with pytest.raises(InferenceServerException, match=r"Did you mean 'en-us'.*There are: af, am"):
        await speak(client, ESPEAK, "Hello.", voice="en-uss")
    with pytest.raises(InferenceServerException, match=r"no variant 'f33' of 'en-gb'. Did you mean 'f3'"):
        await speak(client, ESPEAK, "Hello.", voice="en-gb+f33")
    with pytest.raises(InferenceServerException, match=r"no speaker 'eve'; there are 0 to 1 or ann, bob"):
        await speak(client, NEURAL, "Hello.", voice="duo#eve")


async def test_too_long_an_utterance_ends_with_the_limit(client: grpc.InferenceServerClient) -> None:
    """Each character of another script is spelt out: `chinese letter`, and so on."""
    with pytest.raises(InferenceServerException, match=r"over 1200 s to speak, which is the limit"):
        await speak(client, ESPEAK, "漢" * 10_000)


@BOTH
@pytest.mark.parametrize("by_message", [True, False])
async def test_who_hangs_up_frees_the_model(
    client: grpc.InferenceServerClient, model: str, by_message: bool
) -> None:
    """Eight utterances of nine minutes each, left after their first chunk: none is synthesised to its end."""
    text, chunks = "never ending words " * 526, 0
    whole = len((await speak(client, model, text)).chunks)
    before = await requests_done(client, model)

    async def leave(name: str) -> None:
        nonlocal chunks
        async for _ in stream(client, model, text, request_id=name):
            chunks += 1
            if by_message and not chunks % 2:
                await speak(client, model, "", parameters={"hang_up": name})
            elif not by_message:
                break

    await asyncio.gather(*(leave(f"{model}-{number}") for number in range(8)))
    deadline = time.monotonic() + 20
    while await requests_done(client, model) - before < 8:
        assert time.monotonic() < deadline, "cancelled streams have not ended"
        await asyncio.sleep(0.05)
    assert chunks < 8 * whole / 2
    assert (await speak(client, model, "Free.")).words_said == ["Free"]


async def requests_done(client: grpc.InferenceServerClient, model: str) -> int:
    """Requests that the model is done with, well or not."""
    found = await client.get_inference_statistics(model)
    stats = found.model_stats[0].inference_stats
    return int(stats.success.count + stats.fail.count)


async def test_hanging_up_on_nobody_is_no_error(client: grpc.InferenceServerClient) -> None:
    assert (await speak(client, ESPEAK, "ignored", parameters={"hang_up": "no such request"})).chunks == []
