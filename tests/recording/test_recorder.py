"""The recorder: off the event loop, bounded, and whole up to a crash."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gamemaster.play.opening import begin
from gamemaster.recording.folder import is_being_written, make_private
from gamemaster.recording.format import read
from gamemaster.recording.lines import ClientLine, EndLine
from gamemaster.recording.recorder import Recordings
from gamemaster.recording.tape import Tape
from gamemaster.storage.store import StoredStory
from tests.worldkit import sample

PLAYER, STORY = "9" * 32, "5" * 32
NOW = datetime(2026, 11, 21, tzinfo=UTC)


def stored_story(player: str = PLAYER) -> StoredStory:
    state = begin(sample(), 1)
    return StoredStory(STORY, player, state.world, "hash", None, 0, 0, state, None, NOW, NOW)


def start(recordings: Recordings, player: str = PLAYER) -> Tape:
    recordings.allow(player, True)
    tape = recordings.begin(stored_story(player), "hash", {"code": "now"}, 700.0)
    assert tape is not None
    return tape


def only_file(folder: Path) -> Path:
    (path,) = folder.rglob("*.zst")
    return path


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    made = Recordings(tmp_path)
    yield made
    made.close()


async def test_nothing_is_recorded_without_a_yes(recordings: Recordings, tmp_path: Path) -> None:
    assert recordings.begin(stored_story(), "hash", {}, 700.0) is None
    recordings.allow(PLAYER, False)
    assert recordings.begin(stored_story(), "hash", {}, 700.0) is None
    recordings.close()
    assert list(tmp_path.rglob("*")) == []


async def test_nobody_else_enters_the_folder(recordings: Recordings, tmp_path: Path) -> None:
    """Also one that was made when others still could."""
    tmp_path.chmod(0o755)
    start(recordings)
    await recordings.flush()
    file = only_file(tmp_path)
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, file.parent, file)]
    assert modes == [0o700, 0o700, 0o600]


def test_what_all_write_to_or_a_link_leads_to_is_not_closed(tmp_path: Path) -> None:
    shared, behind, link = tmp_path / "shared", tmp_path / "behind", tmp_path / "link"
    make_private(tmp_path / "new" / "recordings")
    assert (tmp_path / "new" / "recordings").stat().st_mode & 0o777 == 0o700
    for folder, mode in ((shared, 0o1777), (behind, 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    link.symlink_to(behind)
    make_private(shared)
    make_private(link)
    assert [folder.stat().st_mode & 0o7777 for folder in (shared, behind)] == [0o1777, 0o755]


async def test_lines_are_in_the_file_in_order_and_what_is_left_for_later_is_made_there(
    recordings: Recordings, tmp_path: Path
) -> None:
    tape = start(recordings)
    for number in range(100):
        tape.write("client", client=number, message=lambda number=number: {"n": number})
    await recordings.flush()
    found = read(only_file(tmp_path))
    assert found.torn  # it goes on
    assert [line["message"]["n"] for line in found.of(ClientLine)] == list(range(100))
    assert found.header.stamps == {"code": "now"}
    assert is_being_written(only_file(tmp_path))
    recordings.end(tape, "closed")
    tape.write("client", client=0, message={})
    await recordings.flush()
    found = read(only_file(tmp_path))
    assert found.lines[-1]["kind"] == "end"
    assert not found.torn
    assert not is_being_written(only_file(tmp_path))
    assert only_file(tmp_path).stat().st_mode & 0o077 == 0  # nobody else reads what somebody said


async def test_a_no_ends_what_is_being_recorded_of_that_player_alone(
    recordings: Recordings, tmp_path: Path
) -> None:
    mine, theirs = start(recordings), start(recordings, "8" * 32)
    recordings.allow(PLAYER, False)
    assert (mine.on, theirs.on) == (False, True)
    await recordings.flush()
    (path,) = (tmp_path / PLAYER).iterdir()
    assert [line["reason"] for line in read(path).of(EndLine)] == ["withdrawn"]


async def test_a_recording_that_grows_too_large_says_so_and_the_play_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recordings = Recordings(tmp_path, max_bytes=20_000)
    tape = start(recordings)
    await recordings.flush()
    while tape.on:
        tape.write("client", client=1, message={"text": os.urandom(5_000).hex()})
        await recordings.flush()
    recordings.close()
    assert [line["reason"] for line in read(only_file(tmp_path)).of(EndLine)] == ["limit"]
    assert only_file(tmp_path).stat().st_size <= 20_200
    assert "would pass 20000 bytes" in caplog.text


async def test_a_recording_whose_lines_wait_too_long_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recordings = Recordings(tmp_path, most_waiting=50)
    tape = start(recordings)
    for number in range(500):  # at once: the thread has no time between them
        tape.write("client", client=number, message={})
    assert not tape.on
    recordings.close()
    found = read(only_file(tmp_path))
    assert [line["reason"] for line in found.of(EndLine)] == ["overflow"]
    numbers = [line["client"] for line in found.of(ClientLine)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) < 500
    assert "wait to be written" in caplog.text


async def test_a_line_that_cannot_be_written_ends_that_recording_alone(
    recordings: Recordings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = start(recordings), start(recordings, "8" * 32)
    broken.write("client", client=1, message=object())
    other.write("client", client=1, message={})
    await recordings.flush()
    assert (broken.on, other.on) == (False, True)
    (path,) = (tmp_path / PLAYER).iterdir()
    assert [line["reason"] for line in read(path).of(EndLine)] == ["failed"]
    assert "cannot be written" in caplog.text


async def test_a_folder_that_cannot_be_written_costs_the_recording_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    recordings = Recordings(tmp_path / "file")
    tape = start(recordings)
    await recordings.flush()
    assert not tape.on
    assert "cannot be written" in caplog.text
    recordings.close()


async def test_work_between_two_writes_sees_all_that_was_handed_over(
    recordings: Recordings, tmp_path: Path
) -> None:
    tape = start(recordings)
    tape.write("client", client=1, message={})
    lines = await recordings.between(lambda: len(read(only_file(tmp_path)).lines))
    assert lines == 2
    with pytest.raises(ZeroDivisionError):
        await recordings.between(lambda: 1 // 0)


@pytest.mark.slow
def test_a_killed_process_leaves_a_file_that_is_whole_up_to_its_last_write(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.recorded_until_killed", str(tmp_path)], stdout=subprocess.PIPE
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"written 1000\n"
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    running.stdout.close()
    found = read(only_file(tmp_path))
    numbers = [line["client"] for line in found.of(ClientLine)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) >= 1000
    assert found.torn
    assert not is_being_written(only_file(tmp_path))  # the lock went with the process


async def test_the_loop_is_not_kept_waiting_for_a_slow_line(recordings: Recordings, tmp_path: Path) -> None:
    """What is costly is made in the recorder's thread, however long it takes."""
    tape, made = start(recordings), asyncio.Event()
    loop, seen = asyncio.get_running_loop(), []

    def costly() -> str:
        seen.append(asyncio._get_running_loop())
        loop.call_soon_threadsafe(made.set)
        return "done"

    tape.write("client", client=1, message=costly)
    await made.wait()
    assert seen == [None]  # no event loop in that thread
