"""What the understudy has a character say when they are asked about something that they remember. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words
from gamemaster.language.talk.questions.matters import topic_names
from gamemaster.memory.witnessing import STRANGER
from gamemaster.rules.proposal import Discuss, Recollect
from gamemaster.rules.state import Recalled, digest
from npcs.memory import SECRET
from worlds.schema import World

# "What have you heard about me?" asks for anything of the player, and for nothing in particular.
MOST_QUOTED_WORDS = 8  # of what somebody said, that somebody else would know by heart
_ANYTHING = "what was going on"  # of words that name nothing known
_REMEMBERING = frozenset({"remember", "recall"})
_OF_KNOWING = frozenset({"know", "heard", "saw", "seen"})
_THE_PLAYER = frozenset({"me", "i", "my"})


def asks_of_the_player(words: str) -> bool:
    """Whether somebody is asked what they know of the player, or what they remember, and nothing closer."""
    said = set(words_of(plain(words)))
    return bool(said & _REMEMBERING) or bool(said & _OF_KNOWING and said & _THE_PLAYER)


def recollection(
    world: World,
    operation: Discuss,
    words: str,
    recalled: Iterable[Recalled],
    told: Mapping[str, int] | None = None,
) -> Recollect | None:
    """What somebody who is asked what no line was written for remembers of it; None if nothing comes to mind.

    Nothing is told that was told in these words already (`StoryState.told`).
    """
    person = world.characters[operation.who]
    if operation.topic in person.topics:
        return None
    named = content_of(" ".join((person.name, *person.aliases)))
    asked = (content_of(words) | content_of(operation.topic)) - named
    of_the_player = not asked and asks_of_the_player(words)
    for memory in recalled:
        fits = STRANGER in memory.text.lower() if of_the_player else _is_about(memory.text, asked)
        secret = (memory.about or "").partition(":")[0] == SECRET
        if memory.owner != operation.who or not fits or secret or _is_own_talk(memory.text):
            continue
        text = to_the_player(memory.text, world)
        if not (told or {}).get(digest(text)) and not text.endswith(f"about {_ANYTHING}."):
            return Recollect(who=operation.who, text=text, memory=memory.id)
    return None


def _is_about(memory: str, asked: set[str]) -> bool:
    """Whether a memory is of what is asked: one word in passing is not enough."""
    shared = asked & content_of(memory)
    return bool(shared) and 2 * len(shared) >= len(asked)


def _is_own_talk(memory: str) -> bool:
    """Whether somebody only remembers what they told the player, who heard it."""
    return memory.startswith(f"I told {STRANGER}")


def to_the_player(text: str, world: World | None = None) -> str:
    """A memory as it is told to the player, who is in it: "I saw the stranger take the axe" is "I saw you take it".

    A few words of somebody's are told as they were said, between the quotation marks that are used within speech; of
    more it is told only what they were about.
    """
    own, *rest = text.split('"', 1)
    own = own.replace(STRANGER.capitalize(), "You").replace(STRANGER, "you")
    if rest and world is not None and len(rest[0].split()) > MOST_QUOTED_WORDS:
        return f"{own.rstrip().rstrip(':')} something about {_matter(world, rest[0])}."
    return "'".join((own, *(quoted.replace('"', "'") for quoted in rest)))


def _matter(world: World, quoted: str) -> str:
    """What somebody's words were about: the first topic or person that they name, else "what was going on"."""
    text = " ".join(words_of(plain(quoted)))
    names = {" ".join(name_words(name)): name for name in topic_names(world).values()}
    for person in world.characters.values():
        names |= {name.casefold(): name for name in person.name.split() if name[:1].isupper()}
    found = [(place.start(), name) for name in names if (place := re.search(rf"\b{re.escape(name)}\b", text))]
    if not found:
        return _ANYTHING
    first = names[min(found)[1]]
    return first if first[:1].isupper() else _with_the(first)


def _with_the(name: str) -> str:
    determined = name.split()[0] in ("the", "a", "an", "my", "your", "his", "her", "their")
    return name if determined else f"the {name}"
