"""Whether a run was slower, or only noisy: a percentile with the interval in which it lies. Pure.

The interval is that of order statistics, which asks nothing of the distribution (David and Nagaraja, "Order
Statistics", 3rd edition, section 7.1): of n values, the q-quantile lies between two ranks that the binomial
distribution gives. Two runs were made at two times on a machine that had other things to do, so that a limit on a time
is passed only where the whole interval passes it, and by more than anybody would notice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from gamemaster.replay.run import Run

NOTICEABLE_MS = 100.0  # less is no difference to a player (Nielsen, "Response Times", 1993)
SIGMAS = 2.58  # of the binomial distribution, in its normal form: 99 %
_OF_TURNS = re.compile(r"(acknowledged|first_visible|first_audio|gap)_p(\d\d)_ms")


def is_latency(metric: str) -> bool:
    """Whether it is a percentile of times that turns have."""
    return _OF_TURNS.fullmatch(metric) is not None


def interval_of(run: Run, metric: str) -> tuple[float, float] | None:
    """Between which times the percentile lies, in milliseconds; infinity where there are too few turns to tell how high
    it is, 0 for how low. None where no turn has such a time."""
    named = _OF_TURNS.fullmatch(metric)
    if named is None:
        return None
    name = "gap_p99" if named[1] == "gap" else named[1]
    values = sorted(turn.now.ms[name] for turn in run.turns if turn.now is not None and name in turn.now.ms)
    return interval(values, int(named[2]) / 100) if values else None


def interval(values: Sequence[float], quantile: float) -> tuple[float, float]:
    """The interval of a quantile of sorted `values`."""
    count = len(values)
    spread = SIGMAS * math.sqrt(count * quantile * (1 - quantile))
    low, high = math.floor(count * quantile - spread), math.ceil(count * quantile + spread)
    return values[low] if low >= 0 else 0.0, values[high] if high < count else math.inf


def is_slower(run: Run, baseline: Run | None, metric: str, limit: float) -> bool | None:
    """Whether the run is certainly above `limit`: milliseconds, or so many times the baseline. None: it cannot be told
    of this metric."""
    here = interval_of(run, metric)
    there = interval_of(baseline, metric) if baseline is not None else (1.0, 1.0)
    if here is None or there is None:
        return None
    allowed = limit * there[1]
    least = allowed if baseline is None else max(allowed, there[1] + NOTICEABLE_MS)
    return here[0] > least
