"""What the README and the reference tell writers of rules and paths holds when it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import StoryState
from worlds.loader import load_world
from worlds.schema import World

WORLD = """title: A Room
summary: A room.
bible: Plain.
opening: You wake.
player: {at: room}
clock: {start: 16:00}
skills: {hands: {name: Hands}}
messages: {need_tool: You would need something.}
locations:
  room:
    name: The Room
    description: Bare.
    notice:
      crate: {name: crate, text: Nailed shut.}
      chest: {name: chest, text: Shut.}
      hatch: {name: hatch, text: Shut.}
items:
  bar: {name: iron bar, description: Iron., at: ann}
characters:
  ann:
    {name: Ann, persona: A clerk., want: x, fear: x, secret: x, manner: x, description: Tall., at: room}
rules:
  open_crate: {verbs: open, on: crate, with: bar, when: {set: lit}, refuse: Too dark., text: It gives.}
  bare_hands: {verbs: open, on: crate, when: {has: bar}, refuse: Not with bare hands.}
  open_chest: {verbs: open, on: chest, with: bar, when: {set: lit}, refuse: Too dark., text: It gives.}
  open_hatch:
    verbs: open
    on: hatch
    check: {skill: hands, difficulty: 12}
    text: It opens.
    effects: {set: opened}
    partial: {text: It jams.}
  light: {verbs: light, phrases: [make light], text: It is light., effects: {set: lit}}
  ask_bar: {verbs: charm, on: ann, text: She parts with it., effects: {give: bar}}
endings:
  five: {title: Five, when: {hours: 17-18}, text: Five., path: [wait until five]}
"""


@pytest.fixture
def room(tmp_path: Path) -> World:
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "world.yaml").write_text(WORLD, encoding="utf-8")
    return load_world(folder)


def after(world: World, *inputs: str) -> tuple[StoryState, str]:
    """The state after these inputs, and what was told at the last."""
    state, told = begin(world, 1), ""
    for words in inputs:
        turn = play(world, state, words)
        state, told = turn.after, " ".join(span.text for span in turn.spans)
    return state, told


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        (["open the chest"], "You would need something."),
        (["make light", "open the chest"], "You would need something."),
        (["charm ann", "open the chest"], "Too dark."),
        (["charm ann", "make light", "open the chest"], "It gives."),
        (["open the crate"], "Not with bare hands."),
        (["charm ann", "open the crate"], "Too dark."),
        (["charm ann", "make light", "open the crate"], "It gives."),
    ],
)
def test_a_refusal_is_for_the_condition_where_a_tool_is_wanted_too(
    room: World, inputs: list[str], told: str
) -> None:
    assert told in after(room, *inputs)[1]


def test_what_a_person_holds_is_given_by_a_rule_on_them(room: World) -> None:
    assert after(room)[0].items["bar"] == "ann"
    assert after(room, "charm ann")[0].items["bar"] == "player"


def test_a_partial_success_takes_the_place_of_the_effects(room: World) -> None:
    turn = play(room, begin(room, 1), "open the hatch", Roll(d20=(10,)))
    assert "It jams." in " ".join(span.text for span in turn.spans)
    assert "opened" not in turn.after.flags


def test_a_path_may_wait_until_an_hour(room: World) -> None:
    assert after(room, *room.endings["five"].path)[0].ended == "five"
