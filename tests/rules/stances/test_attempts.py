"""Ideas that no rule foresaw: what makes them harder or easier, what they may do, and what they may cost."""

from __future__ import annotations

from typing import get_args

import pytest

from gamemaster.narration.understudy.prose import Teller
from gamemaster.rules import proposal as ops
from gamemaster.rules.operations.scene_changes import DELAY_A_DAY, is_spendable, suspicion_of
from gamemaster.rules.proposal import Outcome, Roll
from gamemaster.rules.reach import exits, is_open
from gamemaster.rules.referee import Ruled, rule
from gamemaster.rules.stances.skill_families import skill_for
from gamemaster.rules.stances.table import STANCES
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import FAIR, LUCKY, UNLUCKY, act, begin, codes, first, kinds, sample, world_at
from worlds.schema import Family, StanceName, StanceTuning

CLOSE = Roll(d20=(8,))


def attempt(
    state: StoryState, stance: StanceName, target: str | None = None, tool: str | None = None,
    recipient: str | None = None, aim: str = "", roll: Roll = FAIR,
) -> Ruled:  # fmt: skip
    return act(
        state, ops.Attempt(stance=stance, target=target, tool=tool, recipient=recipient, aim=aim), roll=roll
    )


def difficulty(ruled: Ruled) -> int:
    return ruled.ruling.checks[0].difficulty


def test_every_stance_has_a_row_and_every_family_a_skill() -> None:
    assert set(STANCES) == set(get_args(StanceName))
    for family in get_args(Family):
        assert skill_for(sample(), family) in sample().skills


@pytest.mark.parametrize(
    ("family", "skill"),
    [
        ("force", "strength"),
        ("quiet", "stealth"),
        ("speech", "guile"),
        ("wits", "lore"),
        ("endurance", "hardiness"),
    ],
)
def test_families_are_mapped_to_a_worlds_own_skills(family: Family, skill: str) -> None:
    assert skill_for(world_at("worlds/long_night"), family) == skill


def test_a_tool_makes_it_easier_and_a_watcher_harder() -> None:
    bare = difficulty(attempt(begin(), "force", "well"))
    assert difficulty(attempt(begin(), "force", "well", tool="knife")) == bare - 2
    seen = begin()
    alone = begin(place="loft")
    alone.items["key"] = "player"
    seen.items["key"] = "player"
    assert attempt(alone, "hide", "key").ruling.checks == (), "nobody to see it: no dice"
    assert difficulty(attempt(seen, "hide", "key")) == 11, "the second pair of eyes counts"


def test_darkness_helps_who_would_not_be_seen() -> None:
    evening, night = begin(), begin(minutes=180)
    assert difficulty(attempt(night, "stealth")) == difficulty(attempt(evening, "stealth")) - 2


def test_the_same_again_is_harder_until_something_changes() -> None:
    failed = attempt(begin(), "force", "well", roll=UNLUCKY).after
    failed.wounds = 0
    assert difficulty(attempt(failed, "force", "well")) == 12 + 3
    failed.facts["sand"] = 1
    assert difficulty(attempt(failed, "force", "well")) == 12


def test_a_distraction_helps_one_quiet_act() -> None:
    diverted = attempt(begin(), "distract", roll=LUCKY).after
    eased = attempt(diverted, "stealth", roll=CLOSE)
    assert difficulty(eased) == difficulty(attempt(begin(), "stealth")) - 4
    assert not eased.after.details, "it is used up"


def test_a_blow_that_no_rule_covers_may_land() -> None:
    hit = attempt(begin(), "strike", "well_keeper", roll=LUCKY)
    assert hit.after.characters["well_keeper"].wounds == 2, "a critical success is worth two"
    assert [deed.what for deed in hit.after.characters["mara"].witnessed] == ["violence"]
    missed = attempt(begin(), "strike", "well_keeper", roll=UNLUCKY)
    assert missed.after.characters["well_keeper"].wounds == 0
    assert missed.after.wounds == 1


