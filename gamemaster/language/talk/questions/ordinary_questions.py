"""Which question of the library of ordinary ones the player's words put, if any. Pure.

Their likeness is measured as for a writer's own (`written_questions`); forms with a gap ("can you *") come after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.tables.function_words import AUXILIARIES, QUESTION_WORDS
from gamemaster.language.talk.questions.topics import trim_question
from gamemaster.language.talk.questions.written_questions import (
    MOST_WORDS,
    Phrases,
    called_by_no_name,
    phrase_of,
    phrases_of,
)
from gamemaster.language.wording.ordinary_talk import FollowUpKind, in_full, library
from worlds.schema import Character

_LEAST = 0.8  # in all: the library asks of everybody, and a near thing may be after what their writer wrote
_GAP = r"\w+(?: \w+){0,7}"
_OPENING = re.compile(r"^(?:(?:and|so|but|well|oh|then|now|hey|ok|okay|please|tell me|by the way) )+(?=\w+ )")
_CLOSING = re.compile(
    r"(?: (?:then|anyway|though|friend|mate|please|tonight|now|really|exactly|sir|boy|girl))+$"
)


@dataclass(frozen=True)
class _Form:
    """A way to put a question that has gaps."""

    key: str
    parts: tuple[str, ...]  # the words, with an empty one for each gap

    def fits(self, text: str) -> bool:
        # Its expression is made for a text that begins as it does: most forms of the library are never put.
        return text.startswith(self.parts[0]) and self._pattern.fullmatch(text) is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(" ?".join(part or _GAP for part in self.parts))


@dataclass(frozen=True)
class _Index:
    to_the_word: dict[str, str]
    phrases: Phrases
    whole: frozenset[str]  # of the keys, those whose questions are put word for word
    forms: tuple[_Form, ...]
    follow_ups: dict[str, FollowUpKind]


@lru_cache(maxsize=1)
def _index() -> _Index:
    known = library()
    asked = [
        (key, text) for key, one in known.questions.items() for short in one.asks for text in in_full(short)
    ]
    gapped = [(key, text) for key, text in asked if "*" in text]
    gapped.sort(key=lambda one: -len(one[1].split()))  # those that say most come first
    forms = tuple(_Form(key, _parts_of(text)) for key, text in gapped)
    follow_ups = {
        _plainly(text): kind
        for kind, one in known.follow_ups.items()
        for short in one.asks
        for text in in_full(short)
    }
    plainly = [(key, _plainly(text)) for key, text in asked if "*" not in text]
    to_the_word: dict[str, str] = {}
    for key, text in plainly:
        to_the_word.setdefault(text, key)
    # Without a word that says something, two questions are as like as any two of as many words.
    telling = ((key, text) for key, text in plainly if _is_question(text) and phrase_of(text.split()).content)
    return _Index(
        to_the_word,
        phrases_of(telling),
        frozenset(key for key, one in known.questions.items() if one.whole),
        forms,
        follow_ups,
    )


def _parts_of(text: str) -> tuple[str, ...]:
    return tuple(_between([_plainly(part) for part in text.split("*")]))


def _between(parts: list[str]) -> Iterator[str]:
    """The parts of a form with an empty one for each gap."""
    for at, part in enumerate(parts):
        if at:
            yield ""
        if part:
            yield part


def _plainly(text: str) -> str:
    return " ".join(word for word in words_of(plain(text)) if word[0].isalnum())


@dataclass(frozen=True)
class OrdinaryAsked:
    """A question of the library, by its id, as it was put."""

    key: str
    to_the_word: bool


def ordinary_question(person: Character, words: str, off: frozenset[str]) -> OrdinaryAsked | None:
    """The library's question that somebody is asked; None where it is none, or one that is `off`."""
    given = words_of(plain(words))
    said = called_by_no_name(person, given)
    if not said or len(said) > MOST_WORDS:
        return None
    index = _index()
    open_to = library().questions.keys() - off
    text = _bare(person, given)
    for put in (" ".join(word for word in given if word[0].isalnum()), _without_names(person, given), text):
        if (same := index.to_the_word.get(put)) is not None and same in open_to:
            return OrdinaryAsked(same, to_the_word=True)
    if _is_question(text):
        phrase, about = phrase_of(said), phrase_of(trim_question(said))
        loosely = frozenset(open_to - index.whole)
        found = index.phrases.best(phrase, about, frozenset(), loosely, least=_LEAST, nothing_else=True)
        if found is not None:
            return OrdinaryAsked(found, to_the_word=False)
    found = next((form.key for form in index.forms if form.key in open_to and form.fits(text)), None)
    return OrdinaryAsked(found, to_the_word=False) if found is not None else None


def asks_in_full() -> dict[str, tuple[str, ...]]:
    """By question of the library, each way in which it is put that has no gap."""
    return {
        key: tuple(text for short in one.asks for text in in_full(short) if "*" not in text)
        for key, one in library().questions.items()
    }


@lru_cache(maxsize=1)
def last_resorts() -> frozenset[str]:
    """The questions that only serve where somebody is asked about themselves and nothing else answers."""
    return frozenset(key for key, one in library().questions.items() if one.last)


def _is_question(text: str) -> bool:
    """Whether words begin as a question does: "I trust you" is none, whatever it shares with "do you trust me"."""
    return text.partition(" ")[0] in QUESTION_WORDS | AUXILIARIES and not text.startswith(
        ("what a ", "what an ")
    )


def ordinary_follow_up(person: Character, words: str) -> FollowUpKind | None:
    """What of their last words is asked on: "why?", "since when?", "really?"."""
    given = words_of(plain(words))
    whole = " ".join(word for word in given if word[0].isalnum())
    return _index().follow_ups.get(whole) or _index().follow_ups.get(_bare(person, given))


def _bare(person: Character, given: list[str]) -> str:
    """The words without what opens or closes any question, and without a name called out."""
    return _CLOSING.sub("", _OPENING.sub("", _without_names(person, given)))


def _without_names(person: Character, given: list[str]) -> str:
    names = {word for name in (person.name, *person.aliases) for word in words_of(plain(name))}
    said = [word for word in given if word[0].isalnum()]
    while len(said) > 1 and said[0] in names:
        said = said[1:]
    while len(said) > 2 and said[-1] in names:
        said = said[:-1]
    return " ".join(said)
