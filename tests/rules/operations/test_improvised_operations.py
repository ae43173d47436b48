"""The narrow bounds of what a narrator may make up."""

from __future__ import annotations

import pytest

from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Operation, Outcome, ProposedCheck
from gamemaster.rules.referee import rule
from tests.worldkit import LUCKY, act, begin, codes, kinds, sample


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (ops.SetFlag(flag="mill_runs"), "closed_flag"),
        (ops.Harm(who="mara"), "no_check"),
        (ops.Harm(who="boy"), "who_not_here"),
        (ops.Heal(who="wolf"), "no_such_person"),
        (ops.ChangeDisposition(who="boy", by=2), "who_not_here"),
        (ops.MoveCharacter(who="mara", to="loft"), "no_way"),
        (ops.MoveCharacter(who="boy", to="yard"), "no_way"),
        (ops.MoveCharacter(who="wolf", to="yard"), "no_such_person"),
        (ops.MoveCharacter(who="mara", to="nowhere"), "no_such_person"),
        (ops.Reveal(fact="thief"), "not_tellable"),
        (ops.Reveal(fact="no such fact"), "no_such_fact"),
        (ops.StartBeat(beat="owl"), "not_due"),
        (ops.StartBeat(beat="no such beat"), "no_such_beat"),
        (ops.FinishBeat(beat="owl"), "not_begun"),
        (ops.FinishBeat(beat="no such beat"), "no_such_beat"),
        (ops.EndStory(ending="ground"), "not_reached"),
        (ops.EndStory(ending="dead"), "not_reached"),
        (ops.EndStory(ending="no such ending"), "no_such_ending"),
    ],
)
def test_what_goes_too_far(operation: Operation, code: str) -> None:
    ruled = act(begin(), operation)
    assert codes(ruled) == [code]
    assert ruled.ruling.ended is None


def test_what_is_within_bounds() -> None:
    ruled = act(
        begin(wounds=2), ops.SetFlag(flag="alarm"), ops.ChangeDisposition(who="mara", by=2), ops.Reveal(fact="sand"),
        ops.Heal(who="player"), ops.MoveCharacter(who="well_keeper", to="wood"),
    )  # fmt: skip
    assert codes(ruled) == []
    after = ruled.after
    assert ("alarm" in after.flags, after.wounds, "sand" in after.facts) == (True, 1, True)
    assert after.characters["well_keeper"].place == "wood"
    assert "departed" in kinds(ruled)


def test_a_blow_needs_a_check_that_was_won() -> None:
    won = Outcome(
        check=ProposedCheck(skill="nerve", difficulty=12, result="success"),
        changes=(ops.Harm(who="mara", amount=3),),
    )
    ruled = rule(sample(), begin(), won, LUCKY)
    assert ruled.after.characters["mara"].wounds == 3
    assert [deed.what for deed in ruled.after.characters["well_keeper"].witnessed] == ["violence"]


def test_a_beat_that_is_due_may_be_brought_forward_and_finished() -> None:
    state = begin(place="wood", minutes=180)
    ruled = act(state, ops.StartBeat(beat="owl"), ops.StartBeat(beat="owl"))
    assert codes(ruled) == ["not_due"], "the second time"
    assert kinds(ruled).count("beat") >= 1
    assert "owl" in act(ruled.after, ops.FinishBeat(beat="owl")).after.finished


@pytest.mark.parametrize(("why", "minutes"), [("does_not_open", 1), ("nothing_happens", 1), ("", 5)])
def test_nobody_keeps_at_what_comes_to_nothing(why: str, minutes: int) -> None:
    before = begin()
    ruled = act(before, ops.Try(verb="pry", why=why), verbs="pry")
    assert ruled.after.minutes - before.minutes == minutes
