"""Whom a talk is about, and a question after "him" or "her" put with the name: "did Cobb say goodbye?". Pure.

Whoever was spoken of in the last exchange is meant, the latest of the gender that is said: of what the answer was
about, of what was asked, of a name that fell in the answer. Never the one who is asked, whom nobody calls "he" to his
face; nor anybody who stands there to be pointed at. Everything after this module sees the name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.talk.addressee import is_animal, last_partner
from gamemaster.language.talk.said_before import Saying, sayings_of
from gamemaster.language.talk.sentences import asks
from gamemaster.rules.state import MATTER, StoryState
from worlds.per_world import per_world
from worlds.schema import Character, Topic, World, WrittenAnswer
from worlds.texts import texts_of

_FORMS, _WORDS = Forms(__name__), Words(__name__)
_GENDERS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}
_SENTENCE = re.compile(r"[^.!?;\"\u201c\u201d]+[.!?;]*")
_PRONOUN = re.compile(r"\b(?P<word>he|him|his|she|her|hers)\b(?P<is>['\u2019](?:s|d|ll))?", re.IGNORECASE)
_CAPITAL = re.compile(r"\b[A-Z]\w+")
_WORD = re.compile(r"[A-Za-z]+")
_FOREMOST = 2  # names of a topic, of which one is a person's where it is about them
_OF_THE_ASKS = 4  # one in so many names whom they are all about
_FRESH = 2  # turns in which somebody's last words are spoken of as "he" and "she"


@dataclass(frozen=True)
class Person:
    """Somebody who can be spoken of: one of the world's people, or one who is only told of."""

    name: str
    pronoun: str
    called: frozenset[str]  # all that goes by them, in small letters
    names: frozenset[str]  # the words of their names, which are nobody else's
    who: str | None = None  # None: only told of


def with_third_persons_named(world: World, state: StoryState, words: str) -> str:
    """What was typed, with the name of whom a question means by "he" or "she", where the talk so far says who it is."""
    partner = last_partner(state)
    if partner not in state.present() or is_animal(world, partner) or not _PRONOUN.search(words):
        return words
    told: list[str] = []
    at = 0
    for found in _SENTENCE.finditer(words):
        told += (
            words[at : found.start()],
            _put_with_names(world, state, partner, found[0], words[: found.start()]),
        )
        at = found.end()
    return "".join((*told, words[at:]))


def _put_with_names(world: World, state: StoryState, partner: str, sentence: str, before: str) -> str:
    said = [word for word in words_of(plain(sentence)) if word[0].isalnum()]
    asked = sentence.rstrip().endswith("?") or asks(said) or _FORMS["about_them"].search(" ".join(said))
    if not asked or _FORMS["deed"].match(" ".join(said)) or _says_back(world, state, partner, said):
        return sentence
    for pronoun in ("he", "she"):
        first = next(
            (one for one in _PRONOUN.finditer(sentence) if _GENDERS[one["word"].casefold()] == pronoun), None
        )
        if first is None:
            continue
        others = [one for one in people_of(world) if one.pronoun == pronoun and one.who != partner]
        said_who = _is_said_who(others, pronoun, before + sentence[: first.start()])
        named = _names_before_asking(world, partner, sentence[: first.start()])
        if said_who or named or _is_of_sight(world, state, said, pronoun):
            continue
        meant = _spoken_of(world, state, partner, others)
        if meant is not None and (meant.who is None or meant.who not in state.present()):
            sentence = _with_name(sentence, first, meant.name)
    return sentence


def _names_before_asking(world: World, partner: str, before: str) -> bool:
    """Whether a question comes after whom it is about: "my mate Bersi, was he …", but not "Jory, was he …"."""
    called = content_of(" ".join((world.characters[partner].name, *world.characters[partner].aliases)))
    first, comma, _ = before.partition(",")
    return bool(comma) and not content_of(first) <= called


