"""What is kept of a player, over REST: how much there is, all of it as a file, and away with it."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.background import BackgroundTask

from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.recording.player_archive import Archives
from gamemaster.server.rest.dependencies import NEEDS_TOKEN, Player, TheDesk, hub_of
from gamemaster.server.rest.problems import Problem, Problems

log = logging.getLogger(__name__)

NOT_HERE = "This service cannot take out what it keeps of players."
NEEDS_PLAYER: Problems = {**NEEDS_TOKEN, 404: {"model": Problem, "description": "no such player here"}}

router = APIRouter()


class Kept(BaseModel):
    """How much is kept of you. `recorded`: what you answered to being recorded; null: nothing yet."""

    player: str
    created: datetime
    recorded: bool | None
    stories: int
    turns: int
    memories: int


@router.get("/api/player", tags=["player"], responses=NEEDS_PLAYER)
async def summary(desk: TheDesk, player: Player) -> Kept:
    """How much is kept of you, in numbers."""
    found = await archives_of(desk).exports.summary(player)
    return Kept.model_validate(vars(found))


@router.get(
    "/api/player/export",
    tags=["player"],
    response_class=FileResponse,
    responses={
        **NEEDS_PLAYER,
        429: {"model": Problem, "description": "asked for again too soon"},
        200: {"content": {"application/zip": {}}},
    },
)
async def export(desk: TheDesk, player: Player) -> FileResponse:
    """Everything that is kept of you as a zip file: stories, turns, memories, answers, and recordings of all hosts.

    It takes some seconds. A host that is not running is named in the file's README.
    """
    archives = archives_of(desk)
    wait_s = await desk.exports.admit(player)
    if wait_s:
        limit = f"{desk.exports.per_minute} a minute"
        detail = f"That was asked for a moment ago: at most {limit}. Try again in {max(1, round(wait_s))} s."
        raise HTTPException(429, detail, {"Retry-After": str(max(1, round(wait_s)))})
    return await file_of(desk, archives, player)


async def file_of(desk: Desk, archives: Archives, player: str) -> FileResponse:
    """The player's zip file; it is deleted once it was sent. Raises StoreError (UnknownPlayer), OSError."""
    if desk.consents is not None:
        await desk.consents.eraser.be_up_to_date()
    made = await archives.make(player)
    return FileResponse(
        made.path,
        media_type="application/zip",
        filename=f"game-master-{player[:8]}.zip",
        headers={"Cache-Control": "no-store"},
        background=BackgroundTask(_delete, made.path),
    )


@router.delete("/api/player", tags=["player"], status_code=204, responses=NEEDS_PLAYER)
async def erase(
    request: Request,
    desk: TheDesk,
    player: Player,
    confirm: Annotated[
        Literal["everything"], Query(description="the word `everything`, so that it is meant")
    ],
) -> None:
    """Delete yourself with all stories, turns, memories, recordings and answers, on every host, for good.

    Recordings on other hosts go within some seconds; on one that is not running, when it starts.
    """
    await erase_player(desk, hub_of(request), player)


async def erase_player(desk: Desk, hub: Hub, player: str) -> None:
    """All that is kept of the player goes, for good. Raises StoreError (UnknownPlayer)."""
    stories = [story.id for story in await desk.store.list_stories(player)]
    await desk.store.delete_player(player)
    for story in stories:
        await hub.dismiss(story)
    if desk.consents is not None:
        try:
            await desk.consents.eraser.apply()
        except OSError:  # it is tried again by itself, as on the other hosts
            log.exception("not everything of the player %s could be deleted yet", player)


def archives_of(desk: Desk) -> Archives:
    if desk.archives is None:
        raise HTTPException(503, NOT_HERE)
    return desk.archives


def _delete(path: Path) -> None:
    path.unlink(missing_ok=True)
