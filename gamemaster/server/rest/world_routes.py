"""The worlds that can be played, and their pictures."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, Field

from gamemaster.protocol.messages import PictureShown
from gamemaster.server.rest.dependencies import TheDesk
from gamemaster.server.rest.problems import Problem
from gamemaster.server.session import world_lines
from worlds.pictures import MEDIA_TYPES, PictureError, pictures_of, read_picture

router = APIRouter()


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
        description="worlds that cannot be played, and why; what is wrong with them, where the service is for writers"
    )


@router.get("/api/worlds", tags=["worlds"])
async def worlds(desk: TheDesk) -> Worlds:
    """The worlds that can be played here."""
    broken = {name: (desk.fault_of(name) or "").splitlines()[0] for name in desk.broken_worlds}
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
