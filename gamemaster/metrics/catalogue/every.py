"""The one list of metrics, put together. Pure."""

from __future__ import annotations

from gamemaster.metrics.catalogue import cost, engine, hosts, service, speech, stories
from gamemaster.metrics.metric import Metric

METRICS: tuple[Metric, ...] = (
    *service.METRICS,
    *stories.METRICS,
    *engine.METRICS,
    *speech.METRICS,
    *hosts.METRICS,
    *cost.METRICS,
)
BY_NAME = {metric.name: metric for metric in METRICS}
