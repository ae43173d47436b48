"""Names that are called out without a comma: "may I sit here Ulf", "can't sleep Otis", put as they are written. Pure.

Only where no word before the name takes it as its own, and where the sentence is no deed that could be done to them.
"""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    GREETINGS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from gamemaster.language.tables.verb_forms import is_past
from gamemaster.language.talk.direct_address import DEAR, HELD, PLEAS
from gamemaster.language.talk.questions.questions_put import is_question

_LONGEST_NAME = 2  # words
_REMARK = 2  # words of what is said of a thing, without a verb
# What takes a name after it as its own: "Orm and Ulf", "is it Ulf", "poor Ulf", "a man called Ulf".
_TAKING = (
    PREPOSITIONS
    | (DETERMINERS - {"that", "this"})
    | AUXILIARIES
    | QUESTION_WORDS
    | HELD
    | frozenset(
        """and or but nor not never i we he she they it you that this than as if mr mrs miss old young big little poor
        dear good dead called named about only just even besides except""".split()
    )
)
# Verbs that have somebody right after what is given: "give the boat Ulf".
_GIVING = frozenset("give hand show pass throw toss offer tell feed bring send lend sell teach slip".split())

_DONE_TO_NOBODY = frozenset({"sleep", "wait", "go", "jump", "dance", "sing", "pray"})


def with_name_set_off(scope: Scope, words: list[str], asked: bool = False) -> list[str]:
    """The words with a comma before a name that they end in, where somebody here is called by it."""
    if SPEECH in words or "," in words[-_LONGEST_NAME - 1 :] or len(words) < 3 or not scope.people:
        return words
    for length in range(_LONGEST_NAME, 0, -1):
        said, name = words[:-length], words[-length:]
        if len(said) < 2 or name[0] in DETERMINERS | PREPOSITIONS:
            continue
        who, named = leading_person(scope, name, by_name=True)
        if who not in scope.people or named != length or name[0] in _TAKING:
            continue
        called = _leaves_the_name(scope, said) and not _is_described(scope, str(who), said)
        if called and _is_said(scope, said, asked):
            return [*said, ",", *name]
    return words


def without_endearment(scope: Scope, words: list[str], asked: bool) -> list[str]:
    """A question without what anybody may be called at its end: "what's your name, love?", "all well my dear?"."""
    asks = (asked or is_question(words)) and bool(scope.people) and SPEECH not in words
    if not asks or len(words) < 3 or words[-1] not in DEAR:
        return words
    said = words[:-1]
    own = next((at for at in range(len(said) - 1, 0, -1) if said[at] not in _WITH_DEAR), 0)
    if said[own] == ",":
        return said[:own] if own > 1 else words
    said = said[:-1] if said[-2:-1] and said[-1] == "my" and said[-2] not in _TAKING else said
    takes = said[-1] in DETERMINERS or not _leaves_the_name(scope, said) or len(said) < 2
    return words if takes or (said[-1] == "my") else said


_WITH_DEAR = frozenset({"my", "good", "old", "dear"})


def _leaves_the_name(scope: Scope, said: list[str]) -> bool:
    """Whether the last word before a name does not take it: no verb, and nothing that stands before a noun."""
    last = said[-1]
    if last in _TAKING:
        return False
    if not (last in scope.nouns.verbs.words or is_past(last)) or said[-2] in DETERMINERS:
        return True  # "the spear" is no verb
    if _DONE_TO_NOBODY.issuperset(scope.nouns.verbs.at_start([last])[0] or ("",)):
        return True  # "I can't sleep"
    ordered = said[-2] in ADVERBS | _TAKING | {"me", "us", "to"} or said[-2].endswith("ly")
    return len(said) == _REMARK and not ordered and not scope.nouns.verbs.at_start(said)[0]  # "nice axe"


def _is_described(scope: Scope, who: str, said: list[str]) -> bool:
    """Whether a noun before the name says who they are: "the steward Ulf", "they call him Ulf"."""
    named = leading_person(scope, said[-1:])[0] == who or said[-1] in _SOMEBODY
    return named or not _NAMING.isdisjoint(said)


_SOMEBODY = frozenset(
    "man woman boy girl friend brother sister guy fellow bastard father mother uncle dog".split()
)
_NAMING = frozenset("call calls called name named names".split())


def _is_said(scope: Scope, said: list[str], asked: bool) -> bool:
    """Whether words are for somebody's ears: they ask, plead, or order nothing."""
    if asked or is_question(said) or said[0] in QUESTION_WORDS or not GREETINGS.isdisjoint(said[:1]):
        return True
    ordered = scope.nouns.verbs.at_start(without_lead(said))[0]
    if said[0] in PLEAS and said[0] not in _GIVING:
        return True
    return not ordered and said[0] not in _GIVING
