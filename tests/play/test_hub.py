"""The hub without servers: a story is opened once, let go of when it must be, and its turn in flight is played out."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from gamemaster.play import hub as hub_module
from gamemaster.play.hub import Hub, WorldNotLoadedError
from gamemaster.play.live_story import StoryRequest
from gamemaster.play.story_events import StoryEvent, TurnFinished
from gamemaster.protocol import messages
from gamemaster.storage.store import NotFound
from tests.integration.service import Puppet
from tests.playkit import Watcher, Window, desk_in_memory, new_story


@contextlib.asynccontextmanager
async def open_hub(narrator: Any = None, **changes: Any) -> AsyncIterator[Hub]:
    async with desk_in_memory(narrator, **changes) as desk:
        hub = Hub(desk)
        hub.start()
        try:
            yield hub
        finally:
            await hub.close()


async def test_two_windows_follow_one_live_story() -> None:
    async with open_hub() as hub:
        stored = await new_story(hub.desk)
        one, other = Window(), Window()
        lives = await asyncio.gather(
            *(hub.follow(stored.id, stored.player, window.outbox) for window in (one, other))
        )
        assert lives[0] is lives[1]
        assert set(lives[0].followers) == {one.outbox, other.outbox}


async def test_only_its_player_follows_a_story() -> None:
    async with open_hub() as hub:
        stored = await new_story(hub.desk)
        stranger = await hub.desk.store.create_player()
        await hub.follow(stored.id, stored.player, Window().outbox)
        for story in (stored.id, "0" * 32):
            with pytest.raises(NotFound):
                await hub.follow(story, stranger, Window().outbox)


async def test_a_story_whose_world_is_broken_says_why() -> None:
    """All of it to those who write; a player learns neither paths of the host nor what stands in the world."""
    for is_writer, said in ((True, "its door is missing"), (False, "its files have faults")):
        broken = {"hut": "/srv/hut/world.yaml: its door is missing"}
        async with open_hub(worlds={}, broken_worlds=broken, designer=is_writer) as hub:
            stored = await new_story(hub.desk)
            with pytest.raises(WorldNotLoadedError, match=said) as raised:
                await hub.follow(stored.id, stored.player, Window().outbox)
            assert ("/srv" in str(raised.value)) is is_writer


async def test_a_hub_that_closes_lets_the_turn_in_flight_end() -> None:
    gate = asyncio.Event()
    async with desk_in_memory(Puppet(gate=gate)) as desk:
        hub = Hub(desk)
        stored, window = await new_story(desk), Window()
        live = await hub.follow(stored.id, stored.player, window.outbox)
        live.ask(StoryRequest(messages.Act(id="act-0001", text="wait"), window.outbox))
        await window.until("text")
        closing = asyncio.create_task(hub.close())
        await asyncio.sleep(0)
        assert not closing.done()
        gate.set()
        await closing
        assert (await window.until("commit"))[-1]["reason"] == "complete"
        assert (await desk.store.load(stored.id, stored.player)).turn == 1


async def test_a_turn_that_takes_too_long_is_left_pending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "FAREWELL_S", 0.01)
    async with desk_in_memory(Puppet(gate=asyncio.Event())) as desk:
        hub = Hub(desk)
        stored, window = await new_story(desk), Window()
        live = await hub.follow(stored.id, stored.player, window.outbox)
        live.ask(StoryRequest(messages.Act(id="act-0001", text="wait"), window.outbox))
        await window.until("text")
        await hub.close()
        left = await desk.store.load(stored.id, stored.player)
        assert (left.turn, left.pending and left.pending.act_id) == (0, "act-0001")
        assert not live.flight.frames


async def test_a_deleted_story_is_closed_to_all_who_follow_it() -> None:
    async with open_hub() as hub:
        stored, window = await new_story(hub.desk), Window()
        first = await hub.follow(stored.id, stored.player, window.outbox)
        await hub.dismiss(stored.id)
        assert window.outbox.closing == (1000, "this story was deleted")
        assert await hub.follow(stored.id, stored.player, Window().outbox) is not first


async def test_the_shadow_of_the_service_sees_the_turns_of_all_its_stories() -> None:
    shadow = Watcher()
    async with open_hub(shadow=shadow) as hub:
        for number in range(2):
            stored, window = await new_story(hub.desk), Window()
            live = await hub.follow(stored.id, stored.player, window.outbox)
            live.ask(StoryRequest(messages.Act(id=f"act-000{number}", text="look"), window.outbox))
            await window.until("commit")

    def is_finished(event: StoryEvent) -> bool:
        return isinstance(event, TurnFinished)

    assert len(list(filter(is_finished, shadow.events))) == 2
