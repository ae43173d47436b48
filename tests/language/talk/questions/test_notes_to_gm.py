"""What stands in brackets is never said to anybody in the story, and a note there says whom all of it asks."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.notes_to_gm import is_put_to_gm, turns_to_gm, with_notes_apart
from gamemaster.language.understanding import understand
from tests.worldkit import begin, sample


@pytest.mark.parametrize(
    ("words", "text", "for_gm"),
    [
        ("who is that? (asking the gm)", "who is that?", True),
        ("is it locked (just asking gm, i dont say that)", "is it locked", True),
        ("how far is it? (ooc just tell me)", "how far is it?", True),
        ("i sit down (ooc: is it cold?)", "i sit down  ((is it cold?))", False),
        ("i sit down (is it cold?)", "i sit down  ((is it cold?))", False),
        ("before i answer - gm, how many are there?", "game master, how many are there?", True),
        ("i take the cup (the blue one)", "i take the cup (the blue one)", False),
        ('i say "gm, is that you?"', 'i say "gm, is that you?"', False),
    ],
)
def test_a_note_is_set_apart(words: str, text: str, for_gm: bool) -> None:
    assert with_notes_apart(words) == (text, for_gm)


@pytest.mark.parametrize(
    "words",
    ["Is the mill far, and who lives there? (gm question)", "(is the mill far?)", "((is the mill far))"],
)
def test_what_a_note_marks_is_asked_of_nobody(words: str) -> None:
    assert is_put_to_gm(words)
    read = understand(sample(), begin(), words)
    assert read.intents
    assert {one.verb for one in read.intents} == {"inform"}


def test_a_deed_before_the_question_is_still_done() -> None:
    read = understand(sample(), begin(), "Look at the well, is it deep? (asking the GM)")
    assert [one.verb for one in read.intents] == ["examine", "inform"]


@pytest.mark.parametrize("word", ["no", "and", "wait", "not you"])
def test_words_said_over_and_over_are_read_at_once(word: str) -> None:
    """A form that could read one space in two ways took twice as long for each word more: minutes for thirty."""
    assert not turns_to_gm((" ".join([word] * 200)).split())
