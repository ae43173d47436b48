"""When a narrator is told that a player is writing: at the first letter, and again while they go on. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

AGAIN_S = 2.5  # in a full cache, what nobody asks for is evicted after some ten seconds
MOST_TIMES = 30  # in one turn: whoever writes for longer waits a little more


@dataclass
class Expectation:
    """Of one story. What was made ready is asked for again, since a full cache forgets what nobody uses."""

    _coming: tuple[int, int] | None = field(default=None, init=False)  # epoch and turn of the story
    _last_s: float = field(default=0.0, init=False)
    _times: int = field(default=0, init=False)

    def is_due(self, coming: tuple[int, int], now_s: float) -> bool:
        """Whether to say it now; it is taken as said."""
        if coming != self._coming:
            self._coming, self._times = coming, 0
        elif now_s - self._last_s < AGAIN_S or self._times >= MOST_TIMES:
            return False
        self._last_s = now_s
        self._times += 1
        return True

    def forget(self) -> None:
        """What was made ready is of no use any more."""
        self._coming = None
