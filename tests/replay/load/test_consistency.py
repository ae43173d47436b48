"""Rows of the store against what a player did."""

from __future__ import annotations

import pytest

from gamemaster.replay.load.consistency import Row, lost_acts, stored_differences
from gamemaster.replay.load.objectives import DrivenTurn


def turn(act_id: str, **changes: object) -> DrivenTurn:
    made = DrivenTurn(0, 0, act_id, "look", 0.0, accepted=1.0, committed=2.0, reason="complete")
    for name, value in changes.items():
        setattr(made, name, value)
    return made


KNOWN = {act_id: turn(act_id) for act_id in ("a", "b")}
ROWS = [Row(1, "a", "committed"), Row(2, "b", "committed")]


def kinds(rows: list[Row], last: int | None = 2, copied: int = 0) -> list[str]:
    return [found.kind for found in stored_differences(rows, last, KNOWN, copied)]


def test_rows_that_are_as_they_were_played_are_true() -> None:
    assert kinds(ROWS) == []
    assert kinds([Row(1, "z", "undone"), *ROWS]) == []


@pytest.mark.parametrize(
    ("rows", "last", "kind"),
    [
        (ROWS[:1], 1, "lost"),
        (ROWS[:1], 2, "lost"),
        ([ROWS[0], Row(2, "b", "accepted")], 1, "pending"),
        ([ROWS[0], Row(2, "b", "undone")], 1, "lost"),
        ([*ROWS, Row(3, "x", "committed")], 3, "doubled"),
        ([*ROWS, Row(3, "x", "committed")], 2, "doubled"),
        ([ROWS[0], Row(3, "b", "committed")], 3, "lost"),
        (ROWS, 3, "lost"),  # the story itself says that it has another
        (ROWS, 1, "doubled"),
    ],
)
def test_what_is_wrong_with_rows_is_named(rows: list[Row], last: int, kind: str) -> None:
    assert kind in kinds(rows, last)


def test_a_branch_has_the_acts_of_the_story_that_it_came_from() -> None:
    assert [found.kind for found in stored_differences(ROWS, 2, {}, copied=2)] == []
    assert [found.kind for found in stored_differences(ROWS, 2, {}, copied=1)] == ["doubled"]


def test_only_what_was_acknowledged_and_not_taken_back_can_be_lost() -> None:
    turns = [
        turn("kept"), turn("gone"), turn("taken", taken_back=True), turn("refused", refused="ended"),
        turn("unheard", accepted=None, committed=None),
    ]  # fmt: skip
    assert [found.key for found in lost_acts(["kept"], turns)] == ["gone"]
