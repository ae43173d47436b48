"""What both can see is answered by whoever is asked, and not called unknown."""

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from tests.worldkit import world_at
from worlds.schema import World

BRANNIGAN = world_at("tests/worlds_modern/brannigan")
LONG_NIGHT = world_at("worlds/long_night")


def _speech_of(world: World, words: str) -> str:
    played = play(world, begin(world, 1), words)
    return " ".join(span.text for span in played.spans if span.kind == "speech")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("Otis, what time is it?", "quarter past eleven"),
        ("ask otis the time", "quarter past eleven"),
        ("sir, what's the time?", "quarter past eleven"),
        ("hello, where am I?", "the Lobby"),
        ("morning, is there a back door to this place?", "the Stairwell"),
        ("Otis, is it still raining out?", "indoors"),
        ("and you are?", "Otis"),
        ("Your name?", "Otis"),
        ("I didn't catch your name.", "Otis"),
        ("evening. who's in charge round here?", "I do"),
    ],
)
def test_whoever_is_asked_says_what_both_can_see(words: str, part: str) -> None:
    assert part in _speech_of(BRANNIGAN, words)


def test_a_place_next_door_is_so_many_minutes_away() -> None:
    assert "Twenty minutes" in _speech_of(LONG_NIGHT, "Is it far to the headland, boy?")


@pytest.mark.parametrize("words", ["hi, who am I?", "hello. how hurt am I?", "hi! what am I carrying?"])
def test_what_is_the_player_s_own_stays_with_the_game_master(words: str) -> None:
    played = play(BRANNIGAN, begin(BRANNIGAN, 1), words)
    assert any(span.kind == "notice" for span in played.spans)
