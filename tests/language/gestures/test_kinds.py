"""Tests of which gesture words tell of, and to whom it is made."""

from __future__ import annotations

import pytest

from gamemaster.language.gestures.kinds import gesture_in
from gamemaster.language.names.noun_index import scope_of
from tests.scenekit import state_at
from tests.worldkit import world_at

LIGHT = "worlds/lighthouse"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("I hold out my hand to the coin guy", "offer_hand"),
        ("pat the boy's head", "ruffle"),
        ("put a hand on his shoulder", "touch"),
        ("I put my hand over his on the table", "touch"),
        ("clap him on the back", "clap"),
        ("poke the fellow in the ribs", "poke"),
        ("give Jory a big bear hug", "embrace"),
        ("pour him a mug of tea", "serve"),
        ("sit down next to him", "sit_beside"),
        ("offer him my arm to get up", "offer_arm"),
        ("put my cloak round the boy's shoulders for a moment", "touch"),
        ("glare at Jory until he looks away", "stare"),
        ("drop a curtsy to Jory", "bow"),
        ("stick my tongue out at him", "rude"),
    ],
)
def test_a_gesture_is_known_by_its_whole_clause(words: str, kind: str) -> None:
    made = gesture_in(scope_of(world_at(LIGHT), state_at(LIGHT, "store")), words)
    assert made is not None
    assert (made.kind, made.whom) == (kind, "jory")


@pytest.mark.parametrize(
    "words", ["punch him", "push him over", "rub my hands", "take the mug", "walk to the stairs"]
)
def test_what_is_more_than_a_gesture_is_none(words: str) -> None:
    assert gesture_in(scope_of(world_at(LIGHT), state_at(LIGHT, "store")), words) is None


def test_nobody_is_smiled_at_where_nobody_is() -> None:
    assert gesture_in(scope_of(world_at(LIGHT), state_at(LIGHT, "landing")), "smile") is None


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("offer her my hand", "offer_hand"),
        ("give her my hand", "offer_hand"),
        ("give her my hand up", "offer_arm"),
        ("show Dilys my fist", "fist"),
        ("put my hand on her shoulder", "touch"),
    ],
)
def test_my_own_hand_is_not_hers(words: str, kind: str) -> None:
    made = gesture_in(scope_of(world_at(LIGHT), state_at(LIGHT, "wireless")), words)
    assert made is not None
    assert (made.kind, made.whom) == (kind, "dilys")
