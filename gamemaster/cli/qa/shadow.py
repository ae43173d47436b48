"""`gamemaster replay shadow` at the edge: the shadow's files in, a run out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gamemaster.cli.qa.regenerate import RegenerateError
from gamemaster.cli.qa.run_files import check_out, put_out
from gamemaster.config.settings import Settings
from gamemaster.replay.compare.compare import metrics_of
from gamemaster.replay.shadow.files import files_in, read_lines, run_of

_AGO = re.compile(r"(\d{1,6})\s*([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for, beyond the settings."""

    folder: Path | None = None
    since: str | None = None
    out: Path | None = None
    as_json: bool = False
    command: str = ""


def run_shadow(settings: Settings, wanted: Wanted) -> None:
    """Make a run of what the shadow has answered. Raises RegenerateError, OSError."""
    check_out(wanted.out)
    folder = wanted.folder or settings.shadow_folder()
    since = since_when(wanted.since)
    run = run_of(read_lines(files_in(folder), since), wanted.command)
    if not run.turns:
        when = f" since {since:%Y-%m-%d %H:%M} UTC" if since is not None else ""
        raise RegenerateError(
            f"the shadow has answered nothing{when} in {folder}. Run the service with GM_SHADOW__SHARE=0.1 (of all "
            "turns) and a model; only turns of players who let their play be recorded are answered"
        )
    run.metrics = metrics_of(run.turns)
    put_out(run, wanted.out, as_json=wanted.as_json)


def since_when(text: str | None) -> datetime | None:
    """`2h`, `30m` and `7d` ago, or a date or time as ISO 8601 has it (UTC, unless it says otherwise)."""
    if text is None:
        return None
    if ago := _AGO.fullmatch(text.strip()):
        return datetime.now(UTC) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise RegenerateError(
            f"--since {text!r} is no time; give 30m, 2h, 7d, or a date such as 2026-11-21"
        ) from None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
