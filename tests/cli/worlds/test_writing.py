"""`gamemaster world new`, and which world `play --world` means."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.cli.worlds.world_choice import NoSuchWorldError, WorldChoice, chosen_world
from worlds.loader import WorldErrors

SHIPPED = (Path(__file__).parents[3] / "worlds",)


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new world, in the folder where the writer stands."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["world", "new", "isle"])
    assert done.exit_code == 0, done.output
    assert "gamemaster play --world isle --watch" in done.output
    return tmp_path / "isle"


def test_a_world_is_begun_once(isle: Path) -> None:
    assert (isle / "world.yaml").read_text().startswith("# The smallest world")
    again = CliRunner().invoke(app, ["world", "new", "isle"])
    assert (again.exit_code, "not empty" in again.output) == (1, True)


def test_a_folder_anywhere_is_a_world(isle: Path) -> None:
    for text in ("isle", "./isle", str(isle)):
        assert chosen_world(text, SHIPPED) == WorldChoice("isle", isle.resolve())


def test_the_installed_worlds_stay(isle: Path) -> None:
    assert chosen_world("lighthouse", SHIPPED) == WorldChoice("lighthouse")
    assert chosen_world(str(SHIPPED[0] / "lighthouse"), SHIPPED) == WorldChoice("lighthouse")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lihgthouse", "did you mean lighthouse?"),
        ("ilse", "did you mean isle?"),
        ("atlantis", "there are: lighthouse, long_night, isle"),
        ("atlantis", "gamemaster world new atlantis"),
        (".", "but these do: isle"),
        ("empty", "holds no *.yaml file"),
    ],
)
def test_a_wrong_name_says_what_would_work(isle: Path, text: str, says: str) -> None:
    (isle.parent / "empty").mkdir()
    with pytest.raises(NoSuchWorldError) as told:
        chosen_world(text, SHIPPED)
    assert says in told.value.for_people


def test_a_broken_world_is_not_begun(isle: Path) -> None:
    (isle / "world.yaml").write_text("title: [")
    with pytest.raises(WorldErrors):
        chosen_world("isle", SHIPPED)
    done = CliRunner().invoke(app, ["play", "--world", "isle", "--no-browser"])
    assert (done.exit_code, "isle has 1 fault" in done.output) == (1, True)
