"""Settings of recordings."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from gamemaster.options.fields import Options, number


class RecordingOptions(Options):
    """What is recorded of the players who agree to it, and how long it is kept. Nothing is without a stored yes."""

    enabled: bool = Field(
        True, description="ask players whether their play may be recorded; off: nobody is asked"
    )
    folder: Path | None = Field(
        None, description="where recordings lie; by default `recordings` in the data directory"
    )
    keep_days: int = number(30, 1, 3_650, "days that a recording is kept, as players are told")
    max_mb: int = number(64, 1, 10_000, "megabytes (compressed) of one recording, which then ends")
    total_mb: int = number(
        10_000, 1, 100_000_000, "megabytes of all recordings; over it the oldest are deleted"
    )
    reasoning: bool = Field(False, description="record the model's hidden reasoning too: for debugging alone")
