"""Kindness, warnings and invitations in words are answered as what they are; they win a little, and that once."""

from __future__ import annotations

import re

import pytest

from tests.narration.understudy.conversations import INN, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk
from worlds.schema import PLAYER

BRANNIGAN, DECK_NINE = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"
_EMPTY = re.compile(
    r"Is that so|You notice things|Good to know|I hear you|If you say so|watching me|I'll think about"
)


@pytest.mark.parametrize(
    ("folder", "place", "who", "words", "answer"),
    [
        (LONG_NIGHT, "hall", "ragnhild", "somebody might fiddle with your bedtime cup tonight", "my bedtime cup"),
        (BRANNIGAN, "lobby", "otis", "Vic might want to hurt you, Otis", "Vic"),
        (BRANNIGAN, "lobby", "otis", "somebody may cut the power tonight. watch your back", "guard|eyes"),
        (DECK_NINE, "bunkroom", "warden", "Are you my friend, Warden?", "[Ff]riends"),
        (DECK_NINE, "bunkroom", "warden", "I trust you", "worth|sorry"),
        (BRANNIGAN, "lobby", "otis", "you must be lonely here. I'll keep you company", "alone|stay"),
        (INN, "gate", "bishr", "come, sit with me a while", "[Ww]hile|room"),
        (INN, "gate", "bishr", "take my hand", "[Hh]ere|hand"),
        (BRANNIGAN, "lobby", "otis", "I won't do it, but I won't tell on you", "tell|word"),
        (BRANNIGAN, "lobby", "otis", "you're not to blame for Eddie", "kind|glad|believe"),
        (BRANNIGAN, "lobby", "otis", "you're braver than you think", "so\\?|hold|good"),
    ],
)  # fmt: skip
def test_what_was_said_is_heard(folder: str, place: str, who: str, words: str, answer: str) -> None:
    said = talk(folder, place, who).say(words)
    assert said.startswith(f"{who}: "), said
    assert re.search(answer, said), said
    assert not _EMPTY.search(said), said


@pytest.mark.parametrize(
    "words", ["I trust you, Otis", "somebody may come for you tonight", "I won't tell anyone"]
)
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
    said = one.say("you must miss him").split("\n")
    assert len(said) == 2
    assert one.sources[-1] == "discuss"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("promise me you'll stay off the stairs", "to stay off the stairs"),
        ("keep the key on its hook, for me? promise?", "to keep the key on its hook"),
        ("leave the key on its hook for me? promise?", "to leave the key on its hook"),
        ("Otis, will you promise me not to open the door?", "not to open the door"),
    ],
)
def test_a_promise_that_is_asked_for_is_theirs(words: str, what: str) -> None:
    one = talk(BRANNIGAN, "lobby", "otis")
    one.say(words)
    assert [(p.by, p.to, p.what) for p in one.state.promises.values()] == [("otis", PLAYER, what)]
