"""Riders that say from whose eyes a deed is to be kept: "while Tallack's back is turned", "without Nan noticing". Pure.

A rider is cut out of its sentence before anything else is read, so that no clause of it is done, waits, or is told
back. The deeds keep it as what they are done for: unseen by somebody.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import DETERMINERS
from worlds.verbs import SPEAK, WALK

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
# Each with words of which one stands in it: whatever has none of them is not looked at.
_RIDERS = {
    name: frozenset(words.split())
    for name, words in {
        "awaited": "wait",
        "turned_away": "while whilst when whenever as once moment second if",
        "nobody": "nobody no noone none neither",
        "unnoticing": "without",
        "unshown": "without",
        "before": "before",
        "behind": "behind",
        "back_to": "back",
        "not_seen": "not never",
        "nobody_sees": "nobody no noone none neither",
        "unseen": "without seen noticed spotted caught observed sly quiet secret",
    }.items()
}
_MEANWHILE = frozenset("while whilst when as".split())
ANYBODY = "anybody"
_MARK = re.compile(r"\bunseen by (\w+)$")
_SILENT = (("hide",), ("sneak",), ("call",), *((verb,) for verb in (*WALK, *SPEAK)))


def without_rider(scope: Scope, words: list[str]) -> tuple[list[str], list[str], str]:
    """The words of a sentence without such a rider, the rider, and from whom the deed is to be kept.

    That is somebody's id, or `ANYBODY`. Without a rider the last two are empty.
    """
    text = " ".join(words)
    said = frozenset(words)
    for name in (name for name, needed in _RIDERS.items() if not needed.isdisjoint(said)):
        for form in _forms_by_place(name):
            found = form.search(text)
            who = _whom(scope, (found.groupdict().get("who") or "").split()) if found is not None else ""
            if found is not None and who and (rest := _without(text, found)) and not _is_posed(name, rest):
                return rest, found[0].split(), who
    for form in _forms_by_place("occasion") if not _MEANWHILE.isdisjoint(said) else ():
        found = form.search(text)
        who = _whom(scope, found["who"].split()) if found is not None else ""
        rest = _without(text, found) if found is not None and who in scope.people else []
        if found is not None and rest and _is_slipped(scope, rest):
            return rest, found[0].split(), who  # "while Nuha stirs the pot, shove them in my pocket"
    found = _FORMS["adverb"].search(text)
    rest = _without(text, found) if found is not None else []
    if found is not None and rest and not _is_heard_or_walked(scope, rest):
        return rest, found[0].split()[-1:], ANYBODY
    return words, [], ""


def kept_from(purpose: str) -> str:
    """From whom a deed is to be kept, by what it is done for: an id or `ANYBODY`; empty where nobody is."""
    found = _MARK.search(purpose)
    return found[1] if found is not None else ""


def with_secrecy(purpose: str, who: str) -> str:
    """What a deed is done for, and from whom it is to be kept."""
    before = f"{purpose}, " if purpose else ""
    return f"{before}unseen by {who}"[-300:]


@lru_cache
def _forms_by_place(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A form of a rider at the end of its clause, and at the head of the sentence, where any order may follow it."""
    form = _FORMS[name].pattern
    return re.compile(rf"\b(?:{form})(?= ,|$| and | then | i )"), re.compile(rf"^(?:{form})(?= )")


def _without(text: str, found: re.Match[str]) -> list[str]:
    """The words beside what was found; none where nothing is left of the sentence."""
    before, after = text[: found.start()].split(), text[found.end() :].split()
    if found[0].startswith("i "):
        before = ["i"]
    while before and before[-1] in (",", "and", "but", "then", "just"):
        before.pop()
    while after and after[0] in (",", "then") and (not before or after[0] == "then" or after[1:2] == [","]):
        after.pop(0)
    joined = before and after and after[0] not in (",", "and", "then", "but")
    rest = [*before, *((",",) if joined and len(before) > 1 else ()), *after]
    return [] if FIRST.issuperset(rest) else rest


def _whom(scope: Scope, named: list[str]) -> str:
    """Whoever is named, by id; `ANYBODY` for whoever is not told apart; empty where no person is named."""
    named = [word for word in named if word not in DETERMINERS - _WORDS["anybody"]]
    for words in (named, [*named[:-1], named[-1].removesuffix("s")] if named else []):
        who, length = leading_person(scope, words)
        if who in scope.world.characters and length == len(words):
            return str(who)
    return ANYBODY if not named or named[0] in _WORDS["anybody"] else ""


def _is_posed(name: str, rest: list[str]) -> bool:
    """Whether nothing is done but that one stands or sits with one's back to somebody, which is a gesture."""
    return name == "back_to" and len([word for word in rest if word not in FIRST]) == 1


def _is_slipped(scope: Scope, rest: list[str]) -> bool:
    """Whether what is done while somebody is at something else is what one would not do before their eyes."""
    order = without_lead(rest[rest[0] in FIRST :])
    meant = scope.nouns.verbs.at_start(order)[0][:1]
    return not _WORDS["slipped"].isdisjoint(meant) or not _WORDS["slipping"].isdisjoint(order[:1])


def _is_heard_or_walked(scope: Scope, rest: list[str]) -> bool:
    """Whether an adverb goes with a walk, which is then a sneaking one, or with speech."""
    order = without_lead(rest[rest[0] in FIRST :])
    return scope.nouns.verbs.at_start(order)[0][:1] in _SILENT
