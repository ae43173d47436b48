"""Cuts a text into the pieces that a neural voice speaks in one go, and guesses when each of their words is heard."""

import re
from dataclasses import dataclass

# A VITS model makes a whole piece at once: long ones keep the others waiting, and sound worse. A sentence of a story
# is seldom longer.
LONGEST_PIECE = 240  # characters
_CLAUSE = re.compile(r"[^.,;:!?…]*(?:[.,;:!?…]+|$)")
_WORD = re.compile(r"\w[\w'’-]*")
# A voice that was trained with these knows how a clause before them sounds. Others stand for the nearest.
MARKS = {"…": "."}
PAUSES = {",": 3.0, ";": 4.0, ":": 4.0, ".": 6.0, "!": 6.0, "?": 6.0}  # in characters that take as long


@dataclass(frozen=True)
class Clause:
    """`text` without its `mark`, which is one of the keys of PAUSES, or empty. `start`: its place in the whole text."""

    text: str
    mark: str
    start: int


def clauses_of(text: str) -> list[Clause]:
    """The clauses that have words, none of them longer than a piece may be."""
    found = []
    for match in _CLAUSE.finditer(text):
        spoken = match.group().rstrip(".,;:!?…")
        mark = match.group()[len(spoken) :][-1:]
        if not _WORD.search(spoken):
            continue
        parts = _short_parts(spoken, match.start())
        found += [Clause(part, "", start) for part, start in parts[:-1]]
        found.append(Clause(parts[-1][0], MARKS.get(mark, mark), parts[-1][1]))
    return found


def _short_parts(text: str, start: int) -> list[tuple[str, int]]:
    """`text` in parts that are short enough, cut at a space if there is one, with the place of each."""
    parts = []
    while len(text) > LONGEST_PIECE:
        cut = text.rfind(" ", 1, LONGEST_PIECE) + 1 or LONGEST_PIECE
        parts.append((text[:cut], start))
        text, start = text[cut:], start + cut
    return [*parts, (text, start)]


def pieces_of(text: str) -> list[list[Clause]]:
    """Clauses to be spoken in one go: up to the end of a sentence, and no more than LONGEST_PIECE characters."""
    pieces: list[list[Clause]] = []
    size = 0
    for clause in clauses_of(text):
        begins = (
            not pieces or pieces[-1][-1].mark in (".", "!", "?") or size + len(clause.text) > LONGEST_PIECE
        )
        if begins:
            pieces.append([])
            size = 0
        pieces[-1].append(clause)
        size += len(clause.text)
    return pieces


def words_of(piece: list[Clause], samples: int) -> list[tuple[int, int, int]]:
    """The words of a piece that took `samples`: the sample at which each begins, its start and end in the text.

    The model does not say when it speaks which word: they are laid out by their lengths, and the marks' pauses.
    """
    spans: list[tuple[float, int, int]] = []
    at = 0.0
    for clause in piece:
        for match in _WORD.finditer(clause.text):
            spans.append((at, clause.start + match.start(), clause.start + match.end()))
            at += len(match.group()) + 1
        at += PAUSES.get(clause.mark, 0.0)
    scale = samples / at if at else 0.0
    return [(int(place * scale), start, end) for place, start, end in spans]
