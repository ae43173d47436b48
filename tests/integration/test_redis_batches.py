"""Scripts that go to a real Redis together: order, each its own answer, and what happens without Redis."""

import asyncio

import pytest
from redis.exceptions import ResponseError

from gamemaster.storage.redis_batches import ScriptBatches
from gamemaster.storage.redis_client import RedisAway, RedisLink

pytestmark = pytest.mark.integration
PUSH = "redis.call('RPUSH', KEYS[1], ARGV[1])"


async def read_list(link: RedisLink, key: str) -> list[bytes]:
    async with link.use() as redis:
        return [bytes(value) for value in await redis.lrange(key, 0, -1) if isinstance(value, bytes)]


async def test_scripts_run_in_the_order_of_asking(redis_url: str) -> None:
    link = RedisLink(redis_url)
    batches = ScriptBatches(link)
    await asyncio.gather(*(batches.run(PUSH, 1, ["batches:order", str(n)]) for n in range(200)))
    assert await read_list(link, "batches:order") == [str(n).encode() for n in range(200)]
    await link.close()


async def test_a_script_that_fails_fails_alone(redis_url: str) -> None:
    link = RedisLink(redis_url)
    batches = ScriptBatches(link)
    good, bad, more = await asyncio.gather(
        batches.run(PUSH, 1, ["batches:alone", "a"]),
        batches.run("return redis.call('NOSUCH')", 0, []),
        batches.run(PUSH, 1, ["batches:alone", "b"]),
        return_exceptions=True,
    )
    assert (good, more) == (None, None)
    assert isinstance(bad, ResponseError)
    assert await read_list(link, "batches:alone") == [b"a", b"b"]
    await link.close()


async def test_who_is_cancelled_has_asked_all_the_same(redis_url: str) -> None:
    link = RedisLink(redis_url)
    batches = ScriptBatches(link)
    first = asyncio.create_task(batches.run(PUSH, 1, ["batches:gone", "a"]))
    second = asyncio.create_task(batches.run(PUSH, 1, ["batches:gone", "b"]))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert await read_list(link, "batches:gone") == [b"a", b"b"]
    await link.close()


async def test_without_redis_everybody_is_told() -> None:
    link = RedisLink("redis://127.0.0.1:1")
    batches = ScriptBatches(link)
    answers = await asyncio.gather(
        *(batches.run(PUSH, 1, ["x", str(n)]) for n in range(100)), return_exceptions=True
    )
    assert all(isinstance(answer, RedisAway) for answer in answers)
    with pytest.raises(RedisAway):
        await batches.run(PUSH, 1, ["x", "y"])
    await link.close()
