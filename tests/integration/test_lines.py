"""The lines that a player draws: over the socket, kept in Postgres, in every story and worker, and in recordings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play import hub
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.folder import look
from gamemaster.recording.format import read
from gamemaster.replay.verify.verify import verify
from gamemaster.rules.boundaries import TERMS
from tests.integration.service import WORLD, Client, Service, running, text_of
from tests.integration.test_consent import recorded_consents

pytestmark = pytest.mark.integration
TURF = {"avoid": ["turf"], "violence": "none"}


async def draw(client: Client, **lines: Any) -> dict[str, Any]:
    await client.send(type="boundaries", **lines)
    return (await client.until("boundaries", "error"))[-1]


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url, Understudy()) as started:
        yield started


async def test_lines_hold_from_the_next_words_on_and_in_every_story(service: Service) -> None:
    async with service.client() as client:
        answer = await draw(client)
        assert answer["lines"] == {"avoid": [], "violence": "full"}
        assert (answer["world"], answer["terms"]) == (None, list(TERMS))
        await client.begin()
        await client.act("look around")  # the first look is brief: the opening has told the place
        assert "turf" in text_of(await client.act("look around"))
        assert (await draw(client, lines=TURF))["lines"] == TURF
        assert "turf" not in text_of(await client.act("look around"))
        frames = await client.act("cut a piece of turf from the wall")
        assert [frame["kind"] for frame in frames if frame["type"] == "text"] == ["aside"]
        opened = await client.begin(seed=8)
        assert "turf" not in str(opened["opening"])
    async with service.client(client.token) as again:
        assert (await draw(again))["lines"] == TURF
        await draw(again, lines={"avoid": [], "violence": "full"})
        await again.open(client.story)
        await again.act("look around")
        assert "turf" in text_of(await again.act("look around"))


@pytest.mark.parametrize(
    "lines",
    [
        {"avoid": ["x" * 61]},
        {"avoid": [""]},
        {"avoid": ["spi\0ders"]},
        {"avoid": ["x"] * 31},
        {"violence": "some"},
        {"more": 1},
        "spiders",
    ],
)
async def test_lines_that_cannot_be_kept_are_refused(service: Service, lines: object) -> None:
    async with service.client() as client:
        assert (await draw(client, lines=lines))["code"] == "bad_message"


async def test_lines_drawn_through_another_worker_hold_here(
    service: Service, migrated_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LINES_S", 0.05)
    async with running(migrated_url, redis_url, Understudy()) as elsewhere, elsewhere.client() as here:
        await here.begin()
        async with service.client(here.token) as there:
            await draw(there, lines=TURF)
        async with asyncio.timeout(60):
            while "turf" in text_of(await here.act("look around")):
                await asyncio.sleep(0.05)


async def test_a_recording_says_which_lines_held_and_is_verified(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    async with recorded_consents(migrated_url, tmp_path) as (recordings, consents):
        own = {"recordings": recordings, "consents": consents}
        async with (
            running(migrated_url, redis_url, Understudy(), **own) as service,
            service.client() as client,
        ):
            await client.send(type="consent", record=True)
            await client.until("consent")
            await client.begin()
            await client.act("look around")
            await draw(client, lines=TURF)
            await client.act("look around")
            await client.act("cut the turf")
            await draw(client, lines={"avoid": [], "violence": "full"})
            await client.act("look around")
            await draw(client, lines=TURF)
            await client.begin(seed=8)  # a story that begins with lines
            await client.act("look around")
    found = look(tmp_path).recordings
    assert len(found) == 2
    for one in found:
        recording = read(one.path)
        assert [line["kind"] for line in recording.lines].count("lines") in (1, 3)
        verdict = await verify(recording, {"hut": LoadedWorld(WORLD, "hash-1")})
        assert verdict.same, verdict.divergence
