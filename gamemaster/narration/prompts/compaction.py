"""Opens a story's next epoch before it is needed: summary, new transcript and its prefill, beside the play."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Protocol

from gamemaster.narration.prompts.epoch import Opened, Summary
from gamemaster.narration.prompts.prompt import Prompt, Transcript, Zone
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Past, Scene, past_with
from gamemaster.narration.story_tasks import StoryTasks
from gamemaster.rules.state import StoryState, TurnRecord
from inference.engine import EngineError

log = logging.getLogger(__name__)

AT_ONCE = 4  # stories that are compacted at the same time: the others' players have room for some turns more


class Summarizer(Protocol):
    """The model's part. Both may raise EngineError; see `gamemaster.narration.model.summarizer`."""

    async def summarize(self, scene: Scene, transcript: Transcript, upto: int) -> str:
        """What happened in a transcript up to a turn, in prose of at most the settings' `summary_tokens`."""
        ...

    async def warm(self, prompt: Prompt, story: str) -> None:
        """Have the engine compute a story's prompt, so that the next turn finds it in the cache."""
        ...


@dataclass(eq=False)
class Compactor:
    """Works after a turn was committed, one story's epoch at a time, and never keeps a turn waiting."""

    transcripts: Transcripts
    summarizer: Summarizer
    _tasks: StoryTasks = field(default_factory=lambda: StoryTasks("compaction"))
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    def after_turn(self, scene: Scene, record: TurnRecord, after: StoryState, tokens: int) -> None:
        """Look at the story again, now that this turn is committed; `tokens`: what its prompt has come to."""
        try:
            due = tokens >= self.threshold()
        except EngineError:  # it is not known how much room there is
            return
        if due and scene.story and scene.past is not None and after.ended is None:
            self.start(_next_scene(scene, scene.past, record, after))

    def threshold(self) -> int:
        """Tokens from which on the next epoch is prepared."""
        return int(self.transcripts.settings.compact_at * self.transcripts.room())

    def start(self, scene: Scene) -> None:
        """Begin to prepare the epoch of a story's next turn, unless that is being done."""
        if scene.story not in self._tasks:
            self._tasks.start(scene.story, self._work(scene))

    async def wait_until_idle(self) -> None:
        """Returns when nothing is being prepared any more; for tests and benchmarks."""
        await self._tasks.wait_until_idle()

    async def close(self) -> None:
        """Give up what is being prepared: a later turn begins it anew."""
        await self._tasks.close()

    async def _work(self, scene: Scene) -> None:
        try:
            async with self._slots:
                await self._prepare(scene)
        except Exception as error:  # nobody waits for this, and a later turn tries again
            log.warning(
                "story %s: its next epoch could not be prepared: %s", scene.story, error, exc_info=True
            )

    async def _prepare(self, scene: Scene) -> None:
        opened = await self.transcripts.ready(scene)
        if opened is None:
            transcript = (await self.transcripts.current(scene)).transcript
            if len(transcript.prompt) < self.threshold() or not Opened(transcript).can_shrink:
                return
            opened = await self._open(scene, transcript)
            if len(opened.transcript.prompt) >= self.threshold():
                log.warning("story %s: a new epoch would be no smaller than the last", scene.story)
                return
        mark = (opened.transcript.turn, opened.transcript.act_id)
        if opened.warmed != mark and await self._warm(scene.story, opened.transcript.prompt):
            opened = replace(opened, warmed=mark)
        self.transcripts.prepare(scene.story, opened)

    async def _open(self, scene: Scene, transcript: Transcript) -> Opened:
        transcripts = self.transcripts
        records = await transcripts.read(scene)
        keep = transcripts.turns_to_keep(transcript)
        room = transcripts.room()
        why = f"{len(transcript.prompt)} of {room} tokens were used"
        summary: Summary | None = None
        try:
            summary = Summary(await self.summarizer.summarize(scene, transcript, transcript.turn - keep))
        except Exception as error:  # whatever the model does, there is the chronicle
            log.warning("story %s: the chronicle stands for a summary: %s", scene.story, error)
            why = f"{why}; no summary: {type(error).__name__}"
        return await transcripts.open(scene, records, keep, summary, why)

    async def _warm(self, story: str, prompt: Prompt) -> bool:
        """The prefill. Without it the next turn merely takes longer."""
        try:
            await self.summarizer.warm(prompt, story)
        except Exception as error:
            log.warning("story %s: its next epoch is not in the engine's cache: %s", story, error)
            return False
        return True


def upto(prompt: Prompt, turn: int) -> Prompt:
    """A prompt as it was when `turn` was over."""
    kept = (
        segment for segment in prompt.segments if segment.zone is not Zone.TRANSCRIPT or segment.turn <= turn
    )
    return replace(prompt, segments=tuple(kept))


def _next_scene(scene: Scene, past: Past, record: TurnRecord, after: StoryState) -> Scene:
    """The scene of the turn to come, before its player has said anything."""
    return replace(scene, state=after, words="", past=past_with(past, record), recalled=None)
