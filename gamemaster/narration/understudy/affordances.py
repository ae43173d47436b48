"""What a scene offers, each thing phrased as a player might type it; and which offers are nearest to some words. Pure.

Rules × things in reach × topics × ways × people. Suggestions pick from it, and words that were not followed are
answered with the offers nearest to them. Nothing secret, and no name that the player has not met, is ever offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from rapidfuzz import fuzz, utils

from gamemaster.language.names.normalization import words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.names.verb_index import SUITS
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.wording.stock_lines import with_article
from gamemaster.rules.acquaintance import names_kept_back
from gamemaster.rules.conditions import Deeds, holds
from gamemaster.rules.operations.actions import fits, tool_for
from gamemaster.rules.reach import exits, features, is_open, items_here
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.rules import all_rules, is_inline
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, PLAYER, Character, Feature, Rule, World
from worlds.texts import texts_of_world

# Of 100: how like the words an offer must be, by its own words in any order. Below it, offers are only noise.
LIKE = 64
_ARTICLES = frozenset({"the", "a", "an", "to"})
MOST_NEAREST = 2
SHORTEST = 5  # letters: fewer are part of too many words


def nearest(world: World, state: StoryState, words: str) -> tuple[str, ...]:
    """The offers nearest to the words, the best first; none where nothing is like them."""
    given = utils.default_process(words)
    scored = [(_likeness(given, offer), offer) for offer in dict.fromkeys(affordances(world, state))]
    likely = sorted((one for one in scored if one[0] >= LIKE), key=lambda one: -one[0])
    return tuple(offer for _, offer in likely[:MOST_NEAREST])


def _likeness(words: str, offer: str) -> float:
    """0 to 100: how much of the words is in the offer, whole words in any order or a misspelt part of it."""
    offered = " ".join(word for word in utils.default_process(offer).split()[1:] if word not in _ARTICLES)
    part = fuzz.partial_ratio(words, offered) - 10 if len(words) >= SHORTEST else 0
    return max(fuzz.token_set_ratio(words, offered), part)


def affordances(world: World, state: StoryState) -> Iterator[str]:
    """Every offer of the scene, as something to type."""
    yield from deeds(world, state)
    yield from talk(world, state)
    yield from looks(world, state)
    yield from takes(world, state)
    yield from ways(world, state, seen_too=True)


def deeds(world: World, state: StoryState) -> Iterator[str]:
    """Rules that their writer wants offered and that can be done now."""
    here = state.present()
    reach = [
        *here,
        *(f.id for f in features(world, state)),
        *items_here(world, state),
        *state.carried_items(),
        state.place,
    ]
    tags = {thing: world.items[thing].tags for thing in reach if thing in world.items}
    offered = {ANYONE, *reach, *(tag for own in tags.values() for tag in own)}
    for rule in _offered_rules(world):
        if rule.id in state.rules:
            continue
        if rule.at and state.place not in rule.at:
            continue
        target = _target(rule, here, reach, tags) if not offered.isdisjoint(rule.on) else None
        if rule.on and target is None and not is_inline(rule):
            continue
        if fits(rule, world, state, None, target, tool_for(rule, world, state)) and holds(
            rule.when, world, state, Deeds(frozenset(rule.verbs), purpose=rule.id)
        ):
            yield rule.suggest or ""


@per_world
def _offered_rules(world: World) -> tuple[Rule, ...]:
    return tuple(rule for rule in all_rules(world) if rule.suggest is not None and not rule.secret)


def _target(rule: Rule, here: list[str], reach: list[str], tags: Mapping[str, tuple[str, ...]]) -> str | None:
    """What a rule is done to, of what is in reach; `tags` are those of the things."""
    named = next((thing for thing in reach if thing in rule.on), None)
    if named is not None:
        return named
    if ANYONE in rule.on:
        return here[0] if here else None
    if ANYTHING in rule.on or ANYWHERE in rule.on:
        return None
    return next((thing for thing, own in tags.items() if any(tag in rule.on for tag in own)), None)


def talk(world: World, state: StoryState) -> Iterator[str]:
    """Topics that somebody here would open on, and people not yet met."""
    for who in state.present():
        person = world.characters[who]
        if not state.characters[who].met:
            if not _is_addressed_by_rule(world, state, who):
                yield f"Talk to {person.name}"
            continue
        begun = {key.rpartition(".")[0] for key in state.lines}
        for topic in person.topics.values():
            if topic.opens and f"{who}.{topic.id}" not in begun and holds(topic.when, world, state):
                name = next((name for name in topic.names if not _names_a_stranger(world, state, name)), None)
                if name is not None:
                    yield f"Ask {person.name} about {_topic_title(world, name)}"


def _is_addressed_by_rule(world: World, state: StoryState, who: str) -> bool:
    """Whether talk to somebody, such as a dog, came to a writer's rule before, which makes nobody met."""
    return any(rule in state.rules for rule in _rules_of_talk(world).get(who, ()))


@per_world
def _rules_of_talk(world: World) -> dict[str, list[str]]:
    """By whom or what they are about."""
    found: dict[str, list[str]] = {}
    for rule in all_rules(world):
        for on in rule.on if "talk" in rule.verbs else ():
            found.setdefault(on, []).append(rule.id)
    return found


