"""A question that a writer foresaw is answered alike by both narrators: the answer stands in the turn's own prompt."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from gamemaster.narration.model.unlisted_topics import with_unlisted_topics
from gamemaster.narration.prompts.outcome_schema import ELSE, history_json, in_scene, schema
from gamemaster.narration.prompts.ruling_text import ruling_text
from gamemaster.narration.prompts.state_text import Feed
from gamemaster.narration.prompts.text import scene_feed
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Discuss, Happening, Inform, Operation, Outcome, Ruling
from tests.modelkit import feed_text
from tests.worldkit import playable_worlds
from worlds.schema import GmAnswer, World, WrittenAnswer

BOOTS, BADGE = "Nines, and both of them left ones.", "You have worn a tin badge of the ferrymen since spring."
ASKED = "Jory, what size are your boots?"
OF_BADGE = "what badge have I been wearing?"


def world_with(**when: Any) -> World:
    """The lighthouse, in which Jory is asked for the size of his boots, and the Game Master for a badge."""
    return _world_with(json.dumps(when))


@cache  # of each world that differs, all that it says is worked out anew
def _world_with(when: str) -> World:
    world = playable_worlds()["lighthouse"]
    jory = world.characters["jory"]
    boots = WrittenAnswer.model_validate(
        {
            "id": "boot_size",
            "asks": ["what size are your boots"],
            "lines": [{"text": BOOTS}],
            **json.loads(when),
        }
    )
    badge = GmAnswer.model_validate({"id": "badge", "asks": [OF_BADGE], "text": BADGE})
    jory = jory.model_copy(update={"answers": {**jory.answers, "boot_size": boots}})
    return world.model_copy(
        update={
            "characters": {**world.characters, "jory": jory},
            "answers": {**world.answers, "badge": badge},
        }
    )


def scene_of(world: World, words: str) -> Scene:
    """Alone with Jory."""
    state = begin(world, 1)
    for other in state.characters.values():
        other.place = "nowhere"
    state.characters["jory"].place, state.characters["jory"].met = state.place, True
    return Scene(world, state, words, roll_for(1, 1))


def brought_up(scene: Scene) -> str:
    here = in_scene(scene)
    whole, _ = feed_text(scene.world, scene.state, scene.words, here, Feed())
    return whole.removeprefix(scene_feed(scene.world, scene.state, here, Feed())[0])


def told_of(scene: Scene, *changes: Operation) -> str:
    """What the model is told of the ruling, if it proposes these."""
    ruled = scene.rule(with_unlisted_topics(scene, in_scene(scene), Outcome(changes=changes)))
    return ruling_text(scene.world, scene.state, ruled.ruling, ruled.after)


def test_the_answer_stands_in_the_turn_in_which_it_is_asked_for() -> None:
    scene = scene_of(world_with(), ASKED)
    assert BOOTS in brought_up(scene)
    assert '"boot_size"' in schema(scene)
    assert "boot_size" in history_json(scene.world, propose(scene))


def test_it_stands_in_no_other_turn_and_not_in_what_is_computed_before_the_words() -> None:
    world = world_with()
    for words in ("Jory, what about the boat?", "look at the boots", "I go up the stairs"):
        assert BOOTS not in brought_up(scene_of(world, words)), words
    asked, silent = scene_of(world, ASKED), scene_of(world, "")
    before = scene_feed(world, silent.state, in_scene(silent), Feed())
    assert scene_feed(world, asked.state, in_scene(asked), Feed()) == before


def test_what_cannot_be_said_yet_is_not_given_away() -> None:
    for world in (
        world_with(when={"set": "never_set"}),
        world_with(lines=[{"text": BOOTS, "when": {"set": "never_set"}}]),
    ):
        assert BOOTS not in brought_up(scene_of(world, ASKED))
        assert "boot_size" not in schema(scene_of(world, ASKED))


def test_what_was_answered_before_stands_there_when_it_is_asked_again() -> None:
    """The turn in which it was said may be summed up since, and the prompt knows it no more."""
    scene = scene_of(world_with(), ASKED)
    after = scene.rule(propose(scene)).after
    after.characters["jory"].place = after.place  # where his day does not take him
    for words in (ASKED, "Jory, what size are your boots again?"):
        again = Scene(scene.world, after, words, roll_for(1, 2))
        assert f"@jory has said, and says again: {BOOTS}" in brought_up(again), words
        assert '"boot_size"' in schema(again)
        assert "@jory was asked once more" in told_of(again, Discuss(who="jory", topic="boot_size"))
    assert BOOTS not in brought_up(Scene(scene.world, after, "Jory, what about the boat?", roll_for(1, 2)))


def test_a_model_that_says_something_else_is_given_it_by_the_ruling() -> None:
    told = told_of(scene_of(world_with(), ASKED), Discuss(who="jory", topic=ELSE))
    assert f"@jory: {BOOTS}" in told
    assert "@jory answers what was asked, as below." in told


def test_the_game_masters_own_answer_is_given_whatever_kind_the_model_takes_it_for() -> None:
    scene = scene_of(world_with(), OF_BADGE)
    assert BADGE in brought_up(scene)
    assert BADGE in told_of(scene, Inform(kind="inventory"))


@pytest.mark.parametrize(
    ("kind", "what"),
    [("answered", None), ("said", "jory.greeting"), ("said", "jory.coin"), ("noticed", "tins")],
)
def test_nothing_is_said_to_stand_below_where_nothing_does(
    kind: str, what: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = playable_worlds()["lighthouse"]
    state = begin(world, 1)
    ruling = Ruling(happenings=(Happening(kind=kind, who="jory", what=what, wordings=("A word.",)),))
    assert "below" in ruling_text(world, state, ruling, state)
    monkeypatch.setattr("gamemaster.narration.prompts.ruling_text.authors_words", lambda *_: "")
    assert "below" not in ruling_text(world, state, ruling, state)
