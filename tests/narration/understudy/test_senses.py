"""Small experiments with things show something: by their writer's words, or by what the thing is made of."""

from __future__ import annotations

from gamemaster.language.wording.sense_lines import SENSE_LINES
from gamemaster.narration.understudy.deeds.senses import material_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Try
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.worldkit import world_at

LIGHTHOUSE, NIGHT = "worlds/lighthouse", "worlds/long_night"
OFFICE = "tests/worlds_modern/brannigan"


def story(world: str, place: str) -> StoryState:
    state = new_story(world_at(world), 5)
    state.place = place
    return state


def play_at(world: str, place: str, words: str) -> Played:
    return play(world_at(world), story(world, place), words)


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@cases
def test_an_experiment_shows_what_the_material_does(world: str, place: str, words: str, sense: str) -> None:
    turn = play_at(world, place, words)
    assert [one.why for one in turn.outcome.changes if isinstance(one, Try)] == [sense]
    assert turn.ruling.minutes <= 5
    assert "It makes no odds" not in text_of(turn)


@cases
def test_what_its_writer_says_of_it_answers_first(world: str, place: str, words: str, told: str) -> None:
    turn = play_at(world, place, words)
    assert told in text_of(turn)
    assert not any(isinstance(one, Try) and one.why in SENSE_LINES for one in turn.outcome.changes)


def test_a_lamp_is_put_out_only_while_it_burns() -> None:
    world, state = world_at(LIGHTHOUSE), story(LIGHTHOUSE, "landing")
    burning = play(world, state, "put out the lamp")  # "a Tilley, lit"
    dark = play(world, burning.after, "put out the lamp")
    lit = play(world, dark.after, "light the lamp").after
    out = play(world, lit, "put out the lamp")
    assert "You put out the storm lantern" in text_of(burning)
    assert "is not burning" in text_of(dark)
    assert [one.text for one in lit.details.values()] == ["the storm lantern, burning"]
    assert any(one.kind == "lit" for one in lit.details.values())
    assert not any(one.kind == "lit" for one in out.after.details.values())
    assert "You put out the storm lantern" in text_of(out)


@cases
def test_what_is_only_there_once_it_is_made_is_not_missing(place: str, words: str, told: str) -> None:
    assert told in text_of(play_at(NIGHT, place, words))


def test_a_door_that_is_kicked_open_is_gone_through() -> None:
    assert play_at(NIGHT, "shore", "kick the boathouse door open").after.place == "boathouse"


@cases
def test_what_a_thing_is_made_of_follows_from_its_names(world: str, thing: str, made: str) -> None:
    loaded = world_at(world)
    part = loaded.items.get(thing) or next(one for _, one in loaded.features() if one.id == thing)
    assert material_of(part) == made


@cases
def test_every_place_has_walls_and_every_beast_eats(world: str, place: str, words: str, sense: str) -> None:
    turn = play_at(world, place, words)
    assert [one.why for one in turn.outcome.changes if isinstance(one, Try)] == [sense]
    assert turn.after.items == story(world, place).items


@cases
def test_a_cup_that_is_poured_spoils_nothing_and_leaves_the_jug(words: str) -> None:
    state = story(NIGHT, "brewhouse")
    after = play(world_at(NIGHT), state, words).after
    assert after.items == state.items


def test_who_looks_out_of_a_window_warns_nobody() -> None:
    turn = play_at(OFFICE, "fourth", "look out of the window and count the cars")
    assert "Four floors of rain" in text_of(turn)
    assert not [span for span in turn.spans if span.speaker == "gloria"]


@cases
def test_handling_is_told_as_what_it_is(world: str, place: str, words: str, told: str) -> None:
    assert told in text_of(play_at(world, place, words))


def test_a_snare_wants_the_rope_that_it_is_made_with() -> None:
    assert not [
        one for one in play_at(NIGHT, "shore", "make a trap with rope").outcome.changes if one.op == "attempt"
    ]
