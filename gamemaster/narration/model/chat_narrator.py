"""A model server as narrator: both stages of a turn over an OpenAI-style API, in messages that only grow.

As `gamemaster.narration.model.token_narrator`, with what such a server cannot do left out: no token ids are
kept, no prefix is promised
to be found again, reasoning is bounded in characters and never continued, and a grammar may be ignored.
"""

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
from gamemaster.narration.model.degradation import COURSES, FORGET_S, Pace, Rung, choose_to_narrate
from gamemaster.narration.model.engine_tape import gave_up, recorded
from gamemaster.narration.model.summarizer import ChatSummarizer, chat_messages
from gamemaster.narration.model.telling_base import Cut, SteppedDown, WorldScripts, decided, happened, span_of
from gamemaster.narration.model.token_narrator import FELL_SILENT
from gamemaster.narration.narrator import Narrator, Notes, Scene
from gamemaster.narration.prompts.chat_messages import AnswerForm, TextFormat, messages_of
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
    open_epoch,
    parts_of,
)
from gamemaster.narration.prompts.questions import ask
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.transcripts import Opened, Transcripts
from gamemaster.narration.understudy.prose import Teller
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.recording.tape import Tape
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import EndReason, ModelTurn, Span, StageUse, StoryState
from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineError,
    Finish,
    FinishReason,
    Kind,
    RequestRefused,
    Sampling,
    new_request_id,
)
from inference.output.guard import Guard
from inference.remote.client import ChatEngine, ChatRequest, RequestNotUnderstood

log = logging.getLogger(__name__)

Stage = Literal["outcome", "narration"]
CHARACTERS_PER_TOKEN = 6  # more than tokens have on average: the server's own count goes first
HISTORY_WAIT_S = 5.0
HIDDEN = "(key not shown)"


@dataclass(frozen=True)
class ChatSettings:
    """Seconds for each stage (less than the turn's own `Budget`), and how the server is asked."""

    adjudicate_s: float = 22.0
    narrate_s: float = 60.0
    reasoning_tokens: int = (
        2048  # a server's model reasons as its own settings say; beyond that it is cut off
    )
    outcome_temperature: float = 0.4
    narration_temperature: float = 0.8
    top_p: float = 0.95


@dataclass(eq=False)
class _Turn:
    """A turn between its two stages."""

    model: ModelTurn
    asked: Transcript | None = None
    outcome: Outcome = field(default_factory=Outcome)
    aside: bool = (
        False  # the turns before could not be read: what is asked is no part of the story's transcript
    )
    out: bool = False  # the model has no further part in it
    tape: Tape | None = None
    number: int = 0


