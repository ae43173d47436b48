"""What happens by itself, and in which order."""

from __future__ import annotations

import pytest

from gamemaster.rules import proposal as ops
from gamemaster.rules.clock import REMARKS_APART, rate
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import NEED_SCALE, StoryState
from tests.worldkit import FAIR, LUCKY, UNLUCKY, act, begin, first, kinds, sample
from worlds.schema import PLAYER


def wolf_at(place: str, *, at: str = "yard", minutes: int = 0) -> StoryState:
    state = begin(place=at, minutes=minutes)
    state.threats["wolf"].place = place
    state.threats["wolf"].awake = True
    state.threats["wolf"].moves_at = minutes + 10
    return state


def cold_rate(state: StoryState) -> int:
    return rate(sample(), state, "cold", sample().needs["cold"])


# ---- needs ----


def test_a_need_grows_by_place_and_hour_and_what_is_worn() -> None:
    assert cold_rate(begin()) == 12
    assert cold_rate(begin(minutes=180)) == 24, "at night"
    assert cold_rate(begin(place="loft")) == -12, "indoors"
    assert cold_rate(begin(place="mill")) == -30, "the place's own rate"
    dressed = begin()
    dressed.items["gloves"] = PLAYER
    assert cold_rate(dressed) == 6
    dressed.place = "loft"
    assert cold_rate(dressed) == -12, "wool does not undo the warmth"


def test_a_level_is_told_when_it_is_reached_from_below() -> None:
    ruled = act(begin(needs={"cold": 19 * NEED_SCALE}), ops.PassTime(minutes=10))
    assert first(ruled, "need").detail["word"] == "shivering"
    assert "need" not in kinds(act(ruled.after, ops.PassTime(minutes=10)))


def test_a_level_weighs_on_the_skills() -> None:
    draft = open_turn(sample(), begin(needs={"cold": 45 * NEED_SCALE}), Outcome(), FAIR)
    assert draft.bonus("hands") == 3 - 2
    assert draft.bonus("nerve") == 2 - 1 + 1, "the knife helps"


def test_a_need_at_its_worst_wounds_and_kills() -> None:
    state = begin(place="wood", needs={"cold": 60 * NEED_SCALE})
    hurt = act(state, ops.PassTime(minutes=60))
    assert hurt.after.wounds == 2
    assert "wounded" in kinds(hurt)
    assert act(state, ops.PassTime(minutes=480)).ruling.minutes == 60, "it wakes them while there is time"
    dead = act(state.model_copy(update={"wounds": 5}), ops.PassTime(minutes=480))
    assert (dead.after.ended, dead.after.wounds) == ("dead", 6)
    assert dead.ruling.minutes == 60, "nothing more happens to the dead"


# ---- people ----


def test_people_go_about_their_day_and_only_the_way_they_take_is_seen() -> None:
    evening = act(begin(minutes=4 * 60 - 5), ops.PassTime(minutes=10))
    assert evening.after.characters["mara"].place == "loft"
    assert first(evening, "departed").place is None, "no exit of the yard leads there"
    alarmed = act(begin(flags={"alarm": 0}), ops.PassTime(minutes=10))
    assert first(alarmed, "departed").place == "wood"


def test_whoever_follows_somebody_goes_with_them() -> None:
    ruled = act(
        begin(flags={"alarm": 0}), ops.Try(verb="follow", what="mara"), verbs="follow", objects="mara"
    )
    assert ruled.after.place == ruled.after.characters["mara"].place == "wood"


def test_companions_and_the_dead_do_not_go_about_their_day() -> None:
    state = begin(flags={"alarm": 0})
    state.characters["mara"].following = True
    assert act(state, ops.PassTime(minutes=60)).after.characters["mara"].place == "yard"
    state.characters["mara"].following, state.characters["mara"].alive = False, False
    assert act(state, ops.PassTime(minutes=60)).after.characters["mara"].place == "yard"


# ---- threats ----


def test_a_threat_sleeps_until_it_is_woken() -> None:
    state = begin()
    assert not act(state, ops.PassTime(minutes=5)).after.threats["wolf"].awake
    assert act(state, ops.PassTime(minutes=25)).after.threats["wolf"].awake
    state.threats["wolf"].place = "yard"
    assert "threat_here" not in kinds(act(state, ops.Look())), "nobody sees what is not about yet"


def test_a_threat_comes_near_arrives_and_strikes() -> None:
    came = act(wolf_at("wood"), ops.PassTime(minutes=10), roll=UNLUCKY)
    assert ("threat_arrived" in kinds(came)) == (came.after.threats["wolf"].place == "yard")
    struck = act(wolf_at("yard"), ops.PassTime(minutes=5), roll=UNLUCKY)
    assert kinds(struck).count("threat_met") == 1
    assert struck.after.wounds == 2
    assert struck.after.threats["wolf"].calm_until > struck.after.minutes
    spared = act(struck.after, ops.PassTime(minutes=5), roll=UNLUCKY)
    assert spared.after.wounds == 2, "it rests"


