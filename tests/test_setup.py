"""The set-up shows a line that moves, and pip's own words when pip fails."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ci_setup", ROOT / ".ci" / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def test_a_terminal_sees_one_line_that_moves(setup: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    progress = setup.Progress(2)
    progress.moves = True
    for line in (
        "Collecting alembic==1.14",
        "  Downloading alembic.whl",
        "Collecting mako",
        "Installing collected",
    ):
        progress.read(line)
    progress.end()
    shown = capsys.readouterr().err
    assert "\n" not in shown
    assert "fetching package 1 of 2" in shown
    assert "fetching package 2 of 2" in shown
    assert shown.endswith("unpacking\r\033[K"), "nothing of it is left"


def test_a_log_gets_no_packages(setup: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    progress = setup.Progress(1)
    progress.read("Collecting alembic==1.14")
    progress.end()
    assert capsys.readouterr().err == ""


def test_what_pip_says_of_a_failure_is_shown(
    setup: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "pip_command", lambda: [sys.executable, "-m", "pip"])
    with pytest.raises(setup.SetupError, match="pip failed"):
        setup.pip_install("--no-index", "--dry-run", "a-package-that-nobody-made", count=1)
    assert "No matching distribution found for a-package-that-nobody-made" in capsys.readouterr().err


def test_a_tool_that_is_missing_is_named_with_the_tests_that_go_without(
    setup: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = setup.DebianTool(("nobodys-program",), ("nobodys",), "the tests of nothing", "GM_TEST_NOBODY")
    there = setup.DebianTool(("sh",), ("dash",), "all", "GM_TEST_SH")
    monkeypatch.setattr(setup, "TOOLS", (tool, there))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    setup.install_tools()
    shown = capsys.readouterr().err
    assert "NO NOBODYS-PROGRAM: the tests of nothing will be SKIPPED" in shown
    assert "NO SH" not in shown
    monkeypatch.setenv("GM_TEST_NOBODY", "/bin/sh")
    setup.install_tools()
    assert capsys.readouterr().err == ""
