"""A world that is edited while it is played: what fits is in the story before the next turn, what does not is said."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.hosting.background_task import background_task
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.context import LoadedWorld
from gamemaster.play.hub import Hub
from gamemaster.play.live_story import LiveStory, StoryRequest
from gamemaster.play.opening import begin
from gamemaster.play.world_watch import WorldWatch
from gamemaster.protocol import messages
from gamemaster.server.rest.skeins import Skeins
from gamemaster.storage.store import StoryStart
from tests.playkit import Window, desk_in_memory
from worlds.loader import load_world, world_hash


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    folder = tmp_path / "plays" / "isle"  # a folder of that name around the world is none of the world's
    new_world(folder, "tiny")
    return folder


@contextlib.asynccontextmanager
async def follow_isle(isle: Path, workshop: bool = False) -> AsyncIterator[tuple[Hub, LiveStory, Window]]:
    """A story in the isle, followed by its writer."""
    loaded = LoadedWorld(load_world(isle), world_hash(isle), isle)
    async with desk_in_memory(Understudy(), worlds={"isle": loaded}, workshop=workshop) as desk:
        hub, window = Hub(desk), Window()
        start = StoryStart("isle", loaded.hash, begin(loaded.world, 1), "new", title="Isle")
        player = await desk.store.create_player()
        stored = await desk.store.create_story(player, start)
        try:
            live = await hub.follow(stored.id, stored.player, window.outbox)
            await window.until("story")
            yield hub, live, window
        finally:
            await hub.close()


def edit(isle: Path, old: str, new: str) -> None:
    file = isle / "world.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


async def say(live: LiveStory, window: Window, words: str, act: str) -> str:
    """What is told in answer."""
    live.ask(StoryRequest(messages.Act(id=f"act-{act:0>8}", text=words, instant=True), window.outbox))
    frames = await window.until("commit")
    return " ".join(frame["text"] for frame in frames if frame["type"] == "text")


async def test_a_save_that_fits_is_in_the_story_before_the_next_turn(isle: Path) -> None:
    async with follow_isle(isle) as (hub, live, window):
        await say(live, window, "ask tam about the lamp", "one")
        await say(live, window, "go north", "two")
        edit(isle, "Rope, tar, and a boat", "Cobwebs, tar, and a boat")
        await WorldWatch(hub).look("isle", isle)
        frames = await window.until("story")
        assert (frames[0]["type"], frames[0]["fits"], frames[0]["notes"]) == ("world_edited", True, [])
        assert frames[-1]["view"]["place"]["name"] == "The Boathouse"
        assert "Cobwebs, tar" in await say(live, window, "look around", "three")


async def test_what_could_not_be_kept_is_said_and_a_rename_is_followed(isle: Path) -> None:
    async with follow_isle(isle) as (hub, live, window):
        await say(live, window, "ask tam about the lamp", "one")
        edit(isle, "  key:\n", "  iron_key:\n    was: key\n")
        edit(isle, "when: {has: key}", "when: {has: iron_key}")
        edit(isle, "effects: {give: key, learn", "effects: {give: iron_key, learn")
        await WorldWatch(hub).look("isle", isle)
        frames = await window.until("story")
        assert frames[0]["notes"] == ["`key` is `iron_key` now: what the story knew of it is kept."]
        assert live.state.items["iron_key"] == "player"
        await say(live, window, "go north", "two")
        assert live.stored.state.place == "boathouse"


async def test_a_broken_save_keeps_the_last_good_world_and_shows_the_fault(isle: Path) -> None:
    async with follow_isle(isle) as (hub, live, window):
        edit(isle, "at: tam ", "at: tom ")
        await WorldWatch(hub).look("isle", isle)
        frame = await window.last("world_edited")
        assert not frame["fits"]
        (fault,) = frame["faults"]
        assert (fault["file"], "`tom`" in fault["message"], "did you mean `tam`?" in fault["hint"]) == (
            "world.yaml",
            True,
            True,
        )
        assert hub.desk.faults["isle"].faults[0].line > 0
        assert "Out of oil" in await say(live, window, "ask tam about the lamp", "one")
        edit(isle, "at: tom ", "at: tam ")
        await WorldWatch(hub).look("isle", isle)
        assert (await window.last("world_edited"))["fits"]
        assert hub.desk.faults == {}


async def test_the_watch_sees_a_save(isle: Path) -> None:
    async with follow_isle(isle) as (hub, _, window), background_task(WorldWatch(hub).run(), "watch"):
        frame = None
        for number in range(100):  # the watch says nowhere that it has begun
            edit(isle, "The jetty again", f"The jetty again {number}")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    frame = await window.last("world_edited")
                break
        assert frame is not None
        assert frame["fits"]


async def test_a_writer_arranges_a_scene_at_no_cost_of_time(isle: Path) -> None:
    async with follow_isle(isle, workshop=True) as (_, live, window):
        assert "You are at The Boathouse now." in await say(live, window, "!at boathouse", "one")
        assert (live.state.place, live.state.minutes, live.state.turn) == ("boathouse", 0, 1)
        assert "Something large turns over" in await say(live, window, "!minutes 30", "two")
        live.ask(StoryRequest(messages.Act(id="act-none", text="!at moon"), window.outbox))
        assert "no place 'moon'" in (await window.last("error"))["message"]
        live.ask(StoryRequest(messages.Undo(id="undo-one"), window.outbox))
        await window.until("story")
        assert live.state.minutes == 0


async def test_a_turn_is_played_again_with_the_roll_that_its_writer_wants(isle: Path) -> None:
    for workshop in (True, False):
        async with follow_isle(isle, workshop=workshop) as (_, live, window):
            await say(live, window, "look", "one")
            found = []
            for number, d20 in enumerate((20, 3)):
                live.ask(StoryRequest(messages.Retry(id=f"retry-{number}-x", d20=d20), window.outbox))
                found.append((await window.last("accepted"))["d20"])
                await window.until("commit")
            assert (found == [20, 3]) == workshop


async def test_nobody_else_arranges_anything(isle: Path) -> None:
    async with follow_isle(isle) as (_, live, window):
        await say(live, window, "!give oil", "one")
        assert live.state.items["oil"] == "boathouse"


@pytest.mark.slow
async def test_bots_go_through_the_world_after_each_save(isle: Path) -> None:
    edit(isle, 'minutes: ">= 20"', 'minutes: ">= 5"')
    async with follow_isle(isle) as (hub, _, window):
        skeins = Skeins(hub)
        async with background_task(skeins.send_bots(), "bots"):
            edit(isle, 'minutes: ">= 5"', 'minutes: ">= 2000"')
            await WorldWatch(hub, skeins.refresh).look("isle", isle)
            returned = (await window.until("bots_returned"))[-1]
            assert returned["lost"] == ["beat splash"]
            loaded = hub.desk.worlds["isle"]
            bots = (await skeins.of(loaded)).bots
            assert bots is not None
            assert not bots.is_well
            skeins.take_bots("isle")
            bots = (await skeins.of(loaded)).bots
            assert bots is not None
            assert bots.is_well
