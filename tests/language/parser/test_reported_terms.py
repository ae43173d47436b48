"""What is offered, threatened or asked amid deeds is said to somebody: no deed waits for its "if"."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from tests.casekit import cases
from tests.scenekit import scene
from tests.worldkit import world_at

FORD = "tests/worlds_small/ford"


@cases
def test_terms_beside_a_gesture_are_put_to_whoever_they_are_for(words: str, verb: str, who: str, topic: str) -> None:
    read = understand(world_at(FORD), scene(FORD, here="halla ketil bersi", has="knife ring"), words)
    meant = [one for one in read.intents if one.verb in ("bargain", "threaten", "persuade")]
    assert [(one.verb, one.objects, one.topic) for one in meant] == [(verb, (who,), topic)]
    assert read.held_back is None
    rest = {one.verb for one in read.intents if one not in meant}
    assert rest <= {"express", "touch", "show", "sit"}, "nothing is given, and nobody sleeps or leaves"


@cases
def test_what_only_looks_like_terms_is_done_or_waits_as_ever(words: str, verbs: list[str], waits: bool) -> None:
    read = understand(world_at(FORD), scene(FORD, here="halla ketil bersi", has="knife ring"), words)
    assert [one.verb for one in read.intents] == verbs
    assert (read.held_back is not None) == waits
