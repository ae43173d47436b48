"""Questions that are the Game Master's: by their address, or by what they ask; people are put none of them."""

from __future__ import annotations

import pytest

from gamemaster.language.gm_address import questions_in, without_address
from gamemaster.language.understanding import understand
from gamemaster.play import opening
from tests.worldkit import begin, sample, world_at


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("game master , what do i hear", "what do i hear"),
        ("gm : who is here", "who is here"),
        ("what is that , game master", "what is that"),
        ("game master", ""),
        ("what holds the lid , gm - could i lift it", "what holds the lid , could i lift it"),
        ("wait a sec gm , is he cross", "is he cross"),
        ("so gm am i cold", "am i cold"),
        ("gm quick one , did he see me", "did he see me"),
        ("and is the hall still crowded gm", "and is the hall still crowded"),
        ("is the elevator still running gm", "is the elevator still running"),
        ("hang on who is ulf", "who is ulf"),
    ],
)
def test_the_game_master_is_called_by_name(words: str, rest: str) -> None:
    assert without_address(words.split()) == (True, rest.split())


def test_words_that_only_speak_of_a_master_call_nobody() -> None:
    assert without_address("take the gm badge".split())[0] is False


def test_a_wait_before_another_question_calls_nobody() -> None:
    assert without_address("wait , what do you mean".split())[0] is False


def test_every_question_of_one_breath_is_the_game_masters() -> None:
    intents = understand(sample(), begin(), "Are the bells ringing? And is the mill far, GM?").intents
    assert "ask" not in {intent.verb for intent in intents}


@pytest.mark.parametrize(
    "words",
    ["wait, who or what is Hob??", "Is the mill running, GM - could I stop it?", "GM, is it dark, its got so quiet"],
)
def test_what_the_game_master_is_asked_goes_to_no_bystander(words: str) -> None:
    read = understand(sample(), begin(), words)
    assert {intent.verb for intent in read.intents} == {"inform"}
    assert not any("quiet" in intent.words for intent in read.intents)  # what is only remarked is no part of it


def test_a_sentence_joins_questions() -> None:
    parts = questions_in("what do i hear from below , and how far off".split())
    assert [" ".join(part) for part in parts] == ["what do i hear from below", "how far off"]


@pytest.mark.parametrize(
    "words",
    [
        "Game Master, what do I hear?",
        "GM: who is here, and where am I?",
        "Game Master?",
        "ooc: what time is it?",
        "Did I find it?",
        "Have I broken the door?",
        "What do I owe?",
        "Can anybody see me?",
        "Did it work?",
        "What do I hear from above, and how far off?",
    ],
)
def test_the_game_master_is_asked_alone(words: str) -> None:
    intents = understand(sample(), begin(), words).intents
    assert {intent.verb for intent in intents} == {"inform"}
    assert "game master" not in intents[0].words


def test_an_order_after_the_name_is_an_order() -> None:
    assert [i.verb for i in understand(sample(), begin(), "Game Master, look around.").intents] == ["look"]


def test_an_indirect_question_is_asked_straight() -> None:
    for words in ("GM, can you tell me what I hear?", "Game Master, tell me what I hear."):
        assert [intent.topic for intent in understand(sample(), begin(), words).intents] == ["senses"]


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("whisper to the GM: who am I, exactly?", "self"),
        ("question for the game master: what time is it?", "time"),
        ("GM - where am I?", "place"),
        ("to the narrator: where am I", "place"),
    ],
)
def test_what_is_said_beside_the_story_goes_to_nobody_in_it(words: str, topic: str) -> None:
    world = world_at("worlds/lighthouse")
    state = opening.begin(world, 1).model_copy(update={"place": "store"})
    state.characters["jory"].place = "store"
    intents = understand(world, state, words).intents
    assert [(one.verb, one.topic) for one in intents] == [("inform", topic)]
