"""The service is killed in the middle of a turn (SIGKILL) and started again: nothing is lost, nothing doubled."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gamemaster.storage.postgres_store import PostgresStore
from tests.integration.service import client_on, free_port, kinds, text_of

pytestmark = [pytest.mark.integration, pytest.mark.slow]
ROOT = Path(__file__).resolve().parent.parent.parent


@contextlib.asynccontextmanager
async def process(
    database_url: str, redis_url: str, port: int, pace: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A service in a process of its own that answers; killed in the end if it is still there."""
    arguments = ("-m", "tests.integration.slow_service", database_url, redis_url, str(port), pace)
    service = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert service.stdout is not None
        async with asyncio.timeout(60):
            assert await service.stdout.readline() == b"ready\n"
        yield service
    finally:
        if service.returncode is None:
            service.kill()
        await service.wait()
        service._transport.close()  # type: ignore[attr-defined]  # else its pipe is closed later, with a warning


async def test_killed_in_the_middle_of_a_turn(migrated_url: str, redis_url: str) -> None:
    port = free_port()
    store = PostgresStore.at(migrated_url)
    try:
        async with process(migrated_url, redis_url, port, "slow") as service, client_on(port) as player:
            story = await player.begin()
            await player.send(type="act", id="act-00000001", text="go north")
            seen = await player.until("text")
            assert kinds(seen) == ["accepted", "ruling", "text"]
            service.send_signal(signal.SIGKILL)
            await service.wait()
        stored = await store.load(player.story, player.player)
        assert stored.pending is not None
        assert (stored.turn, stored.pending.words) == (0, "go north")

        async with process(migrated_url, redis_url, port, "quick"), client_on(port, player.token) as back:
            # What was seen of the turn is told anew, so the client gets the story as it was before it.
            answer = await back.open(player.story, seen[-1]["epoch"], seen[-1]["offset"])
            assert answer["type"] == "story"
            assert answer["epoch"] != story["epoch"]
            if not answer["turns"]:
                frames = await back.until("commit")
                assert (frames[0]["act_id"], frames[0]["d20"]) == ("act-00000001", seen[0]["d20"])
                assert text_of(frames).startswith(text_of(seen))
            # The client does not know whether its words arrived, and sends them again.
            again = await back.act("go north", "act-00000001")
            assert again[0]["repeated"]
        records = await store.turns(player.story, player.player)
        assert [(record.number, record.words, record.reason) for record in records] == [
            (1, "go north", "complete")
        ]
        stored = await store.load(player.story, player.player)
        assert (stored.turn, stored.state.place, stored.pending) == (1, "shore", None)
    finally:
        await store.close()


async def test_sigterm_lets_the_turn_end(migrated_url: str, redis_url: str) -> None:
    port = free_port()
    async with process(migrated_url, redis_url, port, "quick") as service, client_on(port) as player:
        await player.begin()
        await player.send(type="act", id="act-00000001", text="go north")
        await player.until("accepted")
        service.terminate()
        await player.socket.wait_closed()
        assert player.socket.close_code == 1012
        assert await service.wait() == 0
    store = PostgresStore.at(migrated_url)
    try:
        assert (await store.load(player.story, player.player)).turn == 1
    finally:
        await store.close()
