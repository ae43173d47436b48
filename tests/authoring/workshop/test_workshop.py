"""What a writer sees beside the story: beats by nearness, reasons, sources, and charts that can be read."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from gamemaster.authoring.workshop.charts import HEIGHT, WIDTH, Chart, beat_graph, place_map
from gamemaster.authoring.workshop.sources import sources_of
from gamemaster.authoring.workshop.story_view import workshop_shown
from gamemaster.rules.state import new_story
from tests.worldkit import ROOT, playable_worlds, sample
from worlds.schema import World

BIG = 100


def world_of_places(count: int) -> World:
    """A town of streets: each place leads east, and every tenth south."""
    data = {
        "id": "town",
        "title": "Town",
        "summary": "A town.",
        "bible": "Plain.",
        "opening": "You arrive.",
        "player": {"at": "p0", "death": "dead"},
        "locations": {f"p{n}": house(n, count) for n in range(count)},
        "endings": {"dead": {"title": "Dead", "when": {"wounds": 10}, "text": "You die."}},
    }
    return World.model_validate(data)


def house(n: int, count: int) -> dict[str, object]:
    ways = {"south": n + 10, "north": n - 10}
    ways |= {"east": n + 1} if n % 10 < 9 else {}
    ways |= {"west": n - 1} if n % 10 else {}
    exits = [{"to": f"p{to}", "direction": way} for way, to in ways.items() if 0 <= to < count]
    return {"name": f"Number {n}, Long Street", "description": "A house.", "exits": exits}


def nodes_apart(chart: Chart) -> bool:
    """Whether every node has its own room, inside the drawing."""
    inside = all(0 <= node.x <= chart.width and 0 <= node.y <= chart.height for node in chart.nodes)
    pairs = combinations(chart.nodes, 2)
    apart = all(abs(one.x - two.x) >= WIDTH - 1 or abs(one.y - two.y) >= HEIGHT - 1 for one, two in pairs)
    return inside and apart


@pytest.mark.parametrize(
    "world", [*playable_worlds().values(), world_of_places(BIG)], ids=lambda world: world.id
)
def test_charts_show_every_part_in_a_room_of_its_own(world: World) -> None:
    places, beats = place_map(world, {}), beat_graph(world, {})
    assert {node.id for node in places.nodes} == set(world.locations)
    assert {*world.beats, *world.endings} <= {node.id for node in beats.nodes}
    assert nodes_apart(places)
    assert nodes_apart(beats)
    assert place_map(world, {}) == places


def test_the_map_keeps_the_compass() -> None:
    at = {node.id: node for node in place_map(world_of_places(BIG), {}).nodes}
    right = sum(at[f"p{n + 1}"].x > at[f"p{n}"].x for n in range(0, 90, 10))
    down = sum(at[f"p{n + 10}"].y > at[f"p{n}"].y for n in range(0, 90, 10))
    assert min(right, down) >= 8  # of 9


def test_the_graph_says_what_a_beat_waits_for() -> None:
    edges = {(edge.source, edge.target): edge.why for edge in beat_graph(sample(), {}).edges}
    assert edges["dusk", "over"] == "done dusk"
    assert edges["ring_a", "ring_b"] == "starts it"
    assert edges["rules.ring", "ring_a"] == "set ringing"


def test_the_nearest_beat_comes_first_and_what_fails_is_said() -> None:
    state = new_story(sample(), 1)
    state.flags["ringing"] = 1
    state.beats["dusk"], state.minutes = 30, 40
    shown = workshop_shown("s", sample(), state, None)
    states = {one.id: one.state for one in shown.waiting}
    assert (states["ring_a"], states["dusk"], shown.waiting[-1].state) == ("due", "done", "done")
    assert [one.missing for one in shown.waiting if one.state == "waiting"] == sorted(
        one.missing for one in shown.waiting if one.state == "waiting"
    )
    (over,) = [one for one in shown.waiting if one.id == "over"]
    assert [(part.text, part.holds, part.now) for part in over.parts] == [
        ("minutes: >= 600", False, "it is 40"),
        ("done: dusk", True, ""),
    ]


def test_every_part_has_its_file_and_line() -> None:
    folder = Path(ROOT / "tests/sample_world")
    found = sources_of(folder, sample())
    assert found["locations.mill"].file == "places.yaml"
    line = (folder / "places.yaml").read_text().splitlines()[found["locations.mill"].line - 1]
    assert line == "  mill:"
    assert found["beats.owl"].path == str(folder / found["beats.owl"].file)
