"""Reads a part of the list of metrics from its file, `service.yaml` for one, and checks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from gamemaster.metrics.metric import PREFIX, Alert, Kind, Label, Metric, Panel, Severity, Together
from worlds.safe_yaml import load_packaged

# Upper bounds of buckets, in seconds: the first are what people notice, the last what a model may take.
BUCKETS = {
    "waits": (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    "turns": (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0),
    "sessions": (60.0, 180.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0, 7200.0, 14400.0),
}
_PART = re.compile(r"\$([a-z]{2}\w*)")  # `$w` and `$M` stay for `Metric.write`


class GivenPanel(BaseModel):
    """A chart. Its title stands under what it shows, which is one of these, for each value of the label `by`:

    `rate`: how often it happens a second; `level`: a gauge as it stands; `quantiles`: a histogram's median and 95th
    percentile; `share`: the quotient of two expressions, nothing where the second is 0; `title`: `queries`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    rate: str = ""
    level: str = ""
    quantiles: str = ""
    share: str = ""
    title: str = ""
    by: str = ""
    part: str = ""
    whole: str = ""
    queries: dict[str, str] = {}  # by legend
    unit: str = ""  # where it is not what such a panel has
    board: str = ""  # where it is not the file's

    @model_validator(mode="after")
    def _shows_one(self) -> Self:
        if len([one for one in (self.rate, self.level, self.quantiles, self.share, self.title) if one]) != 1:
            raise ValueError("a panel has one title, under rate, level, quantiles, share or title")
        return self

    def chart(self) -> tuple[str, dict[str, str], str]:
        """Its title, its queries by legend, and the unit that such a panel has."""
        legend = f"{{{{{self.by}}}}}" if self.by else ""
        if self.rate:
            query = f"sum by ({self.by}) (rate($M[$w]))" if self.by else "sum(rate($M[$w]))"
            return self.rate, {legend or self.rate: query}, "ops"
        if self.level:
            query = f"sum by ({self.by}) ($M)" if self.by else "sum($M)"
            return self.level, {legend or self.level: query}, "short"
        if self.share:
            return self.share, {self.share: f"({self.part}) / (({self.whole}) > 0)"}, "percentunit"
        if self.title:
            return self.title, self.queries, "short"
        group = f"le, {self.by}" if self.by else "le"
        queries = {
            f"{legend} p{share}".strip(): f"histogram_quantile(0.{share}, sum by ({group}) (rate($M_bucket[$w])))"
            for share in (50, 95)
        }
        return self.quantiles, queries, "s"


class GivenAlert(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    when: str
    lasts: str
    severity: Severity
    text: str


class GivenMetric(BaseModel):
    """A metric. What it says stands under its kind."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    counter: str = ""
    gauge: str = ""
    histogram: str = ""
    labels: dict[str, str | tuple[str, ...]] = {}  # one of the file's `values`, or values of its own
    unit: str = ""
    buckets: str | tuple[float, ...] = ()
    together: Together = "livesum"
    panels: tuple[GivenPanel, ...] = ()
    alerts: dict[str, GivenAlert] = {}

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if len([one for one in (self.counter, self.gauge, self.histogram) if one]) != 1:
            raise ValueError("a metric is one of counter, gauge and histogram")
        return self

    @property
    def kind(self) -> Kind:
        return "counter" if self.counter else "gauge" if self.gauge else "histogram"


class GivenFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    board: str
    parts: dict[str, str] = {}  # of queries
    values: dict[str, tuple[str, ...]] = {}  # of labels
    metrics: dict[str, GivenMetric]  # by name, without the prefix

    def read(self) -> Iterator[Metric]:
        for name, given in self.metrics.items():
            yield Metric(
                PREFIX + name,
                given.kind,
                given.unit or ("seconds" if given.histogram else ""),
                given.counter or given.gauge or given.histogram,
                tuple(
                    Label(label, self.values[of] if isinstance(of, str) else of)
                    for label, of in given.labels.items()
                ),
                BUCKETS[given.buckets] if isinstance(given.buckets, str) else given.buckets,
                given.together,
                tuple(map(self._panel, given.panels)),
                tuple(
                    Alert(alert, of.when, of.lasts, of.severity, of.text)
                    for alert, of in given.alerts.items()
                ),
            )

    def _panel(self, given: GivenPanel) -> Panel:
        title, queries, unit = given.chart()
        whole = tuple(
            (legend, _PART.sub(lambda part: self.parts[part[1]], query)) for legend, query in queries.items()
        )
        return Panel(given.board or self.board, title, whole, given.unit or unit)


@dataclass(frozen=True)
class MetricFile:
    """The metrics of a file, and its values of labels."""

    metrics: tuple[Metric, ...]
    values: dict[str, tuple[str, ...]]


def read(name: str) -> MetricFile:
    given = GivenFile.model_validate(load_packaged("gamemaster.metrics.catalogue", f"{name}.yaml"))
    return MetricFile(tuple(given.read()), given.values)
