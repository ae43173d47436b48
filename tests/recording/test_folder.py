"""The folder of recordings: what is found, what is deleted, what is kept, and what is left alone whatever its name."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from gamemaster.recording.folder import (
    NoSuchRecordingError,
    delete,
    file_name,
    find,
    forget,
    is_being_written,
    lock,
    look,
    only,
    retain,
)
from gamemaster.recording.format import SUFFIX, write
from gamemaster.recording.summary import lines_of, recording_of_turn, skim
from tests.tapes import NOON, PLAYER, STORY, put

OTHER = "c" * 32
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recordings"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere"


def names(folder: Path) -> set[str]:
    return {one.path.name for one in look(folder).recordings}


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert look(tmp_path / "none").recordings == []
    assert forget(tmp_path / "none", PLAYER) == 0
    assert retain(tmp_path / "none", 1, 1).left_bytes == 0


def test_recordings_are_listed_the_newest_first_and_what_is_foreign_is_named(tmp_path: Path) -> None:
    first, second = put(tmp_path), put(tmp_path, OTHER, started=LATER)
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / PLAYER / "notes.txt").write_text("mine")
    (tmp_path / PLAYER / f"{STORY}-20261331T250000Z-1a2b{SUFFIX}").write_text("no such day")
    (tmp_path / OTHER / "sub").mkdir()
    found = look(tmp_path)
    assert [one.path for one in found.recordings] == [second, first]
    newest = found.recordings[0]
    assert (newest.player, newest.story, newest.started) == (OTHER, STORY, LATER)
    assert newest.size == second.stat().st_size
    assert {path.name for path in found.foreign} == {
        "notes.txt", "sub", f"{STORY}-20261331T250000Z-1a2b{SUFFIX}"
    }  # fmt: skip


def test_a_recording_is_found_by_whatever_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, again = put(tmp_path), put(tmp_path, started=LATER)
    other = put(tmp_path, OTHER, "d" * 32)
    for wanted in (str(path), path.name, path.name.removesuffix(SUFFIX), path.name[:-12]):
        assert [one.path for one in find(tmp_path, wanted)] == [path], wanted
    for wanted in (STORY, STORY[:6], PLAYER, PLAYER[:5]):
        assert {one.path for one in find(tmp_path, wanted)} == {path, again}, wanted
    monkeypatch.chdir(other.parent)
    assert [one.path for one in find(tmp_path, f"./{other.name}")] == [other]


@pytest.mark.parametrize("wanted", ["bbb", "eeeeee", "", "../..", "*", "/etc/passwd", "b" * 33, "bbbb\0"])
def test_what_names_nothing_is_told(tmp_path: Path, wanted: str) -> None:
    put(tmp_path)
    with pytest.raises(NoSuchRecordingError, match="gamemaster record list"):
        find(tmp_path, wanted)


def test_a_prefix_of_two_stories_is_not_enough(tmp_path: Path) -> None:
    put(tmp_path, story="abcd" + "0" * 28)
    put(tmp_path, story="abcd" + "1" * 28)
    with pytest.raises(NoSuchRecordingError, match="several stories"):
        find(tmp_path, "abcd")
    assert len(find(tmp_path, PLAYER)) == 2  # a whole player was asked for
    with pytest.raises(NoSuchRecordingError, match="several stories"):
        find(tmp_path, PLAYER[:8])


def test_recordings_are_chosen_by_player_story_and_time(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, OTHER, started=LATER)
    everything = look(tmp_path).recordings
    assert len(only(everything)) == len(only(everything, story=STORY)) == 2
    assert [one.player for one in only(everything, player=OTHER)] == [OTHER]
    assert [one.player for one in only(everything, before=LATER)] == [PLAYER]
    assert only(everything, player=OTHER, before=LATER) == []


def test_to_forget_a_player_or_a_story_leaves_the_others(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, story=OTHER)
    kept = put(tmp_path, OTHER)
    assert forget(tmp_path, PLAYER, STORY) == 1
    assert forget(tmp_path, PLAYER, STORY) == 0
    assert {one.story for one in look(tmp_path).recordings} == {OTHER, STORY}
    assert forget(tmp_path, PLAYER) == 1
    assert names(tmp_path) == {kept.name}
    assert [path.name for path in tmp_path.iterdir()] == [
        OTHER
    ]  # nor does an empty folder tell of the player


@pytest.mark.parametrize("player", ["..", ".", "", "/", "A" * 32, "a" * 31 + "/", "a" * 32 + "\n"])
def test_a_hostile_id_deletes_nothing(tmp_path: Path, folder: Path, player: str) -> None:
    path = put(folder)
    beside = put(tmp_path)
    assert forget(folder, player) == 0
    assert path.exists()
    assert beside.exists()


def test_links_are_followed_nowhere(folder: Path, elsewhere: Path) -> None:
    theirs = put(elsewhere)
    folder.mkdir()
    (folder / PLAYER).symlink_to(elsewhere / PLAYER)
    mine = put(folder, OTHER)
    link = folder / OTHER / file_name(STORY, LATER, "ffff")
    link.symlink_to(theirs)
    assert names(folder) == {mine.name}
    assert set(look(folder).foreign) == {folder / PLAYER, link}
    assert forget(folder, PLAYER) == 0
    assert forget(folder, OTHER) == 1
    assert theirs.exists()
    assert link.is_symlink()


def test_a_folder_that_becomes_a_link_before_the_deletion_leads_nowhere(
    folder: Path, elsewhere: Path
) -> None:
    path = put(folder)
    everything = look(folder).recordings
    elsewhere.mkdir()
    moved = path.replace(elsewhere / path.name)
    (folder / PLAYER).rmdir()
    (folder / PLAYER).symlink_to(elsewhere)
    assert delete(everything) == 0
    assert moved.exists()


@pytest.mark.parametrize("tail", ["", "../x", "a/b", "x" * 17, "A"])
def test_no_name_leads_out_of_the_folder(tail: str) -> None:
    with pytest.raises(ValueError, match="is no recording's name"):
        file_name(STORY, NOON, tail)
    with pytest.raises(ValueError, match="is no recording's name"):
        file_name("../" + "b" * 29, NOON, "1a2b")


def test_what_is_too_old_goes(tmp_path: Path) -> None:
    put(tmp_path)
    kept = put(tmp_path, started=LATER)
    done = retain(tmp_path, 30, 100, LATER + timedelta(days=30))
    assert (done.too_old, done.too_much) == (1, 0)
    assert names(tmp_path) == {kept.name}
    assert done.left_bytes == kept.stat().st_size


def test_over_the_limit_the_oldest_go_first(tmp_path: Path) -> None:
    paths = [put(tmp_path, started=NOON + timedelta(minutes=n)) for n in range(4)]
    for path in paths:
        path.write_bytes(b"x" * 600_000)
    done = retain(tmp_path, 30, 1, LATER)
    assert (done.too_old, done.too_much, done.left_bytes) == (0, 3, 600_000)
    assert names(tmp_path) == {paths[-1].name}


def test_what_is_being_written_is_kept_until_its_writer_ends(tmp_path: Path) -> None:
    """The writer is another process, which is killed: no lock outlives it."""
    path = put(tmp_path)
    script = (
        "import os, sys, time; from gamemaster.recording.folder import lock\n"
        "lock(os.open(sys.argv[1], os.O_WRONLY)); print('locked', flush=True); time.sleep(60)"
    )
    writer = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "locked\n"
        assert is_being_written(path)
        assert skim(look(tmp_path).recordings[0]).state == "being written"
        assert retain(tmp_path, 1, 1, NOON + timedelta(days=400)).too_old == 0
        handle = os.open(path, os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            lock(handle)
        os.close(handle)
    finally:
        writer.kill()
        writer.communicate()
    assert not is_being_written(path)
    assert retain(tmp_path, 1, 1, NOON + timedelta(days=400)).too_old == 1
    assert not path.exists()


# ---- what a recording holds ----


def turn(number: int) -> list[dict[str, object]]:
    return [{"at": 1.0 * number, "kind": "turn", "turn": number}, {"at": number + 0.5, "kind": "commit"}]


def test_a_recording_is_skimmed(tmp_path: Path) -> None:
    put(tmp_path, lines=[*turn(1), *turn(2), {"at": 3.0, "kind": "undone", "turn": 1}])
    found = skim(look(tmp_path).recordings[0])
    assert (found.turns, found.undone, found.seconds, found.end) == (2, 1, 9.5, "closed")
    assert (found.state, found.fault) == ("closed", "")
    assert found.header is not None
    assert found.header.world == "hut"


def test_the_recording_that_has_a_turn_is_found_among_those_of_its_story(tmp_path: Path) -> None:
    turns = [{"at": 1.0, "kind": "commit", "record": {"number": n}, "state": "s"} for n in (1, 2)]
    first = put(tmp_path, lines=turns)
    put(tmp_path, started=LATER)  # the player came back only to report it
    put(tmp_path, OTHER, "d" * 32, lines=turns)
    found = recording_of_turn(tmp_path, STORY, 2, LATER + timedelta(minutes=1))
    assert found is not None
    assert found.path == first
    assert recording_of_turn(tmp_path, STORY, 3, LATER) is None
    assert recording_of_turn(tmp_path, STORY, 2, NOON - timedelta(minutes=1)) is None


def test_a_recording_that_was_cut_off_is_told_from_a_broken_one(tmp_path: Path) -> None:
    put(tmp_path, lines=turn(1), end=None)
    (cut,) = look(tmp_path).recordings
    assert skim(cut).state == "cut off"
    whole = cut.path.read_bytes()
    cut.path.write_bytes(whole[: len(whole) * 2 // 3])
    torn = skim(cut)
    assert torn.state in ("cut off", "broken: it is empty")
    for data, why in {
        b"": "it is empty",
        b"not zstd at all": "it is no zstd",
    }.items():
        cut.path.write_bytes(data)
        assert skim(cut).state == f"broken: {why}"


def test_a_file_that_is_no_recording_is_named_as_broken(tmp_path: Path) -> None:
    path = put(tmp_path)
    for line, why in (
        ({"at": 0, "kind": "commit"}, "it does not begin with a header"),
        ({"at": 0, "kind": "header", "format": 1}, "its header cannot be used"),
    ):
        write(path, [line])
        assert why in skim(look(tmp_path).recordings[0]).state


def test_a_file_that_unpacks_to_more_than_a_recording_holds_is_not_read_on(tmp_path: Path) -> None:
    path = put(tmp_path, lines=[{"at": 1.0, "kind": "frame", "text": "x" * 3_000_000}])
    assert path.stat().st_size < 10_000
    with pytest.raises(ValueError, match="more than 2 MB"):
        list(lines_of(path, most_bytes=2 << 20))
