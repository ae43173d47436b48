"""Where `gamemaster backup` writes to, and of what: a slip of the hand is said, and makes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path / "home"))
    monkeypatch.delenv("GM_DATABASE_URL", raising=False)


def refusal(target: Path) -> str:
    done = CliRunner().invoke(app, ["backup", str(target)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    return " ".join(done.output.split())


def test_a_folder_that_is_not_there_becomes_no_file(tmp_path: Path) -> None:
    assert "Make it, or name a file that ends in .tar" in refusal(tmp_path / "backups")
    assert "there is no folder" in refusal(tmp_path / "backups" / "new.tar")
    assert not (tmp_path / "backups").exists()


def test_a_folder_without_a_database_has_nothing_to_back_up(tmp_path: Path) -> None:
    assert "there is nothing to back up" in refusal(tmp_path / "new.tar")
    assert not any(tmp_path.iterdir()), "no database is made to be backed up"
