"""Plays that a writer keeps: written as text, played again, red where they changed, blessed or mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.authoring.new_world import new_world
from gamemaster.authoring.skein.comparison import compare_play, record_play
from gamemaster.authoring.skein.ending_paths import path_faults
from gamemaster.authoring.skein.play_file import PlayError, path_of, read_play, read_plays, write_play
from gamemaster.authoring.skein.report import compare_each, with_paths
from gamemaster.authoring.skein.written_inputs import input_faults
from gamemaster.cli.main import app
from gamemaster.rules.dice import roll_for
from worlds.loader import examine, load_world

PATH = ["ask tam about the lamp", "go north", "take the oil", "!at jetty", "fill the lamp", "cross the river"]


def run(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["world", *map(str, arguments)])
    return done.exit_code, done.output


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    """A world with one play, `lamp`."""
    folder = tmp_path / "isle"
    new_world(folder, "tiny")
    inputs = [(say, roll_for(7, number + 1).d20) for number, say in enumerate(PATH)]
    write_play(folder, record_play(load_world(folder), "lamp", 7, inputs))
    return folder


def edit(isle: Path, old: str, new: str) -> None:
    file = isle / "world.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def test_a_play_is_text_that_a_writer_can_read(isle: Path) -> None:
    text = path_of(isle, "lamp").read_text(encoding="utf-8")
    assert "- say: ask tam about the lamp\n  dice: [" in text
    assert "@tam: Out of oil, that." in text
    assert "ends: across" in text
    play = read_play(path_of(isle, "lamp"))
    assert [turn.say for turn in play.turns] == PATH


def test_the_plays_are_no_part_of_the_world(isle: Path) -> None:
    assert run("check", isle)[0] == 0


def test_what_is_unchanged_is_well(isle: Path) -> None:
    status, said = run("plays", "--no-bots", isle)
    assert (status, "lamp: 6 turns, as it was" in said) == (0, True)


def test_a_change_stands_beside_what_was_and_can_be_blessed(isle: Path) -> None:
    edit(isle, "Rope, tar, and a boat", "Cobwebs, and a boat")
    status, said = run("plays", "--no-bots", isle)
    assert status == 1
    assert "2 › go north" in said
    assert said.index("  - Rope, tar, and a boat") < said.index("  + Cobwebs, and a boat")
    (change,) = json.loads(run("plays", "--no-bots", isle, "--json")[1])["plays"][0]["changes"]
    assert (change["turn"], "Rope" in change["was"], "Cobwebs" in change["now"]) == (2, True, True)
    assert run("plays", "--no-bots", isle, "--bless", "lamp")[0] == 0
    assert run("plays", "--no-bots", isle)[0] == 0
    assert "Cobwebs" in path_of(isle, "lamp").read_text()


def test_another_end_is_a_change(isle: Path) -> None:
    edit(isle, "when: {set: rowing}", "when: {set: rowing, minutes: 500}")
    compared = compare_play(load_world(isle), read_play(path_of(isle, "lamp")))
    assert (compared.is_same, compared.play.ends, compared.now.ends) == (False, "across", None)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("take the oil, go south", "take the soil, go south", "leaves the way at input 3, `take the soil`"),
        (
            "path: [ask tam about the lamp, ",
            "path: [",
            "leaves the way at input 1, `go north`, which is refused",
        ),
        (
            "when: {set: rowing}",
            "when: {set: rowing, knows: oil_inside, night: true}",
            "night: true (it is day)",
        ),
    ],
)
def test_a_path_that_does_not_lead_to_its_ending_is_a_fault_of_the_world(
    isle: Path, old: str, new: str, says: str
) -> None:
    edit(isle, old, new)
    status, said = run("plays", "--no-bots", isle)
    assert (status, says in said) == (1, True), said
    for option in ("--paths", "--strict"):
        status, said = run("check", isle, option)
        assert (status, says in said, "world.yaml:" in said) == (1, True, True), said


def test_a_file_that_is_no_play_is_named(isle: Path) -> None:
    (isle / "plays" / "odd.yaml").write_text("turns: [{say: go, dice: [99]}]")
    (isle / "plays" / "torn.yaml").write_text("turns: [")
    _, faults = read_plays(isle)
    assert [("odd.yaml" in fault, "torn.yaml" in fault) for fault in faults] == [(True, False), (False, True)]
    status, said = run("plays", "--no-bots", isle)
    assert (status, "lamp: 6 turns, as it was" in said) == (1, True)


def test_an_unknown_play_is_not_blessed(isle: Path) -> None:
    assert "there are: lamp" in run("plays", "--no-bots", isle, "--bless", "lump")[1]
    with pytest.raises(PlayError, match="try 'two-words'"):
        path_of(isle, "Two Words")


def test_a_path_on_which_something_is_asked_back_says_so(tmp_path: Path) -> None:
    inn = tmp_path / "inn"
    new_world(inn, "inn")
    for name, old, new in (
        ("world.yaml", "  give: {synonyms: [slip]}\n", ""),
        ("story.yaml", "path: [burn the letter]", "path: [sell the letter to pell]"),
    ):
        text = (inn / name).read_text(encoding="utf-8")
        assert old in text
        (inn / name).write_text(text.replace(old, new), encoding="utf-8")
    (fault,) = path_faults(load_world(inn))
    assert (fault.step, fault.say) == (0, "sell the letter to pell")
    assert "is asked back there: “" in fault.why


@pytest.mark.parametrize(
    "world", [pytest.param("worlds/long_night", marks=pytest.mark.slow), "worlds/lighthouse"]
)
def test_every_path_of_the_shipped_worlds_leads_to_its_ending(world: str) -> None:
    assert path_faults(load_world(Path(world))) == []


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (["take the oil", *PATH[:2], "go south", *PATH[4:]], "leaves the way at input 1, `take the oil`"),
        # What is refused first is asked for by nothing that comes afterwards.
        (["take the key", *PATH[:3], "go south", PATH[5]], "leaves the way at input 6, `cross the river`"),
    ],
)
def test_a_path_leaves_the_way_where_something_is_missed(isle: Path, path: list[str], says: str) -> None:
    edit(
        isle,
        "[ask tam about the lamp, go north, take the oil, go south, fill the lamp, cross the river]",
        f"[{', '.join(path)}]",
    )
    (fault,) = with_paths(examine(isle)).faults
    assert says in fault.message


def test_what_a_path_says_behind_its_end_is_warned_of_at_that_input(isle: Path) -> None:
    edit(isle, "cross the river]", "cross the river, dance]")
    found = with_paths(examine(isle))
    (beyond,) = found.warnings
    assert "input 7 of its `path`, `dance`, is never played: the story ends with input 6" in beyond.message
    assert found.playable
    assert run("plays", "--no-bots", isle)[0] == 0


def test_a_path_into_another_ending_says_what_its_own_lacks_and_a_refusal_how_it_was_read(isle: Path) -> None:
    edit(isle, "endings:\n", "endings:\n  wet:\n    title: Wet\n    when: {set: rowing, minutes: \">= 600\"}\n"
         "    text: Wet.\n    path: [ask tam about the lamp, go north, take the oil, go south, fill the lamp, "
         "cross the river]\n")  # fmt: skip
    edit(
        isle,
        "    text: You fill the lamp",
        '    refuse: Not yet.\n    when: {minutes: ">= 600"}\n    text: You fill the lamp',
    )
    across, wet = sorted((one.ending, one.why) for one in path_faults(load_world(isle)))
    assert "It is understood as `fill` on lamp" in across[1]
    assert "It is understood as `fill` on lamp" in wet[1]
    edit(isle, '    refuse: Not yet.\n    when: {minutes: ">= 600"}\n', "")
    (fault,) = path_faults(load_world(isle))
    assert "leads to the ending `across` instead: what `wet` asks for does not hold: minutes" in fault.why


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("say: ask marta about the guests", "say: frobnicate the guests", "is not understood there"),
        ("closes: {any:", "closes: {at: parlour} #", "answered before the story begins"),
    ],
)
def test_what_a_thread_offers_can_be_followed(tmp_path: Path, old: str, new: str, says: str) -> None:
    inn = tmp_path / "inn"
    new_world(inn, "inn")
    story = inn / "story.yaml"
    assert input_faults(load_world(inn)) == []
    story.write_text(story.read_text().replace(old, new))
    found = with_paths(examine(inn))
    assert [says in one.message for one in found.warnings if one.kind == "offered"] == [True]


def test_plays_are_the_same_in_several_processes(isle: Path) -> None:
    world = load_world(isle)
    inputs = [(say, roll_for(7, number + 1).d20) for number, say in enumerate(PATH[:3])]
    plays = [record_play(world, f"play_{number}", number, inputs) for number in range(6)]
    assert compare_each(world, plays, processes=2) == compare_each(world, plays)
