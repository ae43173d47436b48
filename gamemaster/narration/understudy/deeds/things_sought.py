"""What a look or a search is for: "search the floor for blood". Whoever seeks is told whether it is there. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.missing_things import could_be_a_thing
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, SOMEBODY
from gamemaster.narration.understudy.answers.left_open import with_names_written
from gamemaster.narration.understudy.answers.scene_answers import offer_in
from gamemaster.rules.conditions import wordings
from gamemaster.rules.proposal import Inform, Intent, Look, Notice, Operation, Search, Use
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

_SOUGHT = re.compile(
    r"(?:^|\b(?:look|search|hunt|check|examine|inspect|study|scan|comb|feel|scour|rummage)\b(?:(?!\bfor\b).)*?)"
    r"\bfor (?P<sought>[\w' -]+)$"
)
_WHATEVER = SOMEBODY | {"something", "anything", "what", "whatever", "whoever"}
_AFTER_THE_NAME = PREPOSITIONS | frozenset("that which who i we to where".split())
_BY_HAND = frozenset("search hunt comb rummage scour ransack feel sift dig".split())
_WAYS = frozenset("way ways exit exits path paths".split())
_PLACES = frozenset("somewhere anywhere place spot something anything".split())
_HIDING = frozenset("hide hiding cover concealment".split())
_SEEKING = frozenset({"look", "search", "examine", "read"})
_LONGEST = 3  # words
# What is found in many shapes, or is no thing: a search shows all there is of it.
_VAGUE = frozenset(
    "way exit door clue sign trace secret help shelter cover place spot trouble danger weapon tool food reason "
    "answer evidence proof hint work one time moment".split()
)


def sought_in(intent: Intent) -> list[str]:
    """The words for what is sought, without an article: ["blood"]; empty where it is nothing that may be missing."""
    text = plain(intent.purpose or intent.words)
    found = _SOUGHT.search(text)
    words = words_of(found["sought"]) if found is not None else []
    while words and words[0] in DETERMINERS:
        words = words[1:]
    end = next((at for at, word in enumerate(words) if at and word in _AFTER_THE_NAME), len(words))
    words = words[:end]  # "driftwood I could burn", "shelter from the wind"
    if words[:1] and words[0] in _WHATEVER:
        return []
    plausible = 0 < len(words) <= _LONGEST and could_be_a_thing(words[-1]) and stem(words[-1]) not in _VAGUE
    return words if plausible else []


def with_what_is_sought(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> list[Operation]:
    """The operations of a look or a search, and the word about what is sought, where no such thing can be here."""
    shown = bool(planned) and all(isinstance(one, (Look, Notice, Search, Use)) for one in planned)
    if intent.verb not in _SEEKING or intent.role != "act" or not shown:
        return planned
    sought = sought_in(intent)
    named = bool(sought) and _is_a_name(world, sought)
    if not sought or (not named and _may_be_here(world, state, stem(sought[-1]))):
        return planned  # the search shows it, or shows that it is not found yet
    return [*planned, Inform(kind="sought", about=" ".join(sought)[:120])]


def seen_at_a_look(world: World, state: StoryState, intent: Intent) -> Intent:
    """The intent; a question, where a look round tells at once, without a search by hand, what is looked for.

    Where there is food or shelter, that he is not here: a look at what is in sight takes no time.
    """
    said = words_of(plain(f"{intent.words} {intent.purpose or ''}"))
    looks = intent.verb in ("search", "look") and intent.role == "act" and bool({"look", "looking"} & set(said[:3]))
    if not looks or "for" not in said:
        return intent
    if not _BY_HAND.isdisjoint(said) or (intent.objects and intent.objects[0] != state.place):
        return intent
    sought = sought_in(intent)
    if not _WAYS.isdisjoint(said):
        return Intent(verb="inform", role="question", topic="ways", words="which ways are there")
    if not _HIDING.isdisjoint(said):
        return Intent(verb="inform", role="question", topic="cover", words=f"where could i hide {' '.join(said)}"[:300])
    if intent.verb == "look" and not intent.objects and not _PLACES.isdisjoint(said) and state.place in state.visited:
        return Intent(verb="inform", role="question", topic="things", words="what is here")
    if offer_in(said) is not None:
        return Intent(verb="inform", role="question", topic="how_to", words=f"where {' '.join(said)}"[:300])
    if sought and _is_a_name(world, sought):
        return Intent(verb="inform", role="question", topic="sought", words=sought[0])
    return intent


def _is_a_name(world: World, sought: list[str]) -> bool:
    """Whether what is sought is somebody by name whom no world has as a person: of others it is said that they are
    not here."""
    people = {word for one in world.characters.values() for word in words_of(plain(one.name))}
    return len(sought) == 1 and sought[0] not in people and with_names_written(world, sought[0]) != sought[0]


def _may_be_here(world: World, state: StoryState, root: str) -> bool:
    """Whether something of that name is in this place, seen or not, or the story began with it."""
    told = (text for text in wordings(world.opening, world, state) if root in map(stem, words_of(plain(text))))
    if next(told, None) is not None:
        return True  # "look for the Halcyon": what the story began with is out there somewhere
    nouns = scope_of(world, state).nouns
    named = {nouns.names[at].thing for at in nouns.by_stem.get(root, ())}
    here = {state.place, PLAYER, *state.present(), *world.locations[state.place].notice}
    lying = {item for item, where in state.items.items() if where in here}
    return not named.isdisjoint(here | lying)
