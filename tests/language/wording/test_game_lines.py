"""What players ask about the game, say to the Game Master, or type in another language is answered at no cost."""

from __future__ import annotations

import pytest

from gamemaster.language.tables.other_languages import is_in_another_language
from gamemaster.language.wording.game_lines import about_the_game
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.worldkit import begin, sample


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("what are the rules here, like do i roll dice?", "Dice are thrown"),
        ("how does combat work?", "Dice are thrown"),
        ("can i die", "can end badly"),
        ("is there a save button?", "Every turn is kept"),
        ("are you an ai?", "I am the Game Master"),
        ("are you a real person", "I am the Game Master"),
        ("can you speak german?", "English only"),
        ("(ooc: can we go a bit faster?)", "That is in your hands"),
        ("how do i win", "There is no score"),
        ("thanks gm", "outside the story"),
        ("nice one, gm", "outside the story"),
        ("wo bin ich?", "English only"),
        ("je veux parler avec elle", "English only"),
        ("привет", "English only"),
    ],
)
def test_the_game_is_spoken_of_outside_the_story(words: str, told: str) -> None:
    played = play(sample(), begin(), words)
    assert told in " ".join(span.text for span in played.spans)
    assert played.ruling.minutes == 0
    assert all(span.speaker is None for span in played.spans)


@pytest.mark.parametrize("words", ["do you fancy a game of dice or something", "shall we play at dice"])
def test_a_game_of_dice_is_a_pastime_of_the_story(words: str) -> None:
    assert about_the_game(words) == ""


@pytest.mark.parametrize(
    "words", ["die, you dog!", "open the door", "an old man met us", "oepn teh dor", "go in"]
)
def test_plain_and_misspelt_english_is_no_other_language(words: str) -> None:
    assert not is_in_another_language(words, frozenset())


def test_names_of_the_world_are_of_no_language() -> None:
    assert is_in_another_language("una dove", frozenset())
    assert not is_in_another_language("una dove", frozenset({"una", "dove"}))
