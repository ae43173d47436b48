"""Has prompts computed before a player waits for them: a story's between its turns, the worlds' heads at start.

All of it goes in the background lane. Without it the next turn merely takes longer. Where so many play that a story
is evicted before its player comes back, it is computed only once they begin to write.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gamemaster.narration.model.crowding import Crowding
from gamemaster.narration.model.text_source import TextSource
from gamemaster.narration.prompts.outcome_schema import InScene, in_scene
from gamemaster.narration.prompts.prompt import Prompt, Segment, Zone, ZoneFullError
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene, past_with
from gamemaster.narration.story_tasks import StoryTasks
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState, TurnRecord
from inference.engine import EngineError
from worlds.schema import World

log = logging.getLogger(__name__)

AT_ONCE = 4  # requests in the background lane
MOST_WAITING = 64  # stories; further ones do without
MOST_NOTED = 1024  # stories of which it is known in which turn they came back
READY = "Say yes."  # what stands after a head that is computed alone: a prompt must not end with it


@dataclass(eq=False)
class Warmer:
    """Nothing is asked while the same story is being warmed. Close it when done."""

    source: TextSource
    transcripts: Transcripts
    crowding: Crowding = field(default_factory=Crowding, init=False)
    _back: OrderedDict[str, int] = field(
        default_factory=OrderedDict, init=False
    )  # story: turn it came back for
    _scenes: OrderedDict[str, tuple[weakref.ref[StoryState], weakref.ref[World], InScene]] = field(
        default_factory=OrderedDict, init=False
    )
    _tasks: StoryTasks = field(default_factory=lambda: StoryTasks("warming"), init=False)
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE), init=False)

    def after_turn(self, scene: Scene, record: TurnRecord, after: StoryState) -> None:
        """The turn is in the store: what it told becomes part of the next prompt, and its reasoning does not."""
        past = scene.past
        if past is None or after.ended is not None or self.crowding.is_crowded:
            return
        roll = roll_for(after.seed, after.turn + 1)
        ahead = replace(
            scene, state=after, words="", roll=roll, past=past_with(past, record), recalled=None, tape=None
        )
        self._start(ahead, comes_back=False)

    def start(self, scene: Scene) -> None:
        """The player writes: have the prompt computed that the story's next turn will begin with, all but what their
        words bring up. Neither raises nor waits."""
        comes_back = self._back.get(scene.story) != scene.number
        self._back[scene.story] = scene.number
        self._back.move_to_end(scene.story)
        while len(self._back) > MOST_NOTED:
            self._back.popitem(last=False)
        self._start(scene, comes_back=comes_back)

    def _start(self, scene: Scene, *, comes_back: bool) -> None:
        if scene.story in self._tasks or len(self._tasks) >= MOST_WAITING or not scene.story:
            return
        self._tasks.start(scene.story, self._warm(scene, comes_back))

    async def _warm(self, scene: Scene, comes_back: bool) -> None:
        try:
            async with self._slots:
                opened = await self.transcripts.of(scene)
                here = in_scene(scene)
                self._keep_scene(scene, here)
                ahead = opened.transcript.ahead(scene.state, here)
                found = await self.source.warm(ahead, scene.story)
                if comes_back and found is not None:
                    self.crowding.came_back(found, ahead.by_zone()[Zone.HEAD], len(ahead))
        except Exception as error:  # nobody waits for this
            log.info("story %s: its next prompt is not made ready: %s", scene.story, error)

    def _keep_scene(self, scene: Scene, here: InScene) -> None:
        self._scenes[scene.story] = weakref.ref(scene.state), weakref.ref(scene.world), here
        self._scenes.move_to_end(scene.story)
        while len(self._scenes) > MOST_NOTED:
            self._scenes.popitem(last=False)

    def scene_ahead(self, scene: Scene) -> InScene | None:
        """What was in a scene before its words were known, if its prompt was computed ahead."""
        if scene.story not in self._scenes:
            return None
        state, world, here = self._scenes[scene.story]
        return here if state() is scene.state and world() is scene.world else None

    async def warm_heads(self, worlds: Iterable[World]) -> int:
        """The head of each world, which all its stories share; how many were computed."""
        count, chat = 0, self.source.chat
        tail = (*chat.system_to_user, *chat.encode(READY), *chat.user_to_answer)
        for world in worlds:
            try:
                head = self.transcripts.head(world)
                await self.source.warm(Prompt(0, (*head, Segment("ready", Zone.STORY, tail))))
            except (EngineError, ZoneFullError) as error:
                log.info("the head of %s is not made ready: %s", world.id, error)
            else:
                count += 1
        return count

    async def wait_until_idle(self) -> None:
        """Returns when nothing is being warmed any more; for tests and benchmarks."""
        await self._tasks.wait_until_idle()
