"""What a player could say themselves to a question: the sentences in sight or in memory that speak of it. Pure.

Only what they see, hold, have looked at, were told as a fact, or what everybody knows; nothing is found by asking.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from gamemaster.language.names.described_parts import common_wholes, without_comparison
from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import Scope, resolve, scope_of
from gamemaster.language.talk.addressee import hearers, hearers_in, is_animal
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import (
    best_of,
    in_quotes,
    matter_asked,
    sentences_in,
    tellings,
)
from gamemaster.rules.conditions import all_wordings, doing_of, is_night, wordings
from gamemaster.rules.lore import common_lore
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState, digest
from worlds.per_world import per_world
from worlds.schema import Character, Feature, Item, Line, Location, Passage, Threat, World

_MOST_SEEN = 3  # sentences of one passage
_LONGEST_VIEW = 420  # characters
_SURE_OF_TOPIC = 74  # see `gamemaster.language.talk.questions.topics.subject_of`


def answer_from_evidence(world: World, state: StoryState, question: str, about: AbstractSet[str]) -> str:
    """The sentence that answers best; empty where none does. `about` are the roots of what was named."""
    if not matter_asked(question) - about:
        return ""
    known = tellings(world, state, (*_in_sight(world, state), *_knowledge(world, state)))
    found = best_of(world, known, question)
    return in_quotes(world, found) if found is not None else ""


def mention_of(world: World, state: StoryState, thing: str, *, of_the_place: bool = False) -> str:
    """The sentence of what is in sight that speaks of something without a name in the world; empty where none does.

    `of_the_place`: only of what is told of the place and of whoever is there, and not of what lies there or is carried.
    """
    wanted = content_of(thing)
    shown = list(_shown_of_place(world, state))
    texts = shown if of_the_place else [*shown, *_in_sight(world, state)]
    parts = (one for text in texts for one in sentences_in(text))
    told = next((one for one in parts if wanted and wanted <= content_of(without_comparison(one))), "")
    wholes = () if told else common_wholes(words_of(plain(thing)))
    whole = (mention_of(world, state, one, of_the_place=of_the_place) for one in wholes)
    return told or next((one for one in whole if one), "")  # of the pillow: the narrow bed


def view_in_short(world: World, state: StoryState) -> str:
    """What is to be seen of the place and of whoever is there, in its writer's words, as far as a few sentences go."""
    parts = [one for text in _shown_of_place(world, state) for one in list(sentences_in(text))[:_MOST_SEEN]]
    kept = itertools.takewhile(lambda at: sum(map(len, parts[:at])) < _LONGEST_VIEW, range(1, len(parts) + 1))
    return " ".join(parts[: max(kept, default=1)])


def _shown_of_place(world: World, state: StoryState) -> Iterator[str]:
    """What the player was told of the place and of whoever is there; of each passage not told yet, its first wording.

    A passage has several wordings, and what one of them names another may leave out: what was told counts.
    """
    place = world.locations[state.place].description
    passages = [place.first]
    if is_night(world, state):
        passages.append(place.night)
    for passage in passages:
        known = wordings(passage, world, state)
        yield from [text for text in known if digest(text) in state.told] or known[:1]
    for who in state.present():
        yield from doing_of(world, state, who)
    for texts in all_wordings(place.states, world, state):
        yield from texts[:1]


_HOUR = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dawn|dusk|\d+)\b",
    re.IGNORECASE,
)


_COMING = content_of(
    """come comes arrive arrives go goes pass passes passed by due get gets here there start starts begin begins leave
    leaves end ends"""
)


def hours_told(world: World, state: StoryState, matter: str) -> str:
    """What the player was told of the hours of a matter: a sentence with both; empty where nobody told them."""
    wanted = content_of(matter) - _COMING or content_of(matter)
    known = (
        one for text in (*_knowledge(world, state), world.summary, world.goal) for one in sentences_in(text)
    )
    told = (one for one in (*_hearsay(world, state), *known) if wanted and wanted <= content_of(one))
    return next((one for one in told if _HOUR.search(one)), "")


_ON = re.compile(r"\b(?:on|off|lit|burning|running|out)\b")


def state_told(world: World, state: StoryState, thing: str, question: str) -> str:
    """What the place, as it stands now, tells of whether a thing is on; empty where that is not asked or not told."""
    if _ON.search(plain(question)) is None or not question.casefold().startswith(("is ", "are ")):
        return ""
    called = roots_of(world, thing)
    now = (
        text
        for texts in all_wordings(world.locations[state.place].description.states, world, state)
        for text in texts[:1]
    )
    parts = (one for text in now for one in sentences_in(text))
    return next((one for one in parts if called & content_of(one)), "") or _look_of(world, state, thing)


def _look_of(world: World, state: StoryState, thing: str) -> str:
    """What a look at a thing tells, of one that the player has looked at."""
    if thing not in state.noticed:
        return ""
    return " ".join(sentences_in(text_of(world, state, thing)))


def text_of(world: World, state: StoryState, thing: str) -> str:
    """What is written of a thing as it is now."""
    feature = next((one for one in features(world, state) if one.id == thing), None)
    passage = feature.text if feature is not None else world.items[thing].description if thing in world.items else ()
    return next(iter(wordings(passage, world, state)), "")


def who_might_know(world: World, state: StoryState, words: list[str]) -> str:
    """Whom to ask, as a sentence that stands alone; empty where nobody here could be asked."""
    return re.sub(r"might\.$", "might know.", who_could_tell(world, state, words, ()))


