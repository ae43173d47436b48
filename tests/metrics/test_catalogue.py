"""The list of metrics: Prometheus's names, bounded labels, and queries that use nothing but what is in it."""

from __future__ import annotations

import math
import re
import typing

from gamemaster.admission.bounds import AddressBounds, Count, Rate
from gamemaster.metrics.catalogue.every import BY_NAME, FILES, METRICS
from gamemaster.metrics.metric import PREFIX, Metric
from gamemaster.narration.critic.faults import KINDS
from gamemaster.narration.model.degradation import Rung
from gamemaster.protocol.messages import Failure
from gamemaster.rules.state import EndReason, ModelTurn, StageUse, Withheld
from inference.engine import FinishReason, Lane

# prometheus.io/docs/practices/naming: base units, in the plural, as the last part but for `_total`.
UNITS = {"seconds": "_seconds", "bytes": "_bytes", "ratio": "_ratio"}
SUFFIXES = ("_bucket", "_sum", "_count", "")


def test_every_name_says_what_is_counted_and_in_what() -> None:
    for metric in METRICS:
        assert re.fullmatch(rf"{PREFIX}[a-z_]+", metric.name)
        assert metric.name.endswith("_total") == (metric.kind == "counter"), metric.name
        assert metric.name.removesuffix("_total").endswith(UNITS.get(metric.unit, "")), metric.name
        assert bool(metric.buckets) == (metric.kind == "histogram"), metric.name
        assert list(metric.buckets) == sorted(set(metric.buckets)), metric.name


def test_nothing_is_named_twice() -> None:
    assert len(BY_NAME) == len(METRICS)
    titles = [(panel.dashboard, panel.title) for metric in METRICS for panel in metric.panels]
    assert len(set(titles)) == len(titles)
    alerts = [alert.name for metric in METRICS for alert in metric.alerts]
    assert len(set(alerts)) == len(alerts)


def queries() -> list[str]:
    found = [
        metric.write(query) for metric in METRICS for panel in metric.panels for _, query in panel.queries
    ]
    return found + [metric.write(alert.when) for metric in METRICS for alert in metric.alerts]


def test_every_query_uses_what_is_in_the_list() -> None:
    known = {metric.name + end for metric in METRICS for end in SUFFIXES if end == "" or metric.buckets}
    for query in queries():
        names = set(re.findall(rf"{PREFIX}[a-z_]+", query))
        assert names, query
        assert names <= known, query
        for name, inside in re.findall(rf"({PREFIX}[a-z_]+)\{{([^}}]*)\}}", query):
            labels = {label.name for label in BY_NAME[re.sub("_(bucket|sum|count)$", "", name)].labels}
            assert set(re.findall(r"(\w+)\s*(?:=|!=|=~)", inside)) <= labels, query


def test_every_metric_is_used_by_a_panel_or_an_alert() -> None:
    text = " ".join(queries())
    assert [metric.name for metric in METRICS if metric.name not in text] == []


def test_there_is_an_end_to_the_series() -> None:
    """Twelve worlds: what a service tells Prometheus stays within a few thousand lines."""

    def series(metric: Metric) -> int:
        return math.prod(len(label.values) + 1 if label.values else 13 for label in metric.labels) * (
            len(metric.buckets) + 3 if metric.buckets else 1
        )

    assert sum(map(series, METRICS)) < 5_000


def test_the_bounds_of_addresses_are_told_apart() -> None:
    bounds = AddressBounds()
    assert set(FILES["service"].values["bound"]) == set(bounds.bounds)
    ends = {Count: "of one address", Rate: "a minute from one address"}
    assert {f"{bound.what} {ends[type(bound)]}" for bound in bounds.bounds.values()} <= set(
        FILES["service"].values["limit"]
    )


def test_values_of_labels_are_those_of_the_code() -> None:
    assert set(FILES["service"].values["ending"]) == set(typing.get_args(EndReason))
    assert set(FILES["service"].values["rung"]) == {"none", *(rung.name.lower() for rung in Rung)}
    assert set(FILES["service"].values["code"]) == set(
        typing.get_args(Failure.model_fields["code"].annotation)
    )
    assert set(FILES["engine"].values["lane"]) == {lane.value for lane in Lane}
    assert set(FILES["engine"].values["stage"]) == set(
        typing.get_args(StageUse.model_fields["stage"].annotation)
    )
    assert set(FILES["stories"].values["fault"]) == {*KINDS, "first_words"}
    assert set(FILES["stories"].values["then"]) == set(
        typing.get_args(Withheld.model_fields["then"].annotation)
    )
    assert set(FILES["stories"].values["told_by"]) == set(
        typing.get_args(ModelTurn.model_fields["told_by"].annotation)
    )
    endings = {label.name: label.values for label in BY_NAME["gamemaster_engine_requests_total"].labels}[
        "ending"
    ]
    assert {reason.value for reason in FinishReason} <= set(endings)
