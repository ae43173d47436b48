"""The one list of metrics, put together of its files, one for each dashboard; `hosts` is on that of `service`. Pure."""

from __future__ import annotations

from gamemaster.metrics.catalogue.metric_file import read
from gamemaster.metrics.metric import Metric

FILES = {name: read(name) for name in ("service", "stories", "engine", "speech", "hosts", "cost")}
METRICS: tuple[Metric, ...] = tuple(metric for file in FILES.values() for metric in file.metrics)
BY_NAME = {metric.name: metric for metric in METRICS}
