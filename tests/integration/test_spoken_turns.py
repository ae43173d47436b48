"""Turns that are spoken, over the real socket: what is committed is what was heard, and text waits for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from gamemaster.speech.voices import Patience, Voices
from tests.integration.listener import Listener, audio, listening, of_type
from tests.integration.service import Puppet, Service, ids, kinds, running, text_of
from tests.speechkit import RATE, WORD, FakeRoom, FakeSynthesizer

QUICK = Patience(deadline_s=1, watch_s=0.01, rest_s=0.05, longest_rest_s=0.1)
TEXT = "You {words}, and the wind answers. Nobody comes ({n}). "
Speaking = tuple[Service, FakeSynthesizer, FakeRoom]


@asynccontextmanager
async def speaking(
    migrated_url: str, redis_url: str, puppet: Puppet | None = None, per_player: int = 4
) -> AsyncIterator[Speaking]:
    fake = FakeSynthesizer()
    room = FakeRoom(fake)
    async with (
        Voices(room, per_player=per_player, patience=QUICK) as voices,
        running(migrated_url, redis_url, puppet or Puppet(text=TEXT), voices=voices) as service,
    ):
        yield service, fake, room


@asynccontextmanager
async def going_north(
    migrated_url: str, redis_url: str, puppet: Puppet | None = None, gate: asyncio.Event | None = None
) -> AsyncIterator[tuple[Service, FakeSynthesizer, Listener]]:
    """A player who plays nothing of what comes has gone north. With a gate, nothing is spoken until it is set."""
    async with (
        speaking(migrated_url, redis_url, puppet) as (service, fake, _),
        listening(service, "pcm16", plays=False) as client,
    ):
        await client.begin()
        fake.gate = gate
        await client.send(type="act", id=next(ids), text="go north")
        yield service, fake, client


async def spans_of(service: Service, client: Listener) -> list[str]:
    """The last turn's text, as it was committed."""
    (record,) = await service.desk.store.turns(client.story, client.player, limit=1)
    return [span.text for span in record.spans]


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


async def until_spoken(fake: FakeSynthesizer, sentences: int) -> None:
    await until(lambda: len(fake.spoken) >= sentences and not fake.running)


async def test_a_turn_is_heard_and_then_committed(migrated_url: str, redis_url: str) -> None:
    async with speaking(migrated_url, redis_url) as (service, fake, _), listening(service, "opus") as client:
        await client.begin()
        fake.spoken.clear()
        frames = await client.whole_turn("go north")
        assert [text for text, _ in fake.spoken] == [
            sentence
            for n in range(2)
            for sentence in ("You go north, and the wind answers.", f"Nobody comes ({n}).")
        ]
        assert {frame.codec for frame in audio(frames)} == {"opus"}
        commit = next(n for n, frame in enumerate(frames) if frame["type"] == "commit")
        assert [frame["utterance"] for frame in of_type(frames[:commit], "utterance")] == [0, 1, 2, 3]
        assert len([frame for frame in audio(frames[:commit]) if frame.last]) == 4
        assert frames[commit]["reason"] == "complete"
        assert frames[commit]["kept"] is None
        texts = of_type(frames, "text")
        for said in of_type(frames, "utterance"):
            whole = "".join(text["text"] for text in texts if text["span"] == said["span"])
            assert whole[said["start"] : said["end"]] == fake.spoken[said["utterance"]][0]
        assert "".join(await spans_of(service, client)) == text_of(frames)


async def test_the_opening_is_spoken_to_whoever_begins_the_story(migrated_url: str, redis_url: str) -> None:
    async with (
        speaking(migrated_url, redis_url) as (service, fake, _),
        listening(service, "pcm16", plays=False) as client,
    ):
        await client.send(type="new_story", id=next(ids), world="hut", seed=7)
        frames = await client.until("spoken")
        story = frames[0]["story"]
        said = of_type(frames, "utterance")
        assert {each["turn"] for each in said} == {0}
        shown = [frames[0]["opening"][each["span"]]["text"][each["start"] : each["end"]] for each in said]
        assert shown == [text for text, _ in fake.spoken]
        assert shown[0] == "You wake in a hut."
        assert audio(frames)[-1].last
        # Nothing waits for it, and it is spoken once.
        client.plays = True
        frames = await client.whole_turn("go north")
        assert {frame["turn"] for frame in of_type(frames, "utterance")} == {1}
        await client.open(story)
        await client.silence()


async def test_the_opening_is_spoken_to_who_chooses_to_hear_it_late(
    migrated_url: str, redis_url: str
) -> None:
    async with speaking(migrated_url, redis_url) as (service, _, _), listening(service) as client:
        await client.voice()
        await client.begin()
        await client.send(type="voice", audio=["pcm16"])
        frames = await client.until("spoken")
        assert {frame["turn"] for frame in of_type(frames, "utterance")} == {0}
        await client.send(type="voice", audio=["opus"])  # once is enough
        await client.voice()
        await client.silence()


