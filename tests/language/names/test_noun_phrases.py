"""Which of the things that words fit is meant."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.scenekit import text_of
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


TWO = World.model_validate(
    {
        **ISLE,
        "player": {"at": "hall"},
        "locations": {
            "hall": {
                "name": "Hall",
                "description": "Bare.",
                "notice": {"scale": {"name": "scale", "aliases": ["pans"], "text": "Two pans."}},
            }
        },
        "items": {
            "own": {"name": "brass weight", "description": "Brass.", "at": "player"},
            "other": {"name": "iron weight", "description": "Iron.", "at": "hall"},
            "knife": {"name": "knife", "description": "Sharp.", "at": "player"},
            "string": {"name": "string", "description": "Thin.", "at": "player"},
        },
        "rules": {
            "weigh": {"verbs": ["put", "weigh"], "on": ["own", "other", "scale"], "text": "The iron one sinks."}
        },
        "endings": {"end": {"title": "End", "when": {"minutes": ">= 99"}, "text": "Over."}},
    }
)


def test_both_is_what_was_named_and_its_like_and_never_everything() -> None:
    turn = play(TWO, new_story(TWO, 1), "take the iron weight and put both on the pans")
    assert set(turn.outcome.intents[-1].objects) == {"own", "other"}
    assert turn.after.items["knife"] == "player"
    unclear = play(TWO, new_story(TWO, 1), "drop both")
    assert unclear.after.items == new_story(TWO, 1).items


def test_a_rule_on_several_things_is_for_one_put_on_the_other() -> None:
    assert "The iron one sinks." in text_of(play(TWO, new_story(TWO, 1), "put the brass weight on the scale"))
    assert "sinks" not in text_of(play(TWO, new_story(TWO, 1), "put the knife on the scale"))
