"""Coming back: after a lost connection, a restart, an undo; nothing is lost and nothing doubled."""

import asyncio
from typing import Any

import pytest
import redis.asyncio

from tests.integration.service import Client, Puppet, Service, ids, kinds, running, text_of

pytestmark = pytest.mark.integration


def position(frame: dict[str, Any]) -> tuple[int, int]:
    return frame["epoch"], frame["offset"]


async def drop(client: Client) -> None:
    """Lose the connection without a word."""
    client.socket.transport.abort()
    await client.socket.wait_closed()


async def resume(client: Client, story: str, at: tuple[int, int]) -> list[dict[str, Any]]:
    """The frames after a position, which the log must have."""
    answer = await client.open(story, *at)
    assert answer["type"] == "resumed", answer
    return [await client.receive() for _ in range(answer["missed"])]


async def test_a_connection_lost_mid_turn(migrated_url: str, redis_url: str) -> None:
    puppet = Puppet(spans=3, gate=asyncio.Event())
    async with running(migrated_url, redis_url, puppet) as service:
        async with service.client() as client:
            await client.begin()
            await client.send(type="act", id=next(ids), text="go north")
            seen = await client.until("text")
            await drop(client)
        assert puppet.gate is not None
        puppet.gate.set()
        async with service.client(client.token) as back:
            missed = await resume(back, client.story, position(seen[-1]))
            if kinds(missed)[-1:] != ["commit"]:
                missed += await back.until("commit")
            (record,) = await service.desk.store.turns(client.story, client.player)
            assert text_of(seen + missed) == "".join(span.text for span in record.spans)
            assert record.reason == "complete"
            offsets = [frame["offset"] for frame in seen + missed]
            assert offsets == list(range(offsets[0], offsets[0] + len(offsets)))
            # And once more, when there is nothing to catch up with.
            assert await resume(back, client.story, position(missed[-1])) == []


async def test_a_newcomer_mid_turn_sees_the_turn_once(migrated_url: str, redis_url: str) -> None:
    puppet = Puppet(spans=3, gate=asyncio.Event())
    async with (
        running(migrated_url, redis_url, puppet) as service,
        service.client() as client,
        service.client(client.token) as second,
    ):
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("text")
        story = await second.open(client.story)
        assert story["turns"] == []
        assert puppet.gate is not None
        puppet.gate.set()
        await client.until("commit")
        assert await second.until("commit") == client.frames[2:]


async def test_a_restart_of_the_service(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
        frames = await client.act("go north")
        seen = frames[2]
    async with running(migrated_url, redis_url) as service, service.client(client.token) as back:
        # The log went on from where the first process handed it over.
        missed = await resume(back, client.story, position(seen))
        assert missed == frames[3:]
        again = await back.act("go south")
        assert again[-1]["turn"] == 2
        assert position(again[0]) > position(frames[-1])
        # A position from before the restart is good as long as the log reaches back to it.
        assert await resume(back, client.story, position(seen)) == missed + again


async def test_a_restart_tells_the_clients_and_ends_the_turn(migrated_url: str, redis_url: str) -> None:
    puppet = Puppet(spans=3, gate=asyncio.Event())
    async with running(migrated_url, redis_url, puppet) as service:
        client_context = service.client()
        client = await client_context.__aenter__()
        await client.begin()
        await client.send(type="act", id=next(ids), text="go north")
        await client.until("text")
        assert puppet.gate is not None
        puppet.gate.set()
    await client.socket.wait_closed()
    assert client.socket.close_code == 1012
    async with running(migrated_url, redis_url) as service, service.client(client.token) as back:
        story = await back.open(client.story)
        assert [turn["reason"] for turn in story["turns"]] == ["complete"]


async def test_after_an_undo_the_old_frames_are_not_resumed(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
        frames = await client.act("go north")
        await client.send(type="undo", id="undo-0000001")
        await client.until("story")
        answer = await client.open(client.story, *position(frames[1]))
        assert (answer["type"], answer["turns"]) == ("story", [])


async def test_redis_loses_everything_mid_story(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
        frames = await client.act("go north")
        async with redis.asyncio.from_url(redis_url) as valkey:
            await valkey.flushall()
        answer = await client.open(client.story, *position(frames[1]))
        assert answer["type"] == "story"
        assert len(answer["turns"]) == 1
        assert (await client.act("go south"))[-1]["turn"] == 2
        async with asyncio.timeout(20):  # the next heartbeat takes the lease again
            while await service.desk.leases.holder(client.story) is None:
                await asyncio.sleep(0.05)
        assert (await client.act("go north"))[-1]["turn"] == 3


async def test_a_story_goes_to_the_worker_that_wants_it(migrated_url: str, redis_url: str) -> None:
    async with running(migrated_url, redis_url) as one, running(migrated_url, redis_url) as two:
        async with one.client() as first, two.client(first.token) as second:
            await first.begin()
            frames = await first.act("go north")
            missed = await resume(second, first.story, position(frames[1]))
            assert missed == frames[2:]
            await first.socket.wait_closed()
            assert first.socket.close_code == 4409
            assert (await second.act("go south"))[-1]["turn"] == 2
        await held_by_none(two, first.story)


async def held_by_none(service: Service, story: str) -> None:
    """The lease is given up soon after the last follower went."""
    async with asyncio.timeout(6):
        while await service.desk.leases.holder(story) is not None:
            await asyncio.sleep(0.1)


async def test_an_act_left_pending_is_finished_when_the_story_is_opened(
    migrated_url: str, redis_url: str
) -> None:
    async with running(migrated_url, redis_url) as service, service.client() as client:
        await client.begin()
    # As a process leaves it that is killed between accepting and committing.
    async with running(migrated_url, redis_url) as service:
        await service.desk.store.accept(client.story, 1, "act-00000001", "go north")
        async with service.client(client.token) as back:
            story = await back.open(client.story)
            frames = await back.until("commit") if not story["turns"] else []
            if frames:
                assert story["pending"] == {"act_id": "act-00000001", "words": "go north"}
                assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
            assert (await back.act("x", "act-00000001"))[0]["repeated"]
        records = await service.desk.store.turns(client.story, client.player)
        assert [record.words for record in records] == ["go north"]
