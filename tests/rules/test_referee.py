"""The turn as a whole: time, dice, hiding, memories, and stories that are over."""

from __future__ import annotations

import pytest

from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import CheckResult, Intent, Memory, Outcome, ProposedCheck
from gamemaster.rules.referee import rule
from gamemaster.rules.state import canonical_json
from tests.worldkit import FAIR, LUCKY, UNLUCKY, act, begin, codes, first, kinds, sample


@pytest.mark.parametrize(
    ("operations", "verbs", "minutes"),
    [
        ([], "", 5),
        ([ops.Look()], "look", 1),
        ([ops.Search(), ops.Look()], "search look", 10),
        ([ops.Move(to="wood"), ops.Search()], "go search", 15),
        ([ops.PassTime(minutes=45)], "wait", 45),
        ([ops.Use(rule="whistle")], "whistle", 1),
        ([ops.Use(rule="call_boy")], "call", 4),
        ([ops.Try(verb="pray")], "pray", 5),
        ([ops.Try(verb="pray", why="not_here")], "pray", 0),
        ([ops.Take(item="gloves")], "take", 0),
        ([ops.Try(verb="inventory")], "inventory", 0),
    ],
)
def test_how_long_a_turn_takes(operations: list[ops.Operation], verbs: str, minutes: int) -> None:
    ruled = act(begin(), *operations, verbs=verbs)
    assert ruled.ruling.minutes == ruled.after.minutes == minutes


def test_asking_what_one_carries_wakes_nobody() -> None:
    state = begin(minutes=40)
    ruled = act(state, ops.Try(verb="inventory"), verbs="inventory")
    assert kinds(ruled) == ["tried"]
    assert canonical_json(ruled.after) == canonical_json(state.model_copy(update={"turn": 1}))


def test_nobody_waits_for_a_player_who_was_not_understood() -> None:
    ruled = rule(sample(), begin(), Outcome(unclear="absurd"), FAIR)
    assert (kinds(ruled), ruled.ruling.minutes, ruled.after.turn) == (["unclear"], 0, 1)


def test_a_story_that_is_over_changes_no_more() -> None:
    ended = act(begin(wounds=6), ops.Look()).after
    assert ended.ended == "dead"
    after = act(ended, ops.Take(item="key"), ops.Move(to="wood"))
    assert codes(after) == ["ended", "ended"]
    assert kinds(after) == ["rejected"], "it is said once"
    assert after.after == ended.model_copy(update={"turn": ended.turn + 1})
    assert kinds(act(ended)) == ["rejected"]


def test_a_story_ends_at_once() -> None:
    ruled = act(begin(place="hollow"), ops.Use(rule="give_up"), ops.Move(to="wood"), verbs="pray go")
    assert (ruled.after.ended, ruled.after.place) == ("drowned", "hollow")
    assert codes(ruled) == ["ended"]
    assert "rejected" not in kinds(ruled), "nobody is told that it is over before it is told how"
    assert kinds(ruled)[-1] == "ending"
    assert ruled.ruling.ended == "drowned"


def test_a_dead_player_does_nothing_more() -> None:
    lost = ProposedCheck(skill="nerve", difficulty=12)
    costs = (ops.Harm(who="player"), ops.Take(item="key"))
    ruled = rule(sample(), begin(wounds=5), Outcome(check=lost, otherwise=costs), UNLUCKY)
    assert (ruled.after.ended, ruled.after.items["key"]) == ("dead", "yard")


@pytest.mark.parametrize(
    ("die", "succeeds", "costs"),
    [(20, True, False), (10, True, False), (7, True, True), (4, False, True), (1, False, True)],
)
@pytest.mark.parametrize("claim", [None, "success", "failure"])
def test_the_dice_decide_what_comes_about(
    claim: CheckResult | None, die: int, succeeds: bool, costs: bool
) -> None:
    """Whatever an answer claims of them. Half a success has its cost, too."""
    outcome = Outcome(
        check=ProposedCheck(skill="speech", difficulty=10, result=claim),
        changes=(ops.SetFlag(flag="alarm"), ops.Take(item="key")),
        otherwise=(ops.Harm(who="player"),),
    )
    ruled = rule(sample(), begin(), outcome, LUCKY.model_copy(update={"d20": (die,)}))
    assert ("alarm" in ruled.after.flags) is succeeds
    assert (ruled.after.wounds == 1) is costs
    assert codes(ruled) == ([] if succeeds else ["dice", "dice"])
    assert ruled.ruling.checks[0].d20 == die


def test_a_check_of_a_skill_that_is_none_refuses_the_lot() -> None:
    outcome = Outcome(
        check=ProposedCheck(skill="magic", difficulty=2, result="success"), changes=(ops.Take(item="key"),)
    )
    ruled = rule(sample(), begin(), outcome, LUCKY)
    assert "there are nerve, hands, speech" in ruled.ruling.rejections[0].reason


def test_hiding_lasts_until_one_moves_on_or_makes_a_noise() -> None:
    hidden = act(begin(), ops.Use(rule="hide"), verbs="hide", roll=LUCKY).after
    assert "hidden" in hidden.flags
    assert "hidden" in act(hidden, ops.PassTime(minutes=5), verbs="wait").after.flags
    for operation, verb in ((ops.Move(to="wood"), "go"), (ops.Use(rule="yard.shout"), "shout")):
        seen = act(hidden, operation, verbs=verb)
        assert "hidden" not in seen.after.flags
        assert "unhidden" in kinds(seen)
    assert "hidden" in act(hidden, ops.Move(to="wood"), verbs="sneak").after.flags


def test_a_place_may_help_to_hide() -> None:
    assert act(begin(place="mill"), ops.Use(rule="hide"), verbs="hide").ruling.checks[0].bonus == 2 + 1 + 3


def test_an_attack_is_violence_whatever_its_rule_says() -> None:
    ruled = act(begin(), ops.Use(rule="attack", target="well_keeper"), verbs="attack", roll=UNLUCKY)
    assert [deed.what for deed in ruled.after.characters["mara"].witnessed] == ["violence"]
    assert "alarm" in ruled.after.flags, "her reaction"


def test_only_the_living_who_were_there_remember() -> None:
    outcome = Outcome(
        intents=(Intent(verb="go"),),
        changes=(ops.Use(rule="murder", target="mara"), ops.Move(to="wood")),
        memories=tuple(Memory(who=who, what="A murder.") for who in ("mara", "well_keeper", "boy", "nobody")),
    )
    assert [memory.who for memory in rule(sample(), begin(), outcome, FAIR).ruling.memories] == [
        "well_keeper"
    ]


def test_a_rejection_says_what_was_wrong() -> None:
    ruled = act(begin(), ops.Take(item="coin"), ops.Notice(what="no_such_thing"))
    assert [rejection.reason for rejection in ruled.ruling.rejections] == [
        "Old Wen has coin.",
        "no such thing is not here.",
    ]
    assert first(ruled, "rejected").who == "well_keeper"
