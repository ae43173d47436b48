"""Counts and measures by the list of metrics. What a meter is told costs about a microsecond; nothing here waits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from gamemaster.metrics.catalogue.every import BY_NAME, METRICS
from gamemaster.metrics.metric import OTHER, PREFIX, Label, Metric

Meter = TypeVar("Meter", Counter, Gauge, Histogram)


class UnknownMetricError(LookupError):
    """Code asks for a metric, or a label, that the list does not have."""


class Meters:
    """All metrics of this process. Ask for a meter once and keep it: finding it costs more than using it.

    With `gamemaster.metrics.slots.share` before it, the processes of a service count together, in files. A metric is
    made when it is first asked for: a process that has nothing to say of it says nothing.
    """

    def __init__(self, worlds: Iterable[str] = (), registry: CollectorRegistry | None = None) -> None:
        """`worlds` are the values of labels for worlds. Without a `registry`, only what is in files can be read."""
        self._worlds, self._registry = tuple(worlds), registry
        self._made: dict[str, Counter | Gauge | Histogram] = {}

    def counter(self, name: str, **labels: str) -> Counter:
        """A counter, by its name without the prefix and the values of its labels. Raises UnknownMetricError."""
        return self._find(Counter, name, labels)

    def gauge(self, name: str, **labels: str) -> Gauge:
        return self._find(Gauge, name, labels)

    def histogram(self, name: str, **labels: str) -> Histogram:
        return self._find(Histogram, name, labels)

    def _find(self, kind: type[Meter], name: str, labels: dict[str, str]) -> Meter:
        metric = BY_NAME.get(PREFIX + name)
        if metric is None or metric.kind != kind.__name__.lower():
            raise UnknownMetricError(f"there is no {kind.__name__.lower()} {name!r} in the list of metrics")
        if {label.name for label in metric.labels} != labels.keys():
            raise UnknownMetricError(f"{metric.name} has other labels than {', '.join(labels) or 'none'}")
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = _make(metric, self._registry)
        assert isinstance(made, kind)
        if not labels:
            return made
        values = {label.name: self._within_bounds(label, labels[label.name]) for label in metric.labels}
        return made.labels(**values)

    def _values(self, label: Label) -> tuple[str, ...]:
        return self._worlds if label.is_world else label.values

    def _within_bounds(self, label: Label, value: str) -> str:
        """The value, if the list allows it."""
        return value if value in self._values(label) else OTHER

    def begin(self, metrics: Iterable[Metric] = METRICS, most: int = 64) -> None:
        """Counters and histograms start from 0 before anything happens: what appears from nowhere has no rate.

        Those with more than `most` combinations of labels are left to appear.
        """
        for metric in metrics:
            combinations = list(product(*map(self._values, metric.labels)))
            if metric.kind == "gauge" or len(combinations) > most:
                continue
            find = self.counter if metric.kind == "counter" else self.histogram
            for values in combinations:
                names = (label.name for label in metric.labels)
                find(metric.name.removeprefix(PREFIX), **dict(zip(names, values, strict=True)))


def _make(metric: Metric, registry: CollectorRegistry | None) -> Counter | Gauge | Histogram:
    names = [label.name for label in metric.labels]
    match metric.kind:
        case "counter":
            return Counter(metric.name, metric.help, names, registry=registry)
        case "gauge":
            return Gauge(
                metric.name, metric.help, names, registry=registry, multiprocess_mode=metric.together
            )
        case "histogram":
            return Histogram(metric.name, metric.help, names, registry=registry, buckets=metric.buckets)
