"""Embeddings by the real library, in the test bed's environment, on the real Postgres."""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inference.testbed.place import interpreter

ROOT = Path(__file__).resolve().parents[2]
SETS = ROOT / "tests" / "npcs"

LIKENESS = """
import asyncio, json, sys
from npcs.embeddings import open_embedder
model = open_embedder(sys.argv[1])
texts = ["The guest stole my boat.", "Somebody took the vessel that I own.", "The soup was too salty."]
vectors = asyncio.run(asyncio.to_thread(model.embed, texts))
again = model.embed(texts[1:])
dot = lambda a, b: sum(x * y for x, y in zip(a, b))
print(json.dumps([model.name, len(vectors[0]), dot(vectors[0], vectors[0]), dot(vectors[0], vectors[1]),
    dot(vectors[0], vectors[2]), again == vectors[1:]]))
"""


@pytest.fixture
def python() -> Path:
    found = interpreter()
    if found is None:
        pytest.skip("the CPU test bed is not made: `make testbed` makes it")
    return found


async def run(python: Path, *arguments: str, **environment: str) -> Any:
    """The JSON that a program of the test bed's environment prints, with no network to be had."""
    done = await asyncio.to_thread(
        subprocess.run,
        ["nice", "-n", "10", str(python), *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={
            "PATH": "/usr/bin:/bin",
            "OMP_NUM_THREADS": "1",
            "https_proxy": "http://127.0.0.1:9",
            **environment,
        },
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout or "null")


@pytest.fixture
async def tiny(python: Path, tmp_path: Path) -> Path:
    """A tiny model of our own making: the real library, and no file of anybody else's."""
    await run(python, "-m", "tests.npcs.tiny_embedder", str(tmp_path / "tiny"))
    return tmp_path / "tiny"


@pytest.mark.nia
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_texts_of_like_meaning_have_like_vectors(python: Path, tiny: Path) -> None:
    name, dimensions, itself, alike, other, same = await run(python, "-c", LIKENESS, str(tiny))
    assert (name, dimensions, same) == ("tiny", 32, True)
    assert itself == pytest.approx(1, abs=1e-4)
    assert alike > other + 0.2


async def recall(python: Path, name: str, **environment: str) -> Any:
    command = ("-m", "gamemaster.cli.main", "npcs", "recall-test", str(SETS / name), "--json")
    return await run(python, *command, **environment)


@pytest.mark.nia
@pytest.mark.slow
@pytest.mark.integration
@pytest.mark.timeout(600)
async def test_memories_are_found_by_words_and_by_vectors(
    python: Path, tiny: Path, migrated_url: str, data_dir: Path
) -> None:
    place = {"GM_DATABASE_URL": migrated_url, "GM_DATA_DIR": str(data_dir), "GM_EMBEDDINGS": str(tiny)}
    found = await recall(python, "recall_known.yaml", **place)
    assert found["vector_model"] == "tiny"
    assert found["leaks"] == 0
    assert found["hit_at_5_text"] >= 0.8
    assert found["hit_at_5_vector"] > 0


@pytest.mark.nia
@pytest.mark.slow
@pytest.mark.integration
@pytest.mark.timeout(600)
async def test_words_and_vectors_reach_the_goal_on_our_sets(
    python: Path, migrated_url: str, data_dir: Path
) -> None:
    """With a real model, which whoever runs this has fetched: GM_TEST_EMBEDDINGS names its folder."""
    model = os.environ.get("GM_TEST_EMBEDDINGS")
    if model is None:
        pytest.skip("GM_TEST_EMBEDDINGS names no folder of all-MiniLM-L6-v2")
    place = {"GM_DATABASE_URL": migrated_url, "GM_DATA_DIR": str(data_dir), "GM_EMBEDDINGS": model}
    for name in ("recall_known.yaml", "recall_held_out.yaml"):
        found = await recall(python, name, **place)
        assert found["leaks"] == 0
        assert found["hit_at_5_vector"] >= 0.9, found["failures_vector"]
        assert found["hit_at_5_text"] >= 0.8
