"""What the understudy has a character say when they are asked about something that they remember. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.language.normalization import content_of, plain, words_of
from gamemaster.memory.witnessing import STRANGER
from gamemaster.rules.proposal import Discuss, Recollect
from gamemaster.rules.state import Recalled
from npcs.memory import SECRET
from worlds.schema import World

# "What have you heard about me?" asks for anything of the player, and for nothing in particular.
_REMEMBERING = frozenset({"remember", "recall"})
_OF_KNOWING = frozenset({"know", "heard", "saw", "seen"})
_THE_PLAYER = frozenset({"me", "i", "my"})


def asks_of_the_player(words: str) -> bool:
    """Whether somebody is asked what they know of the player, or what they remember, and nothing closer."""
    said = set(words_of(plain(words)))
    return bool(said & _REMEMBERING) or bool(said & _OF_KNOWING and said & _THE_PLAYER)


def recollection(
    world: World, operation: Discuss, words: str, recalled: Iterable[Recalled]
) -> Recollect | None:
    """What somebody who is asked what no line was written for remembers of it; None if nothing comes to mind."""
    person = world.characters[operation.who]
    if operation.topic in person.topics:
        return None
    named = content_of(" ".join((person.name, *person.aliases)))
    asked = (content_of(words) | content_of(operation.topic)) - named
    of_the_player = not asked and asks_of_the_player(words)
    for memory in recalled:
        fits = STRANGER in memory.text.lower() if of_the_player else asked & content_of(memory.text)
        secret = (memory.about or "").partition(":")[0] == SECRET
        if memory.owner == operation.who and fits and not secret:
            return Recollect(who=operation.who, text=to_the_player(memory.text), memory=memory.id)
    return None


def to_the_player(text: str) -> str:
    """A memory as it is told to the player, who is in it: "I saw the stranger take the axe" is "I saw you take it".

    What others said is told in their words, between the quotation marks that are used within speech.
    """
    own, *rest = text.split('"', 1)
    own = own.replace(STRANGER.capitalize(), "You").replace(STRANGER, "you")
    return "'".join((own, *(quoted.replace('"', "'") for quoted in rest)))
