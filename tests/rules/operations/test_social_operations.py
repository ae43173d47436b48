"""Gifts, talk and companions."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from tests.worldkit import act, begin, codes, first, kinds


def test_a_gift_is_accepted_by_whoever_bears_no_grudge() -> None:
    given = act(begin(), ops.Give(item="knife", to="mara"))
    assert given.after.items["knife"] == "mara"
    assert given.after.characters["mara"].disposition == 1, "kindness is remembered"
    refused = act(begin(), ops.Give(item="knife", to="well_keeper"))
    assert (codes(refused), refused.after.items["knife"]) == (["refused_gift"], "player")


def test_nobody_is_given_anything_who_is_away_or_dead_or_nobody() -> None:
    state = begin()
    state.characters["mara"].alive = False
    assert codes(act(state, ops.Give(item="knife", to="mara"))) == ["dead"]
    assert codes(act(begin(), ops.Give(item="knife", to="boy"))) == ["who_not_here"]
    assert codes(act(begin(), ops.Give(item="knife", to="nowhere"))) == ["no_such_person"]


def test_greetings_are_said_once_each() -> None:
    one = act(begin(), ops.Greet(who="mara"))
    two = act(one.after, ops.Greet(who="mara"))
    three = act(two.after, ops.Greet(who="mara"))
    assert [first(r, "said").wordings[0][:8] for r in (one, two)] == ["Evening.", "Evening,"]
    assert kinds(three)[0] == "greeted_again"
    assert one.after.characters["mara"].met


def test_goodbyes() -> None:
    parted = act(begin(), ops.Greet(who="mara", parting=True))
    assert first(parted, "said").wordings == ("Mind the wolf.",)
    assert kinds(act(parted.after, ops.Greet(who="mara", parting=True)))[0] == "parted"


def test_a_topic_is_told_line_by_line_as_far_as_the_speaker_likes_it() -> None:
    told = act(begin(), ops.Discuss(who="mara", topic="mill"))
    assert "sand" in told.after.facts
    assert kinds(act(told.after, ops.Discuss(who="mara", topic="mill")))[0] == "said_again"
    told.after.characters["mara"].disposition = 2
    more = act(told.after, ops.Discuss(who="mara", topic="mill"))
    assert first(more, "said").wordings == ("Ask the boy.",)


def test_what_somebody_cannot_speak_of() -> None:
    early = act(begin(), ops.Discuss(who="mara", topic="boy"))
    assert first(early, "said").wordings == ("I would not know.",)
    assert kinds(act(early.after, ops.Discuss(who="mara", topic="x" * 120)))[0] == "unknown_topic"


def test_a_lie_is_marked() -> None:
    told = act(begin(facts={"sand": 0}), ops.Discuss(who="mara", topic="boy"))
    assert first(told, "said").detail["lie"] == "yes"


def test_a_companion_is_told_to_stay() -> None:
    state = begin()
    assert codes(act(state, ops.Dismiss(who="mara"))) == ["not_following"]
    state.characters["mara"].following = True
    assert not act(state, ops.Dismiss(who="mara")).after.characters["mara"].following
