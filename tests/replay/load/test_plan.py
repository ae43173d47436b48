"""What a recorded player did, as steps: pauses from what was seen, places in the turn, and who was there."""

from __future__ import annotations

from typing import Any

import pytest

from gamemaster.replay.load.plan import Plan, Step, plan_of
from tests.drivekit import Tape, header


def make_plan(tape: Tape, **changes: Any) -> Plan:
    return plan_of("tape", header("hut", **changes), tape.lines)


def kinds(plan: Plan) -> list[str]:
    return [step.kind for step in plan.steps]


def test_a_pause_is_from_what_was_last_seen_to_the_act() -> None:
    tape = Tape("hut", pause_s=0.5)
    tape.act("look")
    tape.at += 7.0
    tape.act("wait")
    assert make_plan(tape).steps == (
        Step("act", 0.5, words="look", told_chars=32),
        Step("act", 7.5, words="wait", told_chars=32),
    )


def test_what_was_done_in_a_turn_knows_its_place() -> None:
    tape = Tape("hut", pause_s=0.25)
    act_id = tape.begin("look", "Twelve chars")
    tape.send("interrupt", shown=2)
    tape.end(act_id, "interrupted")
    act, interrupt = make_plan(tape).steps
    assert interrupt == Step("interrupt", 0.25, chars=12)
    assert act.told_chars is None  # it was not told to its end


def test_an_act_in_the_middle_of_a_turn_does_not_wait_for_its_end() -> None:
    tape = Tape("hut")
    first = tape.begin("look", "Twelve chars")
    second = tape.send("act", text="go on")
    tape.end(first)
    tape.end(second)
    tape.act("wait")
    assert [step.chars for step in make_plan(tape).steps] == [None, 12, None]


def test_a_refused_act_is_waited_for_no_longer() -> None:
    tape = Tape("hut")
    refused = tape.send("act", text=" ")
    tape.lines.append(
        {"at": tape.at, "kind": "said", "client": 1, "frame": {"type": "error", "act_id": refused}}
    )
    tape.act("wait")
    assert [step.chars for step in make_plan(tape).steps] == [None, None]


def test_undo_retry_and_branch_are_kept_with_what_they_say() -> None:
    tape = Tape("hut")
    tape.act("look")
    tape.undo()
    tape.send("branch", name="Kept", turn=0)
    tape.end(tape.begin("", "Again", kind="retry"))
    plan = make_plan(tape)
    assert kinds(plan) == ["act", "undo", "branch", "retry"]
    assert (plan.steps[2].name, plan.steps[2].turn) == ("Kept", 0)
    assert plan.acts == 2


@pytest.mark.parametrize(("epoch", "fresh"), [(5, False), (None, True)])
def test_who_leaves_comes_back_after_as_long(epoch: int | None, fresh: bool) -> None:
    tape = Tape("hut", pause_s=0.5)
    tape.act("look")
    tape.leave()
    tape.at += 20
    tape.join(2, epoch=epoch)
    tape.act("wait")
    steps = make_plan(tape).steps
    assert [step.kind for step in steps] == ["act", "leave", "join", "act"]
    assert (steps[2].pause_s, steps[2].fresh) == (20.5, fresh)


def test_a_connection_that_is_replaced_is_a_reconnection_and_a_second_window_is_told() -> None:
    tape = Tape("hut")
    tape.act("look")
    tape.join(2, epoch=5)
    tape.leave(1)
    tape.act("wait")
    assert kinds(make_plan(tape)) == ["act", "leave", "join", "act"]
    tape.join(3)
    plan = make_plan(tape)
    assert kinds(plan) == ["act", "leave", "join", "act"]
    assert any("1 more windows" in note for note in plan.notes)


def test_the_last_farewell_is_no_step_and_a_late_beginning_is_told() -> None:
    tape = Tape("hut")
    tape.act("look")
    tape.leave()
    plan = make_plan(tape, turn=4)
    assert kinds(plan) == ["act"]
    assert any("begins after turn 4" in note for note in plan.notes)
