"""What a writer wrote for a question comes before all that its words happen to name, if it is that question."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.scenekit import notice, text_of
from worlds.loader import WorldErrors, load_world
from worlds.schema import World

FERRY = """
title: The Ferry
summary: A ferry in fog.
bible: Plain.
opening: Fog.
player: {at: quay, death: drowned}
locations: {quay: {name: The Quay, description: Planks and fog.}}
characters:
  jo:
    name: Jo
    aliases: ferryman
    pronoun: he
    persona: He rows.
    description: An oar with a man on it.
    at: quay
    greeting: [You again.]
    topics:
      sweep: {names: [sweep, the bet], lines: [We all put money on how long you will last.]}
      cobb: {names: [cobb], lines: [He had your bed before you.]}
    answers:
      number:
        asks: [how many weeks did you bet on me, what have you drawn me at]
        lines: [Six., {text: Seven. I like you better., disposition: ">= 2"}]
      why_six: {asks: [why, how come], after: number, lines: [The last one did five.]}
      hold_oar: {asks: [may I hold the oar, give me the oar, shake hands], lines: [It is the only one.]}
      wager: {asks: [I bet you a shilling that the fog lifts], lines: [You would lose it.]}
      age: {asks: [I confess I lied about my age to get this berth], lines: [So did the boat.]}
      hears: {asks: [can you hear it too], lines: [Since Tuesday.]}
      wiped: {asks: [I wiped my boots], lines: [The planks are obliged to you.]}
      new_man: {asks: [I am the new man, I'm the new keeper], lines: [There is nobody else that you could be.]}
answers:
  money:
    asks: [do I have any money, how much money do I have]
    text: Eleven shillings and a button.
endings: {drowned: {title: Drowned, when: {wounds: 5}, text: Wet.}}
"""


def load(folder: Path, text: str) -> World:
    folder.mkdir()
    (folder / "world.yaml").write_text(text, encoding="utf-8")
    return load_world(folder)


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> World:
    return load(tmp_path_factory.mktemp("worlds") / "ferry", FERRY)


@pytest.fixture
def start(ferry: World) -> StoryState:
    return new_story(ferry, 1)


@cases
def test_a_foreseen_question_is_known_however_it_is_dressed(
    ferry: World, start: StoryState, words: str
) -> None:
    assert "Six." in text_of(play(ferry, start, words))


@cases
def test_another_question_is_not_taken_for_it(ferry: World, start: StoryState, words: str, told: str) -> None:
    said = text_of(play(ferry, start, words))
    assert told in said
    assert "Six." not in said


def test_a_bare_why_is_of_the_words_just_said_and_of_no_others(ferry: World, start: StoryState) -> None:
    asked = play(ferry, start, "jo, how many weeks did you bet on me?").after
    assert "The last one did five." in text_of(play(ferry, asked, "why?"))
    elsewhere = play(ferry, asked, "jo, who is cobb?").after
    assert "The last one did five." not in text_of(play(ferry, elsewhere, "why?"))


def test_what_was_answered_is_said_again_in_brief(ferry: World, start: StoryState) -> None:
    words = "jo, what have you drawn me at?"
    again = text_of(play(ferry, play(ferry, start, words).after, words))
    assert "Six" in again
    assert again != "Six."


def test_what_a_player_says_may_be_foreseen_too(ferry: World, start: StoryState) -> None:
    assert "nobody else that you could be" in text_of(play(ferry, start, "I tell jo that I'm the new keeper"))


def test_the_game_master_answers_although_somebody_is_here(ferry: World, start: StoryState) -> None:
    assert notice(play(ferry, start, "do i have any money on me?")) == "Eleven shillings and a button."


@cases
def test_a_slip_in_an_answer_is_a_fault(tmp_path: Path, was: str, now: str, message: str) -> None:
    with pytest.raises(WorldErrors, match=message):
        load(tmp_path / "ferry", FERRY.replace(was, now))


def test_what_names_a_topic_is_that_topics(ferry: World, start: StoryState) -> None:
    assert "We all put money" in text_of(play(ferry, start, "ask jo about the bet"))


def test_what_was_foreseen_goes_to_whoever_is_here_before_the_game_master(
    ferry: World, start: StoryState
) -> None:
    assert "nobody else that you could be" in text_of(play(ferry, start, "I'm the new man."))
    assert "Eleven" not in text_of(play(ferry, start, "does he have any money?"))


@cases
def test_an_order_is_no_question_to_whoever_is_here(
    ferry: World, start: StoryState, words: str, said: bool
) -> None:
    assert ("It is the only one." in text_of(play(ferry, start, words))) is said


@cases
def test_a_statement_that_was_foreseen_is_said_before_it_is_a_bet_a_deed_or_an_apology(
    ferry: World, start: StoryState, words: str, line: str
) -> None:
    assert line in text_of(play(ferry, start, words))


@cases
def test_one_word_in_common_is_no_likeness(ferry: World, start: StoryState, words: str, line: str) -> None:
    assert line not in text_of(play(ferry, start, words))


@cases
def test_what_one_tells_of_oneself_is_done_to_nobodys_cost(
    ferry: World, start: StoryState, words: str
) -> None:
    turn = play(ferry, start, words)
    assert {one.verb for one in turn.outcome.intents} == {"tell"}
    assert turn.ruling.minutes <= 1


def test_an_offer_of_help_is_put_to_whoever_is_here(ferry: World, start: StoryState) -> None:
    (said,) = play(ferry, start, "I want to help you find him").outcome.intents
    assert (said.verb, said.objects) == ("ask", ("jo",))
