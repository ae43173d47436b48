"""Tests of what a place's own text names and no feature has: it is never denied."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

NIGHT = "worlds/long_night"


@pytest.mark.parametrize(
    ("place", "words", "quoted"),
    [
        ("shore", "look under one of the boats", "Boats lie keel-up"),
        ("shore", "before i go up to the houses i look under one of the boats", "Boats lie keel-up"),
        ("headland", "look out at the ship", "the ship's mast out on the ice"),
        ("headland", "look at the roofs", "the warden's hut, the roofs"),
    ],
)
def test_what_the_text_names_is_quoted_and_not_denied(place: str, words: str, quoted: str) -> None:
    state = new_story(world_at(NIGHT), 1)
    state.place = place
    told = " ".join(span.text for span in play(world_at(NIGHT), state, words).spans)
    assert quoted in told
    assert "You see no" not in told
    assert "if you can trust" not in told
