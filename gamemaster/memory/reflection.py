"""How a model is asked what a character has come to believe of the player: in the background lane, beside the play.

It is shown nothing but that character's own memories.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

from gamemaster.rules.dice import draw
from inference.chat_template import ChatFormat
from inference.engine import Engine, GenerationRequest, Lane, Sampling, new_request_id
from inference.output.content import content_of
from inference.output.readable import readable
from inference.remote.client import AsksByMessages, ChatMessage, ChatRequest
from npcs.memory import Memory
from npcs.reflection import SCHEMA, Reflection, Request, beliefs_from, request

MOST_TOKENS = 400
REASONING_CHARACTERS = 6000  # that a model server's model may think before it answers
DEADLINE_S = 60.0
TEMPERATURE, TOP_P = 0.3, 0.9
_SCHEMA = json.dumps(SCHEMA)


class Muser(Protocol):
    """A model's part in a reflection."""

    async def beliefs(self, about: Reflection) -> list[Memory]:
        """What the character comes to believe. Raises EngineError, or ValueError for an answer that is none."""
        ...


@dataclass(eq=False)
class Minds:
    """Who reflects for the characters: nobody but the understudy's counting, until a model is there."""

    muser: Muser | None = None


@dataclass(eq=False)
class TokenMuser:
    """Implements `Muser` with an engine of ours: a short prompt of its own, that no story's cache is lost to."""

    engine: Engine
    chat: ChatFormat

    async def beliefs(self, about: Reflection) -> list[Memory]:
        asked, chat = request(about), self.chat
        ids = (
            *chat.before_system,
            *chat.encode(asked.instruction),
            *chat.system_to_user,
            *chat.encode(asked.material),
            *chat.user_to_answer,
        )
        sampling = Sampling(MOST_TOKENS, TEMPERATURE, TOP_P, stop_token_ids=chat.stops, seed=_seed(about))
        wanted = GenerationRequest(
            new_request_id(), ids, sampling, json_schema=_SCHEMA, lane=Lane.BACKGROUND, deadline_s=DEADLINE_S
        )
        text = await content_of(self.engine.generate(wanted))
        return _readable_beliefs(text, about)


@dataclass(eq=False)
class ChatMuser:
    """Implements `Muser` over a model server, which keeps to no grammar: the list is looked for in what it says."""

    engine: AsksByMessages

    async def beliefs(self, about: Reflection) -> list[Memory]:
        asked = request(about)
        messages = (ChatMessage("system", _with_shape(asked)), ChatMessage("user", asked.material))
        sampling = Sampling(MOST_TOKENS, TEMPERATURE, TOP_P, seed=_seed(about))
        wanted = ChatRequest(
            new_request_id(),
            messages,
            sampling,
            reasoning_characters=REASONING_CHARACTERS,
            deadline_s=DEADLINE_S,
        )
        text = await content_of(self.engine.generate(wanted))
        return _readable_beliefs(text[text.find("[") : text.rfind("]") + 1], about)


def _readable_beliefs(answer: str, about: Reflection) -> list[Memory]:
    return [one.model_copy(update={"text": readable(one.text)}) for one in beliefs_from(answer, about)]


def _with_shape(asked: Request) -> str:
    return f"{asked.instruction} Its schema: {_SCHEMA}"


def _seed(about: Reflection) -> int:
    """The same memories are mused on in the same way, as far as an engine can."""
    return draw(about.minute, about.turn, about.owner) % 2**31
