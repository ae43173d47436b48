"""A world in one file: it comes out as it went in, and what was tampered with is refused."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gamemaster.authoring.new_world import new_world
from gamemaster.authoring.skein.comparison import record_play
from gamemaster.authoring.skein.play_file import write_play
from gamemaster.authoring.world_package import MANIFEST, PackageError, pack, unpack
from gamemaster.cli.main import app
from tests.worlds.test_pictures import png
from worlds.loader import WorldErrors, load_world


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    """A world with a picture, a play and a licence."""
    folder = tmp_path / "here" / "isle"
    new_world(folder, "tiny")
    file = folder / "world.yaml"
    file.write_text(
        file.read_text().replace(
            "bible: |", "author: Ada\nlicence: CC-BY-4.0\npicture: {file: isle.png, alt: An isle.}\nbible: |"
        )
    )
    (folder / "isle.png").write_bytes(png(320, 200))
    (folder / "LICENSE").write_text("CC BY 4.0")
    (folder / "notes.txt").write_text("not for others")
    (folder / "strings").mkdir()
    (folder / "strings" / "de.po").write_text('msgid "The Isle"\nmsgstr "Die Insel"\n')
    write_play(folder, record_play(load_world(folder), "look", 1, [("look", (10,))]))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_world_comes_out_as_it_went_in(isle: Path, tmp_path: Path) -> None:
    one, again = pack(isle, tmp_path / "a.gmworld"), pack(isle, tmp_path / "b.gmworld")
    assert one.path.read_bytes() == again.path.read_bytes()
    assert (one.manifest.author, one.manifest.licence, one.manifest.plays, one.remarks) == (
        "Ada",
        "CC-BY-4.0",
        1,
        (),
    )
    folder, manifest = unpack(one.path, tmp_path / "there")
    assert folder == tmp_path / "there" / "isle"
    assert manifest == one.manifest
    assert contents(folder) == {name: data for name, data in contents(isle).items() if name != "notes.txt"}
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["isle"]


def test_a_world_with_faults_is_not_packed_and_a_missing_licence_is_said(isle: Path, tmp_path: Path) -> None:
    (isle / "LICENSE").unlink()
    assert "there is no LICENSE file" in pack(isle, tmp_path / "isle.gmworld").remarks[0]
    file = isle / "world.yaml"
    file.write_text(file.read_text().replace("at: tam ", "at: tom "))
    with pytest.raises(WorldErrors):
        pack(isle, tmp_path / "isle.gmworld")


def test_the_commands(isle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    packed = CliRunner().invoke(app, ["world", "pack", str(isle)])
    assert (packed.exit_code, packed.output.startswith("isle.gmworld: Isle, ")) == (0, True)
    done = CliRunner().invoke(app, ["world", "unpack", "isle.gmworld", "--into", "theirs"])
    assert (done.exit_code, "Isle by Ada; licence: CC-BY-4.0" in done.output) == (0, True)
    again = CliRunner().invoke(app, ["world", "unpack", "isle.gmworld", "--into", "theirs"])
    assert (again.exit_code, "exists; move it away" in again.output) == (1, True)


def test_a_link_that_leads_out_of_the_folder_is_not_given_away(isle: Path, tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("mine")
    (isle / "README.md").symlink_to(tmp_path / "diary")
    with pytest.raises(PackageError, match=r"README\.md is a link that leads out"):
        pack(isle, tmp_path / "isle.gmworld")


def test_a_damaged_file_is_refused_whatever_byte_of_it_is_wrong(isle: Path, tmp_path: Path) -> None:
    whole = pack(isle, tmp_path / "isle.gmworld").path.read_bytes()
    manifest_ends = whole.index(b"isle/world.yaml")
    for at in range(manifest_ends + 20, manifest_ends + 80):
        damaged = tmp_path / "damaged.gmworld"
        damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with pytest.raises(PackageError):
            unpack(damaged, tmp_path / "there")
    assert not any((tmp_path / "there").iterdir())


Edit = Callable[[dict[str, Any], dict[str, bytes]], None]


def tamper(path: Path, edit: Edit) -> Path:
    """The package with its manifest and its files edited."""
    with zipfile.ZipFile(path) as package:
        files = {name: package.read(name) for name in package.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    edit(manifest, files)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(MANIFEST, json.dumps(manifest))
        for name, data in files.items():
            package.writestr(name, data)
    return path


def climb(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["files"]["../../evil.yaml"] = manifest["files"]["world.yaml"]
    files["isle/../../evil.yaml"] = files["isle/world.yaml"]


def add_program(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["files"]["run.py"] = manifest["files"]["world.yaml"]
    files["isle/run.py"] = files["isle/world.yaml"]


def change_text(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    files["isle/world.yaml"] = files["isle/world.yaml"].replace(b"Tam", b"Tim")


def blow_up(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    files["isle/world.yaml"] = bytes(30 << 20)
    manifest["files"]["world.yaml"]["size"] = 30 << 20


def add_unnamed(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    files["isle/more.yaml"] = b"title: Other"


def rename_world(manifest: dict[str, Any], files: dict[str, bytes]) -> None:
    manifest["id"] = "../isle"


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (climb, "has no place in a world"),
        (add_program, "`run.py` has no place in a world"),
        (change_text, "it was changed or damaged"),
        (blow_up, "manifest.json is wrong at files.world.yaml.size"),
        (add_unnamed, "is not as the manifest says"),
        (rename_world, "manifest.json is wrong at id"),
    ],
)
def test_what_was_tampered_with_is_refused_as_a_whole(
    isle: Path, tmp_path: Path, edit: Edit, says: str
) -> None:
    file = tamper(pack(isle, tmp_path / "isle.gmworld").path, edit)
    with pytest.raises(PackageError, match=says.replace(".", r"\.")):
        unpack(file, tmp_path / "there")
    assert not (tmp_path / "evil.yaml").exists()
    assert not list((tmp_path / "there").glob("*")) or not (tmp_path / "there").exists()


def test_what_is_no_package_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.gmworld").write_text("hello")
    for name, says in (("x.gmworld", "is no packed world"), ("none.gmworld", "cannot be read")):
        with pytest.raises(PackageError, match=says):
            unpack(tmp_path / name, tmp_path / "there")
