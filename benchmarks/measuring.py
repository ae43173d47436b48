"""What the benchmarks share: percentiles, servers of their own, and the last line."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from gamemaster.hosting.servers import ServerURLs, local_servers
from gamemaster.replay.percentile import percentile as percentile_of_runs


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


def result(name: str, figures: dict[str, Any]) -> None:
    """Print the figures for people, then the line for programs."""
    width = max(len(key) for key in figures)
    print(f"\n{name}")
    for key, value in figures.items():
        print(f"  {key:<{width}}  {value:.3g}" if isinstance(value, float) else f"  {key:<{width}}  {value}")
    print("RESULT " + json.dumps({"benchmark": name, **figures}))
