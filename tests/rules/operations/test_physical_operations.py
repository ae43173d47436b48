"""What becomes of each operation on ways and things, and of rules."""

from __future__ import annotations

import pytest

from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Operation
from gamemaster.rules.state import FOCUS_WORDS, StoryState
from tests.worldkit import FAIR, LUCKY, UNLUCKY, act, begin, codes, first, kinds, sample
from worlds.schema import NOWHERE, PLAYER


def holding(*items: str, place: str = "yard") -> StoryState:
    state = begin(place=place)
    state.items.update(dict.fromkeys(items, PLAYER))
    return state


def state_without(who: str) -> StoryState:
    state = begin()
    state.characters[who].alive = False
    state.characters[who].wounds = sample().characters[who].health
    return state


# ---- ways ----


def test_a_way_is_gone_with_its_text_and_its_time() -> None:
    ruled = act(begin(), ops.Move(to="wood"), verbs="go")
    assert ruled.after.place == "wood"
    assert ruled.after.visited["wood"] == 1
    assert kinds(ruled)[:3] == ["went", "entered", "place"]
    assert first(ruled, "went").wordings == ("You push through the snow.",)
    assert ruled.ruling.minutes == 5


def test_a_shut_way_says_so_in_the_writers_words() -> None:
    ruled = act(begin(), ops.Move(to="mill"))
    assert codes(ruled) == ["blocked"]
    assert first(ruled, "rejected").wordings == ("The door is locked.",)
    assert act(holding("key"), ops.Move(to="mill")).after.place == "mill"


@pytest.mark.parametrize("to", ["loft", "hollow", "nowhere", "mara", "no such place", "yard"])
def test_where_no_way_leads_nobody_goes(to: str) -> None:
    ruled = act(begin(), ops.Move(to=to))
    assert (codes(ruled), ruled.after.place) == (["no_way"], "yard")


def test_an_exit_that_is_not_known_yet_is_none() -> None:
    state = begin(place="mill")
    assert codes(act(state, ops.Move(to="loft"))) == ["no_way"]
    assert act(state, ops.Notice(what="ladder"), ops.Move(to="loft")).after.place == "loft"


def test_the_effects_of_a_way_may_lead_elsewhere() -> None:
    ruled = act(begin(), ops.Move(to="race"))
    assert (ruled.after.place, "race" in ruled.after.visited) == ("wood", False)
    assert kinds(ruled).count("entered") == 1
    assert "wet" in ruled.after.flags


def test_several_ways_of_one_journey_add_up() -> None:
    ruled = act(holding("key"), ops.Move(to="wood"), ops.Move(to="hollow"))
    assert ruled.ruling.minutes == ruled.after.minutes
    assert ruled.ruling.minutes > 5


def test_a_turn_holds_one_journey() -> None:
    back = act(holding("key"), ops.Move(to="mill"), ops.Move(to="yard"))
    assert (back.after.place, [r.code for r in back.ruling.rejections]) == ("mill", ["one_journey"])
    after_a_stop = act(holding("key"), ops.Move(to="wood"), ops.Search(), ops.Move(to="yard"))
    assert after_a_stop.after.place == "wood"


def test_companions_come_along_and_the_dead_do_not() -> None:
    state = begin()
    state.characters["mara"].following = True
    assert act(state, ops.Move(to="wood")).after.characters["mara"].place == "wood"
    after = act(state, ops.Use(rule="murder", target="mara"), ops.Move(to="wood")).after
    assert (after.characters["mara"].place, after.characters["mara"].following) == ("yard", False)


def test_whoever_was_talked_with_has_a_word_for_the_road_once() -> None:
    talked = act(begin(), ops.Greet(who="mara")).after
    left = act(talked, ops.Move(to="wood"), verbs="go")
    assert first(left, "said").wordings == ("Mind the wolf.",)
    back = act(left.after, ops.Move(to="yard"), ops.Greet(who="mara"), ops.Move(to="wood"))
    assert [h.what for h in back.ruling.happenings if h.kind == "said"] == ["mara.greeting"]


# ---- things ----


def test_taking_and_dropping() -> None:
    taken = act(begin(), ops.Take(item="key"))
    assert taken.after.items["key"] == PLAYER
    assert taken.ruling.changed[0] == "You have iron key."
    dropped = act(taken.after, ops.Drop(item="key"))
    assert dropped.after.items["key"] == "yard"
    assert dropped.after.focus["it"] == "key"


