"""Prompts as chat messages: the same zones and segments, for servers that take text and no token ids. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from gamemaster.narration.prompts.prompt import Prompt, Segment, Zone

# Role and text, in the order in which they are sent.
Messages = tuple[tuple[str, str], ...]

# Servers tokenize the whole conversation as markup, so control tokens in letters (<|im_end|>, <start_of_turn>, [INST])
# would become real ones. JSON has another way to write their first character; prose gets another character.
_CONTROL = re.compile(r"[<>]|\[(?=/?[A-Z]{2})")
_IN_PROSE = {"<": "‹", ">": "›", "[": "("}
_AS_JSON = frozenset({"words", "outcome"})  # segments whose text is JSON, and must stay the same JSON
CHARACTERS_PER_TOKEN = 3  # of plain English and identifiers, in most vocabularies, rather fewer than more
_GROUP = re.compile(rf"[\x00-\x7f]{{1,{CHARACTERS_PER_TOKEN}}}|[^\x00-\x7f]")
_WIDE, _ROLE = (
    1 << 29,
    1 << 30,
)  # ids from here on: a character that is not ASCII; where a role's message begins
ROLES = ("system", "user", "assistant")


class AnswerForm(IntEnum):
    """How a server is asked for JSON, from the surest way down."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


@dataclass(frozen=True)
class TextFormat:
    """Implements `gamemaster.narration.prompts.prompt.Format` without any tokenizer: an id stands for a few characters.

    So prompts for a model server have zones, budgets and epochs as all others, and their ids give the text back whole.
    Their number is a guess at a tokenizer's.
    """

    fingerprint: str = f"text-{CHARACTERS_PER_TOKEN}"
    before_system: tuple[int, ...] = (_ROLE,)
    system_to_user: tuple[int, ...] = (_ROLE + 1,)
    user_to_thought: tuple[int, ...] = (_ROLE + 2,)
    user_to_answer: tuple[int, ...] = (_ROLE + 2,)
    thought_to_history: tuple[int, ...] = ()
    assistant_to_user: tuple[int, ...] = (_ROLE + 1,)

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(map(_id_of, _GROUP.findall(text)))

    def decode(self, ids: Sequence[int]) -> str:
        """The text; where messages begin there is none."""
        return "".join([_text_of(number) for number in ids if number < _ROLE])


@lru_cache(maxsize=65_536)
def _id_of(group: str) -> int:
    if ord(group[0]) > 127:
        return _WIDE + ord(group)
    number = 1  # so that leading NULs count
    for character in group:
        number = number << 7 | ord(character)
    return number


@lru_cache(maxsize=65_536)
def _text_of(number: int) -> str:
    if number >= _WIDE:
        return chr(number - _WIDE)
    text = ""
    while number > 1:
        text, number = chr(number & 127) + text, number >> 7
    return text


def harmless_json(text: str) -> str:
    """The same JSON, without the letters of a control token. Outside of its strings there are none."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def harmless(text: str) -> str:
    """Prose without the letters of a control token."""
    return _CONTROL.sub(lambda found: _IN_PROSE[found.group()], text)


def messages_of(prompt: Prompt, tail: str = "") -> Messages:
    """The messages of a prompt in `TextFormat`, with `tail` at the end of the last: of it nothing is kept."""
    found: list[tuple[str, list[str]]] = []
    for segment in prompt.segments:
        for role, text in _pieces_of_head(segment) if segment.zone is Zone.HEAD else _pieces(segment):
            if role is not None:
                found.append((role, []))
            else:
                found[-1][1].append(text)
    while found and not any(found[-1][1]):
        found.pop()  # where the model is to go on
    found[-1][1].append(tail)
    return tuple((role, "".join(texts)) for role, texts in found)


def _pieces(segment: Segment) -> tuple[tuple[str | None, str], ...]:
    """Beginnings of messages, and texts."""
    found: list[tuple[str | None, str]] = []
    start = 0
    for index, number in enumerate((*segment.ids, _ROLE)):
        if number < _ROLE:
            continue
        if start < index:
            found.append((None, _safe(segment, segment.ids[start:index])))
        start = index + 1
        if index < len(segment.ids):
            found.append((ROLES[number - _ROLE], ""))
    return tuple(found)


# All stories of a world have the same head; of what players wrote, nothing is kept here.
_pieces_of_head = lru_cache(maxsize=64)(_pieces)


def _safe(segment: Segment, ids: Sequence[int]) -> str:
    text = _TEXT.decode(ids)
    if segment.zone is Zone.HEAD:
        return text  # the world's writer is trusted
    return harmless_json(text) if segment.name in _AS_JSON else harmless(text)


_TEXT = TextFormat()
