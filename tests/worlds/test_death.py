"""A world whose writer named no death has one all the same: a player may begin a fight anywhere."""

from __future__ import annotations

from pathlib import Path

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from worlds.loader import check_world, load_world

WORLD = """title: A Room
summary: A room.
bible: Plain.
opening: You wake.
player: {at: room, health: 1}
locations:
  room: {name: The Room, description: Bare.}
rules:
  leap: {verbs: jump, phrases: [leap from the window], text: You leap., effects: {harm: {player: 1}}}
  wake: {verbs: wait, text: You wake., effects: {set: awake}}
endings:
  awake: {title: Awake, when: {set: awake}, text: You are awake., path: [wait]}
"""


def test_whoever_dies_in_a_world_without_a_death_is_told_so(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "world.yaml").write_text(WORLD, encoding="utf-8")
    assert [str(found) for found in check_world(folder)] == []
    world = load_world(folder)
    turn = play(world, begin(world, 1), "leap from the window")
    assert turn.after.ended == world.player.death
    assert "Your story ends here." in " ".join(span.text for span in turn.spans)
    assert world.endings[world.player.death].defeat
    assert play(world, begin(world, 1), "wait").after.ended == "awake"
