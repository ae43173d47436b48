"""`/healthz` and `/readyz`: whether the process serves, and whether stories can be played."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from gamemaster.server.rest.dependencies import TheDesk
from gamemaster.speech.voices import Voices
from gamemaster.storage.disk import Disk
from gamemaster.storage.redis_client import RedisAway
from gamemaster.storage.store import StoreError

CHECK_S = 2.0  # for a server to answer a health check

router = APIRouter()


class Health(BaseModel):
    """`checks` says for each part `ok` or what is wrong with it."""

    status: Literal["ok", "degraded", "unavailable"]
    checks: dict[str, str] = {}


@router.get("/healthz", tags=["health"])
async def healthz() -> Health:
    """Whether the process serves at all."""
    return Health(status="ok")


@router.get("/readyz", tags=["health"], responses={503: {"model": Health}})
async def readyz(desk: TheDesk, response: Response) -> Health:
    """Whether stories can be played: Postgres answers and takes writes, worlds are loaded, the service's own model (if
    any) generates.

    Without Redis, the voice, or a model server elsewhere, stories are played all the same, so that their absence is
    `degraded` and no reason to send players away: one Redis away would otherwise take every instance out at once.
    """
    postgres, redis, disk, voice = await asyncio.gather(
        _check(desk.store.ping()), _check(desk.redis.ping()), _disk(desk.disk), _voice(desk.voices)
    )
    checks = {
        "postgres": postgres,
        "redis": redis,
        "worlds": f"ok ({len(desk.worlds)})" if desk.worlds else "none is loaded",
        "broken worlds": f"{', '.join(desk.broken_worlds)}" if desk.broken_worlds else "ok",
    }
    needed, wanted = ["postgres", "worlds"], ["redis"]
    if desk.engine is not None:
        checks["engine"] = desk.engine()
        (needed if desk.engine_is_ours else wanted).append("engine")
    if voice is not None:
        checks["voice"] = voice
        wanted.append("voice")
    if disk is not None and desk.disk is not None:
        checks["disk"] = disk
        (needed if desk.disk.is_full() else wanted).append("disk")
    well = all(checks[part].startswith("ok") for part in needed)
    response.status_code = 200 if well else 503
    if not well:
        return Health(status="unavailable", checks=checks)
    whole = all(checks[part].startswith("ok") for part in wanted)
    return Health(status="ok" if whole else "degraded", checks=checks)


async def _disk(disk: Disk | None) -> str | None:
    return await asyncio.to_thread(disk.status) if disk is not None else None


async def _voice(voices: Voices | None) -> str | None:
    if voices is None:
        return None
    try:
        async with asyncio.timeout(CHECK_S):
            return await voices.status()
    except TimeoutError:
        return f"does not answer within {CHECK_S:g} s"


async def _check(answer: Any) -> str:
    try:
        async with asyncio.timeout(CHECK_S):
            await answer
    except TimeoutError:
        return f"does not answer within {CHECK_S:g} s"
    except (StoreError, RedisAway) as error:
        return str(error)
    return "ok"
