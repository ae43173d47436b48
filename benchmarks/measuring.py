"""What the benchmarks share: percentiles, servers of their own, and the last line."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path

from gamemaster.hosting.servers import ServerURLs, local_servers
from gamemaster.replay.percentile import percentile as percentile_of_runs

Figures = dict[str, float]  # by name


def percentile(values: Sequence[float], share: float) -> float:
    """As in every run; `share` is 0 to 1. Raises ValueError when there are no values."""
    found = percentile_of_runs(values, share)
    if found is None:
        raise ValueError("nothing was measured")
    return found


@contextlib.asynccontextmanager
async def scratch_servers(
    folder: Path, on_progress: Callable[[str], None] = print
) -> AsyncIterator[ServerURLs]:
    """A real Postgres and Valkey on data of their own, with the durable settings that the service uses."""
    folder.chmod(0o755)  # as root, Postgres runs as another user, who must be able to enter
    async with local_servers(
        folder / "data", need_postgres=True, need_redis=True, on_progress=on_progress
    ) as urls:
        yield urls


def options_parser(description: str | None, quick: str | None = None) -> argparse.ArgumentParser:
    """A benchmark's command line: its docstring is its help, and `quick` says what `--quick` makes of it."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if quick is not None:
        parser.add_argument("--quick", action="store_true", help=quick)
    return parser


def result(name: str, figures: Mapping[str, object]) -> None:
    """Print the figures for people, then the line for programs."""
    width = max(len(key) for key in figures)
    print(f"\n{name}")
    for key, value in figures.items():
        print(f"  {key:<{width}}  {value:.3g}" if isinstance(value, float) else f"  {key:<{width}}  {value}")
    print("RESULT " + json.dumps({"benchmark": name, **figures}))
