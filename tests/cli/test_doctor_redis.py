"""`gamemaster doctor` says whether the hosts that serve have this one's secret, against a real Valkey."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from gamemaster.cli.operating.doctor_redis import examine_redis
from gamemaster.config.settings import Settings
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.server.ops.beacon import ALL_KEY, KEPT_S, WorkerShown
from gamemaster.storage.redis_client import RedisLink

OURS, OTHER = "o" * 32, "n" * 32


async def tell(url: str, worker: str, host: str, tokens: Tokens) -> None:
    """As a worker of another host does (`gamemaster.server.ops.beacon.Beacon`)."""
    now = datetime.now(UTC)
    shown = WorkerShown(
        worker=worker, host=host, version="1", started=now, at=now, draining=False, sockets=0, players=0,
        story_count=0, stories=[], in_line=0, turns_in_line=0, requests_waiting=0, acts_in_flight=0, refusals={},
        narrator="understudy", engine=None, voice=None, incidents=[], mark=tokens.mark(),
    )  # fmt: skip
    link = RedisLink(url)
    async with link.use() as redis:
        await redis.set(f"gm:beacon:{worker}", shown.model_dump_json(), px=round(KEPT_S * 1000))
        await redis.sadd(ALL_KEY, worker)
    await link.close()


async def test_a_host_with_another_secret_is_named(redis_url: str, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret=SecretStr(OURS))
    answers, shared = await examine_redis(redis_url, False, settings)
    assert (answers.part, answers.well) == ("redis", True)
    assert (shared.well, shared.text) == (True, "no host serves now with which it could be compared")

    await tell(redis_url, "w1", "host-a", Tokens(OURS))
    _, shared = await examine_redis(redis_url, False, settings)
    assert (shared.well, shared.text) == (True, "good on all hosts that serve now: host-a")

    await tell(redis_url, "w2", "host-b", Tokens(OTHER))
    _, shared = await examine_redis(redis_url, False, settings)
    assert not shared.well
    assert shared.text.startswith("1 of 2 workers that serve (host-b) have another GM_SECRET")

    exchanged = settings.model_copy(
        update={"secret_before": SecretStr(OTHER)}
    )  # while it is exchanged, both are good
    _, shared = await examine_redis(redis_url, False, exchanged)
    assert (shared.well, shared.text) == (True, "good on all hosts that serve now: host-a, host-b")


async def test_a_redis_of_ones_own_is_shared_with_nobody(redis_url: str, tmp_path: Path) -> None:
    found = await examine_redis(redis_url, True, Settings(data_dir=tmp_path, secret=SecretStr(OURS)))
    assert [one.text for one in found] == ["its own, starts and answers"]


async def test_a_redis_that_is_away_is_said_once(tmp_path: Path) -> None:
    found = await examine_redis(
        "redis://127.0.0.1:1", False, Settings(data_dir=tmp_path, secret=SecretStr(OURS))
    )
    assert [(one.part, one.well) for one in found] == [("redis", False)]
