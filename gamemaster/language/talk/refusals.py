"""What the player will not do: an echoed word refused ("sleep? not tonight"), violence forsworn. By form. Pure.

Neither is an order, whatever verb it holds: the first is only weighed and left, the second is an assurance to whoever
hears it.
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST, denies_noun
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.tables.function_words import AUXILIARIES, SECOND_PERSON
from gamemaster.language.talk.questions.questions_put import is_question

_ECHO = 4  # words at most of an order that is only echoed
_NEGATIVE = frozenset("no not never hardly nope ha hah haha".split())
_DECLINES = re.compile(
    r"(?:i|we) (?:(?:would|will|can|could|should|do|dare|must|think|had|better) ){1,2}(?:rather |really |just )*not\b"
    r"|(?:i|we) (?:would|had) (?:rather|sooner)\b"
)
_YOU = SECOND_PERSON | {"anyone", "anybody", "nobody"}
_ME = frozenset({"me", "us"})
# Verbs that have a thing denied for their object: "I mean no harm", "I want no trouble", "I have no quarrel with you".
_DENYING = frozenset(
    "mean means want wants have has intend bring brings bear bears seek seeks wish wishes offer".split()
)
_AUXILIARY = AUXILIARIES | {"never"}


def refused_echoes(scope: Scope, said: list[tuple[list[str], bool]]) -> frozenset[int]:
    """The places of the orders among the sentences of an input that are only echoed and then refused.

    "Sleep? Not tonight." sleeps as little as "rest? no way". A refusal that holds nothing else goes with them.
    """
    left: set[int] = set()
    for at in range(len(said) - 2, -1, -1):
        words, asked = said[at]
        follows = refuses(said[at + 1][0]) or at + 1 in left  # "leave? now? no"
        echoed = asked and len(words) <= _ECHO and not {",", SPEECH}.intersection(words)
        if follows and echoed and not is_question(words):
            left.add(at)
            left.update({at + 1} if _only_refuses(scope, said[at + 1][0]) else ())
    ordered = [at for at in left if scope.nouns.verbs.at_start(without_lead(said[at][0]))[0] and said[at][1]]
    return frozenset(left if ordered else ())


def accepted_echoes(scope: Scope, said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, where what is echoed and then agreed to is done: "play with you? sure, one round"."""
    result: list[tuple[list[str], bool]] = []
    for words, asked in said:
        echo, was_asked = result[-1] if result else ([], False)
        agreed = was_asked and words[0] in _AGREEING and not refuses(words) and len(words) <= _ECHO + 1
        ordered = agreed and "you" in echo[1:] and len(echo) <= _ECHO and not is_question(echo)
        if ordered and scope.nouns.verbs.at_start(echo)[0] and FIRST.isdisjoint(words):
            result[-1] = (["i", *echo], False)
        else:
            result.append((words, asked))
    return result


_AGREEING = frozenset("sure yes yeah yep okay ok gladly fine alright aye certainly".split())


def refuses(words: list[str]) -> bool:
    """Whether a sentence begins by saying no to the one before it: "not tonight", "I'd rather not"."""
    return words[0] in _NEGATIVE or _DECLINES.match(" ".join(words)) is not None


def _only_refuses(scope: Scope, words: list[str]) -> bool:
    """Whether nothing is ordered beside the refusal: "no", "no way", "not tonight"; not "no, I keep watch"."""
    told = not FIRST.isdisjoint(words)
    rest = [word for word in words if word not in _NEGATIVE | FIRST | _AUXILIARY]
    ordered = any(scope.nouns.verbs.at_start(rest[at:])[0] for at in range(len(rest)))
    return "," not in words and not (ordered and told)


def assures(scope: Scope, words: list[str]) -> bool:
    """Whether a clause says to somebody what is not to be done to them: "I mean you no harm", "no need to fight"."""
    said = [word for word in words if word[0].isalpha()]
    if len(said) < 2 or SPEECH in words or words[1] == ",":
        return False
    if said[:2] == ["do", "not"]:
        return not _ME.isdisjoint(said[2:]) and "you" not in said  # "don't hurt me" begs somebody
    if said[:2] == ["there", "is"]:
        said = said[2:]
    if said[:1] == ["no"]:
        return denies_noun(scope, said)
    if said[:1] == ["nobody"]:
        return said[1:2] != [] and _is_violent(scope, said[1:])
    if said[:1] == [] or said[0] not in FIRST:
        return False
    at = said.index("no") if "no" in said[2:5] else 0
    if at and not _DENYING.isdisjoint(said[1:at]):
        return denies_noun(scope, said[at:])
    negated = said[1] in _AUXILIARY and not {"not", "never"}.isdisjoint(said[1:4])
    meant = "to" in said and _is_violent(scope, said[said.index("to") :])  # "I am not here to fight"
    return negated and (meant or not _YOU.isdisjoint(said[2:]))


def _is_violent(scope: Scope, words: list[str]) -> bool:
    return any(scope.nouns.verbs.at_start([word])[0][:1] == ("attack",) for word in words)