def _names_a_stranger(world: World, state: StoryState, topic: str) -> bool:
    """Whether a topic has a name that is kept back, or that of somebody whom the player has neither met nor sees."""
    words = set(topic.casefold().split()) - _ARTICLES
    if not words.isdisjoint(names_kept_back(world)):
        return True
    return any(
        not person.is_nameless
        and not state.characters[who].met
        and state.characters[who].place != state.place
        and not words.isdisjoint(_words_of_name(person))
        for who, person in world.characters.items()
    )


@per_world
def _words_of_name(person: Character) -> frozenset[str]:
    """The name of somebody and its words, in small letters."""
    return frozenset(
        word.casefold() for word in (person.name, *person.name.split()) if word not in _ARTICLES
    )


def _topic_title(world: World, topic: str) -> str:
    """A topic as it stands in its writer's sentences, with capital and article: "Eddie", "the wireless girl"."""
    if not topic[:1].islower() or topic.split()[0] in _DETERMINED:
        return topic
    titles = _titles(world)
    if topic not in titles:
        titles[topic] = _as_written(world, topic)
    return titles[topic]


@per_world
def _titles(world: World) -> dict[str, str]:
    """Topics as they stand in the prose: the words of people's names, and more as they come to be offered."""
    return {word.casefold(): word for who in world.characters.values() for word in who.name.split()}


_DETERMINED = DETERMINERS | {"himself", "herself", "itself", "themselves", "yourself"}


def _as_written(world: World, topic: str) -> str:
    """A name as the world's prose mostly has it inside its sentences; as it was listed, where it has it nowhere."""
    prose, sought = _prose(world), f" {' '.join(topic.split())} "
    found = list(_places_of(sought, prose.small))
    inside = [at for at in found if not prose.small.endswith(f" {_END}", 0, at)]
    if not inside:
        return topic
    capital = [at for at in inside if prose.written[at + 1].isupper()]
    shown = topic
    if len(capital) * 2 > len(inside):
        shown = prose.written[capital[0] + 1 : capital[0] + len(sought) - 1]
    with_it = sum(prose.small[prose.small.rfind(" ", 0, at) + 1 : at] in _ARTICLES for at in found)
    return f"the {shown}" if with_it * _OFTEN >= len(found) else shown


def _places_of(sought: str, text: str) -> Iterator[int]:
    """Wherever it stands; the space after one may be the space before the next."""
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)


_END = "."
_OFTEN = 2  # of so many mentions one has an article, where the name takes one


class _Prose(NamedTuple):
    """All sentences of a world: their words, each between spaces, with a full stop wherever one begins."""

    written: str
    small: str  # the same in small letters


@per_world
def _prose(world: World) -> _Prose:
    words = [word for text in _sentences(world) for word in (_END, *_WORDS.findall(text))]
    written = f" {' '.join(words)} ".translate(_ENDS)
    return _Prose(written, written.casefold())


_ENDS = str.maketrans(dict.fromkeys('*.!?:"\u201c', _END))
_WORDS = re.compile(r"[A-Za-z][A-Za-z\u2019'-]*(?<![\u2019'-])|[.!?:*\"\u201c]")


def _sentences(world: World) -> Iterator[str]:
    """Every text of a world that is a sentence, and no list of names."""
    return (text for text in texts_of_world(world) if text.rstrip("*\"' \n")[-1:] in (".", "!", "?"))


def looks(world: World, state: StoryState) -> Iterator[str]:
    """What can be looked at here and has not been; nothing whose name means something nearer, as a carried line."""
    sights = Sights(world, state)
    return filter(sights.is_sound, sights.offers)


class Sights:
    """What here has not been looked at, as `offers`; whether one is sound takes longer to say than all take to list."""

    def __init__(self, world: World, state: StoryState) -> None:
        self._world, self._state = world, state
        self._of: dict[str, list[Feature]] = {}
        for feature in features(world, state):
            if feature.id not in state.noticed and not feature.secret:
                self._of.setdefault(f"Examine {with_article(feature.name)}", []).append(feature)
        self.offers = tuple(self._of)

    @cached_property
    def _scope(self) -> Scope:
        return scope_of(self._world, self._state)

    def is_sound(self, offer: str) -> bool:
        """Whether the words mean what they are to: they may name something nearer. Another's offer is sound."""
        return offer not in self._of or any(map(self._is_meant, self._of[offer]))

    def _is_meant(self, feature: Feature) -> bool:
        words = words_of(feature.name.casefold())
        meant = resolve(self._scope, words, SUITS.get("examine", frozenset()))
        return meant is not None and meant.thing == feature.id


def takes(world: World, state: StoryState) -> Iterator[str]:
    """What lies here and is nobody's."""
    for item in items_here(world, state):
        free = world.items[item].portable and world.items[item].owner is None
        if free and state.items[item] != PLAYER:
            yield f"Take {with_article(world.items[item].name)}"


def ways(world: World, state: StoryState, *, seen_too: bool = False) -> Iterator[str]:
    """The open ways on; with `seen_too`, also those to where the player has been."""
    for way in exits(world, state):
        if is_open(world, state, way) and (seen_too or way.to not in state.visited):
            yield f"Go to {with_article(world.locations[way.to].name)}"
