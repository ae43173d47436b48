"""The last clause of a longer input is done too: sought at a walk's end, asked aloud, listened to, called out."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import new_story
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.worldkit import world_at


def read(place: str, words: str) -> tuple[Intent, ...]:
    world = world_at(LONG_NIGHT)
    state = new_story(world, seed=1).model_copy(deep=True)
    state.place = place
    return understand(world, state, words).intents


def test_what_is_sought_at_the_end_of_a_walk_is_looked_for_there() -> None:
    walk, search = read("yard", "go down to the shore to look for bersi's tracks")
    assert (walk.verb, walk.objects) == ("go", ("shore",))
    assert (search.verb, search.objects) == ("search", ("shore_tracks",))


def test_whoever_lies_down_beside_somebody_to_listen_does_not_sleep() -> None:
    down, listen = read("shore", "I lie down on my belly next to Ivar and put my own ear to the crack")
    assert down.verb == "express"
    assert (listen.verb, listen.objects) == ("listen", ("shore_tide_crack",))


def test_a_question_asked_aloud_is_a_question() -> None:
    look, ask = read("hall", "I look at the wooden horse and ask out loud whose it is")
    assert (look.verb, look.objects) == ("examine", ("wooden_horse",))
    assert (ask.verb, ask.objects) == ("ask", ("ragnhild",))


def test_a_call_keeps_all_its_sentences() -> None:
    (call,) = read("yard", 'I call out "I\'m from the Otter! I claim guest-right, three nights!"')
    assert call.verb == "call"
    assert call.topic is not None
    assert "otter! i claim guest-right, three nights" in call.topic.casefold()
