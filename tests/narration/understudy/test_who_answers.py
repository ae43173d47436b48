"""Who answers: names called out however they are typed, several matters at once, what anybody can see."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.replies import PLAIN
from gamemaster.rules.state import Promise
from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk

BRANNIGAN, DECK_NINE = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


@pytest.mark.parametrize(
    ("folder", "place", "people", "words", "who"),
    [
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "may i sit here ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "what's that noise ulf", "ulf"),
        (
            LONG_NIGHT,
            "hall",
            ("ragnhild", "ulf"),
            "can i borrow the spear ragnhild? ill bring it back",
            "ragnhild",
        ),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "nice axe ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "nice axe, ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "long night ahead ragnhild", "ragnhild"),
        (INN, "kitchen", ("nuha", "farrokh"), "cold tonight farrokh", "farrokh"),
        (BRANNIGAN, "lobby", ("otis",), "can't sleep otis. anybody come in or out tonight?", "otis"),
        (
            "tests/worlds_small/ford",
            "alehouse",
            ("halla", "ketil"),
            "excuse me, miller, what of the boy?",
            "ketil",
        ),
        (
            "tests/worlds_small/ford",
            "alehouse",
            ("halla", "ketil"),
            "pardon me, alewife, what of the boy?",
            "halla",
        ),
    ],
)
def test_whoever_is_named_last_without_a_comma_answers(
    folder: str, place: str, people: tuple[str, ...], words: str, who: str
) -> None:
    one = talk(folder, place, *people)
    one.say(words)
    assert one.said[0].startswith(f"{who}: ")
    assert one.state.characters[who].wounds == 0


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("what do you think of ulf", "ask"),
        ("i smile at ulf", "express"),
        ("carefully hit ulf", "attack"),
        ("where is the steward ulf", "inform"),
    ],
)
def test_a_name_that_a_word_takes_as_its_own_is_not_called_out(words: str, verb: str) -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild", "ulf")
    one.say("hello ragnhild")
    one.say(words)
    assert one.last is not None
    assert one.last.outcome.intents[0].verb == verb
    assert "ulf" in one.last.outcome.intents[0].objects or one.last.outcome.intents[0].verb in (
        "ask",
        "express",
    )


@pytest.mark.parametrize(
    "words",
    [
        "what do you know about the drone and the botanist",
        "ask bo about the drone and the botanist",
        "ok bo, what do you know about the drone, the botanist and who's lying to me",
    ],
)
def test_each_of_several_matters_is_answered(words: str) -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say(words)
    assert any("music" in line for line in one.said)
    assert any("dirt on her thumb" in line for line in one.said)
    assert len(one.said) == 1  # in one speech
    of_the_third = one.said[0].split("dirt on her thumb.")[1]
    assert bool(of_the_third) == ("lying" in words)  # what is not known is said too


def test_bread_and_butter_are_no_two_matters() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say("ask her about the bread and butter")
    assert one.last is not None
    assert len(one.last.outcome.intents) == 1


def test_whoever_is_here_is_seen_to_be_here_and_to_be_well() -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say("hi bo")
    before = one.state.minutes
    for words, told in (
        ("where is bo", "Bo is here."),
        ("is bo hurt?", "Bo is not hurt, as far as you can see."),
        ("is he ok", "Bo is not hurt, as far as you can see."),
        ("whats he doing on the floor anyway?", "toolbox"),
    ):
        one.say(words)
        assert told in one.passage, words
    assert one.state.minutes == before
    one.say("are you hurt?")
    assert one.said[-1].startswith("bo: ")


def test_nobody_is_sent_to_where_they_stand_or_past_where_they_saw_somebody() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    one.state.characters["jory"].place = one.state.seen_at["jory"] = "store"
    one.say("where's jory?")
    assert "the Oil Store" in one.said[0]
    hall = talk(LONG_NIGHT, "hall", "ragnhild")
    hall.state.characters["ulf"].place = "yard"
    hall.say("where is ulf?")
    assert hall.said[0].startswith("ragnhild: ")
    assert "Hall" not in hall.said[0]


@pytest.mark.parametrize(
    "words", ["yes it's good", "no, i don't know that", "aye, ten it is", "yes, and i'd like to know more"]
)
def test_an_answer_to_their_own_question_is_heard(words: str) -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say(words)
    assert one.last is not None
    assert any(line.startswith("ivar: ") for line in one.said[1:])
    assert not one.last.outcome.asides


@pytest.mark.parametrize("words", ["guest-right, if you'll have me", "a bed for the night if you have one"])
def test_what_is_wanted_on_their_terms_is_said(words: str) -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say(words)
    assert one.said[0].startswith("ragnhild: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("bye bo, where does the hatch lead", "the Gardens"),
        ("hey bo, where am i", "Ring Corridor"),
        ("goodnight bo, what time is it", "twenty to six"),
    ],
)
def test_a_question_after_a_greeting_by_name_is_not_lost(words: str, told: str) -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say(words)
    assert told in one.passage


def test_who_did_a_thing_is_not_answered_by_who_is_called_like_a_word_of_it() -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say("hi bo")
    one.say("who built this ship?")
    assert "voice of the ship" not in one.passage


def test_a_vow_beside_a_request_is_said_and_no_deed_put_off() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say("can i borrow the spear ragnhild? ill give it back in the morning")
    assert one.last is not None
    assert not one.last.outcome.asides
    assert [intent.role for intent in one.last.outcome.intents][1:] == ["speech"]


@pytest.mark.parametrize(
    "words",
    [
        "hey big fella, easy. we come in peace",
        "stay back!",
        "please dont hurt us",
        "shh, nobody's going to hurt you",
    ],
)
def test_what_soothes_or_begs_is_for_whoever_is_hostile(words: str) -> None:
    one = talk(DECK_NINE, "gardens", "bo", "gus")
    one.say("hi bo")
    one.say(words)
    assert one.last is not None
    assert {who for intent in one.last.outcome.intents for who in intent.objects} == {"gus"}
    assert not one.said


def test_a_companion_who_is_named_hears_what_soothes() -> None:
    one = talk(DECK_NINE, "gardens", "bo", "gus")
    one.say("easy, bo")
    assert one.said[0].startswith("bo: ")


def test_words_to_a_threat_are_heard_by_it_and_answered_by_nobody() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    threat = one.state.threats["hush"]
    threat.place, threat.awake, threat.moves_at = "kitchen", True, 10**6
    one.say("stay back")
    assert one.last is not None
    assert one.last.outcome.intents[0].objects == ("hush",)
    assert not any("try it" in span.text for span in one.last.spans)


@pytest.mark.parametrize("words", ["one of ten?", "ten what", "what did you mean, one of ten? ten what"])
def test_a_few_of_their_words_said_back_are_a_question_about_them(words: str) -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say("i'm scared, who are you?")
    assert "one of ten" in one.said[-1]
    one.say(words)
    assert "ten" in one.said[-1]


def test_words_said_back_in_quotation_marks_ask_too() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say("ask otis about the lawyer")
    one.say('"works nights when he works?"')
    assert "works nights when he works" in one.said[-1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ('"i am freezing, is there a fire up there?"', "never been out"),
        ('"it is late, where do i sleep?"', "hall"),
        ("it is late, where do i sleep?", "hall"),
    ],
)
def test_a_question_after_a_statement_is_answered(words: str, told: str) -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say(words)
    assert told in one.said[-1]


def test_a_tag_is_no_question_of_its_own() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say("it's cold, isn't it")
    assert one.last is not None
    assert [intent.verb for intent in one.last.outcome.intents] == ["tell"]


def test_whoever_is_talked_with_says_where_there_is_a_fire() -> None:
    one = talk(LONG_NIGHT, "yard", "ulf")
    one.say("good day, ulf")
    one.say("where can i get warm?")
    assert one.said[-1].startswith("ulf: ")
    assert "hall" in one.said[-1]


def test_what_one_did_is_known_from_the_record() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    for words, told in (
        ("did i eat the stew or not?", "No, you did not."),
        ("eat the stew", "stew"),
        ("did i eat the stew or not?", "Yes, you did."),
        ("have i had the stew yet", "Yes, you did."),
        ("did i pet the cat", "No, you did not."),
        ("did i talk to dilys yet", "No: you have not spoken with"),
        ("have i been in the bunk room", "No: you have not been at the Bunk Room yet."),
        ("did i write to my mother", "Not that you recall."),
    ):
        one.say(words)
        assert told in one.passage, words


@pytest.mark.parametrize("words", ["talk to the botanist", "attack the scientist", "where is the botanist"])
def test_a_name_that_the_player_never_heard_is_not_shown(words: str) -> None:
    one = talk(DECK_NINE, "bunkroom")
    one.say(words)
    assert "Ines" not in one.passage
    one.say("talk to ines")
    assert "Ines" in one.passage


@pytest.mark.parametrize(
    "words", ["call bo on channel 9", '"Bo? bo you there? its okafor" i say into the handheld', "radio bo"]
)
def test_a_call_by_radio_is_heard_by_nobody_and_told_as_a_call(words: str) -> None:
    one = talk(DECK_NINE, "bunkroom")
    one.say("take the handheld")
    one.say(words)
    assert "andheld" in one.passage
    assert "not here" not in one.passage
    one.say("tell bo i miss him")
    assert "andheld" not in one.passage


def test_whoever_gave_their_word_stands_by_it() -> None:
    one = talk(BRANNIGAN, "fourth", "gloria")
    one.state.promises["stay"] = Promise(by="gloria", to="player", what="to stay till midnight")
    one.say("hi gloria")
    one.say("so are you staying?")
    assert one.last is not None
    assert one.said[-1].removeprefix("gloria: ") in PLAIN["as_promised"]
    one.say("are you married?")
    assert one.said[-1].removeprefix("gloria: ") not in PLAIN["as_promised"]


@pytest.mark.parametrize("words", ["tell gloria im downstairs", "if anyone asks im not here"])
def test_word_is_left_with_whoever_is_talked_with(words: str) -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say("evening otis, hows the wife")
    assert one.said[-1].startswith("otis: ")
    told = len(one.said)
    one.say(words)
    assert one.said[told].startswith("otis: ")
    assert "in vain" not in one.passage


def test_nobody_passes_on_word_who_was_not_spoken_with() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say("tell gloria im downstairs")
    assert not one.said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("my mate bersi, was he still walking when u saw him", "the tall one"),
        ("grandmother, is she kind", "She cuts me the crust"),
    ],
)
def test_whoever_is_named_before_the_question_is_asked_after(words: str, told: str) -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say(words)
    assert told in "\n".join(one.said[1:])


def test_the_hour_of_something_else_is_not_the_hour_it_is() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say("hi otis")
    one.say("what time did he leave")
    assert one.said[-1].startswith("otis: ")
    one.say("what time is it")
    assert "a quarter past eleven" in one.passage or "past eleven" in one.passage


def test_a_voice_that_has_things_to_tell_is_asked_as_people_are() -> None:
    one = talk(DECK_NINE, "bunkroom", "warden")
    one.say("is the captain angry with me?")
    assert one.said[-1].startswith("warden: ")
    assert "Captain Abara" in one.said[-1]


def test_a_threat_that_is_said_to_be_told_is_told() -> None:
    one = talk(DECK_NINE, "gardens", "bo", "gus")
    one.say("hi bo")
    one.say("if it wont listen ill smash its eye with my wrench, tell it so")
    assert one.last is not None
    assert [(intent.verb, intent.objects) for intent in one.last.outcome.intents] == [("threaten", ("gus",))]


@pytest.mark.parametrize(
    "words", ["hey ulf, ragnhild says orm was drunk according to you. was he?", "ulf, orm was drunk. was he?"]
)
def test_a_doubt_after_a_statement_asks_after_it(words: str) -> None:
    one = talk(LONG_NIGHT, "hall", "ulf")
    one.say(words)
    assert one.said[0].startswith("ulf: ")
    assert "Orm" in "\n".join(one.said)


@pytest.mark.parametrize("words", ["is jory coming up for supper or not", "was cobb a good keeper"])
def test_a_question_about_somebody_is_no_look_at_what_it_names_beside_them(words: str) -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    one.say("good evening, sir")
    one.say(words)
    assert one.last is not None
    assert all(intent.verb != "examine" for intent in one.last.outcome.intents)
