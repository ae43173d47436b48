"""A plea with its price is an offer, a threat amid a speech is one, a loan is asked for whoever it is for, sounds are
what is heard, and "it" is something that can be read to whoever reads it."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.language.clauses.test_gates import LIGHT, NIGHT, standing
from tests.worldkit import world_at


def text_of_turn(folder: str, place: str, here: str, words: str) -> str:
    spans = play(world_at(folder), standing(folder, place, here), words).spans
    return "\n".join(span.text for span in spans)


@cases
def test_a_plea_with_a_price_is_an_offer(words: str) -> None:
    read = understand(world_at(NIGHT), standing(NIGHT, "hall", "ragnhild"), words)
    assert [(one.verb, one.objects) for one in read.intents] == [("bargain", ("ragnhild",))]
    assert str(read.intents[0].topic).startswith("if you help me find")


@cases
def test_no_authored_ruse_is_put_into_the_mouth_of_whoever_speaks_of_something_else(words: str) -> None:
    assert "hot oil" not in text_of_turn(NIGHT, "hall", "ragnhild", words)
    assert "could lie" not in text_of_turn(NIGHT, "hall", "ragnhild", words)


@cases
def test_a_threat_amid_a_speech_is_heard(folder: str, place: str, who: str, words: str) -> None:
    read = understand(world_at(folder), standing(folder, place, who), words)
    assert ("threaten", (who,)) in [(one.verb, one.objects) for one in read.intents]


@cases
def test_a_loan_is_of_the_thing_whoever_it_is_for(words: str) -> None:
    read = understand(world_at(LIGHT), standing(LIGHT, "store", "jory"), words)
    assert [(one.verb, one.objects, one.topic) for one in read.intents] == [("ask", ("jory",), "valve")]


@cases
def test_a_sound_that_is_asked_after_is_what_is_heard(words: str) -> None:
    before = standing(NIGHT, "yard", "ulf")
    turn = play(world_at(NIGHT), before, words)
    assert [(one.verb, one.topic) for one in turn.outcome.intents] == [("inform", "senses")]
    assert turn.after.minutes == before.minutes


def test_a_sound_that_the_place_is_told_to_have_is_not_denied() -> None:
    assert "knocks on wood" in text_of_turn(NIGHT, "shore", "", "is there knocking?")


@cases
def test_other_questions_are_not_of_what_is_heard(words: str) -> None:
    read = understand(world_at(NIGHT), standing(NIGHT, "yard"), words)
    assert all(one.topic != "senses" or "knocking" in words for one in read.intents)


def test_it_is_writing_to_whoever_reads_it() -> None:
    world, state = world_at(LIGHT), standing(LIGHT, "kitchen", has="torn_page tea")
    state.held["torn_page"], state.focus["it"] = 3, "tea"
    assert understand(world, state, "read it").intents[0].objects == ("torn_page",)
    assert understand(world, state, "drink it").intents[0].objects == ("tea",)
    state.focus["it"] = "letter"
    assert understand(world, state, "read it").intents[0].objects == ("letter",)


def test_two_questions_in_one_quotation_are_both_put() -> None:
    words = '"I am off the ship. Who are you and where do I sleep?"'
    read = understand(world_at(NIGHT), standing(NIGHT, "yard", "ulf"), words)
    assert [(one.verb, one.topic) for one in read.intents] == [("ask", "self"), ("ask", "night_bed")]


@cases
def test_a_word_means_what_is_here_before_a_place_next_door(words: str, thing: str) -> None:
    read = understand(world_at(LIGHT), standing(LIGHT, "bunkroom"), words)
    assert read.intents[0].objects == (thing,)
