"""What is asked once a turn is told, while the player reads: what those present keep of it, and what might come next.

No later prompt has it in it: memories come back by what they are about, and suggestions are the panel's. Pure.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from gamemaster.narration.prompts.json_shapes import list_of, object_of, one_of, text_of, whole
from gamemaster.narration.prompts.prompt import Prompt, Segment, Transcript, Zone
from gamemaster.rules.proposal import Memory
from gamemaster.rules.state import StoryState
from inference.output.readable import readable_json
from worlds.schema import World

MOST_MEMORIES, MOST_SUGGESTIONS = 4, 3
MEMORY_CHARS, SUGGESTION_CHARS = 200, 60
MAX_CHARS = 8192  # of an answer that is read at all
QUESTION = """\
STEP 3, while the player reads. One JSON object, and nothing else, of this form:
{{"memories":[{{"who":"nadim","what":"The stranger barred the gate, and never asked me whose it is.","importance":4}}],\
"suggestions":["ask Nadim who the riders are"]}}
memories: what those present ({people}) will remember of this turn: one sentence each, as "I", and only what they saw
or heard; importance 1 to 10. Leave out what does not matter to them.
suggestions: up to three things that the player might do next, as short orders (at most {most} characters), in the
language that they write: each a different way forward, with what they can see or know, giving away no secret."""


@dataclass(frozen=True)
class Aftermath:
    """What an answer has of use."""

    memories: tuple[Memory, ...] = ()
    suggestions: tuple[str, ...] = ()


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    memories: tuple[Memory, ...] = ()
    suggestions: tuple[str, ...] = ()


def those_present(world: World, after: StoryState) -> tuple[str, ...]:
    """Who may remember."""
    return tuple(who for who in after.present() if who in world.characters)


def aftermath_schema(people: tuple[str, ...]) -> str:
    """The JSON schema of an answer: the same bytes for the same people."""
    memory = object_of(who=one_of(people), what=text_of(MEMORY_CHARS, 1), importance=whole(1, 10))
    shape = object_of(
        memories=list_of(memory, MOST_MEMORIES if people else 0),
        suggestions=list_of(text_of(SUGGESTION_CHARS, 1), MOST_SUGGESTIONS),
    )
    return json.dumps(shape, separators=(",", ":"), ensure_ascii=False)


def with_question(transcript: Transcript, told: tuple[int, ...], people: tuple[str, ...]) -> Prompt:
    """A transcript up to a turn's telling, what was told, and the question. It is asked beside the transcript."""
    chat, number = transcript.chat, transcript.prompt.segments[-1].turn
    text = QUESTION.format(people=", ".join(people) or "nobody: leave it empty", most=SUGGESTION_CHARS)
    ids = (*chat.assistant_to_user, *chat.encode(text), *chat.user_to_answer)
    return transcript.prompt.plus(
        Segment("narration", Zone.TRANSCRIPT, told, number),
        Segment("aftermath", Zone.TRANSCRIPT, ids, number),
    )


def read_aftermath(text: str, people: tuple[str, ...]) -> Aftermath:
    """What a model answered, as far as it can be read. Raises ValueError where it is no such object."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start or len(text) > MAX_CHARS:
        raise ValueError(f"no JSON object in {text[:60]!r}")
    try:
        answer = _Answer.model_validate(readable_json(json.loads(text[start : end + 1])))
    except (ValidationError, RecursionError) as error:
        raise ValueError(f"no memories and suggestions: {type(error).__name__}") from None
    suggestions = dict.fromkeys(" ".join(one.split())[:SUGGESTION_CHARS] for one in answer.suggestions)
    return Aftermath(
        tuple(memory for memory in answer.memories if memory.who in people)[:MOST_MEMORIES],
        tuple(one for one in suggestions if one)[:MOST_SUGGESTIONS],
    )
