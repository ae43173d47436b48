"""Words to somebody who is away, through a thing that carries voices: a radio, a telephone. Pure.

No world says who listens at the other end: nobody answers, and whoever calls is told so, not that nobody is here.
"""

from __future__ import annotations

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.rules.proposal import Intent, Operation, Try
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState
from worlds.schema import World

_CARRIES_VOICES = frozenset(
    "radio telephone phone intercom handset handheld transceiver wireless walkie-talkie".split()
)
_CALLING = frozenset("channel call calls calling dial ring phone radio".split())


def spoken_into(
    world: World, state: StoryState, intent: Intent, planned: list[Operation]
) -> Operation | None:
    """The attempt to reach somebody away by such a thing at hand; None where they are here or nothing is at hand."""
    whom = next((one for one in (*intent.objects, intent.recipient) if one in world.characters), None)
    vain = bool(planned) and (
        planned[0].op in ("greet", "discuss", "attempt")
        or (isinstance(planned[0], Try) and planned[0].why == "who_not_here")
    )
    if whom is None or whom in state.present() or not vain:
        return None
    said = set(words_of(plain(intent.words)))
    for thing, names in _carriers(world, state).items():
        if said & (names | _CALLING):
            return Try(verb=intent.verb, what=thing, why="no_voice")
    return None


def called_into(
    world: World, state: StoryState, intent: Intent, before: tuple[Intent, ...], typed: str
) -> Operation | None:
    """The attempt to reach anybody by such a thing that was just handled: 'twiddle the knob and say "anybody there?"'.

    None where somebody who is here is called by name, or nothing of the kind was touched in the same breath.
    """
    if intent.verb not in _SAYING or not intent.words.lstrip().startswith('"') or intent.recipient is not None:
        return None
    said = set(words_of(plain(typed)))
    named = {word for who in state.present() for word in words_of(plain(world.characters[who].name))}
    carriers = _carriers(world, state)
    touched = [deed for deed in before if deed.role in ("act", "emote") and deed.verb not in _SAYING]
    at_it = next((one for deed in reversed(touched) for one in carriers if _is_at(deed, one, carriers[one])), None)
    if at_it is None or not named.isdisjoint(said) or not _TO_THEM.isdisjoint(said):
        return None
    return Try(verb=intent.verb, what=at_it, why="no_voice")


def _is_at(deed: Intent, thing: str, names: set[str]) -> bool:
    """Whether a deed is done to a thing, or to a part of it: "twiddle the knob on the wireless"."""
    return thing in deed.objects or not names.isdisjoint(words_of(plain(deed.words)))


_SAYING = frozenset({"ask", "tell", "call", "talk", "inform"})
_TO_THEM = frozenset({"him", "her", "them"})


def _carriers(world: World, state: StoryState) -> dict[str, set[str]]:
    """What is at hand and carries voices, and the words that it is called by."""
    things = {item: world.items[item] for item in (*state.carried_items(), *items_here(world, state))}
    named = {thing: (one.name, *one.aliases, *one.tags) for thing, one in things.items()}
    named |= {one.id: (one.name, *one.aliases) for one in features(world, state)}
    words = {
        thing: {word for name in names for word in words_of(plain(name))} for thing, names in named.items()
    }
    return {thing: called for thing, called in words.items() if called & _CARRIES_VOICES}
