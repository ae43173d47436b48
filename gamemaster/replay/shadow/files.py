"""What the shadow answered, in files: one a story and day, `PLAYER/STORY-YYYYMMDD.jsonl`, a JSON line for each turn.

They hold what players wrote, as recordings do, and so are deleted as recordings are: by player, by story, by age.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from gamemaster.recording.folder import make_private
from gamemaster.replay.run import Run, RunSession, RunTurn

MOST_BYTES = 64 * 1024 * 1024  # of one file; a story's further turns of that day are left out
MOST_LINE = 4 * 1024 * 1024
_NAME = re.compile(r"([0-9a-f]{32})-(\d{8})\.jsonl")
_PLAYER = re.compile(r"[0-9a-f]{32}")


class ShadowLine(BaseModel):
    """One turn that was answered beside the play. `dropped`: turns that were not, since the line before it."""

    model_config = ConfigDict(extra="forbid")

    at: str  # ISO 8601, UTC
    story: str
    world: str
    stamps: dict[str, dict[str, str]]
    dropped: int = 0
    turn: RunTurn


def append(folder: Path, player: str, line: ShadowLine, today: date | None = None) -> bool:
    """Write a line; False if the file is full. Raises OSError."""
    path = folder / player / f"{line.story}-{today or datetime.now(UTC).date():%Y%m%d}.jsonl"
    make_private(folder)
    make_private(path.parent)
    data = line.model_dump_json().encode() + b"\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if os.fstat(handle).st_size + len(data) > MOST_BYTES:
            return False
        os.write(handle, data)  # in one piece: another worker may be at it, after the story moved there
    finally:
        os.close(handle)
    return True


def forget(folder: Path, player: str, story: str | None = None) -> int:
    """Delete what there is of a player, or of one of their stories; how many files that were. Raises OSError."""
    if not _PLAYER.fullmatch(player):
        return 0
    return delete(path for path in list(_files_of(folder / player)) if story in (None, story_of(path)))


def delete(paths: Iterable[Path]) -> int:
    """Delete these files; how many. Raises OSError."""
    gone = 0
    for path in paths:
        path.unlink(missing_ok=True)
        gone += 1
    return gone


def story_of(path: Path) -> str:
    """Whose turns a file of `files_in` holds; its player is the folder's name."""
    return path.name.partition("-")[0]


def retain(folder: Path, keep_days: int, today: date | None = None) -> int:
    """Delete the files that are older; how many. Raises OSError."""
    last = (today or datetime.now(UTC).date()) - timedelta(days=keep_days)
    return delete(path for path in list(files_in(folder)) if day_of(path) < last)


def files_in(folder: Path) -> Iterator[Path]:
    """The files of all players, in the order of their names."""
    if folder.is_dir():
        for player in sorted(folder.iterdir()):
            if _PLAYER.fullmatch(player.name):
                yield from _files_of(player)


def _files_of(folder: Path) -> Iterator[Path]:
    if folder.is_dir() and not folder.is_symlink():
        yield from (path for path in sorted(folder.iterdir()) if _NAME.fullmatch(path.name))


def day_of(path: Path) -> date:
    """The day (UTC) of which a file of `files_in` holds turns."""
    found = _NAME.fullmatch(path.name)
    try:
        return datetime.strptime(found[2] if found else "", "%Y%m%d").replace(tzinfo=UTC).date()
    except ValueError:
        return date.max  # no day: it is none of ours to delete


def read_lines(paths: Iterable[Path], since: datetime | None = None) -> Iterator[tuple[Path, ShadowLine]]:
    """The whole lines of the files, those from `since` on. A line that is torn or of another version is left out."""
    for path in paths:
        with path.open("rb") as file:
            while data := file.readline(MOST_LINE):
                try:
                    line = ShadowLine.model_validate_json(data)
                except ValidationError:
                    continue
                if since is None or datetime.fromisoformat(line.at) >= since:
                    yield path, line


def run_of(lines: Iterable[tuple[Path, ShadowLine]], command: str = "") -> Run:
    """A run of what was answered; its metrics are still to be counted. Each story is a session."""
    sessions: dict[str, RunSession] = {}
    order: dict[str, int] = {}
    turns: list[RunTurn] = []
    stamps: dict[str, dict[str, dict[str, None]]] = {"then": {}, "now": {}}
    first, last, dropped = "", "", 0
    for path, line in sorted(lines, key=lambda pair: pair[1].at):
        index = order.setdefault(line.story, len(order))
        session = sessions.setdefault(line.story, RunSession(id=line.story, file=path.name, world=line.world))
        session.turns += 1
        first, last, dropped = first or line.at, line.at, dropped + line.dropped
        passed = datetime.fromisoformat(line.at) - datetime.fromisoformat(first)
        turns.append(line.turn.model_copy(update={"session": index, "at_s": passed.total_seconds()}))
        for side, found in line.stamps.items():
            for name, value in found.items():
                if value:
                    stamps.setdefault(side, {}).setdefault(name, {})[value] = None
    seconds = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() if turns else 0.0
    notes = ["Live turns, answered beside the play by a candidate that nobody was shown."]
    if dropped:
        notes.append(f"{dropped} chosen turns were left out: the candidate was busy.")
    return Run(
        kind="shadow",
        title=f"{len(turns)} live turns of {len(sessions)} stories in the shadow",
        started=first or datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=seconds,
        command=command,
        stamps={
            side: {name: ", ".join(values) for name, values in found.items()}
            for side, found in stamps.items()
        },
        sessions=list(sessions.values()),
        turns=turns,
        notes=notes,
    )
