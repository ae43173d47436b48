"""What a question is about: what it asks after, before what only says where, when or how."""

from __future__ import annotations

import pytest

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.circumstances import circumstances
from gamemaster.language.talk.questions.topics import subject_of
from gamemaster.play.opening import begin
from tests.worldkit import world_at


def topic(world: str, who: str, words: str) -> str:
    told = world_at(world)
    said = [word for word in words_of(plain(words)) if word[0].isalnum()]
    return subject_of(scope_of(told, begin(told, 5)), who, said).topic


@pytest.mark.parametrize(
    ("world", "who", "words", "meant"),
    [
        ("worlds/long_night", "ivar", "did you see Bersi come off the ice?", "bersi"),
        ("worlds/long_night", "ivar", "did you see my friend on the ice?", "bersi"),
        ("worlds/long_night", "ivar", "was Bersi at the boathouse when you looked?", "bersi"),
        ("worlds/long_night", "ivar", "who was with your grandmother last night?", "ragnhild"),
        ("worlds/long_night", "ivar", "does Hild go out on the ice?", "hild"),
        ("worlds/long_night", "groa", "did Orm go out with the lamp that night?", "orm"),
        ("worlds/long_night", "yrsa", "what does Groa say about the knocking?", "knocking"),
        ("worlds/lighthouse", "tallack", "did Cobb go up the stairs in the night?", "cobb"),
        ("worlds/lighthouse", "tallack", "did you hear the bell from the kitchen?", "bell"),
        ("worlds/lighthouse", "jory", "what did Cobb tell you about the stair?", "stairs"),
        ("tests/worlds_modern/brannigan", "otis", "did you see Eddie with the key?", "eddie"),
        ("tests/worlds_modern/brannigan", "otis", "did Crane come in by the elevator on Tuesday?", "crane"),
        ("tests/worlds_modern/brannigan", "gloria", "did Eddie leave with Crane on Tuesday?", "eddie"),
        ("tests/worlds_modern/deck_nine", "ines", "does the blight grow under the lights?", "blight"),
        ("tests/worlds_unseen/caravanserai", "bishr", "did the riders drink at the well?", "riders"),
        ("tests/worlds_unseen/caravanserai", "nuha", "what does Farrokh do at the well at night?", "farrokh"),
    ],
)
def test_what_is_asked_after_comes_before_where_when_and_how(
    world: str, who: str, words: str, meant: str
) -> None:
    assert topic(world, who, words) == meant


@pytest.mark.parametrize(
    ("world", "who", "words", "meant"),
    [
        ("worlds/long_night", "ragnhild", "what is on the list?", "list"),
        ("worlds/long_night", "ragnhild", "who is the man on the ice?", "kark"),
        ("worlds/long_night", "ragnhild", "who sat in my seat?", "seat"),
        ("worlds/long_night", "ivar", "what have you heard from under the ice?", "knocking"),
        ("tests/worlds_modern/deck_nine", "bo", "what is wrong with Gus?", "gus"),
        ("tests/worlds_modern/brannigan", "otis", "what did you do with the master key?", "key"),
    ],
)
def test_where_a_phrase_holds_all_that_is_named_it_is_what_is_asked_about(
    world: str, who: str, words: str, meant: str
) -> None:
    assert topic(world, who, words) == meant


@pytest.mark.parametrize(
    ("world", "who", "words"),
    [
        ("worlds/long_night", "ivar", "he was right behind me"),
        ("worlds/long_night", "ragnhild", "what did you hear last night?"),
        ("worlds/long_night", "cuthred", "do the others treat you well?"),
        ("worlds/long_night", "skeggi", "how old is she?"),
        ("tests/worlds_modern/deck_nine", "ines", "was Bo in the gardens when the lights went out?"),
    ],
)
def test_a_word_in_passing_is_no_topic_of_its_own(world: str, who: str, words: str) -> None:
    topics = world_at(world).characters[who].topics
    assert topic(world, who, words) not in topics


@pytest.mark.parametrize(
    ("words", "beside"),
    [
        ("did you see her at the gate last night", "at the gate last night"),
        ("who was here when the bell rang", "here when the bell rang"),
        ("what does the captain say about the door in the hull", "what does the captain say about in the hull"),
        ("what happened on the night of the storm", "on the night of the storm"),
        ("what is in the barrel", ""),
        ("who is with the child", ""),
        ("who killed Orm", ""),
    ],
)  # fmt: skip
def test_circumstances(words: str, beside: str) -> None:
    said = words.split()
    assert " ".join(said[at] for at in sorted(circumstances(said))) == beside
