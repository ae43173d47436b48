"""A question that is only reported, as it is put to somebody's face: "ask him what his name is". Pure."""

from __future__ import annotations

from itertools import pairwise

from gamemaster.language.names.noun_index import Scope, name_words, resolve
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS
from gamemaster.language.tables.verb_forms import infinitive, is_past, is_third_person, plain_form

_OWN = {
    "he": {"he": "you", "him": "you", "his": "your", "himself": "yourself"},
    "she": {"she": "you", "her": "your", "hers": "yours", "herself": "yourself"},
    "they": {"they": "you", "them": "you", "their": "your", "theirs": "yours", "themselves": "yourself"},
    "it": {"it": "you", "its": "your", "itself": "yourself"},
}
_BESIDE_YOU = {"is": "are", "was": "were", "has": "have", "does": "do"}
_SUBJECTS = frozenset(
    "he she it they i we you there somebody someone anybody anyone everybody everyone".split()
)
_ARTICLES = frozenset("the a an my our your this that these those".split())
_POINTING = frozenset({"this", "that"})  # subjects, where no noun follows
_ASKING = frozenset("what who where why when how which whose".split())
_DO = frozenset({"do", "does", "did"})
_PASTS = {"did": "do", "went": "go", "came": "come", "thought": "think", "ran": "run", "sat": "sit", "stood": "stand",
          "lost": "lose"}  # fmt: skip
_BE = frozenset({"is", "are", "was", "were"})
_OF_ONESELF = frozenset("name age trade business opinion".split())  # what is asked for by naming it


def put_directly(scope: Scope, who: str, words: list[str]) -> list[str]:
    """The words of a reported question as they are said to `who`; any other words as they are.

    "what his name is", of him, is "what is your name"; "if she has seen Bo" is "have you seen bo". Where somebody else
    is named of whom one also speaks as "he", it may be theirs, and stays.
    """
    own = _OWN.get(scope.world.characters[who].pronoun, {})
    told = words[1:] if words[:1] == ["for"] else words
    if len(told) > 1 and own.get(told[0]) == "your" and told[-1] in _OF_ONESELF:
        return ["what", "is", "your", *told[1:]]
    if told is not words and _is_a_thing_of(scope, who, told):
        return ["can", "i", "have", *told]  # "ask her for the key" is to be given it, and not to be told of it
    whether = words[:1] in (["if"], ["whether"])
    if len(words) < _SHORTEST or not (whether or words[0] in _ASKING):
        return words
    if _names_another(scope, who, words):
        own = {}
    lead = 0 if whether else _lead_of(words, own)
    asked = _turned_round(words[:lead], words[1:] if whether else words[lead:], own, scope.nouns.verbs.base)
    if asked is not None:
        return _in_agreement(asked)
    return words if whether else [_to_you(words, at, own) for at in range(len(words))]


def to_their_face(scope: Scope, who: str, words: list[str]) -> list[str]:
    """What is reported to be said of `who`, as it is said to them: "he can go if he pays her" as "you can go if …"."""
    own = _OWN.get(scope.world.characters[who].pronoun, {})
    first = next((at for at, word in enumerate(words) if word in own), 0)
    own = {} if _names_another(scope, who, words[:first]) else own
    words = without_letting(words)
    said = [_to_you(words, at, own) for at in range(len(words))]
    base = scope.nouns.verbs.base
    for at in range(1, len(said)):
        if said[at - 1] == "you" and words[at - 1] in own:
            said[at] = _BESIDE_YOU.get(said[at], said[at] if said[at] in AUXILIARIES else plain_form(said[at], base))
    return said


def without_letting(words: list[str]) -> list[str]:
    """The words, "if she let us me in" as "lets me in": a word list has spelt out "lets" as "let us"."""
    at = next((n for n in range(len(words) - 2) if words[n : n + 2] == ["let", "us"] and words[n + 2] in _LET), None)
    return words if at is None else [*words[:at], "let", *words[at + 2 :]]


