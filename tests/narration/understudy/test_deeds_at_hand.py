"""What anybody can just do with what is about in any house is done, and told in the player's words."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at

LIGHTHOUSE, FORD, GATE = "worlds/lighthouse", "tests/worlds_small/ford", "tests/worlds_unseen/caravanserai"


@cases
def test_it_is_done_and_changes_nothing(world: str, place: str, words: str, told: str) -> None:
    state = new_story(world_at(world), 5)
    state.place = place
    turn = play(world_at(world), state, words)
    assert turn.spans[0].text.startswith(told)
    assert turn.after.items == state.items


def test_a_trial_of_strength_is_no_blow() -> None:
    turn = play(world_at(FORD), new_story(world_at(FORD), 5), "I arm wrestle Ketil")
    assert turn.spans[0].text.startswith("You pit your arm against Ketil")
    assert turn.after.characters["ketil"].wounds == 0


@pytest.mark.parametrize("words", ["take the sword", "unlock the chest with a hook", "light the candle"])
def test_what_much_hangs_on_has_to_be_there(words: str) -> None:
    turn = play(world_at(FORD), new_story(world_at(FORD), 5), words)
    assert not any(
        span.text.startswith("You ") and "sword" in span.text and "no" not in span.text for span in turn.spans
    )