def test_who_is_won_over_says_what_they_held_back_and_no_lie() -> None:
    won = attempt(begin(), "persuade", "mara", roll=LUCKY)
    assert first(won, "said").wordings == ("Ask the boy.",), "which wants a liking that she does not have"
    about = attempt(begin(facts={"sand": 0}), "persuade", "mara", aim="about the boy", roll=LUCKY)
    assert "said" not in kinds(about), "the one line on that is a lie"
    assert about.after.characters["mara"].toward("player").trust == 0


@pytest.mark.parametrize(
    ("stance", "aim"), [("persuade", "dance on the roof"), ("beg", "tape an eye over"), ("persuade", "who")]
)
@pytest.mark.parametrize("roll", [LUCKY, UNLUCKY])
def test_what_nobody_could_do_is_neither_granted_nor_paid_for(
    stance: StanceName, aim: str, roll: Roll
) -> None:
    asked = attempt(begin(), stance, "well_keeper", aim=aim, roll=roll)
    assert [one.code for one in asked.ruling.rejections] == ["not_theirs_to_do"]
    before, after = begin(), asked.after
    assert (after.minutes - before.minutes <= 1, after.promises) == (True, before.promises)
    assert after.characters["well_keeper"].toward("player") == before.characters["well_keeper"].toward(
        "player"
    )


def test_who_is_won_over_goes_where_they_are_asked_to_go() -> None:
    place = next(way.to for way in exits(sample(), begin()) if is_open(sample(), begin(), way))
    sent = attempt(begin(), "persuade", "well_keeper", recipient=place, roll=LUCKY).after
    assert sent.characters["well_keeper"].place == place


def test_a_bargain_changes_hands_at_once_and_is_refused_where_the_story_needs_the_thing() -> None:
    state = begin()
    refused = attempt(state, "bargain", "well_keeper", tool="knife", recipient="coin", roll=LUCKY)
    assert [one.code for one in refused.ruling.rejections] == ["not_theirs_to_do"], "a rule is about the coin"
    assert not refused.after.promises
    assert (refused.after.items["coin"], refused.after.items["knife"]) == ("well_keeper", "player")


def test_a_thing_put_out_of_sight_is_where_it_was_hidden() -> None:
    hidden = attempt(begin(), "hide", "knife", recipient="well", roll=LUCKY).after
    assert hidden.items["knife"] == "yard"
    assert hidden.concealed["knife"].at == "well"
    looked = act(hidden, ops.Look())
    assert ("concealed", "knife") in [(h.kind, h.what) for h in looked.ruling.happenings]
    found = act(hidden, ops.Take(item="knife")).after
    assert found.items["knife"] == "player"
    assert not found.concealed


def test_what_bars_a_way_holds_a_threat_and_never_the_player() -> None:
    state = begin(place="wood")
    barred = attempt(state, "block", "hollow", tool="knife", roll=LUCKY).after
    block = barred.blocks["hollow|wood"]
    assert (block.strength, block.by, barred.items["knife"]) == (12, "knife", "wood")
    assert not act(barred, ops.Take(item="knife")).after.blocks, "taken away, nothing bars the way"
    gone = act(barred, ops.Move(to="hollow"))
    assert gone.after.place == "hollow"
    assert not gone.after.blocks


def test_a_trap_holds_up_the_first_to_come() -> None:
    state = begin(place="wood")
    state.threats["wolf"].awake = True
    trapped = attempt(state, "trap", tool="knife", roll=LUCKY)
    codes_ = [h.detail.get("code") for h in trapped.ruling.happenings if h.kind == "came_of"]
    after = trapped.after if "trapped" in codes_ else act(trapped.after, ops.PassTime(minutes=60)).after
    assert not any(one.kind == "trap" for one in after.details.values())


def test_a_threat_is_held_up_only_so_long_a_day() -> None:
    state = begin(place="wood")
    state.threats["wolf"].awake, state.threats["wolf"].place = True, "wood"
    for _ in range(9):
        state = attempt(state, "endure", roll=LUCKY).after
        state.threats["wolf"].place, state.wounds = "wood", 0
    assert max(v for k, v in state.quotas.items() if k.startswith("delay@")) == DELAY_A_DAY


