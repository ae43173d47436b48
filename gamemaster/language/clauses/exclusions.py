"""What an order names only to shut it out: "by the lift, not the stairs", "the camera rather than the gun". Pure."""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, JOINTS, PRONOUNS
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import ADVERBS, AUXILIARIES, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import plain_form
from worlds.verbs import SPEAK

# What opens the name of what is not meant; the longest first.
_INSTEAD = (("instead", "of"), ("rather", "than"), ("not",), ("never",))
_FIRST_OF_THEM = frozenset(one[0] for one in _INSTEAD)
_SWEEPING = frozenset(
    {"all", "everything", "everyone", "everybody", "anything"}
)  # "everything but not the lamp"
_NAMED = 86  # fit of a name from which on it is one
_LONGEST = 5  # words of what is shut out
_BEFORE_PLACES = frozenset({"by", "with", "in", "into", "to", "on", "at"})


def without_what_is_excluded(scope: Scope, words: list[str]) -> list[str]:
    """The order without what it says is not meant: "go up by the lift, not the stairs" goes by the lift.

    Only a name after another name is left out, never a deed: "sit down, not stand", and nothing of what is told to
    somebody.
    """
    if _FIRST_OF_THEM.isdisjoint(words):
        return words
    if SPEECH in words or not _SWEEPING.isdisjoint(words) or not _is_deed(scope, words):
        return words
    for at in range(2, len(words) - 1):
        opening = next((one for one in _INSTEAD if tuple(words[at : at + len(one)]) == one), None)
        if opening is None or not _follows_a_name(words, at):
            continue
        begins = at + len(opening)  # past the end of words that break off: "leave by the well instead of"
        start = begins + (begins < len(words) and words[begins] in _BEFORE_PLACES)
        end = next(
            (n for n in range(start, len(words)) if words[n] in JOINTS or words[n] in PREPOSITIONS), None
        )
        end = len(words) if end is None else end
        if not _is_a_name(scope, words[start:end]):
            continue
        kept = words[:at]
        while kept and kept[-1] in JOINTS:
            kept = kept[:-1]
        return [*kept, *words[end:]]
    return words


def _is_deed(scope: Scope, words: list[str]) -> bool:
    """Whether something is done, and nothing told or asked of somebody."""
    order = without_lead(words[words[0] in FIRST :])
    order = order[next((n for n, word in enumerate(order) if word not in AUXILIARIES), 0) :]
    if not order:
        return False
    meanings = scope.nouns.verbs.at_start([plain_form(order[0], scope.nouns.verbs.base), *order[1:]])[0]
    asks = meanings[:1] == ("ask",) and "about" in words  # "ask Otis about Eddie, not Crane"
    return bool(meanings) and (asks or set(SPEAK).isdisjoint(meanings[:1]))


def _follows_a_name(words: list[str], at: int) -> bool:
    last = words[at - 1] if words[at - 1] not in JOINTS else words[at - 2]
    return last not in AUXILIARIES | FIRST | DETERMINERS | PREPOSITIONS | ADVERBS | {"or", "if", "why", "do"}


def _is_a_name(scope: Scope, phrase: list[str]) -> bool:
    """Whether a phrase is the name of a thing, a place or a person, and holds no verb."""
    if not 0 < len(phrase) <= _LONGEST or not (PRONOUNS | FIRST | AUXILIARIES).isdisjoint(phrase[:-1]):
        return False
    who, length = leading_person(scope, phrase, by_name=True)
    if who is not None and length == len(phrase):
        return True
    bare = [word for word in phrase if word not in DETERMINERS]
    if not bare:
        return False
    if len(bare) < len(phrase) and phrase[0] in DETERMINERS:
        return True
    found = resolve(scope, bare)
    return found is not None and found.fit >= _NAMED and stem(bare[-1]) in scope.nouns.by_stem
