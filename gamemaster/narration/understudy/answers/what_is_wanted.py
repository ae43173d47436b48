"""Whether what somebody would say tells the one thing that they are asked for: a person, a place, a time. Pure.

"When will the next ship come?" names a ship, and a line on the ship answers another question, unless it tells a time or
was written for one. Where another line of theirs tells it, they say that. Else they own that they cannot tell it, and
what they have to say of the matter after it; of their own life they keep the rest to themselves.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gamemaster.language.names.normalization import content_of, words_of
from gamemaster.language.talk.questions.asked_kinds import asked_kind, suits, tells_doer
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.said_before import last_topics
from gamemaster.narration.understudy.answers.in_character.answer_sources import Source
from gamemaster.narration.understudy.answers.in_character.in_thread import share_told, telling_words
from gamemaster.narration.understudy.answers.in_character.line_answers import written_line
from gamemaster.narration.understudy.answers.in_character.meaning import (
    RATHER,
    likeness_by_kind,
    ranking_by_kind,
    ranking_in_context,
)
from gamemaster.narration.understudy.answers.in_character.open_lines import lines_of_now
from gamemaster.narration.understudy.answers.in_character.personal import is_loosely_named
from gamemaster.narration.understudy.answers.in_character.questions import Asked
from gamemaster.narration.understudy.answers.written_answers import said_of_answer
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Operation
from worlds.schema import NO_EFFECTS, Line

# Kinds whose answer a text shows by its words; a reason shows least of all.
_SHOWN = frozenset({"who", "where", "when", "how_many", "why"})
_OPEN = frozenset({"what", "how"})  # a text shows these by telling of most that is asked
_WRITTEN_FOR_IT = 1.0  # likeness of a question of the same kind that a line was written for
_TELLS_IT = 1.2  # the same, of another line that is said instead
_REASONS = 1.6  # likeness from which on a line may well tell it, whatever kind of question it was written for
_BY_LIKENESS = _OPEN | {"why"}
_MOST = 0.6  # of the weight of what is asked
# A line that declines, or sends on to somebody, answers whatever was asked.
_DECLINES = re.compile(
    r"\b(?:I (?:do not|don't|won't|will not|shan't|shall not|can't|cannot|couldn't|could not|never) (?:\w+ )?"
    r"(?:tell|say|said|speak|talk|know|knew|discuss|answer)|(?i:ask) (?:him|her|them|[A-Z]\w+)"
    r"|(?i:don't|do not) ask)\b"
)
_OWN = re.compile(r"\b(?:you|your|yours|yourself)\b")


def told_what_is_wanted(draft: Draft, asked: Asked, said: list[Operation]) -> list[Operation]:
    """What they say, with a line that tells what is asked for, or with that they cannot tell it."""
    lines = [one for one in said if isinstance(one, Discuss) and one.who == asked.who]
    kind = asked_kind(asked.words)
    if lines and (kin := _whose_kin(asked, lines[0])):
        return [Answer(who=asked.who, texts=kin), *said]
    if len(lines) == 1 and _DOER_WANTED.match(asked.words) and not _is_written_for_it(draft, asked, lines[0]):
        at = said.index(lines[0])
        return [*said[:at], _honestly(asked, "of_it", "reply"), *said[at + 1 :]]
    if len(lines) != 1 or kind not in _SHOWN | _OPEN or not asked.question.asked:
        return said
    if (kind == "why" and asked.question.kind != "why") or not telling_words((asked.words,)):
        return said  # "what makes a place go dry?"; "be off, why don't you?"
    if follow_up_of(words_of(asked.words)) is not None or any(isinstance(one, Answer) for one in said):
        return said
    beside, at = lines[0], said.index(lines[0])
    if beside.topic in last_topics(draft.state, asked.who):
        return said  # it goes on from their own words
    line = _line_of(draft, asked, beside)
    if line is None or _tells(draft, asked, kind, beside, line):
        return said
    if (better := _better_line(draft, asked, kind, beside)) is not None:
        return [*said[:at], better, *said[at + 1 :]]
    return [*said[:at], *_without_it(asked, kind, beside, line), *said[at + 1 :]]


# What does something to somebody is wanted, of which a line on whom it is done to tells nothing.
_DOER_WANTED = re.compile(
    r"what (?:is|are|was|were|has been|keeps) \w+ing "
    r"(?:them|us|me|him|her|(?:my|our|your|the|his|her) (?:crew|men|women|people|friends?|folk|children|others))\b"
)
_WHO_IS = re.compile(r"(?:(?:do|did) you know )?who(?: then)? (?:is|was|are|were) (?P<whom>(?:\w+ ?){1,3})")
_KIN_OF = re.compile(
    r"(?P<whose>\w+)['\u2019]s (?P<what>(?:(?:step|grand|foster)-?)?(?:father|mother|brother|sister|son|daughter|uncle"
    r"|aunt|cousin|husband|wife|widow|widower|friend|master|mistress|servant))",
    re.IGNORECASE,
)


def _is_whom_it_is_of(asked: Asked, said: Discuss) -> bool:
    """Whether somebody is asked after by just what a topic goes by: "who is Orm?", but not "who is Orm's wife?"."""
    topic, found = asked.person.topics.get(said.topic or ""), _WHO_IS.fullmatch(asked.words)
    if topic is None or said.topic != asked.topic or found is None:
        return False
    whom = content_of(found["whom"])
    return bool(whom) and any(whom == content_of(name) for name in topic.names)


def _whose_kin(asked: Asked, said: Discuss) -> tuple[str, ...]:
    """What somebody is of whom a topic goes by that, where it is asked who they are: "Orm, Hild's father"."""
    topic = asked.person.topics.get(said.topic or "")
    if topic is None or not _is_whom_it_is_of(asked, said):
        return ()
    found = next((kin for name in topic.names if (kin := _KIN_OF.fullmatch(name)) is not None), None)
    if found is None or found["whose"].casefold() in asked.words.split():
        return ()
    people = {one.name.casefold(): one.name for one in asked.world.characters.values()}
    own = {"I", "me"} if asked.person.name.casefold() == found["whose"].casefold() else set()
    name = people.get(found["whose"].casefold())
    text = f"My {found['what']}." if own else f"{name}'s {found['what']}."
    return (text,) if name is not None and not asked.was_told(text) else ()


def _is_written_for_it(draft: Draft, asked: Asked, said: Discuss) -> bool:
    """Whether a question like the one that is asked was written for a topic or an answer of theirs."""
    ranking = ranking_in_context(draft, asked)
    return any(
        one.by_question and one.likeness >= _WRITTEN_FOR_IT and one.key.endswith(f" {said.topic}")
        for one in ranking
    )


def _line_of(draft: Draft, asked: Asked, said: Discuss) -> Line | None:
    """The line that would be said; None of what is no open topic or answer of theirs."""
    person = asked.person
    entry = person.answers.get(said.topic) or person.topics.get(said.topic)
    if entry is None:
        return None
    number = said.line
    if number is None:
        number = next_line(draft, asked.who, entry.lines, f"{asked.who}.{entry.id}", said.asks)
    return entry.lines[number] if number is not None else None


def _tells(draft: Draft, asked: Asked, kind: str, said: Discuss, line: Line) -> bool:
    """Whether a line tells what is wanted: by its words, by what it is written to answer, or by its questions."""
    if {kind, asked.question.kind} & {*line.answers} or suits(asked.world, kind, line.text[0]):
        return True
    if kind == "who" and tells_doer(asked.words, line.text[0]):
        return True
    if kind in _OPEN and not _leaves_most(asked, said, line) and not _only_shares_a_word(draft, asked, said, line):
        return True
    if kind == "who" and _is_whom_it_is_of(asked, said) and _OF_SOMEBODY.search(line.text[0]):
        return True
    if (
        _DECLINES.search(line.text[0].replace("\u2019", "'"))
        or likeness_by_kind(asked, said.topic, kind) >= _WRITTEN_FOR_IT
    ):
        return True
    if kind not in _BY_LIKENESS:
        return False
    ranking = ranking_in_context(draft, asked)
    of_it = [one for one in ranking if one.by_question and one.key.endswith(f" {said.topic}")]
    foreseen = said.topic in asked.person.answers and of_it[:1] == ranking[:1] and RATHER.holds(ranking)
    return foreseen or any(one.likeness >= _REASONS for one in of_it)


def _leaves_most(asked: Asked, said: Discuss, line: Line) -> bool:
    """Whether a line on a topic that was named tells of little else that is asked."""
    topic = asked.person.topics.get(said.topic)
    if topic is None or said.topic != asked.topic or is_loosely_named(asked):
        return False
    own = telling_words((asked.person.name, *asked.person.aliases))
    words = telling_words((asked.words,)) - own
    return bool(words) and share_told(words, telling_words((*topic.names, *line.text))) < _MOST


_OF_SOMEBODY = re.compile(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Hh]im)\b")
_LEAST_OF_LOOSE = 0.5  # of the weight of what is asked, so much a line tells on a topic that was named by a part


def _only_shares_a_word(draft: Draft, asked: Asked, said: Discuss, line: Line) -> bool:
    """Whether a line is on a topic that was named by a part of its name, and tells of little that is asked."""
    topic = asked.person.topics.get(said.topic or "")
    if topic is None or said.topic != asked.topic or asked.referred or not is_loosely_named(asked):
        return False
    own = telling_words((asked.person.name, *asked.person.aliases))
    words = telling_words((asked.words,)) - own
    share = share_told(words, telling_words((*topic.names, *topic.paraphrases, *line.text)))
    return bool(words) and share < _LEAST_OF_LOOSE and not _is_written_for_it(draft, asked, said)


def _better_line(draft: Draft, asked: Asked, kind: str, said: Discuss) -> Discuss | None:
    """Another line of the same topic that is written to answer this kind, or what was written for such a question."""
    topic = asked.person.topics.get(said.topic)
    if topic is not None and said.topic not in asked.person.answers:
        for number in lines_of_now(draft, asked.who, topic):
            if kind in topic.lines[number].answers:
                return Discuss(who=asked.who, topic=topic.id, line=number)
    found = next(iter(ranking_by_kind(draft, asked, kind)), None)
    if found is None or found.likeness < _TELLS_IT:
        return None
    form, _, key = found.key.partition(" ")
    line = _line_of(draft, asked, Discuss(who=asked.who, topic=key))
    if line is None or line.effects != NO_EFFECTS:
        return None
    told = (
        said_of_answer(draft, asked, key)
        if form == "answer"
        else written_line(draft, replace(asked, topic=key, matter=None, referred=False))
    )
    return told if isinstance(told, Discuss) else None


def _without_it(asked: Asked, kind: str, said: Discuss, line: Line) -> list[Operation]:
    """That they cannot tell it, or keep it to themselves, with what they have to say of the matter that was named."""
    own = _OWN.search(asked.words) is not None
    if not _is_of_the_head(asked, said):
        return [_honestly(asked, "of_it_who", "ignorance")]
    named = line.effects != NO_EFFECTS or (said.topic == asked.topic and not is_loosely_named(asked))
    if own and not named:
        return [_honestly(asked, "private", "ignorance")]
    if own or kind == "what":
        return [said, _honestly(asked, "own_affair" if own else "of_it", "reply")]
    if not named:
        return [_honestly(asked, f"of_it_{kind}", "ignorance")]
    return [_honestly(asked, f"of_it_{kind}", "reaction"), said]


_HEAD = re.compile(r"^(?:(?:and|so|but) )?whose (?P<noun>\w+)\b")


def _is_of_the_head(asked: Asked, said: Discuss) -> bool:
    """Whether a topic has to do with the noun that is asked about: "whose boots may I step on?" is of no steps."""
    topic, found = asked.person.topics.get(said.topic or ""), _HEAD.match(asked.words)
    if topic is None or found is None or not telling_words((found["noun"],)):
        return True
    entries = (*topic.names, *topic.paraphrases, *(text for one in topic.lines for text in one.text))
    return not telling_words((found["noun"],)).isdisjoint(telling_words(entries))


def _honestly(asked: Asked, kind: str, source: Source) -> Answer:
    texts = asked.replies(kind, what="") or asked.every_reply("unsure")
    return Answer(who=asked.who, texts=texts[:24], source=source)
