"""The parts of one sentence that are sentences of their own: a deed and the question after it, a name called out. Pure.

No part is lost in another: "shake his hand, tell him I'm new, where do they go?" does, tells and asks.
"""

from __future__ import annotations

from gamemaster.language.clauses.clause_ends import parted_after_report, trim_joints
from gamemaster.language.clauses.clause_starts import SUBORDINATE, TELLING, is_reported
from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.split import says_only_how, without_lead
from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.language.talk.sentences import is_full_question, told_and_asked

Sentence = tuple[list[str], bool]  # its words and marks, and whether it asks

_LEAST_DONE = 3  # words of a deed before a question: "look, where is he?" does nothing
_LEAST_ASKED = 3  # words of a question


def with_names_called(scope: Scope, words: list[str]) -> list[str]:
    """The words of an input with a comma for the colon after a name that is called out: "Tallack: who was he"."""
    called = list(words)
    for at in range(1, len(words) - 1):
        if words[at] != ":":
            continue
        start = next((n + 1 for n in range(at - 1, -1, -1) if words[n] in _MARKS), 0)
        start += words[start] == "to"  # "quietly, to Hild: is it safe?"
        who, length = leading_person(scope, words[start:at], by_name=True) if start < at else (None, 0)
        if who in scope.people and length == at - start:
            called[at] = ","
            if words[start - 1] == "to" and start > 1 and says_only_how(trim_joints(words[: start - 1])):
                called[: start] = [""] * start
    return [word for word in called if word]


_MARKS = frozenset(". ! ? ; ,".split())


def parts_told_and_asked(scope: Scope, words: list[str], asked: bool) -> list[Sentence]:
    """A statement or deeds, and the question that is put right after them, as sentences; else the sentence itself."""
    if SPEECH in words:
        return told_and_asked(words, asked)
    who, length = leading_person(scope, words[:4], by_name=True)
    called = words[: length + 1] if who in scope.people and words[length : length + 1] == [","] else []
    rest = words[len(called) :]
    if len(rest) < _LEAST_DONE:
        return told_and_asked(words, asked)
    first, *others = told_and_asked(rest, asked)
    if not others and asked and (at := _question_after_deeds(scope, rest)):
        first, others = (rest[:at], False), [(rest[at + 1 :], True)]
    return [([*called, *first[0]], first[1]), *others]


def _question_after_deeds(scope: Scope, words: list[str]) -> int:
    """Where the comma stands before a question that follows what is done or told; 0 where none does."""
    order = without_lead(words[words[0] in FIRST :])
    done = bool(order) and (is_expression(scope, order) or bool(scope.nouns.verbs.at_start(order)[0]))
    if not done or is_question(words) or (order[0] in TELLING and order[1:2] == ["me"]):
        return 0
    for at in range(_LEAST_DONE, len(words) - _LEAST_ASKED):
        start = next((n + 1 for n in range(at - 1, -1, -1) if words[n] == ","), 0)
        before = trim_joints(words[start:at])
        question = trim_joints(words[at + 1 :])
        if words[at] != "," or not before or before[0] in SUBORDINATE or not is_full_question(question):
            continue
        if not is_reported(scope, before) or len(before) > _LEAST_DONE:
            return at
    return 0


def with_matter_repeated(scope: Scope, said: list[Sentence]) -> list[Sentence]:
    """The sentences, where somebody who is only to be asked "as well" is asked the same: "… if not, ask Hild"."""
    matter: list[str] = []
    found: list[Sentence] = []
    for words, asked in said:
        result: list[str] = []
        for at, word in enumerate(words):
            result.append(word)
            start = _asked_whom(scope, words, at)
            if not start:
                continue
            told, _ = parted_after_report(scope, words[at:])
            about = told[start - at :]
            if about:
                matter = about
            elif matter and words[start - 1] not in JOINTS and (start == len(words) or words[start] in JOINTS):
                result += words[at + 1 : start] + matter
                found.append(([*result, *words[start:]], asked))
                break
        else:
            found.append((words, asked))
    return found


def _asked_whom(scope: Scope, words: list[str], at: int) -> int:
    """Where the name ends of somebody whom an order to ask that stands here names; 0 where none does."""
    begins = at == 0 or words[at - 1] in JOINTS | FIRST or words[at - 1] == "to"
    if words[at] != "ask" or not begins or SPEECH in words:
        return 0
    who, length = leading_person(scope, words[at + 1 :])
    return at + 1 + length if who is not None else 0
