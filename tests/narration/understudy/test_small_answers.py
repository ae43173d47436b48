"""Small answers that a stranger missed: whether one may leave, how many there are, a quotation whole."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from tests.scenekit import play_in, text_of

NIGHT, KITCHEN = "worlds/long_night", "tests/worlds_small/bellamy"


@pytest.mark.parametrize("words", ["can I leave?", "could I run away?"])
def test_whether_one_may_leave_is_answered_with_the_ways(words: str) -> None:
    _, played = play_in(KITCHEN, "kitchen", words)
    assert "From here you can go to" in text_of(played)


def test_many_of_a_thing_are_not_counted_as_one() -> None:
    assert "That makes one" not in text_of(play_in(NIGHT, "shore", "count the pebbles along the keel")[1])
    assert "That makes one" in text_of(play_in(NIGHT, "shore", "count the pebble")[1])


def test_a_quotation_is_told_whole() -> None:
    text = '"It is late. I am old," says Neru. She rolls linen.'
    assert list(sentences_in(text)) == ['"It is late. I am old," says Neru.', "She rolls linen."]
