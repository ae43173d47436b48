"""Kindness, warnings and invitations in words are answered as what they are; they win a little, and that once."""

from __future__ import annotations

import re

from tests.casekit import cases
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.narration.understudy.test_conversations import talk
from worlds.schema import PLAYER

BRANNIGAN = "tests/worlds_modern/brannigan"
_EMPTY = re.compile(
    r"Is that so|You notice things|Good to know|I hear you|If you say so|watching me|I'll think about"
)


@cases
def test_what_was_said_is_heard(folder: str, place: str, who: str, words: str, answer: str) -> None:
    said = talk(folder, place, who).say(words)
    assert said.startswith(f"{who}: "), said
    assert re.search(answer, said), said
    assert not _EMPTY.search(said), said


@cases
def test_trust_grows_by_kind_words_once(words: str) -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    for _ in range(3):
        one.say(words)
    assert one.state.characters["otis"].toward(PLAYER).trust == 1


def test_whoever_bears_a_grudge_is_not_won_by_words() -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.state.characters["otis"].disposition = -2
    said = one.say("can we be friends?")
    assert re.search("sooner not|somebody who asked", said)
    assert one.state.characters["otis"].toward(PLAYER).affection == 0


def test_sympathy_moves_them_to_speak_of_it() -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("Ivar, who's your father?")
    one.say("you must miss him")
    assert one.sources[-1] == "discuss"


@cases
def test_a_promise_that_is_asked_for_is_theirs(words: str, what: str) -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say(words)
    assert [(p.by, p.to, p.what) for p in one.state.promises.values()] == [("otis", PLAYER, what)]
