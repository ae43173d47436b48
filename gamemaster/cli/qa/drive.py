"""`gamemaster replay drive` at the edge: files in, a progress line, the run out."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import typer
import uvloop
import yaml

from gamemaster.cli.qa.run_files import check_out, put_out, read_those_named
from gamemaster.config.settings import Settings
from gamemaster.hosting.servers import running_database
from gamemaster.protocol.audio_frames import CODES
from gamemaster.recording.format import Recording
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load, Progress
from gamemaster.replay.load.objectives import Objectives, ObjectivesError, objectives_of
from gamemaster.replay.load.plan import Plan, plan_of
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.load.refusals import DriveError
from gamemaster.replay.run import Run
from gamemaster.version import code_version
from voice.codecs import Codec
from worlds.safe_yaml import load

MOST_OBJECTIVES_BYTES = 64 * 1024
INTERRUPTED = 130  # exit status after Ctrl-C


@dataclass(frozen=True)
class Output:
    """Where the run goes. `as_json`: all of it to stdout, instead of the figures."""

    out: Path | None = None
    as_json: bool = False


def run_drive(
    files: Sequence[Path],
    manner: Manner,
    load: Load,
    objectives: Path | None = None,
    database: Database | None = None,
    output: Output = Output(),
) -> int:
    """Drive; say what came of it. The exit status: 1 where a turn was lost or doubled, or the database cannot be read.

    Raises DriveError, RecordingError, ObjectivesError, RunError.
    """
    try:
        asked = read_objectives(objectives)
        recordings = read_those_named(files)
        check_out(output.out)
    except OSError as error:
        raise DriveError(f"{error.filename}: {error.strerror}") from None
    drive = Drive(
        plans=plans_of(recordings),
        manner=manner,
        load=load,
        objectives=asked,
        database=database,
        stamps=stamps_of(recordings),
        command=command_of(len(recordings), manner, load),
    )
    watch = _progress_line() if sys.stderr.isatty() else None
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        run = runner.run(drive.run(watch))
    if watch is not None:
        typer.echo("", err=True)
    put_out(run, output.out, as_json=output.as_json)
    if not is_true(run):
        return 1
    return INTERRUPTED if drive.was_cut else 0


def database_of(settings: Settings) -> Database | None:
    """The Postgres that the settings name, or the one that runs in the data directory. Raises ServersError."""
    if settings.database_url is not None:
        return Database(settings.database_url.get_secret_value())
    url = running_database(settings.data_dir)
    return (
        None
        if url is None
        else Database(url, f"the Postgres in the data directory {settings.data_dir}", found=True)
    )


def is_true(run: Run) -> bool:
    """Whether every turn is where it should be, once, as it was shown, for all that was looked at."""
    wrong = any(run.metrics.get(name) for name in ("lost", "doubled"))
    return not wrong and not run.errors.get("changed") and not run.errors.get("database")


def codec_of(name: str | None) -> Codec | None:
    """Raises DriveError for a codec that there is not."""
    if name is None or name in CODES:
        return name
    raise DriveError(f"--audio {name}: the service speaks in {' or '.join(CODES)}")


def plans_of(recordings: Sequence[Recording]) -> list[Plan]:
    """A plan for each recording in which somebody acts. Raises DriveError if there is none."""
    plans = [
        plan_of(recording.name, recording.header.model_dump(), recording.lines) for recording in recordings
    ]
    acting = [plan for plan in plans if plan.acts]
    if not acting:
        raise DriveError(f"nobody acts in the {len(plans)} recordings: there is nothing to drive")
    return acting


def stamps_of(recordings: Iterable[Recording]) -> dict[str, dict[str, str]]:
    """Who recorded, and who drives; values on which the recordings differ are all told."""
    then: dict[str, set[str]] = {}
    for recording in recordings:
        for name, value in recording.header.stamps.items():
            then.setdefault(name, set()).add(value)
    return {
        "then": {name: ", ".join(sorted(values)) for name, values in then.items()},
        "now": {"code": code_version()},
    }


def read_objectives(file: Path | None) -> Objectives:
    """Raises ObjectivesError, OSError."""
    if file is None:
        return Objectives()
    with file.open("rb") as opened:
        data = opened.read(MOST_OBJECTIVES_BYTES + 1)
    if len(data) > MOST_OBJECTIVES_BYTES:
        raise ObjectivesError(f"{file} has more than {MOST_OBJECTIVES_BYTES} bytes: those are no objectives")
    try:
        return objectives_of(load(data), str(file))
    except yaml.YAMLError as error:
        raise ObjectivesError(f"{file} is no YAML: {error}") from None


def command_of(recordings: int, manner: Manner, load: Load) -> str:
    """The command as the run keeps it: without what is secret, such as the database's URL."""
    given = {name: value for name, value in {**asdict(manner), **asdict(load)}.items() if value}
    options = " ".join(
        f"--{name.removesuffix('_s').replace('_', '-')} {value}" for name, value in given.items()
    )
    return f"gamemaster replay drive ({recordings} recordings) {options}"


def _progress_line() -> Callable[[Progress], None]:
    def tell(now: Progress) -> None:
        rate = now.committed / now.seconds if now.seconds else 0.0
        typer.echo(
            f"\r{now.seconds:4.0f} s  {now.playing} of {now.players} playing, {now.turns} turns asked, "
            f"{now.committed} committed ({rate:.1f}/s), {now.errors} errors   ",
            nl=False,
            err=True,
        )

    return tell
