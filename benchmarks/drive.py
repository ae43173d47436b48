"""Two hundred players against the whole service, told by the understudy and then by a model that is a script.

    python -m benchmarks.drive [FILES…] [--players 200] [--speed X] [--seconds S] [--json]

Starts `gamemaster serve` twice, each with a Postgres and a Valkey of its own, and drives recordings (those of the
tests, if no others are named) over real sockets at the recorded pauses: acts, interruptions, undos, branches, clients
that leave and come back. Afterwards each story is opened again, and read in Postgres. What a row says:

- `goodput`: turns a second that met every objective of `gamemaster.replay.load.objectives`; `turns_per_s`: all turns
- `lost`, `doubled`: turns that are not where they should be, or are there twice
- `first_visible_p95_ms`: from sending the act to the first text

Nothing is warmed but the service itself, which is ready when the players come. They share the machine with it:
`driver_cpu_share` is what the driving took of a core, `driver_lag_p99_ms` how late it noted frames.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import uvloop

from benchmarks.engine import script
from benchmarks.measuring import options_parser, result, scratch_servers
from benchmarks.turns import FOLDER, durable_settings, service
from gamemaster.cli.qa.drive import is_true, plans_of
from gamemaster.cli.qa.run_files import read_those_named
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.plan import Plan
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.report.render import terminal_summary
from gamemaster.replay.run import Run
from gamemaster.storage.migrate import migrate

RECORDINGS = Path(__file__).resolve().parent.parent / "tests" / "recordings"
NARRATORS = ("understudy", "scripted")
SHOWN = (
    "goodput", "good_share", "turns_per_s", "turns", "committed", "lost", "doubled", "invalid", "errors",
    "acknowledged_p95_ms", "first_visible_p50_ms", "first_visible_p95_ms", "gap_p50_ms", "gap_p99_ms",
    "interruptions", "reconnections", "driver_cpu_share", "driver_lag_p99_ms",
)  # fmt: skip
# What stands in the way of two hundred players from one address; the pace of the text is the service's own.
SETTINGS = {"GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "100000", "GM_TEXT_SPEED": "700"}


@contextlib.asynccontextmanager
async def serving(
    narrator: str, settings: Mapping[str, str] = SETTINGS, engine: Mapping[str, object] | None = None
) -> AsyncIterator[tuple[str, str]]:
    """The service's socket and its database. `engine`: options of the scripted engine that are other than usual."""
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch)
        async with scratch_servers(folder, _say) as urls:
            database_url = urls.database_url or ""
            await durable_settings(database_url)
            await migrate(database_url)
            arguments = []
            if narrator == "scripted":
                (folder / "script.json").write_text(json.dumps({**script(), **(engine or {})}))
                arguments = ["--model", f"scripted:{folder / 'script.json'}"]
            async with service(urls, folder / "service", *arguments, settings=settings) as url:
                yield url, database_url


async def drive(narrator: str, plans: list[Plan], options: argparse.Namespace) -> Run:
    async with serving(narrator) as (url, database_url):
        _say(f"{options.players} players against {narrator} ...")
        manner = Manner(url, speed=options.speed, slow=options.slow, drop=options.drop)
        load = Load(options.players, options.ramp, options.seconds)
        return await Drive(plans, manner, load, database=Database(database_url)).run()


def fitting(narrator: str, plans: list[Plan]) -> list[Plan]:
    """What the script tells is of one world; in another one the critic would refuse it."""
    of_the_script = [plan for plan in plans if plan.world == FOLDER.name]
    return of_the_script if narrator == "scripted" and of_the_script else plans


async def both(plans: list[Plan], options: argparse.Namespace) -> dict[str, Run]:
    return {
        narrator: await drive(narrator, fitting(narrator, plans), options) for narrator in options.narrators
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def table(runs: dict[str, Run]) -> None:
    """The figures of each narrator beside each other."""
    print(f"{'':<24}" + "".join(f"{name:>14}" for name in runs))
    for name in SHOWN:
        values = [run.metrics.get(name) for run in runs.values()]
        print(f"{name:<24}" + "".join(f"{'-' if value is None else f'{value:.4g}':>14}" for value in values))


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="recordings, or folders of them")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--speed", type=float, default=1.0, help="divides the recorded pauses (default 1)")
    parser.add_argument("--ramp", type=float, default=20.0, help="seconds in which the players begin")
    parser.add_argument(
        "--seconds", type=float, default=None, help="begin anew until then (default: once each)"
    )
    parser.add_argument("--slow", type=float, default=0.05, help="share of players who read slowly")
    parser.add_argument("--drop", type=float, default=0.02, help="share of turns whose connection breaks")
    parser.add_argument("--narrators", nargs="+", choices=NARRATORS, default=list(NARRATORS))
    parser.add_argument("--out", type=Path, help="a folder for both runs, as JSON")
    parser.add_argument("--json", action="store_true", help="print only the figures, as JSON")
    options = parser.parse_args()
    plans = plans_of(read_those_named(options.files or [RECORDINGS]))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runs = runner.run(both(plans, options))
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        for name, run in runs.items():
            (options.out / f"drive-{name}.json").write_text(run.model_dump_json(indent=1))
    figures: dict[str, object] = {
        f"{name}_{narrator}": run.metrics.get(name) for narrator, run in runs.items() for name in SHOWN
    }
    figures |= {"players": options.players, "cores": os.cpu_count() or 0}
    if options.json:
        print(json.dumps({"benchmark": "drive", **figures}))
    else:
        for run in runs.values():
            print(terminal_summary(run))
        table(runs)
        result("drive", figures)
    if not all(is_true(run) for run in runs.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
