"""Somebody who is asked about people answers from bonds, callings and daily rounds: names and places, no headcount."""

from __future__ import annotations

import re

import pytest

from tests.casekit import cases
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.narration.understudy.test_conversations import talk


@pytest.mark.usefixtures("no_written_answers")
@cases
def test_people_are_named_by_who_lives_with_them(
    folder: str, place: str, who: str, words: str, answer: str
) -> None:
    said = talk(folder, place, who).say(words)
    assert said.startswith(f"{who}: "), said
    assert re.search(answer, said), said


@cases
def test_where_there_is_nobody_it_is_said(folder: str, place: str, who: str, words: str) -> None:
    one = talk(folder, place, who)
    assert re.search("[Nn]obody|before the rest", one.say(words))


def test_an_animal_minds_nobody() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar", "bishop")
    assert "Bishop" not in one.say("Ivar, who looks after you?")


@cases
def test_whom_a_pronoun_or_a_calling_means_is_the_one_it_fits(
    folder: str, place: str, who: str, words: list[str], said: str
) -> None:
    one = talk(folder, place, who)
    one.say(f"Hello, {one.world.characters[who].name}")
    for asked in words:
        answer = one.say(asked)
    assert re.search(said, answer), answer
