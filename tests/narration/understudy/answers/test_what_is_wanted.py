"""A line on the thing that a question names is no answer where it does not tell what is asked for."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.asked_kinds import suits
from gamemaster.language.wording.replies import reply
from tests.casekit import cases
from tests.narration.understudy.test_conversations import Talk, talk
from tests.worldkit import world_at

FORD = "tests/worlds_small/ford"
KINDS = (
    "of_it",
    "of_it_who",
    "of_it_where",
    "of_it_when",
    "of_it_why",
    "of_it_how",
    "of_it_how_many",
    "own_affair",
)


@pytest.fixture
def bersi() -> Talk:
    return talk(FORD, "alehouse", "bersi")


def owns_to(one: Talk, told: str, *kinds: str) -> bool:
    return any(text in told for kind in kinds for text in reply(one.world.characters["bersi"], kind))


@cases
def test_they_own_what_they_cannot_tell_beside_what_they_can(
    bersi: Talk, asked: str, kind: str, tells: str
) -> None:
    told = bersi.say(f"Bersi, {asked}")
    assert owns_to(bersi, told, kind), told
    assert tells in told


@cases
def test_a_line_that_tells_it_stands_alone(bersi: Talk, asked: str, tells: str) -> None:
    told = bersi.say(f"Bersi, {asked}")
    assert tells in told
    assert not owns_to(bersi, told, *KINDS), told


def test_what_goes_on_from_their_own_words_is_left_to_them(bersi: Talk) -> None:
    bersi.say("Bersi, tell me about the sheriff")
    assert not owns_to(bersi, bersi.say("who always comes on Thursday?"), "of_it_who")


@cases
def test_a_text_holds_what_is_asked_for(kind: str, text: str, holds: bool) -> None:
    assert suits(world_at(FORD), kind, text) == holds