@dataclass(eq=False)
class ChatNarrator:
    """Implements `gamemaster.narration.narrator.Narrator`. Whatever fails, the understudy goes on, and the
    notes say why."""

    engine: ChatEngine
    understudy: Narrator = field(default_factory=Understudy)
    settings: ChatSettings = field(default_factory=ChatSettings)
    prompts: PromptSettings = field(default_factory=PromptSettings)
    clock: Callable[[], float] = time.monotonic
    name: str = "model"

    def __post_init__(self) -> None:
        self.pace = Pace()
        self.form = AnswerForm.SCHEMA
        self._reasons = False  # seen of this model so far
        self._left_alone_until = float("-inf")
        self._turns: WeakKeyDictionary[Notes, _Turn] = WeakKeyDictionary()
        self._scripts = WorldScripts()
        self.chat = TextFormat()
        self.transcripts = Transcripts(
            self.chat, lambda: self.prompts.room(self.prompts.server_tokens), self.prompts
        )
        summarizer = ChatSummarizer(self.engine, self.settings.reasoning_tokens, self.prompts)
        self.compactor = Compactor(self.transcripts, summarizer)

    # ---- stage 1 ----

    async def adjudicate(self, scene: Scene) -> Outcome:
        scene.notes.model = ModelTurn(format=self.chat.fingerprint)
        tape, number = scene.notes.tape, scene.state.turn + 1
        turn = self._turns[scene.notes] = _Turn(scene.notes.model, tape=tape, number=number)
        if tape is not None:
            tape.narrator(self._described())
            self.form = AnswerForm(tape.decide(number, "form", int(self.form)))
        self.compactor.watch(scene, lambda: _tokens_of(turn))
        try:
            turn.outcome = await self._propose(scene, turn)
        except Exception as error:  # whatever happens to the server, the player's turn goes on
            self._give_up(scene, turn, "outcome", error)
            turn.model.adjudicated_by = "understudy"
            turn.outcome = await self.understudy.adjudicate(scene)
        return turn.outcome

    async def _propose(self, scene: Scene, turn: _Turn) -> Outcome:
        now = self.clock()
        left = round(max(0.0, self._left_alone_until - now))
        if turn.tape is not None:
            left = turn.tape.decide(turn.number, "left_alone_s", left)
        if left:
            raise SteppedDown(f"the server did not answer in time, and is left alone for another {left} s")
        until = now + self.settings.adjudicate_s
        here = in_scene(scene)
        asked = await self._ask(scene, here, turn)
        for form in (form for form in AnswerForm if form >= self.form):
            try:
                text, finish = await self._outcome_text(scene, here, asked, turn, form, until - self.clock())
            except (RequestNotUnderstood, RequestRefused) as error:
                ours = isinstance(error, RequestRefused) and not error.field.startswith("json_schema")
                if ours or form is AnswerForm.PLAIN:
                    raise
                turn.model.steps.append(f"outcome: not as {form.name.lower()}: {self._said(error)}")
                continue
            if form > self.form:
                self.form = form  # what the server could not do once, it is not asked for again
            return self._read(turn, form, text, finish)
        raise AssertionError("the last form either answers or raises")

    def _read(self, turn: _Turn, form: AnswerForm, text: str, finish: Finish | None) -> Outcome:
        try:
            read = parse(text)
        except OutcomeUnreadable:
            whole = finish is not None and finish.reason is FinishReason.COMPLETE
            if whole and form is AnswerForm.SCHEMA:
                self.form = (
                    AnswerForm.OBJECT
                )  # it ignores schemas: from now on the schema stands in the words
            raise
        if read.mended:
            turn.model.steps.append("outcome: its container was mended")
        return read.outcome

    async def _ask(self, scene: Scene, here: InScene, turn: _Turn) -> Transcript:
        """The story's transcript with this turn's question. Raises ContextFullError, ZoneFullError."""
        opened = await self._opened(scene, turn)
        room, needed = self.transcripts.room(), self._new_tokens() + COURSES[Rung.FULL].narration

        def fits(prompt: Prompt) -> bool:
            return len(prompt) + needed <= room

        turn.asked = asked = await ask(self.transcripts, opened, scene, here, turn.model, fits)
        check_room(asked.prompt, self._new_tokens(), room)
        if not turn.aside:
            turn.model.parts = parts_of(asked.prompt, scene.state.turn + 1)
        return asked

    async def _opened(self, scene: Scene, turn: _Turn) -> Opened:
        """The turns before; without them, if they cannot be read: the state still says all that is true."""
        try:
            async with asyncio.timeout(HISTORY_WAIT_S):
                return await self.transcripts.of(scene)
        except ZoneFullError:
            raise
        except Exception as error:  # a database that is away costs the model its words, not the turn
            log.warning("story %s: no history for the model: %s", scene.story, error)
            turn.model.steps.append(f"outcome: without the last turns: {type(error).__name__}")
            turn.aside = True
            head = self.transcripts.head(scene.world)
            return Opened(
                open_epoch(self.chat, scene.world, head, scene.state, budgets=self.transcripts.budgets())
            )

    def _new_tokens(self) -> int:
        return COURSES[Rung.FULL].outcome + self.settings.reasoning_tokens

    async def _outcome_text(
        self, scene: Scene, here: InScene, asked: Transcript, turn: _Turn, form: AnswerForm, left_s: float
    ) -> tuple[str, Finish | None]:
        """What the server proposes. Below the surest form the schema stands in the words, and is not kept in them."""
        shape = schema(scene, here)
        tail = "" if form is AnswerForm.SCHEMA else f"\nThe JSON schema that it must fit:\n{shape}"
        request = ChatRequest(
            new_request_id(),
            chat_messages(messages_of(asked.prompt, tail)),
            self._sampling(scene, self._new_tokens(), self.settings.outcome_temperature, "outcome"),
            json_schema=shape if form is AnswerForm.SCHEMA else None,
            json_object=form is AnswerForm.OBJECT,
            reasoning_characters=self.settings.reasoning_tokens * CHARACTERS_PER_TOKEN,
            deadline_s=max(left_s, 0.1),
        )
        text, finish = "", None
        async with aclosing(self._deltas(request, asked.prompt, "outcome", turn)) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                # What stands before a thought is no answer.
                text = text + delta.text if delta.kind is Kind.CONTENT else ""
        return text, finish

    # ---- stage 2 ----

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        turn = self._turns.get(scene.notes) or _Turn(ModelTurn(), out=True)
        draft = Teller(scene.world, scene.state, after).tell(ruling)
        told: list[str] = []
        last = Span(kind="narration", text="")
        failed = False
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
                self._give_up(scene, turn, "narration", error, bool(told))
                failed = isinstance(error, EngineError)
                turn.model.told_by = "both" if told else "understudy"
        if turn.model.told_by == "model":
            # What the author wrote for this has been told, in the model's words: the next time has other wordings.
            keys = [key for span in draft for key in span.keys]
            yield last.model_copy(update={"text": "", "keys": keys, "more": True})
            return
        if told and failed:
            yield Span(kind="notice", text=FELL_SILENT)
        for span in rest_of(draft, " ".join(told)):
            yield span

    async def _telling(
        self, scene: Scene, turn: _Turn, ruling: Ruling, after: StoryState, told: list[str]
    ) -> AsyncGenerator[Span, None]:
        """The model's telling. Raises `Cut` or an EngineError where it ended before its time."""
        until = self.clock() + self.settings.narrate_s
        prompt, request = self._telling_request(scene, turn, ruling, after)
        guard = Guard(self._scripts.of(scene.world))
        script = Script(heard(scene.world, scene.state, after, ruling))
        fed, finish = 0, None
        async with aclosing(self._deltas(request, prompt, "narration", turn)) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                if delta.kind is not Kind.CONTENT:
                    continue
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
        whole = script.ended or (finish is not None and finish.reason is FinishReason.COMPLETE)
        for event in script.finish(whole=whole):
            yield span_of(event)
        if not told:
            raise Cut("complete", "the model told nothing that could be shown")
        if not whole:
            new = request.sampling.max_new_tokens
            turn.model.steps.append(f"narration: cut after {new} tokens, or {self.settings.narrate_s:g} s")
            if scene.notes.reason == "complete":
                scene.notes.reason = "budget"

    def _described(self) -> dict[str, object]:
        """For a recording: all that the prompts and requests of a turn are made with."""
        return {
            "name": self.name,
            "form": "messages",
            "model": self.engine.server.model,
            "format": self.chat.fingerprint,
            "prompts": self.prompts,
            "settings": self.settings,
        }

    def _telling_request(
        self, scene: Scene, turn: _Turn, ruling: Ruling, after: StoryState
    ) -> tuple[Prompt, ChatRequest]:
        assert turn.asked is not None
        choice = choose_to_narrate(self.pace, self.clock(), self.settings.narrate_s, Rung.FULL)
        choice = decided(turn.tape, turn.number, "narration", choice)
        if choice.why:
            turn.model.steps.append(f"narration: {choice.rung.name.lower()}: {choice.why}")
        if choice.rung is Rung.UNDERSTUDY:
            raise SteppedDown(choice.why)
        turn.model.brief = choice.rung is Rung.SHORT_ANSWER
        outcome = self.chat.encode(written(turn.outcome))
        ruled = turn.asked.rule(outcome, scene.state, ruling, after, brief=turn.model.brief)
        if not turn.aside:
            turn.model.parts = parts_of(ruled.prompt, scene.state.turn + 1)
        reasons = self._reasons
        if turn.tape is not None:
            reasons = turn.tape.decide(turn.number, "reasons", reasons)
        new = COURSES[choice.rung].narration + (self.settings.reasoning_tokens if reasons else 0)
        request = ChatRequest(
            new_request_id(),
            chat_messages(messages_of(ruled.prompt)),
            self._sampling(scene, new, self.settings.narration_temperature, "narration"),
            reasoning_characters=self.settings.reasoning_tokens * CHARACTERS_PER_TOKEN,
            deadline_s=self.settings.narrate_s,
        )
        return ruled.prompt, request

    # ---- the server ----

    async def _deltas(
        self, request: ChatRequest, prompt: Prompt, stage: Stage, turn: _Turn
    ) -> AsyncGenerator[Delta, None]:
        """A request's deltas, its account noted. Raises EngineError, `Cut` for an answer that never came."""
        started = self.clock()
        finish: Finish | None = None
        try:
            answer = recorded(
                self.engine.generate(request),
                turn.tape,
                turn.number,
                stage,
                request,
                prompt,
                self.chat.decode,
                self._without_key,
            )
            async with aclosing(answer) as deltas:
                async for delta in deltas:
                    finish = delta.finish or finish
                    self._reasons = self._reasons or delta.kind is Kind.REASONING
                    yield delta
        finally:
            if finish is not None:
                self._account(stage, turn, finish, self.clock() - started)
        if finish is None or finish.reason in (FinishReason.ABORT, FinishReason.BUDGET):
            raise Cut("budget", f"the server ended with {finish.reason if finish else 'no word'}")

    def _account(self, stage: Stage, turn: _Turn, finish: Finish, seconds: float) -> None:
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
        )
        turn.model.uses.append(use)
        if finish.reasoning_truncated:
            turn.model.steps.append(f"{stage}: reasoning did not end, and was cut off")

    def _give_up(self, scene: Scene, turn: _Turn, stage: Stage, error: Exception, told: bool = False) -> None:
        """Note why the model has no further part in a stage, or in the whole turn."""
        reason: EndReason = "complete"
        turn.out = True
        match error:
            case OutcomeUnreadable():
                turn.out = False  # the model may still tell what the understudy makes of it
            case Cut():
                turn.out, reason = False, error.reason if stage == "narration" else "complete"
            case SteppedDown() | RequestRefused() | ContextFullError() | ZoneFullError():
                pass
            case DeadlineExceeded():
                reason = "budget" if told else "engine_lost"
                if not told:
                    self._left_alone_until = self.clock() + FORGET_S
            case EngineError():
                reason = "engine_lost"
            case _:
                log.exception("story %s: the model failed at the %s", scene.story, stage, exc_info=error)
        said = self._said(error)
        gave_up(turn.tape, turn.number, stage, error, self._without_key)
        log.warning("story %s, turn %d: %s: %s", scene.story, scene.state.turn + 1, stage, said)
        turn.model.steps.append(f"{stage}: understudy: {type(error).__name__.lstrip('_')}: {said}"[:400])
        if reason == "engine_lost" or scene.notes.reason == "complete":
            scene.notes.reason = reason

    def _said(self, error: Exception) -> str:
        """An error's text. Some servers quote the key that they refuse."""
        return self._without_key(str(error))[:300]

    def _without_key(self, text: str) -> str:
        key = self.engine.server.api_key
        return text.replace(key, HIDDEN) if key else text

    def _sampling(self, scene: Scene, new: int, temperature: float, stage: Stage) -> Sampling:
        seed = draw(scene.state.seed, scene.state.turn + 1, stage) % 2**31
        return Sampling(new, temperature, self.settings.top_p, seed=seed)


def _tokens_of(turn: _Turn) -> int:
    """Of the transcript when the turn is over, about."""
    if turn.asked is None or turn.aside:
        return 0
    return len(turn.asked.prompt) + COURSES[Rung.FULL].outcome // 2 + COURSES[Rung.FULL].narration
