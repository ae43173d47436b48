"""A model server as the narrator's text source: messages that only grow, over an OpenAI-style API.

What such a server cannot do is left out: no token ids are kept, no prefix is promised to be found again, reasoning is
bounded in characters and never continued, and a grammar may be ignored.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from gamemaster.memory.reflection import ChatMuser, Muser
from gamemaster.narration.model.answer_stream import stream_answer
from gamemaster.narration.model.degradation import COURSES, FORGET_S, Course, Pace, Rung
from gamemaster.narration.model.text_source import (
    Fault,
    Generation,
    ModelSettings,
    ModelState,
    Stage,
    SteppedDown,
)
from gamemaster.narration.prompts.chat_messages import AnswerForm, TextFormat, harmless, messages_of
from gamemaster.narration.prompts.outcome_schema import (
    InScene,
    OutcomeUnreadable,
    outcome_json,
    parse,
    schema,
)
from gamemaster.narration.prompts.prompt import Prompt, check_room
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.rules.proposal import Outcome
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
from inference.remote.client import AsksByMessages, ChatMessage, ChatRequest, RequestNotUnderstood

CHARACTERS_PER_TOKEN = 6  # more than tokens have on average: the server's own count goes first
HIDDEN = "(key not shown)"
SAID_CHARACTERS = 300  # of a server's error


@dataclass(frozen=True)
class ChatSettings(ModelSettings):
    """How a model server is asked. Its model reasons as the server's own settings say; past this it is cut off."""

    reasoning_tokens: int = 2048

    @property
    def reasoning_characters(self) -> int:
        return self.reasoning_tokens * CHARACTERS_PER_TOKEN


