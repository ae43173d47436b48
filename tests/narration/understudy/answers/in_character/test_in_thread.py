"""A follow-up gets no speech on something else: what belongs to the last words, or that there is no more."""

import pytest

from gamemaster.language.talk.pressing import question_held_to
from tests.narration.understudy.test_conversations import talk

LIGHT, NIGHT = "worlds/lighthouse", "worlds/long_night"


@pytest.mark.parametrize(
    ("folder", "place", "who", "before", "asked", "beside"),
    [
        (LIGHT, "kitchen", "tallack", ["What happened in 1919?", "what inquiry?"], "did it ring?", "Wednesday"),
        (LIGHT, "kitchen", "tallack", ["Mr Tallack, do you have family?"], "tell her what?", "schoolmaster"),
        (LIGHT, "store", "jory", ["What do you hear at night?"], "which one did you forget?", "behind me"),
        (LIGHT, "wireless", "dilys", ["Miss Pryce, what are you building?"], "does it work?", "Wireless engineer"),
        (LIGHT, "store", "jory", ["Jory, what's that coin for?"], "let go of what?", "let on"),
        (LIGHT, "store", "jory", ["Jory, what's that coin for?"], "why do you want off so bad?", "valve"),
    ],
)  # fmt: skip
def test_a_line_that_only_shares_a_word_is_not_said(
    folder: str, place: str, who: str, before: list[str], asked: str, beside: str
) -> None:
    one = talk(folder, place, who)
    for words in before:
        one.say(words)
    told = one.say(asked)
    assert told.startswith(f"{who}: ")
    assert beside not in told


def test_a_reason_that_was_written_for_their_last_words_stands() -> None:
    one = talk(LIGHT, "store", "jory")
    one.say("Jory, what happened to Cobb?")
    assert "stick the quiet" in one.say("why not the bottom bunk?")


def test_they_are_those_of_whom_was_spoken() -> None:
    one = talk(NIGHT, "shore", "ivar")
    one.say("Ivar, what are you cutting?")
    told = one.say("who are they?")
    assert told.startswith("ivar: ")
    assert "two of us" not in told


def test_a_yes_answers_what_they_asked() -> None:
    one = talk(NIGHT, "shore", "ivar")
    assert one.say("Hello, Ivar").endswith("?")
    one.say("yes, of course I do")
    assert one.sources == ["reaction"]


def test_not_following_is_no_apology() -> None:
    one = talk(LIGHT, "store", "jory")
    one.say("Jory, what's that coin for?")
    assert "harm done" not in one.say("Sorry Jory, I didn't follow that bit.")


def test_what_they_left_open_is_asked_again() -> None:
    left_open = "but you did not say if you will take my coin"
    assert question_held_to(left_open.split()) == "will you take my coin".split()
    assert question_held_to("you did not say where he went".split()) == "where he went".split()
    assert question_held_to("you did not say much".split()) == "you did not say much".split()


def test_a_question_about_a_dog_goes_to_whoever_speaks() -> None:
    one = talk(NIGHT, "yard", "ulf", "bishop")
    one.say("Hello, Ulf")
    one.say("I scratch the dog behind the ears")
    told = one.say('"A tally thread, on the dog? So he\'s counted too?"')
    assert told.startswith("ulf: ")