def _says_back(world: World, state: StoryState, partner: str, said: list[str]) -> bool:
    """Whether a question is a few of somebody's own words: "works nights when he works?"."""
    last = sayings_of(world, state, partner)[:_FRESH]
    told = content_of(" ".join(said))
    return any(
        f" {' '.join(said)} " in f" {' '.join(words_of(plain(one.text)))} "
        or (len(told) > 1 and told <= one.stems)
        for one in last
    )


def _with_name(sentence: str, found: re.Match[str], name: str) -> str:
    after = words_of(plain(sentence[found.end() :]))
    word = found["word"].casefold()
    owning = word in ("his", "hers") or (word == "her" and bool(after) and _is_owned(after[0]))
    put = f"{name}'s" if owning else name
    return f"{sentence[: found.start()]}{put}{found['is'] or ''}{sentence[found.end() :]}"


def _is_owned(word: str) -> bool:
    return word[0].isalnum() and word not in _WORDS["after_an_object"]


def _is_said_who(people: list[Person], pronoun: str, before: str) -> bool:
    """Whether the words before a pronoun say already whom it means."""
    if any(_GENDERS[one["word"].casefold()] == pronoun for one in _PRONOUN.finditer(before)):
        return True
    text = f" {' '.join(words_of(plain(before)))} "
    return any(f" {name} " in text for one in people for name in one.names)


def _is_of_sight(world: World, state: StoryState, said: list[str], pronoun: str) -> bool:
    """Whether only a look tells it, of somebody here who may be called so: "does he look frightened?"."""
    here = any(world.characters[who].pronoun == pronoun for who in state.present())
    return here and _FORMS["seen"].search(" ".join(said)) is not None


def _spoken_of(world: World, state: StoryState, partner: str, people: list[Person]) -> Person | None:
    """Which of these the talk with somebody was of last."""
    sayings = sayings_of(world, state, partner)
    last = [one for one in sayings if one.turn == sayings[0].turn and state.turn - one.turn < _FRESH]
    person = world.characters[partner]
    subjects = [person.topics[one.topic].names for one in last if one.topic in person.topics]
    foreseen = [person.answers[one.topic] for one in last if one.topic in person.answers]
    for names in (*subjects, (state.focus.get(MATTER, ""),)):
        if (found := _whoever_goes_by(people, names)) is not None:
            return found
    found = _asked_about(people, foreseen) or _named_last(people, last)
    if found is not None:
        return found
    held = (state.focus.get("him"), state.focus.get("her"))
    return next((one for one in people if one.who is not None and one.who in held), None)


def person_called(world: World, names: Iterable[str]) -> Person | None:
    """Whoever goes by one of these names."""
    return _whoever_goes_by(people_of(world), names)


def people_named(world: World, words: str) -> list[Person]:
    """Those whose names fall in the words, in the order in which they do."""
    said = words_of(plain(words))
    found = {at: one for one in people_of(world) for at, word in enumerate(said) if _bears(one, word)}
    return list(dict.fromkeys(found[at] for at in sorted(found)))


def _bears(person: Person, word: str) -> bool:
    return word in person.names or (
        word.endswith("s") and word[:-1] in person.names
    )  # "Nuha's", as it is read


def is_called_so(person: Person, names: Iterable[str]) -> bool:
    """Whether somebody goes by one of the names, or is named in it; "Orm's daughter" is not Orm."""
    return any(
        _bare(name) in person.called or not person.names.isdisjoint(_bare(name).split()) for name in names
    )


def _whoever_goes_by(people: Iterable[Person], names: Iterable[str]) -> Person | None:
    called = {_bare(name) for name in names} - {""}
    fitting = [one for one in people if not one.called.isdisjoint(called)]
    by_name = (one for one in fitting if not one.names.isdisjoint(called))  # Elsie, and not any other "girl"
    return next(by_name, next(iter(fitting), None))


