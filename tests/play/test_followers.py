"""What a story publishes reaches all who follow whole and in order, and pieces of text are gathered on their way."""

import asyncio
import json
from collections.abc import Iterator, Sequence

import pytest

from gamemaster.play.followers import GATHERED_S, Followers, Wire
from gamemaster.protocol import messages
from gamemaster.protocol.messages import Frame
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.redis_client import RedisLink
from tests.simulation.loop import run

PHRASES_APART_S = 0.03


class NoLog(FrameLog):
    """Counts round trips, and keeps nothing."""

    def __init__(self) -> None:
        super().__init__(RedisLink("redis://127.0.0.1:1/0"))
        self.trips = 0

    async def number(self, story: str, epoch: int, frames: Sequence[Frame]) -> list[tuple[Frame, str]]:
        return [(frame, encode(frame)) for frame in frames]

    async def write(self, story: str) -> None:
        self.trips += 1


def phrases(count: int) -> Iterator[messages.Text]:
    for number in range(count):
        yield messages.Text(turn=1, span=0, kind="narration", text=f"{number} ")


async def read(outbox: Outbox, seen: list[tuple[float, str]]) -> None:
    """Notes when each frame came, until the connection is closed."""
    while (entry := await outbox.next()) is not None:
        for frame in map(json.loads, entry):
            seen.append((asyncio.get_running_loop().time(), frame.get("text", frame["type"])))


async def publish_evenly(frames: Sequence[Frame]) -> tuple[list[tuple[float, str]], int]:
    """When each frame came to who follows, and the round trips to the log. They are published evenly apart."""
    followers, frame_log, outbox = Followers(lambda event: None), NoLog(), Outbox(100)
    followers.add(outbox)
    wire, seen = Wire("story", frame_log, followers), list[tuple[float, str]]()
    async with asyncio.TaskGroup() as group:
        group.create_task(read(outbox, seen))
        for frame in frames:
            async with wire.lock:
                await wire.publish(1, frame)
            await asyncio.sleep(PHRASES_APART_S)
        await asyncio.sleep(GATHERED_S)
        outbox.close(1000, "")
    return seen, frame_log.trips


COMMIT = messages.Committed(turn=1, act_id="act-0001", reason="complete")


def test_phrases_come_whole_and_in_order_and_are_gathered() -> None:
    seen, trips = run(lambda: publish_evenly([*phrases(20)]))
    assert [text for _, text in seen] == [f"{number} " for number in range(20)]
    assert seen[0][0] == 0.0, "the first words wait for nothing"
    lateness = [at - number * PHRASES_APART_S for number, (at, _) in enumerate(seen)]
    assert max(lateness) <= GATHERED_S + 1e-9
    assert trips <= 20 * PHRASES_APART_S / GATHERED_S + 2, "ten a second, and not one for each phrase"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_is_no_text_goes_at_once_and_takes_the_text_before_it_along(count: int) -> None:
    seen, _ = run(lambda: publish_evenly([*phrases(count), COMMIT]))
    assert [text for _, text in seen] == [*(f"{number} " for number in range(count)), "commit"]
    assert seen[-1][0] == pytest.approx(count * PHRASES_APART_S)


def test_a_story_that_is_played_here_no_longer_sends_nothing_more() -> None:
    async def close_amid_text() -> list[str] | None:
        followers, outbox = Followers(lambda event: None), Outbox(100)
        followers.add(outbox)
        wire = Wire("story", NoLog(), followers)
        for phrase in phrases(2):
            async with wire.lock:
                await wire.publish(1, phrase)
            await asyncio.sleep(0.01)
        wire.close()
        await asyncio.sleep(2 * GATHERED_S)
        outbox.close(1000, "")
        await outbox.next()
        return await outbox.next()  # type: ignore[return-value]

    assert run(close_amid_text) is None
