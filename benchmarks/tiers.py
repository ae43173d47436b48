"""Goodput by load: ever more players against one service, tier by tier, until it breaks; where the knee is.

    python -m benchmarks.tiers [--tiers 10 25 50 …] [--seconds 60] [--speed 1] [--running 24] [--quick] [--chart FILE]

For each narrator (the understudy, and a scripted engine with `--running` places in its batch) a service is started, and
each tier's players follow recordings over real sockets for `--seconds`. A row has goodput (turns a second that met
every objective), each objective's share, and for which share of a model's turns the ladder stepped in, as the service's
own metrics count them. The knee is the largest tier whose players still get `KNEE` of the goodput that a player of the
first tier gets. The tiers end where less than `BROKEN` of the turns are good, a turn is lost or doubled, or nobody more
is let in. The chart is Mermaid's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop

from benchmarks.drive import NARRATORS, RECORDINGS, SETTINGS, fitting, serving
from benchmarks.measuring import options_parser, result
from gamemaster.cli.qa.drive import plans_of
from gamemaster.cli.qa.run_files import read_those_named
from gamemaster.metrics.samples import Samples, read_samples
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.plan import Plan
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.load.refusals import DriveError
from gamemaster.replay.run import Run

TIERS = (10, 25, 50, 100, 150, 200, 300, 400)
QUICK_TIERS, QUICK_SECONDS, QUICK_SPEED, QUICK_RUNNING = (2, 6), 6.0, 4.0, 2
KNEE = 0.9
BROKEN = 0.5
OBJECTIVES = ("acknowledged", "first_visible", "gap", "committed", "reason", "valid")
STEPS = ("short_reasoning", "short_answer", "understudy")  # of the ladder, below the full course
TOKEN = "tiers-of-the-benchmark"
WAIT_S = 10.0


@dataclass(frozen=True)
class Tier:
    """What so many players got. Shares are of the tier's turns; `steps` of those that a model was asked for."""

    players: int
    turns: int
    goodput: float
    good: float
    lost: int
    shares: dict[str, float] = field(default_factory=dict)
    steps: dict[str, float] = field(default_factory=dict)

    @property
    def broke(self) -> bool:
        return not self.turns or self.good < BROKEN or self.lost > 0


def tier_of(run: Run, players: int, rungs: dict[str, float]) -> Tier:
    """`rungs`: turns by rung of the ladder, `none` for those without a model."""
    turns = int(run.metrics.get("turns") or 0)
    missed = Counter(name for turn in run.turns for name in turn.missed)
    modelled = sum(count for rung, count in rungs.items() if rung != "none")
    return Tier(
        players,
        turns,
        run.metrics.get("goodput") or 0.0,
        run.metrics.get("good_share") or 0.0,
        int((run.metrics.get("lost") or 0) + (run.metrics.get("doubled") or 0)),
        {name: 1 - missed[name] / turns for name in OBJECTIVES} if turns else {},
        {rung: rungs.get(rung, 0.0) / modelled for rung in STEPS} if modelled else {},
    )


def knee_of(tiers: Sequence[Tier]) -> int | None:
    """The largest number of players who still get `KNEE` of what each of the fewest got; None: nobody got anything."""
    if not tiers or not tiers[0].goodput:
        return None
    due = KNEE * tiers[0].goodput / tiers[0].players
    knee = None
    for tier in tiers:
        if tier.goodput / tier.players < due:
            break
        knee = tier.players
    return knee


def ladder_of(tiers: Sequence[Tier]) -> int | None:
    """The fewest players with whom the ladder stepped in for one turn in a hundred."""
    return next((tier.players for tier in tiers if sum(tier.steps.values()) >= 0.01), None)


async def metrics_of(url: str) -> Samples:
    """The service's own metrics, by the address of its socket."""
    address = url.replace("ws://", "http://").rsplit("/", 1)[0]
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(timeout=WAIT_S, trust_env=False, headers=headers) as client:
        answer = await client.get(f"{address}/metrics")
    answer.raise_for_status()
    return read_samples(answer.text)


