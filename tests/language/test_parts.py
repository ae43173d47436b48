"""Inputs of several parts: each part is read, and none takes the others with it."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions
from tests.casekit import cases
from tests.scenekit import scene
from tests.worldkit import world_at

NIGHT = "worlds/long_night"


@cases
def test_each_part_is_read(
    world: str, place: str, here: str, has: str, words: str, expected: list[str]
) -> None:
    intents = understand(world_at(world), scene(world, place, here, has), words).intents
    assert [" ".join([one.verb, *one.objects]) for one in intents] == expected


def test_no_lie_is_told_in_the_name_of_a_player_who_only_asks_for_company() -> None:
    world, start = world_at(NIGHT), scene(NIGHT, "yard", "cuthred")
    asked = play_without_suggestions(world, start, "Walk with me to the byre, Cuthred")
    lured = play_without_suggestions(world, start, "lie to Cuthred")
    assert not any("silver" in span.text for span in asked.spans)
    assert any("silver" in span.text for span in lured.spans)


@cases
def test_one_sleeps_where_one_said(world: str, start: str, words: str, slept_at: str) -> None:
    told = play_without_suggestions(world_at(world), scene(world, start), words)
    assert told.after.place == slept_at
    assert any(one.kind == "slept" for one in told.ruling.happenings)