def test_suspicion_grows_shows_and_wears_off() -> None:
    caught = attempt(begin(), "deceive", "mara", roll=UNLUCKY).after.characters["mara"]
    assert suspicion_of(caught, caught.suspicion_at) == 2
    assert suspicion_of(caught, caught.suspicion_at + 240) == 0
    wary = begin()
    wary.characters["mara"].suspicion, wary.characters["mara"].suspicion_at = 3, 0
    assert (
        difficulty(attempt(wary, "persuade", "mara")) == difficulty(attempt(begin(), "persuade", "mara")) + 2
    )


@pytest.mark.parametrize(
    ("stance", "target", "code"),
    [
        ("persuade", "boy", "who_not_here"), ("force", "mill", "blocked"), ("threaten", "well", "no_sense"),
        ("force", None, "to_what"), ("hide", "well", "cannot_take"), ("persuade", None, "who"),
        ("lure", "wolf", "not_here"),
    ],
)  # fmt: skip
def test_what_cannot_even_be_tried(stance: StanceName, target: str | None, code: str) -> None:
    ruled = attempt(begin(), stance, target)
    assert codes(ruled) == [code]
    assert ruled.ruling.checks == ()


def test_details_are_few_and_stay_where_they_are_made() -> None:
    state = begin()
    for number in range(5):
        state = act(state, ops.AddDetail(text=f"a snowman with {number} buttons @mara: {{who}}")).after
    texts = [one.text for one in state.details.values() if one.place == "yard"]
    assert len(texts) == 3
    assert all("@" not in text and "{" not in text for text in texts)
    shown = [h.detail["named"] for h in act(state, ops.Look()).ruling.happenings if h.kind == "detail"]
    assert shown == sorted(shown)
    assert len(shown) == 3


def test_what_the_world_needs_is_not_used_up() -> None:
    assert is_spendable(sample(), "bread"), "food is there to be eaten"
    assert not is_spendable(sample(), "coin"), "rules are about it"


def test_a_fire_warms_and_bread_is_eaten() -> None:
    world = world_at("worlds/long_night")
    state = new_story(world, 1).model_copy(update={"place": "smithy"})
    outcome = Outcome(changes=(ops.Enjoy(what="smithy_forge", offer="warmth"),))
    warmed = rule(world, state, outcome, FAIR)
    assert warmed.after.need("cold") < state.need("cold")
    assert warmed.ruling.checks == ()
    eaten = act(
        begin(items={**begin().items, "bread": "player"}), ops.Enjoy(what="bread", offer="food")
    ).after
    assert eaten.items["bread"] == "nowhere"


def test_a_world_retunes_rewords_and_drops_stances() -> None:
    tuned = StanceTuning(skill="hands", difficulty=17, minutes=2, success=("You move {thing} by cunning.",))
    stances = {"force": tuned, "music": StanceTuning(drop=True)}
    world = sample().model_copy(update={"stances": stances})
    outcome = Outcome(changes=(ops.Attempt(stance="force", target="well"), ops.Attempt(stance="music")))
    ruled = rule(world, begin(), outcome, LUCKY)
    check = ruled.ruling.checks[0]
    assert (check.skill, check.difficulty, ruled.ruling.minutes) == ("hands", 17, 2)
    assert codes(ruled) == ["not_done"]
    spans = Teller(world, begin(), ruled.after).tell(ruled.ruling)
    assert "You move the well by cunning." in [span.text for span in spans]


def test_a_thing_that_does_not_give_wounds_nobody_but_by_a_fumble() -> None:
    for die in range(1, 12):
        tried = attempt(begin(), "force", "well", roll=Roll(d20=(die,)))
        fumbled = tried.ruling.checks[0].result == "fumble"
        assert fumbled or tried.after.wounds == 0, die
