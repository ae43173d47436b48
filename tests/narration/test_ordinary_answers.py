"""Ordinary questions that no writer foresaw: answered by whoever is asked, as they are, and the same at every time."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.talk.questions.ordinary_questions import ordinary_question
from gamemaster.language.wording.ages import age_of
from gamemaster.language.wording.ordinary_talk import Library, in_full, library
from gamemaster.narration.understudy.answers.in_character.temperament import (
    chosen_for,
    temperament_of,
)
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.state import new_story
from worlds.loader import load_world
from worlds.schema import World, WrittenAnswer

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def deck() -> World:
    return load_world(TESTS / "worlds_modern" / "deck_nine")


@pytest.fixture(scope="module")
def bellamy() -> World:
    return load_world(TESTS / "worlds_small" / "bellamy")


def talk_with(world: World, place: str, who: str, *inputs: str) -> list[str]:
    """What somebody says to each input, one after the other in one story."""
    state = state_of(world, 1, {"input": "x", "here": [who], "has": [], "place": place})
    said = []
    for words in inputs:
        turn = play_without_suggestions(world, state, words)
        state = turn.after
        said.append(" ".join(span.text for span in turn.spans if span.speaker == who))
    return said


def test_the_library_is_large_and_no_line_stands_in_it_twice() -> None:
    known = library()
    lines = [
        line
        for one in known.questions.values()
        for group in (one.lines, *one.then.values())
        for line in group
    ]
    texts = [text for line in lines for text in line.says]
    assert len(known.questions) >= 80
    assert len(texts) >= 250
    long = [text for text in texts if len(text.split()) > 4]  # anybody may say "No."
    assert len(long) == len(set(long))


def test_no_question_stands_in_two_places_and_each_is_heard_as_itself(deck: World) -> None:
    person = deck.characters["captain"]
    lost = []
    for key, question in library().questions.items():
        for text in (text for short in question.asks for text in in_full(short) if "*" not in text):
            found = ordinary_question(person, text, frozenset())
            if found is None or found.key != key:
                lost.append((text, key, found.key if found is not None else None))
    assert not lost


def test_an_unknown_trait_or_slot_is_refused() -> None:
    for line in ({"if": "tall", "says": "Up here."}, {"says": "I am from {moon}."}):
        with pytest.raises(ValidationError, match="is called"):
            Library.model_validate({"questions": {"height": {"asks": ["how tall are you"], "lines": [line]}}})


def test_the_tone_follows_what_is_written_of_somebody(deck: World, bellamy: World) -> None:
    assert temperament_of(deck.characters["warden"]).tone == "machine"
    assert temperament_of(deck.characters["bo"]).tone == "young"
    assert temperament_of(bellamy.characters["odile"]).tone == "curt"
    assert age_of(deck.characters["bo"]) == 11


def test_what_a_story_settles_of_somebody_stays_and_differs_between_stories(bellamy: World) -> None:
    settled = set()
    for seed in range(12):
        state = new_story(bellamy, seed)
        choice = chosen_for(bellamy, state, "odile", "swimming")
        assert choice == chosen_for(bellamy, state, "odile", "swimming")
        settled.add(choice)
    assert settled == {"swims", "sinks"}


def test_nothing_is_made_up_of_what_their_writer_speaks_of(bellamy: World) -> None:
    """Rafferty was married to Mrs Vane: no story makes him a bachelor."""
    for seed in range(8):
        assert chosen_for(bellamy, new_story(bellamy, seed), "rafferty", "spouse") is None


def test_a_question_on_the_last_words_is_answered_to_them(deck: World) -> None:
    first, why, again = talk_with(deck, "corridor", "bo", "Bo, can you swim?", "really?", "Bo, can you swim?")
    assert first
    assert why in {"Really truly."}
    assert again not in ("", first)


def test_what_they_are_seen_to_do_is_what_they_say_they_do(deck: World) -> None:
    (said,) = talk_with(deck, "corridor", "bo", "Bo, what are you doing?")
    assert "itting on the floor with a toolbox between my knees" in said


def test_their_writer_comes_first_and_a_world_may_turn_a_question_off(deck: World) -> None:
    (said,) = talk_with(deck, "corridor", "bo", "Bo, what can you tell me about Gus?")
    assert "Did you know" in said
    off = deck.model_copy(update={"ordinary_off": ("can_swim",)})
    assert talk_with(off, "corridor", "bo", "Bo, can you swim?") != talk_with(
        deck, "corridor", "bo", "Bo, can you swim?"
    )


def test_what_a_writer_foresaw_in_pieces_comes_before_the_library(bellamy: World) -> None:
    lines = {
        "asks": ["did you poison the count", "did you kill him", "why did you steal the will"],
        "lines": "Mine.",
    }
    foreseen = with_answers(bellamy, "odile", guilt=lines)
    for words in (
        "Did you kill the count?",
        "Ask Odile why she stole the will.",
        "Ask Odile if she killed the count.",
    ):
        (said,) = talk_with(foreseen, "kitchen", "odile", words)
        assert said == "Mine.", words


def with_answers(world: World, who: str, **answers: object) -> World:
    person = world.characters[who]
    added = {key: WrittenAnswer.model_validate({"id": key, **one}) for key, one in answers.items()}  # type: ignore[dict-item]
    changed = person.model_copy(update={"answers": {**person.answers, **added}})
    return world.model_copy(update={"characters": {**world.characters, who: changed}})


def test_the_library_keeps_still_on_guilt_and_on_what_somebody_hides(bellamy: World) -> None:
    secret = bellamy.characters["odile"].model_copy(
        update={"secret": "She owns a yellow umbrella.", "hides": ()}
    )
    hiding = bellamy.model_copy(update={"characters": {**bellamy.characters, "odile": secret}})
    pleasantries = {
        text for one in library().questions.values() if one.last for line in one.lines for text in line.says
    }
    for words in ("Did you kill him?", "Did you do it?", "Do you ever use a yellow umbrella?"):
        (said,) = talk_with(hiding, "kitchen", "odile", words)
        assert said not in pleasantries, words
    (said,) = talk_with(hiding, "kitchen", "odile", "Do you ever use a ladder?")
    assert said in pleasantries
