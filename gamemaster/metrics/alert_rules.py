"""Prometheus's alert rules, made from the list of metrics. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from gamemaster.metrics.catalogue.every import METRICS
from gamemaster.metrics.metric import Metric

JOB = "gamemaster"  # in Prometheus's `scrape_configs`; see `scrape_yaml`
DOWN = {
    "alert": "GameMasterDown",
    "expr": f'up{{job="{JOB}"}} == 0',
    "for": "1m",
    "labels": {"severity": "page"},
    "annotations": {"summary": "The service does not answer at /metrics: is it running? Is the token right?"},
}


def rules(metrics: Iterable[Metric] = METRICS) -> dict[str, Any]:
    """One group of all alerts."""
    found = [_rule(metric, number) for metric in metrics for number in range(len(metric.alerts))]
    return {"groups": [{"name": "gamemaster", "rules": [DOWN, *found]}]}


def _rule(metric: Metric, number: int) -> dict[str, Any]:
    alert = metric.alerts[number]
    return {
        "alert": f"GameMaster{alert.name}",
        "expr": metric.write(alert.when),
        "for": alert.lasts,
        "labels": {"severity": alert.severity},
        "annotations": {"summary": alert.text},
    }


def rules_yaml() -> str:
    """For Prometheus's `rule_files`."""
    head = "# Made by `gamemaster metrics dashboards`; look it over and make it yours.\n"
    return head + yaml.safe_dump(rules(), sort_keys=False, allow_unicode=True, width=110)


def scrape_yaml(target: str) -> str:
    """For Prometheus's `scrape_configs`: how it finds the service at host:port."""
    job = {"job_name": JOB, "scrape_interval": "15s", "static_configs": [{"targets": [target]}]}
    text = yaml.safe_dump([job], sort_keys=False)
    return (
        "# Put it under `scrape_configs:`. With GM_METRICS__TOKEN add: authorization: {credentials_file: PATH}\n"
        f"{text}"
    )
