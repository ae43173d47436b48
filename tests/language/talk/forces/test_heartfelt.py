"""What is said from heart to heart, by form; and what only looks like it: orders, tales, remarks, questions."""

from __future__ import annotations

from gamemaster.language.talk.forces.heartfelt import heartfelt_of, is_caution
from gamemaster.language.understanding import understand
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.language.talk.kinds import assert_all_are
from tests.worldkit import world_at

BRANNIGAN = "tests/worlds_modern/brannigan"


@cases
def test_what_is_said_from_heart_to_heart(kind: str, texts: str) -> None:
    assert_all_are(kind, texts, heartfelt_of)


@cases
def test_what_only_looks_like_it(text: str) -> None:
    assert heartfelt_of(text) is None


def test_what_of_theirs_a_warning_touches_is_named() -> None:
    for words, theirs in (
        ("somebody might fiddle with your bedtime cup before the naming", "bedtime cup"),
        ("they will put salt in your waterskin tonight", "waterskin"),
        ("somebody may burn the place down", ""),
    ):
        found = heartfelt_of(words)
        assert found is not None, words
        assert found.of_theirs == theirs


def test_a_caution_goes_on_with_a_warning() -> None:
    assert all(map(is_caution, ("watch him", "stay close to hild", "do not drink it")))
    assert not is_caution("take the lamp")


@cases
def test_it_is_said_to_whoever_is_here_and_nothing_is_done(folder: str, who: str, words: str) -> None:
    world = world_at(folder)
    state = new_story(world, 3)
    read = understand(world, state, words)
    assert [(one.verb, one.objects) for one in read.intents] in ([("tell", (who,))], [("ask", (who,))])


@cases
def test_alone_it_is_said_to_nobody(words: str) -> None:
    world = world_at("worlds/lighthouse")
    state = new_story(world, 3)
    assert not state.present()
    assert all(one.verb != "tell" for one in understand(world, state, words).intents)


@cases
def test_a_word_that_is_asked_for_is_theirs_to_give(words: str, begun: str) -> None:
    world = world_at(BRANNIGAN)
    (intent,) = understand(world, new_story(world, 3), words).intents
    assert intent.words == begun
    assert intent.verb != "promise"


def test_what_the_player_promises_stays_the_players() -> None:
    world = world_at(BRANNIGAN)
    for words in (
        "I promise to come back, Otis",
        "I swear I'll bring it back",
        "I promise you, I'll come back",
    ):
        (intent,) = understand(world, new_story(world, 3), words).intents
        assert intent.verb == "promise"
