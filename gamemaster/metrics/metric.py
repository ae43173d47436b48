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
