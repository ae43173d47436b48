"""Loading whole worlds, naming them by their content, and reporting on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from worlds.loader import WorldErrors, examine, list_worlds, load_world, main, world_hash
from worlds.report import counts, report

WORLDS = Path(__file__).parents[2] / "worlds"


def test_a_whole_world_loads(quay: Path) -> None:
    world = load_world(quay)
    assert (world.id, world.title, world.items["rope"].id) == ("quay", "Quay", "rope")
    assert world.locations["quay"].notice["bollard"].id == "bollard"


def test_all_faults_are_raised_together(quay: Path) -> None:
    (quay / "more.yaml").write_text("items:\n  a: {name: a, description: x, at: qauy}\n  b: {name: b}\n")
    with pytest.raises(
        WorldErrors, match=r"more.yaml:2:36: item `a`: no location or character `qauy`"
    ) as caught:
        load_world(quay)
    assert [error.line for error in caught.value.errors] == [2, 3]
    assert "has 2 faults" in str(caught.value)


def test_a_folder_needs_a_name_that_is_an_identifier(quay: Path) -> None:
    renamed = quay.rename(quay.with_name("My Quay"))
    (error,) = examine(renamed).faults
    assert "`My Quay` is not an identifier" in error.message


def test_the_hash_follows_content_and_names(quay: Path, tmp_path: Path) -> None:
    first = world_hash(quay)
    assert first == world_hash(quay)
    text = (quay / "world.yaml").read_bytes()
    (quay / "world.yaml").write_bytes(text.replace(b"\n", b"\r\n"))
    assert world_hash(quay) == first
    (quay / "notes.txt").write_text("not part of the world")
    assert world_hash(quay) == first
    (quay / "world.yaml").write_bytes(text + b"# more\n")
    second = world_hash(quay)
    (quay / "world.yaml").rename(quay / "other.yaml")
    assert len({first, second, world_hash(quay)}) == 3


def test_worlds_are_listed_by_name(quay: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    other = tmp_path / "more" / "quay"
    other.mkdir(parents=True)
    (other / "a.yaml").write_text("title: x")
    assert list_worlds([tmp_path, tmp_path / "more", tmp_path / "none"]) == {"quay": quay}


def test_the_report_of_a_whole_world_ends_with_its_counts(quay: Path) -> None:
    found = examine(quay)
    assert report(found).startswith("Quay can be played.\nIt has 2 locations, 1 feature, 1 character")
    assert found.world is not None
    assert counts(found.world)["words"] == 25


def test_a_death_of_the_games_own_is_not_counted_among_the_endings(quay: Path) -> None:
    assert ", 1 ending, " in report(examine(quay))
    world = (quay / "world.yaml").read_text(encoding="utf-8")
    for own in ("drowned", "died"):
        written = world.replace(", death: drowned", "").replace("drowned: {", f"{own}: {{")
        (quay / "world.yaml").write_text(written, encoding="utf-8")
        said = ", 1 ending, " if own == "died" else ", 1 ending (and the game's own death), "
        assert said in report(examine(quay))


def test_an_id_that_is_written_and_has_no_effect_is_warned_of(quay: Path) -> None:
    more = quay / "more.yaml"
    more.write_text("title: Quay\nid: mill\nfacts: {leak: {id: hole, text: It leaks.}}\n", encoding="utf-8")
    world = quay / "world.yaml"
    for line in ("title: Quay\n", "facts:\n", "  leak: {text: The boat leaks.}\n"):
        world.write_text(world.read_text(encoding="utf-8").replace(line, ""), encoding="utf-8")
    found = examine(quay)
    assert found.playable
    assert [(one.line, one.message) for one in found.warnings] == [
        (2, "`id: mill` has no effect: the folder's name, `quay`, is the world's id"),
        (3, "fact `leak`: `id: hole` has no effect: its key, `leak`, is its id"),
    ]
    more.write_text("title: Quay\nid: quay\nfacts: {leak: {text: It leaks.}}\n", encoding="utf-8")
    assert examine(quay).findings == ()


def test_the_report_names_place_problem_and_remedy(quay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (quay / "more.yaml").write_text(
        "items:\n  axe: {name: a, description: x, at: qauy}\nfacts: {f: {text: x}}\n"
    )
    assert main([str(quay)]) == 1
    said = capsys.readouterr().out
    assert "more.yaml:2:38: item `axe`: no location or character `qauy`\n    did you mean `quay`?\n" in said
    assert "Quay cannot be played yet: 1 fault, 0 warnings." in said
    assert main([str(quay), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["playable"] is False
    assert data["faults"][0]["hint"] == "did you mean `quay`?"


def test_the_report_of_a_missing_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 1
    assert "there is no such folder" in capsys.readouterr().out


@pytest.mark.parametrize("folder", list_worlds([WORLDS]).values(), ids=lambda folder: folder.name)
def test_the_worlds_of_the_project_are_whole(folder: Path) -> None:
    found = examine(folder)
    assert [str(error) for error in found.faults] == []
    assert found.playable