def test_taking_in_the_owners_sight_is_theft_and_only_the_first_time() -> None:
    stolen = act(begin(), ops.Take(item="key"))
    mara = stolen.after.characters["mara"]
    assert [deed.what for deed in mara.witnessed] == ["theft"]
    assert mara.disposition == -2
    assert "reaction" in kinds(stolen)
    again = act(stolen.after, ops.Drop(item="key"), ops.Take(item="key"))
    assert len(again.after.characters["mara"].witnessed) == 1


def test_taking_unseen_is_no_theft() -> None:
    hidden = begin(flags={"hidden": 0})
    assert not act(hidden, ops.Take(item="key"), verbs="steal").after.characters["mara"].witnessed
    away = begin()
    away.characters["mara"].place = "mill"
    assert not act(away, ops.Take(item="key")).after.characters["mara"].witnessed


@pytest.mark.parametrize(
    ("item", "state", "code"),
    [
        ("knife", begin(), "already_have"),
        ("gloves", begin(), "not_here"),
        ("letter", begin(), "not_here"),
        ("bread", begin(), "not_here"),
        ("stone", begin(place="mill"), "cannot_take"),
        ("coin", begin(), "held"),
        ("mara", begin(), "no_such_thing"),
        ("nowhere", begin(), "no_such_thing"),
        ("key", holding("gloves", "lantern", "bread"), "too_much"),
        ("sack", begin(place="loft", flags={"alarm": 1}), "refused"),
    ],
)
def test_what_cannot_be_taken(item: str, state: StoryState, code: str) -> None:
    ruled = act(state, ops.Take(item=item))
    assert codes(ruled) == [code]
    assert ruled.after.items == state.items


def test_taking_all_stops_at_what_can_be_carried() -> None:
    state = holding("gloves")
    state.items.update(lantern="yard", bread="yard")
    ruled = act(state, ops.Take(item="key"), ops.Take(item="lantern"), ops.Take(item="bread"))
    assert codes(ruled) == ["too_much"]
    assert len(ruled.after.carried_items()) == sample().player.carries


def test_a_taking_may_fail_or_destroy() -> None:
    state = begin(place="loft")
    taken = act(state, ops.Take(item="sack"), roll=LUCKY)
    assert taken.after.items["sack"] == PLAYER
    split = act(state, ops.Take(item="sack"), roll=UNLUCKY)
    assert (split.after.items["sack"], kinds(split)[0]) == (NOWHERE, "rule_failed")
    melted = act(begin(place="wood"), ops.Take(item="ice"))
    assert (melted.after.items["ice"], "took" in kinds(melted)) == (NOWHERE, False)


@pytest.mark.parametrize(
    "operation", [ops.Drop(item="key"), ops.Give(item="key", to="mara"), ops.Drop(item="x")]
)
def test_what_one_does_not_have(operation: Operation) -> None:
    assert codes(act(begin(), operation)) == ["dont_have"]


# ---- rules ----


def test_a_rule_is_performed_with_its_check() -> None:
    state = begin(place="mill")
    for roll, kind, turning in ((LUCKY, "rule", True), (UNLUCKY, "rule_failed", False)):
        ruled = act(state, ops.Use(rule="gears.clean", target="gears"), roll=roll)
        assert first(ruled, kind).what == "gears.clean"
        assert ("mill_runs" in ruled.after.flags) is turning
        assert ruled.ruling.checks[0].rule == "gears.clean"
    assert "gears.clean" not in ruled.after.rules, "only successes are counted"


def test_a_near_miss_is_a_success_at_a_cost() -> None:
    ruled = act(
        begin(place="mill"),
        ops.Use(rule="gears.clean", target="gears"),
        roll=FAIR.model_copy(update={"d20": (5,)}),
    )
    assert ruled.ruling.checks[0].result == "partial"
    assert (ruled.after.wounds, "mill_runs" in ruled.after.flags) == (1, True)


