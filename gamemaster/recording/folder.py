"""The folder of recordings: what lies there, finding one, deleting, and keeping it within its limits.

A recording is `PLAYER/STORY-STARTED.jsonl.zst` under the folder (32 hexadecimal digits each, and the time as
`20261121T071500Z-1a2b`). Whose it is, of which story and how old can so be told without opening it. What is named
otherwise is foreign: it is named in lists, and never opened or deleted. Links are foreign too, wherever they lead.

A file that is being written is locked (`flock`) by its writer, in whichever process; a lock ends with its process.
Everything here reads or writes files: call it in a thread, never in the event loop.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gamemaster.errors import UserError
from gamemaster.recording.format import SUFFIX

STARTED = "%Y%m%dT%H%M%SZ"
LEAST_PREFIX = 4  # characters of an id that find something
_ID = re.compile(r"[0-9a-f]{32}\Z")
_NAME = re.compile(r"(?P<story>[0-9a-f]{32})-(?P<started>\d{8}T\d{6}Z)-[0-9a-z]{1,16}\.jsonl\.zst\Z")
_PREFIX = re.compile(r"[0-9a-fTZ-][0-9a-zTZ-]*\Z")


class NoSuchRecordingError(UserError):
    """Nothing in the folder goes by this name, or several things do."""

    def __init__(self, wanted: str, folder: Path, why: str = "") -> None:
        super().__init__(
            f"{why or f'there is no recording {wanted[:80]!r} in {folder}'}; see: gamemaster record list"
        )
        self.wanted, self.folder = wanted, folder


@dataclass(frozen=True)
class Recorded:
    """A recording, by its name and size alone. `size` in bytes."""

    path: Path
    player: str
    story: str
    started: datetime
    size: int

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(SUFFIX)


@dataclass(frozen=True)
class Contents:
    """What lies in the folder: recordings, the newest first, and the paths of what is none."""

    recordings: list[Recorded]
    foreign: list[Path]


# ---- names ----


def file_name(story: str, started: datetime, tail: str) -> str:
    """The name of a recording's file. `tail` tells apart those that begin in the same second."""
    name = f"{story}-{started.astimezone(UTC).strftime(STARTED)}-{tail}{SUFFIX}"
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is no recording's name")
    return name


def _recording_of(player: str, entry: os.DirEntry[str]) -> Recorded | None:
    found = _NAME.match(entry.name)
    if found is None or not entry.is_file(follow_symlinks=False):
        return None
    try:
        started = datetime.strptime(found["started"], STARTED).replace(tzinfo=UTC)
    except ValueError:  # the 31st of February
        return None
    return Recorded(
        Path(entry.path), player, found["story"], started, entry.stat(follow_symlinks=False).st_size
    )


# ---- looking ----


def look(folder: Path) -> Contents:
    """Everything in the folder, which need not exist. Opens no file."""
    contents = Contents([], [])
    for place in _entries(folder):
        if _ID.match(place.name) and place.is_dir(follow_symlinks=False):
            _look_at_player(Path(place.path), place.name, contents)
        else:
            contents.foreign.append(Path(place.path))
    contents.recordings.sort(key=lambda one: (one.started, one.name), reverse=True)
    contents.foreign.sort()
    return contents


def _look_at_player(place: Path, player: str, contents: Contents) -> None:
    for entry in _entries(place):
        try:
            found = _recording_of(player, entry)
        except FileNotFoundError:  # deleted meanwhile
            continue
        if found is None:
            contents.foreign.append(Path(entry.path))
        else:
            contents.recordings.append(found)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []


