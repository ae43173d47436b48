"""What verify and the gate say of the program in a tree: run with the tree as the folder and on the path.

`python -m tests.mutation.trial RECORDINGS BASELINE` prints one JSON object: by instrument what it said, empty where it
noticed nothing. `--baseline` writes the runs that the gate is to compare with; `--first` names recordings to begin
with.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gamemaster.bootstrap import load_worlds
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import SUFFIX, Recording, read
from gamemaster.replay.regenerate.regenerate import regenerate
from gamemaster.replay.report.gate import gate, lines_of
from gamemaster.replay.report.thresholds import DEFAULT, read_thresholds
from gamemaster.replay.run import Run, read_run
from gamemaster.replay.verify.recorded_narrator import scripted_tokenizers
from gamemaster.replay.verify.verdicts import stage_of
from gamemaster.replay.verify.verify import verify

GATED_AT_ONCE = (
    4  # recordings: the gate is asked of so many at a time, so that it can stop at the first that fails
)
Worlds = dict[str, LoadedWorld]


def first_divergence(recordings: Sequence[Recording], worlds: Worlds) -> str:
    """The first recording that does not come out the same, and at which stage."""
    tokenizers = scripted_tokenizers(recordings)
    for recording in recordings:
        verdict = asyncio.run(verify(recording, worlds, tokenizers))
        if not verdict.same:
            stage = stage_of(verdict.divergence) if verdict.divergence is not None else "world"
            return f"{recording.name}: {stage}"
    return ""


def runs_of(recordings: Sequence[Recording], worlds: Worlds) -> list[Run]:
    """What the understudy answers now, some recordings at a time."""
    return [
        asyncio.run(regenerate(recordings[at : at + GATED_AT_ONCE], Understudy(), worlds))
        for at in range(0, len(recordings), GATED_AT_ONCE)
    ]


def first_failure(recordings: Sequence[Recording], worlds: Worlds, baselines: Path) -> str:
    """The first limit that is not kept."""
    thresholds = replace(read_thresholds(DEFAULT), min_turns=1)  # of so few recordings
    for at in range(0, len(recordings), GATED_AT_ONCE):
        some = recordings[at : at + GATED_AT_ONCE]
        run = asyncio.run(regenerate(some, Understudy(), worlds))
        known = read_run((baselines / f"{at}.json").read_bytes(), "the baseline")
        found = gate(run, known, thresholds)
        if not found.is_passed:
            return next((line.strip() for line in lines_of(found) if "FAIL " in line), "problems")[:160]
    return ""


def attempt(instrument: Callable[[], str]) -> str:
    """What it says; an exception is noticed by anybody."""
    try:
        return instrument()
    except Exception as error:
        traceback.print_exc()
        return f"{type(error).__name__}: {str(error)[:120]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("baselines", type=Path)
    parser.add_argument("--first", default="")
    parser.add_argument("--baseline", action="store_true")
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    paths = sorted(asked.recordings.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_size)
    recordings = [read(path) for path in paths]
    worlds, broken = load_worlds([Path("worlds")])
    if asked.baseline:
        for number, run in enumerate(runs_of(recordings, worlds)):
            (asked.baselines / f"{number * GATED_AT_ONCE}.json").write_text(run.model_dump_json())
    ordered = sorted(recordings, key=lambda one: asked.first not in one.name)
    said = {
        "verify": str(broken) if broken else attempt(lambda: first_divergence(ordered, worlds)),
        "gate": str(broken)
        if broken
        else attempt(lambda: first_failure(recordings, worlds, asked.baselines)),
    }
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
