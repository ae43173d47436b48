"""Whether stories are still in the engine's prefix cache when their players come back to them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

WEIGHT = 1 / 32  # of one story's return, in the mean
CROWDED = 0.5  # of their own tokens that stories still find


@dataclass
class Crowding:
    """Seen by what a story finds when its player begins to write, long after it was asked for last."""

    share: float = field(default=1.0, init=False)

    def came_back(self, found: int, head: int, prompt: int) -> None:
        """A story found so many tokens of its prompt, which begins with the head that all stories share."""
        if prompt > head:
            share = min(1.0, max(0, found - head) / (prompt - head))
            self.share += WEIGHT * (share - self.share)

    @property
    def is_crowded(self) -> bool:
        """Whether what is computed after a turn is mostly evicted before the next one, and evicts others' meanwhile."""
        return self.share < CROWDED