def who_could_tell(world: World, state: StoryState, words: list[str], things: tuple[str, ...]) -> str:
    """Whom to ask, or what to look at, for what the player does not know; empty where neither is here."""
    scope = scope_of(world, state)
    able = [who for who, _, _ in able_to_tell(scope, words)]
    if able:
        return f"{join_names([world.characters[who].name for who in able[:2]], 'or')} might."
    unseen = [thing for thing in (*things, *things_named(scope, words)) if _could_be_looked_at(scope, thing)]
    if unseen:
        return f"A closer look at {name_of(world, unseen[0])} might tell."
    near = [who for who in hearers(world, state) if not is_animal(world, who)]
    return (
        f"You could ask {join_names([world.characters[who].name for who in near[:2]], 'or')}." if near else ""
    )


def to_ask(world: World, state: StoryState, question: str) -> tuple[str, ...]:
    """What one could type to ask whoever here might know: "Ask Jory Kemp about Cobb". In words that were said."""
    scope, words = scope_of(world, state), words_of(plain(question))
    for who, topic, _ in able_to_tell(scope, words):
        person = world.characters[who]
        said = next(
            (name for name in person.topics[topic].names if set(words_of(plain(name))) <= set(words)), ""
        )
        if said:
            article = "the " if f"the {plain(said)}" in plain(question) else ""
            return (f"Ask {person.name} about {article}{said}",)
    return ()


def able_to_tell(scope: Scope, words: list[str]) -> list[tuple[str, str, int]]:
    """Who is here and has something to say to the words, with the topic and how sure it is that it is meant."""
    able = []
    for who in hearers_in(scope):
        subject = subject_of(scope, who, words)
        known = subject.topic in scope.world.characters[who].topics
        if known and subject.score >= _SURE_OF_TOPIC and not is_animal(scope.world, who):
            able.append((who, subject.topic, subject.score))
    return able


def things_named(scope: Scope, words: list[str]) -> list[str]:
    found = [resolve(scope, [word]) for word in words]
    return [one.thing for one in found if one is not None and one.fit >= 90]


def _could_be_looked_at(scope: Scope, thing: str) -> bool:
    near = scope.reach(thing) and scope.nouns.kinds.get(thing) in ("feature", "item")
    return near and thing not in scope.state.noticed


def _in_sight(world: World, state: StoryState) -> Iterator[str]:
    place = world.locations[state.place]
    passages: list[Passage] = [place.description.first]
    if is_night(world, state):
        passages.append(place.description.night)
    passages += [world.items[item].lying for item in items_here(world, state)]
    passages += [one.text for one in features(world, state) if one.id in state.noticed]
    passages += [world.items[item].description for item in state.carried_items()]
    passages += [world.characters[who].description for who in state.present()]
    for passage in passages:
        yield from wordings(passage, world, state)[:1]
    for who in state.present():
        yield from doing_of(world, state, who)
    for texts in all_wordings(place.description.states, world, state):
        yield from texts[:1]


def sentences_in_sight(world: World, state: StoryState) -> list[str]:
    """What stands before the player's eyes, of all that they have looked at, sentence by sentence."""
    return [one for text in _in_sight(world, state) for one in sentences_in(text)]


def _knowledge(world: World, state: StoryState) -> Iterator[str]:
    for fact in sorted(state.facts, key=lambda fact: (-state.facts[fact], fact)):
        yield world.facts[fact].text
    for lore in common_lore(world, state):
        yield lore.text
    yield from wordings(world.opening, world, state)[:1]
    for beat in world.beats.values():
        yield from (text for variant in beat.text for text in variant.text if digest(text) in state.told)


def _hearsay(world: World, state: StoryState) -> Iterator[str]:
    """What people told the player, the latest first."""
    for key in sorted(state.lines, key=lambda key: -state.lines[key]):
        found = line_text(world, key)
        if found is not None:
            speaker, words = found
            yield from (f"{speaker} said: \u201c{one}\u201d" for one in sentences_in(words))


def line_called(world: World, key: str) -> tuple[str, Line] | None:
    """Who says the line of this name in `StoryState.lines`, and the line: "hild.orm.0"."""
    who, _, rest = key.partition(".")
    part, _, number = rest.rpartition(".")
    person = world.characters.get(who)
    if person is None or not number.isdigit():
        return None
    parts = {
        "greeting": person.greeting,
        "farewell": person.farewell,
        "unknown": person.unknown,
        "remarks": person.remarks,
    }
    topic = person.topics.get(part.removesuffix(".else"))
    written = (topic.else_ if part.endswith(".else") else topic.lines) if topic is not None else None
    lines = written if written is not None else parts.get(part, ())
    return (who, lines[int(number)]) if int(number) < len(lines) else None


def line_text(world: World, key: str) -> tuple[str, str] | None:
    """The name of whoever says the line of this name, and its words."""
    found = line_called(world, key)
    if found is None:
        return None
    who, line = found
    spoken = [words for speaker, words in paragraphs_of(line.text[0], who) if speaker == who]
    return (world.characters[who].name, " ".join(spoken)) if spoken else None


def roots_of(world: World, thing: str | None) -> frozenset[str]:
    """The roots of what a thing is called, in any of its names."""
    return _roots_of_things(world).get(thing or "", frozenset())


@per_world
def _roots_of_things(world: World) -> dict[str, frozenset[str]]:
    features = {one.id: one for _, one in reversed(list(world.features()))}
    # Of two with one id the first is meant: people come before things, and features last.
    parts: dict[str, Feature | Location | Threat | Item | Character] = {
        **features,
        **world.locations,
        **world.threats,
        **world.items,
        **world.characters,
    }
    named = {thing: plain(" ".join((part.name, *part.aliases))) for thing, part in parts.items()}
    return {thing: frozenset(content_of(names)) for thing, names in named.items()}
