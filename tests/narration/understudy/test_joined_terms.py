"""Offers, threats, requests and lies weigh as much beside a gesture as alone, and a deal binds both sides."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.scenekit import scene, text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

FORD = "tests/worlds_small/ford"
OFFER = "I crouch down and offer Bersi my knife if he tells me about the cart"
TOPIC_LINE = "It is up to its axle at the ford."


def _turn(words: str, state: StoryState | None = None, seed: int = 1) -> Played:
    start = state or scene(FORD, here="bersi", has="knife ring").model_copy(update={"seed": seed})
    return play(world_at(FORD), start, words)


def _story_with_a_deal(words: str) -> StoryState:
    """The first story of several in which an offer of a thing for a telling is taken, and the thing not given yet."""
    for seed in range(1, 30):
        after = _turn(words, seed=seed).after
        if any(name.endswith("_deal") for name in after.promises):
            return after.model_copy(update={"turn": after.turn + 1})
    raise AssertionError("the dice never fell so")


def test_whoever_agreed_to_tell_tells_once_they_are_given_what_was_offered() -> None:
    state = _story_with_a_deal("Bersi, I'll give you my ring if you tell me about the sheriff's Thursday")
    paid = _turn("I hand Bersi the ring", state)
    assert "He comes on Thursday" in text_of(paid)
    assert {one.status for one in paid.after.promises.values()} == {"kept"}


@cases
def test_a_deal_that_was_struck_is_confirmed(words: str) -> None:
    state = _story_with_a_deal("Bersi, I'll give you my ring if you keep quiet about me")
    turn = _turn(words, state)
    assert "give me your ring" in text_of(turn)
    assert turn.after.items["ring"] == PLAYER, "nothing is handed over by asking"


def test_a_deal_that_was_refused_is_refused_again() -> None:
    refused = _turn("Bersi, I'll give you my ring for your cart")
    assert not refused.after.promises
    again = _turn("So, do we have a deal?", refused.after.model_copy(update={"turn": 1}))
    assert "give you my cart" in text_of(again)


def test_nothing_is_given_before_the_other_side_has_agreed() -> None:
    for words in ("I shake my head and tell Bersi I'll only give him the ring once he has paid the miller", OFFER):
        for seed in range(1, 6):
            after = _turn(words, seed=seed).after
            told = "cart" in words
            assert after.items["knife" if told else "ring"] in ({PLAYER, "bersi"} if told else {PLAYER})


def test_a_threat_of_one_word_wrings_out_silence() -> None:
    kept = set()
    for seed in range(1, 12):
        turn = _turn('I take Bersi by the collar: "One word of this to Ketil and I\'ll drown you."', seed=seed)
        kept |= {one.what for one in turn.after.promises.values() if one.by == "bersi"}
    assert kept == {"not to say a word of this to ketil"}


@cases
def test_a_small_request_is_taken_on_in_its_own_words(words: str, what: str) -> None:
    given = [one for one in _turn(words).after.promises.values() if one.by == "bersi"]
    assert [one.what for one in given] == [what]


@cases
def test_a_word_is_given_only_on_what_is_to_come(words: str, what: str) -> None:
    given = [one.what for one in _turn(words).after.promises.values() if one.by == PLAYER]
    assert given == ([what] if what else [])


@cases
def test_a_lie_is_tried_on_whoever_hears_it(words: str) -> None:
    turn = _turn(words)
    tried = [one for one in turn.outcome.changes if one.op == "attempt"]
    assert [(one.stance, one.target) for one in tried] == [("deceive", "bersi")]
    assert turn.after.items == scene(FORD, here="bersi", has="knife ring").items
