"""Tests of questions to people that the state decides: answered outright, and in the voice of whoever is asked."""

from __future__ import annotations

from gamemaster.language.wording.ages import is_child
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.young_voice import STYLES
from tests.casekit import cases
from tests.scenekit import play_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT, BRANNIGAN = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"
SHIP = "tests/worlds_modern/deck_nine"
INN, BELLAMY, FORD = (
    "tests/worlds_unseen/caravanserai",
    "tests/worlds_small/bellamy",
    "tests/worlds_small/ford",
)


@cases
def test_what_the_state_decides_is_said_first(world: str, place: str, words: str, told: str) -> None:
    assert told in text_of(play_at(world, place, words))


def test_what_a_writer_foresaw_stands_instead() -> None:
    told = text_of(play_at(LIGHT, "store", "Jory, what am I supposed to do here?"))
    assert "Twelve to four" in told
    assert "gives the orders" not in told


def test_who_saw_the_player_says_no_more_than_that() -> None:
    """Nobody walks with the player now; that nobody ever did is more than the state decides."""
    told = text_of(play_at(NIGHT, "shore", "Boy, was anybody else on the ice when I came across?"))
    assert any(said in told for said in reply(world_at(NIGHT).characters["ivar"], "saw_you"))


def test_a_child_who_does_not_know_speaks_as_a_child() -> None:
    child, grown = world_at(SHIP).characters["bo"], world_at(FORD).characters["halla"]
    assert is_child(child)
    assert not is_child(grown)
    for kind in ("of_it_why", "own_affair", "cannot_say"):
        assert reply(child, kind) == STYLES["young"][kind]
        assert not set(reply(grown, kind)) & set(STYLES["young"][kind])
