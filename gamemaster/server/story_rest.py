"""A player's own story over REST: another name for it, and the whole of it to read."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from gamemaster.play.context import Desk
from gamemaster.play.opening import opening
from gamemaster.protocol.presenters import turn_shown
from gamemaster.server.rest import NEEDS_STORY, Player, StoryPath, TheDesk, hub_of
from gamemaster.server.story_export import MEDIA_TYPES, Format, Tale, file_name, render
from gamemaster.storage.store import MAX_NAME_CHARS
from gamemaster.storage.turn_pages import turns_between

MOST_TURNS = 2000  # in one export, the latest: several megabytes of text

router = APIRouter()


class NewName(BaseModel):
    """`null` takes the name away: the story is then called by its world's title alone."""

    model_config = ConfigDict(extra="forbid")

    name: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_CHARS)]
        | None
    )


@router.patch("/api/stories/{story}", tags=["stories"], status_code=204, responses=NEEDS_STORY)
async def rename(request: Request, desk: TheDesk, player: Player, story: StoryPath, given: NewName) -> None:
    """Give a story another name."""
    await desk.store.rename(story, player, given.name)
    hub_of(request).rename(story, given.name)


@router.get(
    "/api/stories/{story}/export",
    tags=["stories"],
    response_class=Response,
    responses={**NEEDS_STORY, 200: {"content": {kind: {} for kind in MEDIA_TYPES.values()}}},
)
async def export(
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    form: Annotated[Format, Query(alias="format", description="`markdown` or `html`")] = "markdown",
) -> Response:
    """The story to read: what you said and what was told, at most the last 2000 turns, as a file."""
    tale = await _tale(desk, player, story)
    text = await asyncio.to_thread(render, tale, form)
    headers = {"Content-Disposition": f'attachment; filename="{file_name(tale, form)}"'}
    return Response(text, media_type=f"{MEDIA_TYPES[form]}; charset=utf-8", headers=headers)


async def _tale(desk: Desk, player: str, story: str) -> Tale:
    stored = await desk.store.load(story, player)
    loaded = desk.worlds.get(stored.world)
    if loaded is None:
        raise HTTPException(503, f"The world {stored.world!r} is not loaded here; the story is safe.")
    world = loaded.world
    records = await turns_between(desk.store, story, player, stored.turn, after=stored.turn - MOST_TURNS)
    ending = world.endings.get(stored.state.ended) if stored.state.ended else None
    return Tale(
        title=world.title,
        name=stored.name,
        language=world.language,
        begun=stored.created,
        played=stored.updated,
        opening=opening(world, stored.state.seed),
        turns=[turn_shown(world, record) for record in records],
        left_out=records[0].number - 1 if records else 0,
        ended=ending.title if ending else None,
    )
