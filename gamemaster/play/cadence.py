"""How quickly told text goes out: in phrases, with small pauses that never add up to much. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = re.compile(r"\S+\s*|\s+")
PHRASE_CHARS = 24


@dataclass(frozen=True)
class Cadence:
    """`chars_per_second` is the speed of the text; `at_most_s` bounds all pauses of one turn together, in seconds.

    A speed of 0 means no pauses, and whole spans at once.
    """

    chars_per_second: float = 700.0
    at_most_s: float = 1.8

    @property
    def instant(self) -> bool:
        return self.chars_per_second <= 0 or self.at_most_s <= 0

    def pieces(self, text: str) -> Iterator[str]:
        """The text cut between words into phrases; joined, they are the text again."""
        if self.instant:
            yield text
            return
        phrase = ""
        for word in _WORDS.findall(text):
            phrase += word
            if len(phrase) >= PHRASE_CHARS:
                yield phrase
                phrase = ""
        if phrase:
            yield phrase

    def pause_s(self, piece: str, paused_s: float) -> float:
        """Seconds to wait after a piece, when this turn has waited `paused_s` already."""
        if self.instant:
            return 0.0
        return max(0.0, min(len(piece) / self.chars_per_second, self.at_most_s - paused_s))


INSTANT = Cadence(chars_per_second=0.0)
