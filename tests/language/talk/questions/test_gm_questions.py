"""Tests of questions to the Game Master: what a thing does or is for."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.questions.gm_questions import gm_question
from gamemaster.narration.understudy.understudy import play
from tests.worldkit import world_at

INN, SHIP = "tests/worlds_unseen/caravanserai", "tests/worlds_modern/deck_nine"
OFFICE, SAMPLE = "tests/worlds_modern/brannigan", "tests/sample_world"


def after(world: str, place: str | None, *words: str) -> str:
    """What is told to the last of the words."""
    entry = {"input": "x"} if place is None else {"input": "x", "place": place}
    state = state_of(world_at(world), 1, entry)
    spans = ""
    for said in words:
        turn = play(world_at(world), state, said)
        state, spans = turn.after, " ".join(span.text for span in turn.spans)
    return spans


@pytest.mark.parametrize(
    ("world", "place", "words", "answer"),
    [
        (SHIP, "bunkroom", ("how does the screen work?",), "DECK 9: LIGHT 0 %"),
        (SHIP, "bunkroom", ("take the torch", "what does it do?"), "Shaken, it shines."),
        (SHIP, "pump_room", ("what does the valve do?",), "It feeds the mist lines."),
        (SHIP, "gardens", ("what is the card reader for?",), "It trusts cards."),
        (OFFICE, "fourth", ("what does the trophy do?",), "Something rattles in the base."),
        (OFFICE, "fourth", ("how does the phone work?",), "There is a dial tone"),
        (OFFICE, "lobby", ("what do I need the film for?",), "Tri-X."),
        (INN, "kitchen", ("what's the point of the padlock?",), "a tally of what a cup costs"),
        (INN, "roof", ("how does the beacon work?",), "It is for calling the patrol"),
    ],
)
def test_what_a_thing_does_is_seen_by_a_look_at_it(
    world: str, place: str, words: tuple[str, ...], answer: str
) -> None:
    assert answer in after(world, place, *words)


def test_whoever_is_here_and_can_speak_of_it_does() -> None:
    assert "It's for the patrol." in after(INN, "gate", "what is the horn for?")


@pytest.mark.parametrize("world", [SHIP, OFFICE, SAMPLE])
def test_with_nothing_spoken_of_the_game_is_meant_or_what_is_in_sight(world: str) -> None:
    assert "in your own words" in after(world, None, "how does it work?")
    assert "You see " in after(world, None, "what is it for?")


@pytest.mark.parametrize(
    ("words", "answer"),
    [("what does Crane do?", "Mr Crane works nights"), ("what do you do here, Otis?", "Night guard")],
)
def test_what_people_do_is_asked_of_people(words: str, answer: str) -> None:
    assert answer in after(OFFICE, "lobby", words)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("is there a back way out of here?", "None that you have seen."),
        ("is there another way out", "None that you have seen."),
        ("would I survive the fall?", "could not be taken back"),
        ("what happens to me if I don't find him?", "stay undone"),
        ("what skills do I have", "What you can do"),
        ("what would be the smart move", "You could"),
    ],
)
def test_what_only_the_game_master_can_say(words: str, answer: str) -> None:
    assert answer in after(INN, None, words)


@pytest.mark.parametrize("words", ["do I have any idea where he could be?", "do I have a choice?"])
def test_a_mere_idea_is_not_looked_for_in_the_bag(words: str) -> None:
    assert "You carry" not in after(INN, None, words)


def test_what_is_known_so_far_is_summed_up() -> None:
    assert "You are " in after("worlds/long_night", "shore", "GM, what do I know so far about the elephant?")


def test_a_height_is_not_answered_by_a_number_of_anything_else() -> None:
    told = after("worlds/long_night", "shore", "how tall is the place?")
    assert "nothing whatever is wrong" not in told


def test_whoever_asks_how_is_told_what_there_is_to_do_it_with() -> None:
    told = after("worlds/templates/inn", None, "GM, how do I make a ladder?")
    assert "see what comes of it: you have the letter" in told


@pytest.mark.parametrize(
    "words", ["who's who in here?", "what does everyone look like", "what do these people look like?"]
)
def test_whoever_is_here_is_described_by_eye(words: str) -> None:
    told = after("worlds/templates/inn", None, words)
    assert "Marta: Sixty, upright" in told
    assert "Pell: He smiles" in told


def test_what_the_player_knows_is_asked_of_nobody_else() -> None:
    told = after("worlds/templates/inn", None, "do I know any old stories about this place?")
    assert told.startswith("You do not know")


@pytest.mark.parametrize(
    "words", ["GM, can you describe the stove in more detail?", "could you please describe the stove again"]
)
def test_the_game_master_is_asked_to_describe_what_is_here(words: str) -> None:
    world = world_at("worlds/templates/inn")
    asked = words_of(plain(words.removeprefix("GM, ")))
    found = gm_question(scope_of(world, state_of(world, 1, {"input": "x"})), asked, addressed=True)
    assert found is not None
    assert (found.verb, found.objects) == ("examine", ("stove",))


@pytest.mark.parametrize("words", ["do I need to eat soon?", "should I rest now"])
def test_a_need_is_no_duty(words: str) -> None:
    assert "Nobody has told you that you must" not in after("worlds/long_night", "shore", words)
