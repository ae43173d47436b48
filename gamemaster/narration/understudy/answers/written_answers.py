"""Answers that a writer wrote to questions as players put them: of people, and of the Game Master. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.normalization import words_of
from gamemaster.language.talk.questions.gm_questions import OF_SIGHT
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.questions.written_questions import Likeness, answer_to, gm_answer_to
from gamemaster.language.talk.said_before import last_topics
from gamemaster.narration.understudy.answers.in_character.answer_sources import said_in_brief
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.conditions import wordings
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import line_fits
from gamemaster.rules.operations.social_operations import open_lines
from gamemaster.rules.proposal import Answer, Discuss, Operation
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import Character, World


def written_answer(draft: Draft, asked: Asked, likeness: Likeness = "loose") -> Operation | None:
    """What somebody says to a question that their writer foresaw; once all is said, in brief what they said."""
    open_to = answers_open_to(draft, asked.who)
    last = last_topics(asked.state, asked.who)
    put = words_of(asked.words)
    after_a_topic = asked.question.kind == "about"  # "tell me about the boat"
    if likeness == "as good as":
        after_a_topic &= FIRST.isdisjoint(put[:2])  # "I lied about my age" tells something
        after_a_topic |= is_question(put)  # "did I light the fire" is no "shall I light the fire"
    if after_a_topic:
        likeness = "to the word"
    words = dict.fromkeys((asked.words, asked.spoken))
    keys = (answer_to(asked.person, said, last, open_to, likeness=likeness) for said in words)
    found = next(filter(None, keys), None)
    return said_of_answer(draft, asked, found) if found is not None else None


def said_of_answer(draft: Draft, asked: Asked, key: str) -> Operation | None:
    """The answer of this key, or in brief what they said when it was asked before."""
    if open_lines(draft, asked.who, asked.person.answers[key].lines, f"{asked.who}.{key}"):
        return Discuss(who=asked.who, topic=key)
    again = asked.every_reply("as_said", tale=said_in_brief(asked, key))
    return Answer(who=asked.who, texts=again[:24], source="reply") if again else None


def answers_open_to(draft: Draft, who: str) -> frozenset[str]:
    """The questions that somebody would answer as it stands, or has answered."""
    person = draft.world.characters[who]
    always = _always_open(person)
    return always.union(key for key in person.answers.keys() - always if is_open_to(draft, who, key))


def is_open_to(draft: Draft, who: str, key: str) -> bool:
    """Whether somebody would answer a question as it stands, or has answered it."""
    person = draft.world.characters[who]
    if key in _always_open(person):
        return True
    one, name = person.answers[key], f"{who}.{key}"
    return draft.holds(one.when, name) and any(
        line_fits(draft, who, line, f"{name}.{number}") for number, line in enumerate(one.lines)
    )


@per_world
def _always_open(person: Character) -> frozenset[str]:
    """The questions that they would answer however things stand: nearly all of them."""
    return frozenset(
        key
        for key, one in person.answers.items()
        if one.when is None and any(line.when is None and line.disposition is None for line in one.lines)
    )


def gm_written_answer(world: World, state: StoryState, words: str, kind: str) -> str:
    """The Game Master's answer to a question that the writer foresaw; empty where it is none, of this kind."""
    found = gm_answer_to(world, state, words, to_the_word=kind in OF_SIGHT)
    texts = wordings(world.answers[found].text, world, state) if found is not None else ()
    return texts[0].strip() if texts else ""