def test_a_threat_is_kept_off_and_does_not_find_the_hidden() -> None:
    lit = wolf_at("yard")
    lit.items["lantern"] = PLAYER
    ruled = act(lit, ops.PassTime(minutes=10), roll=UNLUCKY)
    assert (ruled.after.wounds, ruled.after.threats["wolf"].place) == (0, "wood")
    assert "threat_left" in kinds(ruled)
    hidden = wolf_at("yard")
    hidden.flags["hidden"] = 0
    assert act(hidden, ops.PassTime(minutes=5), verbs="wait", roll=UNLUCKY).after.wounds == 0


def test_a_threat_stays_where_it_may_roam() -> None:
    state = wolf_at("hollow", at="mill")
    for turn in range(40):
        state = act(state, ops.PassTime(minutes=30), roll=LUCKY).after
        assert state.threats["wolf"].place in sample().threats["wolf"].roams, turn


def test_a_wait_ends_when_something_comes_and_other_acts_do_not() -> None:
    waited = act(wolf_at("yard"), ops.PassTime(minutes=120), roll=UNLUCKY)
    assert waited.ruling.minutes == 30
    patient = act(begin(place="loft", minutes=29, beats={}), ops.PassTime(minutes=120), roll=LUCKY)
    assert ("beat" in kinds(patient), patient.ruling.minutes) == (True, 120), "a beat does not end a wait"
    busy = act(wolf_at("yard"), *[ops.Use(rule="call_boy")] * 20, roll=LUCKY)
    assert busy.ruling.minutes == 61


def test_sleep_ends_when_something_comes() -> None:
    ruled = act(wolf_at("yard"), ops.PassTime(minutes=240, sleep=True), roll=UNLUCKY)
    assert ruled.ruling.minutes == 30
    assert ruled.after.wounds == 2
    safe = act(begin(place="loft", minutes=700, beats={"dusk": 1}, finished={"over": 1}),
               ops.PassTime(minutes=240, sleep=True), roll=LUCKY)  # fmt: skip
    assert safe.ruling.minutes == 240


# ---- beats ----


def test_a_beat_fires_once_and_one_that_repeats_waits() -> None:
    one = act(begin(minutes=29), ops.PassTime(minutes=5))
    assert [h.what for h in one.ruling.happenings if h.kind == "beat"] == ["dusk"]
    assert "beat" not in kinds(act(one.after, ops.PassTime(minutes=5)))
    night = begin(place="wood", minutes=180, beats={"dusk": 30})
    assert "beat" in kinds(act(night, ops.PassTime(minutes=5)))
    assert "beat" not in kinds(act(act(night, ops.PassTime(minutes=5)).after, ops.PassTime(minutes=5)))


def test_beats_that_start_each_other_come_to_an_end() -> None:
    ruled = act(begin(), ops.Use(rule="ring"))
    rung = [h.what for h in ruled.ruling.happenings if h.kind == "beat"]
    assert rung == ["ring_a", "ring_b", "ring_c"]
    again = act(ruled.after, ops.Use(rule="ring"))
    assert [h.what for h in again.ruling.happenings if h.kind == "beat"] == ["ring_a", "ring_b"], (
        "c is finished"
    )


def test_the_beat_of_highest_priority_comes_first_and_a_beat_may_lead_away() -> None:
    ruled = act(begin(minutes=40, flags={"swept_off": 0}), ops.PassTime(minutes=5))
    assert [h.what for h in ruled.ruling.happenings if h.kind == "beat"] == ["dusk", "swept"]
    assert ruled.after.place == "wood"
    assert kinds(ruled).index("beat") < kinds(ruled).index("entered")


# ---- remarks and endings ----


def test_remarks_are_made_once_each_and_not_into_a_conversation() -> None:
    state, said = begin(), []
    for _ in range(20):
        ruled = act(state, ops.PassTime(minutes=1))
        said += [h.wordings[0] for h in ruled.ruling.happenings if h.kind == "remark"]
        state = ruled.after
    assert said == ["Snow tonight."]
    assert "remark" not in kinds(act(begin(), ops.Greet(who="mara")))


def test_no_idle_remark_answers_a_look_or_follows_another_at_once() -> None:
    looked, waited = begin(), begin(lines={"mara.remarks.9": 1})
    turns = []
    for _ in range(20):
        ruled = act(looked, ops.Look())
        assert "remark" not in kinds(ruled)
        looked = ruled.after
        passed = act(waited, ops.PassTime(minutes=1))
        turns += [passed.after.turn] if "remark" in kinds(passed) else []
        waited = passed.after
    assert turns
    assert turns[0] > REMARKS_APART


def test_an_ending_is_told_with_the_epilogues_that_hold() -> None:
    state = begin(flags={"mill_runs": 1}, facts={"sand": 1})
    alone = act(state, ops.Look())
    assert alone.after.ended == "ground"
    assert kinds(alone)[-2:] == ["ending", "epilogue"]
    state.characters["mara"].following = True
    assert kinds(act(state, ops.Look()))[-3:] == ["ending", "epilogue", "epilogue"]


@pytest.mark.parametrize("facts", [{}, {"den": 1}])
def test_an_ending_that_is_not_reached_does_not_come(facts: dict[str, int]) -> None:
    assert act(begin(flags={"mill_runs": 1}, facts=facts), ops.Look()).after.ended is None
