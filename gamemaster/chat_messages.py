"""A turn as chat messages: the same words as the prompts of `gamemaster.prompt`, made anew each turn. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from enum import IntEnum

from gamemaster.briefing import Feed, feed_text, head_texts, opening_text, ruling_text, state_text, words_text
from gamemaster.grammar import in_scene, schema, written
from gamemaster.narrator import Scene
from gamemaster.outcome import Outcome, Ruling
from gamemaster.script import markup_of
from gamemaster.state import StoryState, TurnRecord
from worlds.schema import World

# Role and text, in the order in which they are sent.
Messages = tuple[tuple[str, str], ...]

# Servers tokenize the whole conversation as markup, so control tokens in letters (<|im_end|>, <start_of_turn>, [INST])
# would become real ones. JSON has another way to write their first character; prose gets another character.
_CONTROL = re.compile(r"[<>]|\[(?=/?[A-Z]{2})")
_IN_PROSE = {"<": "‹", ">": "›", "[": "("}


class AnswerForm(IntEnum):
    """How a server is asked for JSON, from the surest way down."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


def harmless_json(text: str) -> str:
    """The same JSON, without the letters of a control token. Outside of its strings there are none."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def harmless(text: str) -> str:
    """Prose without the letters of a control token."""
    return _CONTROL.sub(lambda found: _IN_PROSE[found.group()], text)


def system_text(world: World) -> str:
    """The same for every story of a world: servers that cache prefixes find it again."""
    return "\n\n".join(head_texts(world).values())


def history(records: Iterable[TurnRecord], most_characters: int) -> Messages:
    """What was said and told in the last turns, oldest first: as many whole turns as fit."""
    kept: list[tuple[str, str]] = []
    left = most_characters
    for record in sorted(records, key=lambda record: record.number, reverse=True):
        told = markup_of([(span.speaker, span.text) for span in record.spans if span.kind != "notice"])
        said = harmless_json(json.dumps(record.words, ensure_ascii=False))
        asked = f"TURN {record.number}\nThe player: {said}\nSTEP 2: tell it."
        left -= len(asked) + len(told)
        if left < 0:
            break
        if told:
            kept[:0] = [("user", asked), ("assistant", harmless(told))]
    return tuple(kept)


def ask(scene: Scene, past: Messages, form: AnswerForm) -> Messages:
    """Up to where the model writes its Outcome. Below the surest form the schema stands in the words."""
    world, state = scene.world, scene.state
    opening = f"{opening_text(world, state, '')}\n\n" if state.turn == 0 else ""
    here, _ = feed_text(world, state, scene.words, in_scene(scene), Feed())
    question = harmless_json(words_text(scene.words, scene.roll))
    shape = "" if form is AnswerForm.SCHEMA else f"\nThe JSON schema that it must fit:\n{schema(scene)}"
    text = f"{opening}{state_text(world, state)[0]}\n\n{here}{question}{shape}"
    return (("system", system_text(world)), *past, ("user", text))


def tell(
    asked: Messages, scene: Scene, outcome: Outcome, ruling: Ruling, after: StoryState, *, brief: bool
) -> Messages:
    """Up to where the model narrates."""
    text = ruling_text(scene.world, scene.state, ruling, after, brief=brief)
    return (*asked, ("assistant", harmless_json(written(outcome))), ("user", harmless(text)))
