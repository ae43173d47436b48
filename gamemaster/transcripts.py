"""Each story's transcript: kept while it is played, brought up to date and made anew from the committed turns."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import pairwise

from gamemaster.grammar import InScene, in_scene, written
from gamemaster.narrator import Scene
from gamemaster.prompt import Format, Segment, Transcript, head_of, open_epoch, told_ids
from gamemaster.script import markup_of
from gamemaster.state import PatchConflict, StoryState, TurnRecord
from worlds.schema import World

log = logging.getLogger(__name__)

KEPT_STORIES = 256  # the others are made anew from their turns when they go on
SLOW_TURNS = 4  # more turns than that are put together in a thread of their own


@dataclass
class Transcripts:
    """The transcripts of the stories played last. The store's turns are the truth: what is kept only saves work."""

    chat: Format
    _kept: OrderedDict[str, Transcript] = field(default_factory=OrderedDict)
    _heads: dict[int, tuple[World, tuple[Segment, ...]]] = field(default_factory=dict)

    async def of(self, scene: Scene) -> Transcript:
        """The transcript of all turns before this one. Raises what reading the turns raises."""
        kept = self._kept.get(scene.story) if scene.story else None
        if kept is not None and kept.world is not scene.world:
            kept = None
        found = await self._brought_up(scene, kept) if kept is not None else None
        if found is None:
            found = await self._anew(scene)
        if scene.story:
            self._kept[scene.story] = found
            self._kept.move_to_end(scene.story)
            while len(self._kept) > KEPT_STORIES:
                self._kept.popitem(last=False)
        return found

    async def _brought_up(self, scene: Scene, kept: Transcript) -> Transcript | None:
        """What was kept, with the turns since; None if it is not what was played."""
        if kept.turn > scene.state.turn or scene.past is None:
            return None
        records = await scene.past(max(0, kept.turn - 1))
        if kept.turn:
            if not records or (records[0].number, records[0].act_id) != (kept.turn, kept.act_id):
                return None  # taken back, and played otherwise
            records = records[1:]
        return await self._with_turns(kept, records, scene.state)

    async def _anew(self, scene: Scene) -> Transcript:
        """From the story's beginning, or from now on where its turns cannot be had any more."""
        world, state = scene.world, scene.state
        records = await scene.past(0) if scene.past is not None and state.turn else []
        if records and records[0].number == 1 and len(records) == state.turn:
            try:
                start = await asyncio.to_thread(_start_of, records, state)
                begun = open_epoch(self.chat, world, self.head(world), start)
                whole = await self._with_turns(begun, records, state)
            except PatchConflict as error:
                log.warning("story %s: its turns do not lead to its state (%s)", scene.story, error)
            else:
                if whole is not None:
                    return whole
        elif state.turn:
            log.warning("story %s: its transcript begins at turn %d", scene.story, state.turn)
        return open_epoch(self.chat, world, self.head(world), state)

    async def _with_turns(
        self, transcript: Transcript, records: list[TurnRecord], state: StoryState
    ) -> Transcript | None:
        if len(records) > SLOW_TURNS:
            return await asyncio.to_thread(with_turns, transcript, records, state)
        return with_turns(transcript, records, state)

    def head(self, world: World) -> tuple[Segment, ...]:
        """Encoded once for each world."""
        known = self._heads.get(id(world))
        if known is None or known[0] is not world:
            known = self._heads[id(world)] = (world, head_of(self.chat, world))
        return known[1]


def _start_of(records: list[TurnRecord], state: StoryState) -> StoryState:
    for record in reversed(records):
        state = record.patch.undo(state)
    return state


def with_turns(transcript: Transcript, records: list[TurnRecord], state: StoryState) -> Transcript | None:
    """The transcript with committed turns, of which the last one led to `state`. None if they do not fit together."""
    if transcript.turn + len(records) != state.turn:
        return None
    try:
        states = [state]
        for record in reversed(records):
            states.insert(0, record.patch.undo(states[0]))
    except PatchConflict:
        return None
    for record, (before, after) in zip(records, pairwise(states), strict=True):
        transcript = with_turn(transcript, record, before, after)
    return transcript


def with_turn(
    transcript: Transcript, record: TurnRecord, before: StoryState, after: StoryState
) -> Transcript:
    """The transcript with one committed turn: what the engine wrote, as it wrote it, as far as it was told."""
    chat, model = transcript.chat, record.model
    here = seen(transcript.world, before, record)
    asked = transcript.ask(before, record.words, record.roll, here)
    outcome = tuple(model.outcome) if model and model.outcome else chat.encode(written(record.outcome))
    brief = model is not None and model.brief
    ruled = asked.rule(outcome, before, record.ruling, after, brief=brief)
    ids = tuple(model.narration) if model is not None else ()
    if not ids or model is None or model.told_by != "model" or record.reason != "complete":
        told = [(span.speaker, span.text) for span in record.spans if span.kind != "notice"]
        ids = told_ids(chat, markup_of(told), ids)
    return ruled.close(ids, record.number, record.act_id)


def seen(world: World, before: StoryState, record: TurnRecord) -> InScene:
    return in_scene(Scene(world, before, record.words, record.roll))
