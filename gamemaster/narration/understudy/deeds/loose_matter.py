"""What comes of tasting, drinking or digging in what lies about: snow, sand, water. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.materials import LOOSE
from gamemaster.language.wording.sense_lines import SENSE_LINES
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Operation
from gamemaster.rules.reach import hidden_features
from gamemaster.rules.state import StoryState
from worlds.schema import World

_SENSE = {"eat": "taste", "taste": "taste", "drink": "drink", "dig": "dig", "search": "dig"}


def matter_tried(world: World, state: StoryState, told: str) -> Operation | None:
    """What is found of it; None where the words only move it about, which is told as it was typed."""
    words = words_of(plain(told))
    words = without_lead(words[words[:1] == ["i"] :])
    matter = next((LOOSE[word] for word in words if word in LOOSE), "")
    meanings = nouns_of(world).verbs.at_start(words)[0] if matter else ()
    sense = next((_SENSE[verb] for verb in meanings if verb in _SENSE), "")
    if sense == "dig" and hidden_features(world, state):
        return ops.Search()
    keys = (f"{sense}_{matter}", f"taste_{matter}" if sense == "drink" else "")
    key = next((key for key in keys if key in SENSE_LINES), "")
    return ops.Try(verb="touch", what=state.place, why=key) if sense and key else None
