"""A question of yes or no is decided first, or openly left undecided."""

import pytest

from gamemaster.language.wording.replies import reply
from tests.narration.understudy.test_conversations import talk

MARKET, BRANNIGAN = "tests/worlds_small/bellamy", "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    ("before", "asked"),
    [("hello", "does Crane drink?"), ("when did you last see Eddie?", "was he alone?")],
)
def test_a_line_that_decides_nothing_comes_after_saying_so(before: str, asked: str) -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say(f"Otis, {before}")
    told = one.say(asked)
    assert any(text in told for text in reply(one.world.characters["otis"], "cannot_say")), told


def test_a_line_that_tells_it_needs_nothing_before_it() -> None:
    one = talk(MARKET, "kitchen", "odile")
    one.say("Odile, hello")
    told = one.say("is there saffron in his office?")
    kinds = ("cannot_say", "not_saying", "no")
    assert "dragon" in told
    assert not any(text in told for kind in kinds for text in reply(one.world.characters["odile"], kind))


def test_so_that_is_a_no_is_of_the_answer_before() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say("Otis, will you give me the key?")
    told = one.say("so that's a no?")
    person = one.world.characters["otis"]
    answers = [text for kind in ("is_no", "is_neither", "is_yes") for text in reply(person, kind)]
    assert any(text in told for text in answers)
