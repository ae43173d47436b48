"""An engine of ours as the narrator's text source: token ids in and out, a certain grammar, bounded reasoning."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from gamemaster.memory.reflection import Muser, TokenMuser
from gamemaster.narration.model.answer_stream import stream_answer
from gamemaster.narration.model.degradation import COURSES, Course, Pace, Rung, choose_to_adjudicate
from gamemaster.narration.model.text_source import (
    Fault,
    Generation,
    JsonQuestion,
    ModelSettings,
    ModelState,
    Stage,
)
from gamemaster.narration.prompts.outcome_reading import parse
from gamemaster.narration.prompts.outcome_schema import InScene, schema
from gamemaster.narration.prompts.prompt import ContextFullError, Prompt, check_room
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.rules.proposal import Outcome
from inference.chat_template import ChatFormat
from inference.engine import (
    DeadlineExceeded,
    Delta,
    Engine,
    EngineError,
    EngineLost,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
    new_request_id,
)
from inference.output.content import content_of

# Tokens for markers and the line breaks around them, on top of what a course allows.
MARKER_ROOM = 16
# Tokens of a ruling, in most turns: an outcome is not begun on where its telling would have no room.
RULING_ROOM = 400


@dataclass(eq=False)
class TokenSource:
    """Implements `gamemaster.narration.model.text_source.TextSource`.

    `engine` keeps reasoning within its budget (see `inference.output.reasoning_budget.BudgetedEngine`).
    """

    engine: Engine
    chat: ChatFormat
    settings: ModelSettings = field(default_factory=ModelSettings)
    prompts: PromptSettings = field(default_factory=PromptSettings)
    clock: Callable[[], float] = time.monotonic
    pace: Pace = field(default_factory=Pace, init=False)
    kind: str = field(default="engine", init=False)
    exact: bool = field(default=True, init=False)
    grace_s: float = field(default=2.0, init=False)

    def room(self) -> int:
        info = self.engine.info
        return self.prompts.room(min(info.context_length, info.kv_capacity) - info.draft_tokens)

    def description(self) -> dict[str, object]:
        info, lost = None, None
        try:
            info = self.engine.info
        except EngineLost as error:
            lost = error.reason
        return {"form": "tokens", "engine": info, "lost": lost}

    def hide(self, text: str) -> str:
        return text

    # ---- a turn ----

    def ready(self, turn: ModelState) -> None:
        """Always: what the engine cannot do in time is seen from its pace."""

    def fits(self, prompt: Prompt) -> bool:
        return self._rung_that_fits(prompt, Rung.FULL) is not None

    def _rung_that_fits(self, prompt: Prompt, start: Rung) -> Rung | None:
        """The largest course from `start` down that the context has room for, both stages of it."""
        for rung in (rung for rung in COURSES if rung >= start):
            try:
                check_room(
                    prompt, self._new_tokens(rung) + RULING_ROOM + COURSES[rung].narration, self.room()
                )
            except ContextFullError:
                continue
            return rung
        return None

    def _new_tokens(self, rung: Rung) -> int:
        course = COURSES[rung]
        return course.outcome + (course.reasoning + MARKER_ROOM if self.chat.can_think else 0)

    async def propose(self, turn: ModelState, here: InScene, until: float) -> tuple[Outcome, tuple[int, ...]]:
        assert turn.asked is not None
        prompt = turn.asked.prompt
        choice = choose_to_adjudicate(self.pace, self.clock(), until - self.clock())
        turn.rung = turn.decide("outcome", choice).rung
        self._step_down_to_fit(turn, prompt)
        generation = self._outcome_request(turn, here, prompt, until - self.clock())
        turn.note_parts(prompt)
        ids: list[int] = []
        text = ""
        async with aclosing(stream_answer(self, turn, "outcome", prompt, generation)) as deltas:
            async for delta in deltas:
                if delta.kind is Kind.CONTENT:
                    ids += delta.token_ids
                    text += delta.text
                elif delta.kind is Kind.MARKER:
                    ids, text = [], ""  # what stands before a thought, or was one, is no answer
        read = parse(text)
        if read.mended:
            turn.step("outcome: its container was mended")
        turn.model.outcome = self._without_leading_space(ids, text)
        return read.outcome, tuple(turn.model.outcome)

    def _without_leading_space(self, ids: list[int], text: str) -> list[int]:
        while ids and not self.chat.decode(ids[:1]).strip() and text[:1].isspace():
            text = text[len(self.chat.decode(ids[:1])) or 1 :]
            ids = ids[1:]
        return ids

    def _step_down_to_fit(self, turn: ModelState, prompt: Prompt) -> None:
        """The largest course from the chosen rung down that the context has room for. Raises ContextFullError."""
        rung = self._rung_that_fits(prompt, turn.rung)
        if rung is None:
            check_room(prompt, self._new_tokens(Rung.SHORT_ANSWER), self.room())
            rung = Rung.SHORT_ANSWER
        if rung is not turn.rung:
            turn.step(f"outcome: {rung.name.lower()}: the context has little room left")
            turn.rung = rung

    def _outcome_request(self, turn: ModelState, here: InScene, prompt: Prompt, left_s: float) -> Generation:
        new = self._new_tokens(turn.rung)
        request = GenerationRequest(
            request_id=new_request_id(),
            token_ids=prompt.ids,
            sampling=self.settings.sampling(turn.scene, "outcome", new, self.chat.stops),
            json_schema=schema(turn.scene, here),
            lane=Lane.PLAY,
            deadline_s=max(left_s, 0.1),
            story=turn.scene.story,
        )
        return self._generation(self.chat.with_reasoning(request, COURSES[turn.rung].reasoning))

    async def ask_json(self, turn: ModelState, asked: JsonQuestion) -> str:
        check_room(asked.prompt, asked.new_tokens, self.room())
        request = GenerationRequest(
            new_request_id(),
            asked.prompt.ids,
            self.settings.sampling(turn.scene, asked.stage, asked.new_tokens, self.chat.stops),
            json_schema=asked.schema,
            # Nobody waits for what is asked once all is told: players who wait for words go first.
            lane=Lane.BACKGROUND if asked.stage == "aftermath" else Lane.PLAY,
            deadline_s=max(asked.until - self.clock(), 0.1),
            story=turn.scene.story,
        )
        return await content_of(
            stream_answer(self, turn, asked.stage, asked.prompt, self._generation(request))
        )

    def telling(self, turn: ModelState, prompt: Prompt, course: Course) -> Generation:
        check_room(prompt, course.narration, self.room())
        turn.note_parts(prompt)
        sampling = self.settings.sampling(turn.scene, "narration", course.narration, self.chat.stops)
        return self._generation(
            GenerationRequest(
                new_request_id(),
                prompt.ids,
                sampling,
                deadline_s=self.settings.narrate_s,
                story=turn.scene.story,
            )
        )

    def handle_error(self, error: EngineError, stage: Stage, told: bool) -> Fault:
        match error:
            case EngineLost():
                return Fault("engine_lost", silent=True)
            case DeadlineExceeded():
                self.pace.note_failure(self.clock(), error.deadline_s)
                return Fault("budget" if stage == "narration" else "complete")
            case _:
                return Fault()

    def tokens(self, turn: ModelState) -> int:
        asked = len(turn.asked.prompt) if turn.asked is not None else 0
        return asked + len(turn.outcome) + RULING_ROOM + len(turn.model.narration)

    # ---- beside the play ----

    def background(
        self, prompt: Prompt, new_tokens: int, temperature: float, top_p: float, seed: int, story: str = ""
    ) -> Generation:
        return self._beside(
            prompt, Sampling(new_tokens, temperature, top_p, stop_token_ids=self.chat.stops, seed=seed), story
        )

    def plain(self, text: str) -> str:
        return text

    async def warm(self, prompt: Prompt, story: str = "") -> int | None:
        found = None
        async with aclosing(self._beside(prompt, Sampling(1, 0.0, 1.0), story).deltas) as deltas:
            async for delta in deltas:
                if delta.finish is not None:
                    found = delta.finish.accounting.cached_tokens
        return found

    def muser(self) -> Muser:
        return TokenMuser(self.engine, self.chat)

    def _beside(self, prompt: Prompt, sampling: Sampling, story: str) -> Generation:
        """In the lane that gives way to players."""
        deadline_s = self.prompts.summary_s
        return self._generation(
            GenerationRequest(
                new_request_id(),
                prompt.ids,
                sampling,
                lane=Lane.BACKGROUND,
                deadline_s=deadline_s,
                story=story,
            )
        )

    def _generation(self, request: GenerationRequest) -> Generation:
        deltas: AsyncGenerator[Delta, None] = self.engine.generate(request)
        return Generation(request, deltas)
