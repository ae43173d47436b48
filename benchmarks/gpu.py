"""A model on a GPU machine: with and without speculation, two types of KV cache, reasoning budgets, players at once.

    python -m benchmarks.gpu --model /models/glm-4.x [--profile h200] [--quick] [--players 1 15] [--turns N]

One command; it refuses to run without a GPU. Prompts are those of real turns of The Long Night, prompt by growing
prompt, never random tokens: on those, drafts of a healthy model are accepted one time in five. Each player has a story
of their own, so that they share a prompt's head and no more. Each configuration has a fresh engine, in a process of
its own as `gamemaster serve` has it. The table stands against the figures of the launch story, which were measured on
another machine, with another load: they say where to look, not who is right.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import result
from benchmarks.prompts import Lengths, Turn, recorded_story, requests_of
from gamemaster.config import EngineOptions, Settings
from gamemaster.hosting.models import Model, ModelError, model_of, profile_of, refuse_unfit
from gamemaster.hosting.process import SUPERVISOR
from inference.chat_template import ChatFormat, derive
from inference.engine import Accounting, Engine, EngineError, GenerationRequest
from inference.hosted.host import EngineHost, HostSettings
from inference.output.reasoning_budget import BudgetedEngine
from inference.preflight.hardware import gpus
from inference.remote.discovery import SCHEMES
from worlds.loader import load_world

WORLD = Path(__file__).resolve().parent.parent / "worlds" / "long_night"
DEADLINE_S = 600.0
BUDGETS = (0, 96, 640)
LAUNCH = "launch story: 75 -> 165 tokens/s a player, 16 -> 3.5 s to the first token, acceptance 78 %"
NO_GPU = (
    "no GPU was found here (nvidia-smi shows none), and figures of a model on a CPU would say nothing about it. "
    "Run this on a machine with an NVIDIA GPU and its driver, with `pip install .[nia]` and a checkpoint of GLM-4.x. "
    "What can be measured without one: python -m benchmarks.engine"
)


@dataclass(frozen=True)
class Configuration:
    """An engine to start: overrides of the profile."""

    name: str
    overrides: dict[str, Any]


@dataclass(frozen=True)
class Measured:
    """One request, and whether it was the turn's first."""

    account: Accounting
    seconds: float
    ruling: bool


def configurations(quick: bool, profile: Any) -> Iterator[Configuration]:
    """Without speculation and with; the KV cache in BF16 and in FP8."""
    speculations = {"speculative": {}, "plain": {"speculative_algorithm": None}}
    caches = {"bf16": {"kv_cache_dtype": "bfloat16"}, "fp8": {"kv_cache_dtype": "fp8_e4m3"}}
    if not profile.speculates:
        del speculations["speculative"]
    if quick:
        caches = {"profile": {}}
    for (speculation, one), (cache, other) in itertools.product(speculations.items(), caches.items()):
        yield Configuration(f"{speculation} {cache}", {**one, **other})


async def measure(engine: Engine, request: GenerationRequest, ruling: bool) -> Measured:
    begun = time.perf_counter()
    account = Accounting()
    async with aclosing(engine.generate(request)) as deltas:
        async for delta in deltas:
            if delta.finish is not None:
                account = delta.finish.accounting
    return Measured(account, time.perf_counter() - begun, ruling)


async def play(
    engine: Engine, chat: ChatFormat, story: list[Turn], budget: int, lengths: Lengths
) -> list[Measured]:
    """A player's turns, one after the other."""
    found = []
    for turn in story:
        ruling, telling = requests_of(turn, chat, budget, lengths, DEADLINE_S)
        found += [await measure(engine, ruling, True), await measure(engine, telling, False)]
    return found


def figures_of(measured: list[Measured]) -> dict[str, float | None]:
    """Medians over requests; a turn's first visible token comes after all of its ruling."""
    tellings = [one for one in measured if not one.ruling]
    turns = zip([one for one in measured if one.ruling], tellings, strict=True)
    speeds = [
        (one.account.completion_tokens - 1) / (one.seconds - one.account.first_token_s)
        for one in tellings
        if one.account.first_token_s is not None and one.seconds > one.account.first_token_s
    ]
    visible = [first.seconds + (second.account.first_visible_s or 0.0) for first, second in turns]
    rates = [one.account.accept_rate for one in tellings if one.account.accept_rate is not None]
    lengths = [one.account.accept_length for one in tellings if one.account.accept_length is not None]
    return {
        "tokens_per_s": statistics.median(speeds) if speeds else None,
        "first_visible_s": statistics.median(visible),
        "accept_rate": statistics.mean(rates) if rates else None,
        "accept_length": statistics.mean(lengths) if lengths else None,
        "cached_share": sum(one.account.cached_tokens for one in measured)
        / max(1, sum(one.account.prompt_tokens for one in measured)),
    }


