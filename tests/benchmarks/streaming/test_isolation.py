"""What isolation is worth: the gauged engine notes its own gaps, and the figures are made of them."""

import asyncio
import itertools
import json
from pathlib import Path

import pytest

from benchmarks.streaming import gap_gauge
from benchmarks.streaming.isolation import CONDITIONS, WAYS, figures_of, read_gaps
from benchmarks.streaming.streams import Run, Stream, compare
from inference.engine import GenerationRequest, Sampling, new_request_id

SCRIPT = {"content": "One two three four five six.", "tokens_per_s": 1000, "first_token_s": 0.0, "chunk": 2}


async def generate(engine: gap_gauge.GaugedEngine, hold_s: float) -> int:
    """Reads a generation slowly; how many steps brought tokens."""
    steps = 0
    async for delta in engine.generate(GenerationRequest(new_request_id(), (5, 6), Sampling(40))):
        steps += bool(delta.token_ids)
        await asyncio.sleep(hold_s)
    return steps


async def test_a_gauged_engine_writes_the_script_and_notes_its_gaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "gaps"
    monkeypatch.setenv(gap_gauge.GAPS, str(noted))
    engine = gap_gauge.build(SCRIPT)
    steps = [await generate(engine, 0.0), await generate(engine, 0.02)]
    assert steps[0] == steps[1] > 2
    lines = [json.loads(line) for line in noted.read_text().splitlines()]
    assert [len(line) for line in lines] == [steps[0] - 1, steps[1] - 1]
    assert min(lines[1]) > 15.0, "in milliseconds, with what held the engine up"
    assert read_gaps(noted.read_text()) == [*lines[0], *lines[1]]


def test_each_load_is_compared_with_the_same_ways_quiet() -> None:
    gaps = {key: [1.0] * 98 + [4.0] * 2 for key in itertools.product(WAYS, CONDITIONS)}
    gaps["inline", "web"] = [2.0] * 98 + [12.0] * 2
    figures = figures_of(gaps)
    assert figures["engine_gap_p50_ms_inline_web"] == 2.0
    assert figures["engine_gap_p99_ms_inline_web"] == 12.0
    isolation = {name: value for name, value in figures.items() if name.startswith("isolation_")}
    assert isolation == {
        "isolation_host_web": 1.0,
        "isolation_host_hog": 1.0,
        "isolation_inline_web": 3.0,
        "isolation_inline_hog": 1.0,
    }


def test_nothing_measured_is_no_figure() -> None:
    with pytest.raises(ValueError, match="nothing was measured"):
        figures_of({("host", "quiet"): []})


def test_a_run_is_compared_by_whole_turns_and_by_tokens() -> None:
    direct = Run([[Stream(0.0, [(0.1, 3), (0.2, 3)], ended=1.0)]])
    slower = Run([[Stream(0.0, [(0.3, 3), (0.5, 3)], ended=2.0)]], cpu_s=0.5)
    figures = compare(direct, slower, "1")
    assert figures["throughput_ratio_1"] == pytest.approx(0.5)
    assert figures["itl_p99_ratio_1"] == pytest.approx(2.0)
    assert figures["added_first_token_ms_1"] == pytest.approx(200.0)
    assert figures["service_cpu_ms_per_turn_1"] == pytest.approx(500.0)
