"""The model as narrator: it proposes the Outcome under a grammar, then tells the ruling on the same growing prompt."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal
from weakref import WeakKeyDictionary

from gamemaster.narration.handover import heard, rest_of
from gamemaster.narration.model.degradation import (
    COURSES,
    Course,
    Pace,
    Rung,
    choose_to_adjudicate,
    choose_to_narrate,
)
from gamemaster.narration.model.engine_tape import gave_up, recorded
from gamemaster.narration.model.summarizer import TokenSummarizer
from gamemaster.narration.model.telling_base import Cut, SteppedDown, WorldScripts, decided, happened, span_of
from gamemaster.narration.narrator import Narrator, Notes, Scene
from gamemaster.narration.prompts.compaction import Compactor
from gamemaster.narration.prompts.markup import Script
from gamemaster.narration.prompts.outcome_schema import (
    InScene,
    OutcomeUnreadable,
    in_scene,
    parse,
    schema,
    written,
)
from gamemaster.narration.prompts.prompt import (
    ContextFullError,
    Prompt,
    Transcript,
    ZoneFullError,
    check_room,
    parts_of,
)
from gamemaster.narration.prompts.questions import ask
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.recording.tape import Tape
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import EndReason, ModelTurn, Span, StageUse, StoryState
from gamemaster.storage.store import StoreError
from inference.chat_template import ChatFormat
from inference.engine import (
    DeadlineExceeded,
    Delta,
    Engine,
    EngineBusy,
    EngineError,
    EngineLost,
    Finish,
    FinishReason,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
    new_request_id,
)
from inference.output.guard import Guard

log = logging.getLogger(__name__)

FELL_SILENT = "The storyteller fell silent here. What was decided stands, and the understudy tells the rest."
# Tokens for markers and the line breaks around them, on top of what a course allows.
MARKER_ROOM = 16
# Tokens of a ruling, in most turns: an outcome is not begun on where its telling would have no room.
RULING_ROOM = 400
# Beyond a request's own deadline: an engine that does not keep it hangs.
GRACE_S = 2.0


@dataclass(frozen=True)
class ModelSettings:
    """Seconds for each stage (less than the turn's own `Budget`, so that the understudy can still take over)."""

    adjudicate_s: float = 22.0
    narrate_s: float = 60.0
    outcome_temperature: float = 0.4
    narration_temperature: float = 0.8
    top_p: float = 0.95


@dataclass(eq=False)
class _Turn:
    """A turn between its two stages."""

    model: ModelTurn
    asked: Transcript | None = None
    outcome: tuple[int, ...] = ()
    rung: Rung = Rung.FULL
    out: bool = False  # the model has no further part in it
    tape: Tape | None = None
    number: int = 0


@dataclass(eq=False)
class ModelNarrator:
    """Implements `gamemaster.narration.narrator.Narrator`. Whatever fails, the understudy goes on, and the
    notes say why.

    `engine` keeps reasoning within its budget (see `inference.output.reasoning_budget.BudgetedEngine`).
    """

    engine: Engine
    chat: ChatFormat
    understudy: Narrator = field(default_factory=Understudy)
    settings: ModelSettings = field(default_factory=ModelSettings)
    prompts: PromptSettings = field(default_factory=PromptSettings)
    clock: Callable[[], float] = time.monotonic
    name: str = "model"

    def __post_init__(self) -> None:
        self.transcripts = Transcripts(self.chat, self._room, self.prompts)
        summarizer = TokenSummarizer(self.engine, self.chat, self.prompts)
        self.compactor = Compactor(self.transcripts, summarizer)
        self.pace = Pace()
        self._turns: WeakKeyDictionary[Notes, _Turn] = WeakKeyDictionary()
        self._scripts = WorldScripts()

    # ---- stage 1 ----

    async def adjudicate(self, scene: Scene) -> Outcome:
        scene.notes.model = ModelTurn(format=self.chat.fingerprint)
        tape, number = scene.notes.tape, scene.state.turn + 1
        turn = self._turns[scene.notes] = _Turn(scene.notes.model, tape=tape, number=number)
        if tape is not None:
            tape.narrator(self._described())
        self.compactor.watch(scene, lambda: _tokens_of(turn))
        try:
            return await self._propose(scene, turn)
        except Exception as error:  # whatever happens to the model, the player's turn goes on
            self._give_up(scene, turn, "outcome", error)
        turn.model.adjudicated_by = "understudy"
        outcome = await self.understudy.adjudicate(scene)
        turn.outcome = self.chat.encode(written(outcome))  # it stands where the model's would
        return outcome

    async def _propose(self, scene: Scene, turn: _Turn) -> Outcome:
        until = self.clock() + self.settings.adjudicate_s
        here = in_scene(scene)
        opened = await self.transcripts.of(scene)
        turn.asked = asked = await ask(self.transcripts, opened, scene, here, turn.model, self._fits)
        choice = choose_to_adjudicate(self.pace, self.clock(), until - self.clock())
        choice = decided(turn.tape, turn.number, "outcome", choice)
        if choice.why:
            turn.model.steps.append(f"outcome: {choice.rung.name.lower()}: {choice.why}")
        if choice.rung is Rung.UNDERSTUDY:
            raise SteppedDown(choice.why)
        turn.rung = choice.rung
        request = self._outcome_request(scene, here, asked.prompt, turn, until - self.clock())
        turn.model.parts = parts_of(asked.prompt, scene.state.turn + 1)
        ids: list[int] = []
        text = ""
        async with aclosing(self._deltas(request, asked.prompt, "outcome", turn)) as deltas:
            async for delta in deltas:
                if delta.kind is Kind.CONTENT:
                    ids += delta.token_ids
                    text += delta.text
                elif delta.kind is Kind.MARKER:
                    ids, text = [], ""  # what stands before a thought, or was one, is no answer
        read = parse(text)
        if read.mended:
            turn.model.steps.append("outcome: its container was mended")
        while ids and not self.chat.decode(ids[:1]).strip() and text[:1].isspace():
            text = text[len(self.chat.decode(ids[:1])) or 1 :]
            ids.pop(0)
        turn.model.outcome, turn.outcome = ids, tuple(ids)
        return read.outcome

    def _fits(self, prompt: Prompt) -> bool:
        return self._rung_that_fits(prompt, Rung.FULL) is not None

    def _rung_that_fits(self, prompt: Prompt, start: Rung) -> Rung | None:
        """The largest course from `start` down that the context has room for, both stages of it."""
        for rung in (rung for rung in COURSES if rung >= start):
            try:
                check_room(
                    prompt, self._new_tokens(rung) + RULING_ROOM + COURSES[rung].narration, self._room()
                )
            except ContextFullError:
                continue
            return rung
        return None

    def _new_tokens(self, rung: Rung) -> int:
        course = COURSES[rung]
        return course.outcome + (course.reasoning + MARKER_ROOM if self.chat.can_think else 0)

    def _outcome_request(
        self, scene: Scene, here: InScene, prompt: Prompt, turn: _Turn, left_s: float
    ) -> GenerationRequest:
        """The largest course from the chosen rung down that the context has room for. Raises ContextFullError."""
        rung = self._rung_that_fits(prompt, turn.rung)
        if rung is None:
            check_room(prompt, self._new_tokens(Rung.SHORT_ANSWER), self._room())
            rung = Rung.SHORT_ANSWER
        if rung is not turn.rung:
            turn.model.steps.append(f"outcome: {rung.name.lower()}: the context has little room left")
            turn.rung = rung
        new, thinks = self._new_tokens(rung), self.chat.can_think
        return GenerationRequest(
            request_id=new_request_id(),
            token_ids=prompt.ids,
            sampling=self._sampling(scene, new, self.settings.outcome_temperature, "outcome"),
            json_schema=schema(scene, here),
            reasoning_budget=COURSES[turn.rung].reasoning if thinks else None,
            thinking_open=self.chat.thinking_open,
            lane=Lane.PLAY,
            deadline_s=max(left_s, 0.1),
        )

    # ---- stage 2 ----

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        turn = self._turns.get(scene.notes) or _Turn(ModelTurn(), out=True)
        draft = Teller(scene.world, scene.state, after).tell(ruling)
        told: list[str] = []
        last = Span(kind="narration", text="")
        fault: Exception | None = None
        if turn.out or turn.asked is None:
            turn.model.told_by = "understudy"
        else:
            try:
                async with aclosing(self._telling(scene, turn, ruling, after, told)) as spans:
                    async for span in spans:
                        told.append(span.text)
                        last = span
                        yield span
            except Exception as error:
                self._give_up(scene, turn, "narration", fault := error)
                turn.model.told_by = "both" if told else "understudy"
        if turn.model.told_by == "model":
            # What the author wrote for this has been told, in the model's words: the next time has other wordings.
            keys = [key for span in draft for key in span.keys]
            yield last.model_copy(update={"text": "", "keys": keys, "more": True})
            return
        if told and isinstance(fault, EngineLost):
            yield Span(kind="notice", text=FELL_SILENT)
        for span in rest_of(draft, " ".join(told)):
            yield span

    async def _telling(
        self, scene: Scene, turn: _Turn, ruling: Ruling, after: StoryState, told: list[str]
    ) -> AsyncGenerator[Span, None]:
        """The model's telling. Raises `Cut` or an EngineError where it ended before its time."""
        until = self.clock() + self.settings.narrate_s
        course, prompt, request = self._telling_request(scene, turn, ruling, after)
        guard = Guard(self._scripts.of(scene.world))
        script = Script(heard(scene.world, scene.state, after, ruling))
        fed, finish = 0, None
        async with aclosing(self._deltas(request, prompt, "narration", turn)) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                if delta.kind is not Kind.CONTENT:
                    continue
                turn.model.narration += delta.token_ids
                broken = guard.feed(delta.text)
                sound = delta.text if broken is None else delta.text[: max(0, broken.at - fed - 1)]
                for event in script.feed(sound):
                    yield span_of(event)
                if broken is not None:
                    raise Cut("budget", f"the guard saw a {broken.fault}: {broken.what}")
                late = self.clock() > until
                if script.ended or happened(turn.tape, turn.number, "late", late):
                    break
                fed += len(delta.text)
        whole = script.ended or (
            finish is not None and finish.reason in (FinishReason.COMPLETE, FinishReason.STOP)
        )
        for event in script.finish(whole=whole):
            yield span_of(event)
        if not told:
            raise Cut("complete", "the model told nothing that could be shown")
        if not whole:
            turn.model.steps.append(
                f"narration: cut after {course.narration} tokens, or {self.settings.narrate_s:g} s"
            )
            scene.notes.reason = _worst(scene.notes.reason, "budget")

    def _telling_request(
        self, scene: Scene, turn: _Turn, ruling: Ruling, after: StoryState
    ) -> tuple[Course, Prompt, GenerationRequest]:
        assert turn.asked is not None
        choice = choose_to_narrate(self.pace, self.clock(), self.settings.narrate_s, turn.rung)
        choice = decided(turn.tape, turn.number, "narration", choice)
        if choice.why:
            turn.model.steps.append(f"narration: {choice.rung.name.lower()}: {choice.why}")
        if choice.rung is Rung.UNDERSTUDY:
            raise SteppedDown(choice.why)
        course = COURSES[choice.rung]
        turn.model.brief = choice.rung is Rung.SHORT_ANSWER
        ruled = turn.asked.rule(turn.outcome, scene.state, ruling, after, brief=turn.model.brief)
        check_room(ruled.prompt, course.narration, self._room())
        turn.model.parts = parts_of(ruled.prompt, scene.state.turn + 1)
        sampling = self._sampling(scene, course.narration, self.settings.narration_temperature, "narration")
        request = GenerationRequest(
            new_request_id(), ruled.prompt.ids, sampling, deadline_s=self.settings.narrate_s
        )
        return course, ruled.prompt, request

    def _described(self) -> dict[str, object]:
        """For a recording: all that the prompts and requests of a turn are made with."""
        info, lost = None, None
        try:
            info = self.engine.info
        except EngineLost as error:
            lost = error.reason
        return {
            "name": self.name,
            "form": "tokens",
            "engine": info,
            "lost": lost,
            "format": self.chat.fingerprint,
            "prompts": self.prompts,
            "settings": self.settings,
        }

    # ---- the engine ----

    async def _deltas(
        self,
        request: GenerationRequest,
        prompt: Prompt,
        stage: Literal["outcome", "narration"],
        turn: _Turn,
    ) -> AsyncGenerator[Delta, None]:
        """A request's deltas, its account noted. Raises EngineError, `Cut` for an answer that never came."""
        started = self.clock()
        finish: Finish | None = None
        last = asyncio.get_running_loop().time() + request.deadline_s + GRACE_S
        try:
            answer = recorded(
                self.engine.generate(request),
                turn.tape,
                turn.number,
                stage,
                request,
                prompt,
                self.chat.decode,
            )
            async with aclosing(answer) as deltas:
                while True:
                    # Around each step alone: the steps of a telling may be taken in different tasks.
                    async with asyncio.timeout_at(last):
                        delta = await anext(deltas, None)
                    if delta is None:
                        break
                    finish = delta.finish or finish
                    yield delta
        except TimeoutError:
            raise DeadlineExceeded(request.deadline_s) from None
        finally:
            self._account(stage, turn, finish, self.clock() - started)
        if finish is None or finish.reason in (FinishReason.ABORT, FinishReason.BUDGET):
            raise Cut("budget", f"the engine ended with {finish.reason if finish else 'no word'}")

    def _account(
        self, stage: Literal["outcome", "narration"], turn: _Turn, finish: Finish | None, seconds: float
    ) -> None:
        if finish is None:
            return
        account = finish.accounting
        first, visible = account.first_token_s, account.first_visible_s
        self.pace.measure(
            self.clock(), tokens=account.completion_tokens, seconds=seconds, first_token_s=first
        )
        use = StageUse(
            stage=stage,
            prompt=account.prompt_tokens,
            cached=account.cached_tokens,
            reasoning=account.reasoning_tokens,
            completion=account.completion_tokens,
            first_visible_ms=None if visible is None else round(visible * 1000),
            accept_length=account.accept_length,
        )
        turn.model.uses.append(use)
        if finish.reasoning_truncated:
            turn.model.steps.append(f"{stage}: reasoning cut after {account.reasoning_tokens} tokens")

    def _give_up(self, scene: Scene, turn: _Turn, stage: str, error: Exception) -> None:
        """Note why the model has no further part in a stage, or in the whole turn."""
        reason: EndReason = "complete"
        match error:
            case EngineLost():
                reason, turn.out = "engine_lost", True
            case DeadlineExceeded():
                reason = "budget" if stage == "narration" else "complete"
                self.pace.failed(self.clock(), error.deadline_s)
                turn.out = True
            case EngineBusy() | SteppedDown() | ContextFullError() | ZoneFullError() | StoreError():
                turn.out = True
            case Cut():
                reason = error.reason if stage == "narration" else "complete"
            case OutcomeUnreadable():
                pass  # the model may still tell what the understudy makes of it
            case EngineError():
                turn.out = True
            case _:
                turn.out = True
                log.exception("story %s: the model failed at the %s", scene.story, stage, exc_info=error)
        gave_up(turn.tape, turn.number, stage, error)
        log.warning("story %s, turn %d: %s: %s", scene.story, scene.state.turn + 1, stage, error)
        turn.model.steps.append(f"{stage}: understudy: {type(error).__name__.lstrip('_')}: {error}"[:400])
        scene.notes.reason = _worst(scene.notes.reason, reason)

    def _sampling(self, scene: Scene, new: int, temperature: float, stage: str) -> Sampling:
        """Seeded by story and turn, as the dice are: the same prompt is answered the same, as far as an engine can."""
        seed = draw(scene.state.seed, scene.state.turn + 1, stage) % 2**31
        return Sampling(new, temperature, self.settings.top_p, stop_token_ids=self.chat.stops, seed=seed)

    def _room(self) -> int:
        """Tokens for a prompt and its answer. Raises EngineLost while the engine is not known."""
        info = self.engine.info
        return self.prompts.room(min(info.context_length, info.kv_capacity) - info.draft_tokens)


def _tokens_of(turn: _Turn) -> int:
    """Of the transcript when the turn is over, about."""
    asked = len(turn.asked.prompt) if turn.asked is not None else 0
    return asked + len(turn.outcome) + RULING_ROOM + len(turn.model.narration)


def _worst(one: EndReason, other: EndReason) -> EndReason:
    order: list[EndReason] = ["complete", "budget", "engine_lost"]
    return max(one, other, key=lambda reason: order.index(reason) if reason in order else 0)
