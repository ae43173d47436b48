"""Speech as sentences: which of them wants an answer most, and which only hang a question on a statement. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, QUESTION_WORDS
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.talk.questions.elliptical import (
    in_full,
    is_discourse,
    with_matter_instead,
    with_you_as_subject,
)
from gamemaster.language.talk.questions.follow_ups import follow_up_of
from gamemaster.language.talk.requests import oath_asked

_SENTENCE = re.compile(r"[^.!?;…]+[.!?;…]*")
_DASH = re.compile(r"\s+[-\u2013\u2014]+\s+|\u2014")
_ABBREVIATED = re.compile(r"\b(mr|mrs|dr|st)\.", re.IGNORECASE)
_OTHERS = r"(?:i|you|he|she|it|they|we|that|this|there)"
_TAG = re.compile(
    rf",? (?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|am)(?: not)? {_OTHERS}(?: not)?$"
    r"|,? (?:right|eh|huh|hm|hmm|yes|no|correct|innit)$"
)
_ASIDE = re.compile(r"^(?:(?:and|so|but|well|now|then|oh|look|listen|please|no|yes)\b(?: ?,)? ?)+")


def sentences_of(text: str) -> list[tuple[list[str], bool]]:
    """The sentences of a speech as words and marks, and whether each is asked."""
    return [([*words], asked) for words, asked in _sentences_of(text)]


@lru_cache(maxsize=256)
def _sentences_of(text: str) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """The same, kept for the many who ask for it in one turn."""
    text = _DASH.sub("; ", _ABBREVIATED.sub(r"\1", text))
    parts = (part.strip() for part in _SENTENCE.findall(text))
    found = [
        (in_full(words_of(plain(part.rstrip(".!?;…"))), part.endswith("?")), part.endswith("?"))
        for part in parts
    ]
    found = [one for words, asked in found for one in told_and_asked(words, asked)]
    found = [one for words, asked in found for one in _each_asked(asked_after_what_is_named(words), asked)]
    said = [(words, asked) for words, asked in found if any(word[0].isalnum() for word in words)]
    said = [one for one in said if not is_discourse(one[0])] or said
    return tuple((tuple(words), asked) for words, asked in without_turning(said))


_HE_OR_SHE = frozenset({"he", "she", "him", "her"})
_LONGEST_NAMED = 4  # words of whom is named before it is asked after them


def with_name_for_pronoun(words: list[str], is_named: Callable[[list[str]], bool]) -> list[str]:
    """ "My mate Bersi, was he still walking?" as "was Bersi still walking": asked after whom the words begin with."""
    at = words.index(",") if "," in words[1:] else 0
    question = words[at + 1 :]
    meant = next((n for n, word in enumerate(question) if word in _HE_OR_SHE), None)
    if not 0 < at <= _LONGEST_NAMED or meant is None or not _has_question_form(question):
        return words
    name = next((words[n:at] for n in range(at) if is_named(words[n:at])), None)
    return [*question[:meant], *name, *question[meant + 1 :]] if name is not None else words


_IT_ASKED_AFTER = re.compile(
    r"(?:and |so |but )?(?:what|who|where|when|why|how) (?:is|was|does|did|has|will) it\b(?! (?:so|that|like this)\b)"
    r"|(?:do|did|have) you (?:know|see|seen|hear|heard)(?: of| about)? it\b"
)


Kind = Literal["person", "matter"]


def with_names_from_before(
    said: list[tuple[list[str], bool]], kind_of: Callable[[str, str], Kind | None]
) -> list[tuple[list[str], bool]]:
    """The sentences, where a question has the name for its pronoun that a sentence before it was about.

    "My friend Bersi was behind me. Have you seen him?", "Nobody told me about the naming. What is it?"
    """
    if not any(asked and (_asked_after(words) or _another_one(words)) for words, asked in said[1:]):
        return said  # every topic of everybody here is looked through for a name: only where one is missed
    result: list[tuple[list[str], bool]] = []
    named: dict[Kind, str] = {}
    for words, asked in said:
        if asked and (meant := _asked_after(words)) is not None and (name := named.get(meant[1])):
            words = [*words[: meant[0]], name, *words[meant[0] + 1 :]]
        elif asked and (at := _another_one(words)) and named:
            words = [*words[:at], list(named.values())[-1], *words[at + 1 :]]
        else:
            pairs = itertools.pairwise(("", *words))
            for before, word in pairs:
                if (kind := kind_of(before, word)) is not None:
                    named.pop(kind, None)
                    named[kind] = word  # what was named last stands last
        result.append((words, asked))
    return result


def with_one_named(words: list[str], name: str) -> list[str]:
    """The words of a question, "one" as what it stands for: "did you make a second one", of keys, as "a second key"."""
    at = _another_one(words)
    return [*words[:at], name, *words[at + 1 :]] if at else words


def _another_one(words: list[str]) -> int:
    """Where "one" stands for a thing that was named: "did you make a second one?"; 0 where none does."""
    found = _ONE_MORE.search(" ".join(words))
    return len(" ".join(words)[: found.end()].split()) - 1 if found is not None else 0


_ONE_MORE = re.compile(
    r"\b(?:a|an|the|another|any) (?:(?:second|third|other|new|spare|same|different|old|false|real) )?one$"
)


def _asked_after(words: list[str]) -> tuple[int, Kind] | None:
    """Where the one pronoun stands that a question asks after, and for what; None where there is none, or several."""
    people = [at for at, word in enumerate(words) if word in _HE_OR_SHE]
    if len(people) == 1:
        at = people[0]
        possessive = (
            words[at] == "her" and words[at + 1 : at + 2] not in ([], [","]) and words[at + 1].isalpha()
        )
        return None if possessive else (at, "person")
    asked = not people and words.count("it") == 1 and _IT_ASKED_AFTER.match(" ".join(words))
    return (words.index("it"), "matter") if asked else None


def told_and_asked(words: list[str], asked: bool) -> list[tuple[list[str], bool]]:
    """A sentence as a statement and a question, where it is both; else itself, without what only asks leave to ask."""
    words = _without_leave_to_ask(words)
    parted = parted_at_question(words)
    return [(parted[0], False), (parted[1], True)] if parted is not None else [(words, asked)]


_LEAVE_TO_ASK = re.compile(
    r"(?P<called>\w+ , )?(?:can|could|may|might) i (?:just |please )?(?:ask|trouble|bother) you"
    r"(?: (?:this|something|a question|one thing|one question|with a question))? [,:;] "
)


def _without_leave_to_ask(words: list[str]) -> list[str]:
    """ "Can I ask you, does she knock?" as "does she knock"."""
    found = _LEAVE_TO_ASK.match(" ".join(words))
    rest = words[len(found[0].split()) :] if found is not None else []
    called = (found["called"] or "").split() if found is not None else []
    return [*called, *rest] if len(rest) > 1 and _has_question_form(rest) else words


def with_doubt_joined(said: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, a statement and the doubt that follows it as one question: "Orm was drunk. Was he?"."""
    joined: list[tuple[list[str], bool]] = []
    for words, asked in said:
        before = joined[-1][0] if joined else []
        doubt = asked and len(words) == _DOUBT and words[0] in AUXILIARIES and words[1] in _DOUBTED
        at = before.index(words[0]) if doubt and words[0] in before[1:] else 0
        if not at or joined[-1][1]:
            joined.append((words, asked))
            continue
        start = _begins_after_what_was_said(before[:at])
        joined[-1] = ([*before[:start], words[0], *before[start:at], *before[at + 1 :]], True)
        if "says" in before[:start] or "said" in before[:start]:
            called = before[: before.index(",") + 1] if "," in before[:start] else []
            joined[-1] = ([*called, words[0], *before[start:at], *before[at + 1 :]], True)
    return joined


