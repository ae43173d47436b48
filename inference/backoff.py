"""Waiting longer after each failure, up to a bound, and never in step with others."""

from dataclasses import dataclass, field
from random import Random


@dataclass
class Backoff:
    """Seconds to wait before the next attempt: half to all of a bound that doubles from `first_s` to `most_s`."""

    first_s: float
    most_s: float
    random: Random = field(default_factory=Random)
    failures: int = field(default=0, init=False)

    def next_s(self) -> float:
        bound = min(self.most_s, self.first_s * 2.0 ** min(self.failures, 60))
        self.failures += 1
        return bound * self.random.uniform(0.5, 1.0)

    def reset(self) -> None:
        self.failures = 0
