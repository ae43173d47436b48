"""What is given by saying so, or in half, is given; what a rule or a written line answers, is answered by it alone."""

from __future__ import annotations

from gamemaster.rules.proposal import Answer, Discuss, Use
from tests.casekit import cases
from tests.scenekit import play_in
from worlds.schema import PLAYER

LONG_NIGHT = "worlds/long_night"


@cases
def test_what_is_given_in_words_or_in_half_is_given(
    world: str, place: str, here: str, has: str, words: str
) -> None:
    _, turn = play_in(world, place, words, here, has)
    assert turn.after.items[has] != PLAYER
    assert not any(isinstance(one, Answer) and one.source == "ignorance" for one in turn.outcome.changes)


@cases
def test_what_is_promised_asked_or_shut_out_is_kept(
    world: str, place: str, here: str, has: str, words: str
) -> None:
    assert play_in(world, place, words, here, has)[1].after.items[has] == PLAYER


def test_what_ends_the_story_is_asked_back_where_it_is_only_said() -> None:
    before, turn = play_in("worlds/templates/inn", "parlour", "Pell, you can have the letter", "pell", "letter")
    assert turn.after.items["letter"] == before.items["letter"] == PLAYER
    assert [one.why for one in turn.outcome.asides] == ["ending"]


def test_a_shrug_does_not_stand_beside_what_a_rule_has_somebody_say() -> None:
    words = 'show Skeggi the shoe and whisper "who is this for? I won\'t tell"'
    _, turn = play_in(LONG_NIGHT, "smithy", words, "skeggi", "dolls_shoe")
    assert any(isinstance(one, Use) for one in turn.outcome.changes)
    assert not any(isinstance(one, Answer) for one in turn.outcome.changes)


def test_no_yes_or_no_is_guessed_beside_a_written_line() -> None:
    words = "Ragnhild, does Ulf want your chair?"
    _, turn = play_in(LONG_NIGHT, "hall", words, "ragnhild")
    said = turn.outcome.changes
    assert any(isinstance(one, Discuss) for one in said)
    assert not any(isinstance(one, Answer) and one.source == "reaction" for one in said)


def test_nobody_objects_to_bread_that_is_broken_in_two() -> None:
    _, turn = play_in(LONG_NIGHT, "byre", "break the biscuit in two", "cuthred", "ships_biscuit")
    assert not any(isinstance(one, Answer) for one in turn.outcome.changes)


def test_what_is_only_to_be_held_is_not_used_up() -> None:
    words = "Ivar, could you hold the biscuit for me?"
    _, turn = play_in(LONG_NIGHT, "shore", words, "ivar", "ships_biscuit")
    assert turn.after.items["ships_biscuit"] == "ivar"
    assert not any(isinstance(one, Use) for one in turn.outcome.changes)


def test_what_is_held_out_with_a_word_is_given_by_its_rule() -> None:
    words = 'I hold the jug out to him. "Yours," I say.'
    _, turn = play_in(LONG_NIGHT, "smithy", words, "skeggi", "ale_jug")
    assert any(isinstance(one, Use) for one in turn.outcome.changes)