@dataclass(eq=False)
class ChatSource:
    """Implements `gamemaster.narration.model.text_source.TextSource`. What the server cannot do once, it is not asked
    for again: `form` is the surest form of answer that it may know."""

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
    _reasons: bool = field(default=False, init=False)  # seen of this model so far
    _left_alone_until: float = field(default=float("-inf"), init=False)

    def room(self) -> int:
        return self.prompts.room(self.prompts.server_tokens)

    def description(self) -> dict[str, Any]:
        return {"form": "messages", "model": self.engine.server.model}

    def hide(self, text: str) -> str:
        """Some servers quote the key that they refuse."""
        key = self.engine.server.api_key
        return text.replace(key, HIDDEN) if key else text

    # ---- a turn ----

    def ready(self, turn: ModelState) -> None:
        left = round(max(0.0, self._left_alone_until - self.clock()))
        if turn.tape is not None:
            self.form = AnswerForm(turn.tape.decide(turn.number, "form", int(self.form)))
            left = turn.tape.decide(turn.number, "left_alone_s", left)
        if left:
            raise SteppedDown(f"the server did not answer in time, and is left alone for another {left} s")

    def fits(self, prompt: Prompt) -> bool:
        return len(prompt) + self._new_tokens() + COURSES[Rung.FULL].narration <= self.room()

    def _new_tokens(self) -> int:
        return COURSES[Rung.FULL].outcome + self.settings.reasoning_tokens

    async def propose(self, turn: ModelState, here: InScene, until: float) -> tuple[Outcome, tuple[int, ...]]:
        assert turn.asked is not None
        prompt = turn.asked.prompt
        check_room(prompt, self._new_tokens(), self.room())
        turn.note_parts(prompt)
        for form in (form for form in AnswerForm if form >= self.form):
            try:
                text, finish = await self._outcome_text(turn, here, prompt, form, until - self.clock())
            except (RequestNotUnderstood, RequestRefused) as error:
                ours = isinstance(error, RequestRefused) and not error.field.startswith("json_schema")
                if ours or form is AnswerForm.PLAIN:
                    raise
                said = self.hide(str(error))[:SAID_CHARACTERS]
                turn.step(f"outcome: not as {form.name.lower()}: {said}")
                continue
            self.form = max(form, self.form)
            outcome = self._read(turn, form, text, finish)
            return outcome, self.chat.encode(outcome_json(outcome))
        raise AssertionError("the last form either answers or raises")

    async def _outcome_text(
        self, turn: ModelState, here: InScene, prompt: Prompt, form: AnswerForm, left_s: float
    ) -> tuple[str, Finish | None]:
        """What the server proposes. Below the surest form the schema stands in the words, and is not kept in them."""
        shape = schema(turn.scene, here)
        tail = "" if form is AnswerForm.SCHEMA else f"\nThe JSON schema that it must fit:\n{shape}"
        request = ChatRequest(
            new_request_id(),
            chat_messages(prompt, tail),
            self.settings.sampling(turn.scene, "outcome", self._new_tokens()),
            json_schema=shape if form is AnswerForm.SCHEMA else None,
            json_object=form is AnswerForm.OBJECT,
            reasoning_characters=self.settings.reasoning_characters,
            deadline_s=max(left_s, 0.1),
        )
        text, finish = "", None
        async with aclosing(stream_answer(self, turn, "outcome", prompt, self._play(request))) as deltas:
            async for delta in deltas:
                finish = delta.finish or finish
                # What stands before a thought is no answer.
                text = text + delta.text if delta.kind is Kind.CONTENT else ""
        return text, finish

    def _read(self, turn: ModelState, form: AnswerForm, text: str, finish: Finish | None) -> Outcome:
        try:
            read = parse(text)
        except OutcomeUnreadable:
            whole = finish is not None and finish.reason is FinishReason.COMPLETE
            if whole and form is AnswerForm.SCHEMA:
                # It ignores schemas: from now on the schema stands in the words.
                self.form = AnswerForm.OBJECT
            raise
        if read.mended:
            turn.step("outcome: its container was mended")
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
        )
        return self._play(request)

    def _play(self, request: ChatRequest) -> Generation:
        return Generation(request, self._watch_reasoning(self.engine.generate(request)))

    async def _watch_reasoning(self, answer: AsyncGenerator[Delta, None]) -> AsyncGenerator[Delta, None]:
        """An answer as it is. Whether the model reasons is only seen from what it writes."""
        async with aclosing(answer) as deltas:
            async for delta in deltas:
                self._reasons = self._reasons or delta.kind is Kind.REASONING
                yield delta

    def handle_error(self, error: EngineError, stage: Stage, told: bool) -> Fault:
        match error:
            case RequestRefused():
                return Fault("complete", silent=True)
            case DeadlineExceeded() if told:
                return Fault("budget", silent=True)
            case DeadlineExceeded():
                self._left_alone_until = self.clock() + FORGET_S
        return Fault("engine_lost", silent=True)

    def tokens(self, turn: ModelState) -> int:
        if turn.asked is None or turn.aside:
            return 0
        return len(turn.asked.prompt) + COURSES[Rung.FULL].outcome // 2 + COURSES[Rung.FULL].narration

    # ---- beside the play ----

    def background(
        self, prompt: Prompt, new_tokens: int, temperature: float, top_p: float, seed: int
    ) -> Generation:
        new = new_tokens + self.settings.reasoning_tokens
        request = ChatRequest(
            new_request_id(),
            chat_messages(prompt),
            Sampling(new, temperature, top_p, seed=seed),
            reasoning_characters=self.settings.reasoning_characters,
            deadline_s=self.prompts.summary_s,
        )
        return Generation(request, self.engine.generate(request))

    def plain(self, text: str) -> str:
        return harmless(text)

    async def warm(self, prompt: Prompt) -> None:
        """Nothing: what a server keeps is its own affair, and some are paid by the token."""

    def muser(self) -> Muser:
        return ChatMuser(self.engine)


def chat_messages(prompt: Prompt, tail: str = "") -> tuple[ChatMessage, ...]:
    """A prompt as a model server takes it."""
    return tuple(
        ChatMessage(cast(Literal["system", "user", "assistant"], role), text)
        for role, text in messages_of(prompt, tail)
    )
