"""Words that order nothing although they look like orders: "hang on", "let it go", "ok leave it", "give me a minute".

They stand as a sentence of their own, or at its head before a comma. "Leave it" is about the matter in hand: nothing is
laid down by it. "Drop it" alone drops what is in the hand, where "it" is something that the player carries. Pure.
"""

from __future__ import annotations

import re
from typing import Literal

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from worlds.schema import PLAYER

_LEAD = frozenset(
    "ok okay right well so no nope nah oh ah hm hmm er um uh all fine alright actually just then and but".split()
)
_A_WHILE = r"(?: (?:a|one|half a|just a) (?:sec|second|minute|min|moment|mo|bit|tick))"
_HESITATING = frozenset("hm hmm er um uh".split())
_CALLED_OUT = frozenset({"wait", "hang", "hold", "on", ","})
_STALLING = re.compile(
    rf"(?:wait|(?:hang|hold) on{_A_WHILE}?)(?: (?:no|wait{_A_WHILE}?|(?:hang|hold) on{_A_WHILE}?))+"
    rf"|(?:hang|hold) on{_A_WHILE}?|(?:just )?(?:a|one) (?:sec|second|moment|minute|tick)"
    rf"|give me{_A_WHILE}|let me think(?: (?:about|on) (?:it|that|this))?{_A_WHILE}?"
)
_LETTING_BE = re.compile(
    r"(?:let|leave) (?:it|that|this) (?:go|be|lie|alone|rest)|leave (?:it|that)|(?:drop|forget|skip) (?:it|that)"
    r"|forget (?:about )?(?:it|that|this)"
)

Idle = Literal["stalling", "letting_be"]


def idle_head(scope: Scope, words: list[str]) -> tuple[Idle, list[str]] | None:
    """What the first clause of a sentence is, if it orders nothing, and the words after it; None for any other."""
    end = words.index(",") if "," in words else len(words)
    while end < len(words) and (_LEAD | _CALLED_OUT).issuperset(
        words[:end]
    ):  # "ok, leave it", "hang on, wait"
        following = words[end + 1 :]
        end = end + 1 + (following.index(",") if "," in following else len(following))
    said = [word for word in words[:end] if word != ","]
    if end == len(words) > 1 and _LEAD.issuperset(said) and not _HESITATING.isdisjoint(said):
        return "stalling", []  # "hm, no."
    while said and said[0] in _LEAD:
        said = said[1:]
    text, rest = " ".join(said), words[end + 1 :]
    if leading_person(scope, rest)[1] == len(rest) > 0:
        return None  # "forget it, Teo" is said to him
    if _STALLING.fullmatch(text):
        return (rest and idle_head(scope, rest)) or ("stalling", rest)
    if not _LETTING_BE.fullmatch(text):
        return None
    dropped = said[0] == "drop" and len(said) == len(words)
    if dropped and scope.state.items.get(str(scope.focus.get("it"))) == PLAYER:
        return None
    return "letting_be", rest
