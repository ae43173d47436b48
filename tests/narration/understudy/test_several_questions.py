"""Several questions in one breath, each put to whoever it is for; what escapes somebody is put to nobody."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


@cases
def test_each_question_is_put_to_whoever_it_is_for(
    world: str, place: str, here: str, words: str, put: list[str]
) -> None:
    """`put`: whoever is asked, "gm" for the Game Master, with a word of what they are asked."""
    _, turn = play_in(world, place, words, here)
    asked = [one for one in turn.outcome.intents if one.verb in ("ask", "inform")]
    assert [one.objects[0] if one.verb == "ask" else "gm" for one in asked] == put


@cases
def test_each_question_is_answered(world: str, place: str, here: str, words: str, voices: list[str]) -> None:
    _, turn = play_in(world, place, words, here)
    told = [one for one in turn.outcome.changes if one.op in ("discuss", "answer", "inform", "greet")]
    assert [getattr(one, "who", "gm") for one in told] == voices


@cases
def test_what_escapes_one_is_said_to_nobody(world: str, place: str, here: str, words: str, verbs: list[str]) -> None:
    _, turn = play_in(world, place, words, here)
    assert [one.verb for one in turn.outcome.intents] == verbs
    assert not [one for one in turn.outcome.changes if one.op in ("discuss", "answer", "greet")]


@cases
def test_what_is_said_in_few_words_is_still_heard(world: str, place: str, here: str, words: str) -> None:
    _, turn = play_in(world, place, words, here)
    assert [span.speaker for span in turn.spans if span.speaker not in (None, "narrator")] == [here]
