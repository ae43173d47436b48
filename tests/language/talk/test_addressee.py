"""To whom words go that name nobody: never to nobody where somebody is awake."""

import pytest

from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.addressee import addressee, can_answer, hearers, host_of, last_partner
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World


def hall(*people: str, minutes: int = 0) -> tuple[World, StoryState]:
    world = world_at("worlds/long_night")
    state = new_story(world, 7)
    state.place, state.minutes = "hall", minutes
    for who in people:
        state.characters[who].place = "hall"
    return world, state


def test_the_host_answers_for_the_place() -> None:
    world, state = hall("ulf", "hild", "ragnhild")
    assert host_of(world, state) == "ragnhild"
    assert addressee(scope_of(world, state), ["good", "evening"]) == "ragnhild"


def test_whoever_was_spoken_with_lately_is_still_spoken_to() -> None:
    world, state = hall("ulf", "hild", "ragnhild")
    state.focus = {"who": "ulf", "talked": "4"}
    state.turn = 5
    assert addressee(scope_of(world, state), ["and", "then"]) == last_partner(state) == "ulf"
    state.turn = 9
    assert last_partner(state) is None


def test_whoever_knows_about_it_comes_before_the_host() -> None:
    world, state = hall("cuthred", "ragnhild")
    assert addressee(scope_of(world, state), ["where", "is", "the", "psalter"]) == "cuthred"


def test_neither_the_sleeping_nor_the_dead_nor_dogs_among_people() -> None:
    world, state = hall("ulf", "bishop", minutes=10 * 60)  # one in the morning: Ulf sleeps here
    state.characters["ragnhild"].place = "bower"
    assert "ulf" not in hearers(world, state)
    awake, day = hall("hild", "bishop")
    day.characters["ragnhild"].alive = False
    assert hearers(awake, day) == ["hild"]
    assert addressee(scope_of(awake, day), ["hello"], other_than="hild") == "hild"


@pytest.mark.parametrize(
    "words", ["what is he looking at up there?", "why is it so cold?", "who could have done this?"]
)
def test_whoever_is_alone_with_a_dog_asks_the_game_master(words: str) -> None:
    world, state = hall("bishop")
    state.place = state.characters["bishop"].place = "headland"
    assert not can_answer(world, state)
    assert all(intent.verb not in ("ask", "talk") for intent in understand(world, state, words).intents)


def test_what_is_held_out_to_nobody_by_name_is_held_out_to_a_person() -> None:
    world, state = hall("ragnhild", "bishop")
    state.items["salt_herring"] = "player"
    played = play(world, state, "hand the herring to whoever is cooking")
    assert played.after.items["salt_herring"] == "ragnhild"
    played = play(world, state, "I offer the herring")
    assert played.after.items["salt_herring"] == "ragnhild"


@pytest.mark.parametrize(
    "words", ["I greet everyone", "ask everyone about the knocking", "ask if anyone has seen Bersi"]
)
def test_of_all_who_are_spoken_to_a_person_answers_and_no_dog(words: str) -> None:
    world, state = hall("ulf", "bishop")
    state.place = state.characters["ulf"].place = state.characters["bishop"].place = "yard"
    spans = play(world, state, words).spans
    assert [span.speaker for span in spans if span.speaker] == ["ulf"]


def test_what_a_dog_does_is_told_without_its_star() -> None:
    world, state = hall("bishop")
    state.place = state.characters["bishop"].place = "headland"
    told = " ".join(span.text for span in play(world, state, "hello dog").spans)
    assert "dog" in told
    assert "*" not in told
