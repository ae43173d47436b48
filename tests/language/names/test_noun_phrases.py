"""Which of the things that words fit is meant."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.rules.state import new_story
from tests.worldkit import ISLE
from worlds.schema import World

CASES = World.model_validate(
    {
        **ISLE,
        "player": {"at": "hall"},
        "locations": {
            "hall": {
                "name": "Hall",
                "description": "Bare.",
                "notice": {"balance": {"name": "balance", "aliases": ["glass case"], "text": "Two pans."}},
            }
        },
        "items": {"weight": {"name": "weight", "aliases": ["velvet case"], "description": "Brass.", "at": "player"}},
        "rules": {"unlock": {"verbs": ["unlock", "open"], "on": ["balance"], "text": "It opens."}},
        "endings": {"end": {"title": "End", "when": {"minutes": ">= 99"}, "text": "Over."}},
    }
)


@pytest.mark.parametrize(
    ("words", "thing"),
    [
        ("unlock the case", "balance"),
        ("open the case", "balance"),
        ("open the velvet case", "weight"),
        ("look at the case", "weight"),
        ("drop the case", "weight"),
    ],
)
def test_part_of_a_name_means_the_thing_that_has_a_rule_for_the_verb(words: str, thing: str) -> None:
    intent = understand(CASES, new_story(CASES, 1), words).intents[0]
    assert intent.objects == (thing,)
