"""Keep the name of a thing that the player has never come across out of what is told: words may have been read as it.

"Pick up one pebble" may be read as a holed stone that lies elsewhere: the answer names the pebble. Pure.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.rules.proposal import Intent, Operation, Try
from gamemaster.rules.reach import exits
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import PLAYER, World

_MEETING = frozenset(
    {"greet", "discuss", "tell", "show", "follow", "attack", "try"}
)  # done to somebody who is here
_NAME_SPAN = 5  # words of a name at most: "bowl of hot porridge"


def is_never_seen(world: World, state: StoryState, operation: Operation, words: str) -> bool:
    """Whether an operation would look in vain for what the player never came across; `words` are those they typed.

    Whoever they look for by a trade, and never met, is called by that trade: a name is learnt before it is told.
    """
    thing = aim_of(operation)
    vain = operation.op in ("take", "notice", "drop") or (
        isinstance(operation, Try) and operation.why == "not_here"
    )
    if thing in world.locations and isinstance(operation, Try) and operation.why == "not_here":
        near = {way.to for place in {*state.visited, state.place} for way in exits(world, state, place)}
        return thing not in near and thing not in state.visited
    if thing in world.characters:
        if thing in state.present() or not (vain or operation.op in _MEETING):
            return False
        called = {stem(word) for word in words_of(plain(words))}
        named = {stem(word) for word in words_of(plain(world.characters[thing].name))}
        return thing not in state.seen_at and called.isdisjoint(named)
    if thing is None or not vain or nouns_of(world).kinds.get(thing) not in ("item", "feature"):
        return False
    where = nouns_of(world).home.get(thing) or state.items.get(thing)
    known = where in (state.place, PLAYER) or where in state.visited or where in state.present()
    return not known and thing not in state.noticed and thing not in state.held


def is_named(world: World, who: str, words: list[str]) -> bool:
    """Whether somebody is called by a word of their name, and not by what they are."""
    return not {word.casefold() for word in world.characters[who].name.split()}.isdisjoint(words)


def is_met(state: StoryState, who: str) -> bool:
    """Whether the player has come across somebody."""
    return state.characters[who].met or who in state.seen_at or who in state.present()


def is_kept_secret(world: World, state: StoryState, who: str) -> bool:
    """Whether somebody hides this person, or a fact that they are in hiding, which the player has not learnt."""
    called = content_of(world.characters[who].name)
    for other, person in world.characters.items():
        facts = [
            world.facts[fact].text for fact in person.hides if fact in world.facts and fact not in state.facts
        ]
        told = [
            text for text in (*facts, person.secret) if _IN_HIDING.search(text) and called & content_of(text)
        ]
        if other != who and (who in person.hides or (told and not _is_learnt(world, state, told))):
            return True
    return False


_IN_HIDING = re.compile(
    r"\b(?:hides|hiding|hidden)\b(?= (?:in|at|on|under|behind|aboard|among|up|below|out|away|from|with)\b|[.,;]|$)"
    r"|\bin hiding\b|\bstow(?:s|ed|away)\b"
)


def _is_learnt(world: World, state: StoryState, texts: list[str]) -> bool:
    """Whether a fact that the player knows says the same as one of these texts."""
    known = [content_of(world.facts[fact].text) for fact in state.facts]
    return any(len(content_of(text) & one) > len(content_of(text)) // 2 for text in texts for one in known)


@per_world
def _secrets(world: World) -> dict[str, frozenset[str]]:
    found = {}
    places = (place.name for place in world.locations.values())
    common = (
        world.title,
        *places,
        *(key for lore in world.lore.values() if lore.common for key in lore.keys),
    )
    for who, person in world.characters.items():
        hidden = (world.facts[fact].text for fact in person.hides if fact in world.facts)
        called = content_of(" ".join((person.name, *person.aliases, *common)))
        found[who] = frozenset(content_of(" ".join((person.secret, *hidden))) - called)
    return found


def kept_words(world: World, who: str) -> frozenset[str]:
    """The content of what somebody keeps to themselves: their secret, and the facts that they hide."""
    return _secrets(world)[who]


# What comes after somebody's trade: how they look, what they did.
_AFTER_THE_TRADE = frozenset("who whom whose which that with without under about".split())
# Of a persona's parts, those that nobody would say of themselves on being asked who they are.
_AGES = frozenset(
    """twenty thirty forty fifty sixty seventy eighty ninety about aged years old upright handsome quick tall
    thin""".split()
)


def calling_told(text: str, kept: frozenset[str]) -> str:
    """The trade at the beginning of a text, up to an age, to what says more of them, and to what is kept secret."""
    told: list[str] = []
    words = text.split()
    for word, after in zip(words, [*words[1:], ""], strict=True):
        looks = word == "in" and not after[:1].isupper()  # "in plain clothes", but "in Kaldvik"
        ends = looks or word.casefold() in _AFTER_THE_TRADE
        if ends or content_of(word) & kept or not _AGES.isdisjoint(re.split(r"\W", word.casefold())):
            break
        told.append(word)
    while told and told[-1].casefold() in PREPOSITIONS:
        told.pop()
    return " ".join(told) if content_of(" ".join(told)) else ""


def own_name(world: World, operation: Operation, intents: tuple[Intent, ...]) -> str:
    """What the player called the thing."""
    thing = aim_of(operation) or ""
    stems = nouns_of(world).parts.get(thing, frozenset())
    said = next(
        (intent.words for intent in intents if thing in (*intent.objects, intent.tool, intent.recipient)), ""
    )
    words = without_lead(said.split())
    words = words[nouns_of(world).verbs.at_start(words)[1] :] or words  # "drink some ale", of a thing called a drink
    named = [at for at, word in enumerate(words) if stem(word) in stems]
    spoken = words[named[0] : named[-1] + 1] if named and named[-1] - named[0] < _NAME_SPAN else []
    return " ".join(spoken)[:120] or "such thing"


def aim_of(operation: Operation) -> str | None:
    """Whom or what an operation is done to."""
    aims = (getattr(operation, field, None) for field in ("who", "what", "item"))
    return next((aim for aim in aims if aim is not None), None)
