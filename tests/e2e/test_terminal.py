"""Play in a terminal on the real service: through a pipe, in a real terminal, over a restart."""

from __future__ import annotations

import os
import pty
import select
import stat
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import make_data_dir
from tests.e2e.service import Service, free_port

PROGRAM = """
import asyncio, sys
from pathlib import Path
from gamemaster.terminal.client import play_in_terminal
sys.exit(asyncio.run(play_in_terminal(sys.argv[1], sys.argv[2] or None, None, Path(sys.argv[3]))))
"""
WAIT_S = 40.0
WORLD = "lighthouse"


def command(service: Service, world: str, home: Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM, service.url, world, str(home)]


def play(service: Service, world: str, home: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    said = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        command(service, world, home), input=said, capture_output=True, text=True, timeout=WAIT_S, check=False
    )


def test_a_script_plays_through_a_pipe(service: Service, tmp_path: Path) -> None:
    done = play(
        service, WORLD, tmp_path, "go in", "1", "/look", "/branch By hand", "/undo", "/stories", "/quit"
    )
    assert done.returncode == 0, done.stderr
    assert "Skerrow Light" in done.stdout
    assert "› go in" in done.stdout
    assert "Ways out:" in done.stdout
    assert "Kept as “By hand”" in done.stdout
    assert "(The last turn was taken back.)" in done.stdout
    assert "you are here" in done.stdout
    token = tmp_path / "terminal.token"
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    again = play(service, WORLD, tmp_path, "look around")
    assert again.returncode == 0, again.stderr
    assert "Going on with your story" in again.stdout


def test_a_story_is_renamed_and_saved(service: Service, tmp_path: Path) -> None:
    lines = ("go in", "/rename The bell", "/export", "/export html", "/export html", "/stories", "/quit")
    said = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        command(service, WORLD, tmp_path), input=said, capture_output=True, text=True, timeout=WAIT_S, check=False,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.getcwd()},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "This story is called “The bell” now." in done.stdout
    saved = {path.name for path in tmp_path.iterdir()} - {"terminal.token"}
    assert saved == {
        "skerrow-light-the-bell.md",
        "skerrow-light-the-bell.html",
        "skerrow-light-the-bell-2.html",
    }
    assert "> go in" in (tmp_path / "skerrow-light-the-bell.md").read_text("utf-8")


def test_a_story_is_deleted(service: Service, tmp_path: Path) -> None:
    done = play(
        service, WORLD, tmp_path, f"/new {WORLD}", "/stories", "/delete 2", "yes", "/stories", "/quit"
    )
    assert done.returncode == 0, done.stderr
    assert "It is deleted." in done.stdout
    *_, before, after = done.stdout.split("› /stories")
    assert "  2  " in before.partition("/delete")[0]
    assert "  2  " not in after.partition("/open")[0]


def test_the_menu_and_a_world_that_is_not_there(service: Service, tmp_path: Path) -> None:
    done = play(service, "", tmp_path, "atlantis", WORLD, "/help", "/quit")
    assert done.returncode == 0, done.stderr
    assert "Begin in a world" in done.stdout
    assert "There is no world 'atlantis' here" in done.stdout
    assert "/retry" in done.stdout


def test_a_token_of_another_service_is_put_aside(service: Service, tmp_path: Path) -> None:
    (tmp_path / "terminal.token").write_text("forged.token\n")
    done = play(service, WORLD, tmp_path, "quit")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "terminal.refused").exists()


def test_words_said_while_the_service_is_away_are_played(service: Service, tmp_path: Path) -> None:
    screen = tmp_path / "screen.txt"
    with screen.open("w") as output:
        player = subprocess.Popen(
            command(service, WORLD, tmp_path), stdin=subprocess.PIPE, stdout=output, text=True
        )
    assert player.stdin is not None
    player.stdin.write("go in\n")
    player.stdin.flush()
    wait_for_text(screen, "› go in")
    service.stop()
    wait_for_text(screen, "Finding the way back")
    player.stdin.write("look around\n")
    player.stdin.flush()
    service.start()
    player.communicate("/quit\n", timeout=WAIT_S)
    assert player.returncode == 0
    after = screen.read_text().split("› look around")[1]
    assert len(after.strip()) > 200


def wait_for_text(screen: Path, mark: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while mark not in screen.read_text():
        assert time.monotonic() < deadline, screen.read_text()
        time.sleep(0.05)


def read_until(terminal: int, mark: str) -> str:
    seen, deadline = "", time.monotonic() + WAIT_S
    while mark not in seen:
        assert time.monotonic() < deadline, seen
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
    return seen


def test_in_a_real_terminal(service: Service, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "90", "LINES": "40"}
    player = subprocess.Popen(
        command(service, WORLD, tmp_path), stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    try:
        assert "Skerrow Light" in read_until(ours, "› ")
        os.write(ours, b"go in\r")
        read_until(ours, "go in")
        os.write(ours, b"\x1b")  # cuts in
        read_until(ours, "› ")
        os.write(ours, b"\x04")
        read_until(ours, "Your story is kept.")
        assert player.wait(WAIT_S) == 0
    finally:
        player.kill()
        player.wait()
        os.close(ours)


def test_the_command_starts_and_stops_everything() -> None:
    home = make_data_dir()
    done = subprocess.run(
        [sys.executable, "-m", "gamemaster.cli.main", "play", "--terminal", "--world", WORLD,
         "--port", str(free_port()),
         "--data-dir", str(home)],
        input="go in\n/quit\n", capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "› go in" in done.stdout
    assert "stopped; your stories are kept" in done.stdout


def test_a_player_is_told_of_recording_and_says_yes_and_no(service: Service, tmp_path: Path) -> None:
    """At any prompt: where a story is chosen, and within one."""
    done = play(
        service, "", tmp_path, "/record yes", WORLD, "look around", "/record", "/record forget", "/record no"
    )
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    asked, _, rest = told.partition("Which? /record yes")
    assert "May your play be recorded?" in asked
    assert "30 days" in asked
    assert rest.count("Your play is recorded.") == 2
    assert "Your play is recorded, as you agreed." in rest
    assert "Deleted: 1." in rest
    assert rest.rpartition("› /record no")[2].strip().startswith("Nothing is recorded.")
    again = play(service, WORLD, tmp_path, "/quit")
    assert "May your play be recorded?" not in again.stdout
