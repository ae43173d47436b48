"""What was just done or asked, anew with what was meant in its place: "no, the mantle I mean". Pure.

What was asked and is said to be meant for the Game Master is put to them: "I'm asking you, GM".
What only stands beside the correction ("no, I meant the half crown. Lend it to me?") is put with the name of the thing.
A walk is not walked again: that it was the wrong one is owned to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.names.normalization import stem, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from gamemaster.language.talk.addressee import last_partner
from gamemaster.language.talk.questions.notes_to_gm import turns_to_gm
from gamemaster.language.talk.questions.questions_put import is_question
from gamemaster.rules.state import ORDERED

_HALT = r"(?:(?:no|nope|nah|wait|sorry|oops|oh|ah|er|um|hang on|hold on|actually|not that)\b[ ,.!]*)"
_MEAN = r"i (?:really |actually |only )?(?:mean|meant)"
_X, _Y = r"(?P<x>[a-z' -]+?)", r"(?P<y>[a-z' -]+?)"
_END = r" *(?P<stop>[.!?]+|$)(?P<rest>.*)"
_FORMS = tuple(
    re.compile(f"{form}{_END}", re.DOTALL)
    for form in (
        rf"{_HALT}*{_MEAN} {_X}(?:,? (?:and )?not {_Y})?",
        rf"{_HALT}*{_X},? {_MEAN}(?: (?P=x))?(?:,? (?:and )?not {_Y})?",
        rf"{_HALT}*not {_Y}(?:,| but|, but) {_X}",
        rf"{_HALT}+{_X},? (?:and )?not {_Y}",
    )
)
_LONGEST = 5  # words of what was meant
_NAMED = 86  # fit of a name from which on it is one
_NO_MATTER = frozenset("it that this them him her you me i we he she they so what yes no well".split())
_BEFORE_IT = PREPOSITIONS & {"about", "at", "to", "for", "of", "with", "on", "in"}
_BETWEEN = (PREPOSITIONS | AUXILIARIES | QUESTION_WORDS | {",", "and"}) - {"of"}  # no name has these in it
_SPOKEN = frozenset("ask tell talk speak say greet thank promise".split())
_IT = re.compile(r"\b(?:it|that one|this one)\b")


@dataclass(frozen=True)
class Corrected:
    """The input with what was meant put in; `about` is what was meant, `walked` that it comes too late for a walk."""

    text: str
    about: str
    walked: bool = False


def as_corrected(scope: Scope, text: str, typed: str) -> Corrected | None:
    """A correction as the order or question anew; None where the words correct nothing of the turn before."""
    before, moved = _ordered_last(scope)
    found = next((one for form in _FORMS if (one := form.fullmatch(text.casefold().strip()))), None)
    if found is None or not before:
        return None
    meant = _matter_of(scope, found["x"])
    if not meant:
        return None
    about, rest = _as_typed(" ".join(meant), typed), found["rest"].strip(" .…")
    if _IT.search(rest):
        return Corrected(_IT.sub(" ".join(meant), rest, count=1), about)
    ruled_out = [word for word in words_of(found["y"] or "") if word not in _BEFORE_IT]
    if moved and _kind_of(scope, meant) == "place":
        return Corrected(f"go to {' '.join(meant)}{found['stop'] or '.'} {rest}".strip(), about)
    if moved:
        return Corrected(rest, about, walked=True)
    anew = _with_it_put(scope, before, meant, ruled_out, loosely=found.re in _FORMS[:2])
    return Corrected(f"{anew}{found['stop'] or '.'} {rest}".strip(), about) if anew else None


def asked_of_gm_instead(scope: Scope, text: str) -> str:
    """What was asked in the turn before, as it is put to the Game Master; empty where the words turn it to nobody else.

    What was asked of a "you" stays with whoever that was.
    """
    before, _ = _ordered_last(scope)
    turned = turns_to_gm(words_of(text)) and is_question(before) and SECOND_PERSON.isdisjoint(before)
    return f"game master, {' '.join(before)}?" if turned else ""


def _ordered_last(scope: Scope) -> tuple[list[str], bool]:
    """The words of what was done or asked in the turn before, and whether it has led elsewhere."""
    turn, place, words = (*scope.state.focus.get(ORDERED, "").split(" ", 2), "", "", "")[:3]
    return (words_of(words), place != scope.state.place) if turn == str(scope.state.turn) else ([], False)


def _matter_of(scope: Scope, said: str) -> list[str]:
    """What was meant, where it can only be a thing, a place or a matter that is named; else nothing."""
    words = [word for word in words_of(said) if word != ","]
    words = words[words[:1] != [] and words[0] in _BEFORE_IT :]
    if not 0 < len(words) <= _LONGEST or words[0] in _NO_MATTER | QUESTION_WORDS:
        return []
    who, length = leading_person(scope, words, by_name=True)
    spoken = not {*_ordered_last(scope)[0][:1]}.isdisjoint(_SPOKEN)
    if who is not None and length == len(words) and (spoken or last_partner(scope.state) is not None):
        return []  # whom it was said to is corrected elsewhere
    named = words[0] in DETERMINERS or _kind_of(scope, words) or spoken
    return words if named and not scope.nouns.verbs.at_start(words)[0] else []


def _kind_of(scope: Scope, words: list[str]) -> str:
    found = resolve(scope, words)
    return scope.nouns.kinds.get(found.thing, "") if found is not None and found.fit >= _NAMED else ""


def _with_it_put(
    scope: Scope, before: list[str], meant: list[str], ruled_out: list[str], *, loosely: bool
) -> str:
    """The words before, with what was meant in place of what it was taken for; nothing where that stands nowhere.

    `loosely`: whatever it was called there.
    """
    spans = [(at, end) for at in range(1, len(before)) for end in range(at + 1, len(before) + 1)]
    spans = [one for one in spans if one[1] - one[0] <= _LONGEST and _BETWEEN.isdisjoint(before[slice(*one)])]
    bare = [stem(word) for word in ruled_out if word not in DETERMINERS]
    fitting = [one for one in spans if bare and bare == [stem(word) for word in before[slice(*one)]]]
    if not fitting and loosely:
        kind = _kind_of(scope, meant)
        like = {"item", "feature"} if kind in ("item", "feature", "") else {kind}
        fitting = [
            one
            for one in spans
            if before[one[0]] not in DETERMINERS and _kind_of(scope, before[slice(*one)]) in like
        ]
    if not fitting and loosely and "about" in before[1:]:
        fitting = [(before.index("about", 1) + 1, len(before))]
    if not fitting:
        return ""
    first, last = max(fitting, key=lambda one: (one[1] - one[0], one[0]))
    first -= before[first - 1] in DETERMINERS and first > 1
    anew = [*before[:first], *meant, *before[last:]]
    return " ".join(anew).replace(" ,", ",") if anew != before else ""


def _as_typed(words: str, typed: str) -> str:
    """Words with the capitals that the player gave them."""
    at = typed.casefold().find(words)
    return typed[at : at + len(words)] if at >= 0 else words