def find(folder: Path, wanted: str) -> list[Recorded]:
    """What `wanted` names: a file's path or name, a story's or player's id, or the first characters of one of these.

    Several recordings are found only if they are of one story, or of one player whose whole id was given. Raises
    NoSuchRecordingError.
    """
    everything = look(folder).recordings
    given = Path(wanted)
    for one in everything:
        if given.name == one.path.name and (
            given == one.path or not given.parent.name or _same(given, one.path)
        ):
            return [one]
    short = wanted.removesuffix(SUFFIX)
    if len(short) < LEAST_PREFIX or not _PREFIX.match(short):
        raise NoSuchRecordingError(wanted, folder)
    found = [one for one in everything if one.name.startswith(short) or one.player == short]
    if not found:
        found = [one for one in everything if one.player.startswith(short)]
    if not found:
        raise NoSuchRecordingError(wanted, folder)
    if (
        len({one.story for one in found}) > 1
        and len({one.player for one in found if one.player == short}) != 1
    ):
        names = ", ".join(sorted({one.story for one in found})[:5])
        raise NoSuchRecordingError(
            wanted, folder, f"{wanted!r} may be a recording of several stories ({names} …)"
        )
    return found


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def whole_id(given: str, known: Iterable[str], what: str, folder: Path) -> str:
    """The one id of `known` that begins with `given`. Raises NoSuchRecordingError where there is none, or several."""
    found = sorted({one for one in known if one.startswith(given)}) if len(given) >= LEAST_PREFIX else []
    if len(found) != 1:
        several = f": several begin so ({', '.join(found[:3])} …)" if found else ""
        raise NoSuchRecordingError(
            given, folder, f"{given[:80]!r} is no {what} with recordings in {folder}{several}"
        )
    return found[0]


def only(
    recordings: Iterable[Recorded],
    player: str | None = None,
    story: str | None = None,
    before: datetime | None = None,
) -> list[Recorded]:
    """Those of a player, of a story, and begun before a time (aware); all three where all are given."""
    return [
        one
        for one in recordings
        if (player is None or one.player == player)
        and (story is None or one.story == story)
        and (before is None or one.started < before)
    ]


# ---- deleting ----


@contextmanager
def _opened_folder(path: Path) -> Iterator[int]:
    """A folder that is none by a link, as a file descriptor: what is done in it cannot be led elsewhere."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield handle
    finally:
        os.close(handle)


def delete(recordings: Iterable[Recorded]) -> int:
    """Delete them, also those that are being written, whose rest is then lost. How many there were to delete."""
    return sum(_delete(one) for one in recordings)


def _delete(one: Recorded) -> bool:
    try:
        with _opened_folder(one.path.parent) as place:
            os.unlink(one.path.name, dir_fd=place)
    except (FileNotFoundError, NotADirectoryError):  # deleted meanwhile
        return False
    with suppress(OSError):  # there are more in it
        one.path.parent.rmdir()  # nothing need tell that this player was ever recorded
    return True


def forget(folder: Path, player: str, story: str | None = None) -> int:
    """Delete what was recorded of a player, or of one of their stories alone. How many recordings that were."""
    if not _ID.match(player):
        return 0
    place, contents = folder / player, Contents([], [])
    if not place.is_symlink():
        _look_at_player(place, player, contents)
    return delete(only(contents.recordings, story=story))


# ---- for the owner alone ----


def make_private(folder: Path) -> None:
    """Make a folder that only its owner may enter; one that is there and ours is closed to others. Raises OSError.

    What all may write to (`/tmp`) and what a link leads to is left as it is.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.lstat()
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    if is_ours and found.st_mode & 0o077 and not found.st_mode & stat.S_ISVTX:
        folder.chmod(0o700)


# ---- keeping within limits ----


def lock(handle: int) -> None:
    """Mark an open file as being written, until it is closed. Raises BlockingIOError if somebody else writes it."""
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_being_written(path: Path) -> bool:
    """Whether some process has the file locked. Raises OSError if it cannot be opened."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


@dataclass(frozen=True)
class Retained:
    """What retention did: recordings deleted for their age and for want of room, and the bytes that are left."""

    too_old: int
    too_much: int
    left_bytes: int


def retain(folder: Path, keep_days: int, total_mb: int, now: datetime | None = None) -> Retained:
    """Delete what is older than `keep_days`, then the oldest until no more than `total_mb` (10^6 bytes) are left.

    A recording that is being written is never deleted, but counts.
    """
    oldest_kept = (now or datetime.now(UTC)) - timedelta(days=keep_days)
    oldest_first = look(folder).recordings[::-1]
    left = sum(one.size for one in oldest_first)
    too_old = too_much = 0
    for one in oldest_first:
        is_old = one.started < oldest_kept
        if not is_old and left <= total_mb * 1_000_000:
            break
        if not _is_closed(one.path):
            continue
        left -= one.size
        if _delete(one):
            too_old += is_old
            too_much += not is_old
    return Retained(too_old, too_much, left)


def _is_closed(path: Path) -> bool:
    try:
        return not is_being_written(path)
    except FileNotFoundError:  # deleted meanwhile
        return True
