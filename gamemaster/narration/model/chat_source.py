"""A model server as the narrator's text source: messages that only grow, over an OpenAI-style API.

What such a server cannot do is left out: no token ids are kept, no prefix is promised to be found again, reasoning is
bounded in characters and never continued, and a grammar may be ignored.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from gamemaster.memory.reflection import ChatMuser, Muser
from gamemaster.narration.model.answer_forms import Forms
from gamemaster.narration.model.answer_stream import stream_answer
from gamemaster.narration.model.degradation import COURSES, FORGET_S, Course, Pace, Rung
from gamemaster.narration.model.text_source import (
    Fault,
    Generation,
    JsonQuestion,
    ModelSettings,
    ModelState,
    Stage,
    SteppedDown,
)
from gamemaster.narration.prompts.chat_messages import AnswerForm, TextFormat, harmless, messages_of
from gamemaster.narration.prompts.outcome_reading import OutcomeUnreadable, parse
from gamemaster.narration.prompts.outcome_schema import InScene, schema
from gamemaster.narration.prompts.prompt import Prompt, check_room
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.rules.proposal import Outcome
from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineBusy,
    EngineError,
    Finish,
    FinishReason,
    Kind,
    RequestRefused,
    Sampling,
    new_request_id,
)
from inference.remote.client import (
    AsksByMessages,
    ChatMessage,
    ChatRequest,
    RequestBroke,
    RequestNotUnderstood,
)
from inference.remote.context_check import ContextCheck

log = logging.getLogger(__name__)

CHARACTERS_PER_TOKEN = 6  # more than tokens have on average: the server's own count goes first
HIDDEN = "(key not shown)"
SAID_CHARACTERS = 300  # of a server's error
MOST_REST_S = 600.0  # that a server may ask to be left alone


@dataclass(frozen=True)
class ChatSettings(ModelSettings):
    """How a model server is asked. Its model reasons as the server's own settings say; past this it is cut off.

    retry_s  the most that is waited for a server that is busy, within the deadline
    rest_s   how long a server that was too slow is left alone
    warm     whether it may be asked for nothing but to have a prompt in its cache
    """

    reasoning_tokens: int = 2048
    retry_s: float = 8.0
    rest_s: float = FORGET_S
    warm: bool = False

    @property
    def reasoning_characters(self) -> int:
        return self.reasoning_tokens * CHARACTERS_PER_TOKEN


@dataclass(eq=False)
class ChatSource:
    """Implements `gamemaster.narration.model.text_source.TextSource`. `form` is the surest form of answer that the
    server may know: what it refuses, it is not asked for again before some time has passed."""

    engine: AsksByMessages
    settings: ChatSettings = field(default_factory=ChatSettings)
    prompts: PromptSettings = field(default_factory=PromptSettings)
    clock: Callable[[], float] = time.monotonic
    pace: Pace = field(default_factory=Pace, init=False)
    chat: TextFormat = field(default_factory=TextFormat, init=False)
    form: AnswerForm = field(default=AnswerForm.SCHEMA, init=False)
    kind: str = field(default="server", init=False)
    exact: bool = field(default=False, init=False)
    grace_s: None = field(default=None, init=False)
    forms: Forms = field(default_factory=Forms, init=False)
    context: ContextCheck = field(default_factory=ContextCheck, init=False)
    _reasons: bool = field(default=False, init=False)  # seen of this model so far
    _left_alone_until: float = field(default=float("-inf"), init=False)

    @property
    def reasons(self) -> bool:
        """Whether its model was seen to reason."""
        return self._reasons

    def room(self) -> int:
        return self.prompts.room(self.prompts.server_tokens)

    def description(self) -> dict[str, object]:
        return {"form": "messages", "model": self.engine.server.model}

    def hide(self, text: str) -> str:
        """Some servers quote the key that they refuse."""
        key = self.engine.server.api_key
        return text.replace(key, HIDDEN) if key else text

    # ---- a turn ----

    def ready(self, turn: ModelState) -> None:
        left = round(max(0.0, self._left_alone_until - self.clock()))
        self.form = self.forms.at(self.clock())
        if turn.tape is not None:
            self.form = AnswerForm(turn.tape.decide(turn.number, "form", int(self.form)))
            left = turn.tape.decide(turn.number, "left_alone_s", left)
        if left:
            raise SteppedDown(
                f"the server was too slow, or asked to be left alone: it is, for another {left} s"
            )

    def fits(self, prompt: Prompt) -> bool:
        return len(prompt) + self._new_tokens() + COURSES[Rung.FULL].narration <= self.room()

    def _new_tokens(self) -> int:
        return COURSES[Rung.FULL].outcome + self.settings.reasoning_tokens

    async def propose(self, turn: ModelState, here: InScene, until: float) -> tuple[Outcome, tuple[int, ...]]:
        assert turn.asked is not None
        prompt = turn.asked.prompt
        check_room(prompt, self._new_tokens(), self.room())
        turn.note_parts(prompt)
        asked = JsonQuestion(prompt, schema(turn.scene, here), self._new_tokens(), until)
        form, text, finish = await self._in_some_form(turn, asked)
        outcome = self._read(turn, form, text, finish)
        self.forms.accept(form)
        return outcome, ()

    async def ask_json(self, turn: ModelState, asked: JsonQuestion) -> str:
        new = asked.new_tokens + (self.settings.reasoning_tokens if self._reasons else 0)
        check_room(asked.prompt, new, self.room())
        form, text, _ = await self._in_some_form(turn, replace(asked, new_tokens=new))
        self.forms.accept(form)
        return text

    async def _in_some_form(
        self, turn: ModelState, asked: JsonQuestion
    ) -> tuple[AnswerForm, str, Finish | None]:
        """The answer in the surest form that the server takes. A form that it refuses is not begun with for a while."""
        for form in (form for form in AnswerForm if form >= self.form):
            try:
                text, finish = await self._json_text(turn, asked, form)
            except (RequestNotUnderstood, RequestRefused) as error:
                ours = isinstance(error, RequestRefused) and not error.field.startswith("json_schema")
                if ours or form is AnswerForm.PLAIN:
                    raise
                said = self.hide(str(error))[:SAID_CHARACTERS]
                turn.step(f"{asked.stage}: not as {form.name.lower()}: {said}")
                if isinstance(error, RequestNotUnderstood) and not isinstance(error, RequestBroke):
                    self.forms.refuse(form, self.clock())
                continue
            return form, text, finish
        raise AssertionError("the last form either answers or raises")

    async def _json_text(
        self, turn: ModelState, asked: JsonQuestion, form: AnswerForm
    ) -> tuple[str, Finish | None]:
        """What the server answers. Below the surest form the schema stands in the words, and is not kept in them."""
        tail = "" if form is AnswerForm.SCHEMA else f"\nThe JSON schema that it must fit:\n{asked.schema}"
        request = ChatRequest(
            new_request_id(),
            chat_messages(asked.prompt, tail),
            self.settings.sampling(turn.scene, asked.stage, asked.new_tokens),
            json_schema=asked.schema if form is AnswerForm.SCHEMA else None,
            json_object=form is AnswerForm.OBJECT,
            reasoning_characters=self.settings.reasoning_characters,
            deadline_s=max(asked.until - self.clock(), 0.1),
            retry_s=self.settings.retry_s,
        )
        text, finish = "", None
        answer = stream_answer(self, turn, asked.stage, asked.prompt, self._play(request, turn))
        async with aclosing(answer) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                if delta.kind is Kind.CONTENT:
                    text += delta.text
                elif delta.kind is Kind.MARKER:
                    text = ""  # what stands before a thought is no answer
        return text, finish

    def _read(self, turn: ModelState, form: AnswerForm, text: str, finish: Finish | None) -> Outcome:
        try:
            read = parse(text)
        except OutcomeUnreadable:
            whole = finish is not None and finish.reason is FinishReason.COMPLETE
            if whole and form is AnswerForm.SCHEMA:
                # It ignores schemas: for now the schema stands in the words.
                self.forms.refuse(form, self.clock())
            raise
        if read.mended:
            turn.step("outcome: its container was mended")
        if read.extra:
            turn.step(f"outcome: left out what it does not hold: {', '.join(read.extra)}"[:SAID_CHARACTERS])
        return read.outcome

    def telling(self, turn: ModelState, prompt: Prompt, course: Course) -> Generation:
        turn.note_parts(prompt)
        reasons = self._reasons
        if turn.tape is not None:
            reasons = turn.tape.decide(turn.number, "reasons", reasons)
        new = course.narration + (self.settings.reasoning_tokens if reasons else 0)
        request = ChatRequest(
            new_request_id(),
            chat_messages(prompt),
            self.settings.sampling(turn.scene, "narration", new),
            reasoning_characters=self.settings.reasoning_characters,
            deadline_s=self.settings.narrate_s,
            retry_s=self.settings.retry_s,
        )
        return self._play(request, turn)

    def _play(self, request: ChatRequest, turn: ModelState) -> Generation:
        return Generation(request, self._watch(self.engine.generate(request), request, turn))

    async def _watch(
        self, answer: AsyncGenerator[Delta, None], request: ChatRequest, turn: ModelState
    ) -> AsyncGenerator[Delta, None]:
        """An answer as it is. Whether the model reasons, and whether it reads all that it is sent, is only seen from
        what it answers."""
        async with aclosing(answer) as deltas:
            async for delta in deltas:
                self._reasons = self._reasons or delta.kind is Kind.REASONING
                if delta.finish is not None:
                    self._check_context(request, delta.finish, turn)
                yield delta

    def _check_context(self, request: ChatRequest, finish: Finish, turn: ModelState | None = None) -> None:
        """Whether the server read the prompt to its end: said once in the log, as an error, so that it is also seen
        by whoever plays in a terminal; and in the record of every turn."""
        account, known = finish.accounting, self.context.warning
        warning = self.context.look(request.characters, account.prompt_tokens, account.cached_tokens)
        if warning is not None and turn is not None:
            turn.step(f"prompt: {warning}")
        if warning is not None and known is None:
            log.error("%s", warning)

    def handle_error(self, error: EngineError, stage: Stage, told: bool) -> Fault:
        match error:
            case RequestRefused():
                return Fault("complete", silent=True)
            case DeadlineExceeded() if told:
                return Fault("budget", silent=True)
            case DeadlineExceeded():
                self._leave_alone(self.settings.rest_s)
            case EngineBusy() if error.retry_after_s is not None:
                self._leave_alone(min(error.retry_after_s, MOST_REST_S))
        return Fault("engine_lost", silent=True)

    def _leave_alone(self, seconds: float) -> None:
        self._left_alone_until = max(self._left_alone_until, self.clock() + seconds)

    def tokens(self, turn: ModelState) -> int:
        if turn.asked is None or turn.aside:
            return 0
        return len(turn.asked.prompt) + COURSES[Rung.FULL].outcome // 2 + COURSES[Rung.FULL].narration

    # ---- beside the play ----

    def background(
        self, prompt: Prompt, new_tokens: int, temperature: float, top_p: float, seed: int, story: str = ""
    ) -> Generation:
        new = new_tokens + self.settings.reasoning_tokens
        request = ChatRequest(
            new_request_id(),
            chat_messages(prompt),
            Sampling(new, temperature, top_p, seed=seed),
            reasoning_characters=self.settings.reasoning_characters,
            deadline_s=self.prompts.summary_s,
            retry_s=self.prompts.summary_s,
        )
        return Generation(request, self.engine.generate(request))

    def plain(self, text: str) -> str:
        return harmless(text)

    async def warm(self, prompt: Prompt, story: str = "") -> int | None:
        """Only where the settings say so: some servers are paid by the token."""
        if not self.settings.warm:
            return None
        request = ChatRequest(
            new_request_id(), chat_messages(prompt), Sampling(1, 0.0, 1.0), deadline_s=self.prompts.summary_s
        )
        async with aclosing(self.engine.generate(request)) as deltas:
            async for delta in deltas:
                if delta.finish is not None:
                    self._check_context(request, delta.finish)
        return None

    def muser(self) -> Muser:
        return ChatMuser(self.engine)


def chat_messages(prompt: Prompt, tail: str = "") -> tuple[ChatMessage, ...]:
    """A prompt as a model server takes it."""
    return tuple(
        ChatMessage(cast(Literal["system", "user", "assistant"], role), text)
        for role, text in messages_of(prompt, tail)
    )
