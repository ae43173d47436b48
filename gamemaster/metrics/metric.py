"""What a metric is, as data: its name, type, unit, labels, and the panels and alerts that use it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["counter", "gauge", "histogram"]
# How the values of several processes become one; a process that is gone counts no more (prometheus_client's names).
Together = Literal["livesum", "livemax", "livemin"]
Severity = Literal["page", "ticket"]
PREFIX = "gamemaster_"
OTHER = "other"  # any value of a label that the list does not name

# Upper bounds of buckets, in seconds: the first are what people notice, the last what a model may take.
WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
TURNS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
SESSIONS = (60.0, 180.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0, 7200.0, 14400.0)


@dataclass(frozen=True, slots=True)
class Label:
    """A label and all values that it may have; any other becomes `other`. No values: the ids of the loaded worlds."""

    name: str
    values: tuple[str, ...] = ()

    @property
    def is_world(self) -> bool:
        return not self.values


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart on a dashboard. `queries`: legend and PromQL, where `$w` is the window and `$M` the metric's own name."""

    dashboard: str
    title: str
    queries: tuple[tuple[str, str], ...]
    unit: str = "short"  # as Grafana names units


@dataclass(frozen=True, slots=True)
class Alert:
    """When somebody is to be told. `when` is PromQL, with `$M` for the metric's name; `text` says what to do."""

    name: str
    when: str
    lasts: str  # so long, before it counts
    severity: Severity
    text: str


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric. `name` is whole, with unit and `_total`; `buckets` are a histogram's upper bounds."""

    name: str
    kind: Kind
    unit: str
    help: str
    labels: tuple[Label, ...] = ()
    buckets: tuple[float, ...] = ()
    together: Together = "livesum"
    panels: tuple[Panel, ...] = ()
    alerts: tuple[Alert, ...] = ()

    def write(self, query: str, window: str = "$__rate_interval") -> str:
        """A query with the metric's name and a window in it."""
        return query.replace("$M", self.name).replace("$w", window)

    def uses(self) -> Iterator[str]:
        """Where it is used, for people."""
        yield from (f"{panel.dashboard}: {panel.title}" for panel in self.panels)
        yield from (f"alert {alert.name}" for alert in self.alerts)


Panels = tuple[Panel, ...]
Alerts = tuple[Alert, ...]


def counter(
    name: str, text: str, *labels: Label, unit: str = "", panels: Panels = (), alerts: Alerts = ()
) -> Metric:
    """A counter; its name ends in `_total`."""
    return Metric(PREFIX + name, "counter", unit, text, labels, panels=panels, alerts=alerts)


def gauge(
    name: str,
    text: str,
    *labels: Label,
    unit: str = "",
    together: Together = "livesum",
    panels: Panels = (),
    alerts: Alerts = (),
) -> Metric:
    """A gauge, and how the processes' values become one."""
    return Metric(PREFIX + name, "gauge", unit, text, labels, together=together, panels=panels, alerts=alerts)


def histogram(
    name: str,
    text: str,
    *labels: Label,
    buckets: tuple[float, ...],
    unit: str = "seconds",
    panels: Panels = (),
    alerts: Alerts = (),
) -> Metric:
    """A histogram; Prometheus adds buckets up, so that quantiles of all processes can be had."""
    return Metric(PREFIX + name, "histogram", unit, text, labels, buckets, panels=panels, alerts=alerts)


def quantiles(dashboard: str, title: str, by: str = "", unit: str = "s") -> Panel:
    """A panel with the median and the 95th percentile of a histogram, for each value of the label `by`."""
    group, legend = (f"le, {by}", f"{{{{{by}}}}} ") if by else ("le", "")
    queries = tuple(
        (f"{legend}p{share}", f"histogram_quantile(0.{share}, sum by ({group}) (rate($M_bucket[$w])))")
        for share in (50, 95)
    )
    return Panel(dashboard, title, queries, unit)


def rate(dashboard: str, title: str, by: str = "", unit: str = "ops") -> Panel:
    """A panel with how often it happens a second, for each value of the label `by`."""
    query = f"sum by ({by}) (rate($M[$w]))" if by else "sum(rate($M[$w]))"
    return Panel(dashboard, title, ((f"{{{{{by}}}}}" if by else title, query),), unit)


def level(dashboard: str, title: str, by: str = "", unit: str = "short") -> Panel:
    """A panel with a gauge as it stands, for each value of the label `by`."""
    query = f"sum by ({by}) ($M)" if by else "sum($M)"
    return Panel(dashboard, title, ((f"{{{{{by}}}}}" if by else title, query),), unit)


def share(dashboard: str, title: str, part: str, whole: str, legend: str = "") -> Panel:
    """A panel with the quotient of two expressions, nothing where the second is 0."""
    return Panel(dashboard, title, ((legend or title, f"({part}) / (({whole}) > 0)"),), "percentunit")
