"""A limit in the same breath binds the deed beside it: leave is asked for, a door that is tried is not gone through,
a thing goes where it is said to belong, whoever is to be found is gone to where they were seen, or are said to be."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.language.clauses.test_gates import DECK, LIGHT, NIGHT, OFFICE, standing
from tests.worldkit import world_at
from worlds.schema import PLAYER


def text_of_turn(folder: str, state: StoryState, words: str) -> str:
    return "\n".join(span.text for span in play(world_at(folder), state, words).spans)


@pytest.mark.parametrize(
    "words",
    [
        "take a torch, if she lets me. may I?",
        "take a torch if ragnhild allows it",
        "if she has no objection i take a torch",
        "take a torch, with her permission",
        "take a torch but only if nobody minds",
        "take a torch, but ask her first",
        "ask ragnhild first, then take a torch",
        "i take a torch. may i?",
        "take a torch unless she objects",
        "take a torch, if thats ok with ragnhild",
    ],
)
def test_leave_is_asked_for_and_the_deed_waits(words: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    read = understand(world_at(NIGHT), before, words)
    assert [(one.verb, one.objects) for one in read.intents] == [("ask", ("ragnhild",))]
    assert read.intents[0].words == "may i take a torch"
    assert play(world_at(NIGHT), before, words).after.items["pine_torch"] != PLAYER


@pytest.mark.parametrize(
    ("here", "words"),
    [
        ("", "take a torch if nobody minds"),  # nobody is here to mind
        ("ragnhild", "take a torch if there is one left"),
        ("ragnhild", "take a torch if i can"),
        ("ragnhild", "ask ragnhild first about the knocking, then take a torch"),
    ],
)
def test_other_conditions_ask_nobody_for_leave(here: str, words: str) -> None:
    before = standing(NIGHT, "hall", here)
    assert play(world_at(NIGHT), before, words).after.items["pine_torch"] == PLAYER


def test_leave_of_somebody_away_holds_the_deed_back() -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    turn = play(world_at(NIGHT), before, "take a torch if ulf allows it")
    assert turn.after.items == before.items
    assert [aside.why for aside in turn.outcome.asides] == ["held_back"]


@pytest.mark.parametrize(
    ("folder", "place", "words"),
    [
        (NIGHT, "shore", "try the boathouse door, just to see if its locked, don't go in"),
        (NIGHT, "shore", "try the door of the boathouse"),
        (NIGHT, "shore", "see if the boathouse door is open"),
        (NIGHT, "shore", "open the boathouse door but don't go in"),
        (NIGHT, "shore", "go to the boathouse but do not enter"),
        (NIGHT, "shore", "open the boathouse doors without going inside"),
        (NIGHT, "yard", "try the smithy door"),
        (DECK, "bunkroom", "try the hatch, don't go through"),
    ],
)
def test_a_door_that_is_tried_is_not_gone_through(folder: str, place: str, words: str) -> None:
    before = standing(folder, place)
    turn = play(world_at(folder), before, words)
    assert turn.after.place == place
    assert turn.after.minutes == before.minutes
    assert any("locked" in span.text for span in turn.spans)


@pytest.mark.parametrize(
    ("folder", "place", "words", "ends"),
    [
        (NIGHT, "shore", "go up to the hall but don't enter", "yard"),
        (NIGHT, "yard", "go into the hall but dont go into the bower", "hall"),
        (NIGHT, "yard", "do not go into the byre, go to the hall", "hall"),
        (LIGHT, "kitchen", "go upstairs to the bunk room but don't go any further", "bunkroom"),
        (NIGHT, "shore", "open the boathouse door and go in", "boathouse"),
        (NIGHT, "shore", "push the boathouse door", "boathouse"),
    ],
)
def test_a_limit_binds_its_own_walk_alone(folder: str, place: str, words: str, ends: str) -> None:
    assert play(world_at(folder), standing(folder, place), words).after.place == ends


@pytest.mark.parametrize(
    ("words", "spot"),
    [
        ("put the page under the pillow of the nameless bunk", "under the fifth bunk"),
        ("put the page under the mattress of the fifth bunk", "under the fifth bunk"),
        ("put the page under my pillow", "under your pillow"),
        ("put the page under jory's mattress", "under Jory's mattress"),
        ("put the page under the mattress", "under Jory's mattress"),
    ],
)
def test_a_thing_is_put_where_it_is_said_to_go(words: str, spot: str) -> None:
    turn = play(world_at(LIGHT), standing(LIGHT, "bunkroom", has="torn_page"), words)
    assert turn.after.spots["torn_page"] == spot


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("go find ivar", "shore"),
        ("find the boy again", "shore"),
        ("i go find the smith, I heard hes at the smithy? where is everyone else", "smithy"),
        ("go and find ulf, he went to the yard", "yard"),
        ("look for ivar", "hall"),  # looking is done here
        ("go find the smith", "hall"),  # nobody has said where he is
    ],
)
def test_whoever_is_to_be_found_is_gone_to(words: str, ends: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    before.seen_at = {"ivar": "shore"}
    before.visited |= {"shore": 1, "yard": 1}
    for who, place in {"ivar": "shore", "ulf": "yard", "skeggi": "smithy"}.items():
        before.characters[who].place = place
    assert play(world_at(NIGHT), before, words).after.place == ends


@pytest.mark.parametrize("words", ["go find the smith", "talk to the smith", "ask the smith about the bell"])
def test_a_name_is_learnt_before_it_is_told(words: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    assert "smith" in text_of_turn(NIGHT, before, words)
    assert "Skeggi" not in text_of_turn(NIGHT, before, words)
    assert "Skeggi" in text_of_turn(NIGHT, before, words.replace("the smith", "skeggi"))


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("lift jorys mattress just to look, leave whatever is there", False),
        ("search under jory's mattress but don't take anything", False),
        ("search jory's mattress, touching nothing", False),
        ("search under jory's mattress", True),
        ("search jory's mattress, leave the tin whistle alone", True),
    ],
)
def test_whoever_takes_nothing_comes_away_with_nothing(words: str, taken: bool) -> None:
    turn = play(world_at(LIGHT), standing(LIGHT, "bunkroom"), words)
    assert (turn.after.items["winding_key"] == PLAYER) is taken


@pytest.mark.parametrize(
    ("folder", "place", "here", "words"),
    [
        (OFFICE, "lobby", "otis", "take the key from the rack if otis lets me"),
        (OFFICE, "lobby", "otis", "take the key, if thats alright with otis"),
        (NIGHT, "smithy", "skeggi", "take the chisel only if skeggi says its ok"),
        (NIGHT, "hall", "ragnhild", "if she lets me, i take a torch"),
    ],
)
def test_leave_is_asked_for_however_it_is_typed(folder: str, place: str, here: str, words: str) -> None:
    before = standing(folder, place, here)
    turn = play(world_at(folder), before, words)
    assert [one.verb for one in turn.outcome.intents] == ["ask"]
    assert turn.after.items == before.items


def test_the_edge_of_a_place_is_not_the_place() -> None:
    world, before = world_at(NIGHT), standing(NIGHT, "shore")
    assert play(world, before, "walk to the edge of the ice but not onto it").after.place == "shore"
    assert play(world, before, "go onto the ice, not into the crack").after.place == "ice"
