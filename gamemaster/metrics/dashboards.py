"""Grafana dashboards, made from the list of metrics: one file each, to be imported or provisioned. Pure.

The JSON model is Grafana's own (schemaVersion 39, Grafana 11); the data source is a variable, which Grafana fills in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gamemaster.metrics.catalogue.every import METRICS
from gamemaster.metrics.metric import Metric, Panel

TITLES = {
    "service": "Game Master: service",
    "stories": "Game Master: stories",
    "nia": "Game Master: NIA (the model's engine)",
    "speech": "Game Master: speech",
    "cost": "Game Master: cost",
}
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
COLUMNS, WIDTH, HEIGHT = 3, 8, 8  # of Grafana's grid of 24 columns
SCHEMA = 39


def dashboards() -> dict[str, dict[str, Any]]:
    """All dashboards, by name."""
    return {name: _dashboard(name, list(panels_of(name))) for name in TITLES}


def panels_of(name: str, metrics: Iterable[Metric] = METRICS) -> Iterator[tuple[Metric, Panel]]:
    """A dashboard's panels, in the order of the list, each with its metric."""
    yield from ((metric, panel) for metric in metrics for panel in metric.panels if panel.dashboard == name)


def _dashboard(name: str, panels: list[tuple[Metric, Panel]]) -> dict[str, Any]:
    return {
        "uid": f"gamemaster-{name}",
        "title": TITLES[name],
        "tags": ["gamemaster"],
        "schemaVersion": SCHEMA,
        "version": 1,
        "editable": True,
        "timezone": "browser",
        "refresh": "30s",
        "time": {"from": "now-3h", "to": "now"},
        "templating": {"list": [_source_variable()]},
        "panels": [_panel(number, metric, panel) for number, (metric, panel) in enumerate(panels)],
    }


def _source_variable() -> Mapping[str, Any]:
    return {"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"}


def _panel(number: int, metric: Metric, panel: Panel) -> dict[str, Any]:
    row, column = divmod(number, COLUMNS)
    return {
        "id": number + 1,
        "title": panel.title,
        "description": f"{metric.help}. ({metric.name})",
        "type": "timeseries",
        "datasource": SOURCE,
        "gridPos": {"x": column * WIDTH, "y": row * HEIGHT, "w": WIDTH, "h": HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
        "targets": [
            {
                "refId": chr(ord("A") + at),
                "datasource": SOURCE,
                "expr": metric.write(query),
                "legendFormat": legend,
            }
            for at, (legend, query) in enumerate(panel.queries)
        ],
    }
