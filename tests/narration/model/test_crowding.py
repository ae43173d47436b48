"""Whether stories are still in the cache when their players come back."""

from __future__ import annotations

from gamemaster.narration.model.crowding import Crowding


def after(found: int, times: int, crowding: Crowding | None = None) -> Crowding:
    crowding = crowding or Crowding()
    for _ in range(times):
        crowding.came_back(found, head=3000, prompt=5000)
    return crowding


def test_stories_that_find_nothing_but_the_head_are_crowded_out() -> None:
    assert after(3000, times=100).is_crowded
    assert after(0, times=100).is_crowded, "not even the head"


def test_one_story_that_was_away_for_long_says_little() -> None:
    assert not after(3000, times=1).is_crowded


def test_stories_that_find_all_but_their_last_turn_are_not() -> None:
    assert not after(4600, times=100).is_crowded
    assert not after(4600, times=100, crowding=after(3000, times=100)).is_crowded, "players have left"


def test_a_prompt_of_the_head_alone_says_nothing() -> None:
    crowding = Crowding()
    crowding.came_back(0, head=3000, prompt=3000)
    assert crowding.share == 1.0