def _asked_about(people: list[Person], answers: list[WrittenAnswer]) -> Person | None:
    """Whom the questions name to which an answer was foreseen: of the others "he" says enough."""
    asks = [set(words_of(plain(ask))) for written in answers for ask in written.asks]
    counted = Counter(one for one in people for said in asks if not one.names.isdisjoint(said))
    return next((one for one, times in counted.most_common(1) if _OF_THE_ASKS * times >= len(asks)), None)


def _named_last(people: list[Person], sayings: list[Saying]) -> Person | None:
    """Whoever is named last in what was said."""
    found: list[tuple[int, int, Person]] = []
    for order, saying in enumerate(sayings):
        for at, word in enumerate(words_of(plain(saying.text))):
            found += (
                (-order, at, one)
                for one in people
                # A ship that was named in passing is nobody's "her".
                if _bears(one, word) and (saying.written or one.who is not None)
            )
    return max(found, key=lambda one: one[:2])[2] if found else None


def _bare(name: str) -> str:
    return re.sub(r"^(?:the|a|an|my|your|his|her|our) ", "", " ".join(words_of(plain(name))))


@per_world
def people_of(world: World) -> tuple[Person, ...]:
    """Everybody who can be spoken of as "he" or "she"."""
    people = [
        Person(one.name, one.pronoun, frozenset(_names_of(one)), _proper_words(one), who)
        for who, one in world.characters.items()
        if one.pronoun in ("he", "she")
    ]
    known = {name for one in world.characters.values() for name in _names_of(one)}
    return (*people, *_told_of(world, known))


def _names_of(person: Character) -> set[str]:
    return {*map(_bare, (person.name, *person.aliases))} - {"", "you"}


def _proper_words(person: Character) -> frozenset[str]:
    """The words of somebody's name; whoever is nameless goes by all that they are called by."""
    words = {word.casefold() for name in (person.name, *person.aliases) for word in _CAPITAL.findall(name)}
    return frozenset(words - _WORDS["titles"]) or frozenset(_names_of(person))


def _told_of(world: World, known: set[str]) -> Iterator[Person]:
    """Those who are people by what is told under their name: a proper name, called "he" or "she" there."""
    things = {_bare(one.name) for one in world.items.values()}
    things |= {_bare(one.name) for one in world.locations.values()}
    topics: dict[str, list[Topic]] = {}
    for topic in (topic for person in world.characters.values() for topic in person.topics.values()):
        called = [_bare(name) for name in topic.names]
        if topic.id != "self" and known.isdisjoint(called):
            for name in called[:_FOREMOST]:
                topics.setdefault(name, []).append(topic)
    alone = {name for name in topics if name.isalpha() and name not in things}
    for name in sorted(_written_large(world, alone)):
        told = topics[name]
        if (pronoun := _pronoun_in(told)) is not None:
            names = {_bare(one) for topic in told for one in topic.names} - {""}
            yield Person(name.title(), pronoun, frozenset(names), frozenset({name}))


def _pronoun_in(topics: list[Topic]) -> str | None:
    """How whoever is told of is called, in most of the words on them."""
    texts = (text for topic in topics for line in topic.lines for text in line.text)
    words = (word.casefold() for text in texts for word in _WORD.findall(text))
    counted = Counter(_GENDERS.get(word, word) for word in words if word in _GENDERS or word == "it")
    best = max(("he", "she", "it"), key=lambda one: counted[one])
    return best if best != "it" and counted[best] else None


def _written_large(world: World, names: set[str]) -> set[str]:
    """Those of the names that are written with a capital, and hardly ever without."""
    if not names:
        return set()
    lines = (
        line
        for person in world.characters.values()
        for topic in person.topics.values()
        for line in topic.lines
    )
    told = (text for line in lines for text in line.text)
    facts = (fact.text for fact in world.facts.values())
    personas = (person.persona for person in world.characters.values())
    large = {name.title() for name in names}
    prose = (
        word for text in (*texts_of(world.opening), *facts, *personas, *told) for word in _WORD.findall(text)
    )
    counted = Counter(word for word in prose if word in names or word in large)
    return {name for name in names if counted[name.title()] > 2 * counted[name]}