_DOUBT = 2  # words of "was he?"
_DOUBTED = frozenset("he she it they i you we".split())


def _begins_after_what_was_said(words: list[str]) -> int:
    """Where a statement begins that may stand after a name called out, or after "Ragnhild says that"."""
    marks = [at for at, word in enumerate(words) if word in (",", "says", "said", "that")]
    return marks[-1] + 1 if marks else 0


_NAMING = frozenset("the that this your my his her our their those these".split())
_LONGEST_NAMING = 8  # words of what is named before it is asked after: "the inspector before me"
_NAMED_AGAIN = frozenset("he she it they him them".split())


def asked_after_what_is_named(words: list[str]) -> list[str]:
    """ "The inspector before me, what happened to him?" as "what happened to the inspector before me"."""
    at = words.index(",") if "," in words[1:] else 0
    question = words[at + 1 :]
    if not 1 < at <= _LONGEST_NAMING or words[0] not in _NAMING or not _has_question_form(question):
        return words
    again = [n for n, word in enumerate(question) if word in _NAMED_AGAIN]
    if len(again) != 1:
        return words
    return [*question[: again[0]], *words[:at], *question[again[0] + 1 :]]


def _each_asked(words: list[str], asked: bool) -> list[tuple[list[str], bool]]:
    """Each of the questions that a sentence joins: "who is winning, who is pitching, and is there a room?".

    What turns on the question before it, or is no question by itself, stays with it.
    """
    if not asks(words) or words[-1:] == [","]:
        return [(words, asked)]
    parts: list[list[str]] = [[]]
    at = 0
    while at < len(words):
        ahead = next((n for n in range(at, min(at + 3, len(words))) if words[n] not in _JOINING), len(words))
        joint = ahead > at and words[at:ahead] in _JOINTS and _asks_anew(words[ahead:])
        if joint and len(parts[-1]) >= _LEAST_TOLD - 1:
            parts.append([])
            at = ahead
        else:
            parts[-1].append(words[at])
            at += 1
    return [(part, True) for part in parts] if len(parts) > 1 else [(words, asked)]


