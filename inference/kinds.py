"""The kinds that generated tokens are of."""

from enum import StrEnum


class Kind(StrEnum):
    """What tokens are. Markers are the ids of <think> and </think>: in the sequence, of neither other kind."""

    REASONING = "reasoning"
    CONTENT = "content"
    MARKER = "marker"
