"""What `gamemaster doctor` sees of Redis, and of the hosts that tell of themselves there."""

from __future__ import annotations

from gamemaster.bootstrap import tokens_of
from gamemaster.cli.operating.finding import Finding
from gamemaster.config.settings import Settings
from gamemaster.options.secret_file import SecretFileError
from gamemaster.server.ops.beacon import WorkerShown, strangers, workers_shown
from gamemaster.storage.redis_client import RedisAway, RedisLink


async def examine_redis(url: str, local: bool, settings: Settings) -> list[Finding]:
    """Redis, and what the hosts that use it tell of themselves there."""
    link = RedisLink(url)
    try:
        await link.ping()
        workers = await workers_shown(link)
    except RedisAway as error:
        return [Finding("redis", False, str(error))]
    finally:
        await link.close()
    if local:
        return [Finding("redis", True, "its own, starts and answers")]  # no other host uses it
    return [Finding("redis", True, "GM_REDIS_URL answers"), *_shared_secret(workers, settings)]


def _shared_secret(workers: list[WorkerShown], settings: Settings) -> list[Finding]:
    """Whether whoever has played on another host is known on this one."""
    try:
        tokens = tokens_of(settings)
    except (SecretFileError, OSError):
        return []  # the finding on the secret itself says so
    others = strangers(workers, tokens)
    if others:
        hosts = ", ".join(sorted({one.host for one in others}))
        text = (
            f"{len(others)} of {len(workers)} workers that serve ({hosts}) have another GM_SECRET: whoever comes from "
            "there is somebody new here, without their stories. Give all hosts the same; while it is exchanged, the "
            "old one as GM_SECRET_BEFORE"
        )
        return [Finding("shared secret", False, text)]
    telling = [one for one in workers if one.mark]
    if not telling:
        return [Finding("shared secret", True, "no host serves now with which it could be compared")]
    hosts = ", ".join(sorted({one.host for one in telling}))
    return [Finding("shared secret", True, f"good on all hosts that serve now: {hosts}")]
