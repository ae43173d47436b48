"""Tests of benchmarks/memory.py: that its figures come from real recall, at a size that takes seconds."""

import pytest

from benchmarks.memory import FOLDER, Letters, Noise, make_memories, run
from worlds.loader import load_world


@pytest.mark.integration
@pytest.mark.slow
async def test_it_measures_recall_and_the_feed() -> None:
    figures = await run((10, 20), 2, "off")
    for name in ("recall_text", "recall_vector", "feed"):
        for size in ("10", "20", "unbounded"):
            assert figures[f"{name}_{size}_ms"] > 0
    assert figures["remember_ms"] > 0
    assert figures["embed_model"].startswith("not measured")


def test_what_it_measures_with_is_the_same_every_time() -> None:
    world = load_world(FOLDER)
    assert make_memories(world, "hild", 20) == make_memories(world, "hild", 20)
    assert len({memory.text for memory in make_memories(world, "hild", 200)}) == 200
    assert Noise().embed(["a", "b"]) == [*Noise().embed(["a"]), *Noise().embed(["b"])]
    assert Letters().decode(Letters().encode("für Ketil")) == "für Ketil"
