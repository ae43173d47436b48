"""A model on a GPU machine: speculation, KV cache, reasoning budgets, strict thinking, deep prompts, players at once.

    python -m benchmarks.gpu --model /models/glm-4.x [--profile h200] [--quick] [--players 1 15] [--turns N]
                             [--deep 16000] [--voices 100]
    .venv-nia/bin/python -m benchmarks.gpu --testbed

One command; it refuses to run without a GPU, but for --testbed: the whole course with a tiny model on the CPU, whose
figures say nothing about any model. Prompts are those of real turns of The Long Night, prompt by growing prompt, never
random tokens: on those, drafts of a healthy model are accepted one time in five. Each player has a story of their own,
so that they share a prompt's head and no more. Each configuration has a fresh engine, in a process of its own as
`gamemaster serve` has it. A row or a configuration that fails is told in `failed`, and the others are measured.

  tokens_per_s, total_tokens_per_s     of one player's telling (median); of all players together
  first_token_*, first_visible_*       seconds from a turn's words to the first token, and to the first word to be read
  ruling_accept_*, telling_accept_*    share of drafts that were accepted, and tokens a step, of each stage apart
  reasoning_tokens, truncated_share    of the rulings: on average, and how many were cut at the budget
  voices_*                             `benchmarks.voice` at so many streams, where a Triton can be had

The table stands against the figures of the launch story, which were measured on another machine, with another load:
they say where to look, not who is right.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.gpu_rows import DEADLINE_S, Load, Row, Say, measure_engine, table
from benchmarks.measuring import options_parser, result
from benchmarks.prompts import Lengths
from gamemaster.config.options import EngineOptions
from gamemaster.config.settings import Settings
from gamemaster.hosting.models import Model, ModelError, model_of, profile_of, refuse_unfit
from gamemaster.hosting.process import SUPERVISOR
from inference.chat_template import ChatFormatError, derive
from inference.engine import EngineError
from inference.hosted.host import EngineHost, HostSettings
from inference.output.reasoning_budget import BudgetedEngine
from inference.preflight.hardware import gpus
from inference.profiles.loader import Profile
from inference.remote.discovery import SCHEMES

BUDGETS = (0, 96, 640)
DEEP, VOICES = 16_000, 100
TESTBED_DEEP = 22_000  # the tiny model has nearly a token for each letter: the head alone is 18,000
LAUNCH = "launch story: 75 -> 165 tokens/s a player, 16 -> 3.5 s to the first token, acceptance 78 %"
TESTBED = "a tiny model on a CPU: the course is run, and no figure of it says anything about a model"
# The whole course in minutes, for a model of three layers.
TESTBED_OVERRIDES: dict[str, object] = {"max_total_tokens": 65_536}
NO_GPU = (
    "no GPU was found here (nvidia-smi shows none), and figures of a model on a CPU would say nothing about it. "
    "Run this on a machine with an NVIDIA GPU and its driver, with `pip install .[nia]` and a checkpoint of GLM-4.x. "
    "What can be measured without one: python -m benchmarks.engine"
)


@dataclass(frozen=True)
class Configuration:
    """An engine to start: overrides of the profile, and options of its factory."""

    name: str
    overrides: dict[str, object]
    options: dict[str, object] = field(default_factory=dict)


def configurations(quick: bool, profile: Profile) -> Iterator[Configuration]:
    """Without speculation and with; the KV cache in BF16 and in FP8; and budgets held without strict thinking."""
    speculations = {"speculative": {}, "plain": {"speculative_algorithm": None}}
    caches = {"bf16": {"kv_cache_dtype": "bfloat16"}, "fp8": {"kv_cache_dtype": "fp8_e4m3"}}
    if not profile.speculates:
        del speculations["speculative"]
    if quick or profile.gpu is None:
        caches = {"profile": {}}
    for (speculation, one), (cache, other) in itertools.product(speculations.items(), caches.items()):
        yield Configuration(f"{speculation} {cache}", {**one, **other})
    yield Configuration("not strict", {}, {"strict": False})


def loads(given: argparse.Namespace) -> list[Load]:
    """Every number of players with every budget; one row with deep prompts."""
    budgets = (BUDGETS[1],) if given.quick else BUDGETS
    rows = [Load(count, budget) for count, budget in itertools.product(given.players, budgets)]
    return [*rows, Load(given.players[0], BUDGETS[1], given.deep)] if given.deep else rows


async def run_configuration(
    model: Model, given: argparse.Namespace, configuration: Configuration, say: Say
) -> tuple[list[Row], dict[str, str]]:
    overrides = {**model.options.get("overrides", {}), **configuration.overrides}
    options = {**model.options, **configuration.options, "overrides": overrides}
    with tempfile.TemporaryDirectory(prefix="gm-gpu-") as folder:
        socket = Path(folder) / "engine.sock"
        host = EngineHost(
            HostSettings(
                model.factory,
                SUPERVISOR,
                socket,
                options=options,
                environment=model.environment,
                health_s=DEADLINE_S,  # nobody waits for it here, and it would be among what is measured
                health_wait_s=DEADLINE_S,
            ),
            say,
        )
        await host.start()
        try:
            chat = derive(await asyncio.to_thread(model.tokenizer), host.engine.info)
            engine = BudgetedEngine(host.engine)
            rows, failed = await measure_engine(
                engine, chat, loads(given), given.turns, lengths_of(given), say
            )
        finally:
            await host.close()
    named = {f"{configuration.name}: {row}": why for row, why in failed.items()}
    return [{"configuration": configuration.name, **row} for row in rows], named


def lengths_of(given: argparse.Namespace) -> Lengths:
    return Lengths(outcome=200, narration=120) if given.testbed else Lengths()


async def run(model: Model, settings: Settings, given: argparse.Namespace) -> dict[str, object]:
    rows: list[Row] = []
    failed: dict[str, str] = {}

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    for configuration in configurations(given.quick, profile_of(settings.engine)):
        say(f"== {configuration.name}")
        try:
            found, without = await run_configuration(model, given, configuration, say)
        except (EngineError, ChatFormatError) as error:  # such as a cache type that the backend does not know
            failed[configuration.name] = str(error)
            say(str(error))
        else:
            rows += found
            failed |= without
    if rows:
        print(table(rows))
    print(TESTBED if given.testbed else LAUNCH)
    names = sorted({gpu.name for gpu in gpus()})
    return {
        "gpus": f"{len(gpus())} x {', '.join(names)}" if names else "none",
        "model": model.name,
        "testbed": given.testbed,
        "rows": rows,
        "failed": failed,
        **await voices(given.voices, say),
    }


async def voices(streams: int, say: Say) -> dict[str, object]:
    """`benchmarks.voice` at so many streams, in a process of its own; nothing where no Triton can be had."""
    if not streams:
        return {}
    say(f"== voices, {streams} streams")
    command = ("-m", "benchmarks.voice", "--parts", "a", "--streams", str(streams), "--rounds", "1", "--json")
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, errors = await process.communicate()
    lines = out.decode().splitlines()
    try:
        return {f"voices_{name}": value for name, value in json.loads(lines[-1]).items()}
    except (ValueError, IndexError, AttributeError):
        return {"voices_failed": errors.decode()[-300:].strip() or "benchmarks.voice said nothing"}


def tiny_model(folder: Path) -> Settings:
    """A storyteller of the test bed, and the settings that run it on the CPU."""
    from benchmarks.cpu_engine import build

    build(folder)
    return Settings(model=str(folder), engine=EngineOptions(profile="cpu", set=TESTBED_OVERRIDES))


def measure_rows(settings: Settings, given: argparse.Namespace) -> int:
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


def main() -> int:
    parser = options_parser(__doc__)
    parser.add_argument("--model", default=os.environ.get("GM_MODEL"), help="a checkpoint's folder or name")
    parser.add_argument("--profile", help="hardware profile, or a YAML file; by default this GPU's own")
    parser.add_argument("--players", type=int, nargs="+", help="at once (default 1 15, --testbed 1 2)")
    parser.add_argument("--turns", type=int, help="turns of each player's story")
    parser.add_argument(
        "--deep", type=int, help=f"tokens of the deep row's prompts (default {DEEP}; 0: no row)"
    )
    parser.add_argument("--voices", type=int, help=f"streams (default {VOICES}, --testbed 0: none)")
    parser.add_argument("--testbed", action="store_true", help="a tiny model on the CPU, to try the course")
    parser.add_argument(
        "--quick", action="store_true", help="the profile's KV cache and one reasoning budget only"
    )
    given = parser.parse_args()
    given.turns = given.turns or (2 if given.quick or given.testbed else 5)
    given.players = given.players or ([1, 2] if given.testbed else [1, 15])
    if given.deep is None:
        given.deep = TESTBED_DEEP if given.testbed else DEEP
    given.voices = given.voices if given.voices is not None else (0 if given.testbed else VOICES)
    if given.testbed:
        with tempfile.TemporaryDirectory(prefix="gm-gpu-") as folder:
            return measure_rows(tiny_model(Path(folder) / "model"), given)
    if not gpus():
        print(f"error: {NO_GPU}", file=sys.stderr)
        return 1
    if not given.model or given.model.startswith(SCHEMES):
        parser.error(
            "--model needs a checkpoint's folder or name: what is measured here is an engine of our own"
        )
    return measure_rows(Settings(model=given.model, engine=EngineOptions(profile=given.profile)), given)


if __name__ == "__main__":
    sys.exit(main())
