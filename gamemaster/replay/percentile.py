"""The one percentile of all figures: runs of every kind are held to the same thresholds. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable


def percentile(values: Iterable[float], share: float) -> float | None:
    """The nearest-rank percentile: the smallest value that at least `share` (0 to 1) of all do not exceed.

    Type 1 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996); numpy
    calls it `inverted_cdf`. It is always one of the values, as a limit in milliseconds wants it. None of nothing.
    """
    ordered = sorted(values)
    if not ordered:
        return None
    rank = math.ceil(round(share * len(ordered), 9))  # 0.07 * 100 is a hair more than 7
    return ordered[max(rank, 1) - 1]
