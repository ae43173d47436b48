"""The tutorial in `worlds/README.md` is followed to the letter: its files are saved, its commands are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gamemaster.cli.main import app
from worlds.loader import check_world, load_world

README = (Path(__file__).parents[2] / "worlds/README.md").read_text(encoding="utf-8")
PLAYED_BY_HAND = "play --world"


def section(title: str) -> str:
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def steps(text: str) -> list[tuple[str, str]]:
    """The blocks of a section in order: their language and their text."""
    return re.findall(r"^```(yml|sh)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def save(block: str) -> None:
    """As the first line says: a file as it stands, or lines below another."""
    head, _, body = block.partition("\n")
    found = re.fullmatch(r'# (\S+?)(?:, below "(.*)")?', head)
    assert found is not None, head
    file, line = Path(found[1]), found[2]
    if line is None:
        file.write_text(block, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    assert text.count(f"{line}\n") == 1, line
    file.write_text(text.replace(f"{line}\n", f"{line}\n{body}"), encoding="utf-8")


def run(command: str) -> Result:
    return CliRunner().invoke(app, shlex.split(command.partition("#")[0])[1:])


def test_the_smallest_world_checks_clean_and_every_line_is_needed(tmp_path: Path) -> None:
    folder = tmp_path / "isle"
    folder.mkdir()
    ((_, text),) = steps(section("The smallest world"))
    (folder / "world.yaml").write_text(text, encoding="utf-8")
    assert [str(error) for error in check_world(folder)] == []
    assert CliRunner().invoke(app, ["world", "plays", str(folder)]).exit_code == 0
    for key in ("title", "summary", "bible", "opening", "player", "locations", "endings"):
        without = re.sub(rf"^{key}:.*\n(?:  .*\n)*", "", text, flags=re.MULTILINE)
        assert without != text
        (folder / "world.yaml").write_text(without, encoding="utf-8")
        assert any(error.severity == "fault" for error in check_world(folder)), key


@pytest.mark.slow
def test_the_tutorial_builds_a_scene_that_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, text in steps(section("A scene in ten minutes")):
        if language == "yml":
            save(text)
            continue
        for command in filter(lambda line: PLAYED_BY_HAND not in line, text.splitlines()):
            done = run(command)
            assert done.exit_code == 0, f"{command}: {done.output}"
    world = load_world(tmp_path / "mill")
    assert {"home", "across"} <= world.endings.keys()
    assert [str(error) for error in check_world(tmp_path / "mill")] == []
