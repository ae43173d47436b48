"""What the understudy has a character say when they are asked about something that they remember. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.outcome import Discuss, Operation, Recollect
from gamemaster.paragraphs import has_words
from gamemaster.small_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.state import Recalled
from gamemaster.witnessing import STRANGER
from gamemaster.wording import plain, stem, words_of
from worlds.schema import World

# Words by which nothing is recognised.
_EMPTY = (
    DETERMINERS
    | PREPOSITIONS
    | QUESTION_WORDS
    | AUXILIARIES
    | frozenset(
        """i me you he she it we they him them us do does did remember recall know tell say said think and or not that
        this there here see saw hear heard anything something ever about""".split()
    )
)
# "What have you heard about me?" asks for anything of the player, and for nothing in particular.
_OF_KNOWING = frozenset({"remember", "recall", "know", "heard", "saw", "seen"})
_THE_PLAYER = frozenset({"me", "i", "my"})


def recollected(world: World, operation: Operation, words: str, recalled: Iterable[Recalled]) -> Operation:
    """The operation, or, where somebody is asked what no line was written for, what they remember of it."""
    if not isinstance(operation, Discuss) or operation.who not in world.characters:
        return operation
    person = world.characters[operation.who]
    if operation.topic in person.topics or not has_words(person):
        return operation
    named = _content(" ".join((person.name, *person.aliases)))
    asked = (_content(words) | _content(operation.topic)) - named
    said = set(words_of(plain(words)))
    of_the_player = not asked and bool(said & _OF_KNOWING) and bool(said & _THE_PLAYER)
    for memory in recalled:
        fits = STRANGER in memory.text.lower() if of_the_player else asked & _content(memory.text)
        if memory.owner == operation.who and fits:
            return Recollect(who=operation.who, text=to_the_player(memory.text), memory=memory.id)
    return operation


def to_the_player(text: str) -> str:
    """A memory as it is told to the player, who is in it: "I saw the stranger take the axe" is "I saw you take it".

    What others said is told in their words, between the quotation marks that are used within speech.
    """
    own, *rest = text.split('"', 1)
    own = own.replace(STRANGER.capitalize(), "You").replace(STRANGER, "you")
    return "'".join((own, *(quoted.replace('"', "'") for quoted in rest)))


def _content(text: str) -> set[str]:
    return {stem(word) for word in words_of(plain(text)) if word not in _EMPTY and len(word) > 1}
