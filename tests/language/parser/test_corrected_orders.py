"""What was just done or asked, anew with what was meant in its place."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin
from tests.casekit import cases
from tests.worldkit import world_at

CITY = "tests/worlds_modern/brannigan"


def turn_after(folder: str, *inputs: str) -> Played:
    world = world_at(folder)
    state = begin(world, 11)
    for words in inputs:
        turn = play(world, state, words)
        state = turn.after
    return turn


@cases
def test_the_order_or_question_is_put_anew_with_what_was_meant(
    world: str, before: str, words: str, verb: str, told: str
) -> None:
    turn = turn_after(world, before, words)
    done = turn.outcome.intents[0]
    assert (done.verb, told in (*done.objects, done.topic)) == (verb, True)
    assert turn.spans[0].kind == "aside"
    assert turn.spans[0].text.endswith(", then.")


@cases
def test_what_corrects_nothing_is_read_as_it_stands(before: str, words: str) -> None:
    assert not [
        one for one in turn_after(CITY, before, words).outcome.asides if one.why in ("meant", "walked")
    ]


def test_a_walk_is_not_walked_again_and_is_owned_to() -> None:
    turn = turn_after(CITY, "go up the stairs", "no wait, I meant the desk, not the stairs")
    assert [one.why for one in turn.outcome.asides] == ["walked"]
    assert turn.after.minutes == turn_after(CITY, "go up the stairs").after.minutes


def test_what_is_asked_beside_a_correction_is_asked_of_what_was_meant() -> None:
    turn = turn_after(CITY, "look at the fountain", "sorry, I meant the film. take it")
    assert [(one.verb, one.objects) for one in turn.outcome.intents] == [("take", ("film",))]