def _is_a_thing_of(scope: Scope, who: str, words: list[str]) -> bool:
    """Whether words name, and name only, a thing that somebody holds or that lies here as theirs."""
    found = resolve(scope, words, _ITEM, _ITEM)
    if found is None or found.fit < _SURE:
        return False
    return scope.state.items.get(found.thing) == who or (
        scope.reach(found.thing) and scope.world.items[found.thing].owner == who
    )


_ITEM = frozenset({"item"})
_SURE = 88  # fit of a phrase from which on it names a thing
_LET = frozenset("me him her them you it".split())
_SHORTEST = 3  # words of "who he is"


def _names_another(scope: Scope, who: str, words: list[str]) -> bool:
    """Whether somebody else is named who goes by the same pronoun."""
    people = scope.world.characters
    others = (one for key, one in people.items() if key != who and one.pronoun == people[who].pronoun)
    return any(word in words for one in others for word in name_words(one.name))


def _lead_of(words: list[str], own: dict[str, str]) -> int:
    """How many words ask, before the subject: "what", "how long", "which way"."""
    if words[0] in ("how", "which", "whose", "what"):
        subjects = _SUBJECTS | _ARTICLES | own.keys()
        at = next((n for n, word in enumerate(words[1:4], 1) if word in subjects), 0)
        if at and not AUXILIARIES.intersection(words[1:at]):
            return at
    return 1


def _turned_round(
    lead: list[str], rest: list[str], own: dict[str, str], verbs: frozenset[str]
) -> list[str] | None:
    """The question with its verb before the subject; None where the words that ask are the subject themselves."""
    own_subject = own.get(rest[0]) == "you" and rest[0] not in ("him", "them")
    if rest[0] in _SUBJECTS or (rest[0] in _POINTING and AUXILIARIES.intersection(rest[1:2])):
        said = [_to_you(rest, at, own) for at in range(1, len(rest))]
        subject = "you" if own_subject else rest[0]
        verb = rest[1] if len(rest) > 1 else ""
        if verb in AUXILIARIES and (verb not in _DO or rest[2:3] == ["not"]):
            return [*lead, _BESIDE_YOU.get(verb, verb) if own_subject else verb, subject, *said[1:]]
        if not verb or verb in _BE:
            return None
        if is_past(verb):
            return [*lead, "did", subject, _PASTS.get(verb) or plain_form(verb, verbs), *said[1:]]
        if is_third_person(verb) or verb == "does":
            plain = "do" if verb == "does" else infinitive(verb)
            return [*lead, "do" if own_subject else "does", subject, plain, *said[1:]]
        return [*lead, "do", subject, verb, *said[1:]]
    if rest[-1] in _BE and lead and (rest[0] in DETERMINERS | own.keys() or len(rest) == 2):
        return [*lead, rest[-1], *(_to_you(rest, at, own) for at in range(len(rest) - 1))]
    at = next((n for n, word in enumerate(rest) if word in AUXILIARIES), 0)
    if at and rest[at] in _DO and at + 1 == len(rest):
        rest = [*rest, "do"]
    if at and (rest[0] in DETERMINERS or rest[0] in own or not lead):
        return [*lead, rest[at], *(_to_you(rest, n, own) for n in range(len(rest)) if n != at)]
    return None


def _in_agreement(words: list[str]) -> list[str]:
    """The words with the verbs after "you" in their form."""
    return [
        _BESIDE_YOU.get(word, word) if before == "you" else word for before, word in pairwise(["", *words])
    ]


def _to_you(words: list[str], at: int, own: dict[str, str]) -> str:
    """A word as it is said to somebody's face; "her" is "you" where nothing of hers follows."""
    word = words[at]
    if word == "her" and "her" in own and (at + 1 == len(words) or words[at + 1] in _NOT_OWNED):
        return "you"
    return own.get(word, word)


_NOT_OWNED = frozenset(
    "to a an the about for with in at on from of and or when if this that last now here there".split()
)
