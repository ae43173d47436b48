"""Tests of what people say by the kind of a question: on the player, a thing shown, a deed asked, a right claimed."""

from __future__ import annotations

import re

from gamemaster.language.talk.questions.asked_kinds import tells_doer
from gamemaster.language.wording.replies import reply
from gamemaster.narration.understudy.answers.by_state.at_work import worn_by
from tests.casekit import cases
from tests.scenekit import play_at, state_at, text_of
from tests.worldkit import world_at
from worlds.schema import Variant

NIGHT, FORD = "worlds/long_night", "tests/worlds_small/ford"
INN = "tests/worlds_unseen/caravanserai"
_ANY = "\N{SECTION SIGN}"


def _says(world: str, who: str, kind: str, told: str) -> bool:
    """Whether one of the wordings of a kind of reply was told, whatever names stood in it."""
    person = world_at(world).characters[who]
    texts = reply(person, kind, what=_ANY, who=_ANY, tale=_ANY, name=_ANY)
    forms = (re.escape(text.split("\n\n")[-1]) for text in texts)
    return any(re.search(form.replace(_ANY, r"[^?]+"), told, re.IGNORECASE) for form in forms)


@cases
def test_the_kind_of_a_question_decides_what_is_said(world: str, place: str, words: str, who: str, kind: str) -> None:
    told = text_of(play_at(world, place, words))
    assert _says(world, who, kind, told), told


def test_a_thing_is_taken_that_is_claimed_and_a_right_is_not() -> None:
    assert play_at(INN, "gate", "I claim the horn").after.items["horn"] == "player"
    assert play_at(INN, "gate", "I claim guest-right").after.items["horn"] != "player"


def test_what_a_writer_has_them_say_of_a_thing_or_a_right_stands() -> None:
    assert "for the patrol" in text_of(play_at(INN, "gate", "Bishr, what do you make of this horn?"))
    told = text_of(play_at(NIGHT, "hall", "I claim guest-right"))
    assert not _says(NIGHT, "ragnhild", "right_heard", told)


@cases
def test_a_shrug_names_what_it_is_of(world: str, place: str, words: str, named: str) -> None:
    assert named in text_of(play_at(world, place, words))


@cases
def test_somebody_called_by_a_title_answers_as_without(words: str, titled: str) -> None:
    assert text_of(play_at(INN, "gate", titled)) == text_of(play_at(INN, "gate", words))


@cases
def test_a_line_that_says_who_did_it_answers_who_did(words: str, text: str, told: bool) -> None:
    assert tells_doer(words, text) == told


def test_a_way_without_a_name_hinders_no_reading() -> None:
    assert text_of(play_at("tests/sample_world", "yard", "go through the drain"))


@cases
def test_what_they_are_seen_to_have_on_them_is_told(description: str, words: str, thing: str) -> None:
    world = world_at(FORD)
    halla = world.characters["halla"]
    seen = halla.model_copy(update={"description": (Variant(text=(description,)),), "presence": ()})
    changed = world.model_copy(update={"characters": {**world.characters, "halla": seen}})
    assert worn_by(changed, state_at(FORD, "alehouse"), "halla", words) == thing
