"""What is counted of a live story by its events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.meters import Meters
from gamemaster.metrics.samples import Samples, read_samples
from gamemaster.metrics.settings import ServiceObjectives
from gamemaster.play.failures import failure
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.story_metrics import StoryMeters
from gamemaster.protocol import messages
from gamemaster.speech.voices import Patience, Voices
from tests.integration.service import Puppet
from tests.playkit import Window, desk_in_memory, new_story
from tests.speechkit import FakeRoom, FakeSynthesizer


@dataclass(eq=False)
class Stage:
    live: LiveStory
    meters: StoryMeters
    registry: CollectorRegistry

    async def act(self, words: str, window: Window, act_id: str = "act-0001") -> None:
        self.live.ask(StoryRequest(messages.Act(id=act_id, text=words), window.outbox))
        await window.until("commit", "error")

    @property
    def samples(self) -> Samples:
        return read_samples(generate_latest(self.registry).decode())


@contextlib.asynccontextmanager
async def on_stage(
    puppet: Puppet | None = None, objectives: ServiceObjectives | None = None, **changes: Any
) -> AsyncIterator[Stage]:
    """A story on stage that is measured; its counts are whole when the context has ended."""
    registry = CollectorRegistry()
    meters = StoryMeters(Meters(["hut"], registry), objectives)
    async with desk_in_memory(puppet, **changes) as desk:
        stored = await new_story(desk)
        live = LiveStory(desk.of_a_story, desk.worlds["hut"], stored, [], None, [meters.watch("hut")])
        working = asyncio.create_task(live.run())
        yield Stage(live, meters, registry)
        live.leave()
        await working


async def test_turns_and_their_times_are_counted() -> None:
    async with on_stage(Puppet(spans=3)) as stage:
        window = Window()
        await stage.live.follow(window.outbox, None, None)
        await stage.act("go north", window)
        await stage.act("take", window, "act-0002")
        stage.live.ask(StoryRequest(messages.Undo(id="undo-0001"), window.outbox))
        await window.until("story")
        stage.live.unfollow(window.outbox)
    samples = stage.samples
    assert samples.by("turns_total", "narrator") == {"understudy": 2}
    assert samples.by("turns_total", "rung") == {"none": 2}
    assert samples.total("turns_good_total") == 2
    assert samples.total("story_turns_total", world="hut") == 2
    assert samples.by("requests_total", "kind") == {"act": 2, "undo": 1}
    for name in ("acknowledged", "first_text", "commit"):
        assert samples.total(f"turn_{name}_seconds_count") == 2, name
    assert samples.total("turn_text_gap_seconds_count") >= 4
    assert samples.total("turn_first_audio_seconds_count") == 0
    assert samples.total("story_signs_total", sign="refused") == 1, "there is no knife on the shore"
    assert samples.total("story_signs_total", sign="undone") == 1
    assert samples.total("session_seconds_count") == 1
    assert samples.total("stories_begun_total", world="hut") == 1


async def test_a_lost_turn_and_late_text_miss_their_objectives() -> None:
    objectives = ServiceObjectives(acknowledged_ms=1e-6)
    async with on_stage(Puppet(fails="adjudicate"), objectives) as stage:
        window = Window()
        await stage.live.follow(window.outbox, None, None)
        await stage.act("take", window)
    samples = stage.samples
    assert samples.by("objectives_missed_total", "objective") == {"acknowledged": 1, "ending": 1}
    assert samples.total("turns_good_total") == 0
    assert samples.by("turns_total", "ending") == {"engine_lost": 1}
    assert samples.total("story_signs_total", sign="lost") == 1


async def test_an_ending_is_counted_by_its_world() -> None:
    async with on_stage(Puppet(ends=True)) as stage:
        window = Window()
        await stage.live.follow(window.outbox, None, None)
        await stage.act("leave", window)
    assert stage.samples.by("endings_total", "defeat") == {"no": 1}


async def test_refusals_are_counted_by_the_limit_that_was_met() -> None:
    async with on_stage() as stage:
        limits = ("30 acts a minute", "2000 connections", "2,000 characters", None, "42 odd things")
        for limit in limits:
            stage.meters.on_say(failure("too_fast", "No.", limit=limit))
        stage.meters.on_say(messages.Pong(n=1))
        stage.meters.on_close(4408)
        stage.meters.on_close(4999)
    samples = stage.samples
    assert samples.by("refusals_total", "limit") == {
        "acts a minute": 1, "connections": 1, "characters": 1, "none": 1, "other": 1,
    }  # fmt: skip
    assert samples.by("socket_closes_total", "code") == {"4408": 1, "other": 1}


async def test_a_turn_that_is_heard_has_a_first_sound() -> None:
    patience = Patience(deadline_s=1, watch_s=0.01, rest_s=0.01)
    async with Voices(FakeRoom(FakeSynthesizer()), patience=patience) as voices:
        while not voices.speaks:
            await asyncio.sleep(0.005)
        async with on_stage(Puppet(spans=1), voices=voices) as stage:
            window = Window()
            await stage.live.follow(window.outbox, None, None)
            voices.choose(window.outbox, "player", ["opus"])
            act = messages.Act(id="act-0001", text="take")
            stage.live.ask(StoryRequest(act, window.outbox))
            sound = False
            while not sound:
                sound = any(isinstance(frame, bytes) for frame in await window.outbox.next() or [])
            stage.live.flight.stop()
            await stage.live.idle.wait()
    samples = stage.samples
    assert samples.total("turn_first_audio_seconds_count") == 1
    assert samples.by("spoken_turns_total", "end") == {"interrupted": 1}
