"""What wants a judgement or an overview is answered out of what the player saw and heard; nobody else is asked."""

from __future__ import annotations

from gamemaster.language.talk.questions.judgement import fate_asked, judgement_asked, without_grounds
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at

KITCHEN = "tests/worlds_small/bellamy"


def answer_to(folder: str, *steps: str) -> tuple[str, Played]:
    """What is told of the last step: by the Game Master alone, and at no cost of time."""
    world = world_at(folder)
    state = new_story(world, 7)
    turn = play(world, state, steps[0])
    for step in steps[1:]:
        turn = play(world, turn.after, step)
    return " ".join(span.text for span in turn.spans), turn


@cases
def test_the_game_master_alone_answers(folder: str, words: str, part: str) -> None:
    said, turn = answer_to(folder, words)
    assert part in said
    assert not any(stub in said for stub in ("You do not know.", "find out by trying"))
    assert {span.speaker for span in turn.spans} <= {None, "odile"}  # who was greeted says good evening
    assert turn.ruling.minutes <= ("evening" in words)


def test_what_people_warned_of_is_what_to_beware_of() -> None:
    asked = "what should i be careful of, from what i've learned so far?"
    assert "her name" not in answer_to(KITCHEN, asked)[0]
    assert "and do not say her name" in answer_to(KITCHEN, "odile, what about chef?", asked)[0]


def test_a_part_that_nobody_can_answer_is_left_out_beside_one_that_is_answered() -> None:
    said, turn = answer_to(KITCHEN, "where am i, and who won the cup final?")
    assert [span.text for span in turn.spans] == [said]
    assert said.startswith("You are at the Kitchen")


@cases
def test_what_a_question_turns_on_says_its_kind(text: str, kind: str | None) -> None:
    assert judgement_asked(text) == kind


def test_what_is_asked_of_ones_own_knowledge() -> None:
    assert without_grounds("what is he up to , from what i saw".split()) == ("what is he up to".split(), True)
    assert without_grounds("who am i".split()) == ("who am i".split(), False)
    assert fate_asked("is bersi dead for sure") == ("bersi", True)
    assert fate_asked("is he here") is None
