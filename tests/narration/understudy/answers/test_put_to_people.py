"""Questions that name nobody: who answers them."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.narration.understudy.conversations import LIGHTHOUSE, LONG_NIGHT
from tests.worldkit import world_at
from worlds.schema import World

BRANNIGAN = "tests/worlds_modern/brannigan"
DECK_NINE = "tests/worlds_modern/deck_nine"
CARAVANSERAI = "tests/worlds_unseen/caravanserai"


def _among(world: World, place: str, who: str | None) -> StoryState:
    state = new_story(world, seed=1)
    state.place = place
    for one, person in state.characters.items():
        person.place = place if one == who else "elsewhere"
    return state


def _speakers(world: World, state: StoryState, words: str) -> list[str | None]:
    return [span.speaker for span in play(world, state, words).spans if span.speaker]


@pytest.mark.parametrize(
    ("who", "place", "words"),
    [
        ("ivar", "shore", "what comes after ten?"),
        ("ivar", "shore", "whose pebbles are these"),
        ("hild", "hall", "what's Hild's rule about the dark"),
        ("ragnhild", "hall", "why more logs than people?"),
        ("ivar", "shore", "what are you doing"),
    ],
)
def test_whoever_has_a_word_on_it_answers(who: str, place: str, words: str) -> None:
    world = world_at(LONG_NIGHT)
    assert who in _speakers(world, _among(world, place, who), words)


@pytest.mark.parametrize(
    "words",
    [
        "where am I?",
        "what comes after ten, game master?",
        "how cold is it?",
        "what do I know about the riddle?",
    ],
)
def test_what_is_asked_of_the_game_master_stays_theirs(words: str) -> None:
    world = world_at(LONG_NIGHT)
    played = play(world, _among(world, "shore", "ivar"), words)
    assert not [change for change in played.outcome.changes if change.op == "discuss"]


@pytest.mark.parametrize(
    ("folder", "place", "who", "words"),
    [
        (LONG_NIGHT, "hall", "ragnhild", "what comes after ten?"),
        (BRANNIGAN, "lobby", "otis", "whose car is that outside?"),
        (BRANNIGAN, "fourth", "gloria", "who killed Eddie?"),
        (DECK_NINE, "bunkroom", "warden", "who is the captain?"),
        (CARAVANSERAI, "gate", "bishr", "what do the riders want with us?"),
        (CARAVANSERAI, "gate", "bishr", "who runs this place?"),
        (LIGHTHOUSE, "store", "jory", "who's the best keeper on this rock?"),
        (LONG_NIGHT, "shore", "ivar", "is anybody expecting me up there?"),
        (LIGHTHOUSE, "kitchen", "tallack", "is there anything I should be afraid of up here?"),
        (BRANNIGAN, "lobby", "otis", "who else is in the building tonight?"),
        (DECK_NINE, "bunkroom", "warden", "are the crops dying?"),
        (LONG_NIGHT, "byre", "cuthred", "is there enough food for everybody?"),
        # Nor does a look tell what a thing is for, whose it is, how many there are.
        (LONG_NIGHT, "shore", "ivar", "what are the pebbles for?"),
        (LONG_NIGHT, "shore", "ivar", "how many pebbles are there?"),
        (LONG_NIGHT, "groa_hut", "groa", "who are the mittens for?"),
        (CARAVANSERAI, "gate", "bishr", "what is the horn for?"),
        (CARAVANSERAI, "gate", "bishr", "whose horn is that?"),
        (BRANNIGAN, "lobby", "otis", "what's the master key for?"),
    ],
)
def test_whoever_is_here_answers_what_no_eye_could_tell(
    folder: str, place: str, who: str, words: str
) -> None:
    world = world_at(folder)
    assert who in _speakers(world, _among(world, place, who), words)


@pytest.mark.parametrize(
    ("folder", "place", "who", "words", "told"),
    [
        (LONG_NIGHT, "hall", "ragnhild", "where's the anvil?", "Smithy"),
        (LONG_NIGHT, "hall", "ragnhild", "where is the old woman?", "Turf Hut"),
        (LONG_NIGHT, "shore", "ivar", "what is the steward's name?", "Ulf"),
        (BRANNIGAN, "lobby", "otis", "where's the secretary?", "Your Office"),
        (BRANNIGAN, "lobby", "otis", "who cleans the ninth floor?", "Dolores"),
        (BRANNIGAN, "lobby", "otis", "who's the old woman who cleans?", "Dolores"),
        (BRANNIGAN, "fourth", "gloria", "what's the guard's name?", "Otis"),
        (DECK_NINE, "bunkroom", "warden", "who is the captain of this ship?", "Captain Abara"),
        (DECK_NINE, "lab", "ines", "what does the captain think of you?", "Captain Abara"),
        (CARAVANSERAI, "gate", "bishr", "who is the fat man upstairs?", "Sabbas"),
    ],
)
def test_people_are_known_by_what_they_are_and_do(
    folder: str, place: str, who: str, words: str, told: str
) -> None:
    world = world_at(folder)
    spans = play(world, _standing(world, place), words).spans
    assert any(span.speaker == who and told in span.text for span in spans), [span.text for span in spans]


def _standing(world: World, place: str) -> StoryState:
    state = new_story(world, seed=1)
    state.place = place
    return state


@pytest.mark.parametrize(
    ("folder", "place", "words"),
    [
        (LIGHTHOUSE, "kitchen", "ask the captain about the bell"),
        (CARAVANSERAI, "gate", "ask the barber why the gate is shut"),
    ],
)
def test_nobody_is_asked_in_the_place_of_somebody_who_is_not_there(
    folder: str, place: str, words: str
) -> None:
    world = world_at(folder)
    played = play(world, _standing(world, place), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]
    assert played.after.minutes == 0


@pytest.mark.parametrize(
    ("folder", "place", "who", "words"),
    [
        (LONG_NIGHT, "shore", "ivar", "what is that boat?"),
        (LONG_NIGHT, "hall", "ragnhild", "what is on the table?"),
        (BRANNIGAN, "lobby", "otis", "what's under the fountain?"),
        (CARAVANSERAI, "gate", "bishr", "what am I carrying?"),
        (CARAVANSERAI, "gate", "bishr", "who is here?"),
        (BRANNIGAN, "lobby", "otis", "is anybody else in this room?"),
        (CARAVANSERAI, "gate", "bishr", "could I climb the gate?"),
    ],
)
def test_what_eyes_tell_is_put_to_nobody(folder: str, place: str, who: str, words: str) -> None:
    world = world_at(folder)
    played = play(world, _among(world, place, who), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]


def test_what_somebody_does_is_asked_of_them_and_not_who_they_are() -> None:
    for folder, place, who, words in (
        (LONG_NIGHT, "shore", "ivar", "Ivar, what are you doing?"),
        (LONG_NIGHT, "hall", "ragnhild", "what are you doing"),
        (LIGHTHOUSE, "kitchen", "tallack", "Mr Tallack, what are you doing?"),
    ):
        world = world_at(folder)
        played = play(world, _among(world, place, who), words)
        topics = [change.topic for change in played.outcome.changes if change.op == "discuss"]
        assert topics == ["doing"], words


def test_sorry_before_a_question_is_a_courtesy_and_before_a_statement_an_apology() -> None:
    world = world_at(LIGHTHOUSE)

    def answer_to(words: str) -> list[str]:
        return [span.text for span in play(world, _among(world, "kitchen", "tallack"), words).spans]

    assert answer_to("sorry, where is Jory?") == answer_to("where is Jory?")
    assert answer_to("sorry, I was rude to you") != answer_to("I was rude to you")
