"""What is spent is counted by all processes together, on the real Valkey."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import redis.asyncio
from redis.asyncio.client import Redis

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import AddressOptions, BudgetOptions, Limits
from gamemaster.admission.spending import CHARS_PER_S, Spender, Spending
from gamemaster.storage.day_sums import DAY_S, KEY, DaySums, SharedSums
from gamemaster.storage.redis_client import RedisLink
from tests.integration.service import ids, running

pytestmark = pytest.mark.integration

NOON = 20_000 * DAY_S + DAY_S / 2
ME = Spender("192.0.2.1", "me", "story")
TIGHT = BudgetOptions(
    player_tokens_per_day=1_000, story_voice_s_per_day=60, model_tokens_per_day=5_000, breaker_tokens=3_000
)


class Process:
    """One of several that spend."""

    def __init__(self, url: str) -> None:
        self.link = RedisLink(url)
        self.now = NOON
        bounds = AddressBounds(AddressOptions(model_tokens_per_minute=2_000), lambda: self.now)
        self.spending = Spending(TIGHT, bounds, lambda: self.now)
        self.shared = SharedSums(self.link, self.spending.sums)


@pytest.fixture
async def two(redis_url: str) -> AsyncIterator[tuple[Process, Process]]:
    async with AsyncExitStack() as stack:
        both = Process(redis_url), Process(redis_url)
        for each in both:
            stack.push_async_callback(each.link.close)
        yield both


@pytest.fixture
async def admin(redis_url: str) -> AsyncIterator[Redis]:
    async with redis.asyncio.from_url(redis_url) as client:
        yield client


async def test_what_one_process_spends_counts_in_the_other(two: tuple[Process, Process]) -> None:
    here, there = two
    here.spending.charge(ME, 600)
    there.spending.charge(ME, 500)
    here.spending.charge_voice(ME, 60 * CHARS_PER_S)
    assert (here.spending.why_not(ME), there.spending.why_not(ME)) == (None, None)
    assert there.spending.why_unspoken(ME) is None
    for each in (here, there):
        await each.shared.share()
    assert here.spending.why_not(ME) is None, "what is known of the others is as old as the last look"
    await here.shared.share()
    for each in two:
        assert "You have had your share of the model" in (each.spending.why_not(ME) or "")
        assert "This story has had its share of the voice" in (each.spending.why_unspoken(ME) or "")
    assert here.spending.sums.total("tokens") == there.spending.sums.total("tokens") == 1_100
    for _ in range(3):
        for each in two:
            await each.shared.share()
    assert here.spending.sums.total("tokens") == 1_100, "nothing is handed over twice"


async def test_who_comes_after_a_restart_finds_what_was_spent(two: tuple[Process, Process]) -> None:
    old, new = two
    old.spending.charge(ME, 1_000)
    await old.shared.share()
    assert new.spending.why_not(ME) is None, "nothing is known of them yet"
    await new.shared.share()
    assert "You have had your share" in (new.spending.why_not(ME) or "")
    assert new.spending.why_not(Spender("192.0.2.9", "you", "yours")) is None


async def test_what_others_spend_trips_the_breaker_and_fills_the_address(
    two: tuple[Process, Process],
) -> None:
    here, there = two
    away = Spender(ME.address, "somebody", "else's")
    for each in two:
        each.spending.charge(ME, 1)
        await each.shared.share()
    here.spending.why_not(ME)
    await here.shared.share()
    there.spending.charge(away, 2_500)
    await there.shared.share()
    here.spending.why_not(Spender(ME.address, "you", "yours"))
    await here.shared.share()
    assert "2000 tokens of the model a minute" in (
        here.spending.why_not(Spender(ME.address, "you", "yours")) or ""
    )
    there.spending.charge(away, 600)
    await there.shared.share()
    here.spending.why_not(ME)
    await here.shared.share()
    assert "rests" in (here.spending.why_not(Spender("192.0.2.9", "you", "yours")) or "")


async def test_a_redis_that_is_away_or_lost_all_takes_nothing_back(
    two: tuple[Process, Process], admin: Redis
) -> None:
    here, there = two
    closed = RedisLink("redis://127.0.0.1:1")
    here.shared.link = closed
    here.spending.charge(ME, 400)
    await here.shared.share()
    assert here.spending.sums.total("tokens") == 400
    here.shared.link = here.link
    here.spending.why_not(ME)
    await here.shared.share()
    there.spending.charge(ME, 100)
    await there.shared.share()
    assert there.spending.sums.total("tokens") == 500
    await admin.flushdb()
    there.spending.charge(ME, 100)
    await there.shared.share()
    assert there.spending.sums.total("tokens") == 600
    await closed.close()


async def test_another_day_begins_with_nothing_and_yesterday_is_forgotten(
    two: tuple[Process, Process], admin: Redis
) -> None:
    here, _ = two
    here.spending.charge(ME, 1_000)
    await here.shared.share()
    (key,) = await admin.keys(f"{KEY}:*")
    assert 0 < await admin.ttl(key) <= 2 * DAY_S
    assert not [field for field in await admin.hkeys(key) if b" " in field], "it has names in it"
    here.now += DAY_S
    assert here.spending.why_not(ME) is None
    await here.shared.share()
    assert here.spending.sums.total("tokens") == 0


async def test_sums_that_are_handed_over_while_more_comes_are_whole(redis_url: str) -> None:
    link = RedisLink(redis_url)
    sums = DaySums(lambda: NOON)
    shared = SharedSums(link, sums)
    for _ in range(20):
        sums.add("tokens", 1)
        sharing = asyncio.create_task(shared.share())
        await asyncio.sleep(0)
        sums.add("tokens", 1)
        await sharing
    await shared.share()
    other = DaySums(lambda: NOON)
    other.total("tokens")
    await SharedSums(link, other).share()
    assert (sums.total("tokens"), other.total("tokens")) == (40, 40)
    await link.close()


async def test_the_whole_service_begins_so_many_stories(migrated_url: str, redis_url: str) -> None:
    limits = Limits(new_stories_per_minute=1)
    async with (
        running(migrated_url, redis_url, limits=limits) as service,
        service.client() as client,
        service.client() as other,
    ):
        await client.begin()
        await other.send(type="new_story", id=next(ids), world="hut")
        refused = await other.receive()
        assert (refused["code"], refused["limit"]) == ("busy", "1 new stories a minute")
        assert 0 < refused["retry_after_s"] <= 60
        assert (await client.act("go north"))[-1]["type"] == "commit", "stories that began go on"
