"""What a turn costs the process that serves, in this checkout and in another, turn about in one run.

    git worktree add /tmp/before COMMIT && ln -s $PWD/.venv /tmp/before/.venv
    python -m benchmarks.turn_cost --before /tmp/before [--quick] [--rounds N] [--streams N] [--apart S] [--paced]

Two services stand side by side on the same Postgres and Valkey, each with the code of its checkout, and the same number
of players plays in one, then in the other, so that whatever else the machine does meets both. A model's turn is told by
the scripted engine at NIA's cadence, as in `benchmarks.engine`. `cpu_ms` is the processor time of a turn in the process
that serves, median of the rounds; `delivered` the text as players get it over the engine read directly in that round.
Without `--before` there is the one service alone. `--paced`: turns are told in phrases, as people read them, and not
as fast as they come.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from benchmarks.engine import ROOT, play_turns, read_directly, script
from benchmarks.measuring import options_parser, result, scratch_servers
from benchmarks.streaming.streams import Run
from benchmarks.turns import service
from gamemaster.hosting.servers import ServerURLs
from gamemaster.play.cadence import Cadence
from gamemaster.storage.migrate import migrate

WARM_UP_STREAMS = 8
PEOPLES_SPEED = str(Cadence().chars_per_second)
SETTINGS = {"GM_NARRATOR__FIRST_WORDS_S": "0", "GM_LOG_LEVEL": "error"}  # as in `benchmarks.engine`


@dataclass(eq=False)
class Arm:
    """One of the services, and what was seen of it in each round."""

    name: str
    url: str
    process: psutil.Process
    is_paced: bool = False
    cpu_ms: list[float] = field(default_factory=list)
    delivered: list[float] = field(default_factory=list)

    async def play(self, streams: int, turns: int, apart_s: float) -> Run:
        ready = asyncio.Barrier(streams + 1)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(
                    play_turns(self.url, n, ready, turns, n / streams * apart_s, is_hurried=not self.is_paced)
                )
                for n in range(streams)
            ]
            await ready.wait()
            before_s = self._cpu_s()
        return Run([task.result() for task in tasks], self._cpu_s() - before_s)

    def _cpu_s(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)


@contextlib.asynccontextmanager
async def arm(
    name: str, checkout: Path, urls: ServerURLs, folder: Path, *, is_paced: bool
) -> AsyncIterator[Arm]:
    model = f"scripted:{folder / 'script.json'}"
    settings = {**SETTINGS, **({"GM_TEXT_SPEED": PEOPLES_SPEED} if is_paced else {})}
    async with service(urls, folder / name, "--model", model, settings=settings, checkout=checkout) as url:
        port = url.partition("127.0.0.1:")[2].partition("/")[0]
        running = [child for child in psutil.Process().children() if port in child.cmdline()]
        yield Arm(name, url, running[0], is_paced)


async def run(
    checkouts: dict[str, Path], streams: int, turns: int, rounds: int, apart_s: float, is_paced: bool
) -> list[Arm]:
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch)
        (folder / "script.json").write_text(json.dumps(script()))
        async with scratch_servers(folder) as urls, contextlib.AsyncExitStack() as stack:
            await migrate(urls.database_url or "")
            arms = [
                await stack.enter_async_context(arm(name, at, urls, folder, is_paced=is_paced))
                for name, at in checkouts.items()
            ]
            for each in arms:
                await each.play(WARM_UP_STREAMS, 1, 0.0)
            for number in range(rounds):
                direct = await read_directly(streams, turns, apart_s)
                for each in arms if number % 2 else reversed(arms):
                    print(f"round {number + 1} of {rounds}: {each.name} ...")
                    played = await each.play(streams, turns, apart_s)
                    each.cpu_ms.append(played.cpu_s * 1000 / len(played.streams))
                    each.delivered.append(played.tokens_per_s / direct.tokens_per_s)
    return arms


def figures_of(arms: list[Arm]) -> dict[str, Any]:
    """The medians of each service, and of the last over the first."""
    figures: dict[str, Any] = {}
    for each in arms:
        figures[f"cpu_ms_{each.name}"] = statistics.median(each.cpu_ms)
        figures[f"delivered_{each.name}"] = statistics.median(each.delivered)
        figures[f"rounds_{each.name}"] = [round(value, 1) for value in each.cpu_ms]
    if len(arms) > 1:
        figures["cpu_ratio"] = figures[f"cpu_ms_{arms[-1].name}"] / figures[f"cpu_ms_{arms[0].name}"]
    return figures


def main() -> None:
    parser = options_parser(__doc__, quick="one round of one turn, for a first look")
    parser.add_argument(
        "--before", type=Path, default=None, help="another checkout, to be measured beside this one"
    )
    parser.add_argument("--streams", type=int, default=16, help="who play at once (default 16)")
    parser.add_argument("--rounds", type=int, default=None, help="turns about (default 3, quick 1)")
    parser.add_argument(
        "--apart", type=float, default=0.0, help="seconds over which they begin (default 0: at once)"
    )
    parser.add_argument("--paced", action="store_true", help="players who are told the text in phrases")
    options = parser.parse_args()
    before = {"before": options.before.resolve()} if options.before is not None else {}
    rounds, turns = options.rounds or (1 if options.quick else 3), 1 if options.quick else 3
    arms = asyncio.run(
        run({**before, "after": ROOT}, options.streams, turns, rounds, options.apart, options.paced)
    )
    result(
        "turn_cost",
        {
            **figures_of(arms),
            "streams": options.streams,
            "turns": turns,
            "apart_s": options.apart,
            "paced": options.paced,
        },
    )


if __name__ == "__main__":
    main()
