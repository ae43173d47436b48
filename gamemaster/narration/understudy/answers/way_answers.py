"""The Game Master's answers about ways: where something is that was not seen yet, and whether a door stands open. Pure.

Only what the player can know: where they have been, what the ways from here are called, and who is here to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, is_only_alike, nouns_of, scope_of
from gamemaster.language.tables.function_words import DIRECTIONS
from gamemaster.language.talk.addressee import hearers, is_animal
from gamemaster.language.talk.questions.matters import SMALL_WORDS, Matter, matter_of
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.left_things import item_place
from gamemaster.narration.understudy.answers.local_knowledge import (
    fixtures_called,
    place_of_fixture,
    way_there,
)
from gamemaster.narration.understudy.answers.scene_answers import way_to
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.rules.conditions import holds, wordings
from gamemaster.rules.reach import exits, is_open, seen_items, way_name
from gamemaster.rules.state import StoryState
from worlds.schema import NOWHERE, Exit, World


def not_seen(world: World, state: StoryState, question: str) -> str:
    """Where something is that is not in sight: where it was seen, or that it was not, and who might know."""
    matter = _matter(world, state, question)
    if matter is None:
        return ""
    for thing in fixtures_called(world, state, matter.stems):
        place = place_of_fixture(world, state, thing)
        if place in state.visited and place != state.place:
            name = name_of(world, thing)
            stands = "are" if is_plural(name) else "is"
            there = (
                ""
                if place == thing
                else f"{name[:1].upper()}{name[1:]} {stands} at {name_of(world, place)}. "
            )
            return f"{there}{way_to(world, state, place)}".strip()
    if item := next(_items_remembered(world, state, matter), ""):
        return way_to_item(world, state, item)
    name = _noun_phrase(question) or matter.name
    if seen := mention_of(world, state, name, of_the_place=True):
        return seen
    hint = _way_named(world, state, words_of(plain(question)))
    able = [who for who in hearers(world, state) if not is_animal(world, who)]
    ask = f"{join_names([world.characters[who].name for who in able[:2]], 'or')} might know." if able else ""
    return " ".join(
        part for part in (f"You have not seen {_YOURS.sub('your', name)} yet.", hint, ask) if part
    )


def way_to_item(world: World, state: StoryState, item: str) -> str:
    """Where an item is as far as the player knows, and how one gets there."""
    return f"{item_place(world, state, item)} {way_to(world, state, state.items[item])}".strip()


def _items_remembered(world: World, state: StoryState, matter: Matter) -> Iterator[str]:
    """The items called so that the player saw lying elsewhere, or carried once and that are nowhere any more."""
    seen = {item for item in seen_items(world, state) if state.items[item] != state.place}
    spent = {item for item in state.held if state.items.get(item) == NOWHERE}
    remembered, wanted = seen | spent, set(matter.stems)
    for name in nouns_of(world).names:
        if name.thing in remembered and set(name.stems) <= wanted:
            yield name.thing


def place_known(world: World, state: StoryState, name: str) -> str:
    """Where the player has seen what goes by a name, and it is not here; empty where they have not."""
    matter = _matter(world, state, f"where is the {name}")
    things = fixtures_called(world, state, matter.stems) if matter is not None else ()
    scope, said = scope_of(world, state), words_of(plain(name))
    meant = (thing for thing in things if not is_only_alike(scope, said, thing))
    places = (place_of_fixture(world, state, thing) for thing in meant)
    return next((place for place in places if place in state.visited and place != state.place), "")


def who_can_tell(world: World, state: StoryState, name: str) -> str:
    """Who is here and would speak of what goes by a name and is not here; empty where nobody has a word for it."""
    scope, words = scope_of(world, state), words_of(plain(name))
    able = (who for who in hearers(world, state) if not is_animal(world, who))
    return next((who for who in able if _has_topic(scope, who, words)), "")


def _has_topic(scope: Scope, who: str, words: list[str]) -> bool:
    topics = scope.world.characters[who].topics
    subject = subject_of(scope, who, words)
    return (
        subject.score > 0
        and subject.topic in topics
        and any(words == words_of(plain(name))[-len(words) :] for name in topics[subject.topic].names)
        and holds(topics[subject.topic].when, scope.world, scope.state)
    )


_YOURS = re.compile(r"^(?:my|our)\b")


def to_ask_the_way(world: World, state: StoryState, question: str) -> tuple[str, ...]:
    """What one could type to ask whoever is here for the way to something that was not seen."""
    matter = _matter(world, state, question)
    able = [who for who in hearers(world, state) if not is_animal(world, who)]
    if matter is None or not able:
        return ()
    known = (thing for thing in fixtures_called(world, state, matter.stems) if way_there(world, state, thing))
    thing = next(known, None)
    if thing is None or place_of_fixture(world, state, thing) in state.visited:
        return ()
    return (f"Ask {world.characters[able[0]].name} where {_noun_phrase(question) or matter.name} is",)


_SOUGHT = re.compile(
    r".*?\b(?:where (?:is|are|was|were|can i find)|way to|get (?:up |down |in |out |back )*to"
    r"|far (?:away |off )?(?:is|to)"
    r"|find|reach|to)(?P<what>(?: [a-z0-9']+){1,5}?)(?: (?:from here|here|now|please|then|anyway))*"
)


def _noun_phrase(question: str) -> str:
    """What is sought, as the player put it: "the lamp room"."""
    words = [word for word in words_of(plain(question)) if word[0].isalnum()]
    found = _SOUGHT.fullmatch(" ".join(words))
    what = found["what"].strip() if found is not None else ""
    return what if set(what.split()) - SMALL_WORDS else ""


def _matter(world: World, state: StoryState, question: str) -> Matter | None:
    words = tuple(word for word in words_of(plain(question)) if word.isalnum() and word not in DIRECTIONS)
    words = tuple(word for word in words if word not in ("way", "far", "find", "reach"))
    matter = matter_of(scope_of(world, state), words, question)
    return matter if matter is not None and matter.name else None


def _way_named(world: World, state: StoryState, words: list[str]) -> str:
    """The way from here that the question's own words point to: a direction, or a part of a way's name."""
    wanted = {DIRECTIONS[word] for word in words if word in DIRECTIONS}
    leading = [way for way in exits(world, state) if wanted & set(way.direction)]
    if not leading:
        return ""
    names = [way_name(world, state, way.to) for way in leading]
    return f"{leading[0].direction[0].capitalize()} from here is {join_names(names, 'or')}."


def ways_called(world: World, state: StoryState, words: list[str]) -> list[Exit]:
    """The ways from here that go by the words best: "door" is every way with a door in its name."""
    said = {stem(word) for word in words}
    open_to_sight = exits(world, state)
    scores: list[tuple[int, Exit]] = []
    for way, names in nouns_of(world).exits[state.place]:
        if way not in open_to_sight:
            continue
        called = (*names, *(name for name in nouns_of(world).names if name.thing == way.to))
        score = max((len(said & set(name.stems)) for name in called if name.head in said), default=0)
        if score:
            scores.append((score, way))
    most = max((score for score, _ in scores), default=0)
    return [way for score, way in scores if score == most]


_LOCKED = frozenset("locked unlocked barred bolted".split())


def open_or_shut(world: World, state: StoryState, words: list[str]) -> str:
    """Whether the ways that are named stand open; empty where none is named."""
    told = []
    for way in ways_called(world, state, words)[:3]:
        name = way.name or f"the way to {name_of(world, way.to)}"
        subject = f"{name[:1].upper()}{name[1:]}"
        verb = "are" if is_plural(name) else "is"
        if is_open(world, state, way):
            told.append(f"{subject} {verb} {'not locked' if _LOCKED & set(words) else 'open'}.")
            continue
        why = [text for text in wordings(way.blocked, world, state)[:1] if "\n" not in text]
        told.append(" ".join([f"{subject} {verb} shut.", *why]))
    return " ".join(told)


def seen_of_way(world: World, state: StoryState, to: str) -> str:
    """What is told of this place that speaks of the way to another one; empty where no way leads there."""
    way = next((way for way in exits(world, state) if way.to == to), None)
    if way is None:
        return ""
    said = (
        mention_of(world, state, name, of_the_place=True)
        for name in (way.name, world.locations[to].name)
        if name
    )
    return next((one for one in said if one), "")


def beyond(world: World, state: StoryState, words: list[str]) -> str:
    """What lies behind a way that is named; empty where none is."""
    ways = ways_called(world, state, words)
    if not ways:
        return ""
    way = ways[0]
    name = way.name or "that way"
    shut = "" if is_open(world, state, way) else ", and it is shut"
    seen = "" if way.to in state.visited else " You have not been there yet."
    if name.casefold() == name_of(world, way.to).casefold():
        return f"Into {name}{shut}, and what is beyond it you cannot tell from here.{seen}"
    return f"{name[:1].upper()}{name[1:]} leads to {name_of(world, way.to)}{shut}.{seen}"
