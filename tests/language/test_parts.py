"""Inputs of several parts: each part is read, and none takes the others with it."""

from __future__ import annotations

import pytest

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


_DEEDS = ("wink at the boy", "pick up a pebble", "look at the poles", "sit down on a boat")
_JOINED = (
    "{deed} and {ask}",
    "{deed}, then {ask}",
    "{deed} - and {ask}",
    "{ask}, then {deed}",
    "{ask} and {deed}",
    "{ask}, and meanwhile {deed}",
    "while I {deed}, I {ask}",
    "{deed}, though it's cold, and {ask}",
)


@pytest.mark.parametrize("joined", _JOINED)
@pytest.mark.parametrize("deed", _DEEDS)
def test_a_deed_and_a_question_come_to_what_each_comes_to_alone(deed: str, joined: str) -> None:
    asked = "ask the boy who lives here"
    alone = [*_read("shore", deed), *_read("shore", asked)]
    assert sorted(_read("shore", joined.format(deed=deed, ask=asked))) == sorted(alone)


def _read(place: str, words: str) -> list[str]:
    intents = understand(world_at(NIGHT), scene(NIGHT, place, "ivar"), words).intents
    return [" ".join([one.verb, *one.objects]) for one in intents]


@cases
def test_whom_else_to_ask_is_held_back(world: str, place: str, here: str, words: str, asked: str, later: str) -> None:
    read = understand(world_at(world), scene(world, place, here), words)
    assert [" ".join([one.verb, *one.objects]) for one in read.intents] == [asked]
    assert read.held_back is not None
    assert read.held_back.deed == later


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
