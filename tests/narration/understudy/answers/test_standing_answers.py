"""What the Game Master says of bonds, eyes, sounds, threats and deeds: out of the state, and never a name not met."""

from __future__ import annotations

from gamemaster.narration.understudy.answers import standing_answers
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.draft import HIDDEN
from gamemaster.rules.state import Relation
from tests.worldkit import begin, sample


def somebody() -> str:
    return begin().present()[0]


def test_whoever_was_not_met_is_not_named() -> None:
    state, who = begin().clone(), somebody()
    state.characters[who].met = False
    assert sample().characters[who].name not in standing_answers.standing(sample(), state, who)


def test_a_bond_is_told_in_words() -> None:
    state, who = begin().clone(), somebody()
    state.characters[who].met = True
    state.characters[who].relations["player"] = Relation(trust=2, debt=-2)
    assert "trusts you" in standing_answers.standing(sample(), state, who)
    assert "You are in debt" in standing_answers.debts(sample(), state, who)


def test_nobody_sees_a_player_who_hides() -> None:
    state, who = begin().clone(), somebody()
    assert standing_answers.onlookers(sample(), state, who).startswith(("Yes", "No: whoever"))
    state.flags[HIDDEN] = 1
    assert standing_answers.onlookers(sample(), state, who).startswith("No")


def test_what_the_player_did_is_not_done_again() -> None:
    played = play(sample(), begin(), "Did I break the door just now?")
    assert [span.kind for span in played.spans] == ["notice"]
    assert played.ruling.minutes == 0


def test_a_threat_that_was_never_met_is_not_told_of() -> None:
    for name in sample().threats:
        assert standing_answers.threat_place(sample(), begin(), name) == "You have not come across it."
