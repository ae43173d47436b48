"""What "it" is after a search: what came of it, and never what was searched. Pure.

"Slide out whatever is in the sleeve and tuck it in my coat": a page goes into the coat, or nothing does.
"""

from __future__ import annotations

import re

from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER

_OF_IT = re.compile(r"(?:i |then )*(?:\w+ )(?:it|them)\b(?! (?:back|on|again|shut|open|down where))")
_WHATEVER = re.compile(
    r"\bwhat(?:ever)?(?: it)?(?:['\u2019]s| is| was| lies| may| might| there)\b", re.IGNORECASE
)
_MOVED = frozenset("take put hide give drop steal".split())
_SEARCHED = frozenset({"search", "open"})


def searched_before(intents: tuple[Intent, ...], intent: Intent) -> Intent | None:
    """The search whose outcome an intent handles as "it"; None where it handles something else."""
    at = next((n for n, one in enumerate(intents) if one is intent), 0)
    before = intents[at - 1] if at else None
    if before is None or before.verb not in _SEARCHED or before.objects != intent.objects:
        return None
    handled = intent.role == "act" and intent.verb in _MOVED and len(intent.objects) == 1
    return before if handled and _OF_IT.match(intent.words) else None


def done_with_what_was_found(
    before: StoryState, after: StoryState, search: Intent, intent: Intent, said: str
) -> Intent | None:
    """The intent with what the search brought to light; None where that is nothing, and nothing else was meant."""
    found = [one for one, where in after.items.items() if where == PLAYER != before.items.get(one)]
    if found:
        return intent.model_copy(update={"objects": tuple(found[-1:])})
    return None if search.verb == "search" and _WHATEVER.search(said) else intent
