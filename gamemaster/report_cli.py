"""`gamemaster replay report`, `gate`: runs from files, what they came to for people or programs."""

from __future__ import annotations

import json
from pathlib import Path

from gamemaster.console import say
from gamemaster.gating import Gate, data_of, gate, lines_of
from gamemaster.runs import Run, RunError, read_run
from gamemaster.thresholds import DEFAULT, read_thresholds

MOST_RUN_BYTES = 2 << 30  # a run of 10,000 turns has some 50 MB


def run_from(path: Path) -> Run:
    """Raises RunError."""
    try:
        size = path.stat().st_size
        if size > MOST_RUN_BYTES:
            raise RunError(f"{path} has {size} bytes, and {MOST_RUN_BYTES} is the limit for a run")
        return read_run(path.read_bytes(), str(path))
    except OSError as error:
        raise RunError(
            f"{path}: {error.strerror}; give a file that `gamemaster replay … --out FILE.json` wrote"
        ) from None


def gate_of(run: Run, baseline: Path | None, thresholds: Path | None) -> Gate:
    """Raises RunError, ThresholdsError."""
    return gate(run, run_from(baseline) if baseline is not None else None, read_thresholds(thresholds))


def run_gate(path: Path, baseline: Path | None, thresholds: Path | None, as_json: bool) -> bool:
    """Hold a run to thresholds, and say what was found. Raises RunError, ThresholdsError."""
    found = gate_of(run_from(path), baseline, thresholds)
    say(json.dumps(data_of(found), ensure_ascii=False, indent=2) if as_json else "\n".join(lines_of(found)))
    return found.passed


def print_thresholds() -> None:
    say(DEFAULT.read_text(encoding="utf-8").rstrip())
