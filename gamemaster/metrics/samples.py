"""What a service told Prometheus, read back: sums over labels, means and quantiles. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from prometheus_client.parser import text_string_to_metric_families

from gamemaster.metrics.catalogue.every import BY_NAME
from gamemaster.metrics.metric import PREFIX

Labels = frozenset[tuple[str, str]]


@dataclass
class Samples:
    """Values by name (without the prefix) and labels. A histogram's names end in `_sum` and so on."""

    values: dict[str, dict[Labels, float]] = field(default_factory=lambda: defaultdict(dict))

    def total(self, name: str, **labels: str) -> float:
        """The sum over all labels but those that are given."""
        return sum(value for _, value in self._matching(name, labels))

    def has(self, name: str) -> bool:
        return bool(self.values.get(name))

    def by(self, name: str, label: str, **labels: str) -> dict[str, float]:
        """Sums by one label."""
        found: dict[str, float] = defaultdict(float)
        for key, value in self._matching(name, labels):
            found[dict(key).get(label, "")] += value
        return dict(found)

    def mean(self, name: str, **labels: str) -> float | None:
        """Of a histogram; None if nothing was observed."""
        count = self.total(f"{name}_count", **labels)
        return self.total(f"{name}_sum", **labels) / count if count else None

    def quantile(self, name: str, share: float, **labels: str) -> float | None:
        """Of a histogram, as Prometheus reckons it: in a straight line within a bucket. None: nothing was observed."""
        buckets = sorted(
            (float(bound), count) for bound, count in self.by(f"{name}_bucket", "le", **labels).items()
        )
        if not buckets or not buckets[-1][1]:
            return None
        wanted, low, below = share * buckets[-1][1], 0.0, 0.0
        for bound, count in buckets:
            if count >= wanted:
                if bound == float("inf"):
                    return low
                return low + (bound - low) * ((wanted - below) / (count - below) if count > below else 1.0)
            low, below = bound, count
        return low

    def since(self, before: Samples) -> Samples:
        """What came since another look; levels as they are now."""
        found = Samples()
        for name, values in self.values.items():
            metric = BY_NAME.get(PREFIX + name)
            is_level = metric is not None and metric.kind == "gauge"
            for labels, value in values.items():
                earlier = 0.0 if is_level else before.values.get(name, {}).get(labels, 0.0)
                found.values[name][labels] = value - earlier if value >= earlier else value
        return found

    def _matching(self, name: str, labels: dict[str, str]) -> Iterator[tuple[Labels, float]]:
        wanted = set(labels.items())
        yield from ((key, value) for key, value in self.values.get(name, {}).items() if wanted <= key)


def read_samples(text: str) -> Samples:
    """Of the text of `/metrics`. Raises ValueError for what is no such text."""
    found = Samples()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name.startswith(PREFIX):
                labels = frozenset(sample.labels.items())
                found.values[sample.name.removeprefix(PREFIX)][labels] = sample.value
    return found
