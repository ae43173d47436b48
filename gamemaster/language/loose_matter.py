"""Orders done to what lies about in masses and is no thing of its own: snow, sand, mud, rain. Pure.

"Eat some snow", "scoop up a handful of sand", "dig in the snow": a writer speaks of it in a place and gives it no name.
"""

from __future__ import annotations

from gamemaster.language.english import Words
from gamemaster.language.names.described_parts import lies_about
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.tables.function_words import PARTITIVES
from gamemaster.language.tables.materials import LOOSE
from gamemaster.rules.proposal import Intent

_WORDS = Words(__name__)
_WHOLE = 97  # fit of a name that is a thing's own
_MOST_WORDS = 14


def loose_matter_handled(
    scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]
) -> Intent | None:
    """The order as one that is done to loose matter, in its own words; None where a thing of the world is meant."""
    at = next((n for n, word in enumerate(rest) if word not in _WORDS["some"]), len(rest))
    verb = next((one for one in meanings if one in _WORDS["handled"]), "")
    if not verb or at == len(rest) or rest[at] not in LOOSE or len(rest) > _MOST_WORDS:
        return None
    found = resolve(scope, rest[at : at + 1], frozenset({"item", "feature"}))
    itself = found is not None and found.fit >= _WHOLE and scope.reach(found.thing)
    portion = not PARTITIVES.isdisjoint(rest[:at]) or not {"some", "little"}.isdisjoint(rest[:at])
    if (itself and not (verb == "take" and portion)) or not (itself or lies_about(scope, rest[at])):
        return None
    return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
