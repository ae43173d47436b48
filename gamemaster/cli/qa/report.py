"""`gamemaster replay report`, `gate`: runs from files, what they came to for people or programs."""

from __future__ import annotations

import json
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from gamemaster.cli.console import say
from gamemaster.cli.qa.run_files import write_private
from gamemaster.replay.report.gate import Gate, data_of, gate, lines_of
from gamemaster.replay.report.history import as_data, history_lines, history_of
from gamemaster.replay.report.render import compared_summary, report_html, summary_data, terminal_summary
from gamemaster.replay.report.reviews import accepted_in
from gamemaster.replay.report.thresholds import DEFAULT, read_thresholds
from gamemaster.replay.run import Run, RunError, read_run

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


def gate_of(run: Run, baseline: Path | None, thresholds: Path | None, accepted: Path | None = None) -> Gate:
    """Raises RunError, ThresholdsError, ReviewError."""
    before = run_from(baseline) if baseline is not None else None
    agreed = accepted_in(accepted) if accepted is not None else ()
    return gate(run, before, read_thresholds(thresholds), agreed)


def how_to_make_a_baseline(run: Run, path: Path) -> str:
    """What a gate that has nothing to compare with says beside its verdict."""
    how = {
        "regenerate": "gamemaster replay regenerate RECORDINGS --out good.json, in a checkout of what is known good",
        "drive": "gamemaster replay drive RECORDINGS --url URL --players N --out good.json, against a good service",
        "shadow": "gamemaster replay shadow --out good.json, over days that were good",
    }
    return (
        f"without a baseline only fixed limits were asked for. Make one: {how.get(run.kind, '')}; or keep this run, "
        f"once you have read it: cp {path} good.json. Then: gamemaster replay gate {path} --baseline good.json"
    )


def run_gate(
    path: Path, baseline: Path | None, thresholds: Path | None, accepted: Path | None, as_json: bool
) -> bool:
    """Hold a run to thresholds, and say what was found. Raises RunError, ThresholdsError."""
    run = run_from(path)
    found = gate_of(run, baseline, thresholds, accepted)
    say(json.dumps(data_of(found), ensure_ascii=False, indent=2) if as_json else "\n".join(lines_of(found)))
    if baseline is None and run.kind != "verify":
        typer.echo(how_to_make_a_baseline(run, path), err=True)
    return found.is_passed


@dataclass(frozen=True)
class Wanted:
    """What a report is made of. `out`: None puts it beside the run. `text`: print a summary, and write nothing."""

    run: Path
    against: Path | None = None
    baseline: Path | None = None
    thresholds: Path | None = None
    out: Path | None = None
    text: bool = False
    show: bool = False
    as_json: bool = False


def run_report(wanted: Wanted) -> None:
    """Write the page, or print the summary. Raises RunError, ThresholdsError."""
    run = run_from(wanted.run)
    other = run_from(wanted.against) if wanted.against is not None else None
    held = wanted.baseline is not None or wanted.thresholds is not None
    found = gate_of(run, wanted.baseline, wanted.thresholds) if held else None
    if wanted.as_json:
        say(json.dumps(summary_data(run, other, found), ensure_ascii=False, indent=2))
    else:
        say("\n".join(_terminal_lines(run, other, found)))
    if wanted.text or (wanted.as_json and wanted.out is None):
        return
    out = wanted.out or wanted.run.with_suffix(".html")
    try:
        write_private(out, report_html(run, other, found))
    except OSError as error:
        raise RunError(f"{out} cannot be written: {error.strerror}; name another file with --out") from None
    typer.echo(f"written: {out} ({out.stat().st_size / 1e6:.1f} MB)", err=True)
    if wanted.show:
        webbrowser.open(out.resolve().as_uri())


def _terminal_lines(run: Run, other: Run | None, found: Gate | None) -> Iterator[str]:
    yield terminal_summary(run)
    if other is not None:
        yield compared_summary(run, other)
    if found is not None:
        yield from lines_of(found)


def run_history(paths: Sequence[Path], as_json: bool) -> None:
    """Print the runs in their series. Raises RunError where there is none."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    named = [(file.stem, run) for file in files if (run := _run_in(file, strictly=file in paths)) is not None]
    if not named:
        raise RunError(
            f"no runs in {', '.join(map(str, paths))}: `gamemaster replay regenerate … --out FOLDER/DAY.json` makes one"
        )
    series = history_of(named)
    say(
        json.dumps(as_data(series), ensure_ascii=False, indent=2)
        if as_json
        else "\n".join(history_lines(series))
    )


def _run_in(file: Path, *, strictly: bool) -> Run | None:
    """A run; None for another file of a folder. Raises RunError for one that was named."""
    try:
        return run_from(file)
    except RunError:
        if strictly:
            raise
        return None


def print_thresholds() -> None:
    say(DEFAULT.read_text(encoding="utf-8").rstrip())
