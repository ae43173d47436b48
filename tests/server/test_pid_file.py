"""Who serves a port is known for as long as they do, and not from what an earlier process left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.server.pid_file import Serving, path_for, serving_noted, serving_process, serving_processes


def test_a_process_is_found_while_it_serves(tmp_path: Path) -> None:
    assert serving_process(tmp_path, 8000) is None
    with serving_noted(tmp_path, 8000, workers=2):
        assert serving_process(tmp_path, 8000) == Serving(os.getpid(), 2)
        assert serving_process(tmp_path, 8001) is None
    assert path_for(tmp_path, 8000).exists()
    assert serving_process(tmp_path, 8000) is None, "the file stays, the lock does not"


def test_all_that_serve_are_found(tmp_path: Path) -> None:
    (tmp_path / "serve-x.pid").touch()
    with serving_noted(tmp_path, 8000, workers=2), serving_noted(tmp_path, 8001):
        found = serving_processes(tmp_path)
    assert {port: serving.workers for port, serving in found.items()} == {8000: 2, 8001: 1}
    assert serving_processes(tmp_path) == {}
    assert serving_processes(tmp_path / "nowhere") == {}


def test_who_cannot_write_serves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with serving_noted(tmp_path / "file" / "folder", 8000):
        pass


def test_commands_say_what_they_do_not_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    for command in ("drain", "restart"):
        shown = CliRunner().invoke(app, [command, "--port", "8123"])
        assert shown.exit_code == 1
        assert "nothing serves port 8123" in shown.output
    with serving_noted(tmp_path, 8123):
        for found in ([], ["--port", "8123"]):
            assert "cannot replace itself" in CliRunner().invoke(app, ["restart", *found]).output
        assert "served from it: port 8123" in CliRunner().invoke(app, ["restart", "--port", "8124"]).output
        with serving_noted(tmp_path, 8124):
            assert "served from it: port 8123, 8124" in CliRunner().invoke(app, ["restart"]).output