async def measure_engine(
    engine: Engine,
    chat: ChatFormat,
    players: list[int],
    turns: int,
    budgets: tuple[int, ...],
    lengths: Lengths,
) -> list[dict[str, Any]]:
    """A row for each number of players and budget. Stories are never played twice: their cache would be warm."""
    world = await asyncio.to_thread(load_world, WORLD)
    rows, seeds = [], itertools.count(1)
    for count, budget in itertools.product(players, budgets):
        stories = [
            await asyncio.to_thread(recorded_story, chat, world, next(seeds), turns) for _ in range(count)
        ]
        played = await asyncio.gather(*(play(engine, chat, story, budget, lengths) for story in stories))
        figures = [figures_of(one) for one in played]
        row: dict[str, Any] = {"players": count, "budget": budget}
        for name in figures[0]:
            values = [value for one in figures if (value := one[name]) is not None]
            row[name] = statistics.median(values) if values else None
        rows.append(row)
    return rows


async def run_configuration(
    model: Model, given: argparse.Namespace, configuration: Configuration, say: Any
) -> list[dict[str, Any]]:
    options = {
        **model.options,
        "overrides": {**model.options.get("overrides", {}), **configuration.overrides},
    }
    with tempfile.TemporaryDirectory(prefix="gm-gpu-") as folder:
        socket = Path(folder) / "engine.sock"
        host = EngineHost(
            HostSettings(model.factory, SUPERVISOR, socket, options=options, environment=model.environment),
            say,
        )
        await host.start()
        try:
            chat = derive(await asyncio.to_thread(model.tokenizer), host.engine.info)
            engine = BudgetedEngine(host.engine)
            budgets = (BUDGETS[1],) if given.quick else BUDGETS
            rows = await measure_engine(engine, chat, given.players, given.turns, budgets, Lengths())
        finally:
            await host.close()
    return [{"configuration": configuration.name, **row} for row in rows]


def table(rows: list[dict[str, Any]]) -> str:
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    for row in rows:
        cells = (f"{value:.3g}" if isinstance(value, float) else str(value if value is not None else "–")
                 for value in row.values())  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


async def run(model: Model, settings: Settings, given: argparse.Namespace) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    failed: dict[str, str] = {}

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    for configuration in configurations(given.quick, profile_of(settings.engine)):
        say(f"== {configuration.name}")
        try:
            rows += await run_configuration(model, given, configuration, say)
        except EngineError as error:  # such as a cache type that this attention backend does not know
            failed[configuration.name] = str(error)
            say(str(error))
    if rows:
        print(table(rows))
    print(LAUNCH)
    names = sorted({gpu.name for gpu in gpus()})
    return {
        "gpus": f"{len(gpus())} x {', '.join(names)}",
        "model": model.name,
        "rows": rows,
        "failed": failed,
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default=os.environ.get("GM_MODEL"), help="a checkpoint's folder or name")
    parser.add_argument("--profile", help="hardware profile, or a YAML file; by default this GPU's own")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 15])
    parser.add_argument("--turns", type=int, help="turns of each player's story")
    parser.add_argument(
        "--quick", action="store_true", help="the profile's KV cache and one reasoning budget only"
    )
    given = parser.parse_args()
    given.turns = given.turns or (2 if given.quick else 5)
    if not gpus():
        print(f"error: {NO_GPU}", file=sys.stderr)
        return 1
    if not given.model or given.model.startswith(SCHEMES):
        parser.error(
            "--model needs a checkpoint's folder or name: what is measured here is an engine of our own"
        )
    settings = Settings(model=given.model, engine=EngineOptions(profile=given.profile))
    try:
        model = model_of(settings)
        assert model is not None
        refuse_unfit(model, settings.engine)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    figures = asyncio.run(run(model, settings, given))
    result("gpu", figures)
    return 0 if figures["rows"] else 1


if __name__ == "__main__":
    sys.exit(main())
