"""The recordings of one world that lie on this machine, of players who agreed: for writers who look where they went."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from gamemaster.recording.folder import look
from gamemaster.recording.format import Recording, RecordingError, read, turns_of

MOST = 200  # the latest: each takes some milliseconds to read


def recordings_of(world: str, folder: Path | None) -> Iterator[Recording]:
    """The recordings of a world, latest first. What cannot be read is left out: `gamemaster replay verify` says why."""
    for one in look(folder).recordings if folder is not None and folder.is_dir() else ():
        try:
            recording = read(one.path)
        except (RecordingError, OSError):
            continue
        if recording.header.world == world:
            yield recording


def seen_in_recordings(world: str, folder: Path | None) -> frozenset[str]:
    """The places, beats and endings that players came to in the latest recordings."""
    seen: set[str] = set()
    for recording in islice(recordings_of(world, folder), MOST):
        for turn in turns_of(recording):
            seen |= {turn.after.place, turn.after.ended or "", *turn.after.visited, *turn.after.beats}
    return frozenset(seen)
