"""What is asked in one breath of the Game Master, and of looks, hours and one's own things: all of it answered."""

from __future__ import annotations

import pytest

from tests.casekit import cases
from tests.scenekit import notice, play_in

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("what's here and who?", ("the boats", "Here with you: Ivar (the boy).")),
        ("how much daylight have I got and how cold am I?", ("night is about one hour off", "under a roof")),
        ("how heavy is my cloak and is it dry", ("Greased wool",)),
        ("what does the boy look like and how old is he", ("thin boy",)),
        ("how old does the kid look", ("thin boy",)),
        ("does he look like he's lying to me?", ("proves it either way",)),
        ("what happens if i just stay put", ("Night is about one hour off",)),
    ],
)
def test_everything_that_is_asked_is_answered_by_nobody_here(words: str, parts: tuple[str, ...]) -> None:
    _, turn = play_in(NIGHT, "shore", words, here="ivar")
    told = notice(turn)
    assert all(part in told for part in parts)
    assert "daylight have" not in told
    assert "open. It is" not in told  # the cloak is meant, and not the weather


def test_what_the_text_shows_is_seen_whichever_of_two_things_is_asked_for() -> None:
    _, turn = play_in(NIGHT, "shore", "can i see any smoke or lights from here?")
    assert "the yard has smoke in it" in notice(turn)


@cases
def test_what_is_in_sight_or_was_told_is_the_answer(words: str, told: str, never: str) -> None:
    _, turn = play_in(LIGHT, "landing", words)
    assert told in notice(turn)
    assert never not in notice(turn)


def test_a_vain_search_names_what_was_not_looked_at() -> None:
    _, turn = play_in("tests/worlds_modern/brannigan", "lobby", "look for clues", here="otis")
    told = " ".join(span.text for span in turn.spans if span.kind == "notice")
    assert told.startswith("Not looked at closely: ")
    assert "the fountain" in told


def test_a_name_that_stays_out_of_it_waits_for_nothing() -> None:
    _, turn = play_in(
        "tests/worlds_modern/brannigan", "lobby", "your name stays out of it. promise.", here="otis"
    )
    assert turn.ruling.minutes <= 1


def test_nobody_is_asked_of_what_is_not_here_to_be_looked_at() -> None:
    _, turn = play_in(
        "tests/worlds_modern/brannigan", "lobby", "check the window, is it forced?", here="otis"
    )
    assert [span.text.split(" What there is")[0] for span in turn.spans] == ["You see no window here."]
