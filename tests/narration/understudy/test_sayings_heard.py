"""What is said in one breath is heard in full: each saying as what it does, and no shared word opens another matter."""

from __future__ import annotations

import pytest

from gamemaster.rules.proposal import Answer, Discuss, MakePromise, Outcome
from tests.narration.understudy.conversations import LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import Talk, talk


def outcome_of(one: Talk) -> Outcome:
    assert one.last is not None
    return one.last.outcome


def with_jory() -> Talk:
    one = talk(LIGHTHOUSE, "store", "jory")
    one.say("Hello Jory. I'm the new man.")
    return one


def test_an_apology_is_taken_before_the_question_is_answered() -> None:
    one = with_jory()
    one.say("I'm sorry, that was sharp. It's been a long day in a wet boat. Where do I sleep?")
    verbs = [intent.verb for intent in outcome_of(one).intents]
    assert verbs[0] == "apologise"
    assert [change.topic for change in outcome_of(one).changes if isinstance(change, Discuss)] == ["sleep"]


@pytest.mark.parametrize(
    ("words", "force"),
    [
        ("Don't you five-to-two me. I've a wife at home.", "snap"),
        ("I'm rubbish at cards, I'll warn you now. What do you play here?", "admit"),
        ("fair enough, keep it to yourself then", "drop"),
        ('"Yes, sir," I say.', "obey"),
    ],
)
def test_a_saying_is_taken_for_what_it_does(words: str, force: str) -> None:
    one = with_jory()
    one.say(words)
    assert outcome_of(one).intents[0].force == force
    said = [change for change in outcome_of(one).changes if isinstance(change, Answer)]
    assert [change.who for change in said][:1] == ["jory"]


def test_what_they_asked_is_answered_and_opens_nothing() -> None:
    one = talk(LIGHTHOUSE, "store", "jory")
    one.say("Jory, what did Cobb hear on the stairs?")
    one.say("I lost my keys in a wet boat this morning, and it rained all the way.")
    assert not any(isinstance(change, Discuss) for change in outcome_of(one).changes)


def test_a_bet_on_odds_that_somebody_offered_is_struck() -> None:
    one = with_jory()
    one.say("Five to two? Done. A crown on me lasting the whole month.")
    promise = next(change for change in outcome_of(one).changes if isinstance(change, MakePromise))
    assert (promise.by, promise.what) == (
        "jory",
        "to stand by the bet: a crown on you lasting the whole month",
    )
    assert any(held.by == "jory" and held.status == "open" for held in one.state.promises.values())


def test_what_is_muttered_to_oneself_is_answered_by_nobody() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say(
        '"A bench for sixty, and seven of you," I mutter to myself. Then aloud: "Who carved these posts?"'
    )
    assert [intent.verb for intent in outcome_of(one).intents] == ["ask"]


def test_a_word_between_marks_in_a_question_is_part_of_it() -> None:
    one = with_jory()
    one.say('Is there anything in there... or is there "nothing"?')
    assert [intent.verb for intent in outcome_of(one).intents] == ["ask"]
    assert not outcome_of(one).asides
