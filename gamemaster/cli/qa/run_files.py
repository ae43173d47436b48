"""The files of replays: recordings in, runs and reports out. What is wrong with them is said before the work begins."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from gamemaster.cli.console import say
from gamemaster.recording.format import SUFFIX, Recording, RecordingError, read
from gamemaster.replay.report.render import terminal_summary
from gamemaster.replay.run import Run, RunError


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The recordings among files and folders, those of each folder by name. Raises RecordingError if there is none.

    Plain ones (*.jsonl) only where they are named: in a folder other things are called so, too.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.rglob(f"*{SUFFIX}"))
        elif path.exists():
            found.append(path)
        else:
            raise RecordingError(f"{path} is not there: name recordings (*{SUFFIX}), or folders of them")
    if not found:
        raise RecordingError(f"no recordings (*{SUFFIX}) in {', '.join(map(str, paths))}")
    return found


def read_all(paths: Iterable[Path]) -> tuple[list[Recording], dict[str, str]]:
    """The recordings, and by the file's name what keeps the others from being read. Raises as `files_in`."""
    found: list[Recording] = []
    failed: dict[str, str] = {}
    for path in files_in(paths):
        try:
            found.append(read(path))
        except RecordingError as error:
            failed[path.name] = str(error)
        except OSError as error:
            failed[path.name] = f"{path} cannot be read: {error.strerror}"
    return found, failed


def read_those_named(paths: Iterable[Path]) -> list[Recording]:
    """The recordings; all must be readable. Raises RecordingError with each that is not."""
    found, failed = read_all(paths)
    if failed:
        raise RecordingError("\n".join(failed.values()))
    return found


def check_out(out: Path | None) -> None:
    """Whether a run can be written there when it is done. Raises RunError."""
    if out is None:
        return
    try:
        write_private(out, None)
    except OSError as error:
        raise RunError(f"{out} cannot be written: {error.strerror}; name another file with --out") from None


def write_private(out: Path, text: str | None) -> None:
    """For the owner alone: what players said is in it. None: only try. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if text is not None else 0)
    with os.fdopen(os.open(out, flags, 0o600), "w", encoding="utf-8") as file:
        if text is not None:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # and not /dev/null
                os.fchmod(file.fileno(), 0o600)
            file.write(text)


def put_out(run: Run, out: Path | None, *, as_json: bool) -> None:
    """The run to a file, if one is named, and to stdout: as JSON, or for people."""
    if out is not None:
        write_private(out, run.model_dump_json(indent=1))
    say(run.model_dump_json(indent=1) if as_json else terminal_summary(run))
