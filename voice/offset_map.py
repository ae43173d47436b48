"""A text that is rewritten step by step and still knows which characters of the original each of its own stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Piece = tuple[str, list[int], list[int]]  # characters, and for each where its original starts and ends
Replacement = str | Callable[[re.Match[str]], str | None]
Rewrite = tuple[re.Pattern[str], Replacement]


@dataclass
class MappedText:
    """`starts[i]` to `ends[i]` are the original's characters that character i of `text` came from.

    Both only grow along the text. Of a stretch that was rewritten ("$5" to "five dollars"), each character stands for
    all of the stretch.
    """

    text: str
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, original: str) -> MappedText:
        count = len(original)
        return cls(original, list(range(count)), list(range(1, count + 1)))

    def replace_each(self, rewrites: Iterable[Rewrite]) -> None:
        """Make one rewrite after the other."""
        for pattern, with_ in rewrites:
            self.replace(pattern, with_)

    def replace(self, pattern: re.Pattern[str], with_: Replacement) -> None:
        """Rewrite every match. A function may give None, to leave that match as it is."""

        def rewrites() -> Iterator[tuple[int, int, list[Piece]]]:
            for match in pattern.finditer(self.text):
                new = with_ if isinstance(with_, str) else with_(match)
                if new is not None and match.start() < match.end() and new != match.group():
                    yield match.start(), match.end(), [self._new_piece(new, match.start(), match.end())]

        self._rebuild(rewrites())

    def keep(self, pattern: re.Pattern[str], group: int = 1) -> None:
        """Of every match, leave only the group, whose characters go on standing for themselves."""
        self._rebuild(
            (match.start(), match.end(), [self._piece(*match.span(group))])
            for match in pattern.finditer(self.text)
            if match.start() < match.end()
        )

    def _rebuild(self, rewritten: Iterator[tuple[int, int, list[Piece]]]) -> None:
        pieces: list[Piece] = []
        at = 0
        for start, end, new in rewritten:
            pieces += [self._piece(at, start), *new]
            at = end
        if pieces:
            pieces.append(self._piece(at, len(self.text)))
            self.text = "".join(text for text, _, _ in pieces)
            self.starts = [start for _, starts, _ in pieces for start in starts]
            self.ends = [end for _, _, ends in pieces for end in ends]

    def _piece(self, start: int, end: int) -> Piece:
        return self.text[start:end], self.starts[start:end], self.ends[start:end]

    def _new_piece(self, new: str, start: int, end: int) -> Piece:
        return new, [self.starts[start]] * len(new), [self.ends[end - 1]] * len(new)
