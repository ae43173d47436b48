"""The workshop over REST, for a world's writer on this machine: the story as it is, charts, plays kept and blessed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from pydantic import BaseModel, ConfigDict, StringConstraints

from gamemaster.authoring.skein.bot_runs import NAME as BOTS
from gamemaster.authoring.skein.comparison import record_play
from gamemaster.authoring.skein.play_file import PlayError, identifier, text_of, write_play
from gamemaster.authoring.skein.report import bless, data_of
from gamemaster.authoring.workshop.charts import Chart, beat_graph, place_map
from gamemaster.authoring.workshop.sources import Written
from gamemaster.authoring.workshop.story_view import WorkshopShown, workshop_shown
from gamemaster.config.urls import is_loopback
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.rules.upkeep.world_upgrade import refit
from gamemaster.server.rest.dependencies import NEEDS_STORY, Player, StoryPath, TheDesk, desk_of
from gamemaster.server.rest.skeins import Skeins
from gamemaster.storage.store import StoredStory
from gamemaster.storage.turn_pages import turns_between

NOT_HERE = "The workshop is for a world's writer alone: start the service with `gamemaster play --watch`."


def writer_only(request: Request) -> None:
    """The operator asked for the workshop, and whoever asks is on this machine."""
    client = request.client.host if request.client is not None else ""
    if not (desk_of(request).workshop and is_loopback(client)):
        raise HTTPException(404, NOT_HERE)


def skeins_of(request: Request) -> Skeins:
    skeins: Skeins = request.app.state.skeins
    return skeins


router = APIRouter(tags=["workshop"], dependencies=[Depends(writer_only)])


class PlayName(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class KeptPlay(BaseModel):
    """A play as it was kept. `retold`: turns that the understudy tells otherwise than they were told in the story."""

    name: str
    path: str
    turns: int
    retold: int


class Workshop(BaseModel):
    """The story with all its secrets, where each part was written, and the form of an editor's links."""

    shown: WorkshopShown
    sources: dict[str, Written]
    editor_url: str


class Charts(BaseModel):
    places: Chart
    beats: Chart


@router.get("/api/stories/{story}/workshop", responses=NEEDS_STORY)
async def workshop(request: Request, desk: TheDesk, player: Player, story: StoryPath) -> Workshop:
    """The state, every beat and what it waits for, and the last ruling with its reasons."""
    stored, loaded, _ = await load_story(desk, story, player)
    last = await desk.store.turns(story, player, limit=1)
    state = refit(loaded.world, stored.state)
    shown = await asyncio.to_thread(workshop_shown, story, loaded.world, state, last[0] if last else None)
    sources = await skeins_of(request).sources(loaded)
    return Workshop(shown=shown, sources=sources, editor_url=desk.editor_url)


@router.get("/api/stories/{story}/charts", responses=NEEDS_STORY)
async def charts(
    request: Request,
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    bots: Annotated[bool, Query(description="also mark what some bots come to, which takes seconds")] = False,
) -> Charts:
    """The map of places and the graph of beats, marked with what this story, kept plays, recordings and bots saw."""
    stored, loaded, _ = await load_story(desk, story, player)
    state, skein = stored.state, await skeins_of(request).of(loaded)
    marks: dict[str, tuple[str, ...]] = {}
    for mark, names in (
        ("here", {state.place}),
        ("visited", state.visited.keys() | state.beats.keys() | {state.ended or ""}),
        ("seen", frozenset().union(*(play.seen for play in skein.plays))),
        ("recorded", await skeins_of(request).seen_in_recordings(loaded)),
        ("bots", await skeins_of(request).seen_by_bots(loaded) if bots else ()),
    ):
        for name in names:
            marks[name] = (*marks.get(name, ()), mark)
    places, beats = await asyncio.gather(
        asyncio.to_thread(place_map, loaded.world, marks), asyncio.to_thread(beat_graph, loaded.world, marks)
    )
    return Charts(places=places, beats=beats)


@router.get("/api/stories/{story}/plays", responses=NEEDS_STORY)
async def plays(request: Request, desk: TheDesk, player: Player, story: StoryPath) -> dict[str, object]:
    """The kept plays of the story's world: what is told otherwise now, beside what was told."""
    _, loaded, _ = await load_story(desk, story, player)
    return data_of(await skeins_of(request).of(loaded))


@router.post("/api/stories/{story}/plays/{name}/bless", responses=NEEDS_STORY)
async def bless_play(
    request: Request, desk: TheDesk, player: Player, story: StoryPath, name: str
) -> dict[str, object]:
    """Keep what a play tells now."""
    _, loaded, folder = await load_story(desk, story, player)
    skeins = skeins_of(request)
    try:
        await asyncio.to_thread(bless, folder, await skeins.of(loaded), [name])
    except PlayError as error:
        raise HTTPException(404, str(error)) from error
    if name == BOTS:
        skeins.take_bots(loaded.world.id)
    return data_of(await skeins.of(loaded, anew=True))


@router.post("/api/stories/{story}/plays", status_code=201, responses=NEEDS_STORY)
async def keep_play(
    request: Request, desk: TheDesk, player: Player, story: StoryPath, given: PlayName
) -> KeptPlay:
    """Keep a story as a play in its world's folder: inputs, dice, and what the understudy tells."""
    stored, loaded, folder = await load_story(desk, story, player)
    records = await turns_between(desk.store, story, player, stored.turn)
    inputs = [(record.words, record.roll.d20) for record in records]
    name = identifier(given.name)
    play = await asyncio.to_thread(record_play, loaded.world, name, stored.state.seed, inputs)
    try:
        path = await asyncio.to_thread(write_play, folder, play)
    except PlayError as error:
        raise HTTPException(409, str(error)) from error
    skeins_of(request).forget(loaded.world.id)
    told = [text_of(record.spans) for record in records]
    retold = sum(turn.told != text for turn, text in zip(play.turns, told, strict=False))
    return KeptPlay(name=name, path=str(path), turns=len(play.turns), retold=retold)


async def load_story(desk: Desk, story: str, player: str) -> tuple[StoredStory, LoadedWorld, Path]:
    """A story of this player, its world, and the world's folder."""
    stored = await desk.store.load(story, player)
    loaded = desk.worlds.get(stored.world)
    if loaded is None or loaded.folder is None:
        raise HTTPException(503, f"The world {stored.world!r} has no folder here; the story is safe.")
    return stored, loaded, loaded.folder
