"""A player's own stories over REST: the list, turns, another name, the whole of one to read, complaints."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from gamemaster.play.context import Desk
from gamemaster.play.failures import sentence
from gamemaster.play.opening import opening
from gamemaster.protocol.messages import BranchName, StoryLine, TurnShown
from gamemaster.protocol.player_words import one_line
from gamemaster.protocol.presenters import turn_shown
from gamemaster.rules.acquaintance import as_met
from gamemaster.server.rest.dependencies import (
    NEEDS_STORY,
    NEEDS_TOKEN,
    Player,
    StoryPath,
    TheDesk,
    charge_for_turns,
    hub_of,
)
from gamemaster.server.rest.problems import Problem, Problems
from gamemaster.server.rest.story_epub import epub_of
from gamemaster.server.rest.story_export import MEDIA_TYPES, Format, Tale, file_name, render
from gamemaster.server.session import story_lines
from gamemaster.storage.reports import MOST_NOTE_CHARS, TooManyReports
from gamemaster.storage.turn_pages import turns_between

MOST_TURNS = 2000  # in one export, the latest: several megabytes of text
TOO_MUCH: Problems = {429: {"model": Problem, "description": "too much at once"}}

router = APIRouter()


class StoryLines(BaseModel):
    stories: list[StoryLine]


class Turns(BaseModel):
    """A stretch of a story's history, oldest first; `before` of the next older stretch is the first turn's number."""

    turns: list[TurnShown]


class NewName(BaseModel):
    """`null` takes the name away: the story is then called by its world's title alone."""

    model_config = ConfigDict(extra="forbid")

    name: BranchName | None


@router.get("/api/stories", tags=["stories"], responses=NEEDS_TOKEN)
async def stories(desk: TheDesk, player: Player) -> StoryLines:
    """Your stories, the one played last first."""
    return StoryLines(stories=list(await story_lines(desk, player)))


@router.get(
    "/api/stories/{story}/turns",
    tags=["stories"],
    responses={**NEEDS_STORY, **TOO_MUCH},
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
    return Turns(turns=[turn_shown(as_met(loaded.world, stored.state), record) for record in records])


@router.delete("/api/stories/{story}", tags=["stories"], status_code=204, responses=NEEDS_STORY)
async def delete(request: Request, desk: TheDesk, player: Player, story: StoryPath) -> None:
    """Delete a story with all its turns, and what was recorded of it on any host, for good. Its branches live on."""
    await desk.store.delete(story, player)
    await hub_of(request).dismiss(story)
    if desk.consents is not None:
        await desk.consents.forget_story(player, story)


@router.patch("/api/stories/{story}", tags=["stories"], status_code=204, responses=NEEDS_STORY)
async def rename(request: Request, desk: TheDesk, player: Player, story: StoryPath, given: NewName) -> None:
    """Give a story another name."""
    await desk.store.rename(story, player, given.name)
    hub_of(request).rename(story, given.name)


@router.get(
    "/api/stories/{story}/export",
    tags=["stories"],
    response_class=Response,
    responses={
        **NEEDS_STORY,
        **TOO_MUCH,
        200: {"content": {kind.partition(";")[0]: {} for kind in MEDIA_TYPES.values()}},
    },
)
async def export(
    request: Request,
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    form: Annotated[Format, Query(alias="format", description="`markdown`, `html` or `epub`")] = "markdown",
) -> Response:
    """The story to read: what you said and what was told, at most the last 2000 turns, as a file."""
    tale = await _tale(request, desk, player, story)
    content = await asyncio.to_thread(_file, tale, form)
    headers = {"Content-Disposition": f'attachment; filename="{file_name(tale, form)}"'}
    return Response(content, media_type=MEDIA_TYPES[form], headers=headers)


def _file(tale: Tale, form: Format) -> bytes:
    return epub_of(tale) if form == "epub" else render(tale, form).encode()


async def _tale(request: Request, desk: Desk, player: str, story: str) -> Tale:
    stored = await desk.store.load(story, player)
    loaded = desk.worlds.get(stored.world)
    if loaded is None:
        raise HTTPException(503, f"The world {stored.world!r} is not loaded here; the story is safe.")
    world = loaded.world
    charge_for_turns(request, desk, min(stored.turn, MOST_TURNS))
    records = await turns_between(desk.store, story, player, stored.turn, after=stored.turn - MOST_TURNS)
    ending = world.endings.get(stored.state.ended) if stored.state.ended else None
    return Tale(
        title=world.title,
        name=stored.name,
        language=world.language,
        begun=stored.created,
        played=stored.updated,
        opening=opening(world, stored.state.seed, stored.boundaries),
        turns=[turn_shown(as_met(world, stored.state), record) for record in records],
        left_out=records[0].number - 1 if records else 0,
        ended=ending.title if ending else None,
    )


class AnswerReport(BaseModel):
    """What a player says of an answer. `share`: whoever runs the service may read the turn, words and answer."""

    model_config = ConfigDict(extra="forbid")

    note: Annotated[str, Field(max_length=MOST_NOTE_CHARS), AfterValidator(one_line)] = ""
    share: bool


class ReportKept(BaseModel):
    report: int
    shared: bool


@router.post(
    "/api/stories/{story}/turns/{turn}/report",
    tags=["stories"],
    status_code=201,
    responses={
        **NEEDS_STORY,
        409: {"model": Problem, "description": "as many were reported as may be"},
        429: {"model": Problem, "description": "too fast"},
    },
)
async def report(
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    turn: Annotated[int, Path(ge=1, lt=2**31, description="the turn's number")],
    given: AnswerReport,
) -> ReportKept:
    """Report an answer that was not all right: it goes to a queue that whoever runs the service reads.

    Without `share` they learn which turn of which story it was, and your note, and not what was said in it.
    """
    if desk.reports is None:
        raise HTTPException(503, "This service keeps no reports.")
    wait_s = await desk.report_limit.admit(player)
    if wait_s:
        seconds = max(1, round(wait_s))
        limit = f"{desk.report_limit.per_minute} reports a minute"
        detail = f"That was too fast: at most {limit}. Try again in {seconds} s."
        raise HTTPException(429, detail, {"Retry-After": str(seconds)})
    records = await desk.store.turns(story, player, before=turn + 1, limit=1)
    if not records or records[-1].number != turn:
        raise HTTPException(404, f"Your story has no turn {turn}.")
    try:
        kept = await desk.reports.add(player, story, records[-1], given.note, share=given.share)
    except TooManyReports as error:
        raise HTTPException(409, sentence(error)) from error
    return ReportKept(report=kept.id, shared=given.share)