async def test_who_acts_during_the_opening_hears_the_turn(migrated_url: str, redis_url: str) -> None:
    async with (
        speaking(migrated_url, redis_url) as (service, fake, _),
        listening(service, "pcm16") as client,
    ):
        fake.gate = asyncio.Event()
        await client.send(type="new_story", id=next(ids), world="hut", seed=7)
        await until(lambda: fake.running)
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("accepted")
        await until(lambda: fake.cancelled == ["You wake in a hut."])
        fake.gate.set()
        frames = await client.until("commit")
        assert {frame["turn"] for frame in of_type(frames, "utterance")} == {1}


async def test_the_turn_waits_for_its_listener_and_text_does_not(migrated_url: str, redis_url: str) -> None:
    gate = asyncio.Event()
    async with going_north(migrated_url, redis_url, gate=gate) as (_, _, client):
        frames = await client.until("text")
        while text_of(frames).count("Nobody") < 2:
            frames.append(await client.receive())
        assert not audio(frames)
        gate.set()
        frames += await client.until("spoken")
        assert not of_type(frames, "commit")
        await client.silence()
        await client.report_played(1, 3, 10**9)
        await client.until("commit")


@pytest.mark.parametrize("codec", ["pcm16", "opus"])
async def test_an_interruption_keeps_what_was_heard_to_the_letter(
    migrated_url: str, redis_url: str, codec: str
) -> None:
    async with (
        speaking(migrated_url, redis_url) as (service, fake, _),
        listening(service, codec, plays=False) as client,
    ):
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        frames = await client.until("utterance")
        while len([frame for frame in audio(frames) if frame.last]) < 2:
            frames.append(await client.receive())
        rate = of_type(frames, "utterance")[0]["sample_rate"]
        heard = {"turn": 1, "utterance": 0, "samples": 4 * WORD * rate // RATE + 5}
        await client.send(type="interrupt", shown=10**6, heard=heard)
        frames = await client.until("commit")
        assert frames[-1]["reason"] == "interrupted"
        assert frames[-1]["kept"] == {"span": 0, "chars": len("You go north, and")}
        assert await spans_of(service, client) == ["You go north, and"]
        (record,) = await service.desk.store.turns(client.story, client.player, limit=1)
        assert [span.keys for span in record.spans] == [[]]
        assert fake.running == 0
        stored = await service.desk.store.load(client.story, client.player)
        assert f"{0:012x}" not in stored.state.told
        # The story goes on from what was heard, and a window that opens it anew reads no more than that.
        again = await client.open(client.story)
        assert [span["text"] for span in again["turns"][0]["spans"]] == ["You go north, and"]


async def test_interrupted_before_a_word_was_heard_nothing_is_told(migrated_url: str, redis_url: str) -> None:
    async with going_north(migrated_url, redis_url) as (service, _, client):
        await client.until("utterance")
        await client.send(type="interrupt", heard={"turn": 1, "utterance": 0, "samples": 0})
        commit = (await client.until("commit"))[-1]
        assert commit["kept"] == {"span": 0, "chars": 0}
        assert await spans_of(service, client) == []


async def test_an_interruption_while_the_narrator_still_writes(migrated_url: str, redis_url: str) -> None:
    gate = asyncio.Event()
    puppet = Puppet(text=TEXT, spans=3, gate=gate)
    async with going_north(migrated_url, redis_url, puppet) as (_, _, client):
        await client.until("utterance")
        await client.until("audio")
        await client.send(type="interrupt", heard={"turn": 1, "utterance": 0, "samples": 2 * WORD})
        commit = (await client.until("commit"))[-1]
        assert commit["kept"] == {"span": 0, "chars": len("You go")}


async def test_an_interruption_of_a_turn_that_is_over_is_void(migrated_url: str, redis_url: str) -> None:
    async with (
        speaking(migrated_url, redis_url) as (service, _, _),
        listening(service, "pcm16") as client,
    ):
        await client.begin()
        await client.whole_turn("go north")
        client.plays = False
        await client.send(type="act", id=next(ids), text="go south")
        await client.until("utterance")
        await client.send(type="interrupt", heard={"turn": 1, "utterance": 3, "samples": 1})
        await client.until("spoken", "commit")
        await client.report_played(2, 4, 0)
        commit = (await client.until("commit"))[-1]
        assert (commit["turn"], commit["reason"]) == (2, "complete")


async def test_who_acts_in_mid_audio_has_read_on(migrated_url: str, redis_url: str) -> None:
    async with going_north(migrated_url, redis_url) as (service, _, client):
        await client.until("audio")
        client.plays = True
        await client.send(type="act", id=next(ids), text="go south")
        first = (await client.until("commit"))[-1]
        assert (first["turn"], first["reason"]) == (1, "complete")
        assert len(await spans_of(service, client)) == 2
        second = (await client.until("commit"))[-1]
        assert (second["turn"], second["reason"]) == (2, "complete")


async def test_two_windows_one_with_each_codec_and_one_that_reads(migrated_url: str, redis_url: str) -> None:
    async with speaking(migrated_url, redis_url) as (service, fake, _), listening(service, "opus") as first:
        await first.begin()
        fake.spoken.clear()
        async with (
            listening(service, "pcm16", token=first.token, plays=False) as second,
            service.client(first.token) as reader,
        ):
            await second.open(first.story)
            await reader.open(first.story)
            frames = await first.whole_turn("go north")
            others = await second.until("commit")
            while not of_type(others, "spoken"):
                others.append(await second.receive())
            read = await reader.until("commit")
        assert len(fake.spoken) == 4
        assert {frame.codec for frame in audio(frames)} == {"opus"}
        assert {frame.codec for frame in audio(others)} == {"pcm16"}
        assert text_of(frames) == text_of(others) == text_of(read)
        assert kinds(read) == ["accepted", "ruling", "text", "state", "commit"]


async def test_a_client_that_does_not_read_loses_audio_and_no_text(migrated_url: str, redis_url: str) -> None:
    sentences = 60  # of four seconds: 10 MB of PCM, which no socket buffers
    puppet = Puppet(text=("Word " + "word " * 39).strip() + ". ", spans=sentences)
    async with (
        speaking(migrated_url, redis_url, puppet) as (service, fake, _),
        listening(service, "pcm16", plays=False) as client,
    ):
        await client.begin()
        fake.spoken.clear()
        await client.send(type="act", id=next(ids), text="go north")
        for heard in range(1, sentences):
            await until_spoken(fake, heard + 1)
            await client.report_played(1, heard, 0)
        frames = await client.until("spoken", timeout=20)
        await client.report_played(1, sentences, 0)
        if not of_type(frames, "commit"):
            frames += await client.until("commit")
        lasts = [frame for frame in audio(frames) if frame.last]
        assert any(frame.failed for frame in lasts)
        assert not lasts[0].failed
        assert len(text_of(frames)) == sentences * len(puppet.text)
        assert of_type(frames, "spoken")[0]["utterances"] == sentences
        assert of_type(frames, "commit")[0]["reason"] == "complete"


async def test_a_line_that_breaks_in_mid_audio(migrated_url: str, redis_url: str) -> None:
    async with speaking(migrated_url, redis_url) as (service, _, _):
        async with listening(service, "pcm16", plays=False) as client:
            await client.begin()
            await client.send(type="act", id=next(ids), text="go north")
            frames = await client.until("audio")
        texts = [frame for frame in frames if frame["type"] == "text"]
        async with listening(service, "pcm16", token=client.token) as again:
            resumed = await again.open(client.story, texts[0]["epoch"], texts[0]["offset"])
            assert resumed["type"] == "resumed"
            # It comes in time to cut the turn where the first line broke.
            await again.send(type="interrupt", heard={"turn": 1, "utterance": 0, "samples": WORD})
            rest = await again.until("commit")
            assert rest[-1]["kept"] == {"span": 0, "chars": 3}


async def test_a_story_that_is_opened_again_in_mid_audio(migrated_url: str, redis_url: str) -> None:
    gate = asyncio.Event()
    async with going_north(migrated_url, redis_url, gate=gate) as (_, fake, client):
        await until(lambda: fake.running)
        await client.send(type="open", story=client.story)
        await client.until("story")
        gate.set()
        frames = await client.until("spoken")
        # Nothing had begun; now all of it comes, from the start and without a gap.
        assert [frame["utterance"] for frame in of_type(frames, "utterance")] == [0, 1, 2, 3]
        for utterance in range(4):
            mine = audio(frames, utterance)
            assert [frame.sequence for frame in mine] == list(range(len(mine)))
            assert mine[-1].last
            assert not mine[-1].failed
        await client.report_played(1, 4, 0)
        assert (await client.until("commit"))[-1]["reason"] == "complete"


async def test_the_voice_fails_in_mid_sentence_and_comes_back(migrated_url: str, redis_url: str) -> None:
    async with (
        speaking(migrated_url, redis_url) as (service, fake, _),
        listening(service, "pcm16") as client,
        service.client() as stranger,
    ):
        await client.begin()
        await stranger.begin()
        fake.fail_at_word = 3
        frames = await client.whole_turn("go north")
        last = audio(frames)[-1]
        assert (last.last, last.failed) == (True, True)
        assert [frame["state"] for frame in of_type(frames, "voice")][:1] == ["degraded"]
        assert "".join(await spans_of(service, client)) == text_of(frames)
        assert of_type(frames, "commit")[0]["reason"] == "complete"
        fake.fail_at_word = None
        while (await client.voice())["state"] != "on":
            pass
        frames = await client.whole_turn("go south")
        assert len([frame for frame in audio(frames) if frame.last and not frame.failed]) == 4
        # Lost altogether: everyone who listens is told once, and reads.
        fake.down = True
        frames = await client.whole_turn("go north")
        assert [frame["state"] for frame in of_type(frames, "voice")] == ["degraded"]
        frames = await client.act("go south")
        assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
        async with httpx.AsyncClient(trust_env=False) as http:
            ready = await http.get(f"{service.http}/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
        assert ready.json()["checks"]["voice"] == "the fake is down"
        fake.down = False
        assert (await client.voice())["state"] == "on"
        assert not of_type(stranger.frames, "voice")


async def test_a_voice_that_comes_late_and_goes(migrated_url: str, redis_url: str) -> None:
    async with speaking(migrated_url, redis_url) as (service, fake, room):
        room.synthesizer = None
        await asyncio.sleep(0.05)
        async with service.client() as plain:
            await plain.send(type="voice", audio=["pcm16"])
            state = await plain.receive()
            assert (state["type"], state["state"], state["codec"]) == ("voice", "degraded", None)
            room.synthesizer = fake
            state = await plain.receive()
            assert (state["state"], state["codec"]) == ("on", "pcm16")
            await plain.send(type="voice", audio=[])
            assert (await plain.receive())["state"] == "off"


async def test_choosing_a_voice_in_mid_turn(migrated_url: str, redis_url: str) -> None:
    gate = asyncio.Event()
    async with (
        speaking(migrated_url, redis_url, Puppet(text=TEXT, gate=gate)) as (service, _, _),
        listening(service) as client,
    ):
        assert (await client.voice())["state"] == "off"
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("text")
        await client.send(type="voice", audio=["mp3", "opus"])
        frames = await client.until("spoken")
        assert of_type(frames, "voice")[0]["codec"] == "opus"
        assert (frames[-1]["turn"], frames[-1]["utterances"]) == (1, 0)
        gate.set()
        await client.until("commit")
        frames = await client.whole_turn("go south")
        assert len([frame for frame in audio(frames) if frame.last]) == 4
        # And no more of it: the turn that waited to be heard is committed at once.
        client.plays = False
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("audio")
        await client.send(type="voice", audio=[])
        assert (await client.until("commit"))[-1]["reason"] == "complete"


async def test_what_the_service_does_not_have_and_how_many_may_hear(
    migrated_url: str, redis_url: str
) -> None:
    async with (
        speaking(migrated_url, redis_url, per_player=1) as (service, _, _),
        listening(service, "opus") as client,
    ):
        limits = client.frames[0]["limits"]  # those of the settings, which `bootstrap` hands on
        assert limits["audio_per_player"] == service.desk.limits.audio_per_player
        await client.send(type="voice", audio=["mp3"])
        refused = await client.voice()
        assert (refused["state"], "opus and pcm16" in refused["message"]) == ("unavailable", True)
        await client.send(type="voice", audio=["opus"])
        assert (await client.voice())["state"] == "on"
        async with service.client(client.token) as other:
            await other.send(type="voice", audio=["opus"])
            refused = await other.receive()
            assert (refused["state"], "1 windows" in refused["message"]) == ("unavailable", True)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "voice", "audio": ["x"] * 9},
        {"type": "voice", "audio": ["x" * 17]},
        {"type": "played", "turn": -1, "utterance": 0, "samples": 0},
        {"type": "played", "turn": 1, "utterance": 0, "samples": 2**53},
        {"type": "interrupt", "heard": {"turn": 1, "utterance": 2**31, "samples": 0}},
    ],
)
async def test_what_is_out_of_bounds_is_refused(
    migrated_url: str, redis_url: str, message: dict[str, Any]
) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.send(**message)
        assert (await client.receive())["code"] == "bad_message"


async def test_a_service_without_a_voice(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.send(type="voice", audio=["opus"])
        assert (await client.receive())["state"] == "unavailable"
        await client.send(type="voice", audio=[])
        assert (await client.receive())["state"] == "off"
        await client.begin()
        await client.send(type="played", turn=1, utterance=0, samples=0)
        assert kinds(await client.act("go north")) == ["accepted", "ruling", "text", "state", "commit"]
