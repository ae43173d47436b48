"""Part orders that follow each other without a mark between them: "look under bed look in chest". Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Match, Scope, resolve
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
)

# After these an order is somebody else's, a purpose or part of what is perceived, and not a second order.
_HOLDING = frozenset(
    """to let make help watch see hear have want try tell ask say think know believe wish hope said told asked and or if
    that who which whoever what when while until before after because as like than whether how why where for not
    n""".split()
)
_PRONOUNS = frozenset("it them him her this that these those".split())
_RESULTS = frozenset({"open", "shut", "close", "clear", "dry", "clean"})
_SURE = 90  # fit of a name from which on it is one


def part_orders(scope: Scope, words: list[str]) -> list[list[str]]:
    """The orders in a clause: the clause itself, unless one order is complete and another clearly begins."""
    for at in range(2, len(words) - 1):
        if _complete(scope, words[:at]) and _begins_order(scope, words[at - 1], words[at:]):
            return [words[:at], *part_orders(scope, words[at:])]
    return [words]


def without_preamble(scope: Scope, words: list[str]) -> tuple[list[str], list[str]]:
    """What nobody knows before an order that is clear, and that order: "brooo its cold" and "put on the bear".

    ([], words) where the clause begins with an order itself, or none is clear.
    """
    if (
        SPEECH in words
        or _verb_length(scope, words)
        or any(word in _HOLDING or word in _DENYING for word in words)
        or words[0] in PREPOSITIONS | _ASKING
    ):
        return [], words
    for at in range(1, len(words) - 1):
        if _begins_order(scope, words[at - 1], words[at:]) and _thing(scope, words[at:]):
            return words[:at], words[at:]
    return [], words


_DENYING = frozenset(word for phrase in NEGATIONS for word in phrase.split()) - {"to", "i", "will", "do"}


def _complete(scope: Scope, words: list[str]) -> bool:
    """Whether the words are an order with what it is done to."""
    length = _verb_length(scope, words)
    if not length or SPEECH in words or not _HOLDING.isdisjoint(words[:-1]):
        return False
    return _is_thing(scope, words[length:]) and words[-1] not in PREPOSITIONS | DETERMINERS | ADVERBS


_ASKING = frozenset("do does did is are was were has have had will would should could may might can".split())
_SUBJECTS = frozenset("i we you he she they who".split())
_WHOSE = frozenset({"his", "her", "their", "its"})


def _begins_order(scope: Scope, before: str, words: list[str]) -> bool:
    """Whether an order begins here that could be nothing else: a verb that is no name here, and what it is done to."""
    if before in _HOLDING or before in PREPOSITIONS | DETERMINERS | AUXILIARIES or words[0] in PREPOSITIONS:
        return False
    if before in _SUBJECTS:
        return False  # "did you put a log on it?", "I dreamt that they burn it"
    if before in _WHOSE and stem(words[0]) in BODY:
        return False  # "pick her brain about the relay"
    if words[0] in _RESULTS and words[1] in PREPOSITIONS:
        return False  # "pry the slab open with the bar"
    length = _verb_length(scope, words)
    if not length or (length == 1 and stem(words[0]) in scope.nouns.by_stem):
        return False
    return _thing(scope, words) is not None


def _thing(scope: Scope, words: list[str]) -> str | None:
    """The first word after the verb that opens what it is done to, if something in the scene is."""
    rest = words[_verb_length(scope, words) :]
    ends = [at for at in range(1, min(5, len(rest)) + 1) if _is_thing(scope, rest[:at])]
    return rest[0] if ends else None


def _is_thing(scope: Scope, words: list[str]) -> bool:
    while words and words[0] in PREPOSITIONS | DETERMINERS:
        words = words[1:]
    if not words:
        return False
    if len(words) == 1 and words[0] in _PRONOUNS:
        return True
    found: Match | None = resolve(scope, words)
    return found is not None and found.fit >= _SURE and (scope.reach(found.thing) or found.way is not None)


def _verb_length(scope: Scope, words: list[str]) -> int:
    _, length = scope.nouns.verbs.at_start(words)
    return length
