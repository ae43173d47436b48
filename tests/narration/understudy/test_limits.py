"""A limit in the same breath binds the deed beside it: leave is asked for, a door that is tried is not gone through,
a thing goes where it is said to belong, whoever is to be found is gone to where they were seen, or are said to be."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.language.clauses.test_gates import LIGHT, NIGHT, standing
from tests.worldkit import world_at
from worlds.schema import PLAYER


def text_of_turn(folder: str, state: StoryState, words: str) -> str:
    return "\n".join(span.text for span in play(world_at(folder), state, words).spans)


@cases
def test_leave_is_asked_for_and_the_deed_waits(words: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    read = understand(world_at(NIGHT), before, words)
    assert [(one.verb, one.objects) for one in read.intents] == [("ask", ("ragnhild",))]
    assert read.intents[0].words == "may i take a torch"
    assert play(world_at(NIGHT), before, words).after.items["pine_torch"] != PLAYER


@cases
def test_other_conditions_ask_nobody_for_leave(here: str, words: str) -> None:
    before = standing(NIGHT, "hall", here)
    assert play(world_at(NIGHT), before, words).after.items["pine_torch"] == PLAYER


def test_leave_of_somebody_away_holds_the_deed_back() -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    turn = play(world_at(NIGHT), before, "take a torch if ulf allows it")
    assert turn.after.items == before.items
    assert [aside.why for aside in turn.outcome.asides] == ["held_back"]


@cases
def test_a_door_that_is_tried_is_not_gone_through(folder: str, place: str, words: str) -> None:
    before = standing(folder, place)
    turn = play(world_at(folder), before, words)
    assert turn.after.place == place
    assert turn.after.minutes == before.minutes
    assert any("locked" in span.text for span in turn.spans)


@cases
def test_a_limit_binds_its_own_walk_alone(folder: str, place: str, words: str, ends: str) -> None:
    assert play(world_at(folder), standing(folder, place), words).after.place == ends


@cases
def test_a_thing_is_put_where_it_is_said_to_go(words: str, spot: str) -> None:
    turn = play(world_at(LIGHT), standing(LIGHT, "bunkroom", has="torn_page"), words)
    assert turn.after.spots["torn_page"] == spot


@cases
def test_whoever_is_to_be_found_is_gone_to(words: str, ends: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    before.seen_at = {"ivar": "shore"}
    before.visited |= {"shore": 1, "yard": 1}
    for who, place in {"ivar": "shore", "ulf": "yard", "skeggi": "smithy"}.items():
        before.characters[who].place = place
    assert play(world_at(NIGHT), before, words).after.place == ends


@cases
def test_a_name_is_learnt_before_it_is_told(words: str) -> None:
    before = standing(NIGHT, "hall", "ragnhild")
    assert "smith" in text_of_turn(NIGHT, before, words)
    assert "Skeggi" not in text_of_turn(NIGHT, before, words)
    assert "Skeggi" in text_of_turn(NIGHT, before, words.replace("the smith", "skeggi"))


@cases
def test_whoever_takes_nothing_comes_away_with_nothing(words: str, taken: bool) -> None:
    turn = play(world_at(LIGHT), standing(LIGHT, "bunkroom"), words)
    assert (turn.after.items["winding_key"] == PLAYER) is taken


@cases
def test_leave_is_asked_for_however_it_is_typed(folder: str, place: str, here: str, words: str) -> None:
    before = standing(folder, place, here)
    turn = play(world_at(folder), before, words)
    assert [one.verb for one in turn.outcome.intents] == ["ask"]
    assert turn.after.items == before.items


def test_the_edge_of_a_place_is_not_the_place() -> None:
    world, before = world_at(NIGHT), standing(NIGHT, "shore")
    assert play(world, before, "walk to the edge of the ice but not onto it").after.place == "shore"
    assert play(world, before, "go onto the ice, not into the crack").after.place == "ice"