async def climb(narrator: str, plans: list[Plan], options: argparse.Namespace) -> list[Tier]:
    """The tiers of a narrator, until one breaks."""
    found: list[Tier] = []
    settings = {**SETTINGS, "GM_METRICS__TOKEN": TOKEN}
    async with serving(narrator, settings, {"running": options.running}) as (url, _):
        for players in options.tiers:
            print(f"{players} players against {narrator} ...", file=sys.stderr)
            before = await metrics_of(url)
            load = Load(players, options.seconds / 4, options.seconds)
            try:
                run = await Drive(plans, Manner(url, speed=options.speed), load).run()
            except DriveError as error:
                print(f"no tier of {players}: {error}", file=sys.stderr)
                break
            rungs = (await metrics_of(url)).since(before).by("turns_total", "rung")
            found.append(tier_of(run, players, rungs))
            if found[-1].broke:
                print("it broke: " + "; ".join((*run.notes, *map(str, run.errors.items()))), file=sys.stderr)
                break
    return found


def table(narrator: str, tiers: Sequence[Tier]) -> list[str]:
    lines = [f"| {narrator}: players | turns | goodput | good | " + " | ".join((*OBJECTIVES, *STEPS)) + " |"]
    lines.append("|" + "---|" * (4 + len(OBJECTIVES) + len(STEPS)))
    for tier in tiers:
        shares = [tier.shares.get(name) for name in OBJECTIVES] + [tier.steps.get(name) for name in STEPS]
        told = " | ".join("-" if share is None else f"{share:.2f}" for share in shares)
        lines.append(f"| {tier.players} | {tier.turns} | {tier.goodput:.2f} | {tier.good:.2f} | {told} |")
    return lines


def chart(climbs: dict[str, list[Tier]]) -> str:
    """Goodput over players, as Mermaid draws it: one line a narrator, over the tiers that all of them reached."""
    reached = min(len(tiers) for tiers in climbs.values())
    players = ", ".join(str(tier.players) for tier in next(iter(climbs.values()))[:reached])
    lines = [
        f"  line [{', '.join(f'{tier.goodput:.2f}' for tier in tiers[:reached])}]"
        for tiers in climbs.values()
    ]
    title = f"Goodput: {', '.join(climbs)}"
    return "\n".join((
        "```mermaid", "xychart-beta", f'  title "{title}"', f'  x-axis "players" [{players}]',
        '  y-axis "good turns a second"', *lines, "```",
    ))  # fmt: skip


def options_of() -> argparse.Namespace:
    parser = options_parser(__doc__, quick="two small tiers of a few seconds, to see that it works")
    parser.add_argument("--tiers", type=int, nargs="+", help=f"players (default {' '.join(map(str, TIERS))})")
    parser.add_argument("--seconds", type=float, help="of each tier (default 60)")
    parser.add_argument("--speed", type=float, help="divides the recorded pauses (default 1)")
    parser.add_argument(
        "--running", type=int, help="requests that the scripted engine runs at once (default 24)"
    )
    parser.add_argument("--narrators", nargs="+", choices=NARRATORS, default=list(NARRATORS))
    parser.add_argument("--chart", type=Path, help="a file for tables and chart, as Markdown")
    options = parser.parse_args()
    quick = options.quick
    options.tiers = sorted(options.tiers or (QUICK_TIERS if quick else TIERS))
    options.seconds = options.seconds or (QUICK_SECONDS if quick else 60.0)
    options.speed = options.speed or (QUICK_SPEED if quick else 1.0)
    options.running = options.running or (QUICK_RUNNING if quick else 24)
    if options.tiers[0] < 1:
        parser.error("--tiers are numbers of players, from 1 on")
    return options


async def climb_each(options: argparse.Namespace) -> dict[str, list[Tier]]:
    plans = plans_of(read_those_named([RECORDINGS]))
    return {
        narrator: await climb(narrator, fitting(narrator, plans), options) for narrator in options.narrators
    }


def main() -> None:
    options = options_of()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        climbs = runner.run(climb_each(options))
    tables = "\n\n".join("\n".join(table(narrator, tiers)) for narrator, tiers in climbs.items())
    shown = f"{tables}\n\n{chart(climbs)}\n"
    print(shown)
    if options.chart is not None:
        options.chart.write_text(shown, encoding="utf-8")
    figures: dict[str, object] = {}
    for narrator, tiers in climbs.items():
        figures |= {
            f"knee_{narrator}": knee_of(tiers), f"ladder_{narrator}": ladder_of(tiers),
            f"goodput_{narrator}": [round(tier.goodput, 3) for tier in tiers],
            f"lost_{narrator}": sum(tier.lost for tier in tiers),
        }  # fmt: skip
    result("tiers", {
        **figures, "tiers": options.tiers, "seconds": options.seconds, "speed": options.speed,
        "running": options.running, "cores": os.cpu_count() or 0, "quick": options.quick,
    })  # fmt: skip


if __name__ == "__main__":
    main()
