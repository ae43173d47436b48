"""A question's pronoun that means whoever, or whatever, the statement before it named."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.play.opening import begin
from tests.worldkit import world_at


def topics(folder: str, place: str, words: str, *here: str) -> list[str | None]:
    world = world_at(folder)
    state = begin(world, 1).model_copy(update={"place": place})
    for who in here:
        state.characters[who].place = place
    return [intent.topic for intent in understand(world, state, words).intents if intent.verb == "ask"]


@pytest.mark.parametrize(
    "words",
    [
        "my friend Bersi was right behind me. have you seen him?",
        "I lost Bersi on the ice. where is he?",
        "Bersi was talking and then he was not. what happened to him?",
    ],
)
def test_he_is_whoever_was_spoken_of(words: str) -> None:
    assert topics("worlds/long_night", "shore", words, "ivar") == ["bersi"]


@pytest.mark.parametrize(
    "words",
    [
        "Evening. New man, in place of Cobb. Why did he really leave?",
        "The letter says bronchitis about Cobb. What did he hear, or see?",
    ],
)
def test_he_is_whoever_was_named_in_passing(words: str) -> None:
    assert topics("worlds/lighthouse", "store", words, "jory") == ["cobb"]


@pytest.mark.parametrize(
    "words",
    ["I spoke to Ivar. is he hungry?", "Bersi is gone. is it far to the houses?", "me and you. who is he?"],
)
def test_what_asks_after_somebody_here_or_after_nobody_stays(words: str) -> None:
    assert "bersi" not in topics("worlds/long_night", "shore", words, "ivar")
    assert "me" not in topics("worlds/long_night", "shore", words, "ivar")


def test_a_name_needs_no_capital_in_the_world() -> None:
    words = "Evening. I'm here about Eddie. who saw him last?"
    assert topics("tests/worlds_modern/brannigan", "lobby", words, "otis") == ["eddie"]