_JOINING = frozenset({",", "and", "but", "so", "also"})
_JOINTS = ([","], ["and"], [",", "and"], [",", "but"], [",", "so"], ["and", "also"])


def _asks_anew(words: list[str]) -> bool:
    """Whether words go on with a question that has a subject of its own, and points at nothing in the one before."""
    end = next((n for n, word in enumerate(words) if word == ","), len(words))
    return (
        bool(words)
        and (words[0] in QUESTION_WORDS or words[0] in AUXILIARIES)
        and words[0] not in ("which", "if", "whether")
        and _is_full(words[:end])
        and _PERSONS.isdisjoint(words[:end])
    )


_TELLING_SUBJECTS = frozenset("i you we he she it they this that there sorry excuse pardon forgive".split())
_LEAST_TOLD = 3  # words: "I am cold"


def parted_at_question(words: list[str]) -> tuple[list[str], list[str]] | None:
    """A statement and the question that is put right after it: "I'm cold, is there a fire?"; None of any other."""
    named = words[:1] == ["my"] and words[2:3] != [] and words[2] in AUXILIARIES  # "my name is Anna, is he here?"
    tells = named or (words[:1] != [] and words[0] in _TELLING_SUBJECTS)
    if not tells or without_tag(words) is not None:
        return None
    for at in range(_LEAST_TOLD, len(words) - 2):
        question = words[at + 1 :]
        question = question[1:] if question[0] in ("so", "and", "but") else question
        if words[at] == "," and is_full_question(question):
            return words[:at], question
    return None


def is_full_question(words: list[str]) -> bool:
    """Whether words have the form of a question, and a subject of their own."""
    return bool(words) and _has_question_form(words) and _is_full(words)


def _is_full(question: list[str]) -> bool:
    """Whether a question has a subject of its own: no relative clause, "which way he went", "where he is"."""
    if question[0] in ("have", "do") and len(question) > 1 and question[1] in DETERMINERS:
        return False  # "I take the jug, have one good swallow"
    if question[0] in AUXILIARIES:
        return len(question) > 2
    asking = next((at for at, word in enumerate(question[1:4], 1) if word in AUXILIARIES), 0)
    return question[0] in QUESTION_WORDS and bool(asking) and asking + 1 < len(question)


_TURNING = re.compile(
    r"(?:(?P<called>\w+(?: \w+)?) , )?(?:and |so |but |well )*(?:(?:what|how) about you|and you|and yourself)(?: ,)?"
    r"(?: (?P<name>(?:(?!,)\S+ ?){1,3}?))?"
    r"(?:$| ?, (?:and )?(?=(?P<question>.+)))"
)


