"""Where what one looks for may be: "find Yrsa. The brewhouse, I guess". Pure."""

from __future__ import annotations

from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.rules.proposal import Intent

_VERY_NAME = 90  # fit of a name from which on it is one
_AT = frozenset("in at inside by near around to".split())
# Said around a guess at where somebody is, and naming nothing.
_GUESSING = frozenset(
    """i we guess think suppose reckon believe bet imagine assume maybe perhaps probably possibly likely surely must
    might may could should will would be is are he she it they there try first or hear heard said say told know saw
    seen was went has been gone""".split()
)
HEDGES = frozenset("guess think suppose reckon believe assume imagine".split())


def is_sought_elsewhere(scope: Scope, intent: Intent) -> bool:
    """Whether somebody or something is looked for that is not here."""
    thing = intent.objects[0] if intent.verb == "search" and intent.role == "act" and intent.objects else None
    sought = thing in scope.world.characters or thing in scope.world.items
    return sought and not scope.reach(str(thing))


def place_supposed(scope: Scope, words: list[str], here: str) -> str | None:
    """The other place that words name as where something may be; None where they say more, or name none."""
    words = [word for word in words if word.isalpha()]
    at = max((n for n, word in enumerate(words) if word in _AT), default=-1)
    led = words[at + 1 :] if at > 0 else words
    phrase = [word for word in led if word not in _GUESSING | DETERMINERS | _AT]
    found = resolve(scope, phrase, frozenset({"place"}), frozenset({"place"})) if phrase else None
    if found is None or found.fit < _VERY_NAME or found.thing not in scope.world.locations:
        return None
    return found.thing if found.thing != here else None


def without_hedge(words: list[str]) -> list[str]:
    """The words without an "I guess" after them; no words where there is none, or nothing before it."""
    if len(words) < 3 or words[-2] not in ("i", "we") or words[-1] not in HEDGES:
        return []
    return words[: -3 if words[-3] == "," else -2]
