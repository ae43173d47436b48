"""A few of what a box is full of, its lid, and what is slid out of something."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in, text_of

LIGHTHOUSE = "worlds/lighthouse"


@cases
def test_a_few_of_what_is_in_a_box_are_taken_by_whatever_adjective(words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "landing", words)
    assert turn.after.items["turnips"] == before.items["turnips"]
    assert "the crate" in text_of(turn)
    assert not turn.outcome.asides


@cases
def test_a_lid_is_that_of_the_box_which_stands_here(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", words)
    used = [one.rule for one in turn.outcome.changes if one.op == "use"]
    assert used in (["turnips.open"], ["turnips.break"])


@cases
def test_what_is_slid_out_of_something_is_in_the_hand(world: str, place: str, words: str, item: str) -> None:
    _, turn = play_in(world, place, words)
    assert [one.op for one in turn.outcome.changes if one.op in ("drop", "express")] == []
    assert turn.outcome.intents[0].objects == (item,)


def test_the_game_master_does_not_deny_what_stands_here() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "um, the turnips are in the crate right in front of me??")
    assert "not seen" not in text_of(turn)
