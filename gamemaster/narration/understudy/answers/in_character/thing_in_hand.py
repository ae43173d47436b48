"""What somebody answers to "what is this?" and "what do you make of that?" of what was just read or held out to them.

They speak of that thing, if they have a word on it, and else say that they have none: of nothing else. Pure.
"""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.narration.understudy.answers.in_character.answer_sources import ignorance
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer, written_line
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import Operation
from gamemaster.rules.state import MATTER
from worlds.schema import PLAYER, Item

_POINTING = frozenset({"this", "that", "it"})
_OF_ANYTHING = content_of("think make know knew say mean opinion feel about see seen look read heard")


def of_thing_in_hand(draft: Draft, asked: Asked) -> Operation | None:
    """What they say of it; None where nothing was held out, or the words ask for more than what they make of it."""
    item = _item_meant(asked)
    words = words_of(plain(asked.words))
    if item is None or _POINTING.isdisjoint(words) or content_of(asked.words) - _OF_ANYTHING:
        return None
    for topic in asked.person.topics.values():
        if _is_of(topic.names, item):
            line = written_line(draft, replace(asked, topic=topic.id, referred=True))
            if line is not None:
                return line
    return as_answer(replace(asked, topic=None), ignorance(asked))


def _item_meant(asked: Asked) -> Item | None:
    """What was spoken of last, where it is a thing that lies open to both."""
    item = asked.world.items.get(asked.state.focus.get("it", ""))
    before = content_of(asked.state.focus.get(MATTER, ""))
    if item is None or not asked.question.asked or not before:
        return None
    here = asked.state.items[item.id] in (PLAYER, asked.who, asked.state.place)
    return item if here and before <= content_of(" ".join((item.name, *item.aliases))) else None


def _is_of(names: tuple[str, ...], item: Item) -> bool:
    """Whether a topic goes by what the thing is called."""
    called = {plain(name).removeprefix("the ") for name in (item.name, *item.aliases)}
    return not called.isdisjoint(plain(name).removeprefix("the ") for name in names)
