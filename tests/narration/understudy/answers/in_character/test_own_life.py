"""What people say of themselves out of what was written of them: persona, want, fear and bonds."""

from __future__ import annotations

import re

import pytest

from gamemaster.narration.understudy.answers.in_character.own_life import in_first_person
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk
from tests.worldkit import world_at

BRANNIGAN, DECK_NINE = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def answer(folder: str, place: str, who: str, words: str) -> str:
    """The first that somebody says, asked by name where they stand."""
    world = world_at(folder)
    state = new_story(world, seed=1)
    state.place = place
    state.characters[who].place = place
    played = play(world, state, f"{world.characters[who].name}, {words}")
    return next(span.text for span in played.spans if span.speaker == who)


@cases
def test_want_and_fear_are_owned_to(folder: str, place: str, who: str, words: str, said: str) -> None:
    assert answer(folder, place, who, words).startswith(said.rstrip("."))


@cases
def test_what_a_foe_wants_is_not(folder: str, place: str, who: str, words: str) -> None:
    written = world_at(folder).characters[who].want
    assert written.split(",")[0] not in answer(folder, place, who, words)


@pytest.mark.usefixtures("no_written_answers")
@cases
def test_a_persona_answers_what_it_speaks_of(
    folder: str, place: str, who: str, words: str, said: str
) -> None:
    assert said in answer(folder, place, who, words)


@cases
def test_whom_they_are_bound_to_is_named(folder: str, place: str, who: str, words: str, told: str) -> None:
    said = answer(folder, place, who, words)
    others = [one.name for key, one in world_at(folder).characters.items() if key != who]
    assert told in said if told else not any(name in said for name in others)


@cases
def test_nobody_is_ignorant_of_their_own_doings_or_sends_on_for_them(
    folder: str, place: str, who: str, words: str, asked_in_vain: str
) -> None:
    assert asked_in_vain not in answer(folder, place, who, words)


@cases
def test_what_they_hide_is_not_said_and_a_time_to_come_is_none_gone_by(
    folder: str, place: str, who: str, words: str
) -> None:
    said = answer(folder, place, who, words)
    assert "Crane" not in said
    assert "Two years" not in said


@cases
def test_in_first_person(folder: str, who: str, written: str, said: str) -> None:
    world = world_at(folder)
    assert in_first_person(world, world.characters[who], written) == said


@cases
def test_ordinary_questions_are_answered_out_of_the_world_and_in_ordinary_words(
    folder: str, place: str, who: str, words: str, said: str
) -> None:
    assert re.search(said, answer(folder, place, who, words))


def test_a_wish_is_told_to_whoever_asks_for_it_alone() -> None:
    one = talk(DECK_NINE, "lab", "ines")
    assert "hree dark days" in one.say("Ines, what's on your mind?")
    for words in ("do you like it here?", "how do you polish glass?", "sing me a song", "why not?"):
        assert "hree dark days" not in one.say(f"Ines, {words}"), words


def test_a_request_is_refused_without_an_echo_and_granted_where_it_serves_their_own_wish() -> None:
    asked = "take your time and say it slowly to the dark"
    assert not re.search("say it|dark", answer(DECK_NINE, "lab", "ines", asked))
    assert re.search(
        "to begin|as you do|What first", answer(DECK_NINE, "lab", "ines", "get over here and help me haul!")
    )


def test_whoever_bears_a_grudge_keeps_it_all_back() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    friendly = one.say("Otis, do you smoke?")
    one.state.characters["otis"].disposition = -1
    assert one.say("Otis, do you smoke?") not in (friendly, "")


@pytest.mark.parametrize(
    ("folder", "place", "who"),
    [
        (LONG_NIGHT, "shore", "ivar"), (LIGHTHOUSE, "kitchen", "tallack"), (INN, "gate", "bishr"),
        (BRANNIGAN, "lobby", "otis"), (DECK_NINE, "lab", "ines"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("words", ["who are you?", "what do you know about the moon?", "what happened here?"])
def test_a_question_costs_a_minute_at_most(folder: str, place: str, who: str, words: str) -> None:
    world = world_at(folder)
    state = new_story(world, seed=1)
    state.place = place
    assert play(world, state, f"{world.characters[who].name}, {words}").after.minutes - state.minutes <= 1


@pytest.mark.parametrize(
    "asked",
    [
        (LONG_NIGHT, "smithy", "skeggi"),
        (LIGHTHOUSE, "store", "jory"),
        (BRANNIGAN, "lobby", "otis"),
        (INN, "yard", "farrokh"),
    ],
)
@pytest.mark.parametrize(
    ("words", "not_said"),
    [
        ("why should I trust you?", "mine to know"),
        ("can you be trusted?", "mine to know"),
        ("are you lying to me?", "lying"),
        ("are you lying?", "lying"),
        ("what are you hiding?", "hiding?"),
        ("do you have something to hide?", "hide?"),
        ("what do you want from me?", "want from you"),
        ("have you seen anything strange lately?", "Have I seen"),
    ],
)
def test_what_anybody_may_be_asked_is_understood(
    asked: tuple[str, str, str], words: str, not_said: str
) -> None:
    assert not_said not in answer(*asked, words)


@cases
def test_who_is_asked_for_a_warning_says_what_they_fear_themselves(
    folder: str, place: str, who: str, words: str, said: str
) -> None:
    assert answer(folder, place, who, words).startswith(said.rstrip("."))


@cases
def test_what_became_of_them_is_no_question_about_the_story(folder: str, place: str, who: str) -> None:
    assert answer(folder, place, who, "what happened to you?").startswith("To me?")
