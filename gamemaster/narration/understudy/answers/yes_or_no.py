"""A question of yes or no that a line on its matter does not decide is openly left undecided before it. Pure.

A line on the matter that was written for no such question comes after "I couldn't say yes or no to that", and what is
asked of somebody to do after "I promise you nothing". What a line decides by its own words needs nothing before it: a
yes or a no beside it would be a guess. "So that's a no?" is of the answer before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.talk.said_before import last_words
from gamemaster.language.talk.spoken_of import people_named
from gamemaster.narration.understudy.answers.by_state.reasons_against import refused_for_fear
from gamemaster.narration.understudy.answers.in_character.meaning import likeness_by_kind
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Operation
from worlds.schema import Line, Topic

_FORMS = Forms(__name__)
_WRITTEN_FOR_IT = 1.1  # likeness of a question of the same kind that was written for the line


def whether_first(draft: Draft, asked: Asked, said: list[Operation]) -> list[Operation]:
    """What they say, with that they decide on neither, before a line that does not decide it."""
    lines = [one for one in said if isinstance(one, Discuss) and one.who == asked.who]
    if len(lines) != 1 or not _FORMS["whether"].match(asked.words):
        return said
    line, at = lines[0], said.index(lines[0])
    topic = asked.person.topics.get(line.topic)
    if topic is None or not draft.holds(topic.when, f"{asked.who}.{topic.id}"):
        return said
    number = line.line
    if number is None:
        number = next_line(draft, asked.who, topic.lines, f"{asked.who}.{topic.id}", line.asks)
    kind = _what_goes_before(asked, topic.lines[number], topic) if number is not None else None
    if kind is None:
        return said
    put = " ".join(asked.question.about)[:120] if kind == "promises_nothing" else ""
    texts = (refused_for_fear(asked, put) if put else ()) or asked.replies(kind)
    before = Answer(who=asked.who, texts=texts[:24], source="reaction", put=put)
    return [*said[:at], before, *said[at:]]


def _what_goes_before(asked: Asked, line: Line, topic: Topic) -> str | None:
    """The reply that goes before a line, which decides on neither; None where the line decides itself."""
    text = line.text[0]
    if {"whether", asked.question.kind} & {*line.answers} or _FORMS["opens_so"].match(text):
        return None
    if likeness_by_kind(asked, topic.id, "whether") >= _WRITTEN_FOR_IT:
        return None
    matter = content_of(asked.what) | {
        name for one in people_named(asked.world, asked.words) for name in one.names
    }
    wanted = content_of(" ".join(asked.question.about)) - matter
    told = wanted & content_of(text)
    if not wanted or 2 * len(told) > len(wanted):
        return None
    if asked.question.kind in ("will", "would"):
        return "promises_nothing"
    said = content_of(asked.words)
    if not any(name and name <= said for name in map(content_of, topic.names)):
        return None  # what was found by its meaning may well decide it in other words
    return "not_saying" if _FORMS["to_them"].match(asked.words) else "cannot_say"


def which_it_was(asked: Asked) -> Answer | None:
    """What they say who are asked whether their last answer was a yes or a no; None where nothing is asked so."""
    said = " ".join(word for word in words_of(asked.words) if word.isalnum())
    found = _FORMS["checked"].fullmatch(said)
    spoken = last_words(asked.world, asked.state, asked.who, 1) if found is not None else []
    last = [one for one in spoken if one.written]
    if found is None or not (spoken or found["which"] != "yes"):
        return None
    if not last and found["which"] == "yes":  # to what anybody says of themselves, a yes stands
        return Answer(who=asked.who, texts=asked.replies("is_yes")[:24], source="reply")
    texts: Sequence[str] = asked.replies(_kind_of_answer(last[0].text if last else ""))
    return Answer(who=asked.who, texts=tuple(texts)[:24], source="follow_up")


def _kind_of_answer(text: str) -> str:
    opening = words_of(plain(re.sub(r"\*[^*]*\*", " ", text)))[:1]
    return {"yes": "is_yes", "no": "is_no", "never": "is_no"}.get(next(iter(opening), ""), "is_neither")