def without_turning(sentences: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences without what only turns to somebody first: "what about you, Hild, where were you that night?".

    What turns to somebody after a question asks them the same: "where does Jory sleep? And you?"
    """
    found: list[tuple[list[str], bool]] = []
    called: list[str] = []
    for at, (words, asked) in enumerate(sentences):
        turning = _TURNING.fullmatch(" ".join(words)) or _TURNING.match(" ".join(words))
        name = (turning["name"] or turning["called"] or "").split() if turning is not None else []
        rest = (turning["question"] or "").split() if turning is not None else words
        last = at + 1 == len(sentences)
        if turning is not None and rest and _has_question_form(rest):
            found.append(([*name, ",", *rest] if name else rest, asked))
        elif turning is not None and not rest and not last and _has_question_form(sentences[at + 1][0]):
            called = name
        elif turning is not None and not rest and asked and found and _has_question_form(_without_call(found[-1][0])):
            same = with_you_as_subject(_without_call(found[-1][0]))
            found.append(([*name, ",", *same] if name else same, True))
        elif asked and found and found[-1][1] and (anew := _asked_of_another(words, found[-1][0])) is not None:
            found.append((anew, True))
        else:
            found.append(([*called, ",", *words] if called else words, asked))
            called = []
    return found


def _asked_of_another(words: list[str], before: list[str]) -> list[str] | None:
    """ "And the kitchen?" as the question before it, asked of the kitchen."""
    question = _without_call(before)
    return with_matter_instead(words, question) if _has_question_form(question) else None


def _without_call(words: list[str]) -> list[str]:
    """A question without the name called before or after it: "Mr Tallack, where …", "where …, Mr Tallack"."""
    if "," not in words:
        return words
    before, after = words[: words.index(",")], words[words.index(",") + 1 :]
    return after if not _has_question_form(before) and _has_question_form(after) else before


def without_tag(words: list[str]) -> list[str] | None:
    """A statement without the question that hangs on it: "the bell stopped, didn't it"; None where none does."""
    text = " ".join(words)
    told = _TAG.sub("", text)
    if told == text or len(told.split()) < 2 or _has_question_form(told.split()):
        return None
    if told.split()[-1] in QUESTION_WORDS:
        return None  # "I'm the clerk, who are you?" asks
    return told.rstrip(" ,").split()


def main_words(text: str) -> list[str]:
    """The words of the sentence of a speech that is answered: its last question, else what does most by being said.

    A question that hangs on a statement counts as the statement; a name called out before it does not count.
    """
    sentences = [words for words, _ in sentences_of(text)]
    if len(sentences) < 2:
        return (
            (_last_joined(sentences[0]) if asks(sentences[0]) else sentences[0])
            if sentences
            else words_of(plain(text))
        )
    charges = [words for words in sentences if _weight(words) == _CHARGE]
    for words in reversed(sentences):
        own = asks(words)
        if own and not (charges and follow_up_of(words)):
            return _last_joined(words)
    long = [words for words in sentences if len(words) > 2 or _weight(words) > 1] or sentences
    return charges[0] if charges else max(enumerate(long), key=lambda one: (_weight(one[1]), one[0]))[1]


def _last_joined(words: list[str]) -> list[str]:
    """The last of two questions that are joined, or the first where the last turns on it: "who rules, and is he …"."""
    for at in range(len(words) - 3, 1, -1):
        if words[at] in ("and", "or", "but") and words[at - 1] == "," and _has_question_form(words[at + 1 :]):
            last = words[at + 1 :]
            return last if _PERSONS.isdisjoint(last) else words[: at - 1]
    return words


_PERSONS = frozenset("he she it they him her them his their its".split())
_CHARGE = 3  # of an accusation, among statements
_WEIGHTS = {"accuse": _CHARGE, "feeling": 2, "propose": 2, "quote": 2, "news": 1, "claim": 1, "observe": 1,
            "confess": 2, "retract": 2, "undertake": 1}  # fmt: skip
_GOING_ON = frozenset("he she it they them and but so because that this".split())
_FORCES = frozenset({"threaten", "offer", "promise", "beg", "insult"})


def _weight(words: list[str]) -> float:
    """How much a statement asks for an answer, among others of the same speech."""
    said = [word for word in words if word != ","]
    if force_of(said) in _FORCES or oath_asked(said):
        return _CHARGE
    if force_of(said) in ("apologize", "thank", "comfort"):
        return _WEIGHTS["feeling"]
    weight = _WEIGHTS.get(statement_of(said).force, 0)
    return weight / 2 if said[0] in _GOING_ON else weight


def asks(words: list[str]) -> bool:
    """Whether a sentence has the form of a question of its own, and does not hang one on a statement."""
    return _has_question_form(words) and without_tag(words) is None


def _has_question_form(words: list[str]) -> bool:
    words = _ASIDE.sub("", " ".join(words)).split()
    if not words or words[0] in ("if", "whether") or words[:2] == ["do", "not"]:
        return False
    return words[0] in QUESTION_WORDS or (len(words) > 1 and words[0] in AUXILIARIES)
