"""The voice of a process: who is told what when it comes, fails, rests and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from gamemaster.protocol.outbox import Outbox
from gamemaster.speech.voices import FAILED, Patience, Voices
from tests.speechkit import FakeRoom, FakeSynthesizer, drain, of_type
from voice.synthesizer import Voice, VoiceDeadline, VoiceError

QUICK = Patience(deadline_s=1, watch_s=0.01, rest_s=0.01, longest_rest_s=0.02)


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


async def states(outbox: Outbox) -> list[str]:
    return [frame["state"] for frame in of_type(await drain(outbox), "voice")]


async def test_a_voice_that_is_still_being_prepared() -> None:
    room = FakeRoom(None)
    async with Voices(room, patience=QUICK) as voices:
        outbox = Outbox(16)
        answer = voices.choose(outbox, "player", ["opus", "pcm16"])
        assert (answer.state, answer.codec) == ("unavailable", None)
        assert "the voice is being prepared" in answer.message
        assert not outbox.hears
        assert await voices.status() == "the voice is being prepared"
        with pytest.raises(VoiceError, match="being prepared"):
            await anext(voices.speak("One.", Voice()))
        room.synthesizer = FakeSynthesizer()
        await until(lambda: outbox.hears)
        assert await states(outbox) == ["on"]
        assert await voices.status() == "ok"


async def test_every_state_says_what_it_means() -> None:
    fake = FakeSynthesizer()
    room = FakeRoom(None)
    voices = Voices(room, per_player=2, patience=QUICK)  # nobody watches it yet

    def choose(*audio: str) -> tuple[str, str]:
        outbox = Outbox(16)
        answer = voices.choose(outbox, "player", audio)
        voices.leave(outbox)
        return answer.state, answer.message

    assert choose() == ("off", "")
    assert choose("mp3") == ("unavailable", "This service speaks opus and pcm16; the story comes in text.")
    assert choose("opus") == ("unavailable", "The story comes in text for now: the voice is being prepared")
    room.synthesizer = fake
    assert choose("opus") == ("unavailable", "The story comes in text for now: the voice is being tried")
    async with voices:
        await until_well(voices)
        assert choose("opus") == ("on", "")
        fake.down = True
        voices.on_failure(VoiceError("the server is gone"), [])
        await until(lambda: choose("opus")[0] == "degraded")
        assert choose("opus") == ("degraded", FAILED)


async def test_one_story_that_fails_is_no_loss_for_the_others() -> None:
    async with Voices(FakeRoom(FakeSynthesizer()), patience=QUICK) as voices:
        mine, other = Outbox(16), Outbox(16)
        await until_well(voices)
        for outbox in (mine, other):
            assert voices.choose(outbox, "player", ["pcm16"]).state == "on"
        voices.on_failure(VoiceError("one sentence"), [mine])
        assert not mine.hears
        assert other.hears
        await until(lambda: mine.hears)
        assert await states(mine) == ["degraded", "on"]
        assert await states(other) == []


async def test_a_voice_that_is_lost_is_lost_for_all_once() -> None:
    fake = FakeSynthesizer()
    async with Voices(FakeRoom(fake), patience=QUICK) as voices:
        mine, other, reader = Outbox(16), Outbox(16), Outbox(16)
        await until_well(voices)
        for outbox in (mine, other):
            voices.choose(outbox, "player", ["pcm16"])
        voices.choose(reader, "player", [])
        fake.down = True
        voices.on_failure(VoiceError("the server is gone"), [mine])
        await until(lambda: not other.hears)
        voices.on_failure(VoiceError("again"), [mine, other])
        late = Outbox(16)
        assert voices.choose(late, "other", ["opus"]).state == "degraded"
        assert await voices.status() == "the fake is down"
        fake.down = False
        await until(lambda: mine.hears and other.hears and late.hears)
        assert await states(mine) == ["degraded", "on"]
        assert await states(other) == ["degraded", "on"]
        assert await states(late) == ["on"]
        assert await states(reader) == []


async def test_what_goes_on_failing_rests_longer() -> None:
    fake = FakeSynthesizer()
    patience = Patience(deadline_s=1, watch_s=0.01, rest_s=0.05, longest_rest_s=30)
    async with Voices(FakeRoom(fake), patience=patience) as voices:
        outbox = Outbox(16)
        await until_well(voices)
        voices.choose(outbox, "player", ["pcm16"])
        voices.on_failure(VoiceError("first"), [outbox])
        await until(lambda: outbox.hears)
        for _ in range(9):
            voices.on_failure(VoiceError("again"), [outbox])
        await asyncio.sleep(0.2)
        assert not outbox.hears


async def test_who_left_is_told_nothing_and_makes_room() -> None:
    async with Voices(FakeRoom(FakeSynthesizer()), per_player=1, patience=QUICK) as voices:
        first, second = Outbox(16), Outbox(16)
        await until_well(voices)
        assert voices.choose(first, "player", ["pcm16"]).state == "on"
        assert voices.choose(second, "player", ["pcm16"]).state == "unavailable"
        assert voices.choose(second, "another", ["pcm16"]).state == "on"
        voices.leave(first)
        assert not first.hears
        assert voices.choose(second, "player", ["pcm16"]).state == "on"
        voices.on_failure(VoiceError("lost"), [first])
        assert await states(first) == []


async def until_well(voices: Voices) -> None:
    async with asyncio.timeout(30):
        while await voices.status() != "ok":
            await asyncio.sleep(0.005)


async def test_a_turn_to_speak_is_not_waited_for_for_ever() -> None:
    fake = FakeSynthesizer()
    patience = Patience(deadline_s=0.05, watch_s=0.01)
    async with Voices(FakeRoom(fake), streams=1, patience=patience) as voices:
        await until_well(voices)
        fake.gate = asyncio.Event()
        first = voices.speak("One two.", Voice())
        waiting = asyncio.create_task(anext(first))
        await until(lambda: fake.spoken)
        with pytest.raises(VoiceDeadline, match="too many speak"):
            await anext(voices.speak("Three.", Voice()))
        fake.gate.set()
        await waiting
        await first.aclose()
        await asyncio.wait_for(anext(voices.speak("Three.", Voice())), 5)
