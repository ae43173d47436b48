"""What a first player stumbled over, held: stand-ins, half successes, the way back, questions after the end."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at
from worlds.schema import World


@pytest.fixture(scope="module")
def world() -> World:
    return world_at("worlds/long_night")


@pytest.fixture
def start(world: World) -> StoryState:
    return begin(world, 3)


@pytest.mark.parametrize("words", ["look under it", "follow her", "hit it", "tell her i will help"])
def test_what_nobody_spoke_of_is_not_a_threat_far_away(world: World, start: StoryState, words: str) -> None:
    named = {thing for intent in understand(world, start, words).intents for thing in intent.objects}
    assert named.isdisjoint(world.threats)


def test_you_is_a_subject_only_alone(world: World, start: StoryState) -> None:
    start.characters["skeggi"].place = start.place
    asked = [("skeggi, do you know orm?", "orm"), ("skeggi, who are you?", "self")]
    for words, topic in asked:
        assert [intent.topic for intent in understand(world, start, words).intents] == [topic]


def test_go_back_is_where_one_came_from(world: World, start: StoryState) -> None:
    there = play(world, start, "go to the boathouse").after
    assert there.place == "boathouse"
    assert play(world, there, "go back").after.place == start.place


def test_outside_is_not_merely_back() -> None:
    tower = world_at("worlds/lighthouse")
    state = begin(tower, 1)
    for words in ("go in", "go up", "go down"):
        state = play(tower, state, words).after
    assert play(tower, state, "go out").after.place == "landing"


def test_a_roll_is_not_called_half_a_success_where_there_is_none(world: World, start: StoryState) -> None:
    for seed in range(40):
        played = play(world, begin(world, seed), "hide")
        for check in played.ruling.checks:
            kinds = {happening.kind for happening in played.ruling.happenings}
            assert check.result != "partial" or {"rule_partial", "attempted"} & kinds


def test_who_is_alone_is_not_asked_to_whom_they_speak(world: World, start: StoryState) -> None:
    alone = play(world, start, "go to the boathouse").after
    assert not alone.present()
    told = " ".join(span.text for span in play(world, alone, "what is he doing").spans)
    assert "more than one pair of ears" not in told


def test_a_story_that_is_over_still_says_what_one_carries(world: World, start: StoryState) -> None:
    start.ended = "kept"
    played = play(world, start, "inventory")
    assert "belt-knife" in " ".join(span.text for span in played.spans)
    assert play(world, start, "take everything").after.items == start.items


def test_to_sit_down_is_told_and_is_no_wait(world: World, start: StoryState) -> None:
    played = play(world, start, "sit down")
    assert played.after.minutes - start.minutes <= 1
    assert [h.kind for h in played.ruling.happenings if h.kind in ("tried", "waited")] == []
    assert played.spans[0].text == "You sit down."
