"""Whether what somebody would say is of the person whom they are asked about, and not plainly of somebody else. Pure.

A question about Orm may share its words with a line of the speaker's own life, or with what is told of another man. A
line that neither names whom it is asked of nor calls anybody by their "he" or "she" is none of theirs, where it speaks
of the speaker or is known to be of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.spoken_of import Person, is_called_so, people_named, person_called
from gamemaster.language.wording.replies import is_stock
from gamemaster.narration.understudy.answers.in_character.questions import PERSONAL, Asked
from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.social_operations import next_line
from gamemaster.rules.proposal import Answer, Discuss, Operation
from worlds.schema import Topic, WrittenAnswer

_OF_ONESELF = frozenset("i me my mine myself".split())
_PRONOUNS = {
    "he": frozenset({"he", "him", "his", "himself"}),
    "she": frozenset({"she", "her", "hers", "herself"}),
}
_OWNED = re.compile(r"\b(?P<who>[A-Z]\w+)['\u2019]s (?P<what>[a-z]+)")


def told_of_whom_is_asked(draft: Draft, asked: Asked, said: list[Operation]) -> list[Operation]:
    """What they say without what is of somebody else; that they cannot tell it of them, where nothing is left."""
    people = [one for one in people_named(asked.world, asked.words) if one.who != asked.who]
    if not people or not asked.question_like or asked.question.kind in PERSONAL:
        return said
    beside = [one for one in said if _is_of_another(draft, asked, one, people)]
    kept = [one for one in said if not any(one is out for out in beside)]
    if not beside or any(isinstance(one, (Answer, Discuss)) for one in kept):
        return kept
    texts = asked.replies("not_of_them", who=_whose(asked) or people[-1].name)
    return [*kept, Answer(who=asked.who, texts=texts[:24], source="ignorance", matter=people[-1].name[:120])]


def _whose(asked: Asked) -> str:
    """Of whom it is asked, where that is somebody's husband or boat: "Nuha's husband"."""
    found = _OWNED.search(asked.raw)
    return f"{found['who']}'s {found['what']}" if found is not None else ""


def _is_of_another(draft: Draft, asked: Asked, said: Operation, people: Sequence[Person]) -> bool:
    if isinstance(said, Answer):
        if said.source == "sight":
            return bool(_whose(asked)) and asked.asks_the_way  # where she is tells of no husband
        own = bool(said.ordinary) or (said.source == "reply" and not is_stock(said.texts[0]))
        return own and not _tells_of(people, said.texts[:1]) and _speaks_of_oneself(said.texts[:1])
    if not isinstance(said, Discuss) or said.who != asked.who:
        return False
    entry: Topic | WrittenAnswer | None = asked.person.topics.get(said.topic) or asked.person.answers.get(
        said.topic
    )
    if entry is None:
        return False
    texts = list(_texts(draft, asked, entry, said))
    names = entry.names if isinstance(entry, Topic) else entry.asks
    if _tells_of(people, texts) or any(is_called_so(one, (*names, *entry.paraphrases)) for one in people):
        return False
    other = person_called(asked.world, names) if isinstance(entry, Topic) else None
    return other is not None or _speaks_of_oneself(texts)


def _texts(draft: Draft, asked: Asked, entry: Topic | WrittenAnswer, said: Discuss) -> Iterator[str]:
    """What would be said, in all its wordings."""
    number = said.line
    if number is None:
        number = next_line(draft, asked.who, entry.lines, f"{asked.who}.{entry.id}", said.asks)
    lines = entry.lines if number is None else (entry.lines[number],)
    return (text for line in lines for text in line.text)


def _tells_of(people: Sequence[Person], texts: Sequence[str]) -> bool:
    words = {word for text in texts for word in words_of(plain(text))}
    return any(not words.isdisjoint(_PRONOUNS[one.pronoun] | one.names) for one in people)


def _speaks_of_oneself(texts: Sequence[str]) -> bool:
    return any(not _OF_ONESELF.isdisjoint(words_of(plain(text))) for text in texts)
