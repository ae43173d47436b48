"""When one narrator takes over from another in mid-telling: who may be heard, and what is still to be told. Pure."""

from __future__ import annotations

import re

from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, StoryState
from worlds.schema import World

# A passage of the draft counts as told once so much of its longer words were.
TOLD_SHARE = 0.6
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…])\s+")


def audible_people(world: World, before: StoryState, after: StoryState, ruling: Ruling) -> dict[str, str]:
    """Whose voice may be heard in a turn, by id, with names: those who lived when it began and met the player in it.

    What threatens may be heard from afar.
    """
    places = {before.place, after.place}
    places.update(h.place for h in ruling.happenings if h.kind == "entered" and h.place is not None)
    met = {h.who for h in ruling.happenings if h.kind in {"said", "remark", "arrived", "departed", "died"}}
    people = {
        who: world.characters[who].name
        for who, was in before.characters.items()
        if was.alive and (was.place in places or after.characters[who].place in places or who in met)
    }
    return {**people, **{name: threat.name for name, threat in world.threats.items()}}


def rest_of(draft: list[Span], told: str) -> list[Span]:
    """The passages of a draft that were not told yet, judged by their words; all of it if nothing was told.

    Of a passage that was broken off the sentences that were told to the letter are left out. A telling in wholly other
    words cannot be recognised: then a thing may be told twice, but none is lost.
    """
    if not told.strip():
        return draft
    known = set(_LONG_WORD.findall(told.casefold()))
    return [_without_beginning(span, told) for span in draft if not _is_told(span.text, known)]


def _without_beginning(span: Span, told: str) -> Span:
    first, *more = _BETWEEN_SENTENCES.split(span.text)
    while more and first in told:
        first, *more = more
    return span.model_copy(update={"text": " ".join([first, *more])})


def _is_told(text: str, known: set[str]) -> bool:
    words = set(_LONG_WORD.findall(text.casefold()))
    return bool(words) and len(words & known) >= TOLD_SHARE * len(words)
