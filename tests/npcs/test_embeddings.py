"""Doing without a model of embeddings, and saying how to get one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from npcs.embeddings import EmbeddingsUnavailable, LocalModel, SentenceEmbedder, find_model, open_embedder


def test_without_the_packages_it_is_said_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(EmbeddingsUnavailable, match=r"pip install .\[embeddings\]"):
        open_embedder()
    with pytest.raises(EmbeddingsUnavailable, match="switched off"):
        open_embedder("off")


def test_a_model_that_was_not_fetched_is_named_with_the_way_to_fetch_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("npcs.embeddings._fetched_before", lambda name: None)
    with pytest.raises(EmbeddingsUnavailable, match="hf download sentence-transformers/all-MiniLM-L6-v2"):
        open_embedder()
    with pytest.raises(EmbeddingsUnavailable, match="the model some/other is not on this machine"):
        open_embedder("some/other")


def test_a_folder_without_a_model_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    with pytest.raises(EmbeddingsUnavailable, match="no sentence-transformers model in that folder"):
        find_model(str(tmp_path))
    (tmp_path / "modules.json").write_text("[]")
    assert find_model(str(tmp_path)) == LocalModel(tmp_path.name, tmp_path)


def test_a_model_that_cannot_be_loaded_is_said_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbeddingsUnavailable, match="cannot be loaded"):
        SentenceEmbedder(LocalModel("broken", tmp_path)).embed(["Anything."])
