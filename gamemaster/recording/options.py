"""Settings of recordings."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field


class RecordingOptions(BaseModel):
    """What is recorded of the players who agree to it, and how long it is kept. Nothing is without a stored yes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(
        True, description="ask players whether their play may be recorded; off: nobody is asked"
    )
    folder: Path | None = Field(
        None, description="where recordings lie; by default `recordings` in the data directory"
    )
    keep_days: int = Field(
        30, ge=1, le=3_650, description="days that a recording is kept, as players are told"
    )
    max_mb: int = Field(
        64, ge=1, le=10_000, description="megabytes (compressed) of one recording, which then ends"
    )
    total_mb: int = Field(
        10_000,
        ge=1,
        le=100_000_000,
        description="megabytes of all recordings; over it the oldest are deleted",
    )
    reasoning: bool = Field(False, description="record the model's hidden reasoning too: for debugging alone")
