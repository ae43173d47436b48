"""Several things said in one breath: each is answered by its force; nothing is said back with turned persons."""

from __future__ import annotations

import re

import pytest

from tests.casekit import cases
from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk

_SHRUGS = ("news to me", "hadn't heard", "not heard", "not been told", "had not reached")


@pytest.mark.parametrize(
    "words",
    [
        "I had a sister too.", "I already read it.", "It was not your fault.", "I forgive you.", "You look tired.",
        "What a lovely coat.", "Never mind.", "He seems a bit of a crook.",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("folder", "place", "who", "opening"),
    [
        (LIGHTHOUSE, "kitchen", "tallack", "Mr Tallack, what is the Halcyon?"),
        (LONG_NIGHT, "smithy", "skeggi", "Skeggi, what are you making?"),
        (INN, "gate", "bishr", "Bishr, how long have you kept this gate?"),
    ],
)
def test_nobody_is_surprised_by_what_is_no_news(
    folder: str, place: str, who: str, opening: str, words: str
) -> None:
    one = talk(folder, place, who)
    one.say(opening)
    answer = one.say(f'"{words}"')
    assert answer.startswith(f"{who}: "), answer
    assert not any(shrug in answer for shrug in _SHRUGS), answer


def test_a_name_is_given_for_a_name() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    assert "Ivar" in one.say('"My name is Thorolf. What\'s yours?"')


@pytest.mark.usefixtures("no_written_answers")
def test_a_feeling_and_a_question_are_both_answered() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say('"Thank you for the roof. I lost a friend. Where is Orm?"')
    assert one.sources[:3] == ["use", "manners", "manners"]  # the world's rule for thanks, and her word to it
    assert len(one.sources) > 3


def test_what_was_asked_before_is_said_again_in_brief() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("who lives here?")
    assert "Grandmother" in one.say("who lives here again?")


@cases
def test_a_grudge_keeps_their_life_back_and_says_no_word_of_the_question(words: str, said_back: str) -> None:
    one = talk(LONG_NIGHT, "smithy", "skeggi")
    one.state.characters["skeggi"].disposition = -1
    said = one.say(words)
    assert said.startswith("skeggi: ")
    assert said_back not in said


def test_no_part_of_a_question_is_read_back() -> None:
    one = talk(LONG_NIGHT, "smithy", "skeggi")
    assert "of I" not in one.say("Skeggi, how many of you were there before?")


@pytest.mark.parametrize(
    ("folder", "place", "who", "words", "names"),
    [
        (LIGHTHOUSE, "store", "jory", "jory where are the other two", ("Miss Pryce", "Ambrose")),
        (LIGHTHOUSE, "store", "jory", "Jory, who else lives here?", ("Dilys", "Tallack")),
        ("tests/worlds_modern/brannigan", "lobby", "otis", "otis who else works here", ("Crane",)),
    ],
)
def test_whoever_lives_somewhere_knows_who_else_does(
    folder: str, place: str, who: str, words: str, names: tuple[str, ...]
) -> None:
    answer = talk(folder, place, who).say(words)
    assert all(name in answer for name in names), answer
    assert "hand on the key" not in answer


def test_whom_one_may_trust_is_asked_of_whoever_spoke_of_them() -> None:
    one = talk(LONG_NIGHT, "smithy", "skeggi")
    one.say("Skeggi, what do you think of Ulf?")
    assert one.say("can I trust him?").startswith("skeggi: ")


@cases
def test_a_case_supposed_is_answered_and_does_nothing(words: str) -> None:
    one = talk(LIGHTHOUSE, "store", "jory")
    assert one.say(words).startswith("jory: ")
    assert one.sources in (["reply"], ["discuss"])  # a writer may have foreseen the case


def test_the_answer_to_their_own_question_is_heard() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    one.say("Mr Tallack, can I borrow the oars?")
    assert one.say("for the boat, in case we have to leave in a hurry").startswith("tallack: ")


def test_both_of_them_are_told() -> None:
    one = talk(LONG_NIGHT, "smithy", "skeggi", "hild")
    answer = one.say("tell them both what Ivar said, that Orm came by hand with a hurt on his head")
    assert "skeggi: " in answer
    assert "hild: " in answer


def test_a_part_of_the_body_names_nobody() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    answer = one.say("put a hand on his shoulder and tell him it was not his fault")
    assert answer.startswith("tallack: "), one.passage


@cases
def test_each_thing_done_by_saying_it_is_answered(
    folder: str, place: str, who: str, words: str, answers: str
) -> None:
    said = talk(folder, place, who).say(f'"{words}"')
    assert re.search(answers, said), said


def test_a_word_given_without_an_oath_is_a_promise_and_is_missed_when_it_is_broken() -> None:
    one = talk(INN, "gate", "bishr")
    one.say('"I will stand the watch with you tonight, old man."')
    assert [(p.to, p.status) for p in one.state.promises.values()] == [("bishr", "open")]
    answer = one.say('"I cannot stand the watch with you after all. I am too tired."')
    assert re.search("your word|promised", answer), answer
    assert [p.status for p in one.state.promises.values()] == ["broken"]


def test_what_was_never_promised_is_not_owned_to() -> None:
    one = talk(INN, "gate", "bishr")
    assert re.search("Never said|no word", one.say('"You promised to open the gate, remember?"'))
    one.say('"Promise me you will stay by the gate."')
    assert re.search("word|said so|promised", one.say('"You promised to stay by the gate."'))


def test_a_promise_in_quotation_marks_is_noted_however_it_is_put() -> None:
    for words in (
        "I promise I will fix the hinge.",
        "I'll fix the hinge tomorrow, I promise.",
        "I'll fix the hinge for you.",
    ):
        one = talk(INN, "gate", "bishr")
        one.say(f'"{words}"')
        assert ["fix" in p.what for p in one.state.promises.values()] == [True], words


def test_who_said_that_they_would_is_held_to_it() -> None:
    one = talk(INN, "gate", "bishr")
    one.say('"Please don\'t tell Nuha about the letter."')
    assert [(p.by, p.status) for p in one.state.promises.values()] == [("bishr", "open")]
    assert re.search("word|promised|said so", one.say('"You said you would not tell Nuha about the letter."'))


def test_what_is_on_somebodys_head_is_no_bargain() -> None:
    one = talk(INN, "gate", "bishr")
    before = one.state.minutes
    one.say('"Then I will go alone, and if I die it is on your head!"')
    assert one.state.minutes - before < 5
    assert "I beg you?" not in one.say('"Will you send men to look for him? I beg you."')


def test_the_reason_for_a_request_is_not_answered_beside_it() -> None:
    one = talk(INN, "gate", "bishr")
    assert one.say('"Come with me. Two of us see more than one."').count("bishr: ") == 1


def test_a_small_thing_asked_of_somebody_is_seen_to_be_done() -> None:
    one = talk(INN, "gate", "bishr")
    one.say('"Hold out your hand."')
    assert "Bishr holds out his hand." in one.passage
    one.say('"Show me your blind eye."')
    assert "Bishr shows you his blind eye." in one.passage


def test_a_compliment_plays_no_game() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    before = one.state.minutes
    one.say('"You have good ears."')
    assert one.state.minutes - before < 5


def test_a_courtesy_is_no_bargain() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    said = one.say('"I will take the first watch if you like, I am not tired."')
    assert "like you" not in said
    assert "need you" not in one.say('"I will be in the watch room if you need me."')


def test_a_kneeling_guest_takes_no_rest() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    before = one.state.minutes
    one.say("I kneel before the high seat and bow my head")
    assert one.state.minutes == before


@cases
def test_what_presses_for_an_answer_to_an_offer_is_no_question(pressing: str) -> None:
    one = talk(INN, "gate", "bishr")
    answer = one.say(f"I'll give you ten dinars for that spear{pressing}")
    assert one.sources == ["reply"], answer
    assert "ten dinars" in answer
