"""How a model is asked for the story so far, and what of its answer may stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, cast

from gamemaster.narration.model.engine_tape import recorded
from gamemaster.narration.model.telling_base import WorldScripts
from gamemaster.narration.narrator import Scene
from gamemaster.narration.prompts.chat_messages import Messages, harmless, messages_of
from gamemaster.narration.prompts.compaction import upto
from gamemaster.narration.prompts.prompt import Prompt, Segment, Transcript, Zone
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.state_text import Cost
from gamemaster.rules.dice import draw
from inference.chat_template import ChatFormat
from inference.engine import Engine, GenerationRequest, Lane, Sampling, new_request_id
from inference.output.content import content_of
from inference.output.guard import Guard
from inference.remote.client import ChatEngine, ChatMessage, ChatRequest

ORDER = """\
Before the story goes on, write down for yourself what has happened up to here: what was said and done, by whom, where
and why; what each character made of it; what was left open, threatened or hoped for. Keep what the story so far already
says of earlier times, in fewer words. Plain prose in the past tense, in the order in which it happened, at most {words}
words. No JSON, no lists, no headings, no speech marked with @. Who is where, what is whose, what is open, known or
promised is kept elsewhere: name it only where an event needs it. Invent nothing."""
WORDS_PER_TOKEN = 0.7
TEMPERATURE, TOP_P = 0.3, 0.9
LEAST_CHARS = 40
CHARACTERS_PER_TOKEN = 6
_ENDED = re.compile(r".*[.!?…][\"”’)*]*(?=\s|$)", re.DOTALL)
_HEADING = re.compile(r"^\s*#+ .*$", re.MULTILINE)
_LEADING = re.compile(r"^\s*(?:[-*•>]\s+|\d+[.)]\s+)?@?", re.MULTILINE)
_MARKS = re.compile(r"[*_`]{2,}|<[^<>\n]{0,60}>")


class SummaryFailedError(Exception):
    """The model wrote nothing that can stand for a story."""


def usable(text: str, scripts: frozenset[str], most: int, cost: Cost) -> str:
    """What a model wrote, as plain text of at most `most` tokens that ends with a sentence.

    Raises SummaryFailedError if it degenerated, or too little is left.
    """
    fault = Guard(scripts, max_chars=most * CHARACTERS_PER_TOKEN * 2).feed(text)
    if fault is not None:
        raise SummaryFailedError(f"the guard saw a {fault.fault}: {fault.what}")
    plain = " ".join(_MARKS.sub("", _LEADING.sub("", _HEADING.sub("", text))).split())
    while cost(plain) > most:
        plain = plain[: min(len(plain) - 1, len(plain) * most // cost(plain))]
    ended = _ENDED.match(plain)
    if ended is None or len(ended.group()) < LEAST_CHARS:
        raise SummaryFailedError(f"it says too little: {plain[:60]!r}")
    return ended.group().strip()


def order(settings: PromptSettings) -> str:
    return ORDER.format(words=int(settings.summary_tokens * WORDS_PER_TOKEN))


def asking(transcript: Transcript, turn: int, settings: PromptSettings) -> Prompt:
    """A transcript's own prompt up to the end of a turn, which the engine has in its cache, and the order."""
    chat = transcript.chat
    ids = (*chat.assistant_to_user, *chat.encode(order(settings)), *chat.user_to_answer)
    return upto(transcript.prompt, turn).plus(Segment("summarize", Zone.TRANSCRIPT, ids, turn))


def chat_messages(messages: Messages) -> tuple[ChatMessage, ...]:
    """As an engine for servers takes them."""
    return tuple(
        ChatMessage(cast(Literal["system", "user", "assistant"], role), text) for role, text in messages
    )


@dataclass(eq=False)
class TokenSummarizer:
    """Implements `gamemaster.narration.prompts.compaction.Summarizer` with an engine of ours, in its
    background lane."""

    engine: Engine
    chat: ChatFormat
    settings: PromptSettings = field(default_factory=PromptSettings)

    def __post_init__(self) -> None:
        self._scripts = WorldScripts()

    async def summarize(self, scene: Scene, transcript: Transcript, upto: int) -> str:
        prompt = asking(transcript, upto, self.settings)
        seed = draw(scene.state.seed, upto, "summary") % 2**31
        most = self.settings.summary_tokens
        sampling = Sampling(most, TEMPERATURE, TOP_P, stop_token_ids=self.chat.stops, seed=seed)
        request = self._request(prompt, sampling)
        answer, tape = self.engine.generate(request), scene.notes.tape
        text = await content_of(recorded(answer, tape, upto, "summary", request, prompt, self.chat.decode))
        return usable(text, self._scripts.of(scene.world), most, transcript.cost)

    async def warm(self, prompt: Prompt) -> None:
        await content_of(self.engine.generate(self._request(prompt, Sampling(1, 0.0, 1.0))))

    def _request(self, prompt: Prompt, sampling: Sampling) -> GenerationRequest:
        return GenerationRequest(
            new_request_id(), prompt.ids, sampling, lane=Lane.BACKGROUND, deadline_s=self.settings.summary_s
        )


@dataclass(eq=False)
class ChatSummarizer:
    """Implements `gamemaster.narration.prompts.compaction.Summarizer` over a model server, which has no lanes
    and no promised cache."""

    engine: ChatEngine
    reasoning_tokens: int
    settings: PromptSettings = field(default_factory=PromptSettings)

    def __post_init__(self) -> None:
        self._scripts = WorldScripts()

    async def summarize(self, scene: Scene, transcript: Transcript, upto: int) -> str:
        prompt = asking(transcript, upto, self.settings)
        seed = draw(scene.state.seed, upto, "summary") % 2**31
        most = self.settings.summary_tokens
        request = ChatRequest(
            new_request_id(),
            chat_messages(messages_of(prompt)),
            Sampling(most + self.reasoning_tokens, TEMPERATURE, TOP_P, seed=seed),
            reasoning_characters=self.reasoning_tokens * CHARACTERS_PER_TOKEN,
            deadline_s=self.settings.summary_s,
        )
        answer, tape = self.engine.generate(request), scene.notes.tape
        decode = transcript.chat.decode
        text = await content_of(recorded(answer, tape, upto, "summary", request, prompt, decode))
        return harmless(usable(text, self._scripts.of(scene.world), most, transcript.cost))

    async def warm(self, prompt: Prompt) -> None:
        """Nothing: what a server keeps is its own affair, and some are paid by the token."""
