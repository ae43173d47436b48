"""What a reader of one kind of words or another makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class HasKind(Protocol):
    @property
    def kind(self) -> str: ...


def assert_all_are(kind: str, texts: str, read: Callable[[str], HasKind | None]) -> None:
    """`texts` are parted by `|`."""
    for text in texts.split("|"):
        found = read(text)
        assert found is not None, text
        assert found.kind == kind, text
