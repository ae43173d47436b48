from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import best_of, sentences_in, tellings
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.state import HURT, StoryState, new_story
from tests.casekit import cases
from tests.worldkit import sample
from worlds.loader import load_world
from worlds.schema import NOWHERE, World

LIGHTHOUSE = "worlds/lighthouse"
LONG_NIGHT = "worlds/long_night"
OFFICE = "tests/worlds_modern/brannigan"
SHIP = "tests/worlds_modern/deck_nine"
INN = "tests/worlds_unseen/caravanserai"
PLAYED = {
    LIGHTHOUSE: ("look around", "read the letter", "go in", "examine the weight-tube", "examine the oars"),
    LONG_NIGHT: ("look around", "go up the path to the yard", "who lives here?"),
    OFFICE: ("Otis, have you seen Eddie?", "examine the fountain", "take the elevator to the fourth floor"),
    SHIP: ("look around", "Warden, what is the irregularity?", "examine the locker", "leave the bunkroom"),
    INN: ("look around", "examine the horn", "go into the yard", "look around"),
}


def test_a_sentence_that_hangs_on_the_one_before_is_told_with_it() -> None:
    parts = list(sentences_in("Find the mould. Failing that, put wax on the doors. It rains."))
    assert parts == ["Find the mould. Failing that, put wax on the doors.", "It rains."]


def test_how_many_there_are_is_told_by_a_number() -> None:
    world = sample()
    known = tellings(world, new_story(world, 1), ("A stair goes up to where the sorters are.",))
    assert best_of(world, known, "how many sorters are there") is None
    known = tellings(world, new_story(world, 1), ("Two hundred sorters sit there.",))
    assert best_of(world, known, "how many sorters are there") is not None


def test_what_was_taken_away_lies_nowhere() -> None:
    state = play(sample(), new_story(sample(), 1), "look around").after
    key, lying = "key", sample().items["key"].lying[0].text[0]
    assert lying in {one.text for one in tellings(sample(), state)}
    state.items[key] = NOWHERE
    assert lying not in {one.text for one in tellings(sample(), state)}


@cache
def story(folder: str) -> tuple[World, StoryState]:
    world = load_world(Path(folder))
    state = begin(world, sum(map(ord, folder)))
    for words in PLAYED[folder]:
        state = play(world, state, words).after
    return world, state


def answer_to(folder: str, words: str) -> tuple[str, int]:
    world, state = story(folder)
    played = play(world, state, words)
    return " ".join(span.text for span in played.spans), played.after.minutes - state.minutes


def told_at_once(folder: str, words: str) -> str:
    answer, minutes = answer_to(folder, words)
    assert minutes == 0
    return answer


@cases
def test_what_the_story_told_or_shows_answers_at_no_cost_of_time(folder: str, words: str, told: str) -> None:
    answer = told_at_once(folder, words)
    assert told in answer, answer
    assert "You do not know" not in answer
    assert "You could take" not in answer, "that is a list of what is here"


@cases
def test_what_nobody_told_is_not_made_up_of_words_in_passing(folder: str, words: str) -> None:
    world, state = story(folder)
    assert best_of(world, tellings(world, state), words) is None


def test_what_was_not_told_yet_is_not_known() -> None:
    world = load_world(Path(LIGHTHOUSE))
    fresh = begin(world, 1)
    question = "how many hours does the weight take to sink"
    assert best_of(world, tellings(world, fresh), question) is None
    looked = play(world, play(world, fresh, "go in").after, "examine the weight-tube").after
    assert best_of(world, tellings(world, looked), question) is not None


def test_whoever_said_it_is_named() -> None:
    answer, _ = answer_to(OFFICE, "narrator, when did Otis last see Eddie?")
    assert answer.startswith("Otis said: ")


@cases
def test_a_sentence_ends_at_no_initial_and_in_no_number(text: str, sentences: list[str]) -> None:
    assert list(sentences_in(text)) == sentences


@cases
def test_whom_to_believe_is_weighed_and_nobody_is_asked_if_they_lie(
    folder: str, words: str, name: str
) -> None:
    answer = told_at_once(folder, words)
    assert "proves it either way" in answer
    assert name in answer
    assert "You could ask" not in answer


@pytest.mark.parametrize("folder", [LIGHTHOUSE, SHIP, INN])
@pytest.mark.parametrize(
    "words", ["What do I see and hear right now?", "what can I see, hear and smell here?"]
)
def test_the_senses_are_told_in_the_words_of_the_place(folder: str, words: str) -> None:
    answer = told_at_once(folder, words)
    world, state = story(folder)
    first = next(iter(sentences_in(world.locations[state.place].description.first[0].text[0])))
    assert first in answer
    assert "Nothing leads right" not in answer


@cases
def test_what_is_there_to_be_had_is_no_sign(folder: str, words: str) -> None:
    answer, _ = answer_to(folder, words)
    assert "Nothing here looks" not in answer


def test_that_nothing_is_known_is_said_once() -> None:
    answer, _ = answer_to(SHIP, "GM: how old is the captain? and GM, how tall is the cook?")
    assert answer.count("You do not know") == 1


@cases
def test_what_is_put_to_somebody_by_name_is_theirs_to_answer(folder: str, words: str) -> None:
    world, state = story(folder)
    played = play(world, state, words)
    assert [span.speaker for span in played.spans if span.kind == "speech"]
    assert not [span for span in played.spans if span.kind == "notice"]


@cases
def test_a_wound_is_told_with_what_the_player_was_at(folder: str, words: str, deed: str) -> None:
    world, whole = story(folder)
    state = whole.clone()
    state.wounds, state.focus[HURT] = 1, f"{state.turn}\n{deed}"
    played = play(world, state, words)
    told = " ".join(span.text for span in played.spans)
    assert f"You were hurt just now, at this: \u201c{deed}\u201d." in told
    assert played.after.minutes == state.minutes
    assert not [span for span in played.spans if span.kind == "speech"]


@cases
def test_to_sum_up_is_no_short_some(text: str, words: str) -> None:
    assert " ".join(words_of(plain(text))) == words


@cases
def test_what_has_only_to_be_remembered_is_asked_of_nobody(folder: str, words: str, told: str) -> None:
    answer = told_at_once(folder, words)
    assert told in answer, answer


@cases
def test_what_is_asked_of_somebody_stays_theirs(folder: str, words: str) -> None:
    world, state = story(folder)
    assert any(span.kind == "speech" for span in play(world, state, words).spans)
