"""What is said in one breath is heard in full: each saying as what it does, and no shared word opens another matter."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.bargains import Terms, terms_of
from gamemaster.language.talk.quotations import with_orders_put, without_herald
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


def test_how_things_are_with_the_player_is_told_and_not_done() -> None:
    one = with_jory()
    one.say("I have a boy at home, Jory. I only look older.")
    assert {intent.verb for intent in outcome_of(one).intents} == {"tell"}
    assert sum(isinstance(change, Answer) for change in outcome_of(one).changes) == 1


@pytest.mark.parametrize(
    ("words", "said_back"),
    [
        ("i will give you two bucks if you forget you saw me", Terms("give me two bucks", "forget I saw you")),
        ("i will give you my knife if you tell me what you are counting",
         Terms("give me your knife", "tell you what I am counting")),
        ("i will chop wood for a bed", Terms("chop wood", "give you a bed")),
    ],
)  # fmt: skip
def test_the_terms_of_a_bargain_are_said_back_in_their_own_person(words: str, said_back: Terms) -> None:
    assert terms_of(words.split()) == said_back


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A mug of ale, please.", "Can I have A mug of ale?."),
        ("two bucks if you keep quiet", "I'll give you two bucks if you keep quiet"),
        ("Two bucks says he runs", "Two bucks says he runs"),
    ],
)
def test_what_is_only_named_is_asked_for_or_offered(typed: str, meant: str) -> None:
    assert with_orders_put(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Deal: I'll carry it if you lead me.", "I'll carry it if you lead me."),
        ("Here's my offer: this lamp if you tell me.", "I'll give you this lamp if you tell me."),
        ("Swap you: my knife for yours.", "I'll give you my knife for yours."),
        ("A great deal, I think.", "A great deal, I think."),
    ],
)
def test_what_only_says_that_an_offer_follows_is_left_out(typed: str, meant: str) -> None:
    assert without_herald(typed) == meant


def test_a_denial_to_somebodys_face_is_said_and_not_only_thought() -> None:
    one = with_jory()
    one.say("I didn't kill him, if that's what you're thinking.")
    said = [change.who for change in outcome_of(one).changes if isinstance(change, Answer | Discuss)]
    assert said == ["jory"]
