"""`gamemaster metrics`: the list of metrics, and what is made of it for Prometheus and Grafana."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gamemaster.cli.console import clear_errors, fail, say
from gamemaster.cli.options import HELP, AsJson

metrics_app = typer.Typer(
    help="What a service measures: the list, dashboards for Grafana, alert rules for Prometheus.",
    no_args_is_help=True,
    context_settings=HELP,
)


@metrics_app.command("list")
def metrics_list(as_json: AsJson = False) -> None:
    """List all metrics: name, type, labels and their values, and which panels and alerts use each.

    A service measures when GM_METRICS__PORT (a port of its own for /metrics) or GM_METRICS__TOKEN (/metrics on the
    service's own port) is set.

    Examples:  gamemaster metrics list  ·  gamemaster metrics list --json | jq '.[].name'
    """
    with clear_errors():
        from dataclasses import asdict

        from gamemaster.metrics.catalogue.every import METRICS

        if as_json:
            rows = [{**asdict(metric), "uses": list(metric.uses())} for metric in METRICS]
            say(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        for metric in METRICS:
            labels = ", ".join(
                f"{label.name}: {' '.join(label.values) or 'a world'}" for label in metric.labels
            )
            say(f"{metric.name}  ({metric.kind}{', ' + metric.unit if metric.unit else ''})")
            say(f"    {metric.help}")
            if labels:
                say(f"    labels  {labels}")
            say(f"    in      {'; '.join(metric.uses()) or 'the queries of others'}")


@metrics_app.command("dashboards")
def metrics_dashboards(
    out: Annotated[Path, typer.Option(help="The folder to write to; it is made if need be.")],
    target: Annotated[
        str, typer.Option(help="Where Prometheus finds the service's metrics, as host:port.")
    ] = "127.0.0.1:9464",
) -> None:
    """Write dashboards for Grafana, alert rules and a scrape configuration for Prometheus.

    Files of the same names are overwritten: they are made from the list of metrics (`gamemaster metrics list`).

    Example:  gamemaster metrics dashboards --out monitoring --target game.example.org:9464
    """
    with clear_errors():
        from gamemaster.metrics.alert_rules import rules_yaml, scrape_yaml
        from gamemaster.metrics.dashboards import dashboards

        files = {
            f"grafana-{name}.json": json.dumps(found, indent=2) + "\n" for name, found in dashboards().items()
        }
        files |= {"alerts.yaml": rules_yaml(), "scrape.yaml": scrape_yaml(target)}
        try:
            out.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (out / name).write_text(text, encoding="utf-8")
        except OSError as error:
            fail(f"{error.filename}: cannot be written: {error.strerror}")
        say(f"wrote {len(files)} files to {out}: {', '.join(sorted(files))}")
