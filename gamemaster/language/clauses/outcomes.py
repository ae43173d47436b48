"""What the player does a thing to find out: "see if anyone flinches", "to make him laugh", "to annoy her". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    SOMEBODY,
    UNTIL,
)
from gamemaster.language.tables.verb_forms import infinitive, is_past, skip_adverbs
from gamemaster.rules.proposal import Intent

ANYONE = "anyone"
_LEADS = frozenset("to and just then or so hoping that for me myself out".split())
_FINDING_OUT = frozenset("see find watch check learn test know notice hear wonder look".split())
_UNTIL = UNTIL | {"hoping", "so", "that", "case"}
_ANYBODY = SOMEBODY | {"who", "they", "everybody", "everyone"}
_PRONOUNS = frozenset({"he", "she", "it", "him", "her"})
# "To make him laugh": whoever is moved stands between the two verbs.
_MAKING = frozenset({"make", "get"})
# What is done to somebody's mood, and how they look then.
_MOVED = {
    "annoy": "annoyed", "amuse": "amused", "startle": "startled", "scare": "scared", "frighten": "frightened",
    "impress": "impressed", "rile": "riled", "shock": "shocked", "provoke": "provoked", "irritate": "annoyed",
    "spook": "spooked", "unsettle": "unsettled", "embarrass": "embarrassed", "cheer": "cheered",
}  # fmt: skip
_IT = "\x00"  # stands for the thing that the deed is done to
_NAME = 90  # fit of a name from which on it is one
_LONGEST_NAME = 3  # words


@dataclass(frozen=True)
class Sought:
    """Somebody or something, and what it is watched for: an id or `ANYONE`, "flinch", "at it"."""

    whom: str
    deed: str  # plain form
    rest: str = ""


def outcome_sought(scope: Scope, purpose: str, it: str | None = None) -> Sought | None:
    """What a purpose asks about whoever or whatever is here; None where it asks nothing that is seen at once.

    `it`: the thing that the deed is done to.
    """
    words = [word if word != "it" or it is None else _IT for word in words_of(plain(purpose))]
    found = _sought_in(scope, words)
    return found if found is None or found.whom != _IT else replace(found, whom=it or "")


_ASKED_IN_TURN = frozenset({"whom", "what", "where"})
_A_LITTLE = 3  # minutes of a wait for what somebody here does at once


def with_wait_kept_short(scope: Scope, intent: Intent) -> Intent:
    """A wait for what is seen at once as a short one: "wait to see whether anybody knocks back"."""
    meant = intent.topic or ""
    watched = intent.verb == "wait" and meant.startswith("to see ") and outcome_sought(scope, meant)
    return intent.model_copy(update={"minutes": _A_LITTLE, "purpose": meant[:300]}) if watched else intent


_ASKED = re.compile(r",? (?:and )?(?:see|watch|look|check|find out|notice) (?:if|whether|who)\b.*")


def deed_for(deed: str, purpose: str) -> str:
    """A deed with how a thing is to be by it: "stick the horse so it faces away from the door"; else empty."""
    meant = _ASKED.sub("", f" {purpose}").strip(" ,")
    return f"{deed} so {meant}" if meant.split(" ")[0] in ("it", "they", "that") else ""


_TO_SEE = re.compile(r" (?:just )?(?:to|and) (?:see|find out|check|learn) (?:if|whether|who)\b.*")


def with_purpose_apart(intent: Intent) -> Intent:
    """A gesture without what it is to show: "dangle a bootlace before the cat" of "… to see if it will play"."""
    shown = intent.topic or ""
    found = _TO_SEE.search(shown) if intent.verb == "express" and not intent.purpose else None
    if found is None or not found.start():
        return intent
    return intent.model_copy(update={"topic": shown[: found.start()], "purpose": found[0].strip()[:300]})


def _sought_in(scope: Scope, words: list[str]) -> Sought | None:
    while words and words[0] in _LEADS - {"so", "that", "hoping"}:
        words = words[1:]
    if not words:
        return None
    if words[0] in _MOVED:
        found = _subject(scope, words[1:])
        return None if found is None else Sought(found[0], "look", _MOVED[words[0]])
    if words[0] in _MAKING:
        return _of(scope, words[1:], bare=True)
    later = next((n for n in range(1, len(words) - 1) if _asks_at(words, n)), None)
    if later is not None:
        words = words[later:]  # "so that it faces the wall, and see if anyone flinches"
    if words[0] in _FINDING_OUT:
        at = next((n for n, word in enumerate(words[:4]) if word in ("if", "whether")), None)
        if at is None:
            at = next((n - 1 for n, word in enumerate(words[:4]) if n and word == "who"), None)
        return None if at is None else _of(scope, words[at + 1 :])
    if words[0] in _UNTIL:
        while words and words[0] in _UNTIL:
            words = words[1:]
        return _of(scope, words)
    return None


def _asks_at(words: list[str], at: int) -> bool:
    return words[at] in _FINDING_OUT and words[at + 1] in ("if", "whether", "who")


def _of(scope: Scope, words: list[str], *, bare: bool = False) -> Sought | None:
    """A subject and its verb: "anyone flinches", "him laugh" (`bare`)."""
    found = _subject(scope, words)
    if found is None:
        return None
    whom, length = found
    at = skip_adverbs(words, length + (words[length : length + 1] == ["else"]))
    modal = False
    while at < len(words) and (words[at] in AUXILIARIES - {"have"} or words[at] in ("to", "even")):
        if words[at] in ("is", "are", "was", "were", "has", "had", "be", "been"):
            return None
        modal, at = True, skip_adverbs(words, at + 1)
    if at >= len(words) or words[at] in DETERMINERS | PREPOSITIONS | ADVERBS or not words[at].isalpha():
        return None
    if not _ASKED_IN_TURN.isdisjoint(words[at + 1 :]):
        return None  # "watch who looks at whom": a look at them all
    deed = words[at] if bare or modal else infinitive(words[at])
    if not (bare or modal) and deed == words[at] and is_past(deed):
        return None  # "see who signed in tonight": it is over
    if not (bare or modal) and deed == words[at] and whom not in (ANYONE,) and words[0] != "they":
        return None  # no verb of the third person
    return Sought(
        whom, deed, " ".join("it" if word == _IT else word for word in words[at + 1 :]).replace(" ,", ",")
    )


def _subject(scope: Scope, words: list[str]) -> tuple[str, int] | None:
    """Whoever or whatever is here and is named first, and by how many words."""
    if not words:
        return None
    if words[0] == "they" and len(scope.people) == 1:
        return None  # "wait until they settle": two pans
    if words[0] in _ANYBODY:
        return ANYONE, 1
    if words[0] == _IT:
        return _IT, 1
    if words[0] in _PRONOUNS:
        meant = pronoun(scope, words[0])
        if meant is None and words[0] != "it" and len(scope.people) == 1:
            meant = scope.people[0]
        return None if meant is None else (meant, 1)
    who, length = leading_person(scope, words)
    if who in scope.people:
        return str(who), length
    start = 1 if words[0] in DETERMINERS else 0
    for end in range(min(len(words) - 1, start + _LONGEST_NAME), start, -1):
        found = resolve(scope, words[start:end])
        if found is not None and found.fit >= _NAME and scope.reach(found.thing):
            return found.thing, end
    return None
