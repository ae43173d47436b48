"""What somebody makes of a thing that lies open to both, which they are asked for their view of. Pure.

Where a rule of the world has them shown it, that is carried out. Else a line of theirs on it is said; and without one
they look at it, and say what there is to be seen.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words, scope_of
from gamemaster.language.names.noun_phrases import one_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.stock_lines import with_article
from gamemaster.narration.understudy.answers.in_character.line_answers import as_answer, written_line
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.inquiry import first_sentences
from gamemaster.narration.understudy.deeds.company import topic_of
from gamemaster.rules.conditions import holds, wordings
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import done_before
from gamemaster.rules.proposal import Operation, Use
from gamemaster.rules.reach import items_here
from gamemaster.rules.state import MATTER
from worlds.rules import all_rules
from worlds.schema import PLAYER, Item

_FORMS = Forms(__name__)
_POINTING = frozenset({"this", "that", "it", "these", "those", "them"})
_OF_OTHERS = frozenset(("you", "your", "yours", "yourself"))
_LONGEST = 160  # characters of what is seen of a thing, that somebody would say


def made_of_thing(draft: Draft, asked: Asked) -> Operation | None:
    """What they make of it; None of what is no such question, or of nothing that is here for both to see."""
    found = _FORMS["view"].fullmatch(" ".join(word for word in words_of(plain(asked.words)) if word.isalnum()))
    if found is None or not has_words(asked.person):
        return None
    item = _item_meant(asked, (found["thing"] or found["known"]).split())
    if item is None or item.id in asked.person.hides:
        return None
    if (rule := _shown_by_rule(draft, asked, item)) is not None:
        return rule
    topic = asked.topic if asked.topic is not None else topic_of(asked.world, asked.who, item.id)
    line = written_line(draft, replace(asked, topic=topic)) if topic in asked.person.topics else None
    if line is not None:
        return line
    seen = next(iter(wordings(item.description, asked.world, asked.state)), "")
    sentences = (one for one in re.split(r"(?<=[.!?])\s+", seen) if not _FORMS["of_its_past"].search(plain(one)))
    told = " ".join(" ".join(sentences).split())
    told = first_sentences(told, 2) if len(told) > _LONGEST else told
    if not told or not _OF_OTHERS.isdisjoint(words_of(plain(told))) or "*" in told or len(told) > _LONGEST:
        told = with_article(item.name).capitalize() + "."
    names = {"tale": told, "name": asked.person.name, "what": ""}
    return as_answer(replace(asked, topic=None), ("sight", asked.replies("made_of", **names)))


def _item_meant(asked: Asked, words: list[str]) -> Item | None:
    """The thing that is named or pointed at, where both can see it."""
    if not words:
        return None
    if len(words) == 1 and words[0] in _POINTING:
        thing = _named_beside(asked) or asked.state.focus.get("it", "")
        before = content_of(asked.state.focus.get(MATTER, ""))
        named = content_of(asked.world.items[thing].name) if thing in asked.world.items else set()
        if thing == asked.state.focus.get("it") != asked.thing and before and before.isdisjoint(named):
            return None  # "it" is what was spoken of since
    else:
        match = one_of(scope_of(asked.world, asked.state), words, frozenset({"item"}))
        thing = match[0] if match is not None else ""
    here = thing in asked.world.items and (
        asked.state.items[thing] in (PLAYER, asked.who) or thing in items_here(asked.world, asked.state)
    )
    return asked.world.items[thing] if here else None


def _named_beside(asked: Asked) -> str | None:
    """The one thing of the player's that the rest of the same input names: "I show her the note. What of this?"."""
    said = set(words_of(plain(asked.raw)))
    own = (asked.world.items[one] for one, where in asked.state.items.items() if where == PLAYER)
    named = [one.id for one in own if any(set(name_words(name)) <= said for name in (one.name, *one.aliases))]
    return named[0] if len(named) == 1 else None


def _shown_by_rule(draft: Draft, asked: Asked, item: Item) -> Use | None:
    """The rule by which just this thing is shown to just them, where it holds and was not carried out yet."""
    for rule in all_rules(asked.world):
        of_it = item.id in rule.on and "show" in rule.verbs and not rule.with_
        if not of_it or done_before(rule.id, rule, asked.state):
            continue
        told = "".join(text for one in rule.text for text in one.text)
        if f"@{asked.who}:" in told and holds(rule.when, asked.world, asked.state):
            return Use(rule=rule.id, target=item.id)
    return None
