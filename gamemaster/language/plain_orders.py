"""Whether a rest was ordered, or its verb only came up in what was said: "we all sleep", "wait, don't come". Pure.

Waiting and sleeping cost more than anything else that one word can order, and their verbs are common in talk. They are
carried out where the verb heads the player's own clause and what follows it says where, how or how long.
"""

from __future__ import annotations

from gamemaster.language.clauses.durations import is_measure
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, PRONOUNS
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    SECOND_PERSON,
)
from gamemaster.language.tables.verb_forms import is_gerund
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.rules.proposal import Intent

RESTS = frozenset({"wait", "sleep"})
_OTHERS = frozenset("all both everyone everybody nobody people men someone somebody".split()) | (
    PRONOUNS - FIRST
)
_WANTING = frozenset("need want like love hate".split())
_OF_TIME_OR_PLACE = frozenset(
    "until till til here there and or , then again now longer more outside inside".split()
)
_OPENING = frozenset("and then so but or now please just also , ok okay".split())


def is_ordered(scope: Scope, intent: Intent) -> bool:
    """Whether a rest is what the player's own clause orders. Anything that is no rest is left to others to judge."""
    if intent.verb not in RESTS or intent.role != "act" or intent.rule is not None:
        return True
    words = intent.words.split()
    order = _after_subject(words)
    if not order or order[0] in _OTHERS or (order[0] in _WANTING and order[1:2] != ["to"]):
        return False  # "we all sleep", "I need sleep"
    if words[-2:] == [",", "right"] or (words[0] == "please" and scope.people):
        return False  # "we sleep in shifts, right?"
    meanings, length = scope.nouns.verbs.at_start(order)
    if intent.verb not in meanings:
        return True  # a set phrase, which means nothing else: "take a nap"
    at = len(words) - len(order)
    if (at and words[at - 1] in _WANTING) or called_to(scope, intent) is not None:
        return False  # "stay here, Jory"
    alone = intent.verb in scope.nouns.verbs.at_start(order[:1])[0]
    rest = order[1:] if alone else order[length:]
    return not rest or is_measure(rest) or _says_where_or_how_long(rest)


def called_to(scope: Scope, intent: Intent) -> tuple[str, list[str]] | None:
    """Whoever here is named beside a rest as the one who is to keep it, and what is said to them: "stay here jory"."""
    words = intent.words.split()
    for at in range(1, len(words)):
        who, length = leading_person(scope, words[at:], by_name=True)
        before = words[at - 1]
        if who in scope.people and before not in PREPOSITIONS | DETERMINERS | {"and", "until", "till", "til"}:
            clear = not {"until", "till", "til", "while", "as"}.intersection(words[:at])
            rest = [*words[:at], *words[at + length :]]
            return (str(who), [word for word in rest if word != ","]) if clear else None
    return None


def _after_subject(words: list[str]) -> list[str]:
    """The words from the verb on, without "then I" and the like."""
    while words:
        order = without_lead(words)
        if order[0] in FIRST | _OPENING or (order[0] in ADVERBS and len(order) > 1):
            order = order[1:]
        if order == words:
            break
        words = order
    return words


def _says_where_or_how_long(rest: list[str]) -> bool:
    first = rest[0]
    if rest[:2] in (["for", "me"], ["for", "us"]) or not SECOND_PERSON.isdisjoint(rest):
        return False  # "wait for me", "stay where you are", "wait your turn"
    if first == "out" and rest[1:2] == ["of"] and rest[2:3] != ["the"]:
        return False  # "your name stays out of it"
    if first in AUXILIARIES or rest == ["up"] or first in RESTS:
        return False  # "sleep is for the weak", "wait wait wait"
    known = first in PREPOSITIONS | ADVERBS | DETERMINERS | _OF_TIME_OR_PLACE or first.isdecimal()
    return known or first.endswith("ly") or is_gerund(first) or first in _STATES


_STATES = frozenset(
    "still quiet silent awake alert put low hidden half one two three four five six ten warm".split()
)


_HAILS = frozenset("ok okay oh hey please ah but".split())
_CALLING_BACK = frozenset("come stop stay hold".split())
_WHO_TELLS = frozenset("i you he she it they who what where why how that this there let".split())


def without_hail(sentences: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """Sentences without a "wait" that only calls for attention: "wait, who is that?", "wait! Don't go up"."""
    kept: list[tuple[list[str], bool]] = []
    for at, (words, asked) in enumerate(sentences):
        start = 1 if words[:1] and words[0] in _HAILS and words[1:2] == ["wait"] else 0
        rest = words[start + 1 :]
        if words[start : start + 1] != ["wait"]:
            backs = words == ["back", "up"] and at > 0 and sentences[at - 1][0] == ["wait"]
            kept += [] if backs and at + 1 < len(sentences) else [(words, asked)]  # "wait. back up. I go in"
        elif not rest and at + 1 < len(sentences) and _goes_on_at_once(sentences[at + 1]):
            continue
        elif rest[:1] == [","] and len(rest) > 1 and _is_said_on(rest[1:], asked):
            kept.append((rest[1:], asked))
        elif is_held_back(rest):
            kept.append((rest, asked))
        else:
            kept.append((words, asked))
    return kept


def _goes_on_at_once(sentence: tuple[list[str], bool]) -> bool:
    """Whether what follows a bare "wait" is no deed after a while: said, asked, or a change of mind."""
    words, asked = sentence
    return _is_said_on(words, asked) or words == ["back", "up"]


def is_held_back(words: list[str]) -> bool:
    """Whether words tell somebody not to do what they are about to: "don't come", "stop", "come back"."""
    return (words[:2] == ["do", "not"] and len(words) > 2) or (
        bool(words) and words[0] in _CALLING_BACK and FIRST.isdisjoint(words)
    )


def _is_said_on(words: list[str], asked: bool) -> bool:
    """Whether the words after "wait" are said or asked, and wait for nothing themselves."""
    return asked or is_question(words) or is_held_back(words) or (bool(words) and words[0] in _WHO_TELLS)
