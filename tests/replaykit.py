"""Stories recorded as they are played through the real pipeline, without a service: lines as a recorder makes them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import orjson

from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import LoadedWorld
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.story_events import FramePresented
from gamemaster.play.story_recorder import TapeWriter
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.play.turn_presenter import frames_of
from gamemaster.recording.format import Recording, parse_lines
from gamemaster.recording.recorder import line_json
from gamemaster.recording.tape import Tape
from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from tests.modelkit import PLAYER, STORY, Shelf
from worlds.schema import World


@dataclass(eq=False)
class Remembering(Shelf):
    """A shelf whose characters remember what the test says, in every turn."""

    memories: list[Recalled] = field(default_factory=list)

    async def recall(self, *asked: object, **_: object) -> list[Recalled]:
        return list(self.memories)


@dataclass(eq=False)
class Taped:
    """A story that is played and recorded. `at` are seconds since it began: each line comes a millisecond later."""

    world: World
    narrator: Narrator = field(default_factory=Understudy)
    seed: int = 1
    memories: list[Recalled] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: StoryState = begin(self.world, self.seed)
        self.shelf = Remembering(memories=self.memories)
        self._ticks = itertools.count(1)
        self.tape = Tape(self._put)
        self._put(
            "header", {
                "format": 1, "id": f"{STORY}-20261121T071500Z-0001", "story": STORY, "player": PLAYER,
                "world": self.world.id, "world_hash": "as-recorded", "seed": self.seed,
                "started": "2026-11-21T07:15:00.000+00:00", "stamps": {"code": "then", "world": "as-recorded"},
                "text_speed": 45.0, "epoch": 0, "turn": 0, "state": self.state,
            },
        )  # fmt: skip

    def _put(self, kind: str, fields: Any) -> None:
        self.lines.append(orjson.loads(line_json(next(self._ticks) / 1000, kind, fields)))

    async def play(self, *inputs: str) -> list[TurnRecord]:
        return [await self._play(words) for words in inputs]

    async def _play(self, words: str) -> TurnRecord:
        act_id = f"act-{self.state.turn + 1:08}"
        given = Given(
            STORY, self.world, self.state, self.state, act_id, words, player=PLAYER, tape=self.tape, attempt=3
        )
        message = {"type": "act", "id": act_id, "text": words}
        self.tape.write("client", client=1, message=message)
        self.tape.write("turn", turn=given.number, act_id=act_id, attempt=3, instant=True, narrator="any")
        writer = TapeWriter(self.tape)
        before = self.state
        async for event in run_turn(given, self.narrator, self.shelf, Telling(INSTANT)):
            if isinstance(event, TurnCommitted):
                self.tape.write("commit", record=event.record, state="")
                self.state, record = event.after, event.record
                continue
            writer.observe(event)
            for frame in frames_of(event, self.world, before):
                writer.observe(FramePresented(frame))
        if isinstance(self.narrator, ModelNarrator):
            await self.narrator.compactor.wait_until_idle()
        return record

    def undo(self) -> None:
        """The last turn is taken back."""
        self.state = self.shelf.records.pop().patch.undo(self.state)
        self.tape.write("undone", turn=self.state.turn, epoch=1, state="")

    def recording(self) -> Recording:
        return parse_lines(
            [*self.lines, {"at": next(self._ticks) / 1000, "kind": "end", "reason": "closed"}], False, "test"
        )

    def at_hand(self) -> dict[str, LoadedWorld]:
        return {self.world.id: LoadedWorld(self.world, "as-recorded")}
