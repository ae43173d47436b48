"""What eyes, hands and a count tell is the Game Master's, whoever stands by; what only people know is theirs."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.scenekit import play_in, scene, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


@cases
def test_what_a_thing_is_like_is_asked_of_nobody_who_stands_by(
    world: str, place: str, here: str, words: str
) -> None:
    _, turn = play_in(world, place, words, here)
    assert not [one for one in turn.outcome.intents if here in one.objects]
    assert not [one for one in turn.outcome.changes if one.op in ("discuss", "answer")]
    assert turn.spans[-1].speaker in (None, "narrator", here)  # who handles what is theirs hears of it
    assert text_of(turn)


@cases
def test_what_is_somebodys_by_its_form_or_matter_stays_theirs(
    world: str, place: str, here: str, words: str
) -> None:
    _, turn = play_in(world, place, words, here)
    assert here in [who for one in turn.outcome.changes if one.op in ("discuss", "answer") for who in [one.who]]


def test_amid_a_talk_it_stays_with_whoever_spoke_of_it() -> None:
    world = world_at(NIGHT)
    talking = play(world, scene(NIGHT, "shore", "ivar"), '"What are you cutting?"').after
    (asked,) = play(world, talking, "is it sharp?").outcome.intents
    assert asked.objects == ("ivar",)


def test_amid_a_talk_what_nobody_spoke_of_is_counted() -> None:
    world = world_at(NIGHT)
    talking = play(world, scene(NIGHT, "shore", "ivar"), "good day to you").after
    turn = play(world, talking, "how many boats are there?")
    assert [one.topic for one in turn.outcome.intents] == ["by_eye"]
    assert "six" in text_of(turn).casefold()


@cases
def test_what_a_thing_is_made_of_is_told(world: str, place: str, words: str, told: str) -> None:
    _, turn = play_in(world, place, words)
    assert told in text_of(turn).casefold()


@cases
def test_what_was_asked_is_put_to_the_game_master_after_all(words: str) -> None:
    world = world_at(NIGHT)
    asked = play(world, scene(NIGHT, "shore", "ivar"), "who laid out the pebbles?")
    assert [one.op for one in asked.outcome.changes] == ["discuss"]
    after = asked.after
    turn = play(world, after, words)
    assert [one.op for one in turn.outcome.changes] == ["inform"]
    assert turn.ruling.minutes == 0


@cases
def test_what_is_meant_otherwise_is_asked_of_nobody_else(words: str) -> None:
    world = world_at(NIGHT)
    after = play(world, scene(NIGHT, "shore", "ivar"), "who laid out the pebbles?").after
    turn = play(world, after, words)
    assert not [one for one in turn.outcome.intents if one.verb == "inform" and "pebbles" in one.words]
