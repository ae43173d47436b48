"""How a model is asked for the story so far, and what of its answer may stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.narration.model.engine_tape import record_answer
from gamemaster.narration.model.telling import scripts_of
from gamemaster.narration.model.text_source import TextSource
from gamemaster.narration.prompts.compaction import upto
from gamemaster.narration.prompts.prompt import Prompt, Segment, Transcript, Zone
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.prompts.state_text import Cost
from gamemaster.narration.scene import Scene
from gamemaster.rules.dice import draw
from inference.output.content import content_of
from inference.output.guard import Guard
from inference.output.readable import readable

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
    plain = " ".join(_MARKS.sub("", _LEADING.sub("", _HEADING.sub("", readable(text)))).split())
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


@dataclass(eq=False)
class ModelSummarizer:
    """Implements `gamemaster.narration.prompts.compaction.Summarizer`, beside the play."""

    source: TextSource

    async def summarize(self, scene: Scene, transcript: Transcript, upto: int) -> str:
        source, settings = self.source, self.source.prompts
        prompt = asking(transcript, upto, settings)
        seed = draw(scene.state.seed, upto, "summary") % 2**31
        most = settings.summary_tokens
        asked = source.background(prompt, most, TEMPERATURE, TOP_P, seed, scene.story)
        answer = record_answer(
            asked.deltas, scene.tape, upto, "summary", asked.request, prompt, source.chat.decode
        )
        text = await content_of(answer)
        return source.plain(usable(text, scripts_of(scene.world), most, transcript.cost))

    async def warm(self, prompt: Prompt, story: str) -> None:
        await self.source.warm(prompt, story)
