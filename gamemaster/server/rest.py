"""The REST interface: worlds, a player's stories, and whether the service is well."""

from __future__ import annotations

import asyncio
import hashlib
import math
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

from gamemaster.admission.standing_orders import SIGNED_OUT
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.protocol.auth_tokens import BadTokenError
from gamemaster.protocol.messages import PictureShown, StoryLine, TurnShown
from gamemaster.protocol.presenters import turn_shown
from gamemaster.server.session import story_lines, world_lines
from gamemaster.speech.voices import Voices
from gamemaster.storage.disk import Disk
from gamemaster.storage.redis_client import RedisAway
from gamemaster.storage.store import StoreError
from worlds.pictures import MEDIA_TYPES, PictureError, pictures_of, read_picture

TURNS_OF_A_REQUEST = 20  # that are read at about the cost of any other request
CHECK_S = 2.0  # for a server to answer a health check

StoryPath = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="the story's id")]
Problems = dict[int | str, dict[str, Any]]


class Problem(BaseModel):
    """An error (RFC 9457, `application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    retry_after_s: float | None = None  # the same may be had after so many seconds


class WorldLine(BaseModel):
    """A world that can be played."""

    id: str
    title: str
    summary: str
    genre: str
    goal: str
    language: str
    theme: dict[str, Any]
    picture: PictureShown | None = None


class Worlds(BaseModel):
    worlds: list[WorldLine]
    broken: dict[str, str] = Field(
        description="worlds that cannot be played, with all that is wrong with them"
    )


class StoryLines(BaseModel):
    stories: list[StoryLine]


class Turns(BaseModel):
    """A stretch of a story's history, oldest first; `before` of the next older stretch is the first turn's number."""

    turns: list[TurnShown]


class Health(BaseModel):
    """`checks` says for each part `ok` or what is wrong with it."""

    status: Literal["ok", "degraded", "unavailable"]
    checks: dict[str, str] = {}


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


TheDesk = Annotated[Desk, Depends(desk_of)]
bearer = HTTPBearer(auto_error=False, description="the token from `welcome`")


def player_of(desk: TheDesk, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The player whose token came with the request."""
    headers = {"WWW-Authenticate": "Bearer"}
    if given is None:
        detail = "Send the token that `welcome` gave you, as `Authorization: Bearer TOKEN`."
        raise HTTPException(401, detail, headers)
    try:
        found = desk.tokens.credential(given.credentials)
        if desk.orders.refuses_token(found.player, found.issued):
            raise HTTPException(401, SIGNED_OUT, headers)
        return found.player
    except BadTokenError as error:
        raise HTTPException(401, str(error), headers) from error


Player = Annotated[str, Depends(player_of)]
NEEDS_TOKEN: Problems = {
    401: {"model": Problem, "description": "no token, or not one of this service"},
    503: {"model": Problem, "description": "the database is away; try again"},
}
NEEDS_STORY: Problems = {**NEEDS_TOKEN, 404: {"model": Problem, "description": "no such story of yours"}}

router = APIRouter()


@router.get("/api/worlds", tags=["worlds"])
async def worlds(desk: TheDesk) -> Worlds:
    """The worlds that can be played here."""
    broken = {name: text.splitlines()[0] for name, text in desk.broken_worlds.items()}
    return Worlds.model_validate({"worlds": list(world_lines(desk)), "broken": broken})


@router.get(
    "/api/worlds/{world}/pictures/{file:path}",
    tags=["worlds"],
    response_class=Response,
    responses={404: {"model": Problem}, 200: {"content": {kind: {} for kind in set(MEDIA_TYPES.values())}}},
)
async def picture(request: Request, desk: TheDesk, world: str, file: str) -> Response:
    """A picture that the world names; no other file of its folder can be had."""
    loaded = desk.worlds.get(world)
    named = loaded is not None and any(one.file == file for _, one in pictures_of(loaded.world))
    if loaded is None or loaded.folder is None or not named:
        raise HTTPException(404, f"The world {world!r} has no such picture.")
    try:
        data, media_type = await asyncio.to_thread(read_picture, loaded.folder, file)
    except PictureError as error:
        raise HTTPException(404, str(error)) from error
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    # Asked for anew each time by its ETag: a writer may exchange it.
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Disposition": "inline"}
    if request.headers.get("If-None-Match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=media_type, headers=headers)


@router.get("/api/stories", tags=["stories"], responses=NEEDS_TOKEN)
async def stories(desk: TheDesk, player: Player) -> StoryLines:
    """Your stories, the one played last first."""
    return StoryLines(stories=list(await story_lines(desk, player)))


def charge_for_turns(request: Request, desk: Desk, turns: int) -> None:
    """So many turns will be read: their address may read so much a minute. 429 where it had its share."""
    peer = request.client.host if request.client else None
    address = desk.addresses.address_of(peer, request.scope["headers"])
    refused = desk.addresses.requests.admit(address, turns / TURNS_OF_A_REQUEST)
    if refused is not None:
        raise HTTPException(429, refused.text, {"Retry-After": str(math.ceil(refused.retry_after_s or 1))})


@router.get(
    "/api/stories/{story}/turns",
    tags=["stories"],
    responses={**NEEDS_STORY, 429: {"model": Problem, "description": "too much at once"}},
)
async def turns(
    request: Request,
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="only turns before this one")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Turns:
    """Turns of a story, the latest (before `before`) if there are more than `limit`."""
    stored = await desk.store.load(story, player)
    loaded = desk.worlds.get(stored.world)
    if loaded is None:
        raise HTTPException(503, f"The world {stored.world!r} is not loaded here; the story is safe.")
    charge_for_turns(request, desk, min(limit, stored.turn))
    records = await desk.store.turns(story, player, before=before, limit=limit)
    return Turns(turns=[turn_shown(loaded.world, record) for record in records])


@router.delete("/api/stories/{story}", tags=["stories"], status_code=204, responses=NEEDS_STORY)
async def delete(request: Request, desk: TheDesk, player: Player, story: StoryPath) -> None:
    """Delete a story with all its turns, and what was recorded of it on any host, for good. Its branches live on."""
    await desk.store.delete(story, player)
    await hub_of(request).dismiss(story)
    if desk.consents is not None:
        await desk.consents.forget_story(player, story)


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
