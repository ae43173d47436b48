"""The command line: help that teaches, output for programs, and mistakes told in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gamemaster.cli.main import app
from gamemaster.server.uvicorn_server import listen
from tests.worldkit import ISLE_HEAD

WORLD = (
    ISLE_HEAD
    + """\
locations:
  quay: {name: The Quay, description: Stones.}
endings:
  dead: {title: Dead, when: {wounds: ">= 99"}, text: You die.}
"""
)
COMMANDS = [
    ["play"], ["serve"], ["migrate"], ["doctor"], ["understand"], ["world", "check"], ["world", "list"],
    ["world", "schema"], ["world", "find"],
    ["world", "import"], ["world", "export"], ["world", "strings"],
    ["world", "explore"], ["stories", "list"], ["stories", "export"], ["record", "list"], ["record", "export"],
    ["record", "scrub"], ["record", "delete"], ["model", "try"], ["model", "list"], ["prove"],
    ["metrics", "list"], ["metrics", "dashboards"], ["advise"], ["advise", "cache"],
]  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world in a worlds folder of its own."""
    folder = tmp_path / "worlds" / "isle"
    folder.mkdir(parents=True)
    (folder / "world.yaml").write_text(WORLD)
    monkeypatch.setenv("GM_WORLDS_DIRS", str(folder.parent))
    return folder


TURN = {"gamemaster.rules", "gamemaster.language", "gamemaster.narration"}


def modules_after(statement: str) -> set[str]:
    """What a fresh Python has imported once it ran the statement."""
    program = f"import sys\ntry: {statement}\nexcept SystemExit: pass\nprint(*sys.modules)"
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=kept, capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def command_line(*arguments: str) -> str:
    return f"import gamemaster.cli.main as it; sys.argv = {['gamemaster', *arguments]}; it.main()"


@pytest.mark.parametrize(
    "arguments", [["--help"], ["play", "--help"], ["world", "check", "tests/sample_world"]]
)
def test_a_command_imports_only_what_it_needs(arguments: list[str]) -> None:
    modules = modules_after(command_line(*arguments))
    assert not {"asyncio", "fastapi", "pydantic_settings", "sqlalchemy", "redis", "uvicorn"} & modules
    ours = {name for name in modules if name.startswith("gamemaster.")}
    rooms = {name.split(".")[1] for name in ours} - {"cli"}
    if "--help" in arguments:
        assert rooms == set()
    assert not {"bootstrap", "config", "hosting", "server", "service", "storage"} & rooms


def test_a_world_without_paths_and_threads_is_checked_without_a_turn(isle: Path) -> None:
    modules = modules_after(command_line("world", "check", str(isle), "--paths"))
    assert "worlds.validate" in modules
    assert not TURN & modules


@pytest.mark.slow
def test_a_large_world_is_checked_without_a_turn() -> None:
    assert not TURN & modules_after(command_line("world", "check", "worlds/long_night"))


@pytest.mark.slow
def test_a_check_says_what_it_did_not_play(isle: Path) -> None:
    tiny = "worlds/templates/tiny"
    assert "were not played: --paths does" in run("world", "check", tiny).output
    assert "--paths" not in run("world", "check", tiny, "--paths").output
    assert "--paths" not in run("world", "check", "isle").output
    told = [
        json.loads(run("world", "check", world, "--json", *options).output)["unplayed"]
        for world, *options in ((tiny,), (tiny, "--paths"), (tiny, "--strict"), ("isle",))
    ]
    assert told == [True, False, False, False]


def test_reading_a_setting_imports_no_prompt_and_no_referee() -> None:
    modules = modules_after("from gamemaster.config.load import load_settings; load_settings()")
    prompts = {"gamemaster.narration.prompts", "gamemaster.narration.prompts.settings"}
    rooms = {"gamemaster.narration", "gamemaster.narration.options", *prompts}
    ours = {
        name for name in modules if name.partition(".")[0] in {"gamemaster", "inference", "voice", "npcs"}
    }
    assert ours == {
        "gamemaster",
        "gamemaster.version",
        "gamemaster.config",
        "gamemaster.config.load",
        "gamemaster.config.options",
        "gamemaster.config.settings",
        "gamemaster.config.sources",
        "gamemaster.config.urls",
        "gamemaster.errors",
        "gamemaster.options",
        "gamemaster.options.fields",
        "gamemaster.options.secret_file",
        "gamemaster.logs",
        "gamemaster.logs.traces",
        "gamemaster.metrics",
        "gamemaster.protocol",
        "gamemaster.protocol.auth_tokens",
        "gamemaster.metrics.settings",
        "gamemaster.admission",
        "gamemaster.admission.addresses",
        "gamemaster.admission.options",
        "gamemaster.narration.options",
        "gamemaster.recording",
        "gamemaster.recording.options",
        "gamemaster.storage",
        "gamemaster.storage.options",
        *rooms,
    }


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(command: list[str]) -> None:
    shown = run(*command, "--help")
    assert shown.exit_code == 0
    assert len(shown.output) > 200


def test_world_list_and_check(isle: Path) -> None:
    (row,) = json.loads(run("world", "list", "--json").output)
    assert (row["id"], row["title"], row["faults"]) == ("isle", "The Isle", 0)
    assert run("world", "check", "isle").exit_code == 0
    (isle / "world.yaml").write_text(WORLD.replace("at: quay", "at: quey"))
    checked = run("world", "check", str(isle), "--json")
    assert checked.exit_code == 1
    (fault, *_) = json.loads(checked.output)["faults"]
    assert "quey" in fault["message"]
    assert fault["why"]
    assert "faults; run: gamemaster world check isle" in run("world", "list").output.replace(
        "1 faults", "faults"
    )


def test_strict_minds_warnings(isle: Path) -> None:
    (isle / "more.yaml").write_text("flags: {lit: The lamp burns.}\n")
    assert run("world", "check", "isle").exit_code == 0
    assert run("world", "check", "isle", "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["world", "check", "nowhere"], "no world of that name; there are: isle"),
        (["play", "--port", "99999"], "less than or equal to 65535"),
        (["serve", "--port", "0"], "GM_DATABASE_URL is not set"),
        (["migrate"], "GM_DATABASE_URL is not set"),
        (["serve", "--host", "no.such.host.invalid"], "there is no such address"),
    ],
)
def test_mistakes_are_told_in_a_sentence(isle: Path, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 1
    assert done.output.startswith("error: ")
    assert says in done.output
    assert "Traceback" not in done.output


def test_a_busy_port_is_named_before_anything_is_started(isle: Path, data_dir: Path) -> None:
    bound = listen("127.0.0.1", 0)
    try:
        port = bound.getsockname()[1]
        done = run("play", "--port", str(port), "--data-dir", str(data_dir))
    finally:
        bound.close()
    assert done.exit_code == 1
    assert f"127.0.0.1:{port}: the port is in use" in done.output
    assert list(data_dir.iterdir()) == []


def test_an_unknown_setting_is_named(isle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_PROT", "1")
    done = run("world", "list")
    assert done.exit_code == 1
    assert "did you mean GM_PORT?" in done.output


@pytest.mark.slow
def test_exploring(isle: Path) -> None:
    done = run("world", "explore", "isle", "--runs", "2", "--workers", "1", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["endings_total"] == 1
    assert (
        "endings reached: 0 of 1"
        in run("world", "explore", str(isle), "--runs", "2", "--workers", "1").output
    )
