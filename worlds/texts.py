"""Every text of a part of a world, wherever it stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

_NO_TEXTS = frozenset({"id", "paraphrases"})


def texts_of(part: object) -> Iterator[str]:
    """The texts in the order in which they stand, identifiers and what players may type left out."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, BaseModel):
        yield from texts_of({key: value for key, value in part.__dict__.items() if key not in _NO_TEXTS})
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from texts_of(value)
    elif isinstance(part, (tuple, list)):
        for value in part:
            yield from texts_of(value)
