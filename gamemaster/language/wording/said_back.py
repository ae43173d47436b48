"""What was remarked, as whoever hears it says it back: a clause turned to them, a thing named, a deed. Pure.

"My father drowned off this coast" is "your father drowned off this coast"; only whole clauses are said back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.english import Forms, Words, with_replacements
from gamemaster.language.tables.function_words import AUXILIARIES, PREPOSITIONS
from gamemaster.language.tables.verb_forms import is_past, is_third_person

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_MOST = 13  # words that are said back
_WHOLE = 9  # so many are said back without a cut
_LEAST = 3
_LONGEST_THING = 4  # words of a thing's name after its first


@dataclass(frozen=True)
class SaidBack:
    """What may be said back; each empty where it would be no English."""

    clause: str = ""  # "your father drowned off this coast"
    what: str = ""  # "your father"
    deed: str = ""  # what they are told to do, or both might do: "bar the door"
    left: str = ""  # what they are told to leave: "go out to the trough alone"
    like: str = ""  # whom or what they are likened to: "a man who's angry at iron"


def said_back(words: list[str], kind: str, *, formal: bool = False) -> SaidBack:
    """What of a sentence may be said back: plain words with their commas, without what only leads up to them."""
    clause = _first_clause(words)
    told = " ".join(word for word in words if word != ",")
    before_comma = " ".join(words).partition(" ,")[0]
    fragment = kind in ("remark_scene", "remark_insult") and len(clause) <= _WHOLE
    finite = clause and (fragment or not _FORMS["no_clause"].match(" ".join(clause)))

    def after(form: str) -> str:
        found = _first_group(form, before_comma) or _first_group(form, told)
        return _in_their_mouth(_first_clause(found.split()), formal, begins=False) if found else ""

    return SaidBack(
        clause=_in_their_mouth(clause, formal) if finite else "",
        what=_in_their_mouth(_thing_in(words, kind), formal),
        deed=after("deed"),
        left=after("left"),
        like=after("like"),
    )


def _first_group(form: str, text: str) -> str:
    """What a form keeps of a text; empty where it does not fit."""
    found = _FORMS[form].fullmatch(text)
    return next((part for part in found.groups() if part), "") if found is not None else ""


def _first_clause(words: list[str]) -> list[str]:
    """The words as far as they make one clause; none where it would be too long to be said back."""
    plainly = [word for word in words if word != ","]
    if "but" in words[_LEAST:-_LEAST]:
        after = words[words.index("but", _LEAST) + 1 :]
        if after[0] in _WORDS["subjects"]:
            return _first_clause(after)  # "I never had a daughter, but I buried two sons"
    if len(plainly) <= _WHOLE:
        return words
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        ends = word == "," or word in _WORDS["ends_a_clause"]
        ends = ends or (word in ("and", "so", "or", "but") and following in _WORDS["begins_a_clause"])
        if at >= _LEAST and ends:
            return words[:at]
    if len(plainly) > _MOST and "than" in words[_LEAST:]:
        return words[: words.index("than", _LEAST)]
    if len(plainly) > _MOST and "and" in words[_LEAST:]:
        return words[: words.index("and", _LEAST)]
    return words if len(plainly) <= _MOST else []


def _thing_in(words: list[str], kind: str) -> list[str]:
    """The thing that a sentence is most about: what follows its verb; of "my mule is lame" what it begins with."""
    if kind == "remark_report":
        return _first_group("seen", " ".join(words)).split()
    starts = [at for at, word in enumerate(words) if word in _WORDS["begins_a_thing"]]
    if kind in ("remark_praise", "remark_admire", "remark_slight") and not starts:
        return _first_group("bare_thing", " ".join(words)).split()
    for at in starts:
        end = at + 1
        while end < len(words) and end - at <= _LONGEST_THING and not _ends_thing(words, end):
            end += 1
        if end > at + 1:
            return words[at:end]
    return []


def _ends_thing(words: list[str], at: int) -> bool:
    word = words[at]
    if word == "of" and words[at - 1] in _WORDS["counts"]:
        return False
    return (
        word == ","
        or word in AUXILIARIES
        or word in PREPOSITIONS
        or word in _WORDS["ends_a_thing"]
        or (is_past(word) and words[at - 1] not in _WORDS["begins_a_thing"] | _WORDS["qualities"])
        or (is_third_person(word) and word in _WORDS["verbs"])
    )


def _in_their_mouth(words: list[str], formal: bool, *, begins: bool = True) -> str:
    """The words in the mouth of whoever hears them, contracted as people speak; `begins`: a subject comes first."""
    turned: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        after = words[at + 1] if at + 1 < len(words) else ""
        ours = not begins and word in _OURS  # what both might do stays theirs and the player's
        turned.append(word if ours else _turned_word(word, before, after, begins and at == 0))
    text = " ".join(turned).replace(" ,", ",").strip(" ,")
    text = with_replacements(__name__, f" {text} ").strip()
    if formal:
        return text
    for pattern, by in _CONTRACTED:
        text = pattern.sub(by, text)
    return text


_OURS = frozenset({"we", "us", "our", "ours"})
_TURNED = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you", "us": "you",
           "our": "your", "ours": "yours", "your": "my", "yours": "mine", "yourself": "myself"}  # fmt: skip


def _turned_word(word: str, before: str, after: str, first: bool) -> str:
    if word == "you":
        inverted = before in AUXILIARIES and not after  # "and so do you"
        subject = first or after in AUXILIARIES or before in _WORDS["before_a_subject"]
        return "I" if inverted or (subject and after and after not in PREPOSITIONS) else "me"
    return _TURNED.get(word, word)


_PARTICIPLES = (
    r"\w+(?:ed|en|wn|ght|ade|ad|een|one|ot)|been|sat|met|set|put|left|lost|kept|slept|felt|held|told|sold|run|come|become"
)
_CONTRACTED = (
    (re.compile(r"\bcan not\b"), "can't"),
    (re.compile(r"\bwill not\b"), "won't"),
    (re.compile(r"\bshall not\b"), "won't"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should) not\b"), r"\1n't"),
    (re.compile(r"\bI am\b"), "I'm"),
    (re.compile(r"\b(you|they|we) are\b"), r"\1're"),
    (re.compile(rf"\b(I|you|they|we) have (?=(?:{_PARTICIPLES})\b)"), r"\1've "),
    (re.compile(r"\b(I|you|they|we|he|she|it) will\b"), r"\1'll"),
    (re.compile(r"\b(I|you|they|we|he|she) would\b"), r"\1'd"),
    (re.compile(r"\b(he|she|it|that|there|who) is\b"), r"\1's"),
)
