"""Keep the name of a thing that the player has never come across out of what is told: words may have been read as it.

"Pick up one pebble" may be read as a holed stone that lies elsewhere: the answer names the pebble. Pure.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.rules.proposal import Intent, Operation, Try
from gamemaster.rules.reach import exits
from gamemaster.rules.state import StoryState
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


def own_name(world: World, operation: Operation, intents: tuple[Intent, ...]) -> str:
    """What the player called the thing."""
    thing = aim_of(operation) or ""
    stems = nouns_of(world).parts.get(thing, frozenset())
    said = next(
        (intent.words for intent in intents if thing in (*intent.objects, intent.tool, intent.recipient)), ""
    )
    words = said.split()
    named = [at for at, word in enumerate(words) if stem(word) in stems]
    spoken = words[named[0] : named[-1] + 1] if named and named[-1] - named[0] < _NAME_SPAN else []
    return " ".join(spoken)[:120] or "such thing"


def aim_of(operation: Operation) -> str | None:
    """Whom or what an operation is done to."""
    aims = (getattr(operation, field, None) for field in ("who", "what", "item"))
    return next((aim for aim in aims if aim is not None), None)
