"""A rest is taken only where it was ordered; where its verb came up in talk, it was said."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.worldkit import world_at

LIGHTHOUSE = world_at("worlds/lighthouse")
A_TALK = 10  # minutes that words to somebody may take at most


def talking(*, following: bool = False) -> StoryState:
    """A story in which Jory was spoken to a moment ago."""
    state = state_of(LIGHTHOUSE, 1, {"place": "store", "here": ["jory"]})
    state = play(LIGHTHOUSE, state, "hello Jory").after
    state.characters["jory"].following = following
    return state


def said_to_jory(words: str) -> Played:
    return play(LIGHTHOUSE, talking(), words)


@cases
def test_words_in_talk_cost_no_rest(words: str) -> None:
    turn = said_to_jory(words)
    assert all(change.op != "pass_time" for change in turn.outcome.changes)
    assert turn.ruling.minutes <= A_TALK


@cases
def test_a_rest_that_is_ordered_is_taken(words: str, minutes: int) -> None:
    turn = said_to_jory(words)
    assert any(change.op == "pass_time" for change in turn.outcome.changes)
    assert turn.ruling.minutes >= minutes


def test_what_one_eats_as_a_rule_is_not_eaten() -> None:
    assert said_to_jory("i eat pilchards every day at home").after.items["pilchards"] == "store"
    assert said_to_jory("eat something, you look pale").after.items["pilchards"] == "store"


def test_a_companion_who_is_told_not_to_come_stays() -> None:
    turn = play(LIGHTHOUSE, talking(following=True), "wait dont come actually, stay")
    assert not turn.after.characters["jory"].following


def test_whoever_follows_nobody_is_only_told_to_wait() -> None:
    turn = said_to_jory("jory wait.")
    assert [change.op for change in turn.outcome.changes] == ["answer"]
    assert "following" not in " ".join(span.text for span in turn.spans)
