"""A world's own words for verbs are read as players type them: with accents or without, and marks left out."""

from __future__ import annotations

import pytest

from gamemaster.language.names.verb_index import build_verbs
from tests.worldkit import sample
from worlds.schema import Verb


@pytest.mark.parametrize(
    ("synonym", "typed"),
    [
        ("überreichen", ["uberreichen"]),
        ("zurück geben", ["zuruck", "geben"]),
        ("Größe messen", ["grosse", "messen"]),
        ("hand-deliver", ["hand", "deliver"]),
        ("gib!", ["gib"]),
    ],
)
def test_a_synonym_is_known_as_it_is_read(synonym: str, typed: list[str]) -> None:
    world = sample().model_copy(update={"verbs": {"give": Verb(synonyms=(synonym,))}})
    assert build_verbs(world).at_start([*typed, "coin"]) == (("give",), len(typed))


@pytest.mark.parametrize("nothing", ["-", "…", "_ _"])
def test_a_synonym_without_a_letter_leaves_all_other_verbs(nothing: str) -> None:
    world = sample().model_copy(update={"verbs": {"give": Verb(synonyms=(nothing,))}})
    assert build_verbs(world).canonical("take") == "take"
