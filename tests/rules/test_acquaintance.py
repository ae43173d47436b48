"""A name stands nowhere before it was given: not in what is told, offered or shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.narration.understudy.affordances import talk
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin, opening
from gamemaster.protocol.messages import TextSpan, TurnShown
from gamemaster.protocol.presenters import named_now
from gamemaster.protocol.state_view import view
from gamemaster.rules.acquaintance import as_met
from gamemaster.rules.state import StoryState
from worlds.loader import load_world
from worlds.schema import Condition, Unnamed, World

STRANGER = """    unnamed: {call: the ferryman, until: {knows: his_name}}
    topics:
      name:
        names: [his name, name]
        lines: [{text: "Tam, they call me.", effects: {learn: his_name}}]
"""
WEN = """characters:
  wen:
    name: Wen
    persona: A boy.
    description: Straw in his hair.
    at: boathouse
    topics:
      ferryman: {names: [the ferryman, Tam], lines: [He rows.]}
      rower: {names: [Tam], lines: [He rows well.]}
"""


@pytest.fixture
def jetty(tmp_path: Path) -> World:
    """A world in which Tam does not give his name unasked."""
    folder = tmp_path / "isle"
    new_world(folder, "tiny")
    file = folder / "world.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ("    topics: ", STRANGER + "    # "),
        ("presence: Tam sits", "presence: A man sits"),
        ("facts:\n", "facts:\n  his_name: {text: The ferryman is called Tam.}\n"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    return load_world(folder)


@pytest.fixture
def jetty_of_two(jetty: World, tmp_path: Path) -> World:
    """The same with somebody who speaks of the ferryman, whom the player has not met."""
    (tmp_path / "isle" / "wen.yaml").write_text(WEN, encoding="utf-8")
    return load_world(tmp_path / "isle")


def test_a_topic_is_offered_by_what_somebody_is_called_and_not_by_a_name_kept_back(
    jetty_of_two: World,
) -> None:
    world = jetty_of_two
    state = begin(world, 1).model_copy(update={"place": "boathouse"})
    turn = play(world, play(world, state, "talk to wen").after, "wait")
    met = as_met(world, turn.after)
    assert [one for one in talk(met, turn.after) if "about" in one] == ["Ask Wen about the ferryman"]
    known = turn.after.model_copy(update={"facts": {"his_name": 1}}, deep=True)
    known.characters["tam"].met = True
    assert {*talk(as_met(world, known), known)} == {"Ask Wen about the ferryman", "Ask Wen about Tam"}


def told_and_shown(world: World, before: StoryState, turn: Played) -> str:
    """All that the player reads of a turn, with the names before the speeches."""
    met = as_met(world, before)
    spans = [f"{met.characters[s.speaker].name}: {s.text}" if s.speaker else s.text for s in turn.spans]
    shown = view(world, turn.after, turn.ruling.suggestions)
    return "\n".join([*spans, shown.model_dump_json(exclude={"here": {"__all__": {"id"}}})])


def test_a_name_is_nowhere_until_it_was_given_and_everywhere_then(jetty: World) -> None:
    state = begin(jetty, 1)
    assert [span.name for span in opening(jetty, 1) if span.speaker] == ["the ferryman"]
    for words in ("look", "who are you?", "talk to the ferryman", "who is here?", "hit the ferryman", "bye"):
        turn = play(jetty, state, words)
        read = told_and_shown(jetty, state, turn)
        assert "Tam" not in read.replace("Tam could row", ""), (words, read)
        state = turn.after
    assert "the ferryman" in told_and_shown(jetty, state, play(jetty, state, "look"))
    assert (
        play(jetty, state, "look at tam").outcome.intents[:1]
        != play(jetty, state, "look at the ferryman").outcome.intents[:1]
    )
    given = play(jetty, state, "ask the ferryman about his name").after
    assert [one.name for one in view(jetty, given).here] == ["Tam"]
    assert "Tam" in told_and_shown(jetty, given, play(jetty, given, "who is here?"))
    both = [
        play(jetty, given, f"look at {name}").outcome.intents[0].objects for name in ("tam", "the ferryman")
    ]
    assert both == [("tam",), ("tam",)]


def test_what_was_said_before_has_the_name_once_it_is_known(jetty: World) -> None:
    said = TextSpan(kind="speech", speaker="tam", name="Tam", text="You have missed it.")
    turn = TurnShown(turn=1, act_id="act-00000001", words="wait", spans=(said,), reason="complete")
    state = begin(jetty, 1)
    assert named_now(turn, jetty, state).spans[0].name == "the ferryman"
    state.facts["his_name"] = 1
    assert named_now(turn, jetty, state).spans[0].name == "Tam"


def test_a_world_as_it_is_met_is_made_once_for_each_set_of_names(jetty: World) -> None:
    state = begin(jetty, 1)
    met = as_met(jetty, state)
    assert met is not jetty
    assert as_met(jetty, state.clone()) is met
    assert as_met(met, state) is met
    state.facts["his_name"] = 1
    assert as_met(jetty, state) is jetty


def test_a_stranger_is_the_same_object_whoever_else_is_known(jetty_of_two: World) -> None:
    """What was worked out of them is not worked out again for each name that is given."""
    wen = jetty_of_two.characters["wen"]
    unnamed = Unnamed(call="the boy", until=Condition(set=("asked",)))
    people = jetty_of_two.characters | {"wen": wen.model_copy(update={"unnamed": unnamed})}
    world = jetty_of_two.model_copy(update={"characters": people})
    before = begin(world, 1)
    after = before.model_copy(update={"flags": before.flags | {"asked": 0}})
    first, then = as_met(world, before), as_met(world, after)
    assert (first.characters["wen"].name, then.characters["wen"].name) == ("the boy", "Wen")
    assert first.characters["tam"] is then.characters["tam"] is not world.characters["tam"]
