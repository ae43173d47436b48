"""`gamemaster replay verify` at the edge: files in, verdicts out."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import typer

from gamemaster.bootstrap import load_worlds
from gamemaster.cli.console import say
from gamemaster.cli.qa.run_files import check_out, read_all, write_private
from gamemaster.config.settings import Settings
from gamemaster.recording.format import Recording, RecordingError
from gamemaster.replay.report.verdict import count
from gamemaster.replay.run import Coverage
from gamemaster.replay.verify.alike import MOST_WHOLE, told_alike
from gamemaster.replay.verify.coverage import as_data, coverage_lines, coverage_of
from gamemaster.replay.verify.expectations import ExpectationError
from gamemaster.replay.verify.playback import Line
from gamemaster.replay.verify.recorded_narrator import Tokenizers, scripted_tokenizers
from gamemaster.replay.verify.verdicts import difference_of, run_of, verdict_lines
from gamemaster.replay.verify.verify import Verdict, verify
from gamemaster.rules.upkeep.state_versions import StateVersionError
from gamemaster.version import code_version


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for, beyond the settings."""

    files: Sequence[Path]
    out: Path | None = None
    as_json: bool = False
    coverage: bool = False


def run_verify(settings: Settings, wanted: Wanted) -> bool:
    """Whether every recording came out the same. Raises RecordingError, RunError, ChatFormatError."""
    started, clock, now = datetime.now(UTC), time.monotonic(), code_version()
    check_out(wanted.out)
    recordings, failed = read_all(wanted.files)
    played = {recording.header.world for recording in recordings}
    worlds, broken = load_worlds(settings.worlds_dirs, only=played)
    tokenizers = tokenizers_for(settings, recordings)
    verdicts: list[Verdict] = []
    alike: Counter[str] = Counter()
    logging.disable(logging.CRITICAL)  # what went wrong then goes wrong again
    try:
        for number, recording in enumerate(recordings, start=1):
            _progress(f"{number} of {len(recordings)}: {recording.name}")
            try:
                verdicts.append(asyncio.run(verify(recording, worlds, tokenizers)))
            except (RecordingError, StateVersionError, ExpectationError) as error:
                failed[recording.name] = broken.get(recording.header.world, str(error))
                continue
            if not wanted.as_json:
                _progress("")
                say("\n".join(_lines(verdicts[-1], now, alike)))
    finally:
        logging.disable(logging.NOTSET)
    run = run_of(verdicts, failed, started.isoformat(timespec="seconds"), time.monotonic() - clock, now)
    run.notes = list(told_alike(verdicts, now))
    if wanted.coverage:
        found = coverage_of([verdict.recording for verdict in verdicts], worlds)
        run.coverage = {kind: Coverage(**data) for kind, data in as_data(found).items()}
    if wanted.out is not None:
        write_private(wanted.out, run.model_dump_json(indent=1))
    if wanted.as_json:
        say(run.model_dump_json(indent=1))
    else:
        for name, why in failed.items():
            say(f"FAILED    {why}" if name in why else f"FAILED    {name}: {why}")
        if wanted.coverage:
            say(
                "What these recordings exercise:\n" + "\n".join(f"  {line}" for line in coverage_lines(found))
            )
        counts = run.metrics
        say(
            f"{count(len(verdicts), 'recording')}, {count(int(counts['turns'] or 0), 'turn')}, "
            f"{count(int(counts['lines'] or 0), 'line')}: "
            f"{faults_counted(verdicts)}, {len(failed)} could not be played"
        )
        for note in run.notes:
            say(f"  {note}")
    return not failed and all(verdict.same for verdict in verdicts)


def faults_counted(verdicts: Sequence[Verdict]) -> str:
    """How many diverged; and apart from them those that only their world's files or expectations speak against."""
    diverged = sum(verdict.divergence is not None for verdict in verdicts)
    unmet = sum(bool(verdict.unmet) for verdict in verdicts if verdict.divergence is None)
    edited = sum(
        bool(verdict.world) for verdict in verdicts if verdict.divergence is None and not verdict.unmet
    )
    others = f", {unmet} not as expected" * (unmet > 0) + f", {edited} of an edited world" * (edited > 0)
    return f"{diverged} diverged{others}"


def _lines(verdict: Verdict, now: str, alike: Counter[str]) -> Iterator[str]:
    """A verdict whole; of recordings that differ in the same part only the first ones, and the others by a line."""
    if verdict.divergence is not None:
        difference = difference_of(verdict)
        alike[difference.part] += 1
        if alike[difference.part] > MOST_WHOLE:
            yield f"DIVERGED  {verdict.recording.name}: after {verdict.turns} turns, as those above: {difference}"
            return
    yield from verdict_lines(verdict, now)


def tokenizers_for(settings: Settings, recordings: Sequence[Recording]) -> Tokenizers:
    """That of the model whose folder the settings name, and the scripted engine's. Raises ChatFormatError."""
    scripted = scripted_tokenizers(recordings)
    if settings.model is None or not Path(settings.model).expanduser().is_dir():
        return scripted
    from inference.chat_template import HuggingFaceTokenizer

    tokenizer = HuggingFaceTokenizer.load(Path(settings.model).expanduser())

    def both(described: Line) -> list[object]:
        return [tokenizer, *scripted(described)]

    return both


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r\033[K{text}", nl=False, err=True)