def test_the_dead_are_acted_on_only_by_rules_about_the_dead() -> None:
    assert codes(act(state_without("mara"), ops.Use(rule="attack", target="mara"))) == ["dead"]
    buried = act(state_without("mara"), ops.Use(rule="bury", target="mara"))
    assert (codes(buried), "buried" in buried.after.flags) == ([], True)
    alive = act(begin(), ops.Use(rule="bury", target="mara"))
    assert first(alive, "rejected").wordings == ("She would mind.",)


def test_a_rule_done_once_answers_again_in_its_own_words() -> None:
    opened = act(begin(), ops.Use(rule="well.open", target="well")).after
    again = act(opened, ops.Use(rule="well.open", target="well"))
    assert first(again, "rule_again").wordings == ("It is open.",)


@pytest.mark.parametrize(
    ("use", "code"),
    [
        (ops.Use(rule="no such rule"), "no_such_rule"),
        (ops.Use(rule="gears.clean", target="gears"), "not_here"),
        (ops.Use(rule="eat", target="knife"), "rule_misfit"),
        (ops.Use(rule="eat", target="bread"), "not_here"),
        (ops.Use(rule="gift", target="mara", item="gloves"), "dont_have"),
        (ops.Use(rule="gift", target="mara"), "rule_misfit"),
        (ops.Use(rule="murder", target="boy"), "not_here"),
        (ops.Use(rule="part", target="mara"), "rule_refused"),
        (ops.Use(rule="give_up"), "rule_misfit"),
        (ops.Use(rule="hand_over", target="player"), "rule_misfit"),
    ],
)
def test_rules_that_cannot_be_used(use: ops.Use, code: str) -> None:
    assert codes(act(begin(), use)) == [code]


def test_an_action_of_a_place_answers_with_and_without_the_place() -> None:
    for target in ("yard", None):
        assert kinds(act(begin(), ops.Use(rule="yard.shout", target=target)))[0] == "rule"
    assert codes(act(begin(place="mill"), ops.Use(rule="yard.shout"))) == ["rule_misfit"]


def test_a_condition_reads_what_the_player_does() -> None:
    assert codes(act(begin(), ops.Use(rule="swim"), verbs="go")) == ["rule_refused"]
    swept = act(begin(), ops.Use(rule="swim"), verbs="swim")
    assert swept.after.place == "wood", "the beat that it sets off takes the player along"
    steal = ops.Use(rule="pocket", target="coin")
    assert act(begin(), steal, verbs="steal", objects="coin").after.items["coin"] == PLAYER
    assert codes(act(begin(), steal, verbs="steal", objects="key")) == ["rule_refused"]


def test_the_first_fitting_tool_is_found_and_a_tag_is_a_name() -> None:
    ruled = act(begin(), ops.Use(rule="attack", target="mara"), verbs="attack")
    assert codes(ruled) == []
    told = {word: thing for word, thing in ruled.after.focus.items() if word not in FOCUS_WORDS}
    assert told == {"it": "knife", "her": "mara", "who": "mara"}
    assert ruled.ruling.checks[0].difficulty == 14, "opposed: her own"


# ---- looking ----


def test_looking_closely() -> None:
    once = act(begin(), ops.Notice(what="well"))
    assert first(once, "noticed").wordings == ("A well with a lid.",)
    twice = act(once.after, ops.Notice(what="well"))
    assert first(twice, "noticed").wordings == ("The same well.",)
    assert first(act(begin(), ops.Notice(what="player")), "noticed").wordings == ("You are tired.",)
    assert kinds(act(state_without("mara"), ops.Notice(what="mara")))[0] == "body"


@pytest.mark.parametrize(
    "what", ["gloves", "letter", "boy", "wolf", "wood", "stars", "ladder", "key_", "nowhere"]
)
def test_what_is_not_in_sight_is_not_seen(what: str) -> None:
    assert codes(act(begin(), ops.Notice(what=what))) == ["not_here"]


def test_searching_finds_what_hides_and_what_lies_behind_it() -> None:
    ruled = act(begin(), ops.Search())
    assert kinds(ruled)[:4] == ["searched", "noticed", "learned", "found"]
    assert first(ruled, "found").what == "letter"
    assert first(act(ruled.after, ops.Search()), "searched").detail["found"] == "0"


def test_naming_what_hides_finds_it() -> None:
    assert "den" in act(begin(), ops.Notice(what="drain")).after.facts
