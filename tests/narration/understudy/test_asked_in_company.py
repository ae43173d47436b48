"""What is asked for, bet or complained of in company goes to whoever is there; a hail to whoever is out of sight."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.scenekit import play_in, scene
from tests.worldkit import world_at

LIGHTHOUSE = "worlds/lighthouse"


@cases
def test_whoever_is_there_hears_what_is_asked_for(
    world: str, place: str, here: str, words: str, topic: str
) -> None:
    _, turn = play_in(world, place, words, here)
    asked = turn.outcome.intents[0]
    assert (asked.objects, asked.topic) == ((here,), topic)
    assert [span.speaker for span in turn.spans if span.speaker] == [here]
    assert not [span for span in turn.spans if span.kind in ("notice", "aside")]


def test_whoever_is_talked_with_hears_that_one_starves() -> None:
    world = world_at(LIGHTHOUSE)
    talking = play(world, scene(LIGHTHOUSE, "kitchen", "tallack"), "good evening, Mr Tallack").after
    (asked,) = play(world, talking, "im starving").outcome.intents
    assert (asked.objects, asked.topic) == (("tallack",), "supper")


def test_where_nobody_is_the_game_master_says_how_hungry_one_is() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "im starving")
    assert [one.topic for one in turn.outcome.intents] == ["needs"]


@cases
def test_whoever_is_out_of_sight_is_called_to(world: str, place: str, words: str) -> None:
    _, turn = play_in(world, place, words)
    assert [one.verb for one in turn.outcome.intents] == ["call"]
    assert turn.after.place == place


@cases
def test_what_is_no_hail_is_not_called(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", words)
    assert "call" not in [one.verb for one in turn.outcome.intents]
