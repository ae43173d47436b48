"""Vectors for texts: the protocol, and the adapter on sentence-transformers.

The library comes with `pip install .[embeddings]`. The model is fetched by whoever runs the service; nothing is ever
downloaded here: `hf download sentence-transformers/all-MiniLM-L6-v2` puts it where it is found.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

AUTO, OFF = "auto", "off"
MODEL = "sentence-transformers/all-MiniLM-L6-v2"  # 90 MB, 384 dimensions, milliseconds a sentence on a CPU
LIBRARY = "sentence_transformers"
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


@dataclass(frozen=True)
class LocalModel:
    """A model whose files are on this machine."""

    name: str
    folder: Path


def find_model(setting: str = AUTO) -> LocalModel:
    """The model that `setting` (GM_EMBEDDINGS) names: auto, off, a folder, or a name on the Hugging Face Hub.

    Raises EmbeddingsUnavailable. Loads nothing and fetches nothing, so that it may be asked at any time.
    """
    if setting == OFF:
        raise EmbeddingsUnavailable("switched off (GM_EMBEDDINGS=off)")
    if importlib.util.find_spec(LIBRARY) is None:
        raise EmbeddingsUnavailable(
            f"no embedder is installed; with one ({INSTALL}) memories are found by meaning too"
        )
    folder = Path(setting).expanduser()
    if folder.is_dir():
        if not any((folder / name).is_file() for name in ("config.json", "modules.json")):
            raise EmbeddingsUnavailable(
                f"GM_EMBEDDINGS={setting}: there is no sentence-transformers model in that folder"
            )
        return LocalModel(folder.resolve().name, folder)
    name = MODEL if setting == AUTO else setting
    found = _fetched_before(name)
    if found is None:
        raise EmbeddingsUnavailable(
            f"the model {name} is not on this machine; fetch it with: hf download {name}"
        )
    return LocalModel(name, found)


def _fetched_before(name: str) -> Path | None:
    """The folder in the Hugging Face cache of this user."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        file = try_to_load_from_cache(name, "modules.json")
    except HFValidationError:
        raise EmbeddingsUnavailable(f"GM_EMBEDDINGS={name}: neither a folder nor a model's name") from None
    return Path(file).parent if isinstance(file, str) else None


class SentenceEmbedder:
    """A sentence-transformers model, on the CPU, loaded when first used. Any thread may use it."""

    def __init__(self, model: LocalModel) -> None:
        self.name, self.folder = model.name, model.folder
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
