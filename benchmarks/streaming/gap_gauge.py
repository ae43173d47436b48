"""`gamemaster` with a scripted engine that notes, where it runs, how long each of its steps took.

    python -m benchmarks.streaming.gap_gauge serve --model scripted:FILE …

The engine appends a line of JSON for each generation to the file that BENCHMARK_GAPS names: its gaps between deltas, in
milliseconds. What the service sends on, and when, is not in them: they are the engine's own.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path

from inference.engine import Delta, GenerationRequest
from inference.scripted.engine import ScriptedEngine
from inference.scripted.engine import build as build_scripted

GAPS = "BENCHMARK_GAPS"


class GaugedEngine(ScriptedEngine):
    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        times: list[float] = []
        async with aclosing(super().generate(request)) as deltas:
            async for delta in deltas:
                if delta.token_ids:
                    times.append(time.perf_counter())
                yield delta
        gaps = [(after - before) * 1000 for before, after in itertools.pairwise(times)]
        note(gaps)


def note(gaps: list[float]) -> None:
    with Path(os.environ[GAPS]).open("a") as file:
        file.write(json.dumps(gaps) + "\n")


def build(options: Mapping[str, object]) -> GaugedEngine:
    plain = build_scripted(options)
    names = [field.name for field in dataclasses.fields(plain) if field.init]
    return GaugedEngine(**{name: getattr(plain, name) for name in names})


def main() -> None:
    from gamemaster.cli import main as cli
    from gamemaster.config.settings import Settings
    from gamemaster.hosting import engine
    from gamemaster.hosting.models import Model, model_of

    def with_gauge(settings: Settings) -> Model | None:
        model = model_of(settings)
        return model and dataclasses.replace(model, factory="benchmarks.streaming.gap_gauge:build")

    vars(engine)["model_of"] = with_gauge
    cli.main()


if __name__ == "__main__":
    main()
