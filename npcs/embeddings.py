"""Vectors for texts: the protocol, and the adapter on sentence-transformers."""

from __future__ import annotations

from typing import Protocol


class Embedder(Protocol):
    """Turns texts into vectors whose cosine tells how alike in meaning they are."""

    @property
    def name(self) -> str:
        """Of the model: vectors of another model are never compared with its own."""
        ...

    def embed(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text. Blocks for milliseconds to seconds: call it in a thread."""
        ...
