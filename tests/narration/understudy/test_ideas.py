"""Odd ideas, as people type them: what each is tried as, on what, with what. No writer foresaw any of them."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.understanding import understand
from gamemaster.memory.witnessing import Turn, memories_of
from gamemaster.narration.understudy.understudy import Played, play, play_without_suggestions
from gamemaster.rules.proposal import AddDetail, Attempt, Enjoy, PassTime
from tests.casekit import cases, rows
from tests.scenekit import standing
from tests.worldkit import act, begin, world_at
from worlds.schema import PLAYER

LONG_NIGHT, LIGHTHOUSE, SAMPLE = "worlds/long_night", "worlds/lighthouse", "tests/sample_world"

# World, place, what is carried and who is there besides; then the words, the stance, target, tool and recipient.
IDEAS = rows(__file__, "ideas")
COMFORTS = rows(__file__, "comforts")


def attempt(folder: str, setting: str, words: str, seed: int = 5) -> Played:
    return play_without_suggestions(world_at(folder), standing(folder, setting, seed), words)


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), IDEAS)
def test_an_idea_is_tried_as_what_it_is(folder: str, setting: str, words: str, expected: str) -> None:
    played = attempt(folder, setting, words)
    attempts = [op for op in played.outcome.changes if isinstance(op, Attempt)]
    found = [f"{op.stance} {op.target or '-'} {op.tool or '-'} {op.recipient or '-'}" for op in attempts]
    assert found == [expected], played.outcome
    assert not played.ruling.rejections
    assert any(happening.kind == "attempted" for happening in played.ruling.happenings)


@cases
def test_what_nobody_could_grant_is_answered_in_words_and_binds_nobody(
    folder: str, setting: str, words: str
) -> None:
    state = standing(folder, setting, 5)
    played = play(world_at(folder), state, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)
    assert any(span.speaker for span in played.spans), "somebody answers"
    assert played.after.minutes - state.minutes <= 1
    assert played.after.items == state.items
    assert not [name for name in played.after.promises if name.startswith("turn_")]
    assert not any(one.toward(PLAYER).debt for one in played.after.characters.values())


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), COMFORTS)
def test_what_offers_warmth_food_rest_or_light_gives_it(
    folder: str, setting: str, words: str, expected: str
) -> None:
    played = attempt(folder, setting, words)
    used = [op for op in played.outcome.changes if isinstance(op, Enjoy)]
    assert [f"{op.what} {op.offer}" for op in used] == [expected]
    assert not played.ruling.checks, "it never fails"
    assert not played.ruling.rejections


@pytest.mark.parametrize(("folder", "setting", "words", "expected"), IDEAS)
def test_an_idea_is_told_concretely_however_it_falls(
    folder: str, setting: str, words: str, expected: str
) -> None:
    """Success and failure alike: nothing is claimed of what never was, and no placeholder is left."""
    for seed in (1, 2, 3):
        played = attempt(folder, setting, words, seed)
        text = " ".join(span.text for span in played.spans)
        assert "{" not in text
        assert played.ruling.minutes <= 40
        assert played.after.wounds <= 3
        hidden = [name for name in world_at(folder).threats if name in text and name not in words]
        assert not hidden


def test_a_snowman_stays_and_is_seen_again() -> None:
    built = attempt(LONG_NIGHT, "shore", "build a snowman").after
    looked = play(world_at(LONG_NIGHT), built, "look around")
    assert any("a snowman" in span.text for span in looked.spans)


def test_people_remark_on_what_was_made() -> None:
    state = act(begin(), AddDetail(text="a snowman")).after
    remarks = []
    for _ in range(20):
        ruled = act(state, PassTime(minutes=5), verbs="wait")
        remarks += [h for h in ruled.ruling.happenings if h.detail.get("code") == "regarded"]
        state = ruled.after
    assert [h.detail["named"] for h in remarks] == ["a snowman"], "once"


def test_what_is_not_there_cannot_be_used() -> None:
    played = attempt(LIGHTHOUSE, "kitchen", "jam the stove with a crowbar")
    assert not [op for op in played.outcome.changes if isinstance(op, Attempt)]
    assert played.ruling.minutes <= 1


def test_witnesses_keep_what_they_saw() -> None:
    world, before = world_at(LONG_NIGHT), standing(LONG_NIGHT, "hall boar_spear", 5)
    played = play(world, before, "block the door with the spear")
    turn = Turn(world, before, played.after, played.outcome, played.ruling, tuple(played.spans))
    kept = [memory.text for memory in memories_of(turn) if memory.owner == "ragnhild"]
    assert any(text.startswith("I saw the stranger") and "boar-spear" in text for text in kept)


CRANE = "crane_office crane lighter coat pass_key"


@cases
def test_what_is_done_to_somebodys_thing_is_not_done_to_them(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)
    assert played.after.characters["crane"].wounds == played.after.wounds == 0
    assert "desk" in played.spans[0].text, "what was told of it is all there is"


@cases
def test_what_is_done_to_somebodys_body_is_done_to_them(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert [(op.stance, op.target) for op in played.outcome.changes if isinstance(op, Attempt)] == [
        ("strike", "crane")
    ]


def test_the_door_that_was_gone_through_is_not_broken_behind_one() -> None:
    played = attempt(
        "tests/worlds_modern/brannigan", "ninth pass_key", "barge into crane's office, kick the door"
    )
    assert played.after.place == "crane_office"
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)


@cases
def test_a_thing_is_laid_on_what_is_only_told_of(words: str) -> None:
    played = attempt("tests/worlds_modern/brannigan", CRANE, words)
    assert played.after.items["coat"] == "crane_office"


def test_who_threatens_to_do_something_to_themselves_is_heard_and_does_not_do_it() -> None:
    words = "threaten to drink the fungicide unless she talks"
    played = attempt("tests/worlds_modern/deck_nine", "lab", words)
    (threat,) = [op for op in played.outcome.changes if isinstance(op, Attempt)]
    assert (threat.stance, threat.target, threat.tool) == ("threaten", "ines", None)
    assert "fungicide" in threat.aim


@pytest.mark.parametrize("world", ["worlds/lighthouse", "worlds/long_night", "tests/worlds_modern/brannigan"])
@pytest.mark.parametrize(
    "words",
    [
        "lay a false trail",
        "leave a false trail",
        "lay false tracks",
        "plant false evidence",
        "leave footprints",
    ],
)
def test_a_sign_that_is_laid_is_an_idea_and_no_thing_that_is_missing(world: str, words: str) -> None:
    state = state_of(world_at(world), 1, {"input": "x"})
    turn = play(world_at(world), state, words)
    assert [op.stance for op in turn.outcome.changes if isinstance(op, Attempt)] == ["build"]
    assert turn.after.items == state.items


@pytest.mark.parametrize(
    ("world", "place"), [("worlds/lighthouse", "watchroom"), ("tests/worlds_modern/brannigan", "lobby")]
)
@pytest.mark.parametrize(
    "words", ["set the clock back", "set the clock forward", "set the clock back ten minutes"]
)
def test_a_clock_that_is_set_is_turned_and_not_built(world: str, place: str, words: str) -> None:
    state = state_of(world_at(world), 1, {"input": "x", "place": place})
    assert [(one.verb, one.objects) for one in understand(world_at(world), state, words).intents] == [
        ("turn", ("clock",))
    ]


def test_what_is_carried_is_still_set_down() -> None:
    state = state_of(world_at("worlds/lighthouse"), 1, {"input": "x", "place": "watchroom"})
    turn = play(world_at("worlds/lighthouse"), state, "set the lantern down")
    assert turn.after.items["storm_lantern"] == "watchroom"
