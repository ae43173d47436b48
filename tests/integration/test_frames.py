"""Tests of the frame log, leases and rate limits on the real Valkey."""

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import redis.asyncio
from redis.asyncio.client import Redis
from redis.exceptions import ResponseError

from gamemaster.protocol.messages import Frame, Pong, Text
from gamemaster.storage import redis_batches
from gamemaster.storage.frame_log import FrameLog, Gone, Position
from gamemaster.storage.leases import Leases
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import REST_S, RedisAway, RedisLink, is_away

pytestmark = pytest.mark.integration

STORY = "0123456789abcdef0123456789abcdef"


@asynccontextmanager
async def link_to(url: str) -> AsyncIterator[RedisLink]:
    link = RedisLink(url)
    yield link
    await link.close()


@pytest.fixture
async def link(redis_url: str) -> AsyncIterator[RedisLink]:
    async with link_to(redis_url) as link:
        yield link


@pytest.fixture
async def other_link(redis_url: str) -> AsyncIterator[RedisLink]:
    """Another process's."""
    async with link_to(redis_url) as link:
        yield link


@pytest.fixture
async def admin(redis_url: str) -> AsyncIterator[Redis]:
    async with redis.asyncio.from_url(redis_url) as client:
        yield client


@pytest.fixture
async def away() -> AsyncIterator[RedisLink]:
    """A link to a port where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        async with link_to(f"redis://127.0.0.1:{taken.getsockname()[1]}/0") as link:
            yield link


async def test_frames_that_redis_is_told_twice_are_logged_once(
    link: RedisLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """redis-py repeats what had no answer in time: on a busy machine the first time may have been carried out."""
    once = redis_batches._together

    async def twice(client: Redis, batch: list[redis_batches._Call]) -> None:
        pipeline = client.pipeline(transaction=False)
        for call in batch:
            pipeline.eval(call.script, call.keys, *call.arguments)
        await pipeline.execute()
        await once(client, batch)

    monkeypatch.setattr(redis_batches, "_together", twice)
    log = FrameLog(link)
    start = await log.position(STORY, 0)
    sent = [
        frame for words in ("One.", "Two.", "Three.") for frame in await log.append(STORY, 0, [text(words)])
    ]
    sent += await log.append(STORY, 0, [text("Four."), text("Five.")])
    assert await log.read_after(STORY, 0, start) == sent


def text(words: str, turn: int = 1) -> Text:
    return Text(turn=turn, span=0, kind="narration", text=words)


def pair(frame: Frame) -> Position:
    return Position(frame.epoch, frame.offset)


async def test_frames_are_numbered_and_read_back(link: RedisLink) -> None:
    frames = FrameLog(link)
    start = await frames.position(STORY, 0)
    assert start.offset == 0
    sent = await frames.append(STORY, 0, [text("The ice"), text(" groans. ❄")])
    sent += await frames.append(STORY, 0, [Pong(n=3)])
    assert [pair(frame) for frame in sent] == [Position(start.epoch, offset) for offset in (1, 2, 3)]
    assert [type(frame) for frame in sent] == [Text, Text, Pong]
    assert await frames.position(STORY, 0) == pair(sent[-1])
    assert await frames.read_after(STORY, 0, start) == sent
    assert await frames.read_after(STORY, 0, pair(sent[0])) == sent[1:]
    assert await frames.read_after(STORY, 0, pair(sent[2])) == []
    assert await frames.append(STORY, 0, []) == []


@pytest.mark.parametrize("offset", [-1, 4, 2**63, 2**70])
async def test_an_offset_that_was_never_sent(link: RedisLink, offset: int) -> None:
    frames = FrameLog(link)
    sent = await frames.append(STORY, 0, [text("a"), text("b"), text("c")])
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, Position(sent[0].epoch, offset))


@pytest.mark.parametrize("shift", [-1, 1, -(2**60), 2**70])
async def test_an_epoch_that_never_was(link: RedisLink, shift: int) -> None:
    frames = FrameLog(link)
    sent = await frames.append(STORY, 0, [text("a"), text("b")])
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, Position(sent[0].epoch + shift, 1))


async def test_an_undo_begins_a_new_epoch(link: RedisLink) -> None:
    frames = FrameLog(link)
    before = await frames.append(STORY, 0, [text("a"), text("b")])
    after = await frames.append(STORY, 1, [text("c")])
    assert after[0].epoch > before[0].epoch
    assert after[0].offset == 1
    with pytest.raises(Gone):
        await frames.read_after(STORY, 1, pair(before[0]))
    assert await frames.read_after(STORY, 1, Position(after[0].epoch, 0)) == after


async def test_a_log_that_was_handed_over_goes_on(link: RedisLink, other_link: RedisLink) -> None:
    first, second, third = FrameLog(link), FrameLog(other_link), FrameLog(link)
    sent = await first.append(STORY, 0, [text("a"), text("b")])
    await first.hand_over(STORY)
    sent += await second.append(STORY, 0, [text("c")])
    assert sent[2].epoch > sent[1].epoch
    assert await second.read_after(STORY, 0, pair(sent[0])) == sent[1:]
    with pytest.raises(Gone):  # the second writer did not hand over: it may have sent what is not in the log
        await third.read_after(STORY, 0, pair(sent[0]))


async def test_a_log_that_was_dropped_ends_there(link: RedisLink, other_link: RedisLink) -> None:
    first, second = FrameLog(link), FrameLog(other_link)
    (seen,) = await first.append(STORY, 0, [text("a")])
    await first.drop(STORY)
    await second.append(STORY, 0, [text("b")])
    await second.hand_over(STORY)
    with pytest.raises(Gone):  # though it was the last that this process sent
        await first.read_after(STORY, 0, pair(seen))


async def test_a_log_handed_over_before_an_undo_is_of_no_use(link: RedisLink, other_link: RedisLink) -> None:
    first, second = FrameLog(link), FrameLog(other_link)
    sent = await first.append(STORY, 0, [text("a"), text("b")])
    await first.hand_over(STORY)
    with pytest.raises(Gone):
        await second.read_after(STORY, 1, pair(sent[0]))


async def test_a_log_that_was_lost_is_gone(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link)
    sent = await frames.append(STORY, 0, [text("a"), text("b")])
    await admin.flushall()
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, pair(sent[0]))
    assert await frames.read_after(STORY, 0, pair(sent[1])) == [], "nothing was missed"
    sent += await frames.append(STORY, 0, [text("c"), text("d")])
    for known in sent[:2]:
        with pytest.raises(Gone):
            await frames.read_after(STORY, 0, pair(known))
    assert await frames.read_after(STORY, 0, pair(sent[2])) == sent[3:]


async def test_a_log_with_old_data_is_gone(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link)
    sent = await frames.append(STORY, 0, [text("a"), text("b")])
    key = next(key for key in await admin.keys("gm:frames:*"))
    old = await admin.dump(key) or b""
    sent += await frames.append(STORY, 0, [text("c")])
    await admin.restore(
        key, 0, old, replace=True
    )  # as a Redis does that comes back with yesterday's snapshot
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, pair(sent[0]))
    sent += await frames.append(STORY, 0, [text("d"), text("e")])
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, pair(sent[0]))
    assert await frames.read_after(STORY, 0, pair(sent[3])) == sent[4:]


async def test_the_log_is_bounded(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link, keep_frames=10, keep_s=60)
    sent = [
        frame
        for word in "abcdefghijklmnopqrstuvwxyz"
        for frame in await frames.append(STORY, 0, [text(word)])
    ]
    assert await frames.read_after(STORY, 0, pair(sent[-10])) == sent[-9:]
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, pair(sent[-11]))
    key = next(key for key in await admin.keys("gm:frames:*"))
    assert await admin.xlen(key) == 10
    assert 0 < await admin.ttl(key) <= 60


async def test_the_log_is_bounded_in_bytes(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link, keep_bytes=20_000)
    sent = [frame for _ in range(50) for frame in await frames.append(STORY, 0, [text("x" * 4000)])]
    assert await frames.read_after(STORY, 0, pair(sent[-4])) == sent[-3:]
    with pytest.raises(Gone):
        await frames.read_after(STORY, 0, pair(sent[-6]))
    key = next(key for key in await admin.keys("gm:frames:*"))
    assert await admin.xlen(key) <= 5
    await frames.append(STORY, 0, [text("y" * 50_000)])
    assert await admin.xlen(key) == 1, "the last one is always kept"


async def test_appends_from_several_tasks_are_numbered_one_by_one(link: RedisLink) -> None:
    frames = FrameLog(link)
    start = await frames.position(STORY, 0)
    parts = await asyncio.gather(*(frames.append(STORY, 0, [text(str(n)), text("!")]) for n in range(30)))
    sent = sorted((frame for part in parts for frame in part), key=pair)
    assert [frame.offset for frame in sent] == list(range(1, 61))
    assert await frames.read_after(STORY, 0, start) == sent
    assert all(second.offset == first.offset + 1 for first, second in parts), "and no other's between"


async def test_stories_have_logs_of_their_own(link: RedisLink) -> None:
    frames = FrameLog(link)
    mine, theirs = await frames.append(STORY, 0, [text("a")]), await frames.append("f" * 32, 0, [text("b")])
    assert await frames.read_after(STORY, 0, Position(mine[0].epoch, 0)) == mine
    assert await frames.read_after("f" * 32, 0, Position(theirs[0].epoch, 0)) == theirs


async def test_without_redis_frames_are_numbered_all_the_same(away: RedisLink) -> None:
    frames = FrameLog(away)
    sent = await frames.append(STORY, 0, [text("a"), text("b")])
    assert [frame.offset for frame in sent] == [1, 2]
    assert await frames.read_after(STORY, 0, pair(sent[1])) == []
    with pytest.raises(Gone, match="Redis is away"):
        await frames.read_after(STORY, 0, pair(sent[0]))
    await frames.hand_over(STORY)
    assert (await frames.append(STORY, 0, [text("c")]))[0].epoch > sent[0].epoch


async def test_a_redis_that_goes_away_and_comes_back(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link)
    sent = await frames.append(STORY, 0, [text("a")])
    await admin.client_pause(3000, all=True)  # it takes connections and answers nothing
    began = asyncio.get_running_loop().time()
    for word in "bcd":
        sent += await frames.append(STORY, 0, [text(word)])
    assert asyncio.get_running_loop().time() - began < 2.5, "only the first waits, the others go on at once"
    await admin.ping()
    await asyncio.sleep(REST_S)
    sent += await frames.append(STORY, 0, [text("e"), text("f")])
    assert [frame.offset for frame in sent] == [1, 2, 3, 4, 5, 6]
    for known in sent[:3]:
        with pytest.raises(Gone):
            await frames.read_after(STORY, 0, pair(known))
    assert await frames.read_after(STORY, 0, pair(sent[4])) == sent[5:]


async def test_a_redis_whose_memory_is_full(link: RedisLink, admin: Redis) -> None:
    frames = FrameLog(link)
    before = (await admin.config_get("maxmemory"))["maxmemory"] or "0"
    await admin.config_set("maxmemory", "1")
    try:
        sent = await frames.append(STORY, 0, [text("a")])
        assert sent[0].offset == 1
        with pytest.raises(RedisAway, match=r"OOM|memory"):
            await Leases(link).acquire(STORY, "worker-a", 30)
    finally:
        await admin.config_set("maxmemory", before)


async def test_our_own_mistake_is_not_an_outage(link: RedisLink) -> None:
    async def mistake() -> None:
        async with link.use() as client:
            await client.eval("nonsense", 0)

    with pytest.raises(ResponseError):
        await mistake()
    await link.ping()


@pytest.mark.parametrize(
    "answer", ["MISCONF cannot persist", "READONLY replica", "LOADING dataset", "CLUSTERDOWN"]
)
def test_a_server_that_is_up_but_of_no_use(answer: str) -> None:
    assert is_away(ResponseError(answer))


async def test_many_stories_at_once_wait_for_a_connection(link: RedisLink) -> None:
    frames = FrameLog(link)
    stories = [f"{number:032x}" for number in range(300)]
    sent = await asyncio.gather(*(frames.append(story, 0, [text("a"), text("b")]) for story in stories))
    for story, (first, second) in zip(stories, sent, strict=True):
        assert await frames.read_after(story, 0, pair(first)) == [second]


async def test_one_worker_holds_the_lease(link: RedisLink) -> None:
    leases = Leases(link)
    lease = await leases.acquire(STORY, "worker-a", 30)
    assert lease is not None
    assert await leases.acquire(STORY, "worker-b", 30) is None
    assert await leases.acquire(STORY, "worker-a", 30) is None, "not even itself after a restart"
    assert await leases.holder(STORY) == "worker-a"
    assert await leases.renew(lease, 30)
    assert await leases.release(lease)
    assert await leases.holder(STORY) is None
    assert not await leases.release(lease)


async def test_leases_are_renewed_together_but_for_those_that_were_lost(link: RedisLink) -> None:
    leases = Leases(link)
    held = [await leases.acquire(f"{STORY}-{n}", "worker-a", 30) for n in range(3)]
    mine = [lease for lease in held if lease is not None]
    await leases.release(mine[1])
    other = await leases.acquire(mine[1].story, "worker-b", 30)
    assert await leases.renew_all(mine, 30) == {mine[0], mine[2]}
    assert other is not None
    assert await leases.renew_all([other], 30) == {other}, "another's lease was left alone"
    assert await leases.renew_all([], 30) == set()


async def test_a_lease_that_ran_out_is_another_workers(link: RedisLink) -> None:
    leases = Leases(link)
    lost = await leases.acquire(STORY, "worker-a", 0.05)
    assert lost is not None
    await asyncio.sleep(0.1)
    held = await leases.acquire(STORY, "worker-b", 30)
    assert held is not None
    assert not await leases.renew(lost, 30)
    assert not await leases.release(lost)
    assert await leases.holder(STORY) == "worker-b"


async def test_of_many_workers_one_gets_the_lease(link: RedisLink) -> None:
    leases = Leases(link)
    taken = await asyncio.gather(*(leases.acquire(STORY, f"worker-{n}", 30) for n in range(20)))
    assert len([lease for lease in taken if lease]) == 1


async def test_a_player_may_act_so_often(link: RedisLink) -> None:
    limit = RateLimit(link, per_minute=3)
    assert [await limit.admit("ylva") for _ in range(3)] == [0, 0, 0]
    wait = await limit.admit("ylva")
    assert 19 < wait <= 20, "one in twenty seconds after that"
    assert await limit.admit("ylva") == pytest.approx(wait, abs=1), "a refused act does not count"
    assert await limit.admit("arne") == 0


async def test_after_the_wait_the_player_may_act(link: RedisLink) -> None:
    limit = RateLimit(link, per_minute=600)
    waits = [await limit.admit("ylva") for _ in range(700)]
    assert sum(wait == 0 for wait in waits) >= 600
    assert 0 < waits[-1] <= 0.1
    await asyncio.sleep(waits[-1] + 0.01)
    assert await limit.admit("ylva") == 0


async def test_without_redis_the_worker_counts_for_itself(away: RedisLink) -> None:
    clock = itertools.count(start=100.0, step=1.0)
    limit = RateLimit(away, per_minute=2, clock=lambda: next(clock))
    assert [await limit.admit("ylva") for _ in range(2)] == [0, 0]
    assert await limit.admit("ylva") == pytest.approx(28)
    assert await limit.admit("arne") == 0


async def test_without_redis_a_lease_is_nobodys(away: RedisLink) -> None:
    with pytest.raises(RedisAway):
        await Leases(away).acquire(STORY, "worker-a", 30)
    with pytest.raises(RedisAway):
        await away.ping()


async def test_a_busy_redis_is_a_queue_and_not_away(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.storage.redis_client.CONNECTIONS", 2)
    monkeypatch.setattr("gamemaster.storage.redis_client.TIMEOUT_S", 0.5)
    link = RedisLink(redis_url)

    async def hold() -> object:
        async with link.use() as redis:
            return await redis.blpop(["gm:test:nothing"], timeout=0.15)

    try:
        assert await asyncio.gather(*(hold() for _ in range(10))) == [None] * 10
    finally:
        await link.close()
