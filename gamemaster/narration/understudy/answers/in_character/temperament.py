"""What kind of person somebody is, as their writer's words show it, and what a story settles besides. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.wording.ages import age_of, is_child, nouns_of
from gamemaster.language.wording.ordinary_talk import library
from gamemaster.language.wording.replies import style_of
from gamemaster.rules.state import StoryState, digest
from worlds.per_world import per_world
from worlds.schema import Character, World
from worlds.texts import texts_of, texts_of_world

_OLD = 58  # years
_MACHINES = frozenset(
    "ship computer machine robot android drone system program ai automaton terminal engine droid console".split()
)
_AGED = frozenset("old elderly aged ancient grandmother grandfather crone greybeard seventy eighty".split())
_WARM = frozenset(
    """warm kind gentle motherly fatherly soft softly cheerful laughs friendly generous hearty jolly tender welcoming
    chatty talks talkative decent sunny easy merry""".split()
)
_OF_STYLE = {"curt": "curt", "ornate": "formal", "sidelong": "sly"}
_FORMAL = frozenset("formal polite courteous precise full complete proper numerical stiff dignified".split())
_FEW_WORDS = 4.0  # in a sentence, on the average: somebody who talks so is short with everybody
_LEAST_SENTENCES = 4


@dataclass(frozen=True)
class Temperament:
    """A tone of voice, and what else shows: an age, a body or none."""

    tone: str
    traits: frozenset[str]


@per_world
def temperament_of(person: Character) -> Temperament:
    """How somebody talks, by the style that their writer named, their manner, and the lines that they were given."""
    first = person.persona.partition(". ")[0].casefold()
    called = frozenset(words_of(plain(" ".join((person.name, *person.aliases)))))
    age = age_of(person)
    of_it = called | frozenset(words_of(plain(person.persona)))
    machine = person.pronoun == "it" and not _MACHINES.isdisjoint(of_it)
    child = is_child(person)
    old = age >= _OLD if age else not _AGED.isdisjoint(called | nouns_of(first))
    tone = "machine" if machine else "young" if child else _tone_of(person)
    traits = {tone, *(["old"] if old else ()), *(() if child or machine else ["grown"])}
    return Temperament(tone, frozenset(traits))


def _tone_of(person: Character) -> str:
    style = style_of(person)
    if style in _OF_STYLE:
        return _OF_STYLE[style]
    manner = frozenset(words_of(plain(person.manner)))
    if not _FORMAL.isdisjoint(manner):
        return "formal"
    if not _WARM.isdisjoint(manner | frozenset(words_of(plain(person.persona)))):
        return "warm"
    if person.style is None and _is_short(person):
        return "curt"
    return "plain"


def _is_short(person: Character) -> bool:
    lines = (*person.greeting, *(line for topic in person.topics.values() for line in topic.lines))
    sentences = [
        part
        for line in lines
        for text in line.text
        if "*" not in text
        for part in re.findall(r"[^.!?]+", text)
    ]
    sentences = [one for one in sentences if one.strip()]
    words = sum(len(one.split()) for one in sentences)
    return len(sentences) >= _LEAST_SENTENCES and words < _FEW_WORDS * len(sentences)


def chosen_for(world: World, state: StoryState, who: str, choice: str) -> str | None:
    """What a story settles of somebody, the same at every time; None where their writer speaks of it."""
    one = library().choices[choice]
    tone = temperament_of(world.characters[who]).tone
    if tone in ("young", "machine") and (fixed := getattr(one, tone)) is not None:
        return str(fixed)
    if choice in _spoken_of(world).get(who, ()):
        return None
    return one.of[lot_of(state, who, choice) % len(one.of)]


def lot_of(state: StoryState, who: str, what: str) -> int:
    """A number that stays as it is through a story."""
    return int(digest(f"{state.seed} {who} {what}"), 16)


@per_world
def _spoken_of(world: World) -> dict[str, frozenset[str]]:
    """Of each person, the choices whose words their writer uses of them, wherever they are spoken of."""
    about = {name: content_of(" ".join(one.words)) for name, one in library().choices.items()}
    found = {}
    texts = [text for text in texts_of_world(world) if len(text) > 2]
    for who, person in world.characters.items():
        stems = content_of(" ".join(texts_of(person)))
        name = re.compile(rf"\b{re.escape(person.name.split()[-1])}\b")
        for text in texts:
            if name.search(text):
                stems |= content_of(
                    " ".join(part for part in re.findall(r"[^.!?]+", text) if name.search(part))
                )
        found[who] = frozenset(choice for choice, words in about.items() if words & stems)
    return found
