"""What designers see over REST, where the service was started for them: their own stories' prompts and characters."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query

from gamemaster.authoring.characters import CharactersShown, characters_shown
from gamemaster.authoring.prompt_view import PromptShown
from gamemaster.authoring.stored_prompts import NoSuchTurnError, StoredTurns, Tokenized, show
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.prompt import ZoneFullError
from gamemaster.narration.prompts.rebuild import IncompleteError
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.rules.state import PatchConflict
from gamemaster.rules.upkeep.world_upgrade import refit
from gamemaster.server.rest.dependencies import NEEDS_STORY, Player, StoryPath, TheDesk
from gamemaster.storage.store import StoredStory
from gamemaster.storage.turn_pages import turns_between
from inference.engine import EngineError

MOST_MEMORIES = 30  # of each character, the newest
NOT_HERE = (
    "This is shown to designers alone: start the service with GM_DESIGNER=1, or `gamemaster play --designer`."
)

router = APIRouter()


@router.get("/api/stories/{story}/prompts/{turn}", tags=["designers"], responses=NEEDS_STORY)
async def prompt(
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    turn: Annotated[int, Path(ge=1, le=2**31 - 1, description="the turn's number")],
) -> PromptShown:
    """The prompts of a turn, by zone, with tokens and what was cached: secrets and all.

    Only where the service was started for designers. Of a turn that the understudy played: what a model would have
    been sent.
    """
    if not desk.designer:
        raise HTTPException(404, NOT_HERE)
    stored, loaded = await _load_story(desk, story, player)
    records = await turns_between(desk.store, stored.id, player, stored.turn)
    state = refit(loaded.world, stored.state)
    turns = StoredTurns(stored.id, loaded.world, records, state, {"world": loaded.hash, "code": desk.version})
    try:
        return await asyncio.to_thread(show, turns, turn, tokenizer_of(desk.narrator.now))
    except NoSuchTurnError as error:
        raise HTTPException(404, f"{error}.".capitalize()) from error
    except (PatchConflict, IncompleteError, ZoneFullError) as error:
        raise HTTPException(409, f"The prompt cannot be made again: {error}.") from error


@router.get("/api/stories/{story}/characters", tags=["designers"], responses=NEEDS_STORY)
async def characters(
    desk: TheDesk,
    player: Player,
    story: StoryPath,
    everybody: Annotated[bool, Query(description="also those who are elsewhere")] = False,
) -> CharactersShown:
    """Who is where the player is now, what they feel and owe, their promises and what they remember: secrets and all.

    Only where the service was started for designers.
    """
    if not desk.designer:
        raise HTTPException(404, NOT_HERE)
    stored, loaded = await _load_story(desk, story, player)
    state = refit(loaded.world, stored.state)
    chosen = list(state.characters) if everybody else state.present()
    memories = await desk.store.memories(stored.id, chosen, MOST_MEMORIES)
    return characters_shown(stored.id, loaded.world, state, memories, chosen)


async def _load_story(desk: Desk, story: str, player: str) -> tuple[StoredStory, LoadedWorld]:
    stored = await desk.store.load(story, player)
    loaded = desk.worlds.get(stored.world)
    if loaded is None:
        raise HTTPException(503, f"The world {stored.world!r} is not loaded here; the story is safe.")
    return stored, loaded


def tokenizer_of(narrator: Narrator) -> Tokenized:
    """How a narrator's prompts are made."""
    transcripts = narrator.transcripts
    if transcripts is None:
        return Tokenized()
    try:
        room = transcripts.room()
    except EngineError:
        room = None
    how = Tokenized(settings=transcripts.settings, room=room)
    return replace(how, chat=transcripts.chat, name=narrator.name, exact=True) if transcripts.exact else how
