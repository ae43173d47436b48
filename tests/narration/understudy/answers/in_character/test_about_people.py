"""Somebody who is asked about people answers from bonds, callings and daily rounds: names and places, no headcount."""

from __future__ import annotations

import re

import pytest

from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk

BRANNIGAN = "tests/worlds_modern/brannigan"


@pytest.mark.usefixtures("no_written_answers")
@pytest.mark.parametrize(
    ("folder", "place", "who", "words", "answer"),
    [
        (
            LONG_NIGHT,
            "yard",
            "ulf",
            "I met Ivar. Is there anyone who minds him since his father went?",
            "Hild",
        ),
        (LONG_NIGHT, "shore", "ivar", "who minds you, now that he's gone?", "Hild"),
        (INN, "yard", "farrokh", "who looks after Layla, Farrokh?", "Bishr|I do"),
        (INN, "stable", "layla", "who takes care of you here, Layla?", "Bishr"),
        (LONG_NIGHT, "yard", "ulf", "Ulf, does Hild like you?", "care for me|much use"),
        (LONG_NIGHT, "shore", "ivar", "does Hild like you, Ivar?", "Hild"),
        (LIGHTHOUSE, "store", "jory", "does Tallack trust you, Jory?", "care for me|much use"),
        (LIGHTHOUSE, "store", "jory", "Jory, who do you like best here?", "Dilys"),
        (INN, "kitchen", "nuha", "Nuha, who do you trust in this house?", "Bishr"),
        (LONG_NIGHT, "shore", "ivar", "is Ragnhild your grandmother?", "^ivar: (?:Yes|It is)"),
        (LIGHTHOUSE, "store", "jory", "is Dilys your sister, Jory?", "engineer"),
        (LIGHTHOUSE, "store", "jory", "Jory, who's upstairs right now?", "Dilys.*Tallack"),
        (LIGHTHOUSE, "store", "jory", "where are Dilys and Mr Tallack right now, Jory?", "Wireless.*Watch"),
        (LONG_NIGHT, "yard", "ulf", "Ulf, tell me about them all", "Ragnhild.*Hall"),
    ],
)
def test_people_are_named_by_who_lives_with_them(
    folder: str, place: str, who: str, words: str, answer: str
) -> None:
    said = talk(folder, place, who).say(words)
    assert said.startswith(f"{who}: "), said
    assert re.search(answer, said), said


@pytest.mark.parametrize(
    ("folder", "place", "who", "words"),
    [
        (LIGHTHOUSE, "store", "jory", "Jory, who's below?"),
        (BRANNIGAN, "lobby", "otis", "Otis, who do you like best here?"),
    ],
)
def test_where_there_is_nobody_it_is_said(folder: str, place: str, who: str, words: str) -> None:
    one = talk(folder, place, who)
    assert re.search("[Nn]obody|before the rest", one.say(words))


def test_an_animal_minds_nobody() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar", "bishop")
    assert "Bishop" not in one.say("Ivar, who looks after you?")


@pytest.mark.parametrize(
    ("folder", "place", "who", "words", "said"),
    [
        (LIGHTHOUSE, "kitchen", "tallack", ["do you like her?"], "Miss Pryce"),
        (LIGHTHOUSE, "kitchen", "tallack", ["do you like her?", "do you like him?"], "Kemp"),
        (INN, "gate", "bishr", ["do you like the keeper?"], "Fed me"),
        (INN, "gate", "bishr", ["what do they want?"], "gate"),
        (INN, "gate", "bishr", ["do you have children?"], "keep them out of it"),
        (BRANNIGAN, "lobby", "otis", ["what's she like?"], "o do you mean?|Give me a name"),
        (BRANNIGAN, "lobby", "otis", ["who is Gloria?", "do you like her?"], "Gloria"),
        (BRANNIGAN, "lobby", "otis", ["why not call the cops?"], "easily done|Thinking.s as far"),
        (BRANNIGAN, "lobby", "otis", ["what do you think happened?"], "signed"),
    ],
)
def test_whom_a_pronoun_or_a_calling_means_is_the_one_it_fits(
    folder: str, place: str, who: str, words: list[str], said: str
) -> None:
    one = talk(folder, place, who)
    one.say(f"Hello, {one.world.characters[who].name}")
    for asked in words:
        answer = one.say(asked)
    assert re.search(said, answer), answer
