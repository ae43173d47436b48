"""What stands before the player's eyes that speaks of danger: a gap, a drop, thin ice, a beam over a hole. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import content_of
from gamemaster.narration.understudy.answers.story_so_far.evidence import sentences_in_sight
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.rules.conditions import wordings
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState
from worlds.schema import NO_EFFECTS, World

_FORMS = Forms(__name__)


def texts_of(world: World, state: StoryState, thing: str | None) -> list[str]:
    """What anybody sees of a thing here without handling it, sentence by sentence."""
    if thing is None:
        return []
    feature = next((one for one in features(world, state) if one.id == thing), None)
    if feature is not None and (feature.effects == NO_EFFECTS or thing in state.noticed):
        shown = feature.text
    elif thing in world.items and thing in (*items_here(world, state), *state.carried_items()):
        shown = world.items[thing].description
    else:
        return []
    return [one for text in wordings(shown, world, state)[:1] for one in sentences_in(text)]


def spoken_of(world: World, state: StoryState, words: str, things: tuple[str, ...]) -> list[str]:
    """The sentences in sight that speak of what the words name, those that tell of danger first.

    The verb of the words names nothing, and neither does a side or an end.
    """
    named = content_of(words.partition(" ")[2]) - _NO_NAMES
    found = [one for one in sights(world, state) if named & content_of(one)]
    found += [one for thing in things for one in texts_of(world, state, thing)]
    whole = [one for one in dict.fromkeys(found) if len(one.split()) > _FRAGMENT]
    return sorted(whole or found, key=lambda one: not tells_of_danger(one))


_FRAGMENT = 3  # words of what is no sentence: "Hip height."
_NO_NAMES = content_of("side other end way place back top bottom front middle one thing here there inside outside good")


def dangers_of_the_place(world: World, state: StoryState) -> list[str]:
    """The sentences in sight that tell of danger, whatever they are about."""
    return [one for one in sights(world, state) if tells_of_danger(one)]


def kindled_by(world: World, state: StoryState, order: str) -> list[str]:
    """What in sight would take fire, where a deed plays with fire."""
    if _FORMS["fire"].search(order) is None:
        return []
    return [one for one in sights(world, state) if _FORMS["burns"].search(one)]


def sights(world: World, state: StoryState) -> list[str]:
    """What is in sight, sentence by sentence: of the place, and of what stands there."""
    return list(dict.fromkeys(_in_sight(world, state)))


def _in_sight(world: World, state: StoryState) -> Iterator[str]:
    place = world.locations[state.place].description
    for passage in (place.first, place.states):
        for text in wordings(passage, world, state)[:1]:
            yield from sentences_in(text)
    yield from sentences_in_sight(world, state)
    for one in features(world, state):
        if not one.secret:
            yield from texts_of(world, state, one.id)


def tells_of_danger(sentence: str) -> bool:
    return _FORMS["danger"].search(sentence) is not None


def is_daring(order: str) -> bool:
    """Whether a deed could end in a fall, in the water or in the fire, whatever it is done to."""
    return _FORMS["daring"].search(order) is not None
